"""The controls of İYE offer every legal move once and no other (I5 to I9, I15)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.ui.components.messages import ButtonSpec, SelectSpec
from bot.ui.components.text import Writer
from bot.ui.planners.iye import IYE_PLANNER
from engines.game import CHANCE
from engines.iye.game import IYE
from engines.iye.observation import IyeObservation
from tests.bot.ui.views import plan, state, view, writer


def offered(position: Any, write: Writer) -> tuple[list[str], list[str]]:
    """Return the encoded moves of the buttons, and those of the spend panels."""
    shown = view(position)
    rows = IYE_PLANNER.controls(shown, write)
    assert len(rows) <= 4
    presses = [control for row in rows for control in row if isinstance(control, ButtonSpec)]
    menus = [control for row in rows for control in row if isinstance(control, SelectSpec)]
    direct = [press.custom_id.split(":", 4)[4] for press in presses]
    through = []
    for menu in menus:
        for choice in menu.choices:
            panel = IYE_PLANNER.panel(plan(shown), choice.value, write)
            assert panel is not None
            (targets,) = panel.rows[0]
            assert isinstance(targets, SelectSpec)
            assert 1 <= len(targets.choices) <= 25
            through += [target.value for target in targets.choices]
    return direct, through


@pytest.mark.parametrize("seed", range(6))
def test_controls_are_the_legal_moves_in_random_matches(seed: int) -> None:
    rng, write = random.Random(seed), writer()
    position: Any = IYE.initial_state(2, {"wins": "2"})
    while players := IYE.players_to_move(position):
        if players[0] == CHANCE:
            position = IYE.apply(position, CHANCE, IYE.sample_chance(position, random.Random(seed)))
            continue
        legal = IYE.legal_moves(position, players[0])
        direct, through = offered(position, write)
        assert sorted([*direct, *through]) == sorted(IYE.encode_move(move) for move in legal)
        assert len(direct) <= 8
        position = IYE.apply(position, players[0], rng.choice(legal))


def test_natural_targets_say_square_and_tile_in_rows_of_at_most_four() -> None:
    rows = IYE_PLANNER.controls(view(state()), writer())
    assert [len(row) for row in rows] == [4, 4]
    labels = [control.label for row in rows for control in row if isinstance(control, ButtonSpec)]
    given = ["c1 Horse", "c2 Tree", "a3 Sun", "b3 Sun", "d3 Sun", "e3 Tree", "c4 Sun", "c5 Sun"]
    assert labels == [each.replace(" ", ": give ") for each in given], "the player to move gives the tile away"


def test_redundant_targets_come_last_and_say_so_i9() -> None:
    position = state(["c2", "b2", "b3"])  # Bob holds a Tree and a Sun
    shown = view(position)
    for letter, _targets in shown.observation.spend:  # type: ignore[attr-defined]
        panel = IYE_PLANNER.panel(plan(shown), letter, writer())
        assert panel is not None
        (menu,) = panel.rows[0]
        assert isinstance(menu, SelectSpec)
        redundant = [choice.description is not None for choice in menu.choices]
        assert redundant == sorted(redundant)
        natural = {name(target) for target in shown.observation.natural}  # type: ignore[attr-defined]
        assert {c.value[1:] for c in menu.choices if c.description} == {c.value[1:] for c in menu.choices} & natural


def name(square: int) -> str:
    return "abcde"[square % 5] + str(square // 5 + 1)


def test_prompt_describes_the_decision() -> None:
    first = writer()(IYE_PLANNER.prompt(view(state()), 0))
    assert first == "**Ann**, it is your turn: move the drum. **Bob** gets the tile it lands on."
    later = view(state(["c2"]))
    assert writer()(IYE_PLANNER.prompt(later, 1)) == (
        "**Bob**, it is your turn: move the drum, or spend a tile to move it further. **Ann** gets the tile it "
        "lands on."
    )


def test_spend_panel_shows_the_tiles_targets_and_a_back_button() -> None:
    shown = view(state(["c2"]))  # Bob holds a Tree
    panel = IYE_PLANNER.panel(plan(shown), "T", writer())
    assert panel is not None
    assert panel.at_once
    assert isinstance(panel.shown, IyeObservation)
    assert panel.shown.natural == ()
    assert [letter for letter, _ in panel.shown.spend] == ["T"]
    assert "**Ann** gets the tile it lands on." in panel.text
    (back,) = panel.rows[-1]
    assert isinstance(back, ButtonSpec)
    assert (back.label, back.custom_id) == ("Back", f"k:plan:12:{shown.ply}:")
    whole = IYE_PLANNER.panel(plan(shown), "", writer())
    assert whole is not None
    assert list(whole.rows) == list(IYE_PLANNER.controls(shown, writer()))


@pytest.mark.parametrize("place", ["X", "spend", "S"])
def test_unknown_step_has_no_panel(place: str) -> None:
    assert IYE_PLANNER.panel(plan(view(state())), place, writer()) is None


def test_loser_of_a_cycle_chooses_who_begins_with_two_buttons_i15() -> None:
    rng = random.Random(3)
    position: Any = IYE.initial_state(2, {"wins": "2", "first": "1"})
    while position.phase != "choose":
        player = IYE.players_to_move(position)[0]
        if player == CHANCE:
            position = IYE.apply(position, CHANCE, IYE.sample_chance(position, random.Random(5)))
        else:
            position = IYE.apply(position, player, rng.choice(IYE.legal_moves(position, player)))
    shown = view(position)
    (row,) = IYE_PLANNER.controls(shown, writer())
    assert {control.custom_id.split(":", 4)[4] for control in row if isinstance(control, ButtonSpec)} == {
        "start:me",
        "start:opponent",
    }
    chooser, other = ("Ann", "Bob") if shown.to_move == (0,) else ("Bob", "Ann")
    assert [control.label for control in row if isinstance(control, ButtonSpec)] == [
        f"{chooser} begins",
        f"{other} begins",
    ]
    assert "who should begin cycle 2?" in writer()(IYE_PLANNER.prompt(shown, shown.to_move[0]))
