"""Benchmarks of speed, size and memory."""
