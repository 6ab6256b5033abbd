"""Pictures of Chiefdom."""
