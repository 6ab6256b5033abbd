"""Matches without Discord."""
