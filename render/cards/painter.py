"""Painter of cards."""

from __future__ import annotations

from render.cards.content import FiguresCard, LeaderboardCard, ResultCard, TitleCard
from render.cards.leaderboard import leaderboard
from render.cards.result import result
from render.cards.titles import figures, title_card
from render.options import PictureOptions
from render.picture import Picture


def paint(content: object, options: PictureOptions) -> Picture:
    """Draw a card.

    Raises:
        TypeError: the content is none of a card.
    """
    match content:
        case ResultCard():
            return result(content, options)
        case TitleCard():
            return title_card(content, options)
        case FiguresCard():
            return figures(content, options)
        case LeaderboardCard():
            return leaderboard(content, options)
        case _:
            raise TypeError(f"there is no card for a {type(content).__name__}")
