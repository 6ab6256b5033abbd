"""Tests of :mod:`bot.matches.agreements`."""
