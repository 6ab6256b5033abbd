"""What a button or select says when it is pressed, and how a press finds its handler.

Everything that a control needs is in its custom_id, so controls work for ever, after restarts too, and thousands of
open matches cost no memory.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

import discord
from discord.ui import DynamicItem, Item

from bot.ui.components.messages import Choice, Members, Menu, Press

if TYPE_CHECKING:
    from bot.ui.interactions.context import Call

CUSTOM_ID_LIMIT = 100
"""Discord accepts no longer custom_id (https://discord.com/developers/docs/components/reference)."""

TEMPLATE = re.compile(
    r"k(?P<epoch>[0-9a-f]{0,9}):(?P<name>[a-z]+):(?P<match>[0-9]{1,18}):(?P<ply>[0-9]{1,9}):(?P<detail>[^\n]*)"
)


_EPOCH = [0]
"""The epoch of the database that this process works with, see :func:`begin_epoch`."""


def begin_epoch(epoch: int) -> None:
    """Let controls say from now on that they are of this epoch: of the time since a backup was put back last.

    0 is the time before that has ever been done; its controls look as they always have.
    """
    _EPOCH[0] = epoch


def current_epoch() -> int:
    """The epoch that new controls are of."""
    return _EPOCH[0]


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
    epoch: int = field(default_factory=current_epoch)
    """When the control was made: since which backup was put back."""

    @property
    def custom_id(self) -> str:
        """The text from which :meth:`parse` makes an equal action.

        Raises:
            ValueError: it would be longer than Discord accepts, so the control would never work.
        """
        text = self._text
        if not _fits(text):
            raise ValueError(f"not fit for a custom_id: {text!r}")
        return text

    @property
    def fits(self) -> bool:
        """Whether it can be said in a custom_id."""
        return _fits(self._text)

    @property
    def _text(self) -> str:
        return f"{prefix_of(self.epoch)}{self.name}:{self.match_id}:{self.ply}:{self.detail}"

    @classmethod
    def parse(cls, match: re.Match[str]) -> Self:
        """The action of a custom_id that fits :data:`TEMPLATE`."""
        epoch = int(match["epoch"] or "0", 16)
        return cls(match["name"], int(match["match"]), int(match["ply"]), match["detail"], epoch)

    def press(
        self,
        label: str,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        emoji: str | None = None,
        *,
        disabled: bool = False,
    ) -> Press:
        """A button for this action."""
        return Press(self.custom_id, label, style, emoji, disabled)

    def menu(self, placeholder: str, choices: tuple[Choice, ...]) -> Menu:
        """A select for this action."""
        return Menu(self.custom_id, placeholder, choices)

    def members(self, placeholder: str) -> Members:
        """A select of people for this action."""
        return Members(self.custom_id, placeholder)


def prefix_of(epoch: int) -> str:
    """What the custom_ids of an epoch begin with."""
    return f"k{epoch:x}:" if epoch else "k:"


def _fits(text: str) -> bool:
    # Counted as JavaScript does: a character beyond the first 65,536 is two.
    length = len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
    return length <= CUSTOM_ID_LIMIT and TEMPLATE.fullmatch(text) is not None


SERVED = "served"
"""What an interaction's extras have once the handler of its control has been called."""

UNKNOWN = Action("")
"""An action that nothing is registered for."""

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
        interaction.extras[SERVED] = True
        await interaction.client.desk.pressed(interaction, self.action)


def late_action(interaction: discord.Interaction[Any]) -> Action | None:
    """The action of a press or a filled-in form that discord.py lets pass by; ``None`` for all other interactions.

    Of a press, Discord sends the message as it is now, and an earlier press may just have taken its controls off.
    discord.py looks for the control there, does not find it and leaves the press unanswered. Forms it knows only if it
    remembers them, and ours work for ever.
    """
    action, message = action_of(interaction), interaction.message
    is_form = interaction.type is discord.InteractionType.modal_submit
    data: Any = interaction.data or {}
    if action is not None and not is_form and message is not None:
        return None if _is_under(message.components, data["custom_id"], data["component_type"]) else action
    return action


def action_of(interaction: discord.Interaction[Any]) -> Action | None:
    """The action of a press or a filled-in form; ``None`` for all other interactions."""
    if interaction.type not in {discord.InteractionType.component, discord.InteractionType.modal_submit}:
        return None
    data: Any = interaction.data or {}
    found = TEMPLATE.fullmatch(data.get("custom_id", ""))
    return None if found is None else Action.parse(found)


def is_foreign(interaction: discord.Interaction[Any]) -> bool:
    """Whether something was pressed or filled in that says nothing in our way; it must be answered all the same."""
    pressed = interaction.type in {discord.InteractionType.component, discord.InteractionType.modal_submit}
    return pressed and action_of(interaction) is None


def values_of(data: Mapping[str, Any]) -> tuple[str, ...]:
    """What was chosen in a select or filled into a form, as Discord sends it."""
    filled = tuple(_filled(data.get("components", ())))
    return tuple(data.get("values", ())) or filled


def _filled(parts: Iterable[Mapping[str, Any]]) -> Iterable[str]:
    for part in parts:
        if isinstance(part.get("value"), str):
            yield part["value"]
        yield from _filled([*part.get("components", ()), *filter(None, (part.get("component"),))])


def _is_under(components: Iterable[Any], custom_id: str, kind: int) -> bool:
    """Whether one of these components, or of those inside them, is of this kind and has this custom_id."""
    for part in components:
        inside = (*getattr(part, "children", ()), *filter(None, (getattr(part, "accessory", None),)))
        if getattr(part, "custom_id", None) == custom_id and part.type.value == kind:
            return True
        if _is_under(inside, custom_id, kind):
            return True
    return False
