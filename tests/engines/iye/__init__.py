"""Tests of İYE: position in, position out."""
