"""The commands of ``python -m bot`` that need no gateway connection."""
