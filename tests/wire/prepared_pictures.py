"""Draws what all pictures share, and what greets a server, when it is imported: forked processes have it then."""

from bot.ui.boards.cards import games_card
from engines.registry import GAMES
from render import CARD, PictureOptions, render_png, warm_up

for slug, game in GAMES.items():
    warm_up(slug, PictureOptions(seat_titles=game.info.seat_titles))
render_png(CARD, games_card(), PictureOptions())
