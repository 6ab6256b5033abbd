"""Tests of responses to interactions."""
