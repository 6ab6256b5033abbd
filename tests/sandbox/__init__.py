"""The local Discord."""
