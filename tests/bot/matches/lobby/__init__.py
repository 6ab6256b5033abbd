"""Tests of :mod:`bot.matches.lobby`."""
