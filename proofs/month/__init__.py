"""A month in no time: people, their Discord and a clock that is set forward, for :mod:`proofs.soak`."""
