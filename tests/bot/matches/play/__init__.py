"""Tests of :mod:`bot.matches.play`."""
