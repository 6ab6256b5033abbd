"""Tests of board messages."""
