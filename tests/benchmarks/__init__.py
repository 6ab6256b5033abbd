"""Tests that the benchmarks return their figures, whatever their values."""
