"""Leaderboards in lines and as a picture: both tell the highest level of the computer that each player has beaten."""

from __future__ import annotations

from typing import cast

from bot.matches.model.results import BestScore, PlayerRating, RatingLine, ScoreLine
from bot.matches.results.leaderboards import LeaderboardPage
from bot.ui.boards.board_renderer import BoardRenderer
from bot.ui.components.text import Writer
from bot.ui.server.leaderboard_card import leaderboard_picture
from bot.ui.server.leaderboard_kinds import leaderboard_kinds
from bot.ui.server.leaderboards import leaderboard_page
from render.bidi import from_left
from render.cards.content import LeaderboardCard
from tests.bot.ui.views import ENGLISH
from tests.discord_limits import walk

WRITE = Writer(ENGLISH)
LEGEND = "🤖 is the highest level"


def board(*levels: int | None) -> LeaderboardPage:
    """A page with a player for each level."""
    lines = tuple(
        RatingLine(place, place, f"Player {place}", PlayerRating(rated=9), 5, level)
        for place, level in enumerate(levels, 1)
    )
    return LeaderboardPage(0, 1, lines, None, len(lines))


class Drawn:
    """In place of the renderer: keeps the card and its description."""

    card: LeaderboardCard
    alt: str

    async def render_card(self, card: LeaderboardCard, _options: object, _name: str, alt: str) -> None:
        self.card, self.alt = card, alt


async def test_picture_and_its_description_have_the_levels_beaten() -> None:
    drawn = Drawn()
    await leaderboard_picture(cast("BoardRenderer", drawn), leaderboard_kinds()["iye"], board(4, None), "Den", 0, WRITE)
    assert [rank.level for rank in drawn.card.ranks] == [4, None]
    assert "1. Player 1, " in drawn.alt
    assert drawn.alt.count("computer level") == drawn.alt.count("won 5 of 9, computer level 4 beaten.") == 1


def test_lines_have_the_levels_beaten_and_say_what_they_are() -> None:
    def written(*levels: int | None) -> str:
        page = leaderboard_page(leaderboard_kinds()["iye"], board(*levels), 0, WRITE)
        return "\n".join(str(part.to_component_dict()) for part in page.layout)

    assert "won 5 of 9 · 🤖 4" in written(4, None)
    assert LEGEND in written(4, None)
    assert "🤖" not in written(None, None)


def test_name_from_right_to_left_does_not_turn_the_number_after_it() -> None:
    line = ScoreLine(1, 1, "אבי", BestScore(237, 1, 0, 3))
    scores = leaderboard_kinds()["chiefdom/cards=off"]
    page = leaderboard_page(scores, LeaderboardPage(0, 1, (line,), None, 1), 0, WRITE)
    texts = [part.get("content", "") for part in walk(each.to_component_dict() for each in page.layout)]
    (shown,) = (line for text in texts for line in text.split("\n") if "237" in line)
    assert "".join(placed.piece for placed in from_left(shown)).endswith("**יבא** · 3 matches")
