"""How a turn of each game is taken with buttons and selects."""
