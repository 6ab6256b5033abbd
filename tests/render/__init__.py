"""Tests of pictures: their content, their layout, and golden files."""
