"""Interactions as Discord sends them, answered without discord.py's objects."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord
from discord import InteractionResponseType, InteractionType
from discord.webhook.async_ import async_context, interaction_response_params

from bot.errors import ALREADY_ACKNOWLEDGED

log = logging.getLogger(__name__)

RESPONSE_ERRORS = (discord.HTTPException, aiohttp.ClientError, OSError)
"""Errors of :func:`send_response`."""


@dataclass(frozen=True, slots=True)
class RawInteraction:
    """The fields of an interaction that are needed to answer it."""

    id: int
    token: str
    kind: object
    """A number of :class:`discord.InteractionType`, or any other value that Discord sent."""
    locale: str
    on_message: bool = False
    """Whether it belongs to a message: a control of it was used, or a form sent that a control had opened."""


def raw_interaction(data: Any) -> RawInteraction | None:
    """Return what an answer needs; ``None`` if even that cannot be read."""
    try:
        return RawInteraction(
            int(data["id"]),
            str(data["token"]),
            data.get("type"),
            str(data.get("locale")),
            on_message=data.get("message") is not None,
        )
    except (AttributeError, KeyError, TypeError, ValueError):
        return None


async def send_response(
    client: discord.Client, raw: RawInteraction, kind: InteractionResponseType, data: Mapping[str, Any] | None = None
) -> None:
    """Send the first response to an interaction.

    Raises:
        discord.HTTPException: Discord refuses it.
        aiohttp.ClientError, OSError: it was not sent or not confirmed.
    """
    await async_context.get().create_interaction_response(
        raw.id,
        raw.token,
        session=client.http._HTTPClient__session,  # type: ignore[attr-defined]  # noqa: SLF001 - as discord.py does
        proxy=client.http.proxy,
        proxy_auth=client.http.proxy_auth,
        params=interaction_response_params(kind.value, None if data is None else dict(data)),
    )


async def acknowledge_raw(client: discord.Client, data: Any) -> bool:
    """Acknowledge an interaction that may be answered later; true if this process or another has acknowledged it."""
    raw = raw_interaction(data)
    if raw is None:
        return False
    private = {"flags": discord.MessageFlags(ephemeral=True).value}
    try:
        if raw.kind == InteractionType.application_command.value or not raw.on_message:
            await send_response(client, raw, InteractionResponseType.deferred_channel_message, private)
        else:
            await send_response(client, raw, InteractionResponseType.deferred_message_update)
    except RESPONSE_ERRORS as error:
        return getattr(error, "code", None) == ALREADY_ACKNOWLEDGED
    return True
