"""The rules of the games, pure: no I/O, no clock, no randomness. :mod:`engines.game` is the protocol they share."""

SLUGS = ("iye", "totem", "awethi", "chiefdom")
"""Slugs of all games, in the order of the menus. To add a game, add its slug here.

Its other parts are found by the slug: :mod:`engines.registry`, :mod:`render` and the planners of the user interface.
"""
