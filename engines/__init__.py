"""The rules of the games, pure: no I/O, no clock, no randomness. :mod:`engines.game` is the protocol they share."""
