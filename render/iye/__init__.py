"""Pictures of İYE."""
