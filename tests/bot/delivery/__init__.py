"""Posting what the outbox holds."""
