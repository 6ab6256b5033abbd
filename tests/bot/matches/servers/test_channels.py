"""Matches that move to another channel, lose their channel, or find it again."""

from functools import partial
from typing import Any

import pytest

from bot.matches.errors import MatchNotStartedError, NotSeatedError, OfferError
from bot.matches.model.match import Match, MatchChannel, MatchStatus, MoveTerms, OfferKind
from bot.matches.model.outbox_messages import Queue
from tests.bot.matches.computers.steps import against
from tests.bot.matches.harness import ANN, BOB, CEM, CHANNEL, STRANGER, ServiceHarness, bids_match, refused_saying

pytestmark = pytest.mark.engines("sqlite", "postgres")

OTHER_CHANNEL, THIRD_CHANNEL = MatchChannel(50, 61), MatchChannel(50, 62)


async def match_in_a_thread(harness: ServiceHarness) -> Match:
    match = await harness.start()
    await harness.service.tables.set_thread(match.id, 70)
    row = await harness.outbox.next_row(f"match:{match.id}")
    while row is not None:
        await harness.outbox.delivered(row, message_id=500)
        row = await harness.outbox.next_row(f"match:{match.id}")
    return await harness.service.history.get(match.id)


async def posts(harness: ServiceHarness, match: Match) -> list[tuple[str, dict[str, Any]]]:
    return [(row.kind, dict(row.args)) for row in await harness.rows(match.id)]


async def notified(harness: ServiceHarness, match: Match) -> list[int]:
    """Return who was notified directly that the match has lost its channel."""
    found = []
    for person in (ANN, BOB, CEM):
        while (
            row := await harness.outbox.next_row(Queue.USER.key(person.user_id))
        ) is not None and row.match_id == match.id:
            assert row.kind == "lost"
            found.append(person.user_id)
            await harness.outbox.delivered(row)
    return found


async def test_players_move_a_match_by_agreement(harness: ServiceHarness) -> None:
    match = await match_in_a_thread(harness)
    offer = await harness.service.offers.propose_move(match.id, ANN.user_id, OTHER_CHANNEL)
    assert offer is not None
    assert (offer.needed, offer.terms) == ((1,), MoveTerms(50, 61))
    ((kind, args),) = await posts(harness, match)
    assert (kind, args["channel"], args["offer"], args["mention"]) == ("notice", 61, "move", [BOB.user_id])
    assert (await harness.service.history.get(match.id)).channel.target_id == 70
    moved = await harness.service.offers.answer(match.id, BOB.user_id, OfferKind.MOVE, accept=True)
    assert moved == await harness.service.history.get(match.id)
    assert (moved.channel, moved.board_message_id, moved.table_message_id) == (OTHER_CHANNEL, None, None)
    assert await posts(harness, match) == [
        ("depart", {"guild": 50, "channel": 70, "message_id": 500}),
        ("arrive", {}),
        ("turn", {"ply": match.ply, "call": [], "since": match.ply}),
    ]
    assert await harness.service.offers.open_in(match.id) == []


async def test_two_proposals_of_one_channel_agree_and_of_two_do_not(harness: ServiceHarness) -> None:
    match = await match_in_a_thread(harness)
    await harness.service.offers.propose_move(match.id, ANN.user_id, OTHER_CHANNEL)
    again = partial(harness.service.offers.propose_move, match.id, BOB.user_id, THIRD_CHANNEL)
    await refused_saying(harness, OfferError, "Another channel has already been proposed", again)
    assert await harness.service.offers.propose_move(match.id, BOB.user_id, OTHER_CHANNEL) is None
    assert (await harness.service.history.get(match.id)).channel == OTHER_CHANNEL


async def test_declining_or_playing_on_keeps_the_channel(harness: ServiceHarness) -> None:
    match = await match_in_a_thread(harness)
    await harness.service.offers.propose_move(match.id, ANN.user_id, OTHER_CHANNEL)
    await harness.play(match)
    assert len(await harness.service.offers.open_in(match.id)) == 1, "only a draw is declined by playing on"
    await harness.service.offers.answer(match.id, BOB.user_id, OfferKind.MOVE, accept=False)
    text = (await posts(harness, match))[-1][1]["text"]["text"]
    assert text == "{player} wants to stay in this channel."
    assert (await harness.service.history.get(match.id)).channel.channel_id == CHANNEL.channel_id


async def test_moving_a_match_as_manager_closes_proposals(harness: ServiceHarness) -> None:
    match = await match_in_a_thread(harness)
    await harness.service.offers.propose_move(match.id, ANN.user_id, OTHER_CHANNEL)
    await harness.service.moderation.move_as_manager(match.id, STRANGER, THIRD_CHANNEL)
    assert await harness.service.offers.open_in(match.id) == []
    assert (await harness.service.history.get(match.id)).channel == THIRD_CHANNEL


async def test_spectators_cannot_move_a_match_nor_anyone_a_table(harness: ServiceHarness) -> None:
    match = await match_in_a_thread(harness)
    await refused_saying(
        harness,
        NotSeatedError,
        "do not play",
        partial(harness.service.offers.propose_move, match.id, STRANGER, OTHER_CHANNEL),
    )
    table = await harness.service.tables.open_table("iye", {}, ANN, CHANNEL)
    moving = partial(harness.service.offers.propose_move, table.id, ANN.user_id, OTHER_CHANNEL)
    await refused_saying(harness, MatchNotStartedError, "not started", moving)
    nowhere = partial(harness.service.offers.offer, match.id, ANN.user_id, OfferKind.MOVE)
    await refused_saying(harness, OfferError, "Choose the channel", nowhere)


async def test_lost_match_is_moved_by_any_player_and_mentions_the_player_to_move(harness: ServiceHarness) -> None:
    match = await match_in_a_thread(harness)
    await harness.service.offers.propose_move(match.id, BOB.user_id, THIRD_CHANNEL)
    await harness.service.channels.mark_unreachable(match.id)
    await harness.rows(match.id)
    waiting = next(seat.user_id for seat in match.seats if seat.player not in match.to_move)
    assert await harness.service.offers.propose_move(match.id, waiting, OTHER_CHANNEL) is None
    moved = await harness.service.history.get(match.id)
    assert (moved.channel, moved.unreachable_since) == (OTHER_CHANNEL, None)
    assert dict((await posts(harness, match))[-1][1])["call"] == list(match.to_move)


async def test_lost_channel_is_told_to_people_alone(harness: ServiceHarness) -> None:
    match = await against(harness, 1)
    await harness.service.channels.mark_unreachable(match.id)
    rows = await harness.database.rows("SELECT lane FROM outbox WHERE kind = 'lost'")
    assert [row["lane"] for row in rows] == [Queue.USER.key(ANN.user_id)]


async def test_match_is_lost_once_and_found_after_a_successful_post(harness: ServiceHarness) -> None:
    match = await match_in_a_thread(harness)
    await harness.service.channels.mark_unreachable(match.id)
    lost_at = harness.clock.now
    harness.clock.now += 100
    await harness.service.channels.mark_unreachable(match.id)
    assert (await harness.service.history.get(match.id)).unreachable_since == lost_at
    assert await notified(harness, match) == [ANN.user_id, BOB.user_id], "each of them once"
    await harness.service.channels.mark_reachable(match.id)
    assert (await harness.service.history.get(match.id)).unreachable_since is None
    await harness.service.channels.mark_unreachable(match.id)
    assert await notified(harness, match) == [ANN.user_id, BOB.user_id], "once more when it is lost again"
    await harness.service.channels.mark_unreachable(match.id, ended=True)
    assert await notified(harness, match) == [ANN.user_id, BOB.user_id], "once more with its result"
    assert await harness.kinds(match.id) == [], "no other row waits"


async def test_deleted_channel_loses_its_matches_and_closes_its_tables(harness: ServiceHarness) -> None:
    in_thread, other = await match_in_a_thread(harness), await harness.start(channel=OTHER_CHANNEL)
    table = await harness.service.tables.open_table("iye", {}, CEM, CHANNEL)
    await harness.rows(other.id)
    await harness.service.channels.channel_deleted(CHANNEL.channel_id)
    lost, kept, closed = [await harness.service.history.get(match.id) for match in (in_thread, other, table)]
    assert (lost.unreachable_since, lost.status) == (harness.clock.now, MatchStatus.RUNNING)
    assert kept.unreachable_since is None
    assert (closed.status, str(closed.result)) == (
        MatchStatus.CANCELLED,
        "The channel was deleted, and the table with it.",
    )
    both = [ANN.user_id, BOB.user_id]
    assert [await notified(harness, match) for match in (in_thread, other, table)] == [both, [], [CEM.user_id]]


async def test_deleted_thread_reposts_the_board_and_loses_matches_opened_in_it(harness: ServiceHarness) -> None:
    match, inside = await match_in_a_thread(harness), await harness.start(channel=MatchChannel(50, 70))
    await harness.rows(inside.id)
    await harness.service.channels.thread_deleted(70)
    assert await posts(harness, match) == [("turn", {"ply": match.ply, "call": [], "since": match.ply})]
    assert (await harness.service.history.get(match.id)).unreachable_since is None
    assert (await harness.service.history.get(inside.id)).unreachable_since is not None


async def test_matches_of_a_server_are_lost_and_found_with_the_bot(harness: ServiceHarness) -> None:
    match, elsewhere = await match_in_a_thread(harness), await harness.start(channel=MatchChannel(51, 90))
    unusable = await harness.start(channel=THIRD_CHANNEL)
    await harness.rows(elsewhere.id)
    await harness.rows(unusable.id)
    await harness.service.channels.removed_from_server(50)
    both = [ANN.user_id, BOB.user_id]
    assert [await notified(harness, m) for m in (match, unusable, elsewhere)] == [both, both, []]
    await harness.service.channels.server_usable_again(50, lambda channel: channel != THIRD_CHANNEL)
    again = {"ply": match.ply, "call": list(match.to_move), "since": match.ply}
    await harness.service.channels.server_usable_again(50, lambda channel: channel != THIRD_CHANNEL)
    assert await posts(harness, match) == [("turn", again)], "only once"
    assert await posts(harness, unusable) == []


async def test_reposted_board_starts_at_the_last_announced_turn(harness: ServiceHarness) -> None:
    match = await bids_match(harness)
    announced = match.ply
    await harness.service.turns.play(match.id, ANN.user_id, match.ply, (await harness.legal(match))[:1])
    await harness.rows(match.id)
    await harness.service.moderation.move_as_manager(match.id, STRANGER, OTHER_CHANNEL)
    (turn,) = [args for kind, args in await posts(harness, match) if kind == "turn"]
    assert turn == {"ply": announced + 1, "call": [], "since": announced}


@pytest.mark.parametrize("lost", [False, True])
async def test_lost_match_plays_on_and_its_offers_work(harness: ServiceHarness, *, lost: bool) -> None:
    match = await match_in_a_thread(harness)
    if lost:
        await harness.service.channels.mark_unreachable(match.id)
    await harness.play(match)
    await harness.service.offers.offer(match.id, ANN.user_id, OfferKind.DRAW)
    ended = await harness.service.offers.answer(match.id, BOB.user_id, OfferKind.DRAW, accept=True)
    assert ended.status is MatchStatus.FINISHED
