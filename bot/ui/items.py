"""What a button or select says when it is pressed, and how a press finds its handler.

Everything that a control needs is in its custom_id, so controls work for ever, after restarts too, and thousands of
open matches cost no memory.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import discord
from discord.ui import DynamicItem, Item

from bot.ui.messages import Choice, Menu, Press

if TYPE_CHECKING:
    from bot.ui.call import Call

CUSTOM_ID_LIMIT = 100
"""Discord accepts no longer custom_id (https://discord.com/developers/docs/components/reference)."""

TEMPLATE = re.compile(r"k:(?P<name>[a-z]+):(?P<match>[0-9]{1,18}):(?P<ply>[0-9]{1,9}):(?P<detail>[^\n]*)")


@dataclass(frozen=True, slots=True)
class Action:
    """What a control is for."""

    name: str
    """A key of :data:`HANDLERS`."""
    match_id: int = 0
    """0 where no match is concerned."""
    ply: int = 0
    """The ply of the position that was shown when the control was made, or a page's number."""
    detail: str = ""
    """Whatever the handler needs: an encoded move, a kind of offer. One line."""

    @property
    def custom_id(self) -> str:
        """The text from which :meth:`parse` makes an equal action.

        Raises:
            ValueError: it would be longer than Discord accepts, so the control would never work.
        """
        text = f"k:{self.name}:{self.match_id}:{self.ply}:{self.detail}"
        if len(text) > CUSTOM_ID_LIMIT or TEMPLATE.fullmatch(text) is None:
            raise ValueError(f"not fit for a custom_id: {text!r}")
        return text

    @classmethod
    def parse(cls, match: re.Match[str]) -> Self:
        """The action of a custom_id that fits :data:`TEMPLATE`."""
        return cls(match["name"], int(match["match"]), int(match["ply"]), match["detail"])

    def press(
        self,
        label: str,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        emoji: str | None = None,
    ) -> Press:
        """A button for this action."""
        return Press(self.custom_id, label, style, emoji)

    def menu(self, placeholder: str, choices: tuple[Choice, ...]) -> Menu:
        """A select for this action."""
        return Menu(self.custom_id, placeholder, choices)


Handler = Callable[["Call", Action], Awaitable[None]]

HANDLERS: dict[str, Handler] = {}
"""Every action's handler by name; filled by :func:`handles` when ``bot.ui`` is imported."""


def handles(name: str) -> Callable[[Handler], Handler]:
    """Register a handler. A name belongs to one handler for ever: old messages keep their buttons."""

    def register(handler: Handler) -> Handler:
        if name in HANDLERS:
            raise ValueError(f"two handlers for {name!r}")
        HANDLERS[name] = handler
        return handler

    return register


class Control(DynamicItem[Item[Any]], template=TEMPLATE):
    """Any control of ours. One class with one template, so that no press is dispatched twice."""

    def __init__(self, item: Item[Any], action: Action) -> None:
        super().__init__(item)
        self.action = action

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: Item[Any], match: re.Match[str], /
    ) -> Self:
        """Called by discord.py for every press whose custom_id fits the template."""
        return cls(item, Action.parse(match))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Handle the press; errors are answered there, because discord.py would swallow them."""
        await interaction.client.desk.pressed(interaction, self.action)
