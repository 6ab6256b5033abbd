"""One process acts, others with the same database stand by and take its place when it ends."""
