"""What the computer player of Totem decides."""

from __future__ import annotations

import pytest

from engines.bitsets import members_of
from engines.game import CHANCE
from engines.totem.board import DISTANCE
from engines.totem.game import TOTEM
from engines.totem.moves import Use
from engines.totem.rules import legal_moves
from engines.totem.state import State
from engines.totem.turns import apply
from players import LEVELS
from players.totem.plans import Budget, plans
from players.totem.player import PLAYER
from players.totem.reach import points_to_fell
from players.totem.worth import chance, log_odds
from tests.players.totem.decisions import decided
from tests.players.totem.measures import share_of_fellings
from tests.players.totem.positions import of_yardsticks, played


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_level_makes_legal_moves_up_to_the_next_roll(seats: int, level: int) -> None:
    assert played(seats, level, seats, 12)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("nodes", [0, 1, 30])
def test_nodes_are_kept(level: int, nodes: int) -> None:
    for state in played(2, 2, 5, 8):
        (player,) = TOTEM.players_to_move(state)
        decision = PLAYER.decide(TOTEM.observe(state, player), player, level, 1, nodes=nodes)
        assert decision.nodes <= nodes
        after = state
        for text in decision.moves:
            after = TOTEM.apply(after, player, TOTEM.decode_move(text))


@pytest.mark.parametrize("level", LEVELS)
def test_equal_observations_and_seeds_give_equal_decisions(level: int) -> None:
    for state in played(3, 2, 7, 6):
        (player,) = TOTEM.players_to_move(state)
        again = TOTEM.load_state(TOTEM.dump_state(state))
        one, other = (PLAYER.decide(TOTEM.observe(s, player), player, level, 3, nodes=300) for s in (state, again))
        assert repr(one) == repr(other)


def test_players_who_are_not_to_move_cannot_decide() -> None:
    state = played(2, 1, 1, 5)[-1]
    (player,) = TOTEM.players_to_move(state)
    with pytest.raises(ValueError, match="not to move"):
        PLAYER.decide(TOTEM.observe(state, 1 - player), 1 - player, 3, 1)


@pytest.mark.parametrize("level", LEVELS)
def test_decisions_in_the_middle_of_a_turn_are_legal(level: int) -> None:
    phases = set()
    for begun in of_yardsticks("careful", 3, 40):
        state = begun
        (player,) = TOTEM.players_to_move(state)
        while TOTEM.players_to_move(state) == (player,):
            decision = PLAYER.decide(TOTEM.observe(state, player), player, level, 5, nodes=150)
            after = state
            for text in decision.moves:
                after = TOTEM.apply(after, player, TOTEM.decode_move(text))
            assert TOTEM.players_to_move(after) in ((), (CHANCE,))
            phases.add(state.phase)
            state = TOTEM.apply(state, player, TOTEM.decode_move(decision.moves[0]))
    assert phases == {"use", "run", "again"}


@pytest.mark.parametrize("level", LEVELS)
def test_levels_play_on_when_others_have_left(level: int) -> None:
    for state in of_yardsticks("careful", 4, 30)[10:]:
        (player,) = TOTEM.players_to_move(state)
        left = TOTEM.withdraw(state, (player + 1) % 4)
        after = left
        for text in PLAYER.decide(TOTEM.observe(left, player), player, level, 5, nodes=300).moves:
            after = TOTEM.apply(after, player, TOTEM.decode_move(text))
        assert after != left


def test_values_of_all_seats_are_chances() -> None:
    for state in of_yardsticks("careful", 4, 40):
        chances = [chance(log_odds(state, state.turn or 0, seat)) for seat in range(4)]
        assert sum(chances) == pytest.approx(1)
        assert all(0 <= one <= 1 for one in chances)


def test_totem_that_hardly_can_be_saved_is_still_defended() -> None:
    """Where the next player could fell the totem with most rolls, far fewer rolls do so afterwards."""
    found = [
        (state, share)
        for state in of_yardsticks("greedy", 2, 250)
        if 1 < points_to_fell(state, 1 - mover(state), mover(state)) <= 7
        and (share := share_of_fellings(state, 1 - mover(state), mover(state))) > 0.5
    ]
    assert len(found) > 6
    for level in (3, 4, 5):
        made = [(decided(state, level, 5), share) for state, share in found[:8]]
        on = [(one, share) for one, share in made if one.after.phase != "over"]
        after = [share_of_fellings(one.after, 1 - one.player, one.player) for one, _ in on]
        assert len(on) > 3
        assert sum(after) < 0.6 * sum(share for _, share in on)


@pytest.mark.parametrize(
    "line",
    [
        "G3d1e1f1f2g4h3i2j1/B7a5b6b8c8 16/13 use 1 41 0 - - 0 - -",
        "F1e1e2f2/C9a4a5a7b6b7b8c8d9 12/12 use 2 62 0 - - 0 - -",
        "E9d8f8f10g9g10/K7j7k8 9/11 use 1 11 0 - - 0 - -",
        "H11g11h10i9i10i11j9j10k9/B5b3b4c5 16/0 use 1 22 0 - - 0 - -",
        "L7l6m6/F2g2g3g4g5h3i1i2 8/12 use 2 55 0 - - 0 - -",
    ],
)
def test_level_4_goes_on_when_it_is_far_ahead(line: str) -> None:
    """By its estimates alone, it would exchange or hardly move in these positions."""
    state = TOTEM.load_state(line)
    after = decided(state, 4, 1).after
    totem = state.totems[1 - mover(state)]
    assert totem is not None
    before, now = (sum(DISTANCE[totem][cell] for cell in members_of(one.own(mover(state)))) for one in (state, after))
    assert now < before


def test_planned_runs_make_no_steps_that_fewer_points_of_the_roll_would_spare() -> None:
    spared = 0
    for state in of_yardsticks("careful", 2, 40):
        player = mover(state)
        few = {
            (plan.after.pieces, plan.after.totems): plan.steps
            for use in reversed(legal_moves(state, player))
            if isinstance(use, Use) and state.dice is not None and use.points < sum(state.dice)
            for plan in plans(apply(state, player, use), player, 3, 1000, Budget(5000))
        }
        for plan in plans(state, player, 3, 1000, Budget(15_000)):
            spared += 1
            assert plan.steps <= few.get((plan.after.pieces, plan.after.totems), plan.steps)
    assert spared > 1000


def mover(state: State) -> int:
    assert state.turn is not None
    return state.turn
