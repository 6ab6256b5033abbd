"""The catalogue, and a pseudo-language that shows whether every text comes from it."""
