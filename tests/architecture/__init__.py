"""Rules for the source itself."""
