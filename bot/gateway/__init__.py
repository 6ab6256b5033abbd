"""The connection to Discord's gateway: kept, counted, and not ended by what cannot be read."""
