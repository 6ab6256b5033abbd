"""The Discord bot."""
