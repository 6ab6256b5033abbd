"""Windows with fields to fill in: lines to type, choices, boxes to tick."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from discord.ui import Checkbox, Item, Label, Modal, RadioGroup, Select, TextInput

from bot.ui.components.messages import SelectOptionSpec, SelectSpec, only_sent
from bot.ui.components.text import HINT_LIMIT, OPTION_LIMIT, fit

TEXT = "text"
"""Custom id of a window's line to type."""

MODAL_FIELDS = 5
"""Most fields of a window (https://discord.com/developers/docs/components/using-modal-components)."""

RADIO_BUTTONS = 3
"""Up to so many choices are radio buttons, which show all of them; more would make the window long on a phone."""


@dataclass(frozen=True, slots=True)
class TextFieldSpec:
    """A line to type in a window; its custom id is :data:`TEXT`, since a window has one at most."""

    label: str
    """At most 45 characters."""
    hint: str
    """A line below the label, at most :data:`~bot.ui.components.text.HINT_LIMIT` characters."""
    longest: int
    """Characters that are taken."""
    filled: str | None = None
    """The prefilled text, which may be deleted; ``None``: empty, and a text is required."""

    def item(self) -> Label[Any]:
        """The field as discord.py sends it."""
        line = TextInput[Any](
            custom_id=TEXT, max_length=self.longest, default=self.filled, required=self.filled is None
        )
        return _labelled(self.label, self.hint, line)


@dataclass(frozen=True, slots=True)
class ChoiceFieldSpec:
    """A choice in a window: radio buttons if there are few, otherwise a select. One choice is always made."""

    custom_id: str
    label: str
    """At most 45 characters."""
    choices: tuple[SelectOptionSpec, ...]
    """2 to 25, one of them chosen."""
    hint: str | None = None
    """As in :class:`TextFieldSpec`."""

    def item(self) -> Label[Any]:
        """The field as discord.py sends it."""
        field = self._radio_group() if len(self.choices) <= RADIO_BUTTONS else self._select()
        return _labelled(self.label, self.hint, field)

    def _radio_group(self) -> RadioGroup[Any]:
        group = RadioGroup[Any](custom_id=self.custom_id)
        for choice in self.choices:
            group.add_option(
                value=choice.value,
                label=fit(choice.label, OPTION_LIMIT),
                description=None if choice.description is None else fit(choice.description, OPTION_LIMIT),
                default=choice.chosen,
            )
        return group

    def _select(self) -> Select[Any]:
        return SelectSpec(self.custom_id, "", self.choices).item()


@dataclass(frozen=True, slots=True)
class CheckboxFieldSpec:
    """A box to tick in a window."""

    custom_id: str
    label: str
    """At most 45 characters."""
    hint: str
    """As in :class:`TextFieldSpec`."""
    ticked: bool

    def item(self) -> Label[Any]:
        """The field as discord.py sends it."""
        return _labelled(self.label, self.hint, Checkbox[Any](custom_id=self.custom_id, default=self.ticked))


FieldSpec: TypeAlias = TextFieldSpec | ChoiceFieldSpec | CheckboxFieldSpec


@dataclass(frozen=True, slots=True)
class ModalSpec:
    """A window with fields to fill in, which opens over Discord when a control is pressed or a command is typed."""

    custom_id: str
    """Says what happens with what was filled in, like that of a control."""
    title: str
    fields: tuple[FieldSpec, ...]
    """1 to :data:`MODAL_FIELDS`."""

    def modal(self) -> Modal:
        """The window as discord.py sends it."""
        modal = Modal(title=fit(self.title, 45), custom_id=self.custom_id, timeout=None)
        for field in self.fields:
            modal.add_item(field.item())
        return only_sent(modal)


def _labelled(label: str, hint: str | None, component: Item[Any]) -> Label[Any]:
    return Label(text=fit(label, 45), description=None if hint is None else fit(hint, HINT_LIMIT), component=component)
