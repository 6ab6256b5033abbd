"""Every game has a planner: its own, or the list of its moves."""

from __future__ import annotations

import pytest

from bot.errors import UserError
from bot.rendering.thread_renderer import ThreadRenderer
from bot.ui.boards.board_renderer import BoardRenderer
from bot.ui.help.rules import rules_page
from bot.ui.planners import AREAS, PLANNERS, load_planner
from bot.ui.planners.moves import MovesPlanner
from engines.registry import GAMES
from tests.bot.ui.views import writer


def test_every_game_has_a_planner_and_every_planner_a_game() -> None:
    assert list(PLANNERS) == list(GAMES)
    own = {slug: type(planner) for slug, planner in PLANNERS.items() if not isinstance(planner, MovesPlanner)}
    assert all(planner.__name__ == f"{slug.capitalize()}Planner" for slug, planner in own.items())
    assert set(AREAS) <= set(GAMES)


def test_game_without_a_planner_gets_the_list_of_moves() -> None:
    assert isinstance(load_planner("konane"), MovesPlanner)


async def test_rules_of_an_unknown_game_are_refused() -> None:
    with pytest.raises(UserError, match="no longer have that game"):
        await rules_page(BoardRenderer(ThreadRenderer()), "chess", 0, writer())
