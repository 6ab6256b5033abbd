"""Hexagons of hexagons: counted, named, measured."""

from __future__ import annotations

import pytest

from engines.bitsets import flood_fill, mask_of, members_of
from engines.hexgrid import hexagon


@pytest.mark.parametrize("side", range(1, 14))
def test_hexagon_has_its_number_of_cells(side: int) -> None:
    board = hexagon(side)
    assert len(board.names) == 3 * side * (side - 1) + 1 == len(set(board.names))
    assert all(sum(cube) == 0 and max(map(abs, cube)) < side for cube in board.cubes)


@pytest.mark.parametrize("side", [0, -1, 14])
def test_sizes_without_letters_for_all_files_are_refused(side: int) -> None:
    with pytest.raises(ValueError, match="no names"):
        hexagon(side)


def test_cells_are_named_by_file_and_counted_from_the_south() -> None:
    board = hexagon(2)
    assert board.names == ("a1", "a2", "b1", "b2", "b3", "c1", "c2")
    assert board.centres == ((-1, -1), (-1, 1), (0, -2), (0, 0), (0, 2), (1, -1), (1, 1))
    assert all(board.number[name] == cell for cell, name in enumerate(board.names))


def test_neighbours_are_the_cells_one_step_away() -> None:
    board = hexagon(4)
    for cell in range(len(board.names)):
        near = [number for number, steps in enumerate(board.distance[cell]) if steps == 1]
        assert members_of(board.neighbour_masks[cell]) == near
    assert sorted({mask.bit_count() for mask in board.neighbour_masks}) == [3, 4, 6]


def test_distance_is_the_length_of_a_shortest_path() -> None:
    board = hexagon(4)
    for start in range(len(board.names)):
        reached = 1 << start
        for steps in range(7):
            assert reached == board.within[start][steps]
            assert reached == mask_of(n for n, distance in enumerate(board.distance[start]) if distance <= steps)
            for cell in members_of(reached):
                reached |= board.neighbour_masks[cell]
        assert reached == mask_of(range(len(board.names)))


def test_drawn_neighbours_touch() -> None:
    """Cells of one file are two half cells apart; those of the next file one file and one half cell."""
    board = hexagon(5)
    for cell, (file, height) in enumerate(board.centres):
        near = members_of(board.neighbour_masks[cell])
        apart = {(abs(board.centres[n][0] - file), abs(board.centres[n][1] - height)) for n in near}
        assert apart <= {(0, 2), (1, 1)}


@pytest.mark.parametrize("cells", [[], [0], [126], [3, 5, 90]])
def test_masks_can_be_made_and_read(cells: list[int]) -> None:
    assert members_of(mask_of(cells)) == cells


def test_flood_fill_stays_within_its_cells() -> None:
    board = hexagon(3)
    room = mask_of(board.number[name] for name in ("a1", "a2", "c1", "c2", "c3"))
    start = 1 << board.number["a1"]
    assert flood_fill(board.neighbour_masks, start, room) == mask_of(board.number[name] for name in ("a1", "a2"))
    assert flood_fill(board.neighbour_masks, start, 0) == start
