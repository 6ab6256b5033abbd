"""Who sits where once a match has begun."""
