"""The whole bot, used as people use it, in a simulated Discord."""
