"""Tests of Totem: position in, position out."""
