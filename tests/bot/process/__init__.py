"""Tests of :mod:`bot.process`."""
