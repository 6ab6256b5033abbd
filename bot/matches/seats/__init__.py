"""Substitution of players in running matches."""
