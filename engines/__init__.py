"""The rules of the games, pure: no I/O, no clock, no randomness. :mod:`engines.game` is the protocol they share."""

SLUGS = ("iye", "totem", "awethi", "chiefdom")
"""Machine names of all games, in the order in which menus show them. A new game is one word here.

What belongs to it is found by that: :mod:`engines.registry`, :mod:`render` and the planners of the user interface.
"""
