"""Interactions: routing to handlers, and replies."""
