"""Planners: how a turn of each game is taken with buttons and selects. A new game is one module and one line here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from bot.matches.models import MatchView
from bot.ui.messages import Rows
from bot.ui.planners.plan import Panel, Plan
from bot.ui.text import Writer
from engines.game import Player
from engines.registry import GAMES, AnyGame
from engines.text import Text


class Planner(Protocol):
    """Controls of one game. Pure: everything comes from the view, everything goes out as values.

    Under the board, a control that carries out a move is ``Action("move", match, ply, encoded move)``, or a select of
    that name whose values are encoded moves; :func:`bot.ui.planners.plan.take_turn` opens the planner. In the planner,
    controls lead to a place (:meth:`Plan.to`) or plan a move (:meth:`Plan.move`). :mod:`bot.ui.planning` does the rest:
    it stores the plan, draws it, and has the buttons to undo and to confirm.
    """

    def prompt(self, view: MatchView, player: Player) -> Text:
        """What the player is asked for, in one sentence that names the player as ``Seat(player)``."""

    def controls(self, view: MatchView, write: Writer) -> Rows:
        """The controls under the board for those who are to move; at most four rows."""

    def panel(self, plan: Plan, place: str, write: Writer) -> Panel | None:
        """What is to be chosen at a place of the plan; ``None`` when there is no such place in it.

        Of a complete plan, what there is to say or to show beyond that it can be confirmed, usually ``None``.
        """

    def out(self, view: MatchView, player: Player) -> Text | None:
        """Why the player is never asked for anything again although the match goes on; ``None`` for who still plays."""


def planner_of(game: str) -> Planner:
    """The planner of a game by its slug.

    Raises:
        KeyError: no planner is registered for it.
    """
    return PLANNERS[game]


from bot.ui.planners.chiefdom import CHIEFDOM_PLANNER  # noqa: E402 - planners import the protocol above
from bot.ui.planners.iye import IYE_PLANNER  # noqa: E402
from bot.ui.planners.totem import TOTEM_PLANNER  # noqa: E402

PLANNERS: dict[str, Planner] = {"iye": IYE_PLANNER, "totem": TOTEM_PLANNER, "chiefdom": CHIEFDOM_PLANNER}


def offered() -> Mapping[str, AnyGame]:
    """The games that can be played here, by slug: a game whose turns nobody could take with buttons is not offered."""
    return {slug: game for slug, game in GAMES.items() if slug in PLANNERS}
