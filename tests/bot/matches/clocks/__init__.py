"""Tests of :mod:`bot.matches.clocks`."""
