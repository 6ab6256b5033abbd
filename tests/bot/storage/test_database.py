"""The database: one writer, readers that never wait, and clear errors."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.load import thresholds
from bot.matches.errors import TableError
from bot.storage.database import Database, Transaction
from bot.storage.errors import StorageError
from bot.storage.sqlite.engine import SqliteEngine
from engines.text import T


def note(key: str, value: str = "") -> Callable[[Transaction], None]:
    def work(tx: Transaction) -> None:
        tx.execute("INSERT INTO meta (key, value) VALUES (?, ?)", (key, value))

    return work


async def keys(database: Database) -> list[str]:
    return [row["key"] for row in await database.rows("SELECT key FROM meta ORDER BY key")]


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the write lock, as another process does."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def sqlite(database: Database) -> SqliteEngine:
    assert isinstance(database._engine, SqliteEngine)
    return database._engine


async def test_both_connections_are_durable_and_cache_few_pages(database: Database) -> None:
    def pragmas(connection: sqlite3.Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout", "cache_size")
        return [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names]

    assert await sqlite(database)._writer.run(pragmas) == ["wal", 2, 1, 50, -512]
    assert await sqlite(database)._reader.run(pragmas) == ["wal", 2, 1, 50, -512]


async def test_every_table_is_strict(database: Database) -> None:
    tables = await database.rows("SELECT name, strict FROM pragma_table_list WHERE schema = 'main'")
    assert {row["name"] for row in tables if not row["strict"]} <= {"sqlite_schema", "sqlite_sequence"}
    assert len(tables) > 8


async def test_write_is_visible_to_the_next_read_and_after_reopening(database: Database, path: Path) -> None:
    await database.write(note("a"))
    assert await keys(database) == ["a"]
    await database.close()
    async with await Database.open(path) as again:
        assert await keys(again) == ["a"]


async def test_concurrent_writers_keep_their_order(database: Database) -> None:
    def count(tx: Transaction) -> int:
        tx.execute("INSERT INTO meta (key, value) VALUES ('n', '0') ON CONFLICT DO UPDATE SET value = value + 1")
        return int(tx.execute("SELECT value FROM meta WHERE key = 'n'").fetchone()[0])

    assert await asyncio.gather(*(database.write(count) for _ in range(300))) == list(range(300))


async def test_concurrent_writers_share_a_commit(database: Database, path: Path) -> None:
    await database.write(note("warm"))
    before = path.with_name(path.name + "-wal").stat().st_size
    await asyncio.gather(*(database.write(note(f"k{number:02}")) for number in range(40)))
    # A commit writes at least one page of 4 KiB to the log; forty of them would be 160 KiB and more.
    assert path.with_name(path.name + "-wal").stat().st_size - before < 100_000
    assert len(await keys(database)) == 41


async def test_failed_writer_rolls_back_only_its_own_work(database: Database) -> None:
    def refuse(tx: Transaction) -> None:
        note("refused")(tx)
        raise TableError(T("No."))

    outcomes = await asyncio.gather(
        database.write(note("a")), database.write(refuse), database.write(note("b")), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), TableError, type(None)]
    assert await keys(database) == ["a", "b"]


async def test_sql_error_fails_only_its_writer(database: Database) -> None:
    outcomes = await asyncio.gather(
        database.write(note("a")),
        database.write(note("a")),
        database.write(lambda tx: tx.execute("SELECT nothing FROM nowhere").fetchone()),
        database.write(note("b")),
        return_exceptions=True,
    )
    # Neither is reported as a full disk: these are bugs of the program.
    assert isinstance(outcomes[1], sqlite3.IntegrityError)
    assert type(outcomes[2]) is sqlite3.OperationalError
    assert await keys(database) == ["a", "b"]


async def test_cancelled_writer_is_skipped_or_completed(database: Database) -> None:
    first = asyncio.create_task(database.write(note("a")))
    second = asyncio.create_task(database.write(note("b")))
    await asyncio.sleep(0)
    second.cancel()
    await first
    await database.write(note("c"))
    assert [key for key in await keys(database) if key != "b"] == ["a", "c"]
    with pytest.raises(asyncio.CancelledError):
        await second


async def test_commit_callbacks_run_once_after_the_commit(database: Database) -> None:
    called: list[str] = []

    def work(tx: Transaction) -> None:
        tx.after_commit(called.append, "a")
        tx.after_commit(called.append, "a")
        tx.after_commit(called.append, "b")

    def refuse(tx: Transaction) -> None:
        tx.after_commit(called.append, "never")
        raise TableError(T("No."))

    await asyncio.gather(database.write(work), database.write(refuse), return_exceptions=True)
    with pytest.raises(TableError):
        await database.write(refuse)
    assert called == ["a", "b"]


async def test_commit_callbacks_run_for_cancelled_writers(database: Database) -> None:
    called: list[str] = []
    writer = asyncio.create_task(database.write(lambda tx: tx.after_commit(called.append, "a")))
    await asyncio.sleep(0)  # the writer has handed its work to the thread
    assert database._committing is not None
    assert not database._writes
    writer.cancel()
    await database.write(note("later"))
    assert called == ["a"]


async def test_failed_commit_callback_is_isolated(database: Database, caplog: pytest.LogCaptureFixture) -> None:
    def broken(_: str) -> None:
        raise RuntimeError("broken")

    called: list[str] = []

    def work(tx: Transaction) -> None:
        note("a")(tx)
        tx.after_commit(broken, "x")
        tx.after_commit(called.append, "y")

    await database.write(work)
    assert (await keys(database), called) == (["a"], ["y"])
    assert "an action after a commit failed" in caplog.text


async def test_writer_locks_the_database_from_its_first_query(database: Database, path: Path) -> None:
    """Otherwise two processes would both read, and one would fail to write."""

    def look_then_write(tx: Transaction) -> bool:
        free = tx.execute("SELECT 1 FROM meta WHERE key = 'a'").fetchone() is None
        locked = pytest.raises(sqlite3.OperationalError, match="locked")
        with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as other, locked:
            other.execute("INSERT INTO meta (key, value) VALUES ('a', 'theirs')")
        note("a", "ours")(tx)
        return free

    assert await database.write(look_then_write)


async def test_readers_do_not_wait_for_a_writer(database: Database, path: Path) -> None:
    await database.write(note("a"))
    with locked(path):
        assert await keys(database) == ["a"]


async def test_queries_of_one_read_see_the_same_state(database: Database, path: Path) -> None:
    def twice(db: object) -> tuple[int, int]:
        assert isinstance(db, sqlite3.Connection)
        first = db.execute("SELECT count(*) FROM meta").fetchone()[0]
        with closing(sqlite3.connect(path)) as other, other:
            other.execute("INSERT INTO meta (key, value) VALUES ('between', '')")
        return first, db.execute("SELECT count(*) FROM meta").fetchone()[0]

    assert await database.read_snapshot(twice) == (0, 0)
    assert await keys(database) == ["between"]


async def test_read_connection_cannot_write(database: Database) -> None:
    with pytest.raises(StorageError, match="cannot write"):
        await database.rows("INSERT INTO meta (key, value) VALUES ('a', '') RETURNING key")


# ------------------------------------------------------------------------------------------------------- a failing disk


async def test_locked_database_refuses_all_waiting_writers(database: Database, path: Path) -> None:
    with locked(path):
        outcomes = await asyncio.gather(
            *(database.write(note(key)) for key in "abc"), database.write(note("d")), return_exceptions=True
        )
        assert [str(outcome) for outcome in outcomes] == [
            "The bot’s database is busy, so nothing was changed. Please try again in a moment."
        ] * 4
    assert await keys(database) == []
    await database.write(note("a"))
    assert await keys(database) == ["a"]


async def test_full_disk_refuses_writers_temporarily(database: Database) -> None:
    await sqlite(database)._writer.run(
        lambda c: c.execute(f"PRAGMA max_page_count = {c.execute('PRAGMA page_count').fetchone()[0]}").fetchone()
    )
    small, big = note("small"), note("big", "x" * 20_000)
    outcomes = await asyncio.gather(database.write(small), database.write(big), return_exceptions=True)
    assert outcomes[0] is None, "a small write is committed beside one that does not fit"
    assert isinstance(outcomes[1], StorageError)
    assert "disk is full" in str(outcomes[1])
    with pytest.raises(StorageError, match="disk is full"):
        await database.write(big)
    await sqlite(database)._writer.run(lambda c: c.execute("PRAGMA max_page_count = 100000").fetchone())
    await database.write(big)
    assert await keys(database) == ["big", "small"]


async def test_read_only_database_refuses_writes(database: Database) -> None:
    await sqlite(database)._writer.run(lambda c: c.execute("PRAGMA query_only = ON").fetchone())
    with pytest.raises(StorageError, match="cannot write to its database"):
        await database.write(note("a"))
    assert await keys(database) == []


async def test_close_finishes_started_writes_and_refuses_new_ones(path: Path) -> None:
    database = await Database.open(path)
    begun = asyncio.create_task(database.write(note("a")))
    await asyncio.sleep(0)
    await database.close()
    await begun
    await database.close()
    with pytest.raises(StorageError, match="restarting"):
        await database.write(note("b"))
    with pytest.raises(StorageError, match="restarting"):
        await keys(database)
    async with await Database.open(path) as again:
        assert await keys(again) == ["a"]


async def test_idle_writer_has_no_task(database: Database) -> None:
    await asyncio.gather(*(database.write(note(key)) for key in "abc"))
    assert database._committing is None
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_writer_failure_reaches_all_waiting_callers(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    with monkeypatch.context() as broken:
        broken.setattr("bot.storage.sqlite.engine._commit", fail)
        outcomes = await asyncio.gather(*(database.write(note(key)) for key in "abc"), return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [MemoryError] * 3
    await database.write(note("d"))
    assert await keys(database) == ["d"]


async def test_concurrent_readers_share_a_batch(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    batches: list[object] = []
    reader = sqlite(database)._reader
    begin = reader.begin

    def counted(work: Any) -> Any:
        batches.append(work)
        return begin(work)

    monkeypatch.setattr(reader, "begin", counted)
    queries = [database.rows("SELECT ? AS answer", (number,)) for number in range(10)]
    wrong, unwanted = database.rows("SELECT no FROM nowhere"), asyncio.ensure_future(database.rows("SELECT 0"))
    asyncio.get_running_loop().call_soon(unwanted.cancel)
    found = await asyncio.gather(*queries, wrong, unwanted, return_exceptions=True)
    assert [rows[0]["answer"] for rows in found[:10]] == list(range(10))  # type: ignore[index]
    assert isinstance(found[10], sqlite3.OperationalError)
    assert isinstance(found[11], asyncio.CancelledError)
    assert len(batches) == 2, "one batch at once, and one with all that arrived meanwhile"
    assert (await database.rows("SELECT 1 AS one"))[0]["one"] == 1


async def test_close_answers_waiting_readers(path: Path) -> None:
    database = await Database.open(path)
    waiting = [asyncio.ensure_future(database.rows("SELECT 1 AS one")) for _ in range(40)]
    await asyncio.sleep(0)
    await database.close()
    assert [(await rows)[0]["one"] for rows in waiting] == [1] * 40


async def test_slow_commit_counts_as_stalled(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loop, now = asyncio.get_running_loop(), [0.0]
    async with await Database.open(path) as database:
        with monkeypatch.context() as clock, locked(path):
            clock.setattr(loop, "time", lambda: now[0])
            assert not database.is_stalled()
            writing = asyncio.create_task(database.write(note("a")))
            await asyncio.sleep(0)
            assert not database.is_stalled(), "it has only begun"
            now[0] += 2 * thresholds.SLOW_COMMIT
            assert database.is_stalled()
        await writing
        assert not database.is_stalled()
