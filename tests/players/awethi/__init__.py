"""Tests of :mod:`players.awethi`."""
