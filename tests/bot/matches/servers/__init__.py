"""Tests of :mod:`bot.matches.servers`."""
