"""What a hint tells of a drawing on a sheet of Chiefdom."""

from __future__ import annotations

from engines.chiefdom.moves import Draw, decode
from engines.chiefdom.observation import ChiefdomObservation, phrase_of
from engines.game import Player
from engines.text import T, Text
from players.chiefdom.masks import BOARD
from players.hints import part_of_board


def clues(_observation: ChiefdomObservation, _player: Player, moves: tuple[str, ...]) -> tuple[Text, ...]:
    """Return where to look, and what to draw."""
    return _where(moves), _which(moves)


def _where(moves: tuple[str, ...]) -> Text:
    """Return where to look."""
    move = decode(BOARD, moves[0])
    if not isinstance(move, Draw):
        return T("Look at what each drawing would cost you.")
    files, ranks = zip(*map(BOARD.coordinates, move.squares), strict=True)
    across = (sum(files) / len(files) + 0.5) / BOARD.edition.files
    up = (sum(ranks) / len(ranks) + 0.5) / BOARD.edition.ranks
    return T("Look at the squares {part} of your sheet.", part=part_of_board(across, 1 - up))


def _which(moves: tuple[str, ...]) -> Text:
    """Return what to draw."""
    move = decode(BOARD, moves[0])
    if not isinstance(move, Draw):
        return T("Not every roll is worth drawing.")
    what = phrase_of(move.icon, len(move.squares))
    if move.die is None:
        return T("Draw {what}.", what=what)
    if move.bonus:
        return T("Draw {what}, with a bonus; the {die} gives the shape.", what=what, die=move.die)
    return T("Draw {what}; the {die} gives the shape.", what=what, die=move.die)
