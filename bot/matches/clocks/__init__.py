"""Time control: when players have time, what is left of it, and when it runs out."""
