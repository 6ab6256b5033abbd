"""Turns: loading, planning, playing and writing them."""
