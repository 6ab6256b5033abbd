"""Timeouts: the vote of the other players, and its consequences."""
