"""What players settle between them."""
