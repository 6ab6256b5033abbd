"""Interaction responses with timeouts, and without reading Discord's reply.

By default discord.py requests the message that a response creates and parses all of it. Most responses do not need it,
and under load this is a large part of the work.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

import discord
from discord.http import Route, handle_message_parameters
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.load import thresholds
from bot.load.admission import waiting_outside
from bot.load.request_slots import RequestSlots

log = logging.getLogger(__name__)

_CHOICES = discord.InteractionResponseType.autocomplete_result.value
_MESSAGE = discord.InteractionResponseType.channel_message.value


class UnconfirmedError(TimeoutError):
    """Discord has not confirmed a first response; it may have accepted it."""


class NoBodyAdapter(AsyncWebhookAdapter):
    """An adapter for interaction responses with timeouts, which does not ask for the created message unless it is
    needed.

    Without ``with_response`` Discord answers with an empty body
    (https://discord.com/developers/docs/interactions/receiving-and-responding#create-interaction-response).

    Args:
        adapter: sends the requests.
        slots: limits how many requests run at the same time.
    """

    def __init__(self, adapter: AsyncWebhookAdapter, slots: RequestSlots) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._adapter = adapter
        self._slots = slots

    async def request(self, route: Route, session: Any, *, params: Mapping[str, Any] | None = None, **more: Any) -> Any:
        """Send a request; if the response has an empty body, return only the interaction's id.

        Raises:
            UnconfirmedError: a first response timed out.
            TimeoutError: a later one did.
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
        with waiting_outside():
            async with asyncio.timeout(seconds), self._slots.slot():
                return await self._adapter.request(route, session, **more)


def skip_response_bodies(slots: RequestSlots) -> None:
    """Make discord.py use a :class:`NoBodyAdapter` in this task and in all tasks started from it."""
    adapter = async_context.get()
    if not isinstance(adapter, NoBodyAdapter):
        async_context.set(NoBodyAdapter(adapter, slots))


class EditableAnswer(NamedTuple):
    """A message that answers an interaction, and what it takes to edit it, without the interaction."""

    adapter: AsyncWebhookAdapter
    """Sends the request, in whatever task."""
    client: discord.Client
    session: Any
    application_id: int
    token: str
    message_id: int | None
    """``None``: the first response."""


def editable_answer(interaction: discord.Interaction[Any], message_id: int | None = None) -> EditableAnswer:
    """Return the first response to an interaction, or a later message."""
    session = interaction._session  # noqa: SLF001 - there is no other way
    return EditableAnswer(
        async_context.get(), interaction.client, session, interaction.application_id, interaction.token, message_id
    )


async def edit_response(interaction: discord.Interaction[Any], arguments: Mapping[str, Any]) -> None:
    """Edit the first response, like ``Interaction.edit_original_response``, but return nothing.

    Args:
        interaction: it was answered before.
        arguments: those of that method.

    Raises:
        discord.HTTPException: Discord refuses.
    """
    await edit_answer(editable_answer(interaction), arguments)


async def edit_answer(answer: EditableAnswer, arguments: Mapping[str, Any]) -> None:
    """Edit an answer; see :func:`edit_response`."""
    client = answer.client
    with handle_message_parameters(**arguments, previous_allowed_mentions=client.allowed_mentions) as parts:
        edit: Callable[..., Awaitable[Any]] = answer.adapter.edit_original_interaction_response
        if answer.message_id is not None:
            edit = partial(answer.adapter.edit_webhook_message, message_id=answer.message_id)
        await edit(
            answer.application_id,
            answer.token,
            session=answer.session,
            proxy=client.http.proxy,
            proxy_auth=client.http.proxy_auth,
            payload=parts.payload,
            multipart=parts.multipart,
            files=parts.files,
        )
