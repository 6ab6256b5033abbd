"""Tests of overload."""
