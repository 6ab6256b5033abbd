"""The PostgreSQL engine: transactions, failures, locks, what it refuses."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from bot.storage.database import Database, Reader, Transaction
from bot.storage.errors import StorageError, UnavailableError
from bot.storage.inspection import read_sessions, read_version
from bot.storage.paths import SERVER_FILE
from bot.storage.sessions import BotSession, session_name
from tests.postgres import FAST, Cluster, Databases, require
from tests.wait_limit import WAIT_LIMIT

if TYPE_CHECKING:
    from bot.storage.postgres.session_lock import SessionLock

pytestmark = pytest.mark.postgres

psycopg = pytest.importorskip("psycopg")


@pytest.fixture
def address(databases: Databases) -> str:
    return databases.emptied()


@pytest.fixture
async def database(address: str) -> AsyncIterator[Database]:
    async with await Database.open(address, busy_timeout=0.2) as opened:
        yield opened


def note(key: str, value: str = "1") -> Callable[[Transaction], None]:
    return lambda tx: tx.executemany("INSERT INTO meta (key, value) VALUES (?, ?)", [(key, value)])


async def keys(database: Database) -> list[str]:
    return [row["key"] for row in await database.rows("SELECT key FROM meta ORDER BY key")]


def end_sessions(databases: Databases) -> None:
    """End the connections of everybody else."""
    databases.cluster.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'kurultai'"
    )


async def until_stored(database: Database, work: Callable[[Transaction], None]) -> None:
    """Write until it succeeds: connections are not tried at every moment."""
    async with asyncio.timeout(WAIT_LIMIT):
        while True:
            try:
                return await database.write(work)
            except StorageError:
                await asyncio.sleep(0.05)


async def test_rows_are_found_by_name_and_position(database: Database) -> None:
    await database.write(note("a", "ü\0"))
    (row,) = await database.rows("SELECT key, value, 1 AS one, NULL AS none FROM meta WHERE key = ?", ("a",))
    assert (row[0], row["value"], row[2], row[3]) == ("a", "ü\ufffd", 1, None)
    assert dict(row) == {"key": "a", "value": "ü\ufffd", "one": 1, "none": None}
    assert len(row) == 4


async def test_placeholders_of_every_kind(database: Database) -> None:
    (row,) = await database.rows("SELECT ?2 || '?:%' || ?1 AS text, CAST(?3 AS BIGINT) AS none", (7, "a", None))
    assert tuple(row) == ("a?:%7", None)
    (row,) = await database.rows("SELECT :one + 1 AS two, '::x' AS text", {"one": 2**62})
    assert tuple(row) == (2**62 + 1, "::x")
    (row,) = await database.rows("SELECT sum(value) AS total FROM json_each(?)", ("[1,2,3]",))
    assert type(row["total"]) is int


async def test_failed_write_undoes_only_itself(database: Database) -> None:
    def broken(tx: Transaction) -> None:
        note("broken")(tx)
        raise ValueError("no")

    first = database.write(note("a"))
    outcomes = await asyncio.gather(
        first, database.write(broken), database.write(note("b")), database.write(note("b")), return_exceptions=True
    )
    assert outcomes[0] is None
    assert isinstance(outcomes[1], ValueError)
    assert outcomes[2] is None
    assert isinstance(outcomes[3], psycopg.errors.UniqueViolation), "a bug of the program passes through"
    assert await keys(database) == ["a", "b"]


async def test_snapshot_does_not_see_later_commits(database: Database) -> None:
    loop = asyncio.get_running_loop()

    def twice(db: Reader) -> tuple[int, int]:
        before = db.execute("SELECT count(*) FROM meta").fetchone()[0]
        asyncio.run_coroutine_threadsafe(database.write(note("a")), loop).result()
        return before, db.execute("SELECT count(*) FROM meta").fetchone()[0]

    assert await database.read_snapshot(twice) == (0, 0)
    assert await keys(database) == ["a"]
    with pytest.raises(StorageError, match="cannot write"):
        await database.rows("INSERT INTO meta (key, value) VALUES ('b', '1') RETURNING key")


async def test_ended_connections_are_replaced(database: Database, databases: Databases) -> None:
    await database.write(note("a"))
    end_sessions(databases)
    assert await keys(database) == ["a"]
    await database.write(note("b"))
    assert await database.read(lambda db: db.execute("SELECT count(*) FROM meta").fetchone()[0]) == 2


async def test_write_whose_connection_ends_runs_once_more(database: Database, databases: Databases) -> None:
    runs = []

    def work(tx: Transaction) -> None:
        note("a")(tx)
        runs.append(1)
        if len(runs) == 1:
            end_sessions(databases)

    await database.write(work)
    assert len(runs) == 2
    assert await keys(database) == ["a"]


@pytest.mark.parametrize("committed", [True, False])
async def test_connection_that_ends_in_the_commit(
    database: Database, databases: Databases, monkeypatch: pytest.MonkeyPatch, *, committed: bool
) -> None:
    """Whether the server had committed is asked afterwards: nothing is lost, and nothing done twice."""
    execute: Any = psycopg.Connection.execute
    cut: list[int] = []

    def executed(self: Any, query: object, *given: object, **options: object) -> object:
        if query == "COMMIT" and not cut:
            cut.append(1)
            if committed:
                execute(self, query)
            end_sessions(databases)
            self.close()
            raise psycopg.OperationalError("the connection is lost")
        return execute(self, query, *given, **options)

    monkeypatch.setattr(psycopg.Connection, "execute", executed)
    runs = []

    def work(tx: Transaction) -> int:
        note("a")(tx)
        runs.append(1)
        return len(runs)

    assert await database.write(work) == (1 if committed else 2)
    assert await keys(database) == ["a"]


async def test_only_one_process_writes_at_a_time(address: str, database: Database, databases: Databases) -> None:
    from bot.storage.postgres.migrate import LOCK  # noqa: PLC0415 - optional

    with closing(psycopg.connect(address, autocommit=True)) as other:
        other.execute(f"SELECT pg_advisory_lock({LOCK})")
        outcomes = await asyncio.gather(database.write(note("a")), database.write(note("b")), return_exceptions=True)
        assert {str(outcome) for outcome in outcomes} == {
            "The bot’s database is busy, so nothing was changed. Please try again in a moment."
        }
        assert await keys(database) == [], "readers do not wait"
    await database.write(note("a"))


async def test_writes_hardly_wait_for_a_table_that_is_locked_for_long(address: str, database: Database) -> None:
    """Each of a batch would wait for nothing, one after the other, and everything behind them."""
    waited: list[str] = []

    def insert(tx: Transaction) -> None:
        ((limit,),) = tx.execute("SELECT current_setting('lock_timeout')").fetchall()
        waited.append(limit)
        tx.execute("INSERT INTO players (user_id) VALUES (1)")

    with closing(psycopg.connect(address)) as operator:
        operator.execute("LOCK TABLE players IN ACCESS EXCLUSIVE MODE")
        writes = (note("a"), insert, note("b"), insert, note("c"))
        outcomes = await asyncio.gather(*map(database.write, writes), return_exceptions=True)
    assert [isinstance(outcome, UnavailableError) for outcome in outcomes] == [False, True, False, True, False]
    assert waited == ["200ms", "50ms", "50ms"]
    assert await keys(database) == ["a", "b", "c"]


async def test_server_that_is_away(tmp_path: Path) -> None:
    with Cluster.running(require(), **FAST) as cluster:
        address = cluster.address(cluster.create())
        async with await Database.open(address, backups=tmp_path) as database:
            await database.write(note("a"))
            cluster.stop()
            for _ in range(3):
                with pytest.raises(StorageError, match="cannot reach its database"):
                    await database.write(note("b"))
                with pytest.raises(StorageError, match="cannot reach its database"):
                    await keys(database)
            cluster.start()
            await until_stored(database, note("c"))
            assert await keys(database) == ["a", "c"]
        cluster.stop()
        with pytest.raises(StorageError, match="The PostgreSQL database cannot be opened"):
            await Database.open(address)


async def test_frozen_server_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.storage.postgres.connection.ANSWER_SECONDS", 0.5)
    with Cluster.running(require(), **FAST) as cluster:
        address = f"{cluster.address(cluster.create())}&connect_timeout=5"
        async with await Database.open(address, backups=tmp_path) as database:
            await database.write(note("a"))
            with cluster.frozen():
                with pytest.raises(StorageError, match="cannot reach its database"):
                    await database.write(note("b"))
                with pytest.raises(StorageError, match="cannot reach its database"):
                    await keys(database)
            await until_stored(database, note("c"))
            assert set(await keys(database)) - {"b"} == {"a", "c"}


async def test_other_programs_and_newer_schemas_are_refused(databases: Databases) -> None:
    cluster = databases.cluster
    other, newer, empty = cluster.create(), databases.fresh(), cluster.create()
    cluster.execute("CREATE TABLE t (a INT)", other)
    cluster.execute("COMMENT ON TABLE meta IS 'schema 9000'", newer.split("/")[-1].partition("?")[0])
    with pytest.raises(StorageError, match="tables of another program"):
        await Database.open(cluster.address(other))
    with pytest.raises(StorageError, match="newer version of this program"):
        await Database.open(newer)
    with pytest.raises(StorageError, match="is empty"):
        await Database.open_read_only(cluster.address(empty))


async def test_wrong_encoding_is_refused(databases: Databases) -> None:
    cluster = databases.cluster
    cluster.execute("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0")
    with pytest.raises(StorageError, match="stores text as LATIN1"):
        await Database.open(cluster.address("latin"))


@pytest.mark.parametrize(
    ("version", "number", "why"),
    [
        ("CockroachDB CCL v23.1.0", 130_000, "The database is CockroachDB"),
        ("PostgreSQL 15.2-YB-2025.2.3 on x86_64", 150_002, "The database is YugabyteDB"),
        ("PostgreSQL 13.4 on x86_64", 130_004, "PostgreSQL 13 is too old"),
    ],
)
def test_other_products_are_refused(version: str, number: int, why: str) -> None:
    from bot.storage.postgres.connection import require_server  # noqa: PLC0415 - optional

    class Server:
        class info:  # noqa: N801 - psycopg's name
            server_version = number

        def execute(self, _sql: str) -> "Server":
            return self

        def fetchone(self) -> tuple[str, str]:
            return version, "UTF8"

    with pytest.raises(StorageError, match=why):
        require_server(Server())  # type: ignore[arg-type]


async def test_maintenance(database: Database) -> None:
    await database.write(note("a"))
    await database.vacuum({"meta", "no table"})
    assert await database.find_damage() == []
    assert await database.broken_references() == []
    assert await keys(database) == ["a"]
    assert database.path.name == SERVER_FILE.name


def held(lock: "SessionLock") -> bool:
    return lock.is_held


async def test_session_lock_passes_on(address: str, databases: Databases) -> None:
    from bot.storage.postgres.session_lock import ACTING, SessionLock  # noqa: PLC0415 - optional

    one, other = (SessionLock(address, ACTING, 5, session_name("1.0", process)) for process in (1, 2))
    assert await one.try_acquire()
    assert await one.try_acquire(), "it is held already"
    assert held(one)
    assert not await other.try_acquire()
    sessions = await asyncio.to_thread(read_sessions, address)
    assert [(session.process, session.acts, session.is_here) for session in sessions] == [
        (1, True, True),
        (2, False, True),
    ]
    databases.cluster.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'kurultai 1.0 % 1'"
    )
    async with asyncio.timeout(WAIT_LIMIT):
        while not await other.try_acquire():  # noqa: ASYNC110 - the server is asked
            await asyncio.sleep(0.01)
        await one.until_lost()
    assert held(other)
    assert not held(one)
    await one.release()
    await other.release()
    while await asyncio.to_thread(read_sessions, address):  # noqa: ASYNC110 - the server ends them in its own time
        await asyncio.sleep(0.01)


def test_name_of_a_connection_tells_the_process_also_on_a_host_with_a_long_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "uname", lambda: SimpleNamespace(nodename="host" * 20))
    name = session_name("1.20.3", 1234567)
    assert len(name) == 63
    session = BotSession.from_name(name, 5, acts=True)
    assert session is not None
    assert (session.version, session.process, session.is_here) == ("1.20.3", 1234567, True)
    assert BotSession.from_name("kurultai", 5, acts=True) is None


async def test_answered_interactions_are_announced_to_processes_that_stand_by(address: str) -> None:
    from bot.storage.postgres.session_lock import ACTING, ANNOUNCED_AT_ONCE, SessionLock  # noqa: PLC0415 - optional

    heard: list[int] = []
    connected: list[bool] = []

    def note(answered: list[int], *, is_connected: bool) -> None:
        heard.extend(answered)
        connected.append(is_connected)

    acts = SessionLock(address, ACTING, 5, "acts")
    stands_by = SessionLock(address, ACTING, 5, "stands by", note)
    assert await acts.try_acquire()
    assert not await stands_by.try_acquire()
    numbers = [10**18 + number for number in range(ANNOUNCED_AT_ONCE + 2)]
    for number in numbers[:-1]:
        acts.announce(number)
    async with asyncio.timeout(WAIT_LIMIT):
        while len(heard) < len(numbers) - 1:
            assert not await stands_by.try_acquire()
            await asyncio.sleep(0.01)
    assert not any(connected)
    acts.is_connected = lambda: True
    acts.announce(numbers[-1])
    await acts.release()
    async with asyncio.timeout(WAIT_LIMIT):
        while not await stands_by.try_acquire():  # noqa: ASYNC110 - the server is asked
            await asyncio.sleep(0.01)
    await stands_by.release()
    assert heard == numbers, "the last ones before the lock is released"
    assert connected[-1]


async def test_lock_is_taken_again_after_a_restart_of_the_server() -> None:
    from bot.storage.postgres.session_lock import ACTING, SessionLock  # noqa: PLC0415 - optional

    with Cluster.running(require(), **FAST) as cluster:
        lock = SessionLock(cluster.address("postgres"), ACTING, 5, "one")
        assert await lock.try_acquire()
        losing = asyncio.create_task(lock.until_lost())
        cluster.stop(signal.SIGQUIT)
        async with asyncio.timeout(WAIT_LIMIT):
            await lock.lost.wait()
            cluster.start()
            while not held(lock):  # noqa: ASYNC110 - the lock tells only of its loss
                await asyncio.sleep(0.01)
        assert not losing.done()
        losing.cancel()
        await lock.release()


async def test_lock_of_a_process_that_hears_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    from bot.storage.postgres import session_lock  # noqa: PLC0415 - optional

    async def cancel(*_: object, **__: object) -> None:
        pytest.fail("nobody asks a silent server, which takes five seconds, to cancel the request")

    monkeypatch.setattr(session_lock, "TRUST_SECONDS", 0.5)
    monkeypatch.setattr("psycopg.AsyncConnection.cancel_safe", cancel)
    with Cluster.running(require(), **FAST) as cluster:
        address = f"{cluster.address('postgres')}&connect_timeout=2"
        lock = session_lock.SessionLock(address, session_lock.ACTING, 5, "one")
        assert await lock.try_acquire()
        with cluster.frozen():
            async with asyncio.timeout(WAIT_LIMIT):
                await lock.until_lost()
        assert not held(lock)
        await lock.release()


async def test_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("bot.storage.postgres")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StorageError, match="make run POSTGRES=1"):
        await Database.open("postgresql://nobody@127.0.0.1:1/nothing")
    with pytest.raises(StorageError, match=r"requirements/run-postgres\.txt"):
        read_version("postgresql://nobody@127.0.0.1:1/nothing")


async def test_server_that_cannot_be_reached_is_named() -> None:
    with pytest.raises(StorageError, match=r"cannot be opened: .*port 1 failed: Connection refused"):
        await Database.open("postgresql://nobody@127.0.0.1:1/nothing")
