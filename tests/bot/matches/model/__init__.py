"""Tests of :mod:`bot.matches.model`."""
