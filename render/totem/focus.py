"""What a planner has chosen so far: a piece, perhaps the cell on which it is to stop, perhaps the very run."""

from __future__ import annotations

from dataclasses import dataclass

from engines.totem.observation import CELL_NAMES, Movable, PossibleRun, Stop, TotemObservation


@dataclass(frozen=True, slots=True)
class Focus:
    """A choice that the position allows."""

    piece: Movable
    stop: Stop | None = None
    run: PossibleRun | None = None

    @property
    def stops(self) -> tuple[tuple[int, tuple[PossibleRun, ...]], ...]:
        """The cells on which the piece may still stop, with the runs that are still possible."""
        if self.stop is None:
            return tuple((stop.cell, stop.runs) for stop in self.piece.stops)
        return ((self.stop.cell, self.stop.runs if self.run is None else (self.run,)),)

    @property
    def settled(self) -> PossibleRun | None:
        """The run to which the choice comes down: the chosen one, or the shortest where no victim is to be chosen."""
        if self.run is not None or self.stop is None or any(run.victim is not None for run in self.stop.runs):
            return self.run
        return self.stop.runs[0]

    @property
    def path(self) -> tuple[int, ...] | None:
        """The way to the stop that is chosen, the shortest if several are possible."""
        run = self.run if self.stop is None else self.run or self.stop.runs[0]
        return None if run is None else run.path


def focus_of(text: str | None, seen: TotemObservation) -> Focus | None:
    """Read a piece (``e5``), a piece and its stop (``e5-f7``) or an encoded run (``e5-f7.3``, ``e5-f7.3xf8``).

    Returns:
        The choice as far as it is possible now: ``e5`` for a stop that the piece does not have. ``None`` for anything
        that cannot be chosen.
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
