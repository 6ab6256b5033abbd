"""Interactions heard while another process acts."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.load import thresholds
from bot.standby import held_interactions as module
from bot.standby.answered import SLOTS, AnsweredInteractions, answered_lately
from bot.standby.held_interactions import HeardInteraction, HeldInteractions
from tests.wait_limit import WAIT_LIMIT


def press(number: int) -> dict[str, Any]:
    return {"id": str(number), "type": 3}


class Case:
    """Held interactions with what surrounds them."""

    def __init__(self) -> None:
        self.acknowledged: list[int] = []
        self.answered: set[int] = set()
        self.happened = asyncio.Event()
        self.passed_on: list[int] = []
        self.found: list[HeardInteraction | None] = []
        self.emptied = asyncio.Event()
        self.held = HeldInteractions(self.acknowledge, lambda: self.answered)

    async def acknowledge(self, heard: HeardInteraction) -> bool:
        self.acknowledged.append(heard.id)
        self.happened.set()
        return True

    def pass_on(self) -> None:
        """Let the process act; interactions are handled until :meth:`finish`."""
        self.held.pass_on(lambda data: self.passed_on.append(int(data["id"])), self.emptied.set)

    def finish(self, number: int) -> None:
        """Finish handling an interaction."""
        heard = self.held.find(number)
        assert heard is not None
        heard.handled.set()

    async def pass_on_all(self) -> list[int]:
        """Let the process act, which handles everything at once."""
        self.held.pass_on(self.handle, self.emptied.set)
        await asyncio.wait_for(self.emptied.wait(), WAIT_LIMIT)
        return self.passed_on

    def handle(self, data: Any) -> None:
        self.passed_on.append(int(data["id"]))
        self.found.append(self.held.find(self.passed_on[-1]))
        if (heard := self.found[-1]) is not None:
            heard.handled.set()


async def test_interactions_that_were_not_answered_are_handled_in_order() -> None:
    case = Case()
    for number in (5, 3, 4):
        case.held.hold(press(number))
    case.answered.add(3)
    assert await case.pass_on_all() == [5, 4]
    assert [(heard.id, heard.acknowledged) for heard in case.found if heard is not None] == [(5, False), (4, False)]
    assert case.held.find(4) is None


async def test_interactions_are_handled_a_few_at_a_time_with_new_ones_behind_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "PASS_ON_AFTER", WAIT_LIMIT)
    case = Case()
    for number in range(1, 6):
        case.held.hold(press(number))
    case.pass_on()
    await until_idle()
    assert case.passed_on == [1, 2, 3]
    case.held.hold(press(6))
    case.held.hold({"id": "7", "type": 4})
    assert case.passed_on == [1, 2, 3, 7], "suggestions are worth nothing later"
    for number, expected in ((2, 4), (1, 5), (3, 6)):
        case.finish(number)
        await until_idle()
        assert case.passed_on[-1] == expected
    assert case.emptied.is_set()
    await case.held.close()


async def test_slow_interactions_do_not_delay_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PASS_ON_AFTER", 0.0)
    case = Case()
    for number in range(1, 9):
        case.held.hold(press(number))
    case.pass_on()
    await asyncio.wait_for(case.emptied.wait(), WAIT_LIMIT)
    assert case.passed_on == list(range(1, 9))


async def test_other_work_waits_for_held_interactions_but_not_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PASS_ON_AFTER", WAIT_LIMIT)
    monkeypatch.setattr(module, "FIRST_SECONDS", 0.05)
    case = Case()
    await case.held.until_empty()
    for number in range(module.AT_ONCE + 1):
        case.held.hold(press(number))
    case.pass_on()
    await case.held.until_empty()
    assert not case.emptied.is_set()
    monkeypatch.setattr(module, "FIRST_SECONDS", WAIT_LIMIT)
    waiting = asyncio.create_task(case.held.until_empty())
    heard = case.held.find(0)
    assert heard is not None
    heard.handled.set()
    await waiting
    assert case.emptied.is_set()


@pytest.mark.parametrize(
    "data", [{}, {"id": "x", "type": 3}, {"id": None, "type": 3}, None, [], {"id": "7", "type": 4}]
)
async def test_unreadable_interactions_and_autocompletes_are_not_held(data: Any) -> None:
    case = Case()
    case.held.hold(data)
    assert await case.pass_on_all() == []


async def test_old_interactions_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    case = Case()
    case.held.hold(press(1))
    monkeypatch.setattr(thresholds, "HEARD_SECONDS", -1)
    assert await case.pass_on_all() == []


async def test_late_interactions_are_acknowledged_once_the_process_before_leaves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(thresholds, "ACKNOWLEDGE_HEARD", 0.0)
    monkeypatch.setattr(module, "POLL_LATE", 0.0)
    case = Case()
    case.held.hold(press(1))
    case.held.hold(press(2))
    case.answered.add(2)
    await until_idle()
    assert case.acknowledged == [], "the process that acts may still answer"
    case.held.begin_acknowledging()
    await asyncio.wait_for(case.happened.wait(), WAIT_LIMIT)
    await until_idle()
    assert await case.pass_on_all() == [1]
    assert case.acknowledged == [1], "once, and nothing that was answered"
    (found,) = case.found
    assert found is not None
    assert found.acknowledged
    await case.held.close()


async def until_idle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_answered_interactions_survive_the_process(tmp_path: Any) -> None:
    database = tmp_path / "kurultai.sqlite3"
    assert answered_lately(database) == frozenset()
    first = AnsweredInteractions(database)
    for number in range(1, SLOTS + 3):
        first.note(number)
    second = AnsweredInteractions(database)
    second.note(9_000_000)
    found = answered_lately(database)
    assert len(found) == SLOTS
    assert {SLOTS, SLOTS + 2, 9_000_000} <= found
    assert not {1, 2, 3} & found, "the oldest are overwritten"
    first.close()
    second.close()
    second.note(5)  # nothing happens


def test_unusable_file_is_logged_and_changes_nothing(
    tmp_path: Any, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> int:
        raise OSError(28, "No space left on device")

    answered = AnsweredInteractions(tmp_path / "kurultai.sqlite3")
    monkeypatch.setattr("os.pwrite", refuse)
    for number in range(3):
        answered.note(number)
    assert [record.getMessage() for record in caplog.records] == [
        "answered interactions cannot be noted for the next process"
    ]
