"""Buttons, panels and planners."""
