"""The Discord bot."""

VERSION = "0.1.0"
"""Of the project, as in ``pyproject.toml``."""
