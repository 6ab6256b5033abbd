"""Planner pictures of Totem: cells for totems and pieces, and possible runs."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from engines.totem.observation import CELL_NAMES
from render import paint
from render.totem.focus import focus_of
from render.totem.layout import PLATE, layout
from render.totem.sprites import sprite_set as look_of
from tests.render.totem_drawing import OPTIONS, drawn, focused, on_cell, words
from tests.render.totem_positions import CROWDED, CUT, FULL, MIDDLE, PLACE, REROLL, RUN, USE, VICTIMS, shown


def test_starting_cells_and_cells_for_an_exchange_are_named() -> None:
    """T2, T8."""
    assert {"c3", "c5", "c7", "e3", "e9", "g3", "g11", "i3", "i9", "k3", "k5", "k7"} <= set(words(PLACE))
    assert on_cell(USE, "f3", OPTIONS) == ["f3"]


def test_focus_names_stops_like_the_menu() -> None:
    options = focused("h3")
    piece = next(movable for movable in VICTIMS.movable if CELL_NAMES[movable.cell] == "h3")
    for stop in piece.stops:
        assert on_cell(VICTIMS, CELL_NAMES[stop.cell], options) == [CELL_NAMES[stop.cell]]


def test_eliminating_stop_looks_different() -> None:
    """T18 to T20."""
    (piece,) = (movable for movable in CUT.movable if CELL_NAMES[movable.cell] == "i6")
    harmless = replace(
        piece,
        stops=tuple(replace(stop, runs=tuple(replace(run, losses=()) for run in stop.runs)) for stop in piece.stops),
    )
    movable = tuple(harmless if each == piece else each for each in CUT.movable)
    assert drawn(replace(CUT, movable=movable), focused("i6")) != drawn(CUT, focused("i6"))
    assert on_cell(CUT, "h8", focused("i6")) == ["h8"]


def test_focus_on_a_stop_shows_only_that_stop() -> None:
    assert on_cell(CUT, "h8", focused("i6-h8")) == ["h8"]
    names = [string for string in words(CUT, focused("i6-h8")) if string in CELL_NAMES]
    assert names == ["h8"]
    assert drawn(VICTIMS, focused("h3-g6")) != drawn(VICTIMS, focused("h3"))


def test_movable_pieces_are_named_like_the_menu() -> None:
    named = {CELL_NAMES[movable.cell] for movable in VICTIMS.movable}
    assert named == {string for string in words(VICTIMS) if string in CELL_NAMES}


def test_runs_are_numbered_in_order() -> None:
    assert len(REROLL.runs) == 3
    assert [string for string in words(REROLL) if string in ("1", "2", "3")][-3:] == ["1", "2", "3"]
    one = replace(REROLL, runs=REROLL.runs[:1])
    assert words(one).count("1") == words(REROLL).count("1") - 1, "a single run needs no number"


@pytest.mark.parametrize("size", [400, 1000])
def test_run_number_is_beside_the_name_of_its_end_and_on_no_piece(size: int) -> None:
    """At the beginnings of runs, numbers lay on pieces and on arrows of other runs."""
    plan = layout(size)
    for seen in (MIDDLE, REROLL, RUN):
        written = paint("totem", seen, replace(OPTIONS, size=size)).texts
        occupied = {cell for cells in seen.pieces for cell in cells} | {
            cell for cell in seen.totems if cell is not None
        }
        numbers = [str(number) for number in range(1, len(seen.runs) + 1)]
        boxes = [placed.box for placed in written if placed.string in numbers][-len(numbers) :]
        for box, run in zip(boxes, seen.runs, strict=True):
            middle = ((box[0] + box[2] - 1) / 2, (box[1] + box[3] - 1) / 2)
            assert all(math.dist(middle, plan.middles[cell]) >= plan.px(36) for cell in occupied)
            name = next(placed.box for placed in written if placed.string == CELL_NAMES[run.path[-1]])
            assert abs((name[1] + name[3] - 1) / 2 - middle[1]) <= plan.px(37)
            assert abs((name[0] + name[2] - 1) / 2 - middle[0]) <= plan.px(53)


@pytest.mark.parametrize("size", [400, 1000])
def test_numbers_of_runs_cover_no_names_and_no_coordinates_even_in_a_crowd(size: int) -> None:
    """Ten runs in a corner of the board."""
    plan = layout(size)
    texts = paint("totem", CROWDED, replace(OPTIONS, size=size)).texts
    numbers = [placed.box for placed in texts if placed.string in map(str, range(1, 11))][-10:]
    names = [placed.box for placed in texts if placed.string in CELL_NAMES]
    names += [box for _, box in plan.coordinates]
    for number, (left, top, right, bottom) in enumerate(numbers):
        for begin, upper, end, lower in (*names, *numbers[:number]):
            assert right <= begin or end <= left or bottom <= upper or lower <= top


@pytest.mark.parametrize("size", [400, 1000])
def test_name_is_beside_its_piece_where_there_is_room(size: int) -> None:
    plan = look_of("dark", "standard", size).layout
    for position in (MIDDLE, FULL, CUT):
        occupied = {cell for cells in position.pieces for cell in cells} | {each for each in position.totems if each}
        named = sorted(occupied)[::3]
        plates = plan.plates(named, occupied)
        beside = [cell for cell in named if plates[cell][1] != plan.middles[cell][1] + plan.px(PLATE)]
        assert len(beside) > len(named) / 2
        for cell in beside:
            x, y = plates[cell]
            for other in occupied:
                across, down = abs(plan.middles[other][0] - x), abs(plan.middles[other][1] - y)
                assert across >= plan.px(48) or down >= plan.px(40), (CELL_NAMES[cell], CELL_NAMES[other])
        boxes = [plan.on_plate(cell, centre) for cell, centre in plates.items()]
        for number, (left, top, right, bottom) in enumerate(boxes):
            for begin, upper, end, lower in boxes[:number]:
                assert right <= begin or end <= left or bottom <= upper or lower <= top


@pytest.mark.parametrize("size", [400, 1000])
def test_name_on_a_piece_keeps_its_upper_half_and_neighbours_free(size: int) -> None:
    sprites = look_of("dark", "standard", size)
    plan = sprites.layout
    across, down = plan.half_cell
    (x, y), crowd = plan.middles[60], range(len(CELL_NAMES))
    assert plan.plates([60], crowd)[60][0] == x, "there is no room beside it"
    lowered = plan.plates([60], crowd)[60][1] - y
    for kind in ("name", "long name"):
        left, top, right, bottom = sprites.label(kind).mask.getbbox() or (0, 0, 0, 0)
        assert top + lowered >= down, "the upper half of the piece is visible"
        assert bottom + lowered <= 2 * down + plan.px(8) + 1, "it does not reach the piece below"
        assert right - left <= 2 * across * 0.9, "it does not reach over the edges of its cell"


@pytest.mark.parametrize("text", ["", "nonsense", "g3-", "z9", "h3-h3-h3", "G9", "日本", "a1", "use 4"])
def test_impossible_focus_is_ignored(text: str) -> None:
    assert focus_of(text, MIDDLE) is None
    assert drawn(MIDDLE, focused(text)) == drawn(MIDDLE)


def test_focus_parsing_is_lenient() -> None:
    assert drawn(VICTIMS, focused(" H3 ")) == drawn(VICTIMS, focused("h3"))
    assert drawn(VICTIMS, focused("h3-a1")) == drawn(VICTIMS, focused("h3"))


def test_focus_on_a_run_shows_only_its_victim() -> None:
    """T18: where the attacker has the choice, each victim is a run of its own."""
    pictures = [drawn(VICTIMS, focused(text)) for text in ("h3-g6", "h3-g6.3xf6", "h3-g6.3xh6")]
    assert len(set(pictures)) == 3
    assert drawn(VICTIMS, focused("h3-g6.3xg7")) == pictures[0]


def test_focus_on_a_run_shows_its_path() -> None:
    """T7, T13: the same stop may be reached in more steps."""
    longer = shown("G5g6h5/G9g8h8f7 18/18 run 1 63 6 - - 0 - -")
    assert drawn(longer, focused("g5-g7")) != drawn(longer, focused("g5-g7.5"))


def test_movable_pieces_look_different() -> None:
    still = replace(VICTIMS, movable=())
    assert drawn(still) != drawn(VICTIMS)
    assert drawn(still, focused("h3")) == drawn(still)
