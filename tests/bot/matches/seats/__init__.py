"""Tests of :mod:`bot.matches.seats`."""
