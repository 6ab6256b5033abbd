"""Resigning and leaving: the player is out as in T21, at any moment."""

from __future__ import annotations

import pytest

from engines.errors import IllegalMoveError
from engines.game import CHANCE, Player
from engines.totem.game import TOTEM

THREE = "C3b2b3/K7j7j8/G11g10 19/18/17"


def left(line: str, *players: Player) -> str:
    state = TOTEM.load_state(line)
    for player in players:
        state = TOTEM.withdraw(state, player)
    return TOTEM.dump_state(state)


@pytest.mark.parametrize(
    ("line", "player", "after"),
    [
        # Between turns.
        (f"{THREE} roll 1 - 0 - - 7 - -", 1, "C3b2b3/-/G11g10 19/0/17 roll 1 - 0 - - 0 - 2*"),
        # The turn of the player who leaves ends with it.
        (f"{THREE} use 2 62 0 - - 7 - -", 1, "C3b2b3/-/G11g10 19/0/17 roll 3 - 0 - - 0 - 2*"),
        (f"{THREE} run 3 62 2 - - 7 - -", 2, "C3b2b3/K7j7j8/- 19/18/0 roll 1 - 0 - - 0 - 3*"),
        (f"{THREE} again 1 66 0 - - 7 - -", 0, "-/K7j7j8/G11g10 0/18/17 roll 2 - 0 - - 0 - 1*"),
        (f"{THREE} reroll 1 - 0 - - 7 - -", 0, "-/K7j7j8/G11g10 0/18/17 roll 2 - 0 - - 0 - 1*"),
        # Before the roll of the player who leaves, the next seat rolls.
        (f"{THREE} roll 3 - 0 - - 7 - -", 2, "C3b2b3/K7j7j8/- 19/18/0 roll 1 - 0 - - 0 - 3*"),
        # Another player's turn continues.
        (f"{THREE} run 1 62 6 - - 7 - -", 1, "C3b2b3/-/G11g10 19/0/17 run 1 62 6 - - - - 2*"),
        # The last one left wins.
        ("C3b2b3/K7j7j8 19/18 use 2 62 0 - - 7 - -", 0, "-/K7j7j8 0/18 over - - 0 - - 0 - 1*"),
    ],
)
def test_t21_player_who_leaves_loses_everything(line: str, player: Player, after: str) -> None:
    assert left(line, player) == after


def test_t23_cells_freed_by_leaving_allow_a_step() -> None:
    """The turn was about to pass; with the others gone there is a step."""
    walled_in = "A1b1/A2b2c1c2/M7 0/0/0 pass 1 62 0 - - 7 - -"
    assert left(walled_in, 1) == "A1b1/-/M7 0/0/0 use 1 62 0 - - - - 2*"


def test_t25_leaving_during_the_own_turn_can_end_in_a_tie() -> None:
    assert left("C3b2/K7j7/G11g10g12 0/0/0 use 3 62 0 - - 7 - -", 2) == "C3b2/K7j7/- 0/0/0 over - - 0 - - 0 - 3*"


def test_t25_leaving_between_turns_does_not_end_in_a_tie() -> None:
    state = TOTEM.withdraw(TOTEM.load_state("C3b2/K7j7/G11g10g12 0/0/0 roll 1 - 0 - - 7 - -"), 2)
    assert TOTEM.outcome(state) is None
    assert list(TOTEM.players_to_move(state)) == [CHANCE]


def test_t24_last_remaining_player_wins() -> None:
    state = TOTEM.withdraw(TOTEM.withdraw(TOTEM.load_state(f"{THREE} roll 1 - 0 - - 7 - -"), 2), 0)
    outcome = TOTEM.outcome(state)
    assert outcome is not None
    assert outcome.termination == "resignation"
    assert outcome.ranking == ((1,), (0,), (2,))


@pytest.mark.parametrize(
    ("line", "players", "after"),
    [
        # While the start is rolled for, the others go on; the last of them needs no roll.
        ("-/-/- 25/25/25 first - - 0 - - 0 123 -", (1,), "-/-/- 25/0/25 first - - 0 - - 0 13 2*"),
        ("-/-/- 25/25/25 first - - 0 - - 0 12 -", (1,), "-/-/- 25/0/25 place 1 - 0 - - 0 1: 2*"),
        ("-/-/- 25/25/25 first - - 0 - - 0 12 -", (2,), "-/-/- 25/25/0 first - - 0 - - 0 12 3*"),
        # The pattern of T4 stays; the next player in order takes the next cell.
        ("-/-/- 25/25/25 place 1 - 0 - - 0 1: -", (0,), "-/-/- 0/25/25 place 2 - 0 - - 0 1: 1*"),
        (
            "G3f2f3g2g4h2h3/-/- 19/25/25 place 2 - 0 - - 0 1:g3 -",
            (0,),
            "-/-/- 0/25/25 place 2 - 0 - - 0 1:g3 1*",
        ),
        (
            "G3f2f3g2g4h2h3/-/- 19/25/25 place 2 - 0 - - 0 1:g3 -",
            (1,),
            "G3f2f3g2g4h2h3/-/- 19/0/25 place 3 - 0 - - 0 1:g3 2*",
        ),
        (
            "C3b2b3c2c4d3d4/K7j7j8k6k8l6l7/-/- 19/19/25/25 place 3 - 0 - - 0 1:c3k7 -",
            (2, 3),
            "C3b2b3c2c4d3d4/K7j7j8k6k8l6l7/-/- 19/19/0/0 roll 1 - 0 - - 0 - 3*,4*",
        ),
        ("-/- 25/25 first - - 0 - - 0 12 -", (0,), "-/- 0/25 over - - 0 - - 0 - 1*"),
    ],
)
def test_position_after_leaving_during_the_setup(line: str, players: tuple[Player, ...], after: str) -> None:
    assert left(line, *players) == after


def test_t4_next_player_starts_if_the_starter_has_left() -> None:
    """The starter leaves while the others place their totems: the next seat has the first turn."""
    state = TOTEM.withdraw(TOTEM.load_state("G3f2f3g2g4h2h3/-/- 19/25/25 place 2 - 0 - - 0 1:g3 -"), 0)
    state = TOTEM.apply(state, 1, TOTEM.decode_move("start:k7"))
    assert TOTEM.dump_state(state) == "-/K7j7j8k6k8l6l7/C7b6b7c6c8d7d8 0/19/19 roll 2 - 0 - - 0 - 1*"


def test_leaving_twice_or_after_the_end_is_refused() -> None:
    state = TOTEM.withdraw(TOTEM.load_state(f"{THREE} roll 1 - 0 - - 7 - -"), 1)
    with pytest.raises(IllegalMoveError, match="You are already out of this match"):
        TOTEM.withdraw(state, 1)
    with pytest.raises(IllegalMoveError, match="The match is over"):
        TOTEM.withdraw(TOTEM.withdraw(state, 0), 2)
