"""Messages as values: what is said, shown and pressed, before it is known how it reaches Discord."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

import discord
from discord.ui import ActionRow, Button, Item, Label, LayoutView, Modal, Select, TextInput, UserSelect, View

from bot.ui.components.selects import ChannelSelectSpec, RoleSelectSpec
from bot.ui.components.text import ALT_LIMIT, HINT_LIMIT, LABEL_LIMIT, MESSAGE_LIMIT, OPTION_LIMIT, fit, fit_written

Row: TypeAlias = Sequence["ComponentSpec"]
"""Controls side by side: up to five buttons, or one select."""

Rows: TypeAlias = Sequence[Row]


class NonClosingBytesIO(io.BytesIO):
    """Bytes to send, whose ``close`` does nothing.

    ``discord.File`` replaces ``close`` and later restores it, so that one of Python's buffers would refer to itself,
    and hundreds of pictures would wait for the garbage collector.
    """

    @property
    def close(self) -> Callable[[], None]:
        """Does nothing."""
        return _nothing

    @close.setter
    def close(self, _other: Callable[[], None]) -> None:
        """Stays as it is."""


def _nothing() -> None:
    """What closing comes to."""


@dataclass(frozen=True, slots=True)
class ButtonSpec:
    """A button; its emoji is one of Unicode's."""

    custom_id: str
    label: str
    style: discord.ButtonStyle = discord.ButtonStyle.secondary
    emoji: str | None = None
    disabled: bool = False

    def item(self) -> Button[Any]:
        """The button as discord.py sends it."""
        return Button(
            custom_id=self.custom_id,
            label=fit(self.label, LABEL_LIMIT),
            style=self.style,
            emoji=self.emoji,
            disabled=self.disabled,
        )

    def component(self) -> dict[str, Any]:
        """The same as Discord gets it (https://discord.com/developers/docs/components/reference#button)."""
        written: dict[str, Any] = {"type": 2, "style": self.style.value, "disabled": self.disabled}
        if self.label:
            written["label"] = fit(self.label, LABEL_LIMIT)
        written["custom_id"] = self.custom_id
        if self.emoji is not None:
            written["emoji"] = {"id": None, "name": self.emoji}
        return written


@dataclass(frozen=True, slots=True)
class LinkButtonSpec:
    """A button that opens an address."""

    url: str
    label: str

    def item(self) -> Button[Any]:
        """The button as discord.py sends it."""
        return Button(url=self.url, label=fit(self.label, LABEL_LIMIT))


@dataclass(frozen=True, slots=True)
class SelectOptionSpec:
    """A line of a menu."""

    value: str
    label: str
    description: str | None = None
    emoji: str | None = None
    chosen: bool = False
    """Whether the menu shows it as chosen."""


@dataclass(frozen=True, slots=True)
class SelectSpec:
    """A select, with one answer unless it takes more."""

    custom_id: str
    placeholder: str
    choices: tuple[SelectOptionSpec, ...]
    """1 to 25."""
    least: int = 1
    most: int = 1
    """How many of them may be chosen."""

    def item(self) -> Select[Any]:
        """The select as discord.py sends it."""
        return Select(
            custom_id=self.custom_id,
            placeholder=fit(self.placeholder, 150),
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
    """A select of one person who can see the channel."""

    custom_id: str
    placeholder: str

    def item(self) -> UserSelect[Any]:
        """The select as discord.py sends it."""
        return UserSelect(custom_id=self.custom_id, placeholder=fit(self.placeholder, 150))


@dataclass(frozen=True, slots=True)
class ModalSpec:
    """A window with one line to fill in, which opens over Discord when a control is pressed."""

    custom_id: str
    """Says what happens with what was filled in, like that of a control."""
    title: str
    label: str
    """At most 45 characters."""
    hint: str
    """A line below the label, at most :data:`~bot.ui.components.text.HINT_LIMIT` characters."""
    longest: int
    """Characters that are taken."""
    filled: str | None = None
    """The prefilled text, which may be deleted; ``None``: empty, and a text is required."""

    def modal(self) -> Modal:
        """The window as discord.py sends it."""
        line = TextInput[Any](
            custom_id="text", max_length=self.longest, default=self.filled, required=self.filled is None
        )
        modal = Modal(title=fit(self.title, 45), custom_id=self.custom_id, timeout=None)
        modal.add_item(Label(text=fit(self.label, 45), description=fit(self.hint, HINT_LIMIT), component=line))
        return _only_sent(modal)


ViewT = TypeVar("ViewT", View, LayoutView, Modal)

ComponentSpec: TypeAlias = (
    ButtonSpec | LinkButtonSpec | SelectSpec | ChannelSelectSpec | RoleSelectSpec | UserSelectSpec
)


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file of a message."""

    name: str
    data: bytes
    alt: str | None = None
    """What a picture shows, for readers who cannot see it."""

    def file(self) -> discord.File:
        """A fresh file for one attempt at sending; discord.py closes it."""
        alt = None if self.alt is None else fit(self.alt, ALT_LIMIT)
        return discord.File(NonClosingBytesIO(self.data), self.name, description=alt)


@dataclass(frozen=True, slots=True)
class OutgoingMessage:
    """A message to post, to answer with or to put in another's place."""

    content: str = ""
    rows: Rows = ()
    """Controls under a classic message."""
    layout: tuple[Item[Any], ...] = ()
    """The whole message in Discord's second generation of components; excludes content and rows."""
    files: tuple[Attachment, ...] = ()
    mentions: tuple[int, ...] = ()
    """Users who may be notified; a mention of anybody else stays silent."""

    @property
    def is_layout(self) -> bool:
        """Whether this is a message of the second generation; a message never changes its generation."""
        return bool(self.layout)

    def to_send(self) -> dict[str, Any]:
        """Arguments for discord.py's ways of sending."""
        arguments: dict[str, Any] = {"allowed_mentions": self._allowed()}
        if self.content:
            arguments["content"] = fit_written(self.content, MESSAGE_LIMIT)
        if self.layout or self.rows:
            arguments["view"] = self._view()
        if self.files:
            arguments["files"] = [attachment.file() for attachment in self.files]
        return arguments

    def to_edit(self) -> dict[str, Any]:
        """Arguments for discord.py's ways of editing: nothing of the former message stays."""
        arguments: dict[str, Any] = {
            "allowed_mentions": self._allowed(),
            "attachments": [attachment.file() for attachment in self.files],
            "view": self._view() if self.layout or self.rows else None,
        }
        if not self.layout:
            arguments["content"] = fit_written(self.content, MESSAGE_LIMIT) or None
        return arguments

    def to_edit_keeping_files(self) -> dict[str, Any]:
        """Arguments that put the text and the controls into a message that keeps its files; nobody is notified."""
        return {
            "content": fit_written(self.content, MESSAGE_LIMIT),
            "view": self._view() if self.rows else None,
            "allowed_mentions": discord.AllowedMentions.none(),
        }

    def _allowed(self) -> discord.AllowedMentions:
        users: Any = [discord.Object(user_id) for user_id in self.mentions]
        return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)

    def _view(self) -> View | LayoutView:
        if self.layout:
            return layout_view(self.layout)
        return _only_sent(SendOnlyView(self.rows))


class SendOnlyView(View):
    """Rows of controls under a classic message, which are only sent.

    Most messages have a dozen buttons. To make discord.py's own, which could be pressed, takes several times as long as
    to write down what Discord gets.
    """

    def __init__(self, rows: Rows) -> None:
        super().__init__(timeout=None)
        self._rows = rows

    def to_components(self) -> list[dict[str, Any]]:
        """The rows as Discord gets them; asked for by discord.py."""
        return [{"type": 1, "components": [_component(control) for control in row]} for row in self._rows if row]


def _component(control: ComponentSpec) -> Any:
    return control.component() if isinstance(control, ButtonSpec) else control.item().to_component_dict()


def layout_view(items: Iterable[Item[Any]]) -> LayoutView:
    """A message of the second generation."""
    view = LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    return _only_sent(view)


def action_rows(rows: Rows) -> list[ActionRow[Any]]:
    """Rows of controls inside a message of the second generation."""
    return [ActionRow(*(control.item() for control in row)) for row in rows if row]


def _only_sent(view: ViewT) -> ViewT:
    """Tell discord.py not to remember the view.

    Presses are recognised by what their custom_id says, regardless of when they were sent; a remembered view would
    cost memory for the life of the process.
    """
    view.stop()
    return view
