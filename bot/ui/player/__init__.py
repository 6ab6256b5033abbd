"""A user's settings, holidays and stored data."""
