"""Drops events that discord.py cannot parse, so that they do not end the client.

discord.py parses each event in a method of its connection state. It expects the fields and types that Discord had when
that version was released; anything else raises ``KeyError``, ``TypeError``, ``ValueError`` or the like out of
``Client.connect``. One malformed channel of one server would end the bot at every login.

So each parser is wrapped. An unreadable event is logged with its name and the type and location of the error, and
dropped. Three are handled further: the readable part of a server is kept, a login keeps what is needed to continue, and
the user of an unreadable interaction gets a reply.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import discord
from discord import Guild, InteractionResponseType, InteractionType

from bot.gateway.raw_interactions import RESPONSE_ERRORS, RawInteraction, raw_interaction, send_response
from bot.ui.interactions.dispatcher import HANDLED
from bot.ui.interactions.errors import offer_no_choices, reply_with_warning
from bot.ui.interactions.presses import detached_action
from engines.text import T, Text

log = logging.getLogger(__name__)

Payload = dict[str, Any]
Parser = Callable[[Any], None]
Write = Callable[[Text], str]

UNREADABLE = T("I could not read what Discord sent me. Please try again. If a button fails, a command may work.")

PERMITTING = ("roles", "members")
"""Lists of a server that permissions depend on."""

LANGUAGES = frozenset({"locale", "guild_locale"})


def tolerate_unreadable_events(
    client: discord.Client,
    answer: Callable[[RawInteraction], object],
    reject: Callable[[discord.Interaction[Any], Exception], Awaitable[None]],
) -> None:
    """Make a client drop events that discord.py cannot parse.

    Args:
        client: not connected yet.
        answer: called for an unreadable interaction that can be answered.
        reject: called for a click whose control is not found in its message.
    """
    state = client._connection  # noqa: SLF001 - discord.py has no other place for it
    parsers: dict[str, Parser] = state.parsers
    overrides: dict[str, Parser] = {
        "READY": partial(_read_ready, client, parsers["READY"]),
        "GUILD_CREATE": partial(_read_guild, client, parsers["GUILD_CREATE"]),
        "GUILD_UPDATE": partial(_read_guild_update, client, parsers["GUILD_UPDATE"]),
        "CHANNEL_UPDATE": partial(_read_channel_update, client, parsers["CHANNEL_UPDATE"]),
        "INTERACTION_CREATE": partial(_read_interaction, parsers["INTERACTION_CREATE"], answer),
    }
    for event, parser in list(parsers.items()):
        parsers[event] = partial(_read_event, event, overrides.get(event, parser))
    views = state._view_store  # noqa: SLF001
    views.schedule_dynamic_item_call = partial(  # type: ignore[method-assign]
        _find_pressed, views.schedule_dynamic_item_call, reject
    )


def error_location(error: BaseException) -> str:
    """Return the type and location of an error; never its message, which may quote Discord's data."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" in {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return type(error).__name__ + where


def _read_event(event: str, parser: Parser, data: Any) -> None:
    """Parse an event, or drop it."""
    try:
        parser(data)
    except Exception as error:
        if event == "READY":
            raise  # nothing works without it; the client reconnects
        _log_unreadable(event, error)


def _log_unreadable(event: str, error: BaseException) -> None:
    log.error("an event of Discord cannot be read", extra={"gateway_event": event, "error": error_location(error)})


def _read_ready(client: discord.Client, parser: Parser, data: Any) -> None:
    """Parse READY; if that fails, only with the ids of servers, whose events follow anyway."""
    own = client.user  # known from the login; the parser resets it first
    try:
        parser(data)
    except Exception as error:
        if own is None:
            raise
        _log_unreadable("READY", error)
        user = {
            "id": str(own.id),
            "username": own.name,
            "discriminator": own.discriminator,
            "avatar": None,
            "bot": True,
        }
        servers = data.get("guilds") if isinstance(data, dict) else None
        ids = [server.get("id") for server in servers or () if isinstance(server, dict)]
        guilds = [{"id": key, "unavailable": True} for key in ids if isinstance(key, str) and key.isdecimal()]
        shard_id = data.get("__shard_id__") if isinstance(data, dict) else None
        parser({"user": user, "guilds": guilds, "__shard_id__": shard_id})


def _read_guild(client: discord.Client, parser: Parser, data: Any) -> None:
    """Parse a server; if that fails, its readable part."""
    try:
        parser(data)
    except Exception as error:  # noqa: BLE001 - the rest may be readable
        guild_id = int(data["id"])
        _log_unreadable("GUILD_CREATE", error)
        client._connection._guilds.pop(guild_id, None)  # noqa: SLF001 - it may be incomplete
        parser(readable_part(client, data))


def _read_guild_update(client: discord.Client, parser: Parser, data: Any) -> None:
    """Parse a server update completely or not at all: half of it would leave the server without roles."""
    _read(client, data)
    parser(data)


def _read_channel_update(client: discord.Client, parser: Parser, data: Any) -> None:
    """Parse a channel update; if that fails, forget the channel, which may be half updated."""
    try:
        parser(data)
    except Exception:
        guild = client.get_guild(int(data["guild_id"]))
        if guild is not None:
            guild._channels.pop(int(data["id"]), None)  # noqa: SLF001 - of what is not known, Discord is asked
        raise


def _read_interaction(parser: Parser, answer: Callable[[RawInteraction], object], data: Any) -> None:
    """Parse an interaction; if that fails, tell the user."""
    try:
        # discord.py keeps a locale that is not a string, which then fails where it is used.
        parser({key: value for key, value in data.items() if key not in LANGUAGES or isinstance(value, str)})
    except Exception:
        raw = raw_interaction(data)
        if raw is not None:
            answer(raw)
        raise


async def _find_pressed(
    find: Callable[..., Awaitable[None]],
    reject: Callable[[discord.Interaction[Any], Exception], Awaitable[None]],
    kind: int,
    control: Any,
    interaction: discord.Interaction[Any],
    *found: Any,
) -> None:
    """Make discord.py build the controls of a message to find the clicked one; a malformed control makes it fail."""
    try:
        await find(kind, control, interaction, *found)
        if not interaction.extras.get(HANDLED) and detached_action(interaction) is None:
            raise LookupError("the control is not there")
    except Exception as error:  # noqa: BLE001 - the user waits for an answer, whatever the error
        await reject(interaction, error)


async def report_unreadable(interaction: discord.Interaction[Any], write: Write, error: Exception) -> None:
    """Tell a user privately that the click or input could not be read; an autocomplete gets no choices."""
    log.error("an interaction cannot be read", extra={"error": error_location(error)})
    if interaction.type is InteractionType.autocomplete:
        await offer_no_choices(interaction)
    else:
        await reply_with_warning(interaction, write(UNREADABLE))


async def answer_unreadable(client: discord.Client, raw: RawInteraction, write: Write) -> None:
    """Answer an interaction that discord.py could not build."""
    try:
        if raw.kind == InteractionType.autocomplete.value:
            await send_response(client, raw, InteractionResponseType.autocomplete_result, {"choices": []})
        else:
            message = {"content": f"⚠️ {write(UNREADABLE)}", "flags": discord.MessageFlags(ephemeral=True).value}
            await send_response(client, raw, InteractionResponseType.channel_message, message)
    except RESPONSE_ERRORS as error:
        log.warning("an interaction that cannot be read could not be answered", extra={"error": error_location(error)})


def readable_part(client: discord.Client, data: Mapping[str, Any]) -> Payload:
    """Return a server's readable fields and list items.

    Without a role or the bot's own member, permissions could not be computed. Then no channel is kept, and the bot asks
    Discord instead.
    """
    identity: Payload = {"id": data["id"]}
    if data.get("unavailable") is False:
        identity["unavailable"] = False
    kept = dict(identity)
    for key, value in data.items():
        if isinstance(value, list):
            kept[key] = [item for item in value if _is_readable(client, {**identity, key: [item]})]
        elif _is_readable(client, {**identity, key: value}):
            kept[key] = value
    if any(len(kept.get(key, ())) < len(data.get(key) or "-") for key in PERMITTING):
        for key in (*PERMITTING, "channels", "threads"):
            kept.pop(key, None)
    return kept


def _is_readable(client: discord.Client, data: Payload) -> bool:
    try:
        _read(client, data)
    except Exception:  # noqa: BLE001 - that is the question
        return False
    return True


def _read(client: discord.Client, data: Any) -> None:
    Guild(data=data, state=client._connection)  # noqa: SLF001 - as discord.py's own parsers make one
