"""Draws what all pictures share, and what greets a server, when it is imported: forked processes have it then."""

from bot.rendering import thread_renderer
from bot.ui.boards.cards import games_card
from engines.registry import GAMES
from render import CARD, PictureOptions, warm_up
from tests import titles
from tests.wire.crash.bot_process import put

for slug, game in GAMES.items():
    warm_up(slug, PictureOptions(seat_titles=game.info.seat_titles))
titles.render_png(CARD, games_card(), PictureOptions())
put(thread_renderer, "render_png", titles.render_png)
