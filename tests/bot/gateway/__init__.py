"""The connection to the gateway."""
