"""Options, and invariants of whole matches."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engines.awethi.game import AWETHI
from engines.awethi.moves import Dice, Hunt, Walk
from engines.awethi.scoring import eaten, grazing
from engines.errors import InvalidOptionsError
from engines.game import CHANCE
from engines.playthrough import final_state
from tests.engines.awethi.players import greedy, play, sleepy
from tests.engines.awethi.pool import made


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a5_corners_and_as_many_wairgka_as_herders(players: int) -> None:
    state = AWETHI.initial_state(players, {"wairgka": "last"})
    corners = {2: [0], 3: [0, 2], 4: [0, 1, 2], 5: [0, 1, 2, 3]}
    assert [herder.corner for herder in state.herders] == corners[players]
    assert len(state.wairgka) == len(state.herders) == players - 1
    assert [state.seat_of(herder) for herder in range(players - 1)] == list(range(players - 1))


@pytest.mark.parametrize(
    ("chosen", "seats"),
    [
        ("first", [0, 0, 0, 0]),
        ("second", [1, 1, 1, 1]),
        ("third", [1, 2, 2, 2]),
        ("fourth", [1, 2, 3, 3]),
        ("last", [1, 2, 3, 4]),
    ],
)
def test_wairgka_player_is_chosen_by_the_option(chosen: str, seats: list[int]) -> None:
    states = [AWETHI.initial_state(players, {"wairgka": chosen}) for players in (2, 3, 4, 5)]
    assert [state.wairgka_seat for state in states] == seats
    assert all(state.phase == "deal" for state in states)


def test_wairgka_player_is_drawn_by_default() -> None:
    state = AWETHI.initial_state(5, {})
    assert state.wairgka_seat is None
    drawn = {AWETHI.encode_move(AWETHI.sample_chance(state, Random(seed))) for seed in range(60)}
    assert drawn == {f"wairgka:{seat}" for seat in range(5)}


def test_herders_keep_their_order_around_the_wairgka_player() -> None:
    state = AWETHI.initial_state(4, {"wairgka": "second"})
    assert [state.seat_of(herder) for herder in range(3)] == [0, 2, 3]


@pytest.mark.parametrize("players", [1, 6])
def test_fewer_than_two_or_more_than_five_players_are_refused(players: int) -> None:
    with pytest.raises(InvalidOptionsError, match="two to five players"):
        AWETHI.initial_state(players, {})


def test_unknown_options_and_values_are_refused() -> None:
    with pytest.raises(InvalidOptionsError, match="has no option “colour”"):
        AWETHI.initial_state(2, {"colour": "red"})
    with pytest.raises(InvalidOptionsError, match="can be meadow, river, lake, not “pond”"):
        AWETHI.initial_state(2, {"board": "pond"})


def test_a12_four_dice_are_independent() -> None:
    state = AWETHI.load_state("meadow heads HW x3cx4cx5cw3ww4wv3b a25a25a25a25 m13 000 asleep 4 dice 1 1 - ---- - -")
    chances = {
        move.values: chance * 4**4 for move, chance in AWETHI.chance_outcomes(state) or () if isinstance(move, Dice)
    }
    assert len(chances) == 35
    orders = {(1, 1, 1, 1): 1, (1, 1, 1, 2): 4, (1, 1, 2, 2): 6, (1, 1, 2, 3): 12, (1, 2, 3, 4): 24}
    assert {values: chances[values] for values in orders} == orders


def test_no_aiwe_returns_or_is_lost() -> None:
    """A5, A21, A23: on the board, in the shelter or eaten; the last two only grow."""
    for before, _, _, after in made():
        if not before.round:
            continue
        for old, new in zip(before.herders, after.herders, strict=True):
            assert all(one <= other for one, other in zip(old.sheltered, new.sheltered, strict=True))
            assert all(one <= other for one, other in zip(eaten(old), eaten(new), strict=True))
            assert sum(eaten(new)) + sum(grazing(new)) + sum(new.sheltered) == 6


def test_positions_of_matches_are_valid() -> None:
    """A9, A14, A19: the position text of every move's result can be read."""
    for _, _, _, after in made()[::5]:
        assert AWETHI.load_state(AWETHI.dump_state(after)) == after


def test_a17_the_wairgka_never_fall_asleep_again() -> None:
    assert all(after.unleashed >= before.unleashed for before, _, _, after in made())


def test_a12_all_four_awethi_move_once_in_a_turn() -> None:
    walks: list[int] = []
    for _, player, move, _ in made():
        if isinstance(move, Walk):
            walks.append(move.awethi)
        elif player == CHANCE:
            assert sorted(walks) in ([], [0, 1, 2, 3])
            walks = []


def test_choices_fit_a_menu() -> None:
    """An exact walk has at most 25 ends, a wairgk at most 21, and all moves at one decision are at most 216."""
    for before, player, move, _ in made():
        legal = AWETHI.legal_moves(before, player)
        assert len(legal) <= 216
        if isinstance(move, Walk):
            assert max(Counter((each.awethi, each.die) for each in legal if isinstance(each, Walk)).values()) <= 25
        if isinstance(move, Hunt):
            assert max(Counter(each.wairgk for each in legal if isinstance(each, Hunt)).values()) <= 21


def test_a13_a18_largest_number_of_ends() -> None:
    open_land = "meadow heads HW x3cx4cx5cw3ww4wv3b {} {} 000 loose 4 {} -"
    walking = AWETHI.load_state(open_land.format("s9a25a25a25", "m13", "sum 1 1 4444 -444 -"))
    assert len(AWETHI.legal_moves(walking, 0)) == 25
    hunting = AWETHI.load_state(open_land.format("a25a25a25a25", "m10", "hunt 1 1 - ---- N6"))
    assert len(AWETHI.legal_moves(hunting, 1)) == 21


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_matches_of_greedy_players_end_before_round_100(players: int) -> None:
    for seed in range(4):
        state = final_state(AWETHI, play(players, greedy, seed))
        assert state.ending in ("sheltered", "eaten")
        assert state.round < 100


def test_a28_matches_of_sleepy_players_end_after_round_200() -> None:
    state = final_state(AWETHI, play(2, sleepy, 1))
    assert (state.ending, state.round) == ("rounds", 200)


LAST_WALK = {
    1: "meadow heads HW t20ct21wt22b a25a25a25a24 m13 210 asleep 200 sum 1 1 1111 -111 - -",
    2: "meadow heads HHW t20ct21wt22b/t5ct6wt7b a25a25a25a25/y1y1y1y2 m13m13 210/210 asleep 200 sum 2 1 1111 -111 - -",
    3: (
        "meadow heads HHHW t20ct21wt22b/u20cu21wu22b/t5ct6wt7b a25a25a25a25/y25y25y25y25/y1y1y1y2 "
        "m13m13m13 210/210/210 asleep 200 sum 3 1 1111 -111 - -"
    ),
    4: (
        "meadow heads HHHHW t20ct21wt22b/u20cu21wu22b/t5ct6wt7b/d5cd6wd7b a25a25a25a25/y25y25y25y25/y1y1y1y1/a1a1a1a2 "
        "m13m13m13m13 210/210/210/210 asleep 200 sum 4 1 1111 -111 - -"
    ),
}


@pytest.mark.parametrize("herders", LAST_WALK)
def test_a28_the_last_walk_of_the_200th_round_ends_the_match(herders: int) -> None:
    state = AWETHI.load_state(LAST_WALK[herders])
    (player,) = AWETHI.players_to_move(state)
    after = AWETHI.apply(state, player, AWETHI.legal_moves(state, player)[0])
    assert (after.ending, after.round) == ("rounds", 200)
    outcome = AWETHI.outcome(after)
    assert outcome is not None
    # Everybody has three at that moment.
    everybody = tuple(range(herders)) if herders > 1 else (0, 1)
    assert outcome.winners == everybody
    earlier = AWETHI.load_state(LAST_WALK[herders].replace(" 200 ", " 199 "))
    assert AWETHI.apply(earlier, player, AWETHI.legal_moves(earlier, player)[0]).round == 200


@pytest.mark.parametrize("herders", [2, 3, 4])
def test_a28_a_round_is_counted_from_the_starter(herders: int) -> None:
    """For every starter, the match ends before that herder's 201st turn."""
    line = LAST_WALK[herders].replace(f" sum {herders} 1 ", f" sum {herders} {herders} ")
    state = AWETHI.load_state(line)
    (player,) = AWETHI.players_to_move(state)
    after = AWETHI.apply(state, player, AWETHI.legal_moves(state, player)[0])
    assert (after.ending, after.round, after.phase) == (None, 200, "herd")
