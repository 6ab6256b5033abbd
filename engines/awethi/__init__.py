"""Awéthi: herders surround their own herds before the wairgka eat them."""

from engines.awethi.game import AWETHI

__all__ = ["AWETHI"]
