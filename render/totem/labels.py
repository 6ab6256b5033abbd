"""Labels in pictures of Totem."""

from __future__ import annotations

from collections.abc import Sequence

from engines.game import Outcome, Player
from engines.text import TN, Seat, T, Text
from engines.totem.observation import CELL_NAMES, ShownRun, TotemObservation

PIECES = T("Pieces")
RESERVE = T("Reserve")

QUIET_TURNS = 300
QUIET_SHOWN = 150
"""Number of quiet turns (T26) from which it is shown."""


def news(seen: TotemObservation) -> tuple[Text, ...]:
    """Return what happened last, in at most two lines."""
    if seen.phase == "first":
        return (T("The dice decide who begins"),)
    if seen.runs:
        return _runs(seen.runs)
    if seen.placed:
        return tuple(_placed(seen))[:2]
    if seen.passed:
        return (T("{player} has to pass", player=Seat(seen.passed[-1])),)
    if seen.phase == "place" and seen.to_move is not None:
        return (T("{player} chooses where to start", player=Seat(seen.to_move)),)
    return ()


def result(outcome: Outcome) -> Text:
    """Return how the match ended, shorter than the game's own text if that is long."""
    winners = outcome.winners
    match outcome.termination:
        case "last_totem" if winners:
            return T("{winner}’s totem is the last one standing!", winner=Seat(winners[0]))
        case "few_pieces":
            return T("A tie: nobody has enough pieces left")
        case "quiet":
            return TN("A tie after {count} quiet turn", "A tie after {count} quiet turns", QUIET_TURNS)
        case _:
            return outcome.summary


def _runs(runs: Sequence[ShownRun]) -> tuple[Text, ...]:
    player = Seat(runs[0].player)
    moves = T("{player}: {runs}", player=player, runs=", ".join(map(notation, runs)))
    fallen = [loss.owner for run in runs for loss in run.losses if loss.cause == "totem"]
    if fallen:
        return moves, T("{player}’s totem falls", player=Seat(fallen[-1]))
    losers = [loss.owner for run in runs for loss in run.losses]
    if not losers:
        return (moves,)
    if len(set(losers)) > 1:
        return moves, TN("{count} piece eliminated", "{count} pieces eliminated", len(losers))
    loser = Seat(losers[0])
    return moves, TN("{player} loses {count} piece", "{player} loses {count} pieces", len(losers), player=loser)


def notation(run: ShownRun) -> str:
    """Return a run in short notation, without the choices that distinguish it from others."""
    return f"{CELL_NAMES[run.path[0]]}-{CELL_NAMES[run.path[-1]]}"


def _placed(seen: TotemObservation) -> list[Text]:
    if seen.placed[0].totem:
        return [
            T("{player} starts on {cell}", player=Seat(placed.player), cell=CELL_NAMES[placed.cell])
            for placed in seen.placed
        ]
    return [
        T("{player} adds a piece on {cell}", player=Seat(placed.player), cell=CELL_NAMES[placed.cell])
        for placed in seen.placed
    ]


def gone(seen: TotemObservation, player: Player) -> Text | None:
    """Return why a player is no longer in the match."""
    if player in seen.resigned:
        return T("resigned")
    return None if player in seen.active_players else T("out")


def tag(seen: TotemObservation, player: Player) -> Text | None:
    """Return what the game expects of a player now; at the end, who won."""
    if seen.planned:
        return T("confirm!") if player == seen.turn else None
    if seen.outcome is not None:
        winners = seen.outcome.winners
        if player in winners:
            return T("winner") if len(winners) == 1 else T("tie")
    if player != seen.turn or player not in seen.active_players:
        return None
    if seen.phase == "run":
        return TN("{count} left", "{count} left", seen.points)
    return T("again?") if seen.phase == "again" else T("to move")


def made_of(used: tuple[int, ...], lost: int, *, exchanged: bool) -> Text:
    """Return the result of a roll."""
    if not used:
        return T("exchange") if exchanged else T("no move")
    if lost:
        return TN("{count} lost", "{count} lost", lost)
    return TN("{count} point", "{count} points", sum(used))


def quiet(seen: TotemObservation) -> Text | None:
    """Return how close the match is to a tie by quiet turns (T26)."""
    if seen.quiet_turns < QUIET_SHOWN or seen.outcome is not None:
        return None
    return T("{number} of {limit} quiet turns", number=seen.quiet_turns, limit=QUIET_TURNS)
