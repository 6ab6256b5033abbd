"""The commands of ``python -m bot`` on a PostgreSQL database."""

import asyncio
import time
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.matches.people.personal_data import PersonalData
from bot.standby.locks import server_locks
from bot.standby.standby import Standby
from bot.storage.database import Database
from bot.storage.errors import ReplacedError
from bot.storage.key_value import write_value
from bot.storage.paths import SERVER_FILE
from tests.bot.matches.harness import ServiceHarness
from tests.postgres import Databases

pytestmark = pytest.mark.postgres

USER = "100000000000000009"


@pytest.fixture
async def address(databases: Databases) -> str:
    """A database with a finished match."""
    address = databases.fresh()
    async with await ServiceHarness.open(address) as harness:
        await harness.play_out(await harness.start(game="iye"))
    return address


@pytest.mark.parametrize(("seconds", "said"), [(10, "10 seconds ahead of"), (-150, "2 minutes behind")])
def test_doctor_tells_that_the_clocks_differ(
    address: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    seconds: int,
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    right = time.time
    monkeypatch.setattr(time, "time", lambda: right() + seconds)
    assert main(["doctor"], {"KURULTAI_DATABASE": address}) == 0
    assert f"The clock of this machine is {said} the database server’s." in capsys.readouterr().out


@pytest.fixture
def environment(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    monkeypatch.chdir(tmp_path)
    return {"KURULTAI_DATABASE": address}


@pytest.fixture
def standby(address: str, tmp_path: Path) -> Standby:
    return Standby(server_locks(address, tmp_path / SERVER_FILE))


async def test_nobody_is_forgotten_while_a_bot_acts(
    standby: Standby, environment: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert await standby.try_act()
    assert await asyncio.to_thread(main, ["forget", USER], environment) == 1
    assert capsys.readouterr().err == "A bot uses the PostgreSQL database. Stop it first.\n"
    await standby.release()
    assert await asyncio.to_thread(main, ["forget", USER], environment) == 0


async def test_no_bot_acts_while_a_user_is_forgotten(
    standby: Standby, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    acted, forget = list[bool](), PersonalData.forget

    def try_to_act() -> None:
        acted.append(asyncio.run(standby.try_act()))

    async def forget_slowly(personal_data: PersonalData, user_id: int) -> object:
        await asyncio.to_thread(try_to_act)
        return await forget(personal_data, user_id)

    monkeypatch.setattr(PersonalData, "forget", forget_slowly)
    assert await asyncio.to_thread(main, ["forget", USER], environment) == 0
    assert acted == [False]
    assert await standby.try_act(), "it acts afterwards"
    await standby.release()


async def test_bot_that_was_cut_off_writes_nothing_back_about_a_deleted_user(
    address: str, environment: dict[str, str]
) -> None:
    async with await Database.open(address) as database:
        await database.exclude_others()
        assert await asyncio.to_thread(main, ["forget", USER], environment) == 0
        with pytest.raises(ReplacedError):
            await write_value(database, "name", "Ann")


def test_every_command_works(
    address: str,
    databases: Databases,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, database: str = address) -> tuple[int, str]:
        status = main(arguments, {"KURULTAI_DATABASE": database})
        said = capsys.readouterr()
        return status, (said.out + said.err).strip()

    sound = (0, "1 match was replayed. No problems were found.")
    assert run("doctor") == sound
    assert run("recompute") == (0, "All ratings were recomputed from 1 result.")
    assert run("status")[1].startswith("0 matches are running")
    assert run("forget", USER)[0] == 0
    status, said = run("backup")
    (copy,) = tmp_path.glob(f"{SERVER_FILE.stem}.*.backup.sqlite3")
    assert (status, said) == (0, f"The backup was written to {copy}.")
    assert run("doctor", database=str(copy)) == sound
    status, said = run("restore", str(copy))
    assert status == 2
    assert f"KURULTAI_DATABASE=restored.sqlite3 python -m bot restore {copy}" in said
    assert run("restore", str(copy), database="restored.sqlite3")[0] == 0
    status, said = run("copy", "restored.sqlite3", databases.cluster.address(databases.cluster.create()))
    assert status == 0, said
    assert said.endswith("No problems were found. Set KURULTAI_DATABASE to the copy and start the bot.")
    assert run("copy", "absent.sqlite3", address) == (2, "There is no database at absent.sqlite3.")
    status, said = run("copy", str(copy), address)
    assert status == 1
    assert "is not empty" in said
