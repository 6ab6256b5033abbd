"""Tests of :mod:`bot.matches.people`."""
