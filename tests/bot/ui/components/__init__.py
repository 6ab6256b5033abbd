"""Tests of the parts of messages."""
