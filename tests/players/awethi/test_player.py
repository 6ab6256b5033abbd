"""What the computer player of Awéthi decides."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import cycle, islice
from random import Random

import pytest

from engines.awethi.boards import BOARDS
from engines.awethi.game import AWETHI
from engines.awethi.herd import caught
from engines.awethi.moves import Hunt
from engines.awethi.rules import legal_moves
from engines.awethi.scoring import heads
from engines.awethi.state import State
from engines.game import CHANCE
from players import LEVELS
from players.awethi.player import PLAYER
from players.awethi.worth import chance
from players.awethi.yardsticks import YARDSTICKS
from tests.players.awethi.positions import decided, made, told


def test_decisions_last_until_the_next_roll_and_are_worth_a_chance() -> None:
    for one in told():
        assert AWETHI.players_to_move(one.after) in ((), (CHANCE,)) or one.before.phase == "hunt"
        assert 0 <= one.decision.value <= 1
        assert one.decision.nodes <= 700


@cache
def at_random(seats: int, board: str, seed: int) -> list[tuple[State, int]]:
    """Positions of a random match in which a player is to move, many of them in the middle of a turn.

    From five seats one herder leaves on the way, from four the wairgka player.
    """
    rng, random = Random(seed), Random(seed)
    found: list[tuple[State, int]] = []
    state = AWETHI.initial_state(seats, {"board": board, "scoring": ("heads", "points")[seed % 2]})
    while (waiting := AWETHI.players_to_move(state)) and len(found) < 1200:
        (player,) = waiting
        if player == CHANCE:
            state = AWETHI.apply(state, player, AWETHI.sample_chance(state, rng))
            continue
        found.append((state, player))
        leaver = {4: state.wairgka_seat, 5: state.seat_of(0)}.get(seats)
        if len(found) == 900 and leaver is not None:
            state = AWETHI.withdraw(state, leaver)
            continue
        state = AWETHI.apply(state, player, random.choice(AWETHI.legal_moves(state, player)))
    return found


@pytest.mark.parametrize(("seats", "board"), [*zip((2, 3, 4, 5, 5, 4), cycle(BOARDS), strict=False)])
def test_every_level_decides_in_every_phase_of_random_matches(seats: int, board: str) -> None:
    phases = Counter[str]()
    for number, (state, player) in enumerate(at_random(seats, board, seats)[::17]):
        phases[state.phase] += 1
        level = LEVELS[number % len(LEVELS)]
        decision = PLAYER.decide(AWETHI.observe(state, player), player, level, number, nodes=60)
        assert made(state, player, decision.moves) != state
        assert decision.nodes <= 60
        if decision.alternative is not None:
            assert made(state, player, decision.alternative.moves) != state
            assert decision.alternative.moves != decision.moves
    assert phases.keys() == {"choose", "each", "sum", "hunt"}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("nodes", [0, 1, 40])
def test_nodes_are_kept(level: int, nodes: int) -> None:
    for state, player in at_random(3, "river", 1)[:300:11]:
        decision = PLAYER.decide(AWETHI.observe(state, player), player, level, 1, nodes=nodes)
        assert decision.nodes <= nodes
        made(state, player, decision.moves)


@pytest.mark.parametrize("level", LEVELS)
def test_equal_positions_and_seeds_give_equal_decisions(level: int) -> None:
    for one in islice(decided((level, 2, level), 5, {}, nodes=150), 10):
        again = AWETHI.load_state(AWETHI.dump_state(one.before))
        decisions = [
            PLAYER.decide(AWETHI.observe(state, one.player), one.player, level, 3, nodes=150)
            for state in (one.before, again)
        ]
        assert repr(decisions[0]) == repr(decisions[1])


def test_players_who_are_not_to_move_cannot_decide() -> None:
    state, player = at_random(3, "lake", 3)[0]
    other = (player + 1) % 3
    with pytest.raises(ValueError, match="not to move"):
        PLAYER.decide(AWETHI.observe(state, other), other, 3, 1)


@pytest.mark.parametrize("name", YARDSTICKS)
def test_yardsticks_make_legal_moves_and_ignore_the_level(name: str) -> None:
    for state, player in at_random(4, "river", 2)[:300:13]:
        seen = AWETHI.observe(state, player)
        decision = YARDSTICKS[name].decide(seen, player, 1, 5)
        assert decision == YARDSTICKS[name].decide(seen, player, 5, 5)
        assert made(state, player, decision.moves) != state


def test_chances_told_come_true() -> None:
    """Over the next turns of the same herder."""
    said, came = 0.0, 0
    for seed in range(8):
        expected = 0.0
        for one in decided((5, 5), seed, {"board": ("meadow", "river", "lake")[seed % 3]}):
            if one.before.phase == "choose":
                said += expected
                came += bool(expected and caught(one.before.aiwe, one.after.awethi))
                share = one.args.get("percent")
                expected = share / 100 if isinstance(share, int) else 0.0
            else:
                expected = 0.0
    assert came > 15
    assert abs(said - came) / said <= 0.15


def test_level_5_brings_its_herd_home_sooner_than_level_1() -> None:
    rounds = {level: [list(decided((level, 3), seed, {}))[-1].before.round for seed in range(2)] for level in (1, 5)}
    assert max(rounds[5]) < min(rounds[1])


# ---------------------------------------------------------------------------------------------------- without a chance

LOST_HERD = "meadow heads HW d22c a25a25c24d20 m13 100 loose 9 herd 1 1 - ---- - -"
"""One aiwe at home, the last one grazing: with two heads the herder cannot win (A27)."""


def to_the_end(state: State, level: int, seed: int) -> State:
    """The end of a match of a herder against wairgka of level 1."""
    rng = Random(seed)
    while waiting := AWETHI.players_to_move(state):
        (player,) = waiting
        if player == CHANCE:
            state = AWETHI.apply(state, player, AWETHI.sample_chance(state, rng))
            continue
        chosen = PLAYER.decide(AWETHI.observe(state, player), player, level if player == 0 else 1, seed, nodes=700)
        state = made(state, player, chosen.moves)
    return state


@pytest.mark.parametrize("level", [3, 4, 5])
def test_herder_who_cannot_win_still_brings_its_last_aiwe_home(level: int) -> None:
    ends = []
    for seed in range(6):
        state = AWETHI.load_state(LOST_HERD)
        assert chance(state, 0, level) == 0
        ends.append(to_the_end(state, level, seed))
    assert sum(heads(end.herders[0]) == 2 for end in ends) >= 4


def hunts() -> list[tuple[State, int]]:
    """Positions in which the wairgka have hardly a chance."""
    found = [one for one in told() if one.before.phase == "hunt" and one.level >= 3]
    return [(one.before, one.player) for one in found if chance(one.before, one.player, one.level) < 0.1]


@pytest.mark.parametrize("level", [3, 4, 5])
def test_wairgka_without_a_chance_still_eat_what_they_can(level: int) -> None:
    eaten = 0
    for number, (state, player) in enumerate(hunts()):
        food = [move for move in legal_moves(state, player) if isinstance(move, Hunt) and state.aiwe >> move.end & 1]
        decision = PLAYER.decide(AWETHI.observe(state, player), player, level, number)
        after = made(state, player, decision.moves)
        assert (after.aiwe != state.aiwe) == bool(food)
        eaten += bool(food)
    assert eaten > 3


def test_herders_without_a_chance_still_catch() -> None:
    """Those of a race who are hardly going to win keep what is caught, and catch more."""
    held = [
        (caught(one.before.aiwe, one.before.awethi).bit_count(), caught(one.before.aiwe, one.after.awethi).bit_count())
        for one in told()
        if one.before.phase == "choose" and one.level >= 3 and chance(one.before, one.player, one.level) < 0.15
    ]
    assert len(held) > 5
    assert sum(after for _, after in held) > sum(before for before, _ in held)
