"""The custom_id of a button or select, which contains everything its handler needs.

So controls work forever, also after restarts, and thousands of open matches cost no memory.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Self

import discord

from bot.ui.components.messages import ButtonSpec, SelectOptionSpec, SelectSpec, UserSelectSpec

CUSTOM_ID_LIMIT = 100
"""Maximum length of a custom_id (https://discord.com/developers/docs/components/reference)."""

TEMPLATE = re.compile(
    r"k(?P<epoch>[0-9a-f]{0,9}):(?P<name>[a-z]+):(?P<match>[0-9]{1,18}):(?P<ply>[0-9]{1,9}):(?P<detail>[^\n]*)"
)


_EPOCH = [0]
"""The epoch of the database that this process uses, see :func:`begin_epoch`."""


def begin_epoch(epoch: int) -> None:
    """Set the epoch of all new controls: the time since a backup was last restored.

    0 is the time before the first restore; its controls have no epoch in their custom_id.
    """
    _EPOCH[0] = epoch


def current_epoch() -> int:
    """Return the epoch of new controls."""
    return _EPOCH[0]


@dataclass(frozen=True, slots=True)
class Action:
    """The action of a control."""

    name: str
    """A key of :data:`bot.ui.interactions.registry.HANDLERS`."""
    match_id: int = 0
    """0 if the action is not about a match."""
    ply: int = 0
    """The ply of the position shown with the control, or the number of a page."""
    detail: str = ""
    """What else the handler needs, such as an encoded move or a kind of offer; one line."""
    epoch: int = field(default_factory=current_epoch)
    """The epoch in which the control was made."""

    @property
    def custom_id(self) -> str:
        """Return the text that :meth:`parse` turns into an equal action.

        Raises:
            ValueError: it would be longer than Discord accepts, so the control would never work.
        """
        text = self._text
        if not _fits(text):
            raise ValueError(f"not fit for a custom_id: {text!r}")
        return text

    @property
    def is_encodable(self) -> bool:
        """Return whether the action fits into a custom_id."""
        return _fits(self._text)

    @property
    def _text(self) -> str:
        return f"{prefix_of(self.epoch)}{self.name}:{self.match_id}:{self.ply}:{self.detail}"

    @classmethod
    def parse(cls, match: re.Match[str]) -> Self:
        """Return the action of a custom_id that matches :data:`TEMPLATE`."""
        epoch = int(match["epoch"] or "0", 16)
        return cls(match["name"], int(match["match"]), int(match["ply"]), match["detail"], epoch)

    def button(
        self,
        label: str,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        emoji: str | None = None,
        *,
        disabled: bool = False,
    ) -> ButtonSpec:
        """Return a button for this action."""
        return ButtonSpec(self.custom_id, label, style, emoji, disabled)

    def select(self, placeholder: str, choices: tuple[SelectOptionSpec, ...]) -> SelectSpec:
        """Return a select for this action."""
        return SelectSpec(self.custom_id, placeholder, choices)

    def user_select(self, placeholder: str, most: int = 1) -> UserSelectSpec:
        """Return a select of users for this action."""
        return UserSelectSpec(self.custom_id, placeholder, most)


def prefix_of(epoch: int) -> str:
    """Return the beginning of the custom_ids of an epoch."""
    return f"k{epoch:x}:" if epoch else "k:"


def _fits(text: str) -> bool:
    # Counted as JavaScript does: a character beyond the first 65,536 is two.
    length = len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
    return length <= CUSTOM_ID_LIMIT and TEMPLATE.fullmatch(text) is not None
