"""What a button or select says when it is pressed.

Everything that a control needs is in its custom_id, so controls work forever, also after restarts, and thousands of
open matches cost no memory.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Self

import discord

from bot.ui.components.messages import ButtonSpec, SelectOptionSpec, SelectSpec, UserSelectSpec

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
    """A key of :data:`bot.ui.interactions.registry.HANDLERS`."""
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
    def is_encodable(self) -> bool:
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

    def button(
        self,
        label: str,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        emoji: str | None = None,
        *,
        disabled: bool = False,
    ) -> ButtonSpec:
        """A button for this action."""
        return ButtonSpec(self.custom_id, label, style, emoji, disabled)

    def select(self, placeholder: str, choices: tuple[SelectOptionSpec, ...]) -> SelectSpec:
        """A select for this action."""
        return SelectSpec(self.custom_id, placeholder, choices)

    def user_select(self, placeholder: str) -> UserSelectSpec:
        """A select of people for this action."""
        return UserSelectSpec(self.custom_id, placeholder)


def prefix_of(epoch: int) -> str:
    """What the custom_ids of an epoch begin with."""
    return f"k{epoch:x}:" if epoch else "k:"


def _fits(text: str) -> bool:
    # Counted as JavaScript does: a character beyond the first 65,536 is two.
    length = len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
    return length <= CUSTOM_ID_LIMIT and TEMPLATE.fullmatch(text) is not None
