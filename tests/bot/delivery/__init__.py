"""Tests of delivery from the outbox."""
