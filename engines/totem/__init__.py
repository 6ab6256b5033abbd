"""Totem: pieces run in company, and a touched totem falls."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engines.totem.game import TOTEM
else:

    def __getattr__(name: str) -> object:
        """The game, loaded when somebody asks for it: a painter needs its observations only (PEP 562)."""
        if name != "TOTEM":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from engines.totem.game import TOTEM  # noqa: PLC0415 - see above

        return TOTEM


__all__ = ["TOTEM"]
