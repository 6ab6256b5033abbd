"""Registers the slash commands; if Discord refuses, the bot continues with the registered ones."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import discord
from discord import app_commands

from bot.gateway.connection import describe_error
from bot.storage.database import Database
from bot.storage.errors import StorageError
from bot.storage.key_value import read_value, write_value

log = logging.getLogger(__name__)

INITIAL_BACKOFF, MAX_BACKOFF = 60.0, 3600.0
"""Seconds between attempts to register the commands, doubling from the first to the longest. Discord accepts 200 new
commands a day, so an hour does no harm
(https://discord.com/developers/docs/interactions/application-commands#registering-a-command)."""
START_SECONDS = 10.0
"""How long a start waits for the registration, which continues in the background."""


class CommandRegistration:
    """Registers commands in a background task until Discord accepts them.

    Args:
        register: registers them unless they are up to date.
    """

    def __init__(self, register: Callable[[], Awaitable[None]]) -> None:
        self._register = register
        self._tried = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Start the first attempt."""
        self._task = asyncio.create_task(self._until_taken(), name="commands")

    async def start(self) -> None:
        """Start the first attempt; returns when it has succeeded, failed or timed out."""
        self.begin()
        try:
            async with asyncio.timeout(START_SECONDS):
                await self._tried.wait()
        except TimeoutError:
            log.warning("registering the commands takes long; the bot continues with the registered ones")

    async def close(self) -> None:
        """Stop; the next start tries again."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _until_taken(self) -> None:
        pause = INITIAL_BACKOFF
        while not await self._is_taken(pause):
            self._tried.set()
            await asyncio.sleep(pause)
            pause = min(pause * 2, MAX_BACKOFF)
        self._tried.set()

    async def _is_taken(self, pause: float) -> bool:
        try:
            await self._register()
        except (OSError, aiohttp.ClientError, discord.HTTPException, discord.RateLimited, StorageError) as error:
            if isinstance(error, discord.HTTPException):
                reason = f"{error.code}: {error.text}"
            else:
                reason = describe_error(error)
        except Exception as error:
            log.exception("the commands could not be registered")
            reason = type(error).__name__
        else:
            return True
        log.warning(
            "Discord has not accepted the commands (%s); the bot continues with the registered ones, retry in %g s",
            " ".join(reason.split()),
            pause,
        )
        return False


async def register_commands(
    tree: app_commands.CommandTree[Any], database: Database, application_id: int | None, test_guild: int | None
) -> None:
    """Register the commands with Discord unless they are up to date.

    A fingerprint of the last registration is stored; the registered names are compared as well, in case another program
    has changed them.

    Raises:
        discord.HTTPException: Discord refuses them.
        StorageError: the fingerprint cannot be read or stored now.
    """
    guild = None if test_guild is None else discord.Object(test_guild)
    if guild is not None:
        tree.copy_global_to(guild=guild)
    commands_now = tree.get_commands(guild=guild)
    translator = tree.translator
    payload = [
        command.to_dict(tree) if translator is None else await command.get_translated_payload(tree, translator)
        for command in commands_now
    ]
    fingerprint = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
    key = f"commands:{application_id}:{test_guild or 'global'}"
    if await read_value(database, key) == fingerprint:
        registered = {command.name for command in await tree.fetch_commands(guild=guild)}
        if registered == {command.name for command in commands_now}:
            return
    await tree.sync(guild=guild)
    await write_value(database, key, fingerprint)
    log.info("commands registered", extra={"commands": len(payload)})
