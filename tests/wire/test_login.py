"""Login, registration of commands, and the first frames of the gateway."""

import discord
import pytest

from tests.wire.conftest import Club, SmallBot, Start
from tests.wire.emulator import DiscordEmulator, Intent, Op


async def test_unmodified_client_logs_in_and_sees_its_server(
    emulated: DiscordEmulator, club: Club, start: Start
) -> None:
    bot = await start()
    assert bot.user is not None
    assert bot.user.id == emulated.world.bot.id
    guild = bot.get_guild(club.guild.id)
    assert guild is not None
    assert [channel.name for channel in guild.text_channels] == ["games"]
    (identify,) = emulated.gateway.frames(Op.IDENTIFY)
    assert not Intent(identify.data["intents"]) & Intent.PRIVILEGED


async def test_commands_are_registered_and_keep_their_ids(emulated: DiscordEmulator, start: Start) -> None:
    bot = await start()
    (first,) = emulated.requests_for("PUT /applications/*/commands")
    assert {command["name"] for command in first.body} == {"counter", "later", "table", "Quote this", "Wave"}
    before = {command.name: command.id for command in await bot.tree.fetch_commands()}
    await bot.tree.sync()
    assert {command.name: command.id for command in await bot.tree.fetch_commands()} == before


async def test_wrong_token_is_refused(emulated: DiscordEmulator) -> None:
    bot = SmallBot(emulated.connector())
    with pytest.raises(discord.LoginFailure):
        await bot.start("a" * 24 + ".wrong." + "b" * 30)
    await bot.close()


async def test_privileged_intents_are_refused(emulated: DiscordEmulator) -> None:
    client = discord.Client(intents=discord.Intents.all(), connector=emulated.connector())
    with pytest.raises(discord.PrivilegedIntentsRequired):
        await client.start(emulated.token)
    await client.close()


async def test_requested_heartbeat_is_sent(emulated: DiscordEmulator, start: Start) -> None:
    bot = await start()
    before = len(emulated.gateway.frames(Op.HEARTBEAT))
    emulated.gateway.ask_for_heartbeat()
    await emulated.until(lambda: len(emulated.gateway.frames(Op.HEARTBEAT)) > before, "a heartbeat")
    assert bot.latency < 5


async def test_stream_is_compressed_as_the_client_asks(emulated: DiscordEmulator, start: Start) -> None:
    await start()
    (connection,) = emulated.gateway.connections
    assert connection.compression == discord.utils._ActiveDecompressionContext.COMPRESSION_TYPE
