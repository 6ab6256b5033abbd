"""Tests of match commands."""
