"""The rules work with another edition: another sheet, other printed walls and shapes (C1, C6)."""

from __future__ import annotations

from random import Random

import pytest

from engines.bitsets import mask_of, members_of
from engines.chiefdom import planning
from engines.chiefdom.board import Board, board_of, flipped, orientations, reductions, rotated
from engines.chiefdom.edition import FIRST, Edition
from engines.chiefdom.game import Chiefdom
from engines.chiefdom.scoring import lines
from engines.game import CHANCE
from tests.engines.chiefdom.sheets import sheet

SMALL = Edition(
    files=5,
    ranks=6,
    west=("a2",),
    east=("e2", "e5"),
    shapes=(
        ((0, 0),),
        ((0, 0), (0, 1)),
        ((0, 0), (1, 0), (2, 0)),
        ((0, 0), (0, 1), (1, 1), (1, 2)),
        ((0, 1), (1, 0), (1, 1), (1, 2), (2, 1)),
        ((0, 0), (0, 1), (1, 0), (1, 1)),
    ),
)
GAME = Chiefdom(SMALL)
BOARD = board_of(SMALL)


@pytest.mark.parametrize("seed", range(4))
def test_whole_matches_work_with_another_edition(seed: int) -> None:
    rng = Random(seed)
    state = GAME.initial_state(2, {"cards": "on"})
    while waiting := GAME.players_to_move(state):
        player = waiting[0]
        legal = GAME.legal_moves(state, player)
        move = GAME.sample_chance(state, rng) if player == CHANCE else legal[rng.randrange(len(legal))]
        assert GAME.decode_move(GAME.encode_move(move)) == move
        if player != CHANCE:
            assert GAME.parse_move(state, player, GAME.encode_move(move)) == move
            assert GAME.complete_move(state, player, "", 5)
        state = GAME.apply(state, player, move)
        assert GAME.load_state(GAME.dump_state(state)) == state
        seen = GAME.observe(state, 0)
        assert seen.edition == SMALL
        assert GAME.text_board(seen).splitlines()[-1].split() in ([*"abcde"], ["abcde", "abcde"])
        assert GAME.describe_position(seen)
    assert GAME.outcome(state) is not None


def test_printed_walls_follow_the_edition() -> None:
    start = GAME.initial_state(1, {}).sheets[0]
    assert start.squares.count(".") == 27
    joined = sheet("b2W c2W d2W", board=BOARD)
    assert next(line.number for line in lines(joined) if line.name == "wall_completed") == 1


def test_shapes_follow_the_edition() -> None:
    state = GAME.apply(GAME.initial_state(1, {}), CHANCE, GAME.decode_move("dice 2 3 5"))
    assert GAME.is_legal(state, 0, GAME.decode_move("water b4 c3 c4 c5 d4 (5)"))
    assert not GAME.is_legal(state, 0, GAME.decode_move("water b3 b4 b5 c3 (5)"))
    held = planning.initial_shape(state.sheets[0], "water", 5)
    assert held is not None
    assert len(planning.squares(state.sheets[0], held)) == 5


def test_bonus_leaves_connected_shapes() -> None:
    assert [left for left, _ in reductions(SMALL.shape(5))] == [(0, 1), (1, 0), (1, 2), (2, 1)]
    assert [left for left, _ in reductions(SMALL.shape(4))] == [(0, 0), (1, 2)]
    assert [left for left, _ in reductions(FIRST.shape(6))] == [(0, 0), (2, 0)]
    assert list(reductions(FIRST.shape(1))) == []


def test_orientations_of_shapes() -> None:
    assert [len(orientations(FIRST.shape(die))) for die in (None, 1, 2, 3, 4, 5, 6)] == [1, 1, 2, 4, 1, 8, 2]
    shape = FIRST.shape(5)
    assert rotated(rotated(rotated(rotated(shape)))) == shape
    assert flipped(flipped(shape)) == shape
    assert rotated(shape) == ((0, 0), (0, 1), (1, 1), (2, 1))


def test_each_edition_has_one_board() -> None:
    assert board_of(SMALL) is BOARD
    assert board_of(FIRST) is not BOARD
    assert repr(Board(SMALL)) == "Board(5×6)"


def test_groups_and_neighbours() -> None:
    board = board_of(FIRST)
    corner = board.square_of["a1"]
    assert {board.names[square] for square in members_of(board.neighbour_masks[corner])} == {"a2", "b1"}
    middle = board.square_of["e5"]
    assert {board.names[square] for square in members_of(board.neighbour_masks[middle])} == {"e4", "e6", "d5", "f5"}
    a8, b1 = board.square_of["a8"], board.square_of["b1"]
    assert not board.neighbour_masks[a8] >> b1 & 1, "the north of a file is not adjacent to the south of the next"
    assert sorted(group.bit_count() for group in board.groups(mask_of((0, 1, 9, 20)))) == [1, 3]
