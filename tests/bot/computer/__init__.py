"""Tests of :mod:`bot.computer`."""
