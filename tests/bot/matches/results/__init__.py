"""Tests of :mod:`bot.matches.results`."""
