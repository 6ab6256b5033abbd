"""Turns and boards."""
