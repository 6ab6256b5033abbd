"""Delivery: the outbox worker, and what it posts."""
