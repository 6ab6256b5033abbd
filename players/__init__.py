"""Computer players: for each game a player that decides from an observation, at five levels."""

LEVELS = (1, 2, 3, 4, 5)
"""The levels of every computer player, from the weakest to the strongest."""
