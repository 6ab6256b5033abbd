"""Pictures of Totem."""
