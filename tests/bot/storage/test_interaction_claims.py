"""Only one of several processes on a database handles an interaction."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.storage.database import Database, Transaction
from bot.storage.interaction_claims import (
    KEPT_SECONDS,
    ClaimedElsewhereError,
    claiming,
    delete_old_claims,
    is_claimed_elsewhere,
)

CLICK, ANOTHER = 1_100_000_000_000_000_001, 1_100_000_000_000_000_002


def note(key: str) -> Callable[[Transaction], None]:
    def work(tx: Transaction) -> None:
        tx.execute("INSERT INTO meta (key, value) VALUES (?, '')", (key,))

    return work


async def keys(database: Database) -> list[str]:
    return [row["key"] for row in await database.rows("SELECT key FROM meta ORDER BY key")]


async def acted(database: Database) -> list[int]:
    return [row[0] for row in await database.rows("SELECT interaction_id FROM acted")]


async def test_first_writer_handles_the_interaction(database: Database, path: Path) -> None:
    async with await Database.open(path) as other:
        with claiming(CLICK) as claim:
            await database.write(note("first"))
            assert claim.is_stored
            await database.write(note("second"))
        with claiming(CLICK) as claim:
            with pytest.raises(ClaimedElsewhereError):
                await other.write(note("twice"))
            assert not claim.is_stored
        with claiming(ANOTHER):
            await other.write(note("of another click"))
        await other.write(note("by itself"))
    assert await keys(database) == ["by itself", "first", "of another click", "second"]
    assert await acted(database) == [CLICK, ANOTHER]
    assert not await is_claimed_elsewhere(database, CLICK)
    assert await is_claimed_elsewhere(database, ANOTHER)


async def test_one_of_two_concurrent_processes_handles_the_interaction(path: Path) -> None:
    """Both find no claim, and both write; each waits for the other's lock."""

    async def click(database: Database, key: str) -> bool:
        with claiming(CLICK) as claim:
            try:
                await database.write(note(key))
            except ClaimedElsewhereError:
                assert not claim.is_stored
                return False
            assert claim.is_stored
            return True

    async with await Database.open(path) as one, await Database.open(path) as other:
        assert not await is_claimed_elsewhere(one, CLICK)
        assert not await is_claimed_elsewhere(other, CLICK)
        first, second = await asyncio.gather(click(one, "by one"), click(other, "by the other"))
        assert first is not second
        claimant, loser = (one, other) if first else (other, one)
        assert await keys(loser) == ["by one" if first else "by the other"]
        assert await acted(loser) == [CLICK]
        assert await is_claimed_elsewhere(loser, CLICK)
        assert not await is_claimed_elsewhere(claimant, CLICK)


async def test_concurrent_writes_of_one_interaction_are_accepted(database: Database, path: Path) -> None:
    """The process received the click twice: two tasks handle it, and the row is written once."""

    async def click(key: str) -> bool:
        with claiming(CLICK) as claim:
            await database.write(note(key))
            return claim.is_stored

    assert all(await asyncio.gather(click("first"), click("second")))
    assert await keys(database) == ["first", "second"]
    assert await acted(database) == [CLICK]
    async with await Database.open(path) as other:
        with claiming(CLICK), pytest.raises(ClaimedElsewhereError):
            await other.write(note("twice"))


async def test_refused_interaction_is_not_claimed(database: Database, path: Path) -> None:
    def refuse(tx: Transaction) -> None:
        note("refused")(tx)
        raise LookupError

    with claiming(CLICK) as claim:
        with pytest.raises(LookupError):
            await database.write(refuse)
        assert not claim.is_stored
    assert await acted(database) == []
    async with await Database.open(path) as other:
        with claiming(CLICK):
            await other.write(note("by the other"))
    assert await keys(database) == ["by the other"]


async def test_task_started_by_an_interaction_writes_without_a_claim(database: Database) -> None:
    with claiming(CLICK) as claim:
        await asyncio.create_task(database.write(note("boards that were posted")))
        assert not claim.is_stored
        assert await acted(database) == []
        await database.write(note("the move"))
    assert await acted(database) == [CLICK]


async def test_claims_are_deleted_after_an_hour(database: Database) -> None:
    with claiming(CLICK):
        await database.write(note("the move"))
    now = 1_700_000_000
    for later, left in ((KEPT_SECONDS, [CLICK]), (KEPT_SECONDS + 1, [])):
        await database.write(lambda tx, later=later: delete_old_claims(tx, now + later))  # type: ignore[misc]
        assert await acted(database) == left
