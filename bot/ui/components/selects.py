"""Selects in which Discord itself lists what can be chosen: channels and roles."""

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
)
"""Kinds of channels in which a match can be played."""

OPENED_IN = (
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.forum,
    discord.ChannelType.category,
)
"""Kinds of channels that can be allowed, with what belongs to them."""


@dataclass(frozen=True, slots=True)
class ChannelSelectSpec:
    """A select of channels."""

    custom_id: str
    placeholder: str
    kinds: tuple[discord.ChannelType, ...]
    most: int = 1
    """How many can be chosen; none as well, if more than one can be."""
    chosen: tuple[int, ...] = ()
    """Ids of those that it shows as chosen; they must exist."""

    def item(self) -> ChannelSelect[Any]:
        """The select as discord.py sends it."""
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
    """A select of one role, or none."""

    custom_id: str
    placeholder: str
    chosen: tuple[int, ...] = ()
    """Id of the one that it shows as chosen; it must exist."""

    def item(self) -> RoleSelect[Any]:
        """The select as discord.py sends it."""
        return RoleSelect(
            custom_id=self.custom_id,
            placeholder=fit(self.placeholder, 150),
            min_values=0,
            max_values=1,
            default_values=[discord.SelectDefaultValue(id=n, type=_ROLE) for n in self.chosen],
        )


_CHANNEL, _ROLE = discord.SelectDefaultValueType.channel, discord.SelectDefaultValueType.role
