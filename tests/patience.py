"""How long tests wait for what must happen."""

PATIENCE = 120.0
"""Seconds. A wait ends as soon as what it waits for is there, so this says only when a test gives up: so late that no
machine, whatever else it does meanwhile, is taken for a broken bot.
"""
