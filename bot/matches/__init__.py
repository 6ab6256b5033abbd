"""Matches: seats, turns, logs and drafts, without Discord."""
