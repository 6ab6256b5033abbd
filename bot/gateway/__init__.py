"""The connection to Discord's gateway: keeps it open, limits new sessions, drops unreadable events."""
