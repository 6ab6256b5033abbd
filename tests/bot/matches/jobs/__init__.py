"""Tests of :mod:`bot.matches.jobs`."""
