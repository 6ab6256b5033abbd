"""The real bot in the sandbox, restarted on the same database."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import ClientSession

from bot.client import KurultaiClient
from bot.settings import Settings
from sandbox.pages import Pages, listen
from sandbox.personas import PERSONAS
from sandbox.simulation import Simulation
from tests.sandbox.tiny import Visitor

Run = Callable[[], AbstractAsyncContextManager[tuple[Visitor, Visitor]]]


@pytest.fixture
def run(tmp_path: Path, browser: ClientSession) -> Run:
    """One run of the sandbox, with Ada's and Björk's pages."""

    @asynccontextmanager
    async def once() -> AsyncIterator[tuple[Visitor, Visitor]]:
        client = KurultaiClient(Settings(database=tmp_path / "play.sqlite3", painter="inside"))
        simulation = Simulation(client, PERSONAS[:2], print)
        pages = Pages(simulation, PERSONAS[:2], listen(0))
        await simulation.open()
        try:
            await pages.open()
            ada, bjork = (Visitor(browser, pages.address, link) for link in ("ada", "bjork"))
            await ada.arrive()
            await bjork.arrive()
            yield ada, bjork
        finally:
            await pages.close()
            await simulation.close()

    return once


async def test_match_continues_after_a_restart(run: Run) -> None:
    async with run() as (ada, bjork):
        await ada.command("play", game="iye", options="first: 1")
        await bjork.look()
        await bjork.press("Join")
        await ada.look()
        assert "Ada begins" in ada.texts()[-1].replace("*", "")
    async with run() as (ada, bjork):
        await ada.look()
        assert not any("Ada begins" in text for text in ada.texts())
        await ada.command("next")
        await ada.look()
        square = next(label for label in ada.buttons() if label[:2] in {"c1", "c2"})
        await ada.press(square)
        await bjork.look()
        assert f"to {square[:2]}" in bjork.texts()[-1].replace("*", "")
        await bjork.command("next")
        await bjork.look()
        assert any(label[0] in "abcde" for label in bjork.buttons())


async def test_server_is_greeted_only_once(run: Run) -> None:
    async with run() as (ada, _bjork):
        assert len(ada.shown["timeline"]) == 1
    async with run() as (ada, _bjork):
        assert ada.shown["timeline"] == []


async def test_commands_are_available_after_every_start(run: Run) -> None:
    for _start in range(2):
        async with run() as (ada, _bjork):
            assert {"play", "move", "next", "board"} <= set(await ada.commands())
