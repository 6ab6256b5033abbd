"""Tests of :mod:`bot.matches.notifications`."""
