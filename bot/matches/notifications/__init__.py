"""Reminders, turn notifications, digests and boards for spectators."""
