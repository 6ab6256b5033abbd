"""Tables that start by themselves or early, with their number of seats and their invitations."""

import asyncio
import sqlite3
from functools import partial
from pathlib import Path

import pytest

from bot.matches.errors import (
    LimitError,
    NotAllowedError,
    NotSeatedError,
    TableError,
)
from bot.matches.model.match import Match, MatchStatus, Person
from bot.matches.model.settings import ServerSettings
from bot.matches.model.text_json import text_from_json
from engines.errors import InvalidOptionsError
from engines.text import T
from tests.bot.matches.harness import (
    ANN,
    BOB,
    CEM,
    CHANNEL,
    DANA,
    NO_CLOCK,
    ROBOT,
    STRANGER,
    ServiceHarness,
    refused_saying,
)


async def opened(harness: ServiceHarness, *invited: Person, game: str = "iye", players: int | None = None) -> Match:
    return await harness.service.tables.open_table(game, {}, ANN, CHANNEL, invited, NO_CLOCK, players=players)


async def test_match_starts_with_the_last_seat(harness: ServiceHarness) -> None:
    table = await opened(harness, game="trek", players=3)
    assert (await harness.service.tables.join(table.id, BOB)).status is MatchStatus.OPEN
    match = await harness.service.tables.join(table.id, CEM)
    assert match == await harness.service.history.get(table.id)
    assert match.status is MatchStatus.RUNNING
    assert (match.started_at, match.moved_at) == (harness.clock.now, harness.clock.now)
    assert len(match.to_move) == 1
    await refused_saying(harness, TableError, "already started", lambda: harness.service.tables.join(table.id, DANA))
    await refused_saying(
        harness, TableError, "already started", lambda: harness.service.tables.start(table.id, ANN.user_id)
    )


async def test_match_starts_when_all_who_were_named_have_joined(harness: ServiceHarness) -> None:
    table = await opened(harness, BOB, CEM, game="trek")
    assert table.num_seats == 3
    assert (await harness.service.tables.join(table.id, CEM)).status is MatchStatus.OPEN
    assert (await harness.service.tables.join(table.id, BOB)).status is MatchStatus.RUNNING


@pytest.mark.parametrize(
    ("game", "invited", "players", "seats"),
    [
        ("iye", (), None, 2),
        ("trek", (), None, 4),
        ("trek", (), 3, 3),
        ("trek", (BOB,), None, 2),
        ("trek", (BOB, CEM), None, 3),
        ("trek", (BOB,), 4, 4),
        ("bids", (), None, 8),
        ("bids", (BOB,), None, 2),
        ("bids", (), 1, 1),
    ],
)
async def test_number_of_seats_is_asked_for_or_follows_from_the_invitations(
    harness: ServiceHarness, game: str, invited: tuple[Person, ...], players: int | None, seats: int
) -> None:
    table = await opened(harness, *invited, game=game, players=players)
    assert table.num_seats == seats == (await harness.service.history.get(table.id)).num_seats


@pytest.mark.parametrize(
    ("game", "invited", "players", "says"),
    [
        ("iye", (), 3, "İYE is for 2 players"),
        ("trek", (), 1, "Trek is for 2 to 4 players"),
        ("trek", (), 5, "Trek is for 2 to 4 players"),
        ("trek", (BOB, CEM), 2, "3 people sit at this table or are invited, so it needs 3 seats"),
    ],
)
async def test_impossible_numbers_of_seats_are_refused(
    harness: ServiceHarness, game: str, invited: tuple[Person, ...], players: int, says: str
) -> None:
    await refused_saying(harness, TableError, says, lambda: opened(harness, *invited, game=game, players=players))


async def test_only_one_of_two_users_gets_the_last_seat(path: Path) -> None:
    """In two processes, so that no lock in memory decides it."""
    async with ServiceHarness.two_processes(path) as (harness, other):
        table = await opened(harness)
        joins = (harness.service.tables.join(table.id, BOB), other.service.tables.join(table.id, CEM))
        first, second = await asyncio.gather(*joins, return_exceptions=True)
        (late,) = [found for found in (first, second) if isinstance(found, TableError)]
        (match,) = [found for found in (first, second) if isinstance(found, Match)]
        assert str(late).startswith("Too late, the match has already started.")
        assert match == await harness.service.history.get(table.id)
        assert (match.status, len(match.seats)) == (MatchStatus.RUNNING, 2)
        assert (await harness.kinds(match.id)).count("turn") == 1


@pytest.mark.parametrize("stage", ["seats", "log", "outbox"])
async def test_failed_start_takes_the_seat_back(harness: ServiceHarness, stage: str) -> None:
    """The join and the start are one transaction, so a crash leaves the table as it was."""
    table = await opened(harness)
    before = await harness.dump()
    failing = f"CREATE TEMP TRIGGER full BEFORE INSERT ON {stage} BEGIN SELECT raise(ABORT, 'no'); END"
    await harness.database.write(lambda tx: tx.execute(failing).fetchone())
    with pytest.raises(sqlite3.IntegrityError):
        await harness.service.tables.join(table.id, BOB)
    assert await harness.dump() == before
    await harness.database.write(lambda tx: tx.execute("DROP TRIGGER full").fetchone())
    assert (await harness.service.tables.join(table.id, BOB)).status is MatchStatus.RUNNING


async def test_opener_is_told_when_enough_players_have_joined(harness: ServiceHarness) -> None:
    table = await harness.service.tables.open_table("trek", {}, ANN, CHANNEL)
    await harness.rows(table.id)
    await harness.service.tables.join(table.id, BOB)
    notices = [row.args for row in await harness.rows(table.id) if row.kind == "notice"]
    assert [(str(text_from_json(args["text"])), args["mention"]) for args in notices] == [
        ("Player 2 has joined. Press Start now at the table, or wait for 2 more players.", [ANN.user_id])
    ]
    await harness.service.tables.join(table.id, CEM)
    assert "notice" not in await harness.kinds(table.id)


async def test_table_that_starts_by_itself_asks_nobody_to_start_it(harness: ServiceHarness) -> None:
    table = await harness.service.tables.open_table("iye", {}, ANN, CHANNEL)
    await harness.service.tables.join(table.id, BOB)
    assert "notice" not in await harness.kinds(table.id)


async def test_only_the_opener_starts_early(harness: ServiceHarness) -> None:
    table = await opened(harness, game="trek")
    start = harness.service.tables.start
    await refused_saying(harness, TableError, "One more player", lambda: start(table.id, ANN.user_id))
    await refused_saying(harness, NotSeatedError, "Press Join first", lambda: start(table.id, STRANGER))
    await harness.service.tables.join(table.id, BOB)
    await refused_saying(harness, NotAllowedError, "Only the person who opened", lambda: start(table.id, BOB.user_id))
    match = await start(table.id, ANN.user_id)
    assert match == await harness.service.history.get(table.id)
    assert match.status is MatchStatus.RUNNING
    await refused_saying(harness, TableError, "already started", lambda: start(table.id, ANN.user_id))


async def test_full_table_that_could_not_start_is_started_by_any_player(harness: ServiceHarness) -> None:
    """A table of an earlier version, or one with a player who was in too many matches."""
    await harness.service.server_settings.save(50, ANN.user_id, ServerSettings(running_matches=1), T("limited"))
    table = await opened(harness)
    running = await harness.start(ANN, CEM)
    full = await harness.service.tables.join(table.id, BOB)
    assert (full.status, full.is_full) == (MatchStatus.OPEN, True)
    assert await harness.kinds(table.id) == ["table"]
    start = partial(harness.service.tables.start, table.id, BOB.user_id)
    await refused_saying(harness, LimitError, "Ann is already in a match here", start)
    await refused_saying(harness, TableError, "full", lambda: harness.service.tables.join(table.id, DANA))
    await harness.service.turns.resign(running.id, CEM.user_id)
    assert (await start()).status is MatchStatus.RUNNING


async def test_opener_changes_the_number_of_seats(harness: ServiceHarness) -> None:
    table = await opened(harness, game="trek")
    await harness.service.tables.join(table.id, BOB)
    configure = partial(harness.service.tables.configure, table.id)
    await refused_saying(harness, NotAllowedError, "Only the person", lambda: configure(BOB.user_id, players=3))
    await refused_saying(harness, TableError, "for 2 to 4", lambda: configure(ANN.user_id, players=5))
    changed = await configure(ANN.user_id, players=3, rated=False)
    assert (changed.num_seats, changed.rated) == (3, False)
    assert changed == await harness.service.history.get(table.id)
    started = await configure(ANN.user_id, players=2)
    assert started == await harness.service.history.get(table.id)
    assert started.status is MatchStatus.RUNNING


async def test_early_start_withdraws_open_invitations(harness: ServiceHarness) -> None:
    table = await opened(harness, BOB, CEM, DANA, game="trek")
    await refused_saying(
        harness, TableError, "One more player", lambda: harness.service.tables.start(table.id, ANN.user_id)
    )
    await harness.service.tables.join(table.id, BOB)
    await harness.rows(table.id)
    match = await harness.service.tables.start(table.id, ANN.user_id)
    assert match == await harness.service.history.get(table.id)
    assert (match.status, match.invited, len(match.seats)) == (MatchStatus.RUNNING, (), 2)
    *_, board, notice = await harness.rows(table.id)
    assert (board.kind, notice.kind) == ("turn", "notice")
    assert "2 invited players had not answered" in str(text_from_json(notice.args["text"]))
    await refused_saying(harness, TableError, "Too late", lambda: harness.service.tables.join(table.id, CEM))


async def test_table_stays_open_if_the_game_refuses_to_start(harness: ServiceHarness) -> None:
    table = await opened(harness)
    await harness.database.write(
        lambda tx: tx.executemany("UPDATE matches SET options = ? WHERE id = ?", [('{"wins":"9"}', table.id)])
    )
    full = await harness.service.tables.join(table.id, BOB)
    assert (full.status, len(full.seats)) == (MatchStatus.OPEN, 2)
    await refused_saying(
        harness, InvalidOptionsError, "option", lambda: harness.service.tables.start(table.id, ANN.user_id)
    )
    assert full == await harness.service.history.get(table.id)


# ------------------------------------------------------------------------------------------------------- inviting


async def test_opener_invites_more_people_and_the_table_grows(harness: ServiceHarness) -> None:
    table = await opened(harness, BOB, game="trek")
    invited = await harness.service.tables.invite(table.id, ANN.user_id, [CEM, DANA])
    assert (invited.invited, invited.num_seats) == ((BOB.user_id, CEM.user_id, DANA.user_id), 4)
    assert invited == await harness.service.history.get(table.id)
    said, shown = await harness.rows(table.id)
    assert (said.kind, said.args["mention"], shown.kind) == ("notice", [CEM.user_id, DANA.user_id], "table")
    wide = await opened(harness, game="trek")
    assert (await harness.service.tables.invite(wide.id, ANN.user_id, [BOB])).num_seats == 4


@pytest.mark.parametrize(
    ("guests", "says"),
    [
        ([ROBOT], "Bots cannot play"),
        ([ANN], "Ann already has a seat"),
        ([CEM], "Cem already has a seat"),
        ([BOB], "Bob is already invited"),
        ([DANA, DANA], "the same person twice"),
        ([DANA, Person(STRANGER, "Sue")], "Trek is for at most 4 players"),
    ],
)
async def test_people_who_cannot_be_invited_are_refused(
    harness: ServiceHarness, guests: list[Person], says: str
) -> None:
    table = await opened(harness, BOB, game="trek", players=4)
    await harness.service.tables.join(table.id, CEM)
    await refused_saying(
        harness, TableError, says, lambda: harness.service.tables.invite(table.id, ANN.user_id, guests)
    )


async def test_only_the_opener_invites_and_only_who_may_play(harness: ServiceHarness) -> None:
    await harness.service.server_settings.save(50, ANN.user_id, ServerSettings(running_matches=1), T("limited"))
    table = await opened(harness, game="trek")
    await harness.service.tables.join(table.id, BOB)
    invite = partial(harness.service.tables.invite, table.id)
    await refused_saying(harness, NotAllowedError, "Only the person who opened", lambda: invite(BOB.user_id, [CEM]))
    await harness.start(CEM, DANA)
    await refused_saying(harness, LimitError, "Cem is already in a match here", lambda: invite(ANN.user_id, [CEM]))
