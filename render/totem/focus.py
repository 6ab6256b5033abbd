"""What a planner has chosen so far: a piece, and perhaps the cell on which it is to stop."""

from __future__ import annotations

from dataclasses import dataclass

from engines.totem.observation import CELL_NAMES, Movable, Stop, TotemObservation


@dataclass(frozen=True, slots=True)
class Focus:
    """A choice that the position allows."""

    piece: Movable
    stop: Stop | None

    @property
    def stops(self) -> tuple[Stop, ...]:
        """Where the piece may stop: the cell that is chosen, or else all."""
        return self.piece.stops if self.stop is None else (self.stop,)


def focus_of(text: str | None, seen: TotemObservation) -> Focus | None:
    """Read such as ``e5`` or ``e5-f7``; ``None`` for anything that cannot be chosen now."""
    origin, _, target = (text or "").strip().lower().partition("-")
    piece = next((movable for movable in seen.movable if CELL_NAMES[movable.cell] == origin), None)
    if piece is None:
        return None
    return Focus(piece, next((stop for stop in piece.stops if CELL_NAMES[stop.cell] == target), None))
