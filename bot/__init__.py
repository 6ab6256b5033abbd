"""The Discord bot."""

VERSION = "0.1.0"
"""The version of the project; ``pyproject.toml`` reads it here."""
