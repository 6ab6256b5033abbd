"""The bot killed for real at every stage between a click and its post, and started again on the same database."""
