"""Tests of the process tuning."""
