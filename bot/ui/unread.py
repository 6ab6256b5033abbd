"""Answers to interactions of which nobody reads what Discord says about them.

By itself discord.py asks Discord for the message that an answer has become, and makes an object of that and of all
that is in it. For most answers that is of no use, and where many answer at once it is a good part of the work.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord.http import Route, handle_message_parameters
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

_MESSAGE = discord.InteractionResponseType.channel_message.value


class BriefAdapter(AsyncWebhookAdapter):
    """Discord.py's way to answer interactions, without ``with_response`` where it answers with anything but a message.

    Discord then answers with nothing
    (https://discord.com/developers/docs/interactions/receiving-and-responding#create-interaction-response).

    Args:
        way: what sends the requests.
    """

    def __init__(self, way: AsyncWebhookAdapter) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._way = way

    async def request(self, route: Route, session: Any, *, params: Mapping[str, Any] | None = None, **more: Any) -> Any:
        """Send a request; of an answer that Discord says nothing about, only the interaction's id is returned."""
        payload = more.get("payload")
        if payload is None or params is None or "with_response" not in params or payload["type"] == _MESSAGE:
            return await self._way.request(route, session, params=params, **more)  # type: ignore[arg-type]
        await self._way.request(route, session, **more)
        return {"interaction": {"id": route.webhook_id}}


def answer_briefly() -> None:
    """Have discord.py use a :class:`BriefAdapter` in this task, and in all that are begun by it from now on."""
    way = async_context.get()
    if not isinstance(way, BriefAdapter):
        async_context.set(BriefAdapter(way))


async def edit_answer(interaction: discord.Interaction[Any], arguments: Mapping[str, Any]) -> None:
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
