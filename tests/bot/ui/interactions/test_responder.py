"""Answers to interactions: acknowledged once when the bot is stalled, and after other failures."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.load import thresholds
from bot.load.fast_responses import UnconfirmedError
from bot.standby.held_interactions import HeardInteraction
from bot.ui.components.messages import OutgoingMessage
from bot.ui.interactions import errors, responder
from bot.ui.interactions.responder import Responder


class Response:
    """A fake of discord.py's response to a click; `confirmed` is set when Discord confirms it."""

    def __init__(self) -> None:
        self.deferrals = 0
        self.confirmed = asyncio.Event()
        self.confirmed.set()
        self._done = False
        self._parent = self

    def is_done(self) -> bool:
        """Whether it was acknowledged."""
        return self._done

    async def defer(self) -> None:
        """Acknowledge."""
        self.deferrals += 1
        await self.confirmed.wait()
        self._done = True


@pytest.fixture
def response(monkeypatch: pytest.MonkeyPatch) -> Response:
    """A response to a click; the responder checks for stalls all the time."""
    monkeypatch.setattr(thresholds, "POLL_AFTER", 0.0)
    monkeypatch.setattr(thresholds, "POLL_EVERY", 0.0)
    return Response()


def answer_with(response: Response) -> Responder:
    """Return the responder of a click."""
    click: Any = SimpleNamespace(id=1, type=discord.InteractionType.component, response=response)
    return Responder(click)


class Disk:
    """A disk that stalls after a number of checks."""

    def __init__(self, checks_left: int) -> None:
        self.checks_left = checks_left
        self.checked = asyncio.Event()
        """Set after that many checks."""

    def is_stalled(self) -> bool:
        """Count a check."""
        self.checks_left -= 1
        if self.checks_left <= 0:
            self.checked.set()
        return self.checks_left < 0


async def test_stalled_interaction_is_acknowledged_once(response: Response) -> None:
    answer, disk = answer_with(response), Disk(3)
    answer.defer_after_timeout()
    answer.acknowledge_if_blocked(disk.is_stalled)
    await disk.checked.wait()
    assert not response.is_done(), "nothing is stalled yet"
    await asyncio.sleep(0.01)
    await answer.finish()
    assert response.deferrals == 1
    assert disk.checks_left == -1, "polling has stopped"


@pytest.mark.parametrize("stop", [Responder.release, Responder.cancel_acknowledgement])
async def test_polling_stops_when_the_interaction_is_over(
    response: Response, stop: Callable[[Responder], None]
) -> None:
    answer, disk = answer_with(response), Disk(10**6)
    answer.acknowledge_if_blocked(disk.is_stalled)
    stop(answer)
    await asyncio.sleep(0.01)
    assert disk.checks_left == 10**6


async def test_second_reason_to_acknowledge_replaces_the_first(response: Response) -> None:
    answer, disk = answer_with(response), Disk(10**6)
    answer.acknowledge_if_blocked(disk.is_stalled)
    answer.acknowledge_if_blocked(lambda: False)
    answer.release()
    await asyncio.sleep(0.01)
    assert disk.checks_left == 10**6, "polling has stopped"


async def test_acknowledged_interaction_is_not_checked_for_stalls(response: Response) -> None:
    answer, disk = answer_with(response), Disk(10**6)
    await answer.acknowledge()
    answer.acknowledge_if_blocked(disk.is_stalled)
    await asyncio.sleep(0.01)
    assert disk.checks_left == 10**6


async def test_pending_acknowledgement_is_not_repeated(response: Response, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "DEFER_AFTER", 0.0)
    response.confirmed.clear()
    answer = answer_with(response)
    answer.defer_after_timeout()
    answer.acknowledge_if_blocked(lambda: True)
    await asyncio.sleep(0.01)
    answer.acknowledge_if_blocked(lambda: True)
    await asyncio.sleep(0.01)
    assert response.deferrals == 1
    response.confirmed.set()
    await answer.finish()
    assert response.deferrals == 1


class Taken(Response):
    """The response of an interaction that another process has acknowledged."""

    def __init__(self) -> None:
        super().__init__()
        self._response_type: object = None

    def is_done(self) -> bool:
        return self._response_type is not None

    async def send_message(self, **_message: object) -> None:
        raise discord.HTTPException(SimpleNamespace(status=400, reason=""), {"code": 40060})

    edit_message = send_message


@pytest.mark.parametrize("kind", [discord.InteractionType.application_command, discord.InteractionType.component])
async def test_interaction_acknowledged_by_another_process_is_answered_by_the_one_that_handled_it(
    monkeypatch: pytest.MonkeyPatch, kind: discord.InteractionType
) -> None:
    sent: list[str] = []

    async def edit(_interaction: object, arguments: dict[str, object]) -> None:
        sent.append(f"edited: {arguments['content']}")

    async def follow(content: str, **_more: object) -> SimpleNamespace:
        sent.append(f"followed: {content}")
        return SimpleNamespace(id=5)

    monkeypatch.setattr(responder, "edit_response", edit)
    interaction: Any = SimpleNamespace(
        id=1, type=kind, response=Taken(), followup=SimpleNamespace(send=follow), message=None
    )
    answer = Responder(interaction)
    await answer.reply(OutgoingMessage("Done."))
    await answer.update_for_all(OutgoingMessage("Moved."))
    first = "followed" if kind is discord.InteractionType.component else "edited"
    assert sent == [f"{first}: Done.", "edited: Moved."]


@pytest.mark.parametrize("loading", [True, False])
async def test_confirmation_leaves_the_answer_of_another_process_as_it_is(
    monkeypatch: pytest.MonkeyPatch, loading: bool
) -> None:
    sent: list[object] = []

    async def edit(_interaction: object, arguments: dict[str, object]) -> None:
        sent.append(arguments["content"])

    async def original() -> SimpleNamespace:
        return SimpleNamespace(flags=SimpleNamespace(loading=loading))

    monkeypatch.setattr(responder, "edit_response", edit)
    kind = discord.InteractionType.application_command
    interaction: Any = SimpleNamespace(id=1, type=kind, response=Taken(), message=None, original_response=original)
    await Responder(interaction).reply_unless_answered(OutgoingMessage("It is done."))
    assert sent == (["It is done."] if loading else [])


class Inherited(Response):
    """The response of an interaction that was heard while another process acted."""

    def __init__(self, code: int | None) -> None:
        super().__init__()
        self._code = code
        self._response_type: object = None

    def is_done(self) -> bool:
        return self._done or self._response_type is not None

    async def defer(self) -> None:
        self.deferrals += 1
        if self._code == 0:
            raise ConnectionResetError
        if self._code is not None:
            raise discord.HTTPException(SimpleNamespace(status=400, reason=""), {"code": self._code})
        self._done = True


@pytest.mark.parametrize(
    ("seconds", "code", "handled", "acknowledged"),
    [
        (0.0, None, True, False),
        (2.0, None, True, True),
        (2.0, 40060, True, True),
        (2.0, 10062, False, False),
        (2.0, 0, True, False),
    ],
    ids=["young", "old", "acknowledged by the other process", "too old", "connection lost"],
)
async def test_inherited_interaction_is_acknowledged_first_if_it_is_old(
    *, seconds: float, code: int | None, handled: bool, acknowledged: bool
) -> None:
    response = Inherited(code)
    heard = HeardInteraction(1, {}, heard_at=time.monotonic() - seconds)
    assert await answer_with(response).inherit(heard) is handled
    assert response.is_done() is acknowledged


async def test_inherited_interaction_that_was_acknowledged_is_not_acknowledged_again() -> None:
    response = Inherited(40060)
    assert await answer_with(response).inherit(HeardInteraction(1, {}, acknowledged=True))
    assert (response.deferrals, response.is_done()) == (0, True)


async def test_inherited_interaction_waits_for_an_acknowledgement_in_progress() -> None:
    response = Inherited(40060)
    heard = HeardInteraction(1, {})

    async def acknowledge() -> None:
        await asyncio.sleep(0)
        heard.acknowledged = True

    heard.acknowledging = asyncio.create_task(acknowledge())
    assert await answer_with(response).inherit(heard)
    assert (response.deferrals, response.is_done()) == (0, True)


async def test_unconfirmed_acknowledgement_counts_as_one() -> None:
    """Discord may have taken it, and then takes no other first answer."""
    sent: list[dict[str, Any]] = []

    class Unconfirmed:
        _response_type: discord.InteractionResponseType | None = None

        def is_done(self) -> bool:
            return self._response_type is not None

        async def defer(self, **_more: object) -> None:
            raise UnconfirmedError

    async def edit(_interaction: object, arguments: dict[str, Any]) -> None:
        sent.append(arguments)

    response = Unconfirmed()
    command: Any = SimpleNamespace(id=1, type=discord.InteractionType.application_command, response=response)
    answer = Responder(command)
    await answer.acknowledge()
    assert response._response_type is discord.InteractionResponseType.deferred_channel_message
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(responder, "edit_response", edit)
        await answer.reply(OutgoingMessage("Done."))
    assert [arguments["content"] for arguments in sent] == ["Done."]


async def test_unconfirmed_first_response_is_not_reported(caplog: pytest.LogCaptureFixture) -> None:
    nobody: Any = SimpleNamespace(answer=None, notifies_others=False)
    await errors.report_error(nobody, UnconfirmedError())
    assert [record.levelname for record in caplog.records] == ["WARNING"]
