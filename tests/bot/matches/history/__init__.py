"""Tests of :mod:`bot.matches.history`."""
