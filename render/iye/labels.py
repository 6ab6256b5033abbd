"""Labels in pictures of İYE."""

from __future__ import annotations

from engines.iye.observation import POINTS, TILE_NAMES, CycleResult, DrumMove, IyeObservation
from engines.text import TN, Seat, T, Text

GATHERED = T("Gathered")
SPENT = T("Spent")

_SQUARES = tuple(file + rank for rank in "12345" for file in "abcde")


def heading(observation: IyeObservation) -> Text:
    """Return the progress of the match; the signs beside the names show the wins needed."""
    return T("Cycle {number}", number=observation.cycle)


def news(observation: IyeObservation) -> Text | None:
    """Return what happened last, for the line above the board."""
    if observation.last_cycle is not None:
        return _cycle_news(observation.last_cycle)
    if observation.phase == "first":
        return T("Drawing lots for the start")
    if observation.phase == "deal":
        return T("The tiles are being dealt")
    if observation.last is not None:
        last = observation.last
        return T(
            "{move}: {tile} to {player}",
            move=notation(last),
            tile=TILE_NAMES[last.given],
            player=Seat(1 - last.player),
        )
    # A position without a last move may be in the middle of a cycle; only before its first move a player begins.
    untouched = not any(any(counts) for counts in (*observation.hands, *observation.spent))
    if observation.starter is not None and untouched:
        return T("{player} begins", player=Seat(observation.starter))
    return None


def _cycle_news(result: CycleResult) -> Text:
    first, second = (sum(points) for points in result.points)
    if result.winner is None:
        return T("Cycle {number} tied {points}–{others}", number=result.number, points=first, others=second)
    winner = Seat(result.winner)
    if not result.scored:
        return T("Cycle {number} to {player}: no move left", number=result.number, player=winner)
    points = (first, second)
    return T(
        "Cycle {number} to {player}, {points}–{others}",
        number=result.number,
        player=winner,
        points=points[result.winner],
        others=points[1 - result.winner],
    )


def notation(move: DrumMove) -> str:
    """Return the move as it is typed."""
    return (move.spent or "") + _SQUARES[move.target]


def role(observation: IyeObservation, player: int) -> Text | None:
    """Return what the game expects of a player now, or the result of the player."""
    if observation.planned:
        return T("confirm!") if player == observation.to_move else None
    if observation.outcome is not None:
        winners = observation.outcome.winners
        if player not in winners:
            return None
        return T("winner") if len(winners) == 1 else T("draw")
    if player != observation.to_move:
        return None
    return T("chooses who begins") if observation.phase == "choose" else T("to move")


def points(number: int) -> Text:
    """Return a number of points."""
    return TN("{count} point", "{count} points", number)


def points_held(observation: IyeObservation, leads: tuple[bool, ...]) -> int | None:
    """Return the current score of a player's tiles (I12), for the types in which the player ``leads``.

    ``None`` if nothing is scored: before the tiles of a cycle are dealt, or if it ended without scoring (I13).
    """
    result = observation.last_cycle
    ended = observation.phase in ("deal", "over")
    if not observation.board or observation.phase == "choose" or (ended and result is not None and not result.scored):
        return None
    return sum(worth for worth, lead in zip(POINTS, leads, strict=True) if lead)
