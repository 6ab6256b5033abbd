"""Resigning and leaving: the herd still moves by the dice, the awéthi stay, wairgk turns pass."""

from __future__ import annotations

import pytest

from engines.awethi.game import AWETHI
from engines.errors import IllegalMoveError
from engines.game import CHANCE, Player
from engines.playthrough import Entry, Playthrough, final_state
from tests.engines.awethi.players import greedy, play

HERDS = "f21cd22ce22cd21we21wf22b/v4cu5cv5ct4wu4wt5b"
THREE = f"meadow heads HHW {HERDS} a25a24b25a23/y1y1y1y1 m13m10 000/000 loose 3"
ASLEEP = f"meadow heads HHW {HERDS} a25a24b25a23/y1y1y1y1 m13m13 000/000 asleep 3"


def left(line: str, *players: Player) -> str:
    state = AWETHI.load_state(line)
    for player in players:
        state = AWETHI.withdraw(state, player)
    return AWETHI.dump_state(state)


@pytest.mark.parametrize(
    ("line", "player", "after"),
    [
        # Leaving during their own turn: the other awéthi stay, and the wairgk turn follows.
        (f"{THREE} sum 1 1 1111 1--- - -", 0, f"{THREE} prowl 1 1 - ---- - 1"),
        (f"{THREE} choose 1 1 1111 ---- - -", 0, f"{THREE} prowl 1 1 - ---- - 1"),
        (f"{THREE} dice 1 1 - ---- - -", 0, f"{THREE} prowl 1 1 - ---- - 1"),
        (f"{ASLEEP} sum 1 1 1111 1--- - -", 0, f"{ASLEEP} herd 2 1 - ---- - 1"),
        # The herd's roll needs no player, so it comes anyway.
        (f"{THREE} herd 1 1 - ---- - -", 0, f"{THREE} herd 1 1 - ---- - 1"),
        # Another player's turn continues.
        (f"{THREE} sum 1 1 1111 1--- - -", 1, f"{THREE} sum 1 1 1111 1--- - 2"),
        (f"{THREE} hunt 1 1 - ---- E1 -", 0, f"{THREE} hunt 1 1 - ---- E1 1"),
        (f"{THREE} sum 1 1 1111 1--- - -", 2, f"{THREE} sum 1 1 1111 1--- - 3"),
        # A wairgk turn passes.
        (f"{THREE} hunt 1 1 - ---- E1 -", 2, f"{THREE} herd 2 1 - ---- - 3"),
        (f"{THREE} prowl 1 1 - ---- - -", 2, f"{THREE} herd 2 1 - ---- - 3"),
    ],
)
def test_position_after_leaving(line: str, player: Player, after: str) -> None:
    assert left(line, player) == after


def test_herd_of_a_herder_who_has_left_moves_by_the_dice() -> None:
    state = AWETHI.load_state(f"{ASLEEP} herd 1 1 - ---- - 1")
    roll = AWETHI.decode_move("herd:3")
    after = AWETHI.apply(state, CHANCE, roll)
    assert after.herders[0].herd != state.herders[0].herd
    assert after.herders[0].awethi == state.herders[0].awethi
    assert AWETHI.turn_ended(after)
    assert after.turn == 1
    sentences = list(map(str, AWETHI.describe_move(state, CHANCE, roll, None)))
    assert sentences[-1] == "Player 1 has left, so the awéthi stay where they are."


def test_a7_wairgk_turn_follows_the_herd_of_a_herder_who_has_left() -> None:
    state = AWETHI.load_state(f"{THREE} herd 1 1 - ---- - 1")
    assert AWETHI.apply(state, CHANCE, AWETHI.decode_move("herd:3")).phase == "prowl"


def test_wairgk_turns_pass_once_their_player_has_left() -> None:
    state = AWETHI.load_state(f"{THREE} sum 1 1 1111 111- - 3")
    after = AWETHI.apply(state, 0, AWETHI.decode_move("4:a22"))
    assert (after.phase, after.turn) == ("herd", 1)


def test_a22_awethi_of_a_herder_who_has_left_still_catch() -> None:
    line = "meadow heads HHW f18cx4cx5cw3ww4wv3b/x20cd5cd6cd7we5we6b f19e18g18a25/y1y1y1y1 m13m13 000/000 asleep 4"
    state = AWETHI.load_state(f"{line} herd 1 1 - ---- - 1")
    after = AWETHI.apply(state, CHANCE, AWETHI.decode_move("herd:1"))
    assert after.herders[0].sheltered == (1, 0, 0)


@pytest.mark.parametrize(("players", "winner"), [((0, 1), 2), ((2, 0), 1), ((1, 2), 0)])
def test_last_remaining_player_wins(players: tuple[Player, Player], winner: Player) -> None:
    state = AWETHI.load_state(left(f"{THREE} sum 1 1 1111 1--- - -", *players))
    outcome = AWETHI.outcome(state)
    assert outcome is not None
    assert outcome.termination == "resignation"
    assert outcome.ranking == ((winner,), (players[1],), (players[0],))
    assert str(outcome.summary) == f"Player {players[1] + 1} resigns. Player {winner + 1} wins."


@pytest.mark.parametrize(
    ("line", "player", "after"),
    [
        (
            "meadow heads ??? -/- a25a25a25a25/y1y1y1y1 m13m13 000/000 asleep 0 seats - - - ---- - -",
            0,
            "meadow heads ??? -/- a25a25a25a25/y1y1y1y1 m13m13 000/000 asleep 0 seats - - - ---- - 1",
        ),
        (
            "meadow heads ?? - a25a25a25a25 m13 000 asleep 0 seats - - - ---- - -",
            0,
            "meadow heads ?? - a25a25a25a25 m13 000 asleep 0 resignation - - - ---- - 1",
        ),
    ],
)
def test_position_after_leaving_before_the_start(line: str, player: Player, after: str) -> None:
    assert left(line, player) == after


def test_drawing_lots_skips_players_who_have_left() -> None:
    state = AWETHI.load_state("meadow heads ??? -/- a25a25a25a25/y1y1y1y1 m13m13 000/000 asleep 0 seats - - - ---- - 1")
    assert [AWETHI.encode_move(move) for move, _ in AWETHI.chance_outcomes(state) or ()] == ["wairgka:1", "wairgka:2"]
    state = AWETHI.load_state(f"{ASLEEP} first - - - ---- - 2".replace("a25a24b25a23", "a25" * 4).replace(" 3 ", " 0 "))
    assert [AWETHI.encode_move(move) for move, _ in AWETHI.chance_outcomes(state) or ()] == ["first:0"]


def test_leaving_twice_or_after_the_end_is_refused() -> None:
    state = AWETHI.withdraw(AWETHI.load_state(f"{THREE} dice 1 1 - ---- - -"), 1)
    with pytest.raises(IllegalMoveError, match="You have already left this match"):
        AWETHI.withdraw(state, 1)
    with pytest.raises(IllegalMoveError, match="The match is over"):
        AWETHI.withdraw(AWETHI.withdraw(state, 0), 2)


@pytest.mark.parametrize("cut", [5, 40, 77, 120])
def test_match_continues_to_its_end_after_a_herder_and_the_wairgka_player_leave(cut: int) -> None:
    match = play(5, greedy, 2, {"wairgka": "second"}, {cut: 1, cut + 9: 3})
    outcome = AWETHI.outcome(final_state(AWETHI, match))
    assert outcome is not None
    assert outcome.termination in ("sheltered", "eaten", "rounds")
    assert outcome.ranking == () or outcome.ranking[-2:] == ((3,), (1,))


def test_withdrawals_are_in_the_log() -> None:
    match: Playthrough = play(4, greedy, 2, {"wairgka": "first"}, {30: 2})
    assert match.entries[30] == Entry(2, None)
