"""Time limit for tests that wait."""

WAIT_LIMIT = 120.0
"""Seconds. A wait ends as soon as its condition is true, so this only decides when a test gives up: late enough that no
busy machine is mistaken for a broken bot.
"""
