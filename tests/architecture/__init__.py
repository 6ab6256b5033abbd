"""What must be true of the source itself."""
