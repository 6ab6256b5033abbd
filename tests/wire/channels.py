"""Channels of the emulated Discord."""

import discord

from tests.wire.conftest import Club, SmallBot


def text_channel(bot: SmallBot, club: Club) -> discord.TextChannel:
    channel = bot.get_channel(club.channel.id)
    assert isinstance(channel, discord.TextChannel)
    return channel
