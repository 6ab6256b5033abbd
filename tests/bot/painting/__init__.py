"""Where pictures are drawn."""
