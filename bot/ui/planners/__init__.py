"""How the turn of each game is taken with buttons and menus."""
