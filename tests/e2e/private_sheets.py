"""Private sheets as players get and use them."""

from __future__ import annotations

import discord
import simcord

from tests.e2e.chiefdom import readings
from tests.e2e.planned import can_confirm


def letters(member: simcord.MemberActor) -> list[discord.Message]:
    """What somebody has in the conversation with the bot."""
    return member.user.dm_channel.history()


def letter(member: simcord.MemberActor) -> discord.Message:
    """The only message there."""
    (only,) = letters(member)
    return only


async def decide_by_letter(member: simcord.MemberActor) -> None:
    """Somebody takes the first reading in the letter and confirms it."""
    message = letter(member)
    if not can_confirm(message):
        await member.user.click(message, custom_id=readings(message)[0])
    await member.user.click(message, label="Confirm")
