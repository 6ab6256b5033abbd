"""Tests of Chiefdom: position in, position out."""
