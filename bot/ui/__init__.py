"""Buttons, panels and planners.

Importing :mod:`bot.ui.every` registers the handlers of all controls.
"""
