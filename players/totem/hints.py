"""What a hint tells of a turn of Totem."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engines.game import Player
from engines.text import TN, T, Text
from engines.totem.board import BOARD, NAMES
from engines.totem.moves import Add, Move, Run, Start, Use, decode
from engines.totem.observation import TotemObservation
from players.hints import part_of_board


def clues(observation: TotemObservation, player: Player, moves: tuple[str, ...]) -> tuple[Text, ...]:
    """Return where to look, and which pieces run, or that none does; nothing for the choice of a starting cell."""
    move = _first(moves)
    return () if isinstance(move, Start) else (_where(observation, player, move), _which(observation, player, moves))


def _where(observation: TotemObservation, player: Player, move: Move) -> Text:
    """Return where to look: the part of the player's own group, which may all be in one part of the board."""
    if isinstance(move, Run):
        totem, pieces = observation.totems[player], observation.pieces[player]
        return T("Look {part} of your group.", part=_part(move.origin, pieces if totem is None else (*pieces, totem)))
    if isinstance(move, Add):
        return T("Look at the cells next to your totem, and at your reserve.")
    return T("Look at how far your pieces are from the totems.")


def _which(observation: TotemObservation, player: Player, moves: tuple[str, ...]) -> Text:
    """Return which pieces run, or that none does."""
    move = _first(moves)
    if isinstance(move, Run):
        if move.origin == observation.totems[player]:
            return T("Run with your totem first.")
        runs = sum(isinstance(decode(text), Run) for text in moves)
        return TN(
            "Run with the piece on {cell}.",
            "Run with the piece on {cell} first; there are {count} runs.",
            runs,
            cell=NAMES[move.origin],
        )
    if isinstance(move, Add):
        return T("Exchange the roll for a piece.")
    return T("Take what a 12 gives you.")


def _first(moves: tuple[str, ...]) -> Move:
    """The first move after the choice of the dice."""
    made = [decode(text) for text in moves]
    return next((move for move in made if not isinstance(move, Use)), made[0])


def _part(cell: int, group: Iterable[int]) -> Text:
    """Return in which ninth of a group's extent a cell of it is."""
    files, heights = zip(*(BOARD.centres[one] for one in group), strict=True)
    file, height = BOARD.centres[cell]
    return part_of_board(_share(file, files), 1 - _share(height, heights))


def _share(place: float, places: Sequence[float]) -> float:
    """Return how far a place is between the least and the greatest, from 0 to 1; ½ if they are the same."""
    least, most = min(places), max(places)
    return (place - least) / (most - least) if most > least else 0.5
