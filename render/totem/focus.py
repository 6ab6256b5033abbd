"""The choice in a planner: a piece, optionally the cell on which it stops, optionally the exact run."""

from __future__ import annotations

from dataclasses import dataclass

from engines.totem.observation import CELL_NAMES, Movable, PossibleRun, Stop, TotemObservation


@dataclass(frozen=True, slots=True)
class Focus:
    """A possible choice in the position."""

    piece: Movable
    stop: Stop | None = None
    run: PossibleRun | None = None

    @property
    def stops(self) -> tuple[tuple[int, tuple[PossibleRun, ...]], ...]:
        """The possible stops, with the runs that are still possible."""
        if self.stop is None:
            return tuple((stop.cell, stop.runs) for stop in self.piece.stops)
        return ((self.stop.cell, self.stop.runs if self.run is None else (self.run,)),)

    @property
    def decided_run(self) -> PossibleRun | None:
        """The run that the choice determines: the chosen one, or the shortest if there is no choice of victim."""
        if self.run is not None or self.stop is None or any(run.victim is not None for run in self.stop.runs):
            return self.run
        return self.stop.runs[0]

    @property
    def path(self) -> tuple[int, ...] | None:
        """The path to the chosen stop, the shortest if there are several."""
        run = self.run if self.stop is None else self.run or self.stop.runs[0]
        return None if run is None else run.path


def focus_of(text: str | None, seen: TotemObservation) -> Focus | None:
    """Parse a piece (``e5``), a piece and its stop (``e5-f7``) or an encoded run (``e5-f7.3``, ``e5-f7.3xf8``).

    Returns:
        The choice as far as it is possible: only the piece if it does not have the stop. ``None`` if nothing can be
        chosen.
    """
    wanted = (text or "").strip().lower()
    origin, _, rest = wanted.partition("-")
    piece = next((movable for movable in seen.movable if CELL_NAMES[movable.cell] == origin), None)
    if piece is None:
        return None
    target = rest.partition(".")[0]
    stop = next((stop for stop in piece.stops if CELL_NAMES[stop.cell] == target), None)
    if stop is None:
        return Focus(piece)
    return Focus(piece, stop, next((run for run in stop.runs if run.move == wanted), None))
