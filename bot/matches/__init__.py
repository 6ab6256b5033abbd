"""Matches: seats, turns, logs and plans, without Discord."""
