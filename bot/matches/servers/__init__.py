"""Servers: settings, managers' actions, and the channels in which matches are played."""
