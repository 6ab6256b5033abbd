"""The panel that asks for the next move of a plan, and its controls.

A *path* says how far a player has come in choosing a move (``e5``: this piece is chosen). It is a text of at most 50
characters defined by the planner. Every move begins with the empty path.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar
from zlib import crc32

import discord

from bot.matches.model.views import MatchView
from bot.matches.play.planning import Plan
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import ButtonSpec, Row, Rows, SelectOptionSpec, SelectSpec
from bot.ui.components.text import Writer
from engines.text import T, Text

MOVE = "!"
"""First character of a path that plans a move, or several separated by this sign. No game uses it in a move."""

CELL = "@"
"""Last character of a path that a typed cell follows."""

VERSION = re.compile(r"([0-9a-f]{8}):(.*)")
"""The version of the plan that a component was made for, and the rest."""

MENU_SIZE = 25
"""Maximum number of options in a select."""

ItemT = TypeVar("ItemT")


def version_of(moves: Sequence[str]) -> str:
    """Return a short hash of a plan, which identifies windows of older plans."""
    return f"{crc32(' '.join(moves).encode()):08x}"


def split_version(detail: str) -> tuple[str | None, str]:
    """Split a detail into plan version and rest; components under public boards have no version."""
    found = VERSION.fullmatch(detail)
    return (None, detail) if found is None else (found[1], found[2])


def plan_action(plan: Plan, name: str, detail: str = "") -> Action:
    """Return an action with the current version of a plan."""
    return Action(name, plan.match_id, plan.ply, f"{version_of(plan.moves)}:{detail}")


def path_action(plan: Plan, path: str) -> Action:
    """Return the action that leads to a path."""
    return plan_action(plan, "plan", path)


def move_action(plan: Plan, move: str) -> Action:
    """Return the action that plans an encoded move."""
    return path_action(plan, MOVE + move)


def path_select(plan: Plan, name: str, placeholder: str, choices: Sequence[SelectOptionSpec]) -> SelectSpec:
    """Return a select whose values are paths, or moves after :data:`MOVE`; ``name`` makes its id unique."""
    return path_action(plan, f"#{name}").select(placeholder, tuple(choices))


@dataclass(frozen=True, slots=True)
class Panel:
    """What the planner asks a player at one path."""

    text: str
    """Text below the board: what to choose, and why some options are missing."""
    rows: Rows
    """At most four rows; the buttons that all plans have come below."""
    focus: str | None = None
    """The choice so far, for the painter (``PictureOptions.focus``)."""
    shown: object | None = None
    """An observation to draw instead of the planned position, such as one with a drawing that is still being moved."""
    examples: tuple[str, ...] = ()
    """One or two examples of text that could be typed here, for the form in which moves are typed."""
    undoes: int = 1
    """How many moves Undo takes back: those that were planned together."""
    undo: Text | None = None
    """The label of Undo, if it says what is taken back."""
    plans: tuple[str, ...] | None = None
    """The plan that this path stands for, replacing the earlier one: for turns of one move, found by trying. ``None``:
    the path plans nothing.
    """
    is_decided: bool = False
    """Whether it shows the player's decision, so that nothing is left to confirm."""
    rules_page: int | None = None
    """The rules page, from 0, that explains this panel; a button leads to it."""
    at_once: bool = False
    """Without the buttons of plans: a choice is played at once."""


def take_turn(view: MatchView, write: Writer) -> Row:
    """Return the button under a public board that opens the planner."""
    button = Action("turn", view.match.id, view.ply)
    return (button.button(write.plain(T("Take turn")), discord.ButtonStyle.primary, "🎲"),)


def in_rows(presses: Sequence[ButtonSpec]) -> list[Row]:
    """Return buttons in rows of four, which fit on a phone."""
    return [presses[start : start + 4] for start in range(0, len(presses), 4)]


def pages_of(items: Sequence[ItemT]) -> list[Sequence[ItemT]]:
    """Return full menus of items; one empty page if there are none."""
    return [items[start : start + MENU_SIZE] for start in range(0, len(items), MENU_SIZE)] or [()]
