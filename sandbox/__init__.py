"""The bot in a simulated Discord with a page of its own."""
