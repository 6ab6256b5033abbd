"""Buttons, panels and planners.

Importing :mod:`bot.ui.handlers` registers the handlers of all controls.
"""
