"""Totem: pieces run in company, and a touched totem falls."""

from engines.totem.game import TOTEM

__all__ = ["TOTEM"]
