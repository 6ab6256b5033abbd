"""The golden playthroughs of Chiefdom show every ending and the rarer rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.chiefdom.game import CHIEFDOM
from engines.chiefdom.state import State
from engines.chiefdom.state_text import load_sheet
from engines.game import CHANCE, Outcome
from engines.playthrough import Playthrough, read
from tests.engines.chiefdom.sheets import BOARD, EXAMPLE

DIRECTORY = Path(__file__).parent / "chiefdom"


def played(name: str) -> Playthrough:
    return read((DIRECTORY / f"{name}.txt").read_text(encoding="utf-8"))


def states(name: str) -> list[State]:
    match = played(name)
    found = [CHIEFDOM.initial_state(match.num_players, dict(match.options))]
    for entry in match.entries:
        if entry.move is None:
            found.append(CHIEFDOM.withdraw(found[-1], entry.player))
        else:
            found.append(CHIEFDOM.apply(found[-1], entry.player, CHIEFDOM.decode_move(entry.move)))
    return found


def result(name: str) -> Outcome:
    outcome = CHIEFDOM.outcome(states(name)[-1])
    assert outcome is not None
    return outcome


def totals(name: str) -> list[int]:
    table = result(name).scores
    assert table is not None
    assert table.total is not None
    return [value for value in table.total.values if isinstance(value, int)]


@pytest.mark.parametrize(("name", "title"), [("alone", "Your story"), ("alone_with_cards", "Too good")])
def test_c22_solo_match_ends_with_a_title(name: str, title: str) -> None:
    assert played(name).num_players == 1
    assert result(name).ranking == ((0,),)
    assert title in str(result(name).summary)


def test_c23_solo_match_has_only_cards_1_to_12() -> None:
    assert max(states("alone_with_cards")[-1].cards) <= 12


def test_c4_decisions_are_changed_in_a_match_of_two() -> None:
    match, positions = played("two_players"), states("two_players")
    changed = [
        entry
        for entry, before in zip(match.entries, positions, strict=False)
        if entry.player != CHANCE and before.decisions[entry.player] is not None
    ]
    assert len(changed) >= 2
    assert [len(group) for group in result("two_players").ranking] == [1, 1]


def test_c21_tie_in_points_is_decided_by_fish() -> None:
    first, second, *_ = result("tie_by_fish").ranking
    assert len(first) == 1
    assert totals("tie_by_fish")[first[0]] == totals("tie_by_fish")[second[0]]
    assert "more fish" in str(result("tie_by_fish").summary)


def test_c21_victory_is_shared() -> None:
    assert len(result("shared").winners) == 2
    assert "shared" in str(result("shared").summary)


def test_c23_eight_players_have_three_cards() -> None:
    assert played("eight_players_with_cards").num_players == 8
    assert len(states("eight_players_with_cards")[-1].cards) == 3


def test_c8_automatic_passes_occur() -> None:
    assert any(
        decision is not None and getattr(decision, "automatic", False)
        for state in states("eight_players_with_cards")
        for decision in state.decisions
    )


def test_c3_spectators_see_open_sheets() -> None:
    positions = states("open_sheets")
    assert all(sheet is not None for sheet in CHIEFDOM.observe(positions[50], None).sheets)


def test_c24_one_of_three_leaves_during_a_turn() -> None:
    match, positions = played("one_of_three_leaves"), states("one_of_three_leaves")
    (leaving,) = [index for index, entry in enumerate(match.entries) if entry.move is None]
    assert positions[leaving].phase == "draw"
    assert positions[-1].sheets[0] == positions[leaving].sheets[0]
    assert 0 not in [seat for group in result("one_of_three_leaves").ranking for seat in group]


def test_c24_last_remaining_player_plays_on() -> None:
    positions = states("the_last_one_plays_on")
    alone = [state for state in positions if len(state.present) == 1]
    assert len(alone) > 20
    assert result("the_last_one_plays_on").ranking == ((1,),)


@pytest.mark.parametrize("name", ["alone_given_up", "everybody_leaves"])
def test_c24_nobody_is_ranked_if_all_leave(name: str) -> None:
    assert (result(name).termination, result(name).ranking) == ("resignation", ())


def test_c20_example_of_the_rules_can_be_reached() -> None:
    """Icon by icon with wild; the last roll allows no drawing."""
    assert totals("the_example_of_the_rules") == [127]
    assert states("the_example_of_the_rules")[-1].sheets[0].squares == load_sheet(BOARD, EXAMPLE).squares
