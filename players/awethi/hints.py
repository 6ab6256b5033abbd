"""What a hint tells of a turn of Awéthi."""

from __future__ import annotations

from engines.awethi.imagine import imagine
from engines.awethi.moves import SUM, Hunt, Move, Walk, decode
from engines.awethi.observation import AwethiObservation
from engines.awethi.rules import herder_to_move
from engines.awethi.squares import NAMES, SIDE
from engines.awethi.turns import apply
from engines.bitsets import members_of
from engines.game import Player
from engines.text import T, Text
from players.awethi.field import Field, distances_from
from players.awethi.reasons import kind_at, nearest, plan, square_told
from players.hints import part_of_board


def clues(observation: AwethiObservation, player: Player, moves: tuple[str, ...]) -> tuple[Text, ...]:
    """Return where to look, and how to use the dice, or which piece moves first."""
    return _where(observation, player, moves), _which(moves)


def _where(observation: AwethiObservation, player: Player, moves: tuple[str, ...]) -> Text:
    """Return where to look: a herder at an aiwe, the wairgka at a part of the board."""
    before = after = imagine(observation)
    made = [decode(text) for text in moves]
    if isinstance(made[0], Hunt):
        prey = min(members_of(before.aiwe), key=distances_from(made[0].end).__getitem__)
        rank, file = divmod(prey, SIDE)
        return T("Look at the aiwe {part}.", part=part_of_board((file + 0.5) / SIDE, 1 - (rank + 0.5) / SIDE))
    for move in made:
        after = apply(after, player, move)
    herder = herder_to_move(before)
    square = square_told(plan(before, after, Field(before, herder)))  # the aiwe of which the last step speaks
    if square is None:
        square = nearest(before.herders[herder].grazing, after.herders[herder].awethi)
    return T("Look at the {kind} on {square}.", kind=kind_at(before, square), square=NAMES[square])


def _which(moves: tuple[str, ...]) -> Text:
    """Return how to use the dice, or which piece moves first."""
    move: Move = decode(moves[0])
    if isinstance(move, Hunt):
        return T("Move W{number}.", number=move.wairgk + 1)
    if isinstance(move, Walk):
        return T("Move awéthi {number} first.", number=move.awethi + 1)
    if move is SUM:
        return T("Use the average for all four awéthi.")
    return T("Use a die for each awéthi.")
