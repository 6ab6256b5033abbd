"""Decisions of computer players, in a process of their own."""
