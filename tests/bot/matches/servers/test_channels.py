"""Matches that are taken elsewhere, that lose their channel, and that find it again."""

from functools import partial
from typing import Any

import pytest

from bot.matches.errors import MatchNotStartedError, NotSeatedError, OfferError
from bot.matches.model.match import Match, MatchChannel, MatchStatus, MoveTerms, OfferKind
from bot.matches.model.outbox_messages import Queue
from tests.bot.matches.harness import ANN, BOB, CEM, PLACE, STRANGER, ServiceHarness, bids_match, refused_saying

THERE, FAR = MatchChannel(50, 61), MatchChannel(50, 62)


async def begun(house: ServiceHarness) -> Match:
    match = await house.start()
    await house.service.tables.set_thread(match.id, 70)
    row = await house.outbox.next_row(f"match:{match.id}")
    while row is not None:
        await house.outbox.delivered(row, message_id=500)
        row = await house.outbox.next_row(f"match:{match.id}")
    return await house.service.history.get(match.id)


async def posts(house: ServiceHarness, match: Match) -> list[tuple[str, dict[str, Any]]]:
    return [(row.kind, dict(row.args)) for row in await house.rows(match.id)]


async def told(house: ServiceHarness, match: Match) -> list[int]:
    """Who is told directly that the match has lost its place; it counts as posted afterwards."""
    found = []
    for person in (ANN, BOB, CEM):
        while (
            row := await house.outbox.next_row(Queue.USER.key(person.user_id))
        ) is not None and row.match_id == match.id:
            assert row.kind == "lost"
            found.append(person.user_id)
            await house.outbox.delivered(row)
    return found


async def test_players_move_a_match_by_agreement(house: ServiceHarness) -> None:
    match = await begun(house)
    offer = await house.service.offers.propose_move(match.id, ANN.user_id, THERE)
    assert offer is not None
    assert (offer.needed, offer.terms) == ((1,), MoveTerms(50, 61))
    ((kind, args),) = await posts(house, match)
    assert (kind, args["channel"], args["offer"], args["mention"]) == ("notice", 61, "move", [BOB.user_id])
    assert (await house.service.history.get(match.id)).channel.target_id == 70
    moved = await house.service.offers.answer(match.id, BOB.user_id, OfferKind.MOVE, accept=True)
    assert moved == await house.service.history.get(match.id)
    assert (moved.channel, moved.board_message_id, moved.table_message_id) == (THERE, None, None)
    assert await posts(house, match) == [
        ("depart", {"guild": 50, "channel": 70, "message_id": 500}),
        ("arrive", {}),
        ("turn", {"ply": match.ply, "call": [], "since": match.ply}),
    ]
    assert await house.service.offers.open_in(match.id) == []


async def test_two_proposals_of_one_channel_agree_and_of_two_do_not(house: ServiceHarness) -> None:
    match = await begun(house)
    await house.service.offers.propose_move(match.id, ANN.user_id, THERE)
    again = partial(house.service.offers.propose_move, match.id, BOB.user_id, FAR)
    await refused_saying(house, OfferError, "Another channel has already been proposed", again)
    assert await house.service.offers.propose_move(match.id, BOB.user_id, THERE) is None
    assert (await house.service.history.get(match.id)).channel == THERE


async def test_declining_or_playing_on_keeps_the_channel(house: ServiceHarness) -> None:
    match = await begun(house)
    await house.service.offers.propose_move(match.id, ANN.user_id, THERE)
    await house.play(match)
    assert len(await house.service.offers.open_in(match.id)) == 1, "only a draw is declined by playing on"
    await house.service.offers.answer(match.id, BOB.user_id, OfferKind.MOVE, accept=False)
    said = (await posts(house, match))[-1][1]["text"]["text"]
    assert said == "{player} wants to stay in this channel."
    assert (await house.service.history.get(match.id)).channel.channel_id == PLACE.channel_id


async def test_moving_a_match_as_manager_closes_proposals(house: ServiceHarness) -> None:
    match = await begun(house)
    await house.service.offers.propose_move(match.id, ANN.user_id, THERE)
    await house.service.moderation.move_as_manager(match.id, STRANGER, FAR)
    assert await house.service.offers.open_in(match.id) == []
    assert (await house.service.history.get(match.id)).channel == FAR


async def test_spectators_cannot_move_a_match_nor_anyone_a_table(house: ServiceHarness) -> None:
    match = await begun(house)
    await refused_saying(
        house, NotSeatedError, "do not play", partial(house.service.offers.propose_move, match.id, STRANGER, THERE)
    )
    table = await house.service.tables.open_table("iye", {}, ANN, PLACE)
    moving = partial(house.service.offers.propose_move, table.id, ANN.user_id, THERE)
    await refused_saying(house, MatchNotStartedError, "not started", moving)
    nowhere = partial(house.service.offers.offer, match.id, ANN.user_id, OfferKind.MOVE)
    await refused_saying(house, OfferError, "Choose the channel", nowhere)


async def test_lost_match_is_moved_by_any_player_and_mentions_the_player_to_move(house: ServiceHarness) -> None:
    match = await begun(house)
    await house.service.offers.propose_move(match.id, BOB.user_id, FAR)
    await house.service.channels.mark_unreachable(match.id)
    await house.rows(match.id)
    waiting = next(seat.user_id for seat in match.seats if seat.player not in match.to_move)
    assert await house.service.offers.propose_move(match.id, waiting, THERE) is None
    moved = await house.service.history.get(match.id)
    assert (moved.channel, moved.unreachable_since) == (THERE, None)
    assert dict((await posts(house, match))[-1][1])["call"] == list(match.to_move)


async def test_match_is_lost_once_and_found_after_a_successful_post(house: ServiceHarness) -> None:
    match = await begun(house)
    await house.service.channels.mark_unreachable(match.id)
    lost_at = house.clock.now
    house.clock.now += 100
    await house.service.channels.mark_unreachable(match.id)
    assert (await house.service.history.get(match.id)).unreachable_since == lost_at
    assert await told(house, match) == [ANN.user_id, BOB.user_id], "each once"
    await house.service.channels.mark_reachable(match.id)
    assert (await house.service.history.get(match.id)).unreachable_since is None
    await house.service.channels.mark_unreachable(match.id)
    assert await told(house, match) == [ANN.user_id, BOB.user_id], "told again when it is lost again"
    await house.service.channels.mark_unreachable(match.id, ended=True)
    assert await told(house, match) == [ANN.user_id, BOB.user_id], "and with its result"
    assert await house.kinds(match.id) == [], "nothing else waits for that"


async def test_deleted_channel_loses_its_matches_and_closes_its_tables(house: ServiceHarness) -> None:
    in_thread, other = await begun(house), await house.start(place=THERE)
    table = await house.service.tables.open_table("iye", {}, CEM, PLACE)
    await house.rows(other.id)
    await house.service.channels.channel_deleted(PLACE.channel_id)
    lost, kept, closed = [await house.service.history.get(match.id) for match in (in_thread, other, table)]
    assert (lost.unreachable_since, lost.status) == (house.clock.now, MatchStatus.RUNNING)
    assert kept.unreachable_since is None
    assert (closed.status, str(closed.result)) == (
        MatchStatus.CANCELLED,
        "The channel was deleted, and the table with it.",
    )
    both = [ANN.user_id, BOB.user_id]
    assert [await told(house, match) for match in (in_thread, other, table)] == [both, [], [CEM.user_id]]


async def test_deleted_thread_reposts_the_board_and_loses_matches_opened_in_it(house: ServiceHarness) -> None:
    match, inside = await begun(house), await house.start(place=MatchChannel(50, 70))
    await house.rows(inside.id)
    await house.service.channels.thread_deleted(70)
    assert await posts(house, match) == [("turn", {"ply": match.ply, "call": [], "since": match.ply})]
    assert (await house.service.history.get(match.id)).unreachable_since is None
    assert (await house.service.history.get(inside.id)).unreachable_since is not None


async def test_matches_of_a_server_are_lost_and_found_with_the_bot(house: ServiceHarness) -> None:
    match, elsewhere = await begun(house), await house.start(place=MatchChannel(51, 90))
    unusable = await house.start(place=FAR)
    await house.rows(elsewhere.id)
    await house.rows(unusable.id)
    await house.service.channels.removed_from_server(50)
    both = [ANN.user_id, BOB.user_id]
    assert [await told(house, m) for m in (match, unusable, elsewhere)] == [both, both, []]
    await house.service.channels.server_usable_again(50, lambda place: place != FAR)
    again = {"ply": match.ply, "call": list(match.to_move), "since": match.ply}
    await house.service.channels.server_usable_again(50, lambda place: place != FAR)
    assert await posts(house, match) == [("turn", again)], "once, however often the server is found"
    assert await posts(house, unusable) == []


async def test_reposted_board_tells_the_turn_before_the_decisions(house: ServiceHarness) -> None:
    match = await bids_match(house)
    announced = match.ply
    await house.service.turns.play(match.id, ANN.user_id, match.ply, (await house.legal(match))[:1])
    await house.rows(match.id)
    await house.service.moderation.move_as_manager(match.id, STRANGER, THERE)
    (turn,) = [args for kind, args in await posts(house, match) if kind == "turn"]
    assert turn == {"ply": announced + 1, "call": [], "since": announced}


@pytest.mark.parametrize("lost", [False, True])
async def test_lost_match_plays_on_and_its_offers_work(house: ServiceHarness, *, lost: bool) -> None:
    match = await begun(house)
    if lost:
        await house.service.channels.mark_unreachable(match.id)
    await house.play(match)
    await house.service.offers.offer(match.id, ANN.user_id, OfferKind.DRAW)
    ended = await house.service.offers.answer(match.id, BOB.user_id, OfferKind.DRAW, accept=True)
    assert ended.status is MatchStatus.FINISHED
