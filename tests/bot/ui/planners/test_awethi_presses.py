"""The number of presses that a turn of Awéthi takes, and the story beside a text board."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.matches.model.views import MatchView
from bot.ui.boards.board_messages import public_board
from bot.ui.planners.panel import MOVE
from engines.awethi.game import AWETHI
from engines.awethi.moves import Choose, Hunt
from engines.game import CHANCE
from engines.text import Text
from tests.bot.ui.planners.awethi_views import (
    OPEN,
    panel_of,
    positions_of_match,
    shown,
    write,
)
from tests.bot.ui.planners.panels import leads
from tests.engines.awethi.players import choose, greedy


def presses(game_view: MatchView, moves: str) -> int:
    """Return the smallest number of presses that plans these moves together."""
    ahead, count = {""}, 0
    while ahead:
        count += 1
        found = {lead for place in ahead for lead in leads(panel_of(game_view, place))}
        if MOVE + moves in found:
            return count
        ahead = {lead for lead in found if not lead.startswith(MOVE)}
        assert count < 4, moves
    raise AssertionError(moves)


def presses_of_turn(state: Any, player: int, rng: random.Random) -> int:
    """Return the presses of a random legal turn of a herder or of the wairgka player."""
    count = len(("Take turn", "Confirm"))
    while AWETHI.players_to_move(state) == (player,):
        before = state
        together: list[Any] = []
        while not together or isinstance(together[-1], Choose):  # a choice is planned with the first walk
            together.append(rng.choice(AWETHI.legal_moves(state, player)))
            state = AWETHI.apply(state, player, together[-1])
        count += presses(shown(before), MOVE.join(map(AWETHI.encode_move, together)))
        if isinstance(together[-1], Hunt):
            break
    return count


@pytest.mark.parametrize("seed", range(6))
def test_herder_turn_takes_at_most_ten_presses_and_a_wairgk_turn_four(seed: int) -> None:
    """Random legal turns in the positions of matches."""
    rng = random.Random(seed)
    counted: dict[str, list[int]] = {"choose": [], "hunt": []}
    for state, player in positions_of_match(seed, 2 + seed % 4):
        if state.phase in counted and rng.random() < 0.3:
            counted[state.phase].append(presses_of_turn(state, player, rng))
    assert 6 <= max(counted["choose"]) <= 10
    assert max(counted["hunt"], default=0) <= 4


def test_turn_with_the_most_ends_takes_at_most_ten_presses() -> None:
    """No position has more ends: 54 with the dice, and those with the average."""
    rng = random.Random(0)
    state = AWETHI.load_state(OPEN)
    assert sum(len(choice.ends) for choice in AWETHI.observe(state, 0).walkers[0].choices if not choice.average) == 54
    assert max(presses_of_turn(state, 0, rng) for _ in range(40)) <= 10


@pytest.mark.parametrize("seed", range(3))
def test_text_board_leaves_room_for_the_whole_story_of_a_turn(seed: int) -> None:
    """With four herders, and everything that happens until the next decision."""
    rng = random.Random(seed)
    state: Any = AWETHI.initial_state(5, {"board": ("meadow", "river", "lake")[seed]})
    story: list[Text] = []
    compared = 0
    for _ in range(300):
        (player,) = AWETHI.players_to_move(state) or (None,)
        if player is None:
            break
        if AWETHI.turn_ended(state):
            if story:
                shown_now = replace(shown(state, 0), sentences=tuple(story))
                content = public_board(shown_now, write(shown_now), None, ()).content
                assert all(write(shown_now)(sentence) in content for sentence in story), len(content)
                compared += 1
            story = []
        move = AWETHI.sample_chance(state, rng) if player == CHANCE else choose(state, player, greedy, rng)
        story += AWETHI.describe_move(state, player, move, None)
        state = AWETHI.apply(state, player, move)
    assert compared > 10
