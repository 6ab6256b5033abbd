"""Tuning of the process: memory, garbage collection and connections."""
