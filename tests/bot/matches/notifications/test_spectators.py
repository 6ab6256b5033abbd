"""Spectators: who may watch, what is posted to them and when, and how it ends."""

from functools import partial

import pytest

from bot.matches.errors import LimitError, MatchNotStartedError, MatchOverError, WatchError
from bot.matches.model.match import Match, MatchChannel
from bot.matches.model.outbox_messages import Queue
from bot.matches.notifications import spectators
from tests.bot.matches.harness import (
    ANN,
    BOB,
    CEM,
    CHANNEL,
    DANA,
    STRANGER,
    ServiceHarness,
    bids_match,
    refused_saying,
    user_of,
)

pytestmark = pytest.mark.engines("sqlite", "postgres")


async def watched(harness: ServiceHarness, match: Match, user_id: int = CEM.user_id) -> list[str]:
    """Deliver all rows for a spectator, and return their kinds."""
    kinds = []
    while (row := await harness.outbox.next_row(Queue.WATCH.key(match.id, user_id))) is not None:
        kinds.append(row.kind)
        await harness.outbox.delivered(row, message_id=1000 + row.id if row.kind == "watch" else None)
    return kinds


async def test_spectator_gets_the_board_at_once_and_a_replacement_after_each_turn(
    harness: ServiceHarness,
) -> None:
    match = await harness.start()
    await harness.service.spectators.watch(match.id, CEM.user_id)
    assert await watched(harness, match) == ["watch"]
    await harness.play(match)
    assert await watched(harness, match) == ["watch", "unwatch"]
    assert [m.id for m in await harness.service.spectators.watched_by(CEM.user_id)] == [match.id]
    await harness.service.spectators.unwatch(match.id, CEM.user_id)
    await harness.play(await harness.service.history.get(match.id))
    assert await watched(harness, match) == []
    assert await harness.service.spectators.watched_by(CEM.user_id) == []


async def test_result_is_the_last_message_to_a_spectator(harness: ServiceHarness) -> None:
    match = await harness.start()
    await harness.service.spectators.watch(match.id, CEM.user_id)
    await watched(harness, match)
    await harness.service.turns.resign(match.id, ANN.user_id)
    assert await harness.service.spectators.board_message(match.id, CEM.user_id) is not None
    assert await watched(harness, match) == ["watch", "unwatch"]
    assert await harness.service.spectators.board_message(match.id, CEM.user_id) is None


async def test_single_decision_of_a_simultaneous_turn_posts_nothing(harness: ServiceHarness) -> None:
    match = await bids_match(harness)
    await harness.service.spectators.watch(match.id, DANA.user_id)
    await watched(harness, match, DANA.user_id)
    move = (await harness.legal(match))[0]
    await harness.service.turns.play(match.id, user_of(match, 0), match.ply, [move])
    assert await watched(harness, match, DANA.user_id) == []


@pytest.mark.parametrize("game", ["iye", "bids", "trek"])
async def test_players_cannot_watch_their_own_match(harness: ServiceHarness, game: str) -> None:
    match = await harness.start(game=game)
    await refused_saying(
        harness,
        WatchError,
        "You are playing in this match",
        partial(harness.service.spectators.watch, match.id, BOB.user_id),
    )


async def test_former_player_may_watch_and_a_substitute_stops_watching(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, CEM, game="trek")
    await harness.service.turns.resign(match.id, CEM.user_id)
    await harness.service.spectators.watch(match.id, CEM.user_id)
    lap = await harness.start(ANN, BOB, CEM, game="lap")
    await harness.service.spectators.watch(lap.id, DANA.user_id)
    await harness.service.turns.resign(lap.id, ANN.user_id)
    if not await harness.service.substitution.free_seats(lap.id):
        pytest.fail("the test needs a game in which a seat can be taken over")
    await harness.service.substitution.take_over(lap.id, DANA)
    assert await harness.service.spectators.board_message(lap.id, DANA.user_id) is None


async def test_only_running_matches_of_a_server_can_be_watched_and_only_once(harness: ServiceHarness) -> None:
    table = await harness.service.tables.open_table("iye", {}, ANN, CHANNEL)
    await refused_saying(
        harness, MatchNotStartedError, "not started", partial(harness.service.spectators.watch, table.id, CEM.user_id)
    )
    over = await harness.play_out(await harness.start())
    await refused_saying(
        harness, MatchOverError, "over", partial(harness.service.spectators.watch, over.id, CEM.user_id)
    )
    private = await harness.start(channel=MatchChannel(None, 9))
    await refused_saying(
        harness, WatchError, "direct messages", partial(harness.service.spectators.watch, private.id, CEM.user_id)
    )
    match = await harness.start()
    await harness.service.spectators.watch(match.id, CEM.user_id)
    await refused_saying(
        harness, WatchError, "already", partial(harness.service.spectators.watch, match.id, CEM.user_id)
    )
    await refused_saying(
        harness, WatchError, "not watching", partial(harness.service.spectators.unwatch, match.id, DANA.user_id)
    )


async def test_spectators_and_watched_matches_are_limited(
    harness: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spectators, "MAX_SPECTATORS", 2)
    monkeypatch.setattr(spectators, "MAX_WATCHED", 3)
    matches = [await harness.start() for _ in range(4)]
    for user_id in (CEM.user_id, DANA.user_id):
        await harness.service.spectators.watch(matches[0].id, user_id)
    watch = harness.service.spectators.watch
    await refused_saying(harness, LimitError, "2 people are already watching", partial(watch, matches[0].id, STRANGER))
    await watch(matches[1].id, CEM.user_id)
    await watch(matches[2].id, CEM.user_id)
    await refused_saying(
        harness, LimitError, "You are already watching 3 matches", partial(watch, matches[3].id, CEM.user_id)
    )


async def test_unreachable_spectator_is_notified_once_and_may_watch_again(harness: ServiceHarness) -> None:
    match = await harness.start()
    await harness.service.spectators.watch(match.id, CEM.user_id)
    await harness.service.spectators.note_dms_blocked(match.id, CEM.user_id)
    await harness.play(match)
    rows = await harness.database.rows(
        "SELECT id FROM outbox WHERE lane = ?", (Queue.WATCH.key(match.id, CEM.user_id),)
    )
    assert len(rows) == 1, "only the first board"
    assert await harness.service.spectators.watched_by(CEM.user_id) == []
    assert [m.id for m in await harness.service.spectators.take_blocked(CEM.user_id)] == [match.id]
    assert await harness.service.spectators.take_blocked(CEM.user_id) == ()
    await harness.service.spectators.watch(match.id, CEM.user_id)
    await harness.service.spectators.note_dms_blocked(match.id, CEM.user_id)
    await harness.service.spectators.watch(match.id, CEM.user_id)
    spectator = await harness.service.spectators.board_message(match.id, CEM.user_id)
    assert spectator is not None
    assert not spectator.dm_blocked


async def test_later_board_for_the_same_spectator_is_found(harness: ServiceHarness) -> None:
    match = await harness.start()
    await harness.service.spectators.watch(match.id, CEM.user_id)
    first = await harness.outbox.next_row(Queue.WATCH.key(match.id, CEM.user_id))
    assert first is not None
    assert not await harness.outbox.has_later(first)
    await harness.play(match)
    assert await harness.outbox.has_later(first)
