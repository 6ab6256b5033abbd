"""Turns of computer players."""
