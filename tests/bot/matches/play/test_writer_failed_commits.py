"""Failed commits: nothing is changed or lost, and retries use the same random numbers."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.matches.model.match import MatchStatus
from bot.matches.outbox import OutboxWriter
from bot.storage.database import Transaction
from bot.storage.errors import StorageError
from engines.game import Rng
from tests.bot.matches.harness import (
    ALL_GAMES,
    ANN,
    BOB,
    CHANNEL,
    ServiceHarness,
    refused,
    trek_match,
    user_of,
)
from tests.engines.toys.trek import TrekGame

# -------------------------------------------------------------------------------------------- chance and failed commits


class Rolls(TrekGame):
    """Trek that records every roll."""

    def __init__(self) -> None:
        self.made: list[int] = []

    def sample_chance(self, state: Any, rng: Rng) -> Any:
        move = super().sample_chance(state, rng)
        self.made.append(move.number)
        return move


async def test_retries_after_a_failed_commit_roll_the_same_number(path: Path) -> None:
    rolls = Rolls()
    async with await ServiceHarness.open(path, {**ALL_GAMES, "trek": rolls}) as harness:
        match = await trek_match(harness, points=1)
        rolls.made.clear()
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            for _ in range(5):
                with pytest.raises(StorageError, match="busy"):
                    await harness.play(match, "walk 1", "stop")
            other.execute("ROLLBACK")
        await harness.play(match, "walk 1", "stop")
        assert len(rolls.made) == 6
        assert len(set(rolls.made)) == 1
        assert (await harness.log(match.id))[-1][3] == f"roll {rolls.made[0]}"
    async with await ServiceHarness.open(path) as again:
        current = await again.service.history.get(match.id)
        assert current.ply == match.ply + 3


async def test_retried_start_deals_the_same_tiles(harness: ServiceHarness, path: Path) -> None:
    seen = []
    deal = ALL_GAMES["iye"].sample_chance
    table = await harness.service.tables.open_table("iye", {}, ANN, CHANNEL)

    class DealsRecorded:
        def __getattr__(self, name: str) -> Any:
            return getattr(ALL_GAMES["iye"], name)

        def sample_chance(self, state: Any, rng: Rng) -> Any:
            seen.append(move := deal(state, rng))
            return move

    harness = ServiceHarness(harness.database, {"iye": DealsRecorded()})
    trigger = "CREATE TEMP TRIGGER full BEFORE INSERT ON log BEGIN SELECT raise(ABORT, 'no'); END"
    await harness.database.write(lambda tx: tx.execute(trigger).fetchone())
    with pytest.raises(sqlite3.IntegrityError):
        await harness.service.tables.join(table.id, BOB)
    waiting = await harness.service.history.get(table.id)
    assert (waiting.status, len(waiting.seats)) == (MatchStatus.OPEN, 1)
    await harness.database.write(lambda tx: tx.execute("DROP TRIGGER full").fetchone())
    await harness.service.tables.join(table.id, BOB)
    assert len(seen) == 4
    assert seen[:2] == seen[2:]


async def test_draw_numbers_count_through_the_match_and_are_logged(harness: ServiceHarness) -> None:
    match = await harness.play_out(await harness.start(ANN, BOB, game="trek"), seed=3)
    firsts = [entry[4] for entry in await harness.log(match.id) if entry[2] == "chance"]
    assert firsts == list(range(len(firsts)))
    assert len(firsts) > 3
    assert all(entry[4] is None for entry in await harness.log(match.id) if entry[2] != "chance")


@pytest.mark.parametrize("stage", ["matches.advance", "turns.add_entries", "post"])
async def test_interrupted_turn_leaves_nothing(
    harness: ServiceHarness, stage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await harness.start()
    before, woken = await harness.dump(), list(harness.woken)

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("killed here")

    with monkeypatch.context() as patch:
        if stage == "post":
            patch.setattr(OutboxWriter, "enqueue", broken)
        else:
            patch.setattr(f"bot.matches.store.{stage}", broken)
        with pytest.raises(RuntimeError, match="killed here"):
            await harness.play(match)
    assert await harness.dump() == before
    assert harness.woken == woken
    assert (await harness.play(match)).match.ply == match.ply + 1


async def test_full_disk_refuses_the_move_until_there_is_room(harness: ServiceHarness) -> None:
    match = await harness.start()

    def limit(pages: int) -> Callable[[Transaction], object]:
        return lambda tx: tx.execute(f"PRAGMA max_page_count = {pages}").fetchone()

    used = (await harness.database.rows("PRAGMA page_count"))[0][0]
    await harness.database.write(limit(used))
    refusal: StorageError | None = None
    before = await harness.dump()
    while refusal is None:
        before = await harness.dump()
        try:
            match = (await harness.play(match)).match if match.to_move else await harness.start()
        except StorageError as error:
            refusal = error
    assert "disk is full" in str(refusal)
    assert await harness.dump() == before
    assert match.to_move, "the refused write was a move"
    await harness.database.write(limit(1_000_000))
    assert (await harness.play(match)).match.ply > match.ply


async def test_cancelled_interaction_loses_nothing(harness: ServiceHarness) -> None:
    """Either the move is committed and its queue woken, or nothing happens."""
    for steps in range(8):
        match = await harness.start()
        await harness.rows(match.id)
        harness.woken.clear()
        click = asyncio.create_task(harness.play(match))
        for _ in range(steps):
            await asyncio.sleep(0)
        click.cancel()
        await asyncio.gather(click, return_exceptions=True)
        await harness.service.tables.set_table_message(match.id, 1)  # the writer has done everything before this
        moved = (await harness.service.history.get(match.id)).ply > match.ply
        assert (await harness.kinds(match.id) == ["turn"]) == moved
        assert (harness.woken == [f"match:{match.id}"]) == moved
        await harness.play(await harness.service.history.get(match.id))


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE matches SET state = trail_state",
        "UPDATE matches SET trail_state = 'rubbish'",
        "UPDATE log SET move = 'c3' WHERE kind = 'move'",
        "DELETE FROM log WHERE kind = 'move'",
    ],
)
async def test_position_that_contradicts_the_log_refuses_moves(path: Path, damage: str) -> None:
    async with await ServiceHarness.open(path) as harness:
        match = (await harness.play(await harness.start())).match
        await harness.database.write(lambda tx: tx.executemany(damage, [()]))
    async with await ServiceHarness.open(path) as again:
        user = user_of(match, match.to_move[0])
        text = await refused(again, StorageError, lambda: again.service.turns.play(match.id, user, match.ply, ["a1"]))
        assert "does not follow from its log" in text
