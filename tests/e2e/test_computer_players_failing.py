"""Matches whose computer players cannot decide for a while: the board says so, and the match goes on by itself."""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest
import simcord

from bot import workers
from bot.computer.process_decider import ProcessDecider
from bot.load import thresholds
from bot.process.worker_process import WorkerProcess
from tests.e2e.conftest import running
from tests.e2e.world import Game, World, shown, written
from tests.fakes import Clock
from tests.wait_limit import WAIT_LIMIT

pytestmark = pytest.mark.usefixtures("unpainted")


@pytest.fixture
async def world(tmp_path: Path, unexpected: list[logging.LogRecord]) -> AsyncIterator[World]:
    """A server with members, and a bot whose computer players decide in a process of their own."""
    async with running(tmp_path, computer_players="on") as made:
        await made.found()
        yield made
    assert [record.getMessage() for record in unexpected] == []


async def begin(world: World) -> Game:
    """Begin a match of İYE against the computer in the channel."""
    games = shown(await world.ann.slash(world.channel, "play"))
    levels = shown(
        await world.ann.click(shown(await world.ann.click(games, label="İYE")), label="Against the computer")
    )
    await world.ann.click(levels, label="2 · Casual")
    await world.until_computers_have_moved()
    table = next(message for message in world.channel.history() if "Table #1" in written(message))
    return Game(world, world.channel_of(table), {0: world.ann})


async def type_turn(game: Game, member: simcord.MemberActor) -> None:
    """Type the first move that is offered."""
    choices = await member.autocomplete(game.place, "move", "text", "")
    await member.slash(game.place, "move", text=choices[0]["value"])


def process_of(world: World) -> WorkerProcess:
    process = world.bot.acting.decider.process
    assert process is not None
    return process


def kill_when_asked(process: WorkerProcess, monkeypatch: pytest.MonkeyPatch) -> threading.Thread:
    """Suspend the process for good, and kill it as soon as it has been asked for a decision."""
    monkeypatch.setattr(process, "resume", lambda: None)
    pid = process.pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    deadline = time.monotonic() + WAIT_LIMIT

    def kill() -> None:
        while process.waiting == 0 and time.monotonic() < deadline:
            time.sleep(0.01)
        os.kill(pid, signal.SIGKILL)

    thread = threading.Thread(target=kill)
    thread.start()
    return thread


async def test_match_goes_on_when_the_process_is_killed_in_the_middle_of_a_decision(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await begin(world)
    if process_of(world).pid is None:
        await type_turn(game, world.ann)
        await world.until_computers_have_moved()
    before = process_of(world).pid
    killing = kill_when_asked(process_of(world), monkeypatch)
    await type_turn(game, world.ann)
    await world.until_computers_have_moved()
    killing.join()
    assert (process_of(world).deaths, process_of(world).pid == before) == (1, False)
    assert world.bot.acting.decider.figures.failed == 0
    match = await world.bot.services.matches.history.get(game.id)
    assert match.to_move == (match.people[0].player,)
    assert "**Computer L2**" in game.board.content
    assert "restarting" not in written(game.board)


async def test_process_pauses_while_the_bot_works_on_what_a_person_has_pressed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await begin(world)
    seen = list[str]()
    monkeypatch.setattr(process_of(world), "pause", lambda: seen.append("pause"))
    monkeypatch.setattr(process_of(world), "resume", lambda: seen.append("resume"))
    await type_turn(game, world.ann)
    assert (seen[0], seen[-1]) == ("pause", "resume")


async def test_process_is_not_paused_while_a_person_waits_for_a_review_or_a_hint(world: World) -> None:
    game = await begin(world)
    await type_turn(game, world.ann)
    await world.until_computers_have_moved()
    hint = await world.ann.slash(game.place, "match", action="hint")
    assert "💡" in written(shown(hint))
    await world.ann.click(shown(await world.ann.slash(game.place, "match", action="resign")), label="Yes, resign")
    reviewed = shown(await world.ann.slash(game.place, "match", action="review"))
    assert "decision" in written(reviewed)


async def test_decision_is_made_after_a_restart_if_the_bot_is_killed_in_the_middle_of_it(world: World) -> None:
    game = await begin(world)
    await world.bot.services.matches.computer_turns.close(0)  # nothing is decided until the next start
    await type_turn(game, world.ann)
    await world.env.settle()
    assert "**Computer L2** is to move." in game.board.content
    await world.start_after_crash()
    await world.until_computers_have_moved()
    match = await world.bot.services.matches.history.get(game.id)
    assert match.to_move == (match.people[0].player,)


async def test_person_who_has_used_up_their_processor_time_is_told_and_the_match_goes_on_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = Clock(0)
    monkeypatch.setattr(workers, "ProcessDecider", partial(ProcessDecider, seconds))
    monkeypatch.setattr(thresholds, "PROCESSOR_SHARE", 1e-6)  # used up by one decision
    async with running(tmp_path, computer_players="on") as world:
        await world.found()
        game = await begin(world)
        while world.bot.acting.decider.figures.over_budget == 0:
            await type_turn(game, world.ann)
            await world.env.settle()
        assert "The computer players have calculated a lot for you in the last minute." in written(game.board)
        assert "**Computer L2** is to move." in game.board.content
        seconds.now += round(thresholds.PROCESSOR_PERIOD)
        await world.env.advance_time(thresholds.PROCESSOR_PERIOD)
        await world.until_computers_have_moved()
        assert "calculated a lot" not in written(game.board)
        match = await world.bot.services.matches.history.get(game.id)
        assert match.to_move == (match.people[0].player,)
