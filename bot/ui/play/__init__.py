"""Taking turns and looking at boards."""
