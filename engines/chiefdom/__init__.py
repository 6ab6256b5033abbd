"""Chiefdom: one roll for everybody, and everybody draws a chiefdom of their own."""
