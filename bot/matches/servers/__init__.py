"""What managers of a server set and do, and the channels in which matches are played."""
