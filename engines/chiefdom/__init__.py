"""Chiefdom: one roll for everybody, and everybody draws a chiefdom of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engines.chiefdom.game import CHIEFDOM
else:

    def __getattr__(name: str) -> object:
        """The game, loaded when somebody asks for it: a painter needs its observations only (PEP 562)."""
        if name != "CHIEFDOM":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from engines.chiefdom.game import CHIEFDOM  # noqa: PLC0415 - see above

        return CHIEFDOM


__all__ = ["CHIEFDOM"]
