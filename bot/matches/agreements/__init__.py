"""Offers between players, and pauses."""
