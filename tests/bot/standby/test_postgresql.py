"""Who acts is decided by the PostgreSQL server, on whatever machine the processes are."""

import asyncio
from pathlib import Path

import pytest

from bot.acting import open_to_act
from bot.load import thresholds
from bot.settings import load_settings
from bot.standby.locks import is_bot_running, server_locks
from bot.standby.standby import Standby
from bot.storage.database import unix_time
from tests.postgres import FAST, Cluster, Databases, require
from tests.wait_limit import WAIT_LIMIT

pytestmark = pytest.mark.postgres


async def test_one_acts_and_the_other_takes_over(databases: Databases, tmp_path: Path) -> None:
    address = databases.emptied()
    files = [tmp_path / name / "kurultai-postgresql.sqlite3" for name in ("one", "other")]
    for file in files:
        file.parent.mkdir()
    one, other = (Standby(server_locks(address, file)) for file in files)
    assert await one.try_act()
    assert not await other.try_act()
    assert [is_bot_running(file) for file in files] == [True, False]
    waiting = asyncio.create_task(other.until_next(lambda: True))
    losing = asyncio.create_task(one.until_lost())
    await asyncio.sleep(0.2)
    assert not waiting.done()
    assert not losing.done()
    databases.cluster.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ExclusiveLock'"
    )
    async with asyncio.timeout(WAIT_LIMIT):
        await asyncio.wait([waiting, losing], return_when=asyncio.FIRST_COMPLETED)
        for task in (waiting, losing):
            task.cancel()
    await one.release()
    async with asyncio.timeout(WAIT_LIMIT):
        await other.until_next(lambda: True)
        await other.until_acting(lambda: True)
    assert other.is_acting
    assert not one.is_acting
    await other.release()


async def test_who_takes_over_waits_for_the_lock_of_a_process_that_was_frozen_in_a_transaction(
    databases: Databases, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    import psycopg  # noqa: PLC0415 - optional

    from bot.storage.postgres.migrate import LOCK  # noqa: PLC0415 - optional

    address = databases.emptied()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(thresholds, "BUSY_TIMEOUT", 0.05)
    settings = load_settings({"KURULTAI_DATABASE": address}, dotenv=None)
    async with await psycopg.AsyncConnection.connect(address) as frozen:
        await frozen.execute(f"SELECT pg_advisory_xact_lock({LOCK})".encode())
        opening = asyncio.create_task(open_to_act(settings, unix_time, check=True))
        async with asyncio.timeout(WAIT_LIMIT):
            while "the database cannot be used yet" not in caplog.text:  # noqa: ASYNC110 - it is a log
                await asyncio.sleep(0.02)
        assert not opening.done()
    await (await opening).close()


def pair_of(address: str, folder: Path) -> tuple[Standby, Standby]:
    """Two processes on two machines."""
    files = [folder / name / "kurultai-postgresql.sqlite3" for name in ("one", "other")]
    for file in files:
        file.parent.mkdir()
    return Standby(server_locks(address, files[0])), Standby(server_locks(address, files[1]))


async def test_process_that_stands_by_hears_what_is_answered_and_whether_the_other_is_connected(
    databases: Databases, tmp_path: Path
) -> None:
    one, other = pair_of(databases.emptied(), tmp_path)
    assert await one.try_act()
    assert not await other.try_act()

    def is_heard() -> bool:
        return other.announcements.alive_at is not None

    one.announcements.tell_answered(10**18)
    async with asyncio.timeout(WAIT_LIMIT):
        while list(other.announcements.answered) != [10**18]:
            assert not await other.try_act()
            await asyncio.sleep(0.01)
        assert not is_heard()
        one.announcements.is_connected = lambda: True
        while not is_heard():
            assert not await other.try_act()
            await asyncio.sleep(0.01)
    await one.release()
    await other.release()


async def test_stop_waits_until_the_process_on_another_machine_is_connected(
    databases: Databases, tmp_path: Path
) -> None:
    one, other = pair_of(databases.emptied(), tmp_path)
    assert await one.try_act()
    assert not await one.hand_over(list, list), "nobody stands by"
    assert [each.is_leaving for each in (one, other)] == [False, False]
    connected = False

    async def take_over() -> None:
        await other.until_next(lambda: True)
        await other.until_acting(lambda: connected)

    taking = asyncio.create_task(take_over())
    async with asyncio.timeout(WAIT_LIMIT):
        while not await one._locks.hearing.is_awaited():  # noqa: ASYNC110 - the server is asked
            await asyncio.sleep(0.01)
        handing = asyncio.create_task(one.hand_over(list, list))
        await other.succeeding.wait()
        await asyncio.sleep(0.05)
        assert not handing.done()
        connected = True
        assert await handing
        assert [each.is_leaving for each in (one, other)] == [True, False]
        await one.release()
        await taking
    assert other.is_acting
    await other.release()


async def test_nobody_acts_without_the_server(tmp_path: Path) -> None:
    with Cluster.running(require(), **FAST) as cluster:
        address = cluster.address("postgres")
        cluster.stop()
        standby = Standby(server_locks(address, tmp_path / "k.sqlite3"))
        assert not await standby.try_act()
        cluster.start()
        assert await standby.try_act()
        await standby.release()
