"""The rules of the games: pure code on the standard library alone."""
