"""The whole bot in a simulated Discord, used as people use it."""
