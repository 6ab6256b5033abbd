"""Labels in pictures of Totem."""

from __future__ import annotations

from collections.abc import Sequence

from engines.game import Outcome, Player
from engines.text import TN, Seat, T, Text
from engines.totem.observation import CELL_NAMES, QUIET_SHOWN, ShownPiece, ShownRun, TotemObservation

PIECES = T("Pieces")
RESERVE = T("Reserve")

QUIET_TURNS = 300


UNUSED = T("not used")
ELIMINATES = T("eliminates")
ORDER = T("1, 2 …: order of the runs")
WINNER = T("winner")


def headline(seen: TotemObservation) -> Text | None:
    """Return what happened last, in words."""
    if seen.phase == "first":
        return T("The dice decide who begins")
    runs, placed = last_turn(seen)
    if runs:
        return _runs(runs)
    if placed:
        return _placed(placed)
    if seen.passed:
        return T("{player} has to pass", player=Seat(seen.passed[-1]))
    if seen.phase == "place" and seen.to_move is not None:
        return T("{player} chooses where to start", player=Seat(seen.to_move))
    if seen.phase == "use" and seen.to_move is not None:
        return T("{player} decides how to use the dice", player=Seat(seen.to_move))
    if seen.phase == "run" and seen.to_move is not None:
        return T("{player} chooses a piece to run", player=Seat(seen.to_move))
    return None


def notation(seen: TotemObservation) -> str:
    """Return the runs or the exchanges of the last turn in short notation; empty if there were none."""
    runs, placed = last_turn(seen)
    if runs:
        return " ".join(f"{CELL_NAMES[run.path[0]]}–{CELL_NAMES[run.path[-1]]}" for run in runs)
    return " ".join(CELL_NAMES[piece.cell] for piece in placed if not piece.totem)


def last_turn(seen: TotemObservation) -> tuple[Sequence[ShownRun], Sequence[ShownPiece]]:
    """Return the runs and the placed pieces of the last turn, if the turns of several players are shown at once."""
    last = next((roll.player for roll in reversed(seen.rolls) if roll.used is not None), None)
    if last is None:
        return seen.runs, seen.placed
    return [run for run in seen.runs if run.player == last], [one for one in seen.placed if one.player == last]


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


def _runs(runs: Sequence[ShownRun]) -> Text:
    player = Seat(runs[0].player)
    fallen = [loss.owner for run in runs for loss in run.losses if loss.cause == "totem"]
    if fallen:
        return T("{player}’s totem falls", player=Seat(fallen[-1]))
    losers = [loss.owner for run in runs for loss in run.losses]
    if len(set(losers)) > 1:
        return TN("{count} piece eliminated", "{count} pieces eliminated", len(losers))
    if losers:
        return TN("{player} loses {count} piece", "{player} loses {count} pieces", len(losers), player=Seat(losers[0]))
    if len(runs) == 1 and runs[0].totem:
        return T("{player} moves the totem", player=player)
    return TN("{player} moves {count} piece", "{player} moves {count} pieces", len(runs), player=player)


def _placed(placed: Sequence[ShownPiece]) -> Text:
    newest = placed[-1]
    player, cell = Seat(newest.player), CELL_NAMES[newest.cell]
    if newest.totem:
        return T("{player} starts on {cell}", player=player, cell=cell)
    if len(placed) > 1:
        return TN("{player} adds {count} piece", "{player} adds {count} pieces", len(placed), player=player)
    return T("{player} adds a piece on {cell}", player=player, cell=cell)


def gone(seen: TotemObservation, player: Player) -> Text | None:
    """Return why a player is no longer in the match."""
    if player in seen.resigned:
        return T("has left")
    return None if player in seen.active_players else T("out")


def tag(seen: TotemObservation, player: Player) -> Text | None:
    """Return what the game expects of a player now; at the end, who won."""
    if seen.planned:
        return T("confirm!") if player == seen.turn else None
    if seen.outcome is not None:
        winners = seen.outcome.winners
        if player in winners:
            return WINNER if len(winners) == 1 else T("tie")
    if player != seen.turn or player not in seen.active_players:
        return None
    if seen.phase == "run":
        return TN("{count} left", "{count} left", seen.points)
    return T("again?") if seen.phase == "again" else T("to move")


def made_of(used: tuple[int, ...], lost: int, *, exchanged: bool) -> Text:
    """Return the result of a roll."""
    if not used:
        return T("adds a piece") if exchanged else T("no move")
    if lost:
        return TN("{count} lost", "{count} lost", lost)
    return TN("{count} point", "{count} points", sum(used))


def quiet(seen: TotemObservation) -> Text | None:
    """Return how close the match is to a tie by quiet turns (T26)."""
    if seen.quiet_turns < QUIET_SHOWN or seen.outcome is not None:
        return None
    return T("{number} of {limit} quiet turns", number=seen.quiet_turns, limit=QUIET_TURNS)
