"""What the computer player of Chiefdom decides, and that its masks agree with the engine."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engines.bitsets import mask_of
from engines.chiefdom.drawing import drawings, drawn
from engines.chiefdom.game import CHIEFDOM
from engines.chiefdom.scoring import running_total
from engines.chiefdom.state import State
from engines.game import CHANCE
from players import LEVELS
from players.chiefdom import masks as fast
from players.chiefdom.player import PLAYER, possible_drawings
from players.chiefdom.yardsticks import YARDSTICKS
from tests.players.chiefdom.positions import CARDS, waiting


@pytest.mark.parametrize("seed", range(4))
def test_masks_draw_and_score_as_the_engine(seed: int) -> None:
    for state, player in waiting(seed):
        sheet, dice = state.sheets[player], state.dice
        assert dice is not None
        legal = list(drawings(sheet, dice))
        assert set(possible_drawings(sheet, dice)) == set(legal)
        masks = fast.masks_of(sheet)
        assert fast.points(masks) == running_total(sheet, ())
        for draw in legal[:: max(1, len(legal) // 20)]:
            after = drawn(sheet, draw)
            mask = mask_of(draw.squares)
            assert fast.after(masks, draw.icon, mask, draw.jobs, bonus=draw.bonus) == fast.masks_of(after)
            assert fast.points(fast.masks_of(after)) == running_total(after, ())


@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_decides_legally_and_the_same_for_the_same_seed(level: int, seats: int) -> None:
    for state, player in list(waiting(11, seats, CARDS))[::9]:
        seen = CHIEFDOM.observe(state, player)
        decision = PLAYER.decide(seen, player, level, 5, nodes=300)
        assert decision == PLAYER.decide(seen, player, level, 5, nodes=300)
        assert decision.nodes <= 300
        assert CHIEFDOM.is_legal(state, player, CHIEFDOM.decode_move(*decision.moves))
        if decision.alternative is not None:
            (other,) = decision.alternative.moves
            assert CHIEFDOM.is_legal(state, player, CHIEFDOM.decode_move(other))
            assert other.split()[0] != decision.moves[0].split()[0]


@pytest.mark.parametrize("cards", ["on", "off"])
def test_secret_sheets_and_decisions_of_others_change_nothing(cards: str) -> None:
    """Twins: positions that differ only in what the player may not know."""
    tried = 0
    elsewhere = [state for state, _ in waiting(4, 3, (("cards", cards),))]
    for state, player in list(waiting(3, 3, (("cards", cards),)))[5::20]:
        other = next(each for each in reversed(elsewhere) if each.sheets[player] != state.sheets[player])
        twin = replace(
            state,
            sheets=tuple(
                state.sheets[seat] if seat == player else other.sheets[seat] for seat in range(len(state.sheets))
            ),
        )
        assert twin != state
        for level in LEVELS:
            one, two = CHIEFDOM.observe(state, player), CHIEFDOM.observe(twin, player)
            decisions = [PLAYER.decide(seen, player, level, 7, nodes=200) for seen in (one, two)]
            assert repr(decisions[0]) == repr(decisions[1])
            tried += 1
    assert tried >= len(LEVELS)


def test_only_a_player_who_is_to_move_can_decide() -> None:
    state = CHIEFDOM.initial_state(1, {})
    with pytest.raises(ValueError, match="not to move"):
        PLAYER.decide(CHIEFDOM.observe(state, 0), 0, 1, 1)


def final_score(level: int, seed: int, *, greedy: bool = False) -> int:
    """The score of a solo match without cards."""
    return scores(level, seed, greedy=greedy)[1]


def scores(level: int, seed: int, *, greedy: bool = False) -> tuple[float, int]:
    """The score that is expected at first and the final one of a solo match without cards."""
    rng, state = Random(seed), CHIEFDOM.initial_state(1, {})
    expected: list[float] = []
    while CHIEFDOM.outcome(state) is None:
        (player,) = CHIEFDOM.players_to_move(state)
        if player == CHANCE:
            state = CHIEFDOM.apply(state, player, CHIEFDOM.sample_chance(state, rng))
            continue
        deciding = YARDSTICKS["greedy"] if greedy else PLAYER
        decision = deciding.decide(CHIEFDOM.observe(state, player), player, level, seed)
        expected.append(decision.value)
        state = CHIEFDOM.apply(state, player, CHIEFDOM.decode_move(*decision.moves))
    return expected[0], running_total(state.sheets[0], ())


def test_higher_levels_score_more() -> None:
    first, third, fourth = (sum(final_score(level, seed) for seed in range(6)) for level in (1, 3, 4))
    greedy = sum(final_score(1, seed, greedy=True) for seed in range(6))
    assert first < third < fourth
    assert first < greedy < fourth


@pytest.mark.parametrize("level", [1, 2])
def test_low_levels_expect_what_they_reach(level: int) -> None:
    expected, reached = (sum(each) / 8 for each in zip(*(scores(level, seed) for seed in range(8)), strict=True))
    assert abs(expected - reached) < 20


@pytest.mark.parametrize("level", [3, 4, 5])
def test_most_is_made_of_a_bad_sheet(level: int) -> None:
    """Two thirds of random drawings: played on, it brings more than it had, and far more than by random drawings."""
    had = played_on = at_random = 0
    for seed in range(4):
        start = [state for state, _ in waiting(seed)]
        state = start[2 * len(start) // 3]
        had += running_total(state.sheets[0], ())
        played_on += score_from(state, level, seed)
        at_random += running_total(start[-1].sheets[0], ())
    assert played_on > max(had, at_random) + 4 * 10


def score_from(state: State, level: int, seed: int) -> int:
    """The final score of a solo match that a level goes on with."""
    rng = Random(seed)
    while waiting_for := CHIEFDOM.players_to_move(state):
        (player,) = waiting_for
        if player == CHANCE:
            move = CHIEFDOM.sample_chance(state, rng)
        else:
            chosen = PLAYER.decide(CHIEFDOM.observe(state, player), player, level, seed, nodes=300)
            move = CHIEFDOM.decode_move(*chosen.moves)
        state = CHIEFDOM.apply(state, player, move)
    return running_total(state.sheets[0], ())
