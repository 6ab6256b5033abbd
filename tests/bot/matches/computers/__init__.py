"""Tests of :mod:`bot.matches.computers`."""
