"""``python -m bot check``: tests everything the bot needs without starting it.

It uses only Discord's HTTP API and starts no gateway session, so a running bot is not disturbed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import aiohttp
import discord

from bot.cli.console import Console
from bot.gateway.connection import WRONG_TOKEN, describe_error, disable_voice_warnings
from bot.host import Check, examine_host
from bot.invite import PERMISSIONS
from bot.process.connections import limited_connector
from bot.settings import Settings, SettingsError, require_token
from engines.text import TN, T, Text

if TYPE_CHECKING:
    from aiohttp import BaseConnector

FINE, UNUSABLE = 0, 2
"""Exit statuses: the bot can start, or cannot."""

SECONDS = 30.0
"""Timeout of all requests together."""
SERVERS_AT_ONCE = 200
"""Maximum servers in one response
(https://discord.com/developers/docs/resources/user#get-current-user-guilds)."""
NAMED = 20
"""Servers named with their missing permissions; the others are only counted."""

MakeConnector = Callable[[], "BaseConnector"]


async def check_everything(
    settings: Settings, console: Console, make_connector: MakeConnector = limited_connector
) -> int:
    """Run all checks and print a line for each; returns the exit status."""
    checks = [*examine_host(settings), *await _examine_discord(settings, make_connector)]
    for check in checks:
        console.print(_line(check))
    return FINE if all(check.passed for check in checks) else UNUSABLE


def _line(check: Check) -> Text:
    if not check.passed:
        return T("WRONG: {found}", found=check.text)
    if not check.perfect:
        return T("note: {found}", found=check.text)
    return T("ok: {found}", found=check.text)


async def _examine_discord(settings: Settings, make_connector: MakeConnector) -> list[Check]:
    """Check the token and the bot it belongs to."""
    try:
        require_token(settings)
    except SettingsError as error:
        return [Check(reason, passed=False) for reason in error.reasons]
    disable_voice_warnings()
    client = discord.Client(
        intents=discord.Intents(guilds=True), connector=make_connector(), max_ratelimit_timeout=SECONDS
    )
    try:
        async with asyncio.timeout(SECONDS):
            await client.login(settings.token)
            return [_login(client), await _sessions(client), *await _servers(client)]
    except discord.LoginFailure:
        failure = WRONG_TOKEN
    except TimeoutError:
        failure = T("Discord did not answer within {seconds} seconds.", seconds=round(SECONDS))
    except (aiohttp.ClientError, OSError, discord.DiscordException) as error:
        failure = T("Discord cannot be reached: {error}.", error=describe_error(error))
    finally:
        await client.close()
    return [Check(failure, passed=False)]


def _login(client: discord.Client) -> Check:
    """Check that interactions reach the bot: an endpoint URL would receive them instead."""
    application = client.application
    if application is None:
        raise RuntimeError("the client has not logged in")
    if application.interactions_endpoint_url is not None:
        return Check(
            T(
                "Discord sends commands and clicks to {address} instead of the bot. Clear “Interactions Endpoint"
                " URL” on https://discord.com/developers/applications.",
                address=application.interactions_endpoint_url,
            ),
            passed=False,
        )
    return Check(T("Discord accepts the token of {name}.", name=application.name), passed=True)


async def _sessions(client: discord.Client) -> Check:
    """Check that the bot may start another session today."""
    _shards, _url, limit = await client.http.get_bot_gateway()
    left, total = limit["remaining"], limit["total"]
    said = T("Discord still allows {left} of {total} starts today.", left=left, total=total)
    return Check(said, passed=left > 0)


async def _servers(client: discord.Client) -> list[Check]:
    """Count the bot's servers and list missing permissions, which the bot can do without."""
    count, lacking = 0, list[Text]()
    after = None
    while True:
        servers = await client.http.get_guilds(SERVERS_AT_ONCE, after=after, with_counts=False)
        count += len(servers)
        lacking += [text for server in servers if (text := _lacking(dict(server))) is not None]
        if len(servers) < SERVERS_AT_ONCE:
            break
        after = int(servers[-1]["id"])
    if not count:
        nowhere = T("The bot is not in any server yet. “python -m bot invite” prints the invite link.")
        return [Check(nowhere, passed=True, perfect=False)]
    if (more := len(lacking) - NAMED) > 0:
        lacking[NAMED:] = [
            TN(
                "Permissions are missing in {count} more server.",
                "Permissions are missing in {count} more servers.",
                more,
            )
        ]
    found = Check(TN("The bot is in {count} server.", "The bot is in {count} servers.", count), passed=True)
    return [found, *(Check(text, passed=True, perfect=False) for text in lacking)]


def _lacking(server: dict[str, Any]) -> Text | None:
    """List the permissions that the bot's roles lack in a server; channels may deny more."""
    allowed = discord.Permissions(int(server["permissions"]))
    missing = [name for name, bit in PERMISSIONS.items() if not allowed.administrator and not allowed.value & bit]
    if not missing:
        return None
    return T(
        "Missing permissions in {server}: {permissions}.", server=str(server["name"]), permissions=", ".join(missing)
    )
