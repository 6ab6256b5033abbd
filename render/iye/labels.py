"""Labels in pictures of İYE."""

from __future__ import annotations

from collections.abc import Mapping

from engines.game import Player
from engines.iye.observation import POINTS, Counts, CycleResult, DrumMove, IyeObservation
from engines.text import TN, Seat, T, Text
from render.iye.pieces import Mark

_TYPES: Mapping[str, Mark] = {"S": "S", "H": "H", "T": "T", "W": "W", "O": "O"}
DRAW = T("draw")
_SQUARES = tuple(file + rank for rank in "12345" for file in "abcde")


def heading(observation: IyeObservation) -> Text:
    """Return the progress of the match; the small drums below the names count the wins."""
    return TN(
        "Cycle {number}, first to {count} win",
        "Cycle {number}, first to {count} wins",
        observation.wins_needed,
        number=observation.cycle,
    )


def celebrated(observation: IyeObservation) -> Player | None:
    """Return the winner whose drum is shown at the end of a match, over the way of the last move."""
    outcome = observation.outcome
    if observation.planned or outcome is None or len(outcome.winners) != 1:
        return None
    return outcome.winners[0]


def headline(observation: IyeObservation) -> Text | None:
    """Return what happened last, or how the match ended."""
    outcome = observation.outcome
    if outcome is not None:
        if outcome.termination == "wins" and len(outcome.winners) == 1:
            return T("{player} is the next shaman", player=Seat(outcome.winners[0]))
        return outcome.summary
    if observation.last_cycle is not None:
        return _cycle_news(observation.last_cycle)
    if observation.phase == "first":
        return T("Drawing lots for the start")
    if observation.phase == "deal":
        return T("The tiles are being dealt")
    if observation.last is not None:
        return _awakening(observation.last)
    # A position without a last move may be in the middle of a cycle; only before its first move a player begins.
    untouched = not any(any(counts) for counts in (*observation.hands, *observation.spent))
    if observation.starter is not None and untouched:
        return T("{player} begins", player=Seat(observation.starter))
    return None


def _awakening(move: DrumMove) -> Text:
    player, other = Seat(move.player), Seat(1 - move.player)
    match move.given:  # whole sentences, because articles differ between tiles in other languages
        case "S":
            return T("{player} wakes the Sun for {other}", player=player, other=other)
        case "H":
            return T("{player} wakes the Horse for {other}", player=player, other=other)
        case "T":
            return T("{player} wakes the Tree for {other}", player=player, other=other)
        case "W":
            return T("{player} wakes the Water for {other}", player=player, other=other)
        case _:
            return T("{player} wakes the Owl for {other}", player=player, other=other)


def note(observation: IyeObservation) -> Text | None:
    """Return the small print beside the headline: the move as it is typed, or the score of the match."""
    if observation.outcome is not None:
        if observation.outcome.termination != "wins":
            return None
        wins, losses = sorted(observation.wins, reverse=True)
        return TN("{count} cycle to {others}", "{count} cycles to {others}", wins, others=losses)
    return None if observation.last is None else _typed(observation.last)


def _typed(last: DrumMove) -> Text:
    """Return a move as it is typed, in words."""
    move = notation(last)
    match last.spent:
        case None:
            return T("drum to {square}", square=move)
        case "S":
            return T("{move}, spending a Sun", move=move)
        case "H":
            return T("{move}, spending a Horse", move=move)
        case "T":
            return T("{move}, spending a Tree", move=move)
        case "W":
            return T("{move}, spending a Water", move=move)
        case _:
            return T("{move}, spending an Owl", move=move)


def _cycle_news(result: CycleResult) -> Text:
    first, second = (sum(points) for points in result.points)
    if result.winner is None:
        return T("Cycle {number} is a tie, {points}–{others}", number=result.number, points=first, others=second)
    winner = Seat(result.winner)
    if not result.scored:
        return T("{player} wins cycle {number}: no move left", number=result.number, player=winner)
    points = (first, second)
    return T(
        "{player} wins cycle {number}, {points}–{others}",
        number=result.number,
        player=winner,
        points=points[result.winner],
        others=points[1 - result.winner],
    )


def last_board(result: CycleResult) -> Text:
    """Return the words above the last board of the cycle that has just ended."""
    return T("End of cycle {number}", number=result.number)


def points_won(result: CycleResult) -> Text | None:
    """Return the points of the winner of a cycle, or of both players; ``None`` if nothing was scored."""
    return points(max(map(sum, result.points))) if result.scored else None


def tallied(observation: IyeObservation) -> tuple[Counts, Counts]:
    """Return the tiles that the bands show: until the first move of a cycle, those of the cycle that has just ended."""
    ended = observation.last_cycle
    return observation.hands if ended is None else ended.hands


def lower_line(observation: IyeObservation, player: int) -> Text | None:
    """Return the words before a band's lower line: that it lists spent tiles, or which cycle is shown.

    The player who chooses who begins and the winner of the match have so long a task that it needs their place.
    """
    if observation.last_cycle is None:
        return T("spent") if any(observation.spent[player]) else None
    chooses = observation.phase == "choose" and role(observation, player) is not None
    if chooses or observation.outcome is not None:
        return None
    return T("cycle {number}", number=observation.last_cycle.number)


def legend(observation: IyeObservation) -> tuple[tuple[Mark, Text], ...]:
    """Return the marks in the picture with their meaning."""
    last = observation.last
    found: list[tuple[Mark, Text]] = []
    if observation.natural:
        found.append(("target", T("drum can go here")))
    elif observation.spend:
        found.append(("spending target", T("by spending a tile")))
    if last is not None and celebrated(observation) is not None:
        found.append(("origin", _typed(last)))
    elif last is not None and last.origin != last.target:
        found.append(("origin", T("drum's way")))
        if last.spent is not None:
            found.append((_TYPES[last.spent], T("spent")))
    hands = zip(*tallied(observation), strict=True)
    scored = observation.last_cycle is None or observation.last_cycle.scored
    if scored and any(one != other for one, other in hands):
        found.append(("lead", T("has most: points")))
    return tuple(found)


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
        return T("winner") if len(winners) == 1 else DRAW
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
    running = bool(observation.board) and observation.phase in ("play", "over")
    scored = running if result is None else result.scored  # I13
    return sum(worth for worth, lead in zip(POINTS, leads, strict=True) if lead) if scored else None
