"""``python -m bot``: the commands that need no Discord."""

from __future__ import annotations

import asyncio
import itertools
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot import VERSION
from bot.__main__ import main
from bot.cli import copying
from bot.matches.model.match import MatchChannel, Person
from bot.matches.model.rng import shown_digits
from bot.matches.model.views import PlayedTurn
from bot.matches.service import build as build_matches
from bot.standby.locks import file_locks
from bot.standby.standby import Standby
from bot.storage.copying import copy
from bot.storage.database import Database
from bot.storage.sqlite.backup import copy_database
from bot.storage.sqlite.migrate import latest_version
from tests.bot.matches.harness import ANN, CHANNEL, ServiceHarness, start_match

ADA, BEN = Person(1_000_000_000_000_000_001, "Ada"), Person(2_000_000_000_000_000_002, "Ben")


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    """A database with one finished match of İYE, exported beside it as ``match.json``."""
    path = tmp_path / "kurultai.sqlite3"
    ticks = itertools.count(1_700_000_000)
    async with await Database.open(path) as db:
        service = build_matches(db, clock=lambda: next(ticks), wake=lambda _queue_key: None, entropy=lambda n: b"k" * n)
        options = {"wins": "1", "first": "1"}
        match = await start_match(service, "iye", (ADA, BEN), MatchChannel(5, 6), options=options)
        while match.ended_at is None:
            mover = ADA if match.to_move == (0,) else BEN
            move = (await service.typed_moves.complete(match.id, mover.user_id, "", 1))[0].text
            played = await service.typed_moves.play_text(match.id, mover.user_id, move)
            assert isinstance(played, PlayedTurn)
            match = played.match
        (tmp_path / "match.json").write_text(await service.history.export(match.id, ADA.user_id), "utf-8")
    return path


@pytest.fixture
def environment(database: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    monkeypatch.chdir(database.parent)
    return {"KURULTAI_DATABASE": str(database)}


def run(arguments: list[str], environment: dict[str, str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    status = main(arguments, environment)
    captured = capsys.readouterr()
    return status, (captured.out + captured.err).strip()


def test_doctor_reports_nothing_for_a_sound_database(
    environment: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["doctor"], environment, capsys) == (0, "1 match was replayed. No problems were found.")


def test_doctor_reports_differences(
    environment: dict[str, str], database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("DELETE FROM log WHERE ply = (SELECT max(ply) FROM log)")
    status, output = run(["doctor", "1"], environment, capsys)
    assert status == 1
    assert "Match 1: The log has" in output
    assert "were found" in output.splitlines()[-1]


def test_doctor_explains_how_to_repair_damage(
    environment: dict[str, str], database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(database)) as db:
        (root,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'log'").fetchone()
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray(database.read_bytes())
    data[4096 * (root - 1) : 4096 * root] = b"\xa5" * 4096
    database.write_bytes(data)
    status, output = run(["doctor"], environment, capsys)
    assert status == 1
    assert "The file is damaged: " in output
    assert "Stop the bot. The database" in output
    assert "python -m bot restore FILE" in output


def test_ratings_are_recomputed(
    environment: dict[str, str], database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def ratings() -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(database)) as db:
            return db.execute("SELECT user_id, mu, sigma, won FROM ratings ORDER BY user_id").fetchall()

    before = ratings()
    assert len(before) == 2
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("UPDATE ratings SET mu = 99 WHERE user_id = ?", (ADA.user_id,))
    status, output = run(["doctor"], environment, capsys)
    assert status == 1
    assert f"The rating of user {ADA.user_id} in iye on server 5 does not match" in output
    assert run(["recompute"], environment, capsys) == (0, "All ratings were recomputed from 1 result.")
    assert ratings() == before
    assert run(["doctor"], environment, capsys)[0] == 0


@pytest.mark.parametrize(("steps", "said"), [(-1, "an older schema"), (1, "a newer version of this program")])
def test_ratings_of_another_version_are_not_recomputed(
    environment: dict[str, str], database: Path, capsys: pytest.CaptureFixture[str], steps: int, said: str
) -> None:
    """An older database may be in use by a running bot, which must not find it upgraded."""
    found = latest_version() + steps
    with closing(sqlite3.connect(database)) as db:
        db.execute(f"PRAGMA user_version = {found:d}")
    status, output = run(["recompute"], environment, capsys)
    assert status == 1
    assert said in output
    with closing(sqlite3.connect(database)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (found,)


def test_backup_is_a_complete_database(
    environment: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.sqlite3"
    assert run(["backup", str(copy)], environment, capsys) == (0, f"The backup was written to {copy}.")
    assert run(["doctor"], {"KURULTAI_DATABASE": str(copy)}, capsys)[0] == 0


def test_backup_overwrites_no_file(
    environment: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "kept"
    kept.write_text("precious", "utf-8")
    assert run(["backup", str(kept)], environment, capsys)[0] == 1
    assert kept.read_text("utf-8") == "precious"


def test_backups_through_a_link_belong_to_its_target(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two servers have ``bot.sqlite3`` as a link to different files, and share a backup folder."""
    backups, files = tmp_path / "backups", {}
    backups.mkdir()
    for server in ("east", "west"):
        (tmp_path / server).mkdir()
        link = tmp_path / server / "bot.sqlite3"
        copy_database(database, tmp_path / f"{server}.sqlite3")
        link.symlink_to(tmp_path / f"{server}.sqlite3")
        files[server] = {"KURULTAI_DATABASE": str(link), "KURULTAI_BACKUPS": str(backups)}
    old = backups / "west.20200101T000000Z.backup.sqlite3"
    old.touch()
    assert run(["backup"], files["east"], capsys)[0] == 0
    (made,) = backups.glob("east.*.backup.sqlite3")
    assert old.exists(), "it belongs to another database"
    for server, newest in (("east", made), ("west", old)):
        (tmp_path / f"{server}.sqlite3").write_bytes(b"rubbish" * 1000)
        assert str(newest) in run(["doctor"], files[server], capsys)[1]
        assert str(newest) in run(["recompute"], files[server], capsys)[1]


def test_broken_and_circular_links_are_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    link, circle = tmp_path / "bot.sqlite3", tmp_path / "circle.sqlite3"
    link.symlink_to(tmp_path / "unmounted" / "bot.sqlite3")
    circle.symlink_to(circle)
    status, output = run(["backup"], {"KURULTAI_DATABASE": str(link)}, capsys)
    assert (status, output) == (2, f"KURULTAI_DATABASE: the folder {tmp_path / 'unmounted'} does not exist.")
    assert run(["backup"], {"KURULTAI_DATABASE": str(circle)}, capsys) == (2, f"There is no database at {circle}.")


def test_backup_deletes_expired_backups(
    environment: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = tmp_path / "kurultai.20200101T000000Z.backup.sqlite3"
    old.write_text("x", "utf-8")
    status, output = run(["backup"], environment, capsys)
    assert status == 0
    assert output.endswith("One backup older than 30 days was deleted.")
    assert not old.exists()
    assert len(list(tmp_path.glob("kurultai.*.backup.sqlite3"))) == 1


def test_user_data_is_deleted_without_discord(
    environment: dict[str, str], database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["forget", "1"], environment, capsys) == (2, "1 is not the ID of a Discord user.")
    assert b"Ada" in database.read_bytes()
    status, output = run(["forget", str(ADA.user_id)], environment, capsys)
    assert status == 0
    assert output.startswith(f"Done: all data of {ADA.user_id}, who took part in one match or table, was deleted.")
    assert b"Ada" not in database.read_bytes()
    assert run(["doctor"], environment, capsys)[0] == 0


def test_forget_of_an_unknown_user_suggests_checking_the_id(
    environment: dict[str, str], database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, output = run(["forget", "1999999999999999999"], environment, capsys)
    assert status == 0
    assert output.startswith("1999999999999999999 was in no match and at no table.")
    assert output.endswith("If you expected matches, check the ID.")
    assert b"Ada" in database.read_bytes()


@pytest.mark.parametrize("command", ["backup", "doctor", "recompute", "forget 1000000000000000001"])
def test_missing_database_is_reported(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "none.sqlite3"
    assert run(command.split(), {"KURULTAI_DATABASE": str(path)}, capsys) == (2, f"There is no database at {path}.")
    assert not path.exists()


def test_exported_match_verifies(
    environment: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, output = run(["verify", "match.json"], environment, capsys)
    assert status == 0
    assert output.startswith("Match 1 (İYE) passes the check. 24 moves were replayed. 1 random event was")
    document = json.loads((tmp_path / "match.json").read_text("utf-8"))
    for promised in (document["commitment"], document["digest"]):
        assert promised in output
        assert shown_digits(promised) in output, "to compare with what the bot has posted"
    assert "\nSeat 1: Ada\nSeat 2: " in output
    assert "\nResult: " in output


@pytest.fixture
async def copy_file(tmp_path: Path) -> Path:
    path = tmp_path / "copy.json"
    async with await ServiceHarness.open(tmp_path / "other.sqlite3") as harness:
        match = await harness.play_out(await harness.start())
        copy = await harness.service.copies.play_on(match.id, 6, ANN, CHANNEL, level=1)
        await harness.service.turns.resign(copy.id, ANN.user_id)
        path.write_text(await harness.service.history.export(copy.id, None), "utf-8")
    return path


def test_exported_copy_verifies_from_where_it_begins(
    environment: dict[str, str], copy_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, output = run(["verify", copy_file.name], environment, capsys)
    assert status == 0
    assert output.startswith("Match 2 (İYE) passes the check.")
    assert "The first 6 entries of its log come from another match: their luck cannot be checked." in output


def test_earlier_export_is_verified_as_far_as_possible(
    environment: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.json"
    document = json.loads(path.read_text("utf-8"))
    for field in ("seals", "salts", "digest"):
        del document[field]
    document["seats"][0] = "Ada\x1b[2J"
    path.write_text(json.dumps({**document, "version": 1}), "utf-8")
    status, output = run(["verify", "match.json"], environment, capsys)
    assert status == 0
    assert "This file has no digest, so names and times could not be checked." in output
    assert "Seat 1: Ada�[2J\n" in output, "control characters do not reach the terminal"


def test_tampered_export_does_not_verify(
    environment: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (tmp_path / "match.json").read_text("utf-8")
    document = json.loads(text)
    assert len(document["key"]) == 64
    (tmp_path / "match.json").write_text(text.replace(document["key"], "00" * 32), "utf-8")
    status, output = run(["verify", "match.json"], environment, capsys)
    assert status == 1
    assert "SHA-256" in output


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff\xfe", b"[1, 2]", b"[" * 100_000])
def test_other_files_are_not_verified(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x.json").write_bytes(content)
    status, output = run(["verify", str(tmp_path / "x.json")], {}, capsys)
    assert status == 2
    assert output.endswith(".") or "x.json" in output
    assert "Traceback" not in output


def test_missing_file_is_named_once(capsys: pytest.CaptureFixture[str]) -> None:
    status, output = run(["verify", "nowhere.json"], {}, capsys)
    assert status == 2
    assert output == "nowhere.json cannot be read: No such file or directory."


def test_invite_prints_the_link_of_the_token_or_of_the_id(capsys: pytest.CaptureFixture[str]) -> None:
    token = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE." + "x" * 38
    assert "client_id=123456789012345678&" in run(["invite"], {"DISCORD_TOKEN": token}, capsys)[1]
    assert "client_id=42&" in run(["invite", "--application", "42"], {}, capsys)[1]


def test_invite_without_token_or_id_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    status, output = run(["invite"], {}, capsys)
    assert status == 2
    assert "--application ID" in output


def test_run_without_a_token_explains_the_setting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    status, output = run([], {}, capsys)
    assert status == 2
    assert "DISCORD_TOKEN=<your token>" in output
    assert "make play" in output


def test_invalid_setting_stops_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    status, output = run(["doctor"], {"KURULTAI_LOG_LEVEL": "loud"}, capsys)
    assert status == 2
    assert output == "KURULTAI_LOG_LEVEL must be one of DEBUG, INFO, WARNING, ERROR, not loud."


def test_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"], {})
    assert ended.value.code == 0
    assert capsys.readouterr().out.split() == ["Kurultai", VERSION]


def test_unknown_setting_is_only_a_warning(environment: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    status, output = run(["doctor"], environment | {"KURULTAI_LOG_LEVL": "debug"}, capsys)
    assert status == 0
    assert (
        output.splitlines()[-1]
        == "KURULTAI_LOG_LEVL is not a setting and was ignored. Did you mean KURULTAI_LOG_LEVEL?"
    )


def test_backup_into_a_missing_folder_fails(
    environment: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, output = run(["backup", str(tmp_path / "nowhere" / "copy")], environment, capsys)
    assert status == 1
    assert output.endswith(f"could not be written: the folder {tmp_path / 'nowhere'} does not exist.")


@pytest.mark.parametrize("target", ["", "."])
@pytest.mark.parametrize("command", [["backup"], ["copy", "kurultai.sqlite3"]])
def test_folder_is_no_name_of_a_copy(
    environment: dict[str, str], capsys: pytest.CaptureFixture[str], command: list[str], target: str
) -> None:
    """An empty variable of a script is the working folder."""
    assert run([*command, target], environment, capsys) == (1, "The file . already exists. Please choose another name.")


@pytest.mark.parametrize("command", ["doctor", "forget"])
@pytest.mark.parametrize("number", [str(2**63), "9" * 30, "0", "12x", ""])
def test_numbers_that_nothing_has_are_refused(
    environment: dict[str, str], capsys: pytest.CaptureFixture[str], command: str, number: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, number], environment)
    assert ended.value.code == 2
    assert capsys.readouterr().err.endswith(f"{number!r} is not such a number\n")


async def test_no_bot_acts_while_its_database_is_copied(
    environment: dict[str, str], database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was played meanwhile would not be in the copy."""
    standby, acted = Standby(file_locks(database)), list[bool]()

    def copy_slowly(*arguments: Any) -> None:
        acted.append(asyncio.run(standby.try_act()))
        copy(*arguments)

    monkeypatch.setattr(copying, "copy", copy_slowly)
    arguments = ["copy", str(database), str(tmp_path / "copy.sqlite3")]
    assert await asyncio.to_thread(main, arguments, environment) == 0
    assert acted == [False]
    assert await standby.try_act(), "it acts afterwards"
    arguments[-1] += ".second"
    assert await asyncio.to_thread(main, arguments, environment) == 1
    await standby.release()


async def test_nobody_is_forgotten_while_a_bot_acts(
    environment: dict[str, str], database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The bot would not post what follows, and goes on with the names that it remembers."""
    standby, arguments = Standby(file_locks(database)), ["forget", str(ADA.user_id)]
    assert await standby.try_act()
    assert await asyncio.to_thread(main, arguments, environment) == 1
    assert "Stop the bot first." in capsys.readouterr().err
    await standby.release()
    assert await asyncio.to_thread(main, arguments, environment) == 0
