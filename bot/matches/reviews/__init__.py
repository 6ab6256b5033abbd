"""Reviews of ended matches."""
