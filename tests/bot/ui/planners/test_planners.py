"""Which games are offered: those whose turns can be taken."""

from __future__ import annotations

import pytest
from discord.ui import TextDisplay

from bot.errors import RefusalError
from bot.painting.inside import InsidePainters
from bot.ui import planners
from bot.ui.boards.pictures import Pictures
from bot.ui.components.messages import Outgoing, layout_view
from bot.ui.help.rules import about, rules_page
from bot.ui.planners import PLANNERS, offered
from engines.registry import GAMES
from tests.bot.ui.views import writer


def everything(message: Outgoing) -> str:
    """All texts of a message of the second generation."""
    view = layout_view(message.layout)
    return "\n".join(part.content for part in view.walk_children() if isinstance(part, TextDisplay))


def test_every_planner_belongs_to_a_game() -> None:
    assert set(PLANNERS) <= set(GAMES)
    assert list(offered()) == [slug for slug in GAMES if slug in PLANNERS]


async def test_a_game_without_planner_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "İYE" in everything(about(writer()))
    monkeypatch.setattr(planners, "PLANNERS", {})
    assert offered() == {}
    assert "İYE" not in everything(about(writer()))
    with pytest.raises(RefusalError, match="do not know that game"):
        await rules_page(Pictures(InsidePainters()), "iye", 0, writer())
