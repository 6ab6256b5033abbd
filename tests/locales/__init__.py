"""The catalogue, and the pseudo-language that shows whether every text goes through it."""
