"""Figures: speed, size and memory."""
