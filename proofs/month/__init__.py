"""Simulated users, Discord and time for :mod:`proofs.soak`."""
