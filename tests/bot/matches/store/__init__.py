"""Tests of :mod:`bot.matches.store`."""
