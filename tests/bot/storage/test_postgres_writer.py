"""Which process may write to a PostgreSQL database: the one that took over last, and no version that is too old."""

import asyncio
from pathlib import Path

import pytest

from bot.storage.database import Database
from bot.storage.errors import ReplacedError, StorageError, UnavailableError
from bot.storage.inspection import read_sessions, read_version
from bot.storage.key_value import read_value, write_value
from tests.postgres import FAST, Cluster, Databases, require

pytestmark = pytest.mark.postgres


async def test_older_version_does_not_act_once_a_newer_one_has_migrated(databases: Databases) -> None:
    """The newer one may be migrating just while the older one opens the database."""
    address = databases.fresh()
    name = address.split("/")[-1].partition("?")[0]
    async with await Database.open(address) as older:
        databases.cluster.execute("COMMENT ON TABLE meta IS 'schema 9000'", name)
        with pytest.raises(StorageError, match="newer version of this program"):
            await older.exclude_others()
        assert await read_value(older, "noted") is None


async def test_version_that_acted_writes_nothing_from_the_migration_on(
    databases: Databases, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It may have been frozen, and wake up before the newer one has begun to act."""
    from bot.storage.postgres import migrate  # noqa: PLC0415 - optional

    known = migrate.known_migrations()
    newer = (*known, migrate.Migration(known[-1].version + 1, "CREATE TABLE from_the_future (id BIGINT)"))
    address = databases.fresh()
    async with await Database.open(address) as older:
        await older.exclude_others()
        monkeypatch.setattr(migrate, "known_migrations", lambda: newer)
        async with await Database.open(address, backups=tmp_path):
            with pytest.raises(ReplacedError):
                await write_value(older, "noted", "by who was replaced")
            assert await read_value(older, "noted") is None


async def test_replica_is_refused_in_a_sentence_for_operators(tmp_path: Path) -> None:
    with Cluster.running(require(), **FAST) as cluster:
        address = cluster.address(cluster.create())
        async with await Database.open(address, backups=tmp_path):
            pass
        cluster.stop()
        (cluster.folder / "data" / "standby.signal").touch()
        cluster.start()
        for refused in (
            Database.open(address),
            *(asyncio.to_thread(f, address) for f in (read_version, read_sessions)),
        ):
            with pytest.raises(UnavailableError, match=r"is a replica.* or promote this one\."):
                await refused
        async with await Database.open_read_only(address) as database:
            assert await read_value(database, "noted") is None
        cluster.execute("SELECT pg_promote()")
        async with await Database.open(address) as database:
            await write_value(database, "noted", "1")


async def test_missing_permission_is_named_to_operators(databases: Databases) -> None:
    address = databases.fresh()
    name = address.split("/")[-1].partition("?")[0]
    databases.cluster.execute("CREATE USER reader IN ROLE pg_read_all_data")
    async with await Database.open(address.replace("kurultai@", "reader@")) as database:
        with pytest.raises(StorageError, match="cannot be opened: permission denied for table meta"):
            await database.exclude_others()
    databases.cluster.execute("DROP USER reader", name)


async def test_process_that_was_replaced_writes_nothing_more(databases: Databases) -> None:
    """It may have been frozen when another one took its place, and does not know when it wakes."""
    address = databases.emptied()
    async with (
        await Database.open(address) as database,
        await Database.open(address) as successor,
        await Database.open(address) as command,
    ):
        await database.exclude_others()
        await write_value(database, "noted", "before")
        await successor.exclude_others()
        await write_value(successor, "noted", "by the successor")
        for _ in range(2):
            with pytest.raises(ReplacedError, match="has taken over"):
                await write_value(database, "noted", "by who was replaced")
        assert await read_value(database, "noted") == "by the successor", "it may still read"
        await write_value(command, "noted", "by a command")
        await write_value(successor, "noted", "by the successor again")
        assert await read_value(database, "noted") == "by the successor again"
