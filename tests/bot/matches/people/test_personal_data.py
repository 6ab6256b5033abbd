"""Personal data: every place is known, exported and deleted."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import pytest

from bot.matches.checks import already_played
from bot.matches.doctor import examine
from bot.matches.history.verification import verify_export
from bot.matches.model.match import Match, OfferKind, Person
from bot.matches.model.position import replay
from bot.matches.store import personal_data
from bot.matches.store.personal_data import KEPT, OWNER
from bot.storage.errors import StorageError
from bot.storage.key_value import VACUUM_DUE, read_value, vacuum_if_due
from bot.storage.schema import read_schema
from engines.registry import GAMES
from tests.bot.matches.both_engines import on_engines
from tests.bot.matches.harness import ANN, BOB, CEM, CHANNEL, DANA, ServiceHarness, refused
from tests.postgres import Cluster, Databases

pytestmark = pytest.mark.engines("sqlite", "postgres")

ZOE = Person(1_234_567_890_123_456_789, "Zoë Unmistakable")
ALIAS = "Queen of the Steppe"

HARMLESS: Mapping[str, set[str]] = {
    "meta": {"key", "value"},
    "acted": {"interaction_id", "process", "at"},
    "stand_ins": {"match_id", "player", "turns"},
    "answerable": {"match_id", "about", "message_id", "channel_id"},
    "guilds": {"guild_id", "greeted_at"},
    # Sentences of computer players are about positions.
    "computer_decisions": {
        "match_id",
        "ply",
        "player",
        "level",
        "version",
        "value",
        "proven",
        "reason",
        "alternative",
        "alternative_value",
    },
    "matches": {
        "id",
        "game",
        "rules_version",
        "status",
        "options",
        "guild_id",
        "channel_id",
        "thread_id",
        "table_message_id",
        "board_message_id",
        "board_posted_at",
        "board_told",
        "ply",
        "state",
        "trail_ply",
        "trail_state",
        "turn_ply",
        "to_move",
        "secret",
        "earlier_keys",
        "draws",
        "created_at",
        "started_at",
        "moved_at",
        "ended_at",
        "rematch_id",
        "pace",
        "holidays",
        "on_expiry",
        "paused_at",
        "resumes_at",
        "outage",
        "num_seats",
        "rated",
        "settled",
        "lost_at",
        "forum",
        "computers_wait",
        "computers_take_time",
        "computers_resign",
        "allows_hints",
        "given",
        "given_turns",
    },
    "results": {
        "match_id",
        "number",
        "player",
        "place",
        "verdict",
        "departed",
        "role",
        "score",
        "variant",
        "mu_before",
        "sigma_before",
        "mu_after",
        "sigma_after",
    },
    "reviews": {"match_id", "moments"},
    "departures": {"id", "match_id", "player", "how"},
    "manager_acts": {"id", "guild_id", "at"},
    "server_settings": {
        "guild_id",
        "channels",
        "threads",
        "pace",
        "language",
        "openers",
        "opener_role",
        "open_tables",
        "running_matches",
    },
    "reminders": {"match_id", "player", "message_id", "direct"},
    "expiries": {"match_id", "stage", "seats", "votes", "until", "rounds", "message_id"},
    "seat_offers": {"match_id", "player", "own", "made_at"},
    "clocks": {"match_id", "player", "bank", "credit", "since", "deadline", "expired_at"},
    "seats": {"match_id", "player", "standing", "late", "seal", "level", "player_version", "hints"},
    "log": {"match_id", "ply", "player", "kind", "first_draw", "at"},
    "offers": {"match_id", "kind", "player", "accepted", "made_at"},
    "outbox": {
        "id",
        "match_id",
        "kind",
        "attempts",
        "tried_at",
        "due_at",
        "created_at",
        "failed",
        "failed_at",
    },
    "letters": {"match_id", "player", "message_id", "closed"},
    "due": {"at", "kind", "match_id", "attempts"},
}
"""Columns without ids and names of users. Tables of which the rows of a user are deleted are left out."""

BY_STATEMENT = {
    **{table: {"user_id"} for table in KEPT},
    "seats": {"user_id", "name", "alias", "salt"},
    "due": {"key"},
    "clocks": {"rhythm"},
}
"""Columns that the statements of the deletion clear."""


async def test_deletion_knows_every_column_that_could_hold_an_id_or_a_name(harness: ServiceHarness) -> None:
    assert await unknown_columns(harness) == [], (
        "say in bot/matches/store/personal_data.py what deletion does about these, or here that they are harmless"
    )


async def unknown_columns(harness: ServiceHarness) -> list[str]:
    """Return the columns that neither the deletion nor this module knows."""
    schema = await harness.database.read(read_schema)
    known = {*personal_data.ALSO, *personal_data.JSON_COLUMNS}
    unknown = []
    for table, columns in schema.items():
        if OWNER in columns and table not in KEPT:
            continue
        fine = HARMLESS.get(table, set()) | BY_STATEMENT.get(table, set())
        unknown += [f"{table}.{name}" for name in columns if name not in fine and f"{table}.{name}" not in known]
    return unknown


async def test_column_unknown_to_the_deletion_is_found(harness: ServiceHarness) -> None:
    await harness.database.write(lambda tx: tx.execute("ALTER TABLE matches ADD COLUMN praised_by INTEGER").rowcount)
    assert await unknown_columns(harness) == ["matches.praised_by"]


async def use_every_feature(harness: ServiceHarness) -> list[int]:
    """Let Zoë play, end, resign and take over matches, open tables, plan, manage and set everything."""
    service = harness.service
    ended = await harness.play_out(await harness.start(ZOE, BOB))
    running = await harness.start(ZOE, ANN, CEM, game="lap")
    await service.plans.put(running.id, ZOE.user_id, running.ply, ["step"])
    await service.offers.offer(running.id, ZOE.user_id, OfferKind.DRAW)
    hidden = await harness.start(ZOE, BOB, CEM, game="bids")
    await service.direct_messages.note_dms_blocked(hidden.id, 0)
    handed = await harness.start(ANN, ZOE, CEM, game="lap")
    await service.turns.resign(handed.id, ZOE.user_id)
    await service.substitution.take_over(handed.id, DANA)
    taken = await harness.start(ANN, BOB, CEM, game="lap")
    await service.turns.resign(taken.id, BOB.user_id)
    await service.substitution.take_over(taken.id, ZOE)
    table = await service.tables.open_table("totem", {}, ZOE, CHANNEL, (BOB,))
    await service.tables.rename(table.id, ZOE.user_id, ALIAS)
    guest = await service.tables.open_table("iye", {}, BOB, CHANNEL, (ZOE,))
    managed = await harness.start(ANN, BOB)
    await service.moderation.abort_as_manager(managed.id, ZOE.user_id, "late")
    await service.player_settings.change(ZOE.user_id, zone="Asia/Kolkata", quiet_hours=(60, 120))
    await service.holidays.go_away(ZOE.user_id, harness.clock() + 50, harness.clock() + 5000)
    args = {"user": ZOE.user_id, "names": [ZOE.name], "mention": [BOB.user_id, ZOE.user_id]}
    posts = [
        (f"watch:{running.id}:{ZOE.user_id}", running.id, "watch", "{}"),
        (f"match:{running.id}", running.id, "notice", json.dumps(args)),
    ]
    insert = "INSERT INTO outbox (lane, match_id, kind, args, due_at, created_at) VALUES (?, ?, ?, ?, 0, 0)"
    await harness.database.write(lambda tx: tx.executemany(insert, posts))
    job = (f"nudge:{ZOE.user_id}", json.dumps({"who": ZOE.user_id, "who else": 1}))
    insert_job = "INSERT INTO due (key, at, kind, args) VALUES (?, 5, 'nudge', ?)"
    await harness.database.write(lambda tx: tx.execute(insert_job, job).rowcount)
    return [ended.id, running.id, hidden.id, handed.id, taken.id, table.id, guest.id, managed.id]


def traces(value: object, path: Path) -> list[str]:
    """Return what is still found of Zoë in rows or in the bytes of the files."""
    text = json.dumps(value, ensure_ascii=False, default=repr)
    found = [word for word in (str(ZOE.user_id), "Unmistakable", ALIAS) if word in text]
    number = ZOE.user_id.to_bytes(8, "big")
    for file in (path, path.with_name(path.name + "-wal")):
        data = file.read_bytes() if file.exists() else b""
        found += [f"{file.name}: {word!r}" for word in (number, b"Unmistakable", ALIAS.encode()) if word in data]
    return found


@pytest.mark.engines("sqlite")
async def test_deletion_leaves_nothing_of_a_user_in_rows_or_files(harness: ServiceHarness, path: Path) -> None:
    ids = await use_every_feature(harness)
    assert traces(await harness.dump(), path)
    await harness.service.personal_data.forget(ZOE.user_id)
    assert traces(await harness.dump(), path) == []
    matches = [await harness.service.history.get(match_id) for match_id in ids]
    assert {match.status for match in matches} == {"finished", "running", "cancelled", "open", "aborted"}
    assert await harness.service.history.matches_of(ZOE.user_id) == []
    assert not any(seat.has_user for match in matches for seat in match.seats if not seat.name)
    assert await examine(harness.database, games=harness.games) == []


def traces_on_server(cluster: Cluster, database: str) -> list[str]:
    """Return what is still found of Zoë in the files of a database on a server."""
    cluster.execute("ANALYZE", database)  # its statistics contain frequent values
    cluster.execute("CHECKPOINT")
    ((number,),) = cluster.execute(f"SELECT oid FROM pg_database WHERE datname = '{database}'")
    words = (ZOE.user_id.to_bytes(8, "little"), str(ZOE.user_id).encode(), b"Unmistakable", ALIAS.encode())
    files = (cluster.folder / "data" / "base" / str(number)).iterdir()
    return [f"{file.name}: {word!r}" for file in files for word in words if word in file.read_bytes()]


async def files_of_tables(harness: ServiceHarness) -> dict[str, int]:
    """Return the number of the file of each table."""
    tables = "SELECT tablename, pg_relation_filenode(tablename::regclass) FROM pg_tables WHERE schemaname = 'public'"
    return dict(map(tuple, await harness.database.rows(tables)))


@pytest.mark.postgres
async def test_deletion_rewrites_only_tables_on_a_server_that_had_something_of_the_user(databases: Databases) -> None:
    name = databases.cluster.create(databases.template)
    async with await ServiceHarness.open(databases.cluster.address(name)) as harness:
        await use_every_feature(harness)
        assert traces_on_server(databases.cluster, name)
        before = await files_of_tables(harness)
        await harness.service.personal_data.forget(ZOE.user_id)
        assert traces_on_server(databases.cluster, name)
        await vacuum_if_due(harness.database)
        assert traces_on_server(databases.cluster, name) == []
        after = await files_of_tables(harness)
        rewritten = {table for table in before if before[table] != after[table]}
        assert {"seats", "players", "outbox"} <= rewritten
        assert not rewritten & {"meta", "guilds", "acted", "computer_decisions"}
        assert await read_value(harness.database, VACUUM_DUE) is None


async def test_deletion_during_the_rewriting_of_tables_stays_due(
    harness: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await harness.start(ZOE, BOB)
    await harness.play_out(match)
    await harness.service.personal_data.forget(ZOE.user_id)
    rewritten: list[Collection[str]] = []

    async def vacuum(tables: Collection[str]) -> None:
        rewritten.append(tables)
        if len(rewritten) == 1:
            await harness.service.personal_data.forget(BOB.user_id)

    monkeypatch.setattr(harness.database, "vacuum", vacuum)
    await vacuum_if_due(harness.database)
    await vacuum_if_due(harness.database)
    await vacuum_if_due(harness.database)
    assert len(rewritten) == 2
    assert all({"seats", "results"} <= set(tables) for tables in rewritten)


async def test_match_of_a_deleted_user_can_be_replayed_exported_and_verified(harness: ServiceHarness) -> None:
    match = await harness.play_out(await harness.start(ZOE, BOB))
    moves = await harness.log(match.id)
    await harness.service.personal_data.forget(ZOE.user_id)
    assert await harness.log(match.id) == moves
    assert verify_export(await harness.service.history.export(match.id, None)).holds
    assert (await harness.service.history.view(match.id)).outcome is not None


@pytest.mark.parametrize(("engine", "slug"), on_engines(GAMES, ["totem"]))
async def test_every_game_continues_without_a_deleted_player(harness: ServiceHarness, slug: str) -> None:
    people = (ANN, ZOE, BOB)[: min(3, GAMES[slug].info.max_players)]
    match = await harness.start(*people, game=slug)
    rng = random.Random(slug)
    for _ in range(12):
        if match.to_move:
            match = (await harness.play(match, rng.choice(await harness.legal(match)))).match
    await harness.service.personal_data.forget(ZOE.user_id)
    match = await harness.service.history.get(match.id)
    for _ in range(12):
        if match.to_move:
            match = (await harness.play(match, rng.choice(await harness.legal(match)))).match
            assert all(seat.user_id > 0 for seat in match.seats if seat.player in match.to_move)
    assert await examine(harness.database, games=harness.games) == []


async def test_substitution_shows_no_name_after_deletion(harness: ServiceHarness) -> None:
    ids = await use_every_feature(harness)
    await harness.service.personal_data.forget(ZOE.user_id)
    notes = [
        str(line.note)
        for match_id in ids[3:5]
        for line in await harness.service.history.lines(match_id, None)
        if line.note
    ]
    assert any("A player whose data was deleted" in line for line in notes)
    assert all("Unmistakable" not in line for line in notes)


async def test_cached_earlier_position_does_not_keep_the_name(
    harness: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await harness.start(ANN, ZOE, CEM, game="lap")
    await harness.service.turns.resign(match.id, ZOE.user_id)
    taken = await harness.service.substitution.take_over(match.id, DANA)
    await harness.play(taken)
    harness.service.context.positions.forget({match.id})

    async def slowly(*asked: Any) -> Any:
        monkeypatch.undo()
        await harness.service.personal_data.forget(ZOE.user_id)
        return replay(*asked[1:])

    monkeypatch.setattr(asyncio, "to_thread", slowly)
    assert "Unmistakable" in str((await harness.service.history.view(match.id, ply=taken.ply)).sentences), "read before"
    assert "Unmistakable" not in str((await harness.service.history.view(match.id, ply=taken.ply)).sentences)


async def test_two_deleted_players_of_one_match_stay_distinct(harness: ServiceHarness) -> None:
    match = await harness.play_out(await harness.start(ZOE, BOB))
    await harness.service.personal_data.forget(ZOE.user_id)
    await harness.service.personal_data.forget(BOB.user_id)
    assert [seat.user_id for seat in (await harness.service.history.get(match.id)).seats] == [-1, -2]


async def test_deletion_resigns_running_matches_and_leaves_tables(harness: ServiceHarness) -> None:
    running = await harness.start(ANN, ZOE)
    own = await harness.service.tables.open_table("iye", {}, ZOE, CHANNEL)
    shared = await harness.service.tables.open_table("totem", {}, ZOE, CHANNEL)
    await harness.service.tables.join(shared.id, BOB)
    before = await harness.service.personal_data.forget(ZOE.user_id)
    assert before == (1, 2, 0)
    assert (await harness.service.history.get(running.id)).status == "finished"
    assert (await harness.service.history.get(own.id)).status == "cancelled"
    table = await harness.service.history.get(shared.id)
    assert (table.opener_id, [seat.user_id for seat in table.seats]) == (BOB.user_id, [BOB.user_id])


async def test_deletion_resigns_a_match_that_begins_meanwhile(
    harness: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await harness.start(ANN, ZOE)
    late: list[Match] = []
    resign = harness.service.turns.resign

    async def resign_and_start_another(match_id: int, user_id: int, **how: int) -> Match:
        ended = await resign(match_id, user_id, **how)
        if not late:
            late.append(await harness.start(BOB, ZOE))
        return ended

    monkeypatch.setattr(harness.service.turns, "resign", resign_and_start_another)
    await harness.service.personal_data.forget(ZOE.user_id)
    for match in (first, *late):
        assert (await harness.service.history.get(match.id)).status == "finished"


async def test_deletion_is_refused_if_a_match_cannot_be_resigned(
    harness: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harness.start(ANN, ZOE)

    async def always_too_late(_match_id: int, _user_id: int, **_how: int) -> Match:
        raise already_played()

    monkeypatch.setattr(harness.service.turns, "resign", always_too_late)
    text = await refused(harness, StorageError, lambda: harness.service.personal_data.forget(ZOE.user_id))
    assert text.endswith("Please try again in a moment.")


async def test_deletion_leaves_other_users_alone(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB)
    await harness.service.player_settings.change(BOB.user_id, theme="light")
    before = await harness.dump()
    await harness.service.personal_data.forget(ZOE.user_id)
    after = await harness.dump()
    assert {table: rows for table, rows in after.items() if table != "meta"} == {
        table: rows for table, rows in before.items() if table != "meta"
    }
    assert (await harness.service.history.get(match.id)).status == "running"


async def test_data_export_has_everything_of_its_user_and_nothing_of_others(harness: ServiceHarness) -> None:
    await use_every_feature(harness)
    document = json.loads(await harness.service.personal_data.export_person(ZOE.user_id))
    text = json.dumps(document, ensure_ascii=False)
    for word in ("Zoë Unmistakable", ALIAS, "Asia/Kolkata", '"holidays"', '"former_seats"'):
        assert word in text
    for other in (ANN, BOB, CEM, DANA):
        assert f'"{other.name}"' not in text
        assert str(other.user_id) not in text.replace(str(ZOE.user_id), "")
    assert {move["match_id"] for move in document["moves"]} >= {1}
    theirs = json.loads(await harness.service.personal_data.export_person(DANA.user_id))
    assert str(ZOE.user_id) not in json.dumps(theirs)


async def test_data_export_has_no_secrets_of_others(harness: ServiceHarness) -> None:
    match = await harness.start(ZOE, BOB, CEM, game="bids")
    await harness.service.turns.play(match.id, BOB.user_id, match.ply, (await harness.legal(match, 1))[:1])
    document = json.loads(await harness.service.personal_data.export_person(ZOE.user_id))
    assert document["moves"] == []
