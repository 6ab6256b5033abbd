"""What stands in the messages that show boards."""
