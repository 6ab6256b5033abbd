"""The planner of Awéthi."""

from bot.ui.planners.awethi.planner import AWETHI_PLANNER

__all__ = ["AWETHI_PLANNER"]
