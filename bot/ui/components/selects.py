"""Selects whose options Discord itself provides: channels and roles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord
from discord.ui import ChannelSelect, RoleSelect

from bot.ui.components.text import fit

PLAYED_IN = (
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
    discord.ChannelType.forum,
)
"""Types of channels in which a match can be played, in a forum in a post of its own."""

OPENED_IN = (
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.forum,
    discord.ChannelType.category,
)
"""Types of channels that managers can allow, categories included."""


@dataclass(frozen=True, slots=True)
class ChannelSelectSpec:
    """A select of channels."""

    custom_id: str
    placeholder: str
    kinds: tuple[discord.ChannelType, ...]
    most: int = 1
    """Maximum number of chosen channels; if it is more than one, none can be chosen too."""
    chosen: tuple[int, ...] = ()
    """Ids of the channels shown as chosen; they must exist."""

    def item(self) -> ChannelSelect[Any]:
        """Return the select as a discord.py component."""
        return ChannelSelect(
            custom_id=self.custom_id,
            placeholder=fit(self.placeholder, 150),
            channel_types=list(self.kinds),
            min_values=1 if self.most == 1 else 0,
            max_values=self.most,
            default_values=[discord.SelectDefaultValue(id=n, type=_CHANNEL) for n in self.chosen],
        )


@dataclass(frozen=True, slots=True)
class RoleSelectSpec:
    """A select of one role or none."""

    custom_id: str
    placeholder: str
    chosen: tuple[int, ...] = ()
    """Id of the role shown as chosen; it must exist."""

    def item(self) -> RoleSelect[Any]:
        """Return the select as a discord.py component."""
        return RoleSelect(
            custom_id=self.custom_id,
            placeholder=fit(self.placeholder, 150),
            min_values=0,
            max_values=1,
            default_values=[discord.SelectDefaultValue(id=n, type=_ROLE) for n in self.chosen],
        )


_CHANNEL, _ROLE = discord.SelectDefaultValueType.channel, discord.SelectDefaultValueType.role
