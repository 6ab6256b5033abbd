"""Private sheets as players receive and use them."""

from __future__ import annotations

import discord
import simcord

from tests.e2e.chiefdom import readings
from tests.e2e.planned import can_confirm


def sheet_messages(member: simcord.MemberActor) -> list[discord.Message]:
    """Return a user's direct messages from the bot."""
    return member.user.dm_channel.history()


def sheet_message(member: simcord.MemberActor) -> discord.Message:
    """Return the only one."""
    (only,) = sheet_messages(member)
    return only


async def decide_in_direct_message(member: simcord.MemberActor) -> None:
    """Plan the first possible reading in the direct message and confirm it."""
    message = sheet_message(member)
    if not can_confirm(message):
        await member.user.click(message, custom_id=readings(message)[0])
    await member.user.click(message, label="Confirm")
