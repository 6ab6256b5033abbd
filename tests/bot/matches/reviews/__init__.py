"""Tests of :mod:`bot.matches.reviews`."""
