"""Databases of earlier_database versions: their matches continue, and all their messages and jobs are handled.

How the databases were made: ``tests/fixtures/older_databases/README.md``.
"""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.matches.doctor import examine
from bot.matches.model.match import Match, MatchStatus, OfferKind, Person
from bot.matches.model.time_control import TimeoutAction
from bot.storage.database import Database
from bot.ui.components.custom_id import TEMPLATE, Action
from bot.ui.interactions.registry import HANDLERS
from engines.registry import GAMES
from tests.e2e.conftest import running
from tests.e2e.older_databases import FOLDER, VERSIONS, restore_world, write_database
from tests.e2e.world import World, database_of

DAY = 86400
GAMES_THEN = 4
"""Number of games at that time."""

KINDS = {
    "archive", "arrive", "clock", "depart", "discard", "greeting", "lost", "notice", "nudge", "place", "question",
    "reminder", "remove", "result", "sheet", "status", "strip", "table", "turn", "unnudge", "unwatch", "watch",
}  # fmt: skip
"""Outbox kinds that the first of these versions could leave behind."""
JOBS = {"absence", "archive", "deadline", "holiday", "lapse", "prune", "pulse", "remind", "resume", "stall"}
LATER_KINDS, LATER_JOBS = (
    {"5689bb7": set[str](), "87b0308": {"retime"}},
    {"5689bb7": set[str](), "87b0308": {"prune-acts"}},
)

OF_A_GAME = {"area", "ask", "askcell", "board", "cell", "confirm", "move", "plan", "sheet", "since", "turn", "undo"}
"""Controls whose handlers depend on the game of the match."""


@pytest.fixture(params=VERSIONS)
def version(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def rows(path: Path, sql: str) -> list[sqlite3.Row]:
    """Return the rows of a table."""
    with closing(sqlite3.connect(path)) as database:
        database.row_factory = sqlite3.Row
        return database.execute(sql).fetchall()


@pytest.fixture
async def world(
    version: str, tmp_path: Path, unexpected: list[logging.LogRecord], unpainted: None
) -> AsyncIterator[World]:
    """The current bot on the data of that version."""
    async with running(tmp_path, before=lambda made: restore_world(made, version)) as made:
        await made.pass_time(600)  # one post was postponed
        await all_posted(made)
        yield made
        async with await Database.open_read_only(database_of(made)) as database:
            assert await findings_in(database) == []
    assert [record.getMessage() for record in unexpected] == []


def earlier_database(world: World, version: str) -> Path:
    """The database before the current bot opened it."""
    path = database_of(world).with_name("earlier_database.sqlite3")
    write_database(version, path)
    return path


async def findings_in(database: Database) -> list[str]:
    """Return the doctor's findings, except the post that the earlier version had dropped."""
    found = [str(finding.text) for finding in await examine(database)]
    return [text for text in found if not text.endswith("was dropped: unreachable")]


async def running_matches(world: World) -> list[Match]:
    """Running matches that have a channel."""
    sql = "SELECT id FROM matches WHERE status = 'running' AND lost_at IS NULL ORDER BY id"
    found = rows(database_of(world), sql)
    return [await world.bot.services.matches.history.get(row["id"]) for row in found]


async def all_posted(world: World) -> None:
    """Wait until the outbox is empty."""
    left: list[tuple[Any, ...]] = []
    for _ in range(20):
        await world.pass_time(10)
        left = [tuple(row) for row in rows(database_of(world), "SELECT * FROM outbox WHERE failed IS NULL")]
        if not left:
            return
    raise AssertionError(left)


async def play(world: World, match: Match) -> None:
    """Make a move for the first player to move."""
    ((line,),) = rows(database_of(world), f"SELECT state FROM matches WHERE id = {match.id}")
    game, player = GAMES[match.game], match.to_move[0]
    move = game.encode_move(game.legal_moves(game.load_state(line), player)[0])
    await world.bot.services.matches.turns.play(match.id, match.seat_at(player).user_id, match.ply, [move])


# ----------------------------------------------------------------------------------------------------------- contents


async def test_older_databases_have_a_row_of_every_kind(version: str, tmp_path: Path) -> None:
    path = tmp_path / "kurultai.sqlite3"
    write_database(version, path)

    def known(column: str, table: str) -> set[Any]:
        return {row[column] for row in rows(path, f"SELECT DISTINCT {column} FROM {table}")}

    assert known("kind", "outbox") == KINDS | LATER_KINDS[version]
    assert known("kind", "due") == JOBS | LATER_JOBS[version]
    assert known("kind", "offers") == {str(kind) for kind in OfferKind if kind is not OfferKind.REPLACE}, "later"
    assert known("stage", "expiries") == {"asked", "waiting", "extended", "offered", "deserted"}
    assert known("status", "matches") == {str(status) for status in MatchStatus}
    assert len({row["game"] for row in rows(path, "SELECT game FROM matches WHERE status = 'running'")}) == GAMES_THEN
    full = (
        "answerable", "best_scores", "departures", "drafts", "former_seats", "guilds", "holidays", "letters",
        "manager_acts", "nudges", "players", "ratings", "reminders", "results", "seat_offers", "server_settings",
        "stand_ins", "watchers",
    )  # fmt: skip
    assert [table for table in full if not rows(path, f"SELECT 1 FROM {table} LIMIT 1")] == []


async def test_migrated_database_passes_the_doctor(version: str, tmp_path: Path) -> None:
    path = tmp_path / "kurultai.sqlite3"
    write_database(version, path)
    async with await Database.open(path) as database:
        assert await findings_in(database) == []


# ----------------------------------------------------------------------------------------------------------- handling


async def test_all_outbox_rows_are_posted(world: World, version: str) -> None:
    before = earlier_database(world, version)
    waited = rows(before, "SELECT * FROM outbox WHERE failed IS NULL")
    left = {row["id"]: row["failed"] for row in rows(database_of(world), "SELECT id, failed FROM outbox")}
    assert {row["kind"]: left[row["id"]] for row in waited if row["id"] in left} == {}
    assert [reason for reason in left.values() if reason is not None] == [
        row["failed"] for row in rows(before, "SELECT failed FROM outbox WHERE failed IS NOT NULL")
    ]
    for row in waited:
        if row["kind"] in ("turn", "result"):
            match = await world.bot.services.matches.history.get(row["match_id"])
            assert match.board_message_id is not None
            board = world.env.backend.get_message(match.channel.target_id, match.board_message_id)
            assert board.attachments[0]["filename"].split("-")[1] == str(match.id)


async def test_all_jobs_run(world: World, version: str) -> None:
    before = rows(earlier_database(world, version), "SELECT key, at FROM due")
    await world.pass_time(250 * DAY)
    after = {row["key"]: (row["at"], row["attempts"]) for row in rows(database_of(world), "SELECT * FROM due")}
    assert [row["key"] for row in before if after.get(row["key"], (0, 0))[0] == row["at"]] == []
    assert {key: attempts for key, (_, attempts) in after.items() if attempts} == {}
    await all_posted(world)


async def test_old_offers_are_answered_and_matches_continue(world: World) -> None:
    matches = world.bot.services.matches
    for row in rows(database_of(world), "SELECT DISTINCT match_id FROM offers"):
        match = await matches.history.get(row["match_id"])
        for offer in await matches.offers.open_in(match.id):
            for player in offer.needed:
                await matches.offers.answer(match.id, match.seat_at(player).user_id, offer.kind, accept=True)
    assert rows(database_of(world), "SELECT * FROM offers") == []
    newcomer = Person(world.join("newcomer", "Newcomer").id, "Newcomer")
    for row in rows(database_of(world), "SELECT match_id, player FROM seat_offers WHERE to_user IS NULL"):
        await matches.substitution.take_over(row["match_id"], newcomer, row["player"])
    asked, *_ = rows(database_of(world), "SELECT match_id, seats FROM expiries WHERE stage = 'asked'")
    late = json.loads(asked["seats"])
    others = [seat for seat in (await matches.history.get(asked["match_id"])).seats if seat.player not in late]
    await matches.votes.require_vote(asked["match_id"], others[0].user_id)
    await matches.timeouts.vote(asked["match_id"], others[0].user_id, TimeoutAction.EXTEND)
    assert rows(database_of(world), f"SELECT stage FROM expiries WHERE match_id = {asked['match_id']}")[0][0] != "asked"
    played = set()
    for match in await running_matches(world):
        if match.paused_at is not None:
            for seat in match.seats:
                await matches.offers.offer(match.id, seat.user_id, OfferKind.RESUME)
        await play(world, match)
        played.add(match.game)
    assert len(played) == GAMES_THEN
    for row in rows(database_of(world), "SELECT id, opener_id FROM matches WHERE status = 'open'"):
        table = await matches.history.get(row["id"])
        if len(table.seats) >= GAMES[table.game].info.min_players:
            await matches.tables.start(table.id, row["opener_id"])
    await all_posted(world)


async def test_all_old_controls_are_handled(world: World, unexpected: list[logging.LogRecord]) -> None:
    """A player clicks each form of control, for a match of every game."""
    lines = (FOLDER / "custom_ids.txt").read_text(encoding="utf-8").splitlines()
    actions = [Action.parse(found) for line in lines if (found := TEMPLATE.fullmatch(line))]
    assert len(actions) == len(lines)
    assert {action.name for action in actions} <= set(HANDLERS)
    unpaused = [match for match in await running_matches(world) if match.paused_at is None]
    latest = {match.game: match for match in unpaused if match.channel.guild_id is not None}
    assert len(latest) == GAMES_THEN
    for action in actions:
        for match in latest.values() if action.name in OF_A_GAME else [latest["totem"]]:
            user_id, board = match.seat_at(match.to_move[0]).user_id, match.board_message_id
            assert board is not None
            about = replace(action, match_id=match.id if action.match_id else 0)
            pressed = world.press_under(match.channel.target_id, board, user_id, about.custom_id)
            await world.env.settle()
            assert pressed.responded, about
    # Empty pictures are too small for the captions of an animation.
    unexpected[:] = [record for record in unexpected if record.getMessage() != "a replay could not be made"]
