"""İYE: two apprentices move one drum and hand each other the spirits it calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engines.iye.game import IYE
else:

    def __getattr__(name: str) -> object:
        """The game, loaded when somebody asks for it: a painter needs its observations only (PEP 562)."""
        if name != "IYE":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from engines.iye.game import IYE  # noqa: PLC0415 - see above

        return IYE


__all__ = ["IYE"]
