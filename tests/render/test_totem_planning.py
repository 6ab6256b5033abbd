"""What a planner's picture of Totem shows: where a totem or a piece may be put, and what a piece can do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.totem.observation import CELL_NAMES
from render.totem.focus import focus_of
from tests.render.totem_drawing import OPTIONS, drawn, focused, on_cell, words
from tests.render.totem_positions import CUT, FALL, MIDDLE, PLACE, USE, VICTIMS, shown


def test_starting_cells_and_cells_for_an_exchange_are_named() -> None:
    """T2, T8."""
    assert {"c3", "c5", "c7", "e3", "e9", "g3", "g11", "i3", "i9", "k3", "k5", "k7"} <= set(words(PLACE))
    assert on_cell(USE, "f3", OPTIONS) == ["f3"]


def test_a_focus_shows_the_steps_to_each_stop() -> None:
    options = focused("h3")
    piece = next(movable for movable in VICTIMS.movable if CELL_NAMES[movable.cell] == "h3")
    for stop in piece.stops:
        assert on_cell(VICTIMS, CELL_NAMES[stop.cell], options)[0] == str(stop.runs[0].steps)


def test_a_focus_shows_how_much_each_stop_eliminates() -> None:
    """T18 to T20: the touched piece, the pieces cut off by that, or totems with all their pieces."""
    assert on_cell(CUT, "h8", focused("i6")) == ["2", "−3"]
    assert on_cell(FALL, "g8", focused("f6")) == ["2", "−4"]
    assert on_cell(VICTIMS, "g6", focused("h3")) == ["3", "−1"]
    assert on_cell(VICTIMS, "h4", focused("h3")) == ["1"]


def test_a_focus_on_a_stop_shows_that_stop_alone() -> None:
    assert on_cell(CUT, "h8", focused("i6-h8")) == ["2", "−3"]
    numbers = [string for string in words(CUT, focused("i6-h8")) if string not in words(CUT)]
    assert numbers == ["−3"]
    assert drawn(VICTIMS, focused("h3-g6")) != drawn(VICTIMS, focused("h3"))


@pytest.mark.parametrize("text", ["", "nonsense", "g3-", "z9", "h3-h3-h3", "G9", "日本", "a1", "use 4"])
def test_what_cannot_be_chosen_is_ignored(text: str) -> None:
    assert focus_of(text, MIDDLE) is None
    assert drawn(MIDDLE, focused(text)) == drawn(MIDDLE)


def test_a_focus_is_read_liberally_and_an_impossible_stop_leaves_the_piece() -> None:
    assert drawn(VICTIMS, focused(" H3 ")) == drawn(VICTIMS, focused("h3"))
    assert drawn(VICTIMS, focused("h3-a1")) == drawn(VICTIMS, focused("h3"))


def test_a_focus_on_a_run_shows_its_victim_alone() -> None:
    """T18: where the attacker has the choice, each victim is a run of its own."""
    pictures = [drawn(VICTIMS, focused(text)) for text in ("h3-g6", "h3-g6.3xf6", "h3-g6.3xh6")]
    assert len(set(pictures)) == 3
    assert drawn(VICTIMS, focused("h3-g6.3xg7")) == pictures[0]


def test_a_focus_on_a_run_shows_its_own_way() -> None:
    """T7, T13: the same stop may be reached in more steps."""
    longer = shown("G5g6h5/G9g8h8f7 18/18 run 1 63 6 - - 0 - -")
    assert on_cell(longer, "g7", focused("g5-g7")) == ["3", "−1"]
    assert on_cell(longer, "g7", focused("g5-g7.5")) == ["5", "−1"]


def test_pieces_look_another_way_when_they_can_run() -> None:
    still = replace(VICTIMS, movable=())
    assert drawn(still) != drawn(VICTIMS)
    assert drawn(still, focused("h3")) == drawn(still)
