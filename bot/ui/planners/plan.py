"""The plan of a turn, and the panel that asks for its next move."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar
from zlib import crc32

import discord

from bot.matches.model.views import Draft, MatchView
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import ButtonSpec, Row, Rows, SelectOptionSpec, SelectSpec
from bot.ui.components.text import Writer
from engines.game import Player
from engines.text import T, Text

MOVE = "!"
"""Begins a place that is a move: choosing it plans the move behind it, or several with this sign between them. No game
writes it in a move."""

CELL = "@"
"""Ends a place that a typed cell follows."""

VERSION = re.compile(r"([0-9a-f]{8}):(.*)")
"""The version of the plan that a component was made for, and the rest."""

MENU_SIZE = 25
"""Discord takes no more lines in a menu."""

ItemT = TypeVar("ItemT")


def version_of(moves: Sequence[str]) -> str:
    """A short hash of a plan, by which windows of older plans are recognised."""
    return f"{crc32(' '.join(moves).encode()):08x}"


def split_version(detail: str) -> tuple[str | None, str]:
    """Split a detail into plan version and rest; components under public boards have no version."""
    found = VERSION.fullmatch(detail)
    return (None, detail) if found is None else (found[1], found[2])


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan and how far its player has come in choosing the next move.

    A *path* is how far a player has come in choosing a move (``e5``: this piece is chosen), in at most 50 characters of
    the planner's own making. Every move begins with the empty path.
    """

    draft: Draft

    @property
    def view(self) -> MatchView:
        """The planned position as its player may see it."""
        return self.draft.view

    @property
    def player(self) -> Player:
        """The player who plans.

        Raises:
            LookupError: a plan without a player; there is none.
        """
        if self.view.viewer is None:
            raise LookupError("nobody plans this")
        return self.view.viewer

    @property
    def version(self) -> str:
        """See :func:`version_of`."""
        return version_of(self.draft.moves)

    def action(self, name: str, detail: str = "") -> Action:
        """An action that carries the current version of this plan."""
        return Action(name, self.view.match.id, self.draft.ply, f"{self.version}:{detail}")

    def to(self, path: str) -> Action:
        """A control that leads to a place."""
        return self.action("plan", path)

    def move(self, move: str) -> Action:
        """A control that plans an encoded move."""
        return self.to(MOVE + move)

    def select(self, name: str, placeholder: str, choices: Sequence[SelectOptionSpec]) -> SelectSpec:
        """A select whose values are places, or moves with :data:`MOVE` before them; ``name`` tells it from others."""
        return self.action("plan", f"#{name}").select(placeholder, tuple(choices))


@dataclass(frozen=True, slots=True)
class Panel:
    """What the planner asks a player at one path."""

    text: str
    """Text below the board: what to choose, and why some options are missing."""
    rows: Rows
    """At most four; the buttons that all plans have are the last row."""
    focus: str | None = None
    """What is chosen so far, for the painter (``PictureOptions.focus``)."""
    shown: object | None = None
    """An observation to draw instead of the planned position, such as one with a drawing that is still being moved."""
    examples: tuple[str, ...] = ()
    """What could be typed here, one or two texts, for the form in which moves are typed."""
    undoes: int = 1
    """How many moves Undo takes back: as many as were planned together."""
    undo: Text | None = None
    """The label of Undo where it says what is taken back."""
    plans: tuple[str, ...] | None = None
    """What is planned by being at this place, in the stead of all that was planned: for turns of one move, which is
    looked for by trying. ``None``: being here plans nothing."""
    is_decided: bool = False
    """Whether it shows what its player has decided, and nothing that is still to be confirmed."""
    rules_page: int | None = None
    """The page of the rules, from 0, that explains what is shown here; a button leads to it."""
    at_once: bool = False
    """Without the buttons of plans: what is chosen here is played at once."""


def take_turn(view: MatchView, write: Writer) -> Row:
    """The button under a public board that opens the planner."""
    button = Action("turn", view.match.id, view.ply)
    return (button.button(write.plain(T("Take turn")), discord.ButtonStyle.primary, "🎲"),)


def in_rows(presses: Sequence[ButtonSpec], width: int = 4) -> list[Row]:
    """Buttons in rows that fit on a phone."""
    return [presses[start : start + width] for start in range(0, len(presses), width)]


def pages_of(items: Sequence[ItemT], size: int = MENU_SIZE) -> list[Sequence[ItemT]]:
    """Menus full of items; one empty page where there are none."""
    return [items[start : start + size] for start in range(0, len(items), size)] or [()]
