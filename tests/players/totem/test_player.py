"""What the computer player of Totem decides."""

from __future__ import annotations

import pytest

from engines.game import CHANCE
from engines.totem.game import TOTEM
from engines.totem.state import State
from players import LEVELS
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


def mover(state: State) -> int:
    assert state.turn is not None
    return state.turn
