"""``python -m bot standby-check``: does Discord send every interaction to two sessions of one shard?

Discord documents it (https://discord.com/developers/docs/events/gateway#sharding), and a process that stands by while
it is connected depends on it. The check opens two sessions and asks for one command in a direct message, which belongs
to shard 0.
"""

from __future__ import annotations

import asyncio

import aiohttp
import discord

from bot.cli.check import MakeConnector
from bot.cli.console import Console
from bot.gateway.connection import WRONG_TOKEN, describe_error, disable_voice_warnings
from bot.gateway.shards import IDENTIFY_INTERVAL
from bot.process.connections import limited_connector
from bot.settings import Settings, require_token
from engines.text import T, Text

BOTH_HEAR, NOT_SHOWN = 0, 1
"""Exit statuses."""

READY_SECONDS, COMMAND_SECONDS, OTHER_SECONDS = 30.0, 180.0, 5.0
"""How long the check waits for a session, for the operator's command, and then for the other session to hear of it."""


class _Session(discord.Client):
    """A session that hears interactions and answers none."""

    def __init__(self, make_connector: MakeConnector) -> None:
        super().__init__(intents=discord.Intents.none(), connector=make_connector(), shard_id=0, max_messages=None)
        self.heard = asyncio.Event()
        self.lost = asyncio.Event()

    async def on_socket_event_type(self, event: str) -> None:
        """Note that an interaction was heard."""
        if event == "INTERACTION_CREATE":
            self.heard.set()

    async def on_disconnect(self) -> None:
        """Note that the connection ended; discord.py may continue in another session."""
        self.lost.set()


async def check_standby(settings: Settings, console: Console, make_connector: MakeConnector = limited_connector) -> int:
    """Open two sessions and say whether both hear of one command; returns the exit status.

    Raises:
        SettingsError: there is no token.
    """
    require_token(settings)
    disable_voice_warnings()
    sessions = [_Session(make_connector), _Session(make_connector)]
    connections: list[asyncio.Task[None]] = []
    try:
        for number, session in enumerate(sessions):
            await asyncio.sleep(IDENTIFY_INTERVAL * number)
            async with asyncio.timeout(READY_SECONDS):
                await session.login(settings.token)
                session.shard_count = settings.shards or (await session.http.get_bot_gateway())[0]
                connections.append(asyncio.create_task(session.connect(reconnect=False), name="standby-check"))
                await _until_ready(session, connections[-1])
        return await _listen(sessions, console)
    except discord.LoginFailure:
        console.print_error(WRONG_TOKEN)
    except (aiohttp.ClientError, OSError, discord.DiscordException) as error:
        console.print_error(T("Discord cannot be reached: {error}.", error=describe_error(error)))
    finally:
        for session in sessions:
            await session.close()
        await asyncio.gather(*connections, return_exceptions=True)
    return NOT_SHOWN


async def _until_ready(session: _Session, connection: asyncio.Task[None]) -> None:
    """Wait until a session is ready.

    Raises:
        discord.DiscordException, OSError: its connection has ended before.
    """
    ready = asyncio.create_task(session.wait_until_ready(), name="ready")
    try:
        await asyncio.wait({ready, connection}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        ready.cancel()
    if connection.done():
        connection.result()


async def _listen(sessions: list[_Session], console: Console) -> int:
    """Wait for one command; returns the exit status."""
    console.print(
        T(
            "Two sessions are open. Send the bot the command /about in a direct message within three minutes. If no bot"
            " is running, Discord says that it did not respond; that does not matter."
        )
    )
    heard = [asyncio.create_task(session.heard.wait(), name="heard") for session in sessions]
    lost = [asyncio.create_task(session.lost.wait(), name="lost") for session in sessions]
    await asyncio.wait([*heard, *lost], timeout=COMMAND_SECONDS, return_when=asyncio.FIRST_COMPLETED)
    if any(task.done() for task in heard):
        await asyncio.wait(heard, timeout=OTHER_SECONDS)
    hearing, ended = sum(task.done() for task in heard), any(task.done() for task in lost)
    for task in (*heard, *lost):
        task.cancel()
    console.print(_verdict(hearing, ended=ended))
    return BOTH_HEAR if hearing == len(sessions) and not ended else NOT_SHOWN


def _verdict(hearing: int, *, ended: bool) -> Text:
    if ended:
        return T("Discord ended one of the sessions. Leave KURULTAI_STANDBY as it is.")
    if hearing == 0:
        return T("Neither session heard of a command, so there is no result. Please try again.")
    if hearing == 1:
        return T("Only one session heard of it. Leave KURULTAI_STANDBY as it is.")
    return T(
        "Both sessions heard of it. A process that stands by can be connected to Discord: set"
        " KURULTAI_STANDBY=connected."
    )
