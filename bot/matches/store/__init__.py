"""All SQL of matches: one module for each family of tables."""
