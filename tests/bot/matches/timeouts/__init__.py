"""Tests of :mod:`bot.matches.timeouts`."""
