"""Interaction responses with timeouts, and without reading Discord's reply.

By default discord.py requests the message that a response creates and parses all of it. Most responses do not need it,
and under load this is a large part of the work.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

import discord
from discord.http import Route, handle_message_parameters
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.load import thresholds
from bot.load.admission import waiting_for_discord
from bot.load.request_slots import RequestSlots

log = logging.getLogger(__name__)

_CHOICES = discord.InteractionResponseType.autocomplete_result.value
_MESSAGE = discord.InteractionResponseType.channel_message.value


class UnconfirmedError(TimeoutError):
    """Discord has not said whether it takes a first answer; it may have taken it."""


class NoBodyAdapter(AsyncWebhookAdapter):
    """Discord.py's way to answer interactions, with limits of time, and without ``with_response`` where it answers with
    anything but a message.

    Discord then answers with nothing
    (https://discord.com/developers/docs/interactions/receiving-and-responding#create-interaction-response).

    Args:
        way: what sends the requests.
        slots: limits how many requests run at the same time.
    """

    def __init__(self, adapter: AsyncWebhookAdapter, slots: RequestSlots) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._adapter = adapter
        self._slots = slots

    async def request(self, route: Route, session: Any, *, params: Mapping[str, Any] | None = None, **more: Any) -> Any:
        """Send a request; of an answer that Discord says nothing about, only the interaction's id is returned.

        Raises:
            UnconfirmedError: a first answer takes too long.
            TimeoutError: a later one does.
        """
        if not route.path.startswith("/interactions/"):
            seconds = thresholds.LONGEST_UPLOAD if more.get("files") else thresholds.LONGEST_ANSWER
            return await self._with_timeout(seconds, route, session, params=params, **more)
        payload = more.get("payload")
        kind = None if payload is None else payload["type"]
        nothing = {"interaction": {"id": route.webhook_id}}
        try:
            if kind in (None, _MESSAGE) or params is None:
                return await self._with_timeout(thresholds.LONGEST_CALLBACK, route, session, params=params, **more)
            await self._with_timeout(thresholds.LONGEST_CALLBACK, route, session, **more)
        except TimeoutError:
            if kind != _CHOICES:
                raise UnconfirmedError from None
            log.warning("an autocomplete could not be answered in time")
        return nothing

    async def _with_timeout(self, seconds: float, route: Route, session: Any, **more: Any) -> Any:
        with waiting_for_discord():
            async with asyncio.timeout(seconds), self._slots.slot():
                return await self._adapter.request(route, session, **more)


def skip_response_bodies(slots: RequestSlots) -> None:
    """Have discord.py use a :class:`NoBodyAdapter` in this task, and in all that are begun by it from now on."""
    adapter = async_context.get()
    if not isinstance(adapter, NoBodyAdapter):
        async_context.set(NoBodyAdapter(adapter, slots))


async def edit_response(interaction: discord.Interaction[Any], arguments: Mapping[str, Any]) -> None:
    """Put a message in the place of the first answer: ``Interaction.edit_original_response``, but for what it returns.

    Args:
        interaction: it has been answered.
        arguments: those of that method.

    Raises:
        discord.HTTPException: Discord has refused.
    """
    client: discord.Client = interaction.client
    with handle_message_parameters(**arguments, previous_allowed_mentions=client.allowed_mentions) as parts:
        await async_context.get().edit_original_interaction_response(
            interaction.application_id,
            interaction.token,
            session=interaction._session,  # noqa: SLF001 - there is no other way
            proxy=client.http.proxy,
            proxy_auth=client.http.proxy_auth,
            payload=parts.payload,
            multipart=parts.multipart,
            files=parts.files,
        )
