"""Sessions of a PostgreSQL server: their limits of time, shared ones, and those of other users."""

import time
from contextlib import closing
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.storage.database import Database, Reader
from bot.storage.errors import StorageError
from bot.storage.inspection import read_sessions, read_version
from bot.storage.sessions import session_name
from tests.postgres import Databases

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
