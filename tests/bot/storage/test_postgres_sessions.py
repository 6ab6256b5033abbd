"""Sessions of a PostgreSQL server: their limits of time, shared ones, and those of other users."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.storage.database import Database, Reader
from bot.storage.errors import StorageError
from bot.storage.inspection import read_sessions, read_version
from bot.storage.key_value import read_value, set_value
from bot.storage.sessions import session_name
from tests.postgres import Databases
from tests.wait_limit import WAIT_LIMIT

pytestmark = pytest.mark.postgres

psycopg = pytest.importorskip("psycopg")


@pytest.fixture
def address(databases: Databases) -> str:
    return databases.emptied()


async def test_request_that_waits_for_a_long_one_does_not_end_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise every turn in the daily rewriting of a large table would end it, and it would never succeed."""
    from bot.storage.postgres import connection  # noqa: PLC0415 - optional

    monkeypatch.setattr(connection, "ANSWER_SECONDS", 0.05)
    given_up = list[object]()
    monkeypatch.setattr(connection, "cut", given_up.append)
    session = connection.Session("test", lambda: cast("Any", SimpleNamespace(closed=False, close=lambda: None)))
    await session.begin(session.connection)
    long = session.begin(lambda: time.sleep(0.3), is_patient=True)
    await session.begin(lambda: None)
    assert long.done()
    assert not given_up
    await session.begin(lambda: time.sleep(0.3))
    assert given_up
    await session.close()


async def test_sessions_that_connections_share_are_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As PgBouncer does it: a connection has a session of the server for one transaction."""
    from bot.storage.postgres import connection, inspection  # noqa: PLC0415 - optional

    assert read_version(address) >= 0
    with closing(connection.connect(address, 1.0)) as shared:
        pooled = SimpleNamespace(execute=shared.execute, close=lambda: None)
        monkeypatch.setattr(inspection, "connect", lambda *_address, **_how: pooled)
        with pytest.raises(StorageError, match="A pooler, such as PgBouncer, is between"):
            read_version(address)


async def test_timeout_of_the_role_ends_no_statement(databases: Databases) -> None:
    """Some hosts of databases set one, of some seconds, and copying a table takes longer."""
    name = databases.cluster.create()
    databases.cluster.execute(f"ALTER DATABASE {name} SET statement_timeout = 20")
    async with await Database.open(databases.cluster.address(name)) as database:
        assert len(await database.rows("SELECT pg_sleep(0.1)")) == 1


async def test_snapshot_may_be_idle_for_longer_than_a_lock(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from bot.storage.postgres import connection  # noqa: PLC0415 - optional

    monkeypatch.setattr(connection, "IDLE_IN_TRANSACTION_MS", 50)

    def idle(db: Reader) -> None:
        for _ in range(2):
            db.execute("SELECT 1")
            time.sleep(0.2)

    async with await Database.open(address) as database:
        await database.read_snapshot(idle)
        with pytest.raises(StorageError, match="cannot reach its database"):
            await database.write(idle)


@contextmanager
def frozen_writer(address: str) -> Iterator[None]:
    """A client that was frozen amid requests that it sends at once: the server waits for more of them."""
    from bot.storage.postgres import connection, migrate  # noqa: PLC0415 - optional

    with closing(connection.connect(address, 1.0)) as frozen:
        frozen.execute(f"BEGIN; SELECT pg_advisory_xact_lock({migrate.LOCK})", prepare=False)
        frozen.pgconn.enter_pipeline_mode()
        frozen.pgconn.send_query_params(b"DELETE FROM meta WHERE key = $1", [b"noted"])
        frozen.pgconn.send_flush_request()
        frozen.pgconn.flush()
        yield


async def test_process_that_begins_to_act_ends_a_frozen_writer(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server ends it only if nothing at all was sent after the last answer."""
    from bot.storage.postgres import connection  # noqa: PLC0415 - optional

    async with await Database.open(address, busy_timeout=WAIT_LIMIT) as database:
        await database.write(lambda tx: set_value(tx, "noted", "before"))
        with frozen_writer(address):
            monkeypatch.setattr(connection, "IDLE_IN_TRANSACTION_MS", 100)
            await asyncio.sleep(0.3)
            await database.exclude_others()
            await database.write(lambda tx: set_value(tx, "more", "1"))
        assert await read_value(database, "noted") == "before"


async def test_write_that_waits_for_a_frozen_writer_ends_it(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a bot does that is alone and whose old connection has broken."""
    from bot.storage.postgres import connection  # noqa: PLC0415 - optional

    async with await Database.open(address, busy_timeout=0.3) as database:
        await database.exclude_others()
        with frozen_writer(address):
            with pytest.raises(StorageError, match="is busy"):
                await database.write(lambda tx: set_value(tx, "noted", "too early"))
            monkeypatch.setattr(connection, "IDLE_IN_TRANSACTION_MS", 100)
            await database.write(lambda tx: set_value(tx, "noted", "1"))
        assert await read_value(database, "noted") == "1"


async def test_sessions_of_another_user_are_known(databases: Databases) -> None:
    from bot.storage.postgres.session_lock import ACTING, SessionLock  # noqa: PLC0415 - optional

    cluster = databases.cluster
    cluster.execute("CREATE ROLE other LOGIN")
    address = cluster.address(cluster.create())
    lock = SessionLock(address, ACTING, 5, session_name("1.0", 7))
    try:
        assert await lock.try_acquire()
        (session,) = read_sessions(address.replace("kurultai@", "other@"))
        assert (session.process, session.since, session.acts) == (7, None, True)
        (session,) = read_sessions(address)
        assert session.since is not None
    finally:
        await lock.release()
        cluster.execute("DROP ROLE other")
