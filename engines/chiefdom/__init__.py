"""Chiefdom: one roll for everybody, and everybody draws a chiefdom of their own."""

from engines.chiefdom.game import CHIEFDOM

__all__ = ["CHIEFDOM"]
