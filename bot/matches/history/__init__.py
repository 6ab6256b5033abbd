"""Histories, replays, exports and verification of matches."""
