"""The wairgka of a player who has left, taken over by another user."""

from __future__ import annotations

import pytest

from engines.awethi.game import AWETHI
from engines.awethi.state import State
from engines.errors import IllegalMoveError
from engines.game import CHANCE

ALONE = "meadow heads HHW e20c/t20c h20a25a25a25/y1y1y1y1 m13m20 221/221 loose 30 each 1 1 1234 123- - 3"
"""The last awéthi of Ann is to move, and nobody plays the wairgka."""


def state(line: str = ALONE) -> State:
    return AWETHI.load_state(line)


def after(position: State, *moves: str) -> State:
    for text in moves:
        (player,) = AWETHI.players_to_move(position)
        position = AWETHI.apply(position, player, AWETHI.decode_move(text))
    return position


def test_takeover_keeps_the_current_turn() -> None:
    taken = AWETHI.take_over(state(), 2)
    assert AWETHI.dump_state(taken) == ALONE.removesuffix("3") + "-"
    assert AWETHI.load_state(AWETHI.dump_state(taken)) == taken


def test_next_wairgk_turn_is_played_after_a_takeover() -> None:
    move = next(move for move in AWETHI.legal_moves(state(), 0))
    assert AWETHI.apply(state(), 0, move).phase == "herd"
    taken = AWETHI.apply(AWETHI.take_over(state(), 2), 0, move)
    assert taken.phase == "prowl"
    assert AWETHI.players_to_move(taken) == (CHANCE,)
    assert AWETHI.players_to_move(after(taken, "prowl:S4")) == (2,)


def test_takeover_is_observed_and_refused_after_the_end() -> None:
    seen = AWETHI.observe(AWETHI.take_over(state(), 2), None)
    assert not seen.wairgka_left
    over = AWETHI.load_state(
        "meadow heads HHW -/t20c h20a25a25a25/y1y1y1y1 m13m20 110/221 loose 30 eaten - 1 - ---- - 3"
    )
    with pytest.raises(IllegalMoveError, match="The match is over"):
        AWETHI.take_over(over, 2)


@pytest.mark.parametrize(
    ("line", "player"),
    [
        (ALONE, 0),
        (ALONE, 1),
        (ALONE, 3),
        (ALONE.removesuffix("3") + "-", 2),
        (ALONE.removesuffix("3") + "2", 1),
    ],
)
def test_only_the_seat_of_a_wairgka_player_who_has_left_can_be_taken_over(line: str, player: int) -> None:
    with pytest.raises(IllegalMoveError, match=r"This seat cannot be taken over\."):
        AWETHI.take_over(state(line), player)
