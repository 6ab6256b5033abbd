"""The bot in a simulated Discord, used from a browser."""
