"""The planner of Awéthi, and the parts of its board."""

from bot.ui.planners.awethi.areas import AwethiAreas
from bot.ui.planners.awethi.planner import AWETHI_PLANNER

__all__ = ["AWETHI_AREAS", "AWETHI_PLANNER"]

AWETHI_AREAS = AwethiAreas()
