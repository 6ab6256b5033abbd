"""The computer player of Totem."""
