"""Planners: how a turn of each game is taken with buttons and selects. A new game is one module and one line here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from bot.matches.models import MatchView
from bot.ui.messages import Outgoing, Rows
from bot.ui.text import Writer
from engines.game import Player
from engines.registry import GAMES, AnyGame
from engines.text import Text


class Planner(Protocol):
    """Controls of one game. Pure: everything comes from the view, everything goes out as values.

    A control that carries out a move is ``Action("move", match, ply, encoded move)``, or a select of that name whose
    values are encoded moves. A control that only leads further is ``Action("plan", match, ply, detail)``: pressing it
    shows :meth:`panel` to the one who pressed.
    """

    def prompt(self, view: MatchView, player: Player) -> Text:
        """What the player is asked for, in one sentence that names the player as ``Seat(player)``."""

    def controls(self, view: MatchView, write: Writer) -> Rows:
        """The controls under the board for those who are to move; at most four rows."""

    def panel(self, view: MatchView, detail: str, values: Sequence[str], write: Writer) -> Outgoing | None:
        """What a ``plan`` control shows privately; ``None`` when it makes no sense in this position."""


def planner_of(game: str) -> Planner:
    """The planner of a game by its slug.

    Raises:
        KeyError: no planner is registered for it.
    """
    return PLANNERS[game]


from bot.ui.planners.iye import IYE_PLANNER  # noqa: E402 - planners import the protocol above

PLANNERS: dict[str, Planner] = {"iye": IYE_PLANNER}


def offered() -> Mapping[str, AnyGame]:
    """The games that can be played here, by slug: a game whose turns nobody could take with buttons is not offered."""
    return {slug: game for slug, game in GAMES.items() if slug in PLANNERS}
