"""Response bodies are requested only where they are read."""

from __future__ import annotations

import asyncio
import io
from contextvars import copy_context
from typing import Any

import discord
import pytest
from discord.http import MultipartParameters
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.load import thresholds
from bot.load.fast_responses import NoBodyAdapter, UnconfirmedError, skip_response_bodies
from bot.load.request_slots import RequestSlots


class Recorder(AsyncWebhookAdapter):
    """Records requests, and answers each with the same text."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.sent: list[tuple[str, Any, Any]] = []

    async def request(self, route: Any, session: Any, *, payload: Any = None, params: Any = None, **more: Any) -> Any:
        del session, more
        self.sent.append((f"{route.method} {route.url.partition('/v10')[2]}", payload, params))
        return "answer of Discord"


async def answered(payload: dict[str, Any] | None) -> tuple[Any, Any]:
    """Return the response to a callback with this payload (``None``: with files), and the query of its request."""
    recorder = Recorder()
    files = None if payload else [discord.File(io.BytesIO(b""), "board.png")]
    parts = MultipartParameters(payload=payload, multipart=[{}] if files else [], files=files)
    adapter = NoBodyAdapter(recorder, RequestSlots())
    returned = await adapter.create_interaction_response(7, "token", session=None, params=parts)  # type: ignore[arg-type]
    ((sent, as_given, query),) = recorder.sent
    assert (sent, as_given) == ("POST /interactions/7/token/callback", payload)
    return returned, query


@pytest.mark.parametrize("kind", [5, 6, 7, 8, 9])
async def test_response_without_a_message_requests_no_message(kind: int) -> None:
    assert await answered({"type": kind}) == ({"interaction": {"id": 7}}, None)


async def test_response_with_a_message_requests_it() -> None:
    assert await answered({"type": 4}) == ("answer of Discord", {"with_response": "1"})
    assert await answered(None) == ("answer of Discord", {"with_response": "1"})


async def test_other_requests_are_unchanged() -> None:
    recorder = Recorder()
    adapter = NoBodyAdapter(recorder, RequestSlots())
    edited = adapter.edit_original_interaction_response(1, "token", session=None, payload={"content": "a"})  # type: ignore[arg-type]
    assert await edited == "answer of Discord"  # type: ignore[comparison-overlap]
    assert recorder.sent == [("PATCH /webhooks/1/token/messages/@original", {"content": "a"}, None)]


def test_adapter_is_installed_once() -> None:
    def twice() -> bool:
        skip_response_bodies(RequestSlots())
        first = async_context.get()
        skip_response_bodies(RequestSlots())
        return isinstance(first, NoBodyAdapter) and async_context.get() is first

    assert copy_context().run(twice)


class Silent(AsyncWebhookAdapter):
    """Takes every request and never answers."""

    async def request(self, route: Any, session: Any, **_more: Any) -> Any:
        del route, session
        await asyncio.Event().wait()


async def test_unconfirmed_first_response_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "LONGEST_CALLBACK", 0.01)
    adapter = NoBodyAdapter(Silent(), RequestSlots())  # type: ignore[no-untyped-call]
    for kind in (4, 5, 6, 7, 9):
        parts = MultipartParameters(payload={"type": kind}, multipart=[], files=None)
        with pytest.raises(UnconfirmedError):
            await adapter.create_interaction_response(7, "token", session=None, params=parts)  # type: ignore[arg-type]


async def test_unconfirmed_autocomplete_counts_as_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "LONGEST_CALLBACK", 0.01)
    adapter = NoBodyAdapter(Silent(), RequestSlots())  # type: ignore[no-untyped-call]
    parts = MultipartParameters(payload={"type": 8}, multipart=[], files=None)
    answer: Any = await adapter.create_interaction_response(7, "token", session=None, params=parts)  # type: ignore[arg-type]
    assert answer == {"interaction": {"id": 7}}


async def test_hanging_followup_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "LONGEST_ANSWER", 0.01)
    adapter = NoBodyAdapter(Silent(), RequestSlots())  # type: ignore[no-untyped-call]
    with pytest.raises(TimeoutError):
        await adapter.edit_original_interaction_response(1, "token", session=None, payload={})  # type: ignore[arg-type]
