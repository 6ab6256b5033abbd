"""Messages as values: text, components and files, independent of how they are sent."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar
from zlib import crc32

import discord
from discord.ui import (
    ActionRow,
    Button,
    Item,
    LayoutView,
    Modal,
    Select,
    UserSelect,
    View,
)

from bot.ui.components.selects import ChannelSelectSpec, RoleSelectSpec
from bot.ui.components.text import ALT_LIMIT, LABEL_LIMIT, MESSAGE_LIMIT, OPTION_LIMIT, fit, fit_written

Row: TypeAlias = Sequence["ComponentSpec"]
"""A row of components: up to five buttons, or one select."""

Rows: TypeAlias = Sequence[Row]

MOST_ID = 2**31 - 1
"""The greatest id of a component (https://discord.com/developers/docs/components/reference#anatomy-of-a-component)."""


class NonClosingBytesIO(io.BytesIO):
    """A buffer whose ``close`` does nothing.

    ``discord.File`` replaces ``close`` and later restores it. With an ordinary buffer that makes a reference cycle, and
    hundreds of pictures would wait for the garbage collector.
    """

    @property
    def close(self) -> Callable[[], None]:
        """Return a function that does nothing."""
        return _nothing

    @close.setter
    def close(self, _other: Callable[[], None]) -> None:
        """Ignore the assignment."""


def _nothing() -> None:
    """Do nothing, instead of closing."""


@dataclass(frozen=True, slots=True)
class ButtonSpec:
    """A button; its emoji is a Unicode one."""

    custom_id: str
    label: str
    style: discord.ButtonStyle = discord.ButtonStyle.secondary
    emoji: str | None = None
    disabled: bool = False

    def item(self) -> Button[Any]:
        """Return the button as a discord.py component."""
        return Button(
            custom_id=self.custom_id,
            label=fit(self.label, LABEL_LIMIT),
            style=self.style,
            emoji=self.emoji,
            disabled=self.disabled,
        )

    def component(self) -> dict[str, Any]:
        """Return the button as Discord's JSON (https://discord.com/developers/docs/components/reference#button)."""
        written: dict[str, Any] = {"type": 2, "style": self.style.value, "disabled": self.disabled}
        if self.label:
            written["label"] = fit(self.label, LABEL_LIMIT)
        written["custom_id"] = self.custom_id
        if self.emoji is not None:
            written["emoji"] = {"id": None, "name": self.emoji}
        return written


@dataclass(frozen=True, slots=True)
class LinkButtonSpec:
    """A button that opens a URL."""

    url: str
    label: str

    def item(self) -> Button[Any]:
        """Return the button as a discord.py component."""
        return Button(url=self.url, label=fit(self.label, LABEL_LIMIT))


@dataclass(frozen=True, slots=True)
class SelectOptionSpec:
    """An option of a select."""

    value: str
    label: str
    description: str | None = None
    emoji: str | None = None
    chosen: bool = False
    """Whether the select shows it as chosen."""


@dataclass(frozen=True, slots=True)
class SelectSpec:
    """A select; one option can be chosen unless ``most`` says otherwise."""

    custom_id: str
    placeholder: str
    choices: tuple[SelectOptionSpec, ...]
    """1 to 25 options."""
    least: int = 1
    most: int = 1
    """Maximum number of chosen options."""

    def item(self) -> Select[Any]:
        """Return the select as a discord.py component.

        Its id follows from the custom_id: a client that keeps what was chosen in a component takes the menu of the next
        choice, in the same place, for another one.
        """
        return Select(
            id=crc32(self.custom_id.encode()) & MOST_ID or 1,
            custom_id=self.custom_id,
            placeholder=fit(self.placeholder, 150) or None,
            min_values=self.least,
            max_values=self.most,
            options=[
                discord.SelectOption(
                    value=choice.value,
                    label=fit(choice.label, OPTION_LIMIT),
                    description=None if choice.description is None else fit(choice.description, OPTION_LIMIT),
                    emoji=choice.emoji,
                    default=choice.chosen,
                )
                for choice in self.choices
            ],
        )


@dataclass(frozen=True, slots=True)
class UserSelectSpec:
    """A select of users who can see the channel."""

    custom_id: str
    placeholder: str
    most: int = 1
    """Maximum number of chosen users."""

    def item(self) -> UserSelect[Any]:
        """Return the select as a discord.py component."""
        return UserSelect(custom_id=self.custom_id, placeholder=fit(self.placeholder, 150), max_values=self.most)


ViewT = TypeVar("ViewT", View, LayoutView, Modal)

ComponentSpec: TypeAlias = (
    ButtonSpec | LinkButtonSpec | SelectSpec | ChannelSelectSpec | RoleSelectSpec | UserSelectSpec
)


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file attached to a message."""

    name: str
    data: bytes
    alt: str | None = None
    """The alt text of a picture."""

    def file(self) -> discord.File:
        """Return a new file for one attempt to send it; discord.py closes it."""
        alt = None if self.alt is None else fit(self.alt, ALT_LIMIT)
        return discord.File(NonClosingBytesIO(self.data), self.name, description=alt)


@dataclass(frozen=True, slots=True)
class OutgoingMessage:
    """A message to post, to reply with, or to edit into another message."""

    content: str = ""
    rows: Rows = ()
    """Components under a classic message."""
    layout: tuple[Item[Any], ...] = ()
    """The whole message in Components V2; excludes content and rows."""
    files: tuple[Attachment, ...] = ()
    mentions: tuple[int, ...] = ()
    """Users who may be notified; mentions of others notify nobody."""

    @property
    def is_layout(self) -> bool:
        """Return whether the message uses Components V2; a message can never switch."""
        return bool(self.layout)

    def to_send(self) -> dict[str, Any]:
        """Return arguments for discord.py's send methods."""
        arguments: dict[str, Any] = {"allowed_mentions": self._allowed()}
        if self.content:
            arguments["content"] = fit_written(self.content, MESSAGE_LIMIT)
        if self.layout or self.rows:
            arguments["view"] = self._view()
        if self.files:
            arguments["files"] = [attachment.file() for attachment in self.files]
        return arguments

    def to_edit(self) -> dict[str, Any]:
        """Return arguments for discord.py's edit methods that replace the whole message."""
        arguments: dict[str, Any] = {
            "allowed_mentions": self._allowed(),
            "attachments": [attachment.file() for attachment in self.files],
            "view": self._view() if self.layout or self.rows else None,
        }
        if not self.layout:
            arguments["content"] = fit_written(self.content, MESSAGE_LIMIT) or None
        return arguments

    def to_edit_keeping_files(self) -> dict[str, Any]:
        """Return arguments that replace text and components but keep the files; nobody is notified."""
        arguments: dict[str, Any] = {
            "view": self._view() if self.layout or self.rows else None,
            "allowed_mentions": discord.AllowedMentions.none(),
        }
        if not self.layout:
            arguments["content"] = fit_written(self.content, MESSAGE_LIMIT)
        return arguments

    def _allowed(self) -> discord.AllowedMentions:
        users: Any = [discord.Object(user_id) for user_id in self.mentions]
        return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)

    def _view(self) -> View | LayoutView:
        if self.layout:
            return layout_view(self.layout)
        return only_sent(SendOnlyView(self.rows))


class SendOnlyView(View):
    """Component rows of a classic message that is only sent.

    Most messages have a dozen buttons. Creating discord.py's own clickable ones takes several times as long as writing
    Discord's JSON.
    """

    def __init__(self, rows: Rows) -> None:
        super().__init__(timeout=None)
        self._rows = rows

    def to_components(self) -> list[dict[str, Any]]:
        """Return the rows as Discord's JSON; discord.py calls this."""
        return [{"type": 1, "components": [_component(control) for control in row]} for row in self._rows if row]


def _component(control: ComponentSpec) -> Any:
    return control.component() if isinstance(control, ButtonSpec) else control.item().to_component_dict()


def layout_view(items: Iterable[Item[Any]]) -> LayoutView:
    """Return a message in Components V2."""
    view = LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    return only_sent(view)


def action_rows(rows: Rows) -> list[ActionRow[Any]]:
    """Return component rows inside a Components V2 message."""
    return [ActionRow(*(control.item() for control in row)) for row in rows if row]


def only_sent(view: ViewT) -> ViewT:
    """Make discord.py forget the view after sending it.

    Clicks are recognised by their custom_id, whenever the message was sent. A remembered view would take memory for the
    life of the process.
    """
    view.stop()
    return view
