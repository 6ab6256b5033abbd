"""The board: pieces and totems, the last turn, and possible moves."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from PIL import Image

from engines.totem.observation import CELL_NAMES, PossibleRun, ShownRun, TotemObservation
from render.indexed import paste
from render.rings import MarkedCell, draw_rings
from render.text import Style, Writer
from render.totem.focus import Focus
from render.totem.paths import Path, direction
from render.totem.sprites import SpriteSet

_LEANS = {(0, 2): 0, (1, 1): 60, (1, -1): 120, (0, -2): 180, (-1, -1): 240, (-1, 1): 300}
"""Degrees clockwise from north of each direction."""


class Board:
    """Draws the board of one picture.

    With ``large`` names of cells, pieces are hidden by them more than in a match.
    """

    def __init__(self, frame: Image.Image, sprites: SpriteSet, writer: Writer, *, large: bool = False) -> None:
        self._frame = frame
        self._sprites = sprites
        self._writer = writer
        self._large = large

    def draw(self, seen: TotemObservation, focus: Focus | None, marked: Collection[str]) -> None:
        """Draw everything on the board, from bottom to top. The cells ``marked`` by name get a ring and their name."""
        self._draw_eliminated(seen)
        self._draw_rays(seen)
        names: tuple[int, ...] = ()
        if focus is None:
            self._draw_origins(seen)
            self._draw_places(seen)
            self._draw_paths(tuple(run.path for run in seen.runs))
            reached = (run.path[-1] for run in seen.runs)
            names = tuple(dict.fromkeys((*(movable.cell for movable in seen.movable), *reached)))
        else:
            for cell, runs in focus.stops:
                self._sprites.put(self._frame, self._sprites.mark("deadly stop" if _most(runs) else "stop"), cell)
            if focus.path is not None:
                self._draw_paths((focus.path,))
        self._draw_pieces(seen, focus)
        middles, side = self._sprites.layout.middles, 2 * self._sprites.layout.half_cell[1]
        rings = tuple(CELL_NAMES.index(name) for name in marked if name in CELL_NAMES)
        draw_rings(self._frame, self._sprites.palette, (MarkedCell(middles[cell], side) for cell in rings))
        named = set(names) if focus is None else {cell for cell, _ in focus.stops}
        names += tuple(cell for cell in rings if cell not in named)
        if self._large:  # a learner has to find the cells that answers name
            names += _cells_of_others(seen)
        begun = {run.path[0] for run in seen.runs}
        places = {placement.cell for placement in seen.placements}
        covered = _occupied(seen) | {loss.cell for loss in seen.losses} | begun | places
        plates = self._sprites.layout.plates(dict.fromkeys(names), covered, large=self._large)
        if focus is None:
            plates |= {cell: self._sprites.layout.middles[cell] for cell in sorted(places)}
        for cell, centre in plates.items():
            self._draw_name(cell, centre)
        if focus is None and len(seen.runs) > 1:
            self._draw_numbers(seen.runs, plates, _occupied(seen))
        if focus is not None:
            for cell, runs in focus.stops:
                self._draw_stop(cell, runs)

    def _draw_eliminated(self, seen: TotemObservation) -> None:
        occupied = _occupied(seen)
        for loss in seen.losses:
            if loss.cell not in occupied:
                quiet = loss.cause == "out" or (seen.outcome is not None and not seen.planned)
                ghost = self._sprites.ghost(loss.owner, loss.cause == "totem", quiet)
                self._sprites.put(self._frame, ghost, loss.cell)

    def _draw_rays(self, seen: TotemObservation) -> None:
        """Draw the light around the totem of a winner."""
        across, down = self._sprites.layout.half_cell
        for cell in _winning_totems(seen):
            x, y = self._sprites.layout.middles[cell]
            rays = self._sprites.rays()
            paste(self._frame, rays.numbers, (x - 2 * across, y - 2 * down), rays.mask)

    def _draw_origins(self, seen: TotemObservation) -> None:
        """Mark where the runs of the last turn began."""
        covered = _occupied(seen) | {loss.cell for loss in seen.losses}
        for run in seen.runs:
            if run.path[0] not in covered:
                self._sprites.put(self._frame, self._sprites.mark("origin"), run.path[0])

    def _draw_places(self, seen: TotemObservation) -> None:
        """Mark cells on which the player to move may place something."""
        for placement in seen.placements:
            cell = placement.cell
            self._sprites.put(self._frame, self._sprites.mark("place"), cell)

    def _draw_paths(self, paths: tuple[Path, ...]) -> None:
        theme = self._sprites.theme
        self._sprites.paths.draw(self._frame, self._sprites.palette, paths, theme.trace, theme.trace_edge)

    def _draw_pieces(self, seen: TotemObservation, focus: Focus | None) -> None:
        marks = _marks(seen, focus)
        for seat, (totem, cells) in enumerate(zip(seen.totems, seen.pieces, strict=True)):
            for cell in cells:
                sprite = self._sprites.piece(seat, False, marks.get(cell, ()))
                self._sprites.put(self._frame, sprite, cell)
            if totem is not None:
                sprite = self._sprites.piece(seat, True, marks.get(totem, ()))
                self._sprites.put(self._frame, sprite, totem)

    def _draw_name(self, cell: int, centre: tuple[int, int]) -> None:
        """Draw the name of a cell, as used in menus, on a plate."""
        sprites, (across, down) = self._sprites, self._sprites.layout.half_cell
        size = "large " * self._large + "long " * (len(CELL_NAMES[cell]) > 2)
        plate = sprites.label(f"{size}name")
        paste(self._frame, plate.numbers, (centre[0] - across, centre[1] - down), plate.mask)
        style = Style(40 if self._large else 30, "Bold", sprites.meadow.stop_ink, "centre")
        self._writer.write(CELL_NAMES[cell], sprites.layout.on_plate(cell, centre, large=self._large), style)

    def _draw_numbers(
        self, runs: tuple[ShownRun, ...], plates: Mapping[int, tuple[int, int]], pieces: set[int]
    ) -> None:
        """Number the runs of the turn beside the names of the cells where they end."""
        sprites, plan = self._sprites, self._sprites.layout
        across, down = plan.half_cell
        style = Style(30, "Bold", sprites.meadow.stop_ink, "centre")
        taken, numbers = [plan.middles[cell] for cell in pieces], list[tuple[int, int]]()
        for number, run in enumerate(runs, 1):
            cell = run.path[-1]
            others = (centre for other, centre in plates.items() if other != cell)
            x, y = middle = plan.number_at(cell, plates[cell], taken, (*others, *numbers))
            numbers.append(middle)
            sprite = sprites.label("number" if number < 10 else "numbers")
            paste(self._frame, sprite.numbers, (x - across, y - down), sprite.mask)
            self._writer.write(str(number), plan.on_label(middle, digits=len(str(number))), style)

    def _draw_stop(self, cell: int, runs: tuple[PossibleRun, ...]) -> None:
        """Draw the name of a stop, and wedges towards the pieces that a run there touches."""
        sprites, plan = self._sprites, self._sprites.layout
        ink = sprites.meadow.strike_ink if _most(runs) else sprites.meadow.stop_ink
        style = Style(40 if self._large else 30, "Bold", ink, "centre")
        self._writer.write(CELL_NAMES[cell], plan.within_stop(cell, large=self._large), style)
        across, down = plan.half_cell
        touched = {loss.cell for run in runs for loss in run.losses if loss.cause in ("touched", "totem")}
        for victim in sorted(touched):
            x, y = plan.between(cell, victim)
            sprite = sprites.wedge(_LEANS[direction(cell, victim)])
            paste(self._frame, sprite.numbers, (x - across, y - down), sprite.mask)


def _most(runs: tuple[PossibleRun, ...]) -> int:
    """Return how much is eliminated with the best choice of victim."""
    return max(len(run.losses) for run in runs)


def _winning_totems(seen: TotemObservation) -> tuple[int, ...]:
    """Return the cells of the totems of a single winner."""
    if seen.outcome is None or seen.planned or len(seen.outcome.winners) != 1:
        return ()
    totem = seen.totems[seen.outcome.winners[0]]
    return () if totem is None else (totem,)


def _occupied(seen: TotemObservation) -> set[int]:
    return {cell for cells in seen.pieces for cell in cells} | {totem for totem in seen.totems if totem is not None}


def _cells_of_others(seen: TotemObservation) -> tuple[int, ...]:
    """Return the cells with pieces of those who are not to move; nothing hides a totem."""
    return tuple(cell for seat, cells in enumerate(seen.pieces) if seat != seen.turn for cell in cells)


def _marks(seen: TotemObservation, focus: Focus | None) -> dict[int, tuple[str, ...]]:
    """Return the marks on pieces, by cell."""
    if focus is None:
        placed: dict[int, tuple[str, ...]] = {piece.cell: ("placed",) for piece in seen.placed}
        for totem in _winning_totems(seen):
            placed[totem] = ("chosen",)
            placed |= dict.fromkeys(seen.pieces[seen.totems.index(totem)], ("placed",))
        return placed | {movable.cell: ("movable",) for movable in seen.movable}
    marks: dict[int, tuple[str, ...]] = {focus.piece.cell: ("chosen",)}
    if focus.decided_run is not None:
        marks |= {loss.cell: ("cross",) for loss in focus.decided_run.losses}
    return marks
