"""A planner that lists the legal moves, for games without a planner of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, cast

from bot.matches.model.views import MatchView
from bot.matches.play.planning import Plan
from bot.ui.components.messages import Rows, SelectOptionSpec
from bot.ui.components.text import Writer
from bot.ui.planners.panel import MENU_SIZE, MOVE, Panel, pages_of, path_select, take_turn
from engines.game import Player
from engines.text import Seat, T, Text


class ShowsMoves(Protocol):
    """An observation that lists the moves."""

    @property
    def moves(self) -> Sequence[str]:
        """Encoded legal moves of the player to move, at most 625; users type them in the same form."""


class MovesPlanner:
    """A menu of moves; if they do not fit, the parts of the list come first."""

    def prompt(self, view: MatchView, player: Player) -> Text:  # noqa: ARG002 - the same in every position
        return T("{player}, it is your turn.", player=Seat(player))

    def controls(self, view: MatchView, write: Writer) -> Rows:
        return (take_turn(view, write),) if view.to_move else ()

    def panel(self, plan: Plan, path: str, write: Writer) -> Panel | None:
        """Return the panel of a path, the number of a part of the list."""
        if plan.complete or plan.player not in plan.view.to_move:
            return None
        moves = cast("ShowsMoves", plan.view.observation).moves
        pages = pages_of(moves)
        if path and (not path.isdecimal() or int(path) >= len(pages)):
            return None
        if not path and len(pages) > 1:
            parts = [
                SelectOptionSpec(str(number), f"{page[0]} … {page[-1]}")
                for number, page in enumerate(pages[:MENU_SIZE])
            ]
            rows: Rows = ((path_select(plan, "pages", write.plain(T("Choose a part of the list …")), parts),),)
        else:
            choices = [SelectOptionSpec(MOVE + move, move) for move in pages[int(path or 0)]]
            rows = ((path_select(plan, "moves", write.plain(T("Choose a move …")), choices),),)
        return Panel(write(T("Choose your move.")), rows, examples=tuple(moves[:2]))

    def exit_reason(self, view: MatchView, player: Player) -> Text | None:  # noqa: ARG002 - nobody is out before the end
        return None
