"""What a hint tells of a turn of İYE."""

from __future__ import annotations

from engines.game import Player
from engines.iye.board import SIZE
from engines.iye.moves import Natural, Spend, decode
from engines.iye.observation import TILE_NAMES, IyeObservation
from engines.text import T, Text
from players.hints import part_of_board


def clues(observation: IyeObservation, player: Player, moves: tuple[str, ...]) -> tuple[Text, ...]:
    """Return where to look, and what kind of move it is."""
    return _where(moves), _which(observation, player, moves)


def _where(moves: tuple[str, ...]) -> Text:
    """Return where to look."""
    move = decode(moves[0])
    if not isinstance(move, Natural | Spend):
        return T("Look at what the first move could take, and what the second could.")
    across, down = move.target % SIZE, SIZE - 1 - move.target // SIZE
    return T("Look at the squares {part}.", part=part_of_board(across / (SIZE - 1), down / (SIZE - 1)))


def _which(observation: IyeObservation, player: Player, moves: tuple[str, ...]) -> Text:
    """Return what kind of move it is."""
    move = decode(moves[0])
    if isinstance(move, Spend):
        return T("Spend one {tile}.", tile=TILE_NAMES[move.tile])
    if isinstance(move, Natural):
        tile = TILE_NAMES[observation.board[move.target]]
        if any(observation.hands[player]):
            return T("Spend nothing, and give one {tile} away.", tile=tile)
        return T("Give one {tile} away.", tile=tile)
    return T("Count how many good first moves there are.")
