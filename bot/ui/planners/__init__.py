"""Planners: how a turn of each game is taken with buttons and selects. A game's own planner is found by its slug."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Protocol, cast, runtime_checkable

from bot.matches.checks import HAS_LEFT
from bot.matches.model.views import MatchView
from bot.matches.play.planning import Plan
from bot.ui.components.messages import Rows
from bot.ui.components.text import Writer
from bot.ui.planners.areas import Areas
from bot.ui.planners.moves import MovesPlanner
from bot.ui.planners.panel import Panel
from engines import SLUGS
from engines.game import Player
from engines.text import Text


class Planner(Protocol):
    """Controls of one game. Pure: everything comes from the view, and the result is values.

    Under the board, a control that carries out a move is ``Action("move", match, ply, encoded move)``, or a select of
    that name whose values are encoded moves; :func:`bot.ui.planners.panel.take_turn` opens the planner. In the planner,
    controls lead to a path (``path_action`` in :mod:`bot.ui.planners.panel`) or plan a move (``move_action``).
    :mod:`bot.ui.play.planner` does the rest: it stores the plan, draws it, and has the buttons to undo and to confirm.
    """

    def prompt(self, view: MatchView, player: Player) -> Text:
        """Return the sentence that asks the player for a decision; it names the player as ``Seat(player)``."""

    def controls(self, view: MatchView, write: Writer) -> Rows:
        """Return the controls under the board for the players to move; at most four rows."""

    def panel(self, plan: Plan, path: str, write: Writer) -> Panel | None:
        """Return the choice at a path of the plan; ``None`` if there is no such path.

        For a complete plan, return what to say or show beyond Confirm; usually ``None``.
        """

    def exit_reason(self, view: MatchView, player: Player) -> Text | None:
        """Return why the player is out although the match continues; ``None`` for active players."""


@runtime_checkable
class SheetPlanner(Planner, Protocol):
    """Controls of a game in which all players decide at the same time, each on a private sheet.

    A sheet is sent to its player by direct message, and opened by a button under the public board.
    """

    def status(self, view: MatchView, *, can_press: bool) -> Sequence[Text]:
        """Return public lines: the players still to decide, named as ``Seat(player)`` to notify them, and those who
        have. ``can_press``: the reader finds the button of the sheet below.
        """

    def visible_sheets(self, view: MatchView) -> Sequence[Player]:
        """Return the players whose sheets the viewer may see."""

    def only_sheet_of(self, view: MatchView, player: Player) -> MatchView:
        """Return the view with only this player's sheet."""

    def idle_reason(self, view: MatchView, player: Player) -> Text | None:
        """Return why the player has nothing to decide now; ``None`` if that is obvious."""


def sheet_planner_of(game: str) -> SheetPlanner | None:
    """Return the planner of a game if it has private sheets."""
    planner = PLANNERS.get(game)
    return cast("SheetPlanner", planner) if planner is not None and _has_sheets(type(planner)) else None


@cache
def _has_sheets(kind: type[Planner]) -> bool:
    """Return whether a planner has everything of a :class:`SheetPlanner`; the check is slow, so it is cached."""
    return issubclass(kind, SheetPlanner)


def planner_of(game: str) -> Planner:
    """Return the planner of a game by its slug.

    Raises:
        KeyError: no planner is registered for it.
    """
    return PLANNERS[game]


def why_out(view: MatchView, player: Player) -> Text | None:
    """Return why a player can no longer do anything in a running match; ``None`` for those who can."""
    if view.match.seat_at(player).withdrawn:
        return HAS_LEFT
    return planner_of(view.match.game).exit_reason(view, player)


def load_planner(game: str) -> Planner:
    """Return a game's own planner, such as ``IYE_PLANNER`` of :mod:`bot.ui.planners.iye`, or a list of moves without
    one.
    """
    module = _module_of(game)
    planner: Planner = MovesPlanner() if module is None else getattr(module, f"{game.upper()}_PLANNER")
    return planner


def _module_of(game: str) -> ModuleType | None:
    name = f"{__name__}.{game}"
    return None if find_spec(name) is None else import_module(name)


PLANNERS: dict[str, Planner] = {game: load_planner(game) for game in SLUGS}

AREAS: dict[str, Areas] = {
    game: areas for game in SLUGS if (areas := getattr(_module_of(game), f"{game.upper()}_AREAS", None)) is not None
}
"""The parts of large boards, by the game's slug; boards of other games are always shown whole."""
