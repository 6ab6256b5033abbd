"""Kills the bot at every stage between a click and its post, and restarts it on the same database."""
