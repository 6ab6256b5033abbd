"""An emulated Discord: gateway and HTTP API on a loopback socket with TLS, for an unmodified discord.py.

    async with DiscordEmulator() as discord:
        guild = discord.create_guild("Club")
        channel = discord.create_channel(guild, "games")
        ada = discord.create_member(guild, "Ada")
        bot = MyClient(connector=discord.connector())
        task = asyncio.create_task(bot.start(discord.token))
        await discord.until_ready()
        answer = await ada.slash(channel, "play", {"game": "iye", "opponent": discord.create_member(guild, "Ben")})
        await ada.click(answer.shown, "Cancel")

A bot in a process of its own finds the emulator by `DiscordEmulator.environment`.
"""

from tests.wire.emulator.emulator import DiscordEmulator
from tests.wire.emulator.faults import FOREVER, Fault, Gate
from tests.wire.emulator.gateway import CloseCode, Intent, Op, Shard
from tests.wire.emulator.interactions import DEADLINE, Callback, Interaction, Kind, NotAnsweredError
from tests.wire.emulator.messages import EPHEMERAL, LOADING, component, texts
from tests.wire.emulator.requests import ReceivedFile, Request
from tests.wire.emulator.users import User
from tests.wire.emulator.world import Account, Channel, Guild, Permission

__all__ = [
    "DEADLINE",
    "EPHEMERAL",
    "FOREVER",
    "LOADING",
    "Account",
    "Callback",
    "Channel",
    "CloseCode",
    "DiscordEmulator",
    "Fault",
    "Gate",
    "Guild",
    "Intent",
    "Interaction",
    "Kind",
    "NotAnsweredError",
    "Op",
    "Permission",
    "ReceivedFile",
    "Request",
    "Shard",
    "User",
    "component",
    "texts",
]
