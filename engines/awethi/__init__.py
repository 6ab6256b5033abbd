"""Awéthi: herders surround their own herds before the wairgka eat them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engines.awethi.game import AWETHI
else:

    def __getattr__(name: str) -> object:
        """The game, loaded when somebody asks for it: a painter needs its observations only (PEP 562)."""
        if name != "AWETHI":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from engines.awethi.game import AWETHI  # noqa: PLC0415 - see above

        return AWETHI


__all__ = ["AWETHI"]
