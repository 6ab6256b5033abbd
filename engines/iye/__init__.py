"""İYE: two apprentices move one drum and hand each other the spirits it calls."""

from engines.iye.game import IYE

__all__ = ["IYE"]
