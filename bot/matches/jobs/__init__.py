"""What is done at a certain time."""
