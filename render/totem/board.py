"""The board of a frame: pieces and totems, what the last turn did, and what can be done."""

from __future__ import annotations

from PIL import Image

from engines.totem.observation import CELL_NAMES, Stop, TotemObservation
from render.text import Style, Writer
from render.totem.focus import Focus
from render.totem.look import Look, shade
from render.totem.trail import direction

_LEANS = {(0, 2): 0, (1, 1): 60, (1, -1): 120, (0, -2): 180, (-1, -1): 240, (-1, 1): 300}
"""Degrees clockwise from north of each direction."""


class Board:
    """Draws the board of one frame."""

    def __init__(self, frame: Image.Image, look: Look, writer: Writer) -> None:
        self._frame = frame
        self._look = look
        self._writer = writer

    def draw(self, seen: TotemObservation, focus: Focus | None) -> None:
        """Put everything that is on the board into the frame, from below upwards."""
        self._draw_gone(seen)
        if focus is None:
            self._draw_places(seen)
        else:
            for stop in focus.stops:
                self._look.put(self._frame, self._look.mark("deadly stop" if _most(stop) else "stop", 0), stop.cell)
        self._draw_runs(seen, focus)
        self._draw_pieces(seen, focus)
        if focus is not None:
            for stop in focus.stops:
                self._draw_stop(stop)

    def _draw_gone(self, seen: TotemObservation) -> None:
        """What the last turn eliminated, and where its runs began."""
        occupied = _occupied(seen)
        for loss in seen.losses:
            if loss.cell not in occupied:
                ghost = self._look.ghost(loss.owner, shade(loss.cell), loss.cause == "totem")
                self._look.put(self._frame, ghost, loss.cell)
        gone = {loss.cell for loss in seen.losses}
        for run in seen.runs:
            if run.path[0] not in occupied | gone:
                self._look.put(self._frame, self._look.mark("origin", shade(run.path[0])), run.path[0])

    def _draw_places(self, seen: TotemObservation) -> None:
        """Cells on which the player to move may put something."""
        for placement in seen.placements:
            cell = placement.cell
            self._look.put(self._frame, self._look.mark("place", shade(cell)), cell)
            style = Style(26, "Semibold", self._look.meadow.start_ink, "centre")
            self._writer.write(CELL_NAMES[cell], self._look.layout.within_cell(cell), style)

    def _draw_runs(self, seen: TotemObservation, focus: Focus | None) -> None:
        if focus is not None and focus.stop is None:
            return  # the stops need the room
        theme = self._look.theme
        shown = [run.path for run in seen.runs] if focus is None else [focus.stop.runs[0].path] if focus.stop else []
        self._look.trails.draw(self._frame, self._look.inks, shown, theme.trace, theme.trace_edge)

    def _draw_pieces(self, seen: TotemObservation, focus: Focus | None) -> None:
        marks = _marks(seen, focus)
        for seat, (totem, cells) in enumerate(zip(seen.totems, seen.pieces, strict=True)):
            for cell in cells:
                sprite = self._look.piece(seat, shade(cell), False, marks.get(cell, ()))
                self._look.put(self._frame, sprite, cell)
            if totem is not None:
                sprite = self._look.piece(seat, shade(totem), True, marks.get(totem, ()))
                self._look.put(self._frame, sprite, totem)

    def _draw_stop(self, stop: Stop) -> None:
        """The fewest steps to a stop, how much a run there eliminates, and wedges to what it touches."""
        look, plan = self._look, self._look.layout
        most = _most(stop)
        style = Style(27 if most else 32, "Bold", look.meadow.stop_ink, "centre")
        self._writer.write(str(stop.runs[0].steps), plan.within_stop(stop.cell, deadly=most > 0), style)
        if not most:
            return
        style = Style(26, "Bold", look.meadow.strike_ink, "centre")
        self._writer.write(f"−{most}", plan.below_steps(stop.cell), style)
        across, down = plan.half_cell
        touched = {loss.cell for run in stop.runs for loss in run.losses if loss.cause in ("touched", "totem")}
        for victim in sorted(touched):
            x, y = plan.between(stop.cell, victim)
            sprite = look.wedge(_LEANS[direction(stop.cell, victim)])
            self._frame.paste(sprite.numbers, (x - across, y - down), sprite.mask)


def _most(stop: Stop) -> int:
    """How much a run to a stop eliminates, with the best choice of victim."""
    return max(len(run.losses) for run in stop.runs)


def _occupied(seen: TotemObservation) -> set[int]:
    return {cell for cells in seen.pieces for cell in cells} | {totem for totem in seen.totems if totem is not None}


def _undecided(stop: Stop) -> bool:
    """Whether the attacker has a choice among several victims there (T18)."""
    return any(run.victim is not None for run in stop.runs)


def _marks(seen: TotemObservation, focus: Focus | None) -> dict[int, tuple[str, ...]]:
    """What is drawn on pieces, by their cells."""
    if focus is None:
        placed: dict[int, tuple[str, ...]] = {piece.cell: ("placed",) for piece in seen.placed}
        return placed | {movable.cell: ("movable",) for movable in seen.movable}
    marks: dict[int, tuple[str, ...]] = {focus.piece.cell: ("chosen",)}
    if focus.stop is not None and not _undecided(focus.stop):
        marks |= {loss.cell: ("cross",) for run in focus.stop.runs for loss in run.losses}
    return marks
