"""Only people are notified and waited for: nothing is addressed to the seats of computer players, nor counts them."""

import asyncio
import json

import pytest

from bot.matches.history.verification import verify_export
from bot.matches.jobs.idle_limits import STALE_DAYS, WARNING_DAYS
from bot.matches.model.match import Match, MatchStatus, OfferKind
from bot.matches.model.time_control import DAY, TermsRequest, TimeoutAction
from bot.matches.store.personal_data import owned
from engines.text import Seat, T
from tests.bot.matches.computers.steps import ann_to_move, play_as_ann, until_person
from tests.bot.matches.harness import ANN, BOB, CEM, CHANNEL, ServiceHarness
from tests.bot.matches.virtual_time import VirtualTime

OWN_ROWS = {"seats"}
"""Tables in which computer players have rows."""


@pytest.fixture
def virtual_time(harness: ServiceHarness) -> VirtualTime:
    return VirtualTime(harness)


async def with_bob(harness: ServiceHarness, game: str = "totem", pace: str = "none") -> Match:
    """A match of Ann, Bob and a computer player, in which a person is to move."""
    table = await harness.service.tables.open_table(
        game, {}, ANN, CHANNEL, players=3, computers=(1,), terms=TermsRequest(pace)
    )
    match = await harness.service.tables.join(table.id, BOB)
    await harness.service.computer_turns.open()
    return await until_person(harness, match)


async def addressed(harness: ServiceHarness) -> list[object]:
    """Return all rows that belong to no user, in tables of users, jobs and messages to be posted."""
    found: list[object] = []
    for table in await harness.database.read(owned):
        if table not in OWN_ROWS:
            sql = f"SELECT * FROM {table} WHERE user_id < 0"
            found += [(table, *one) for one in await harness.database.rows(sql)]
    found += [tuple(row) for row in await harness.database.rows("SELECT * FROM outbox WHERE lane GLOB '*:-*'")]
    found += [tuple(row) for row in await harness.database.rows("SELECT * FROM due WHERE key GLOB '*:-*'")]
    for row in await harness.database.rows("SELECT kind, args FROM outbox"):
        mention = json.loads(row["args"]).get("mention", [])
        if any(user_id <= 0 for user_id in mention):
            found.append(tuple(row))
    return found


async def test_pause_and_its_end_are_told_to_people_alone(harness: ServiceHarness) -> None:
    match = await ann_to_move(harness, 1, game="iye")
    harness.decider.held = asyncio.Event()
    await harness.service.turns.play(match.id, ANN.user_id, match.ply, (await harness.legal(match, 0))[:1])
    assert (await harness.service.history.get(match.id)).to_move == (1,)
    await harness.service.offers.offer(match.id, ANN.user_id, OfferKind.PAUSE)
    await harness.service.offers.offer(match.id, ANN.user_id, OfferKind.RESUME)
    assert await addressed(harness) == []
    harness.decider.held.set()
    await until_person(harness, match)


async def test_match_that_waits_for_its_person_is_warned_and_ends(
    harness: ServiceHarness, virtual_time: VirtualTime
) -> None:
    match = await play_as_ann(harness, await ann_to_move(harness, 1, game="iye"))
    posted = await virtual_time.pass_time((STALE_DAYS - WARNING_DAYS) * DAY + DAY)
    (warning,) = [message for message in posted if message.kind == "notice" and "Nobody has moved" in message.text]
    assert warning.args["mention"] == [ANN.user_id]
    await virtual_time.pass_time(WARNING_DAYS * DAY)
    ended = await harness.service.history.get(match.id)
    assert ended.status is MatchStatus.ABORTED
    assert await addressed(harness) == []


async def test_match_that_waits_for_a_computer_player_is_warned_and_ends(
    harness: ServiceHarness, virtual_time: VirtualTime
) -> None:
    match = await ann_to_move(harness, 1, game="iye")
    harness.decider.held = asyncio.Event()  # as if they were switched off
    await harness.service.turns.play(match.id, ANN.user_id, match.ply, (await harness.legal(match, 0))[:1])
    posted = await virtual_time.pass_time((STALE_DAYS - WARNING_DAYS) * DAY + DAY)
    (warning,) = [message for message in posted if message.kind == "notice" and "Nobody has moved" in message.text]
    assert warning.args["mention"] == [ANN.user_id]
    await virtual_time.pass_time(WARNING_DAYS * DAY)
    assert (await harness.service.history.get(match.id)).status is MatchStatus.ABORTED


async def test_computer_players_never_run_out_of_time(harness: ServiceHarness, virtual_time: VirtualTime) -> None:
    match = await with_bob(harness, pace="1d + 12h")
    assert {clock.player for clock in match.clocks} == {seat.player for seat in match.people}
    harness.decider.held = asyncio.Event()
    while not all(match.seat_at(player).computer for player in match.to_move):
        holder = match.seat_at(match.to_move[0])
        moves = (await harness.legal(match, holder.player))[:1]
        match = (await harness.service.turns.play(match.id, holder.user_id, match.ply, moves)).match
    posted = await virtual_time.pass_time(20 * DAY)
    assert [message for message in posted if message.kind in {"question", "reminder", "nudge", "notice"}] == []
    assert not any(clock.deadline for clock in (await harness.service.history.get(match.id)).clocks)
    assert await addressed(harness) == []
    harness.decider.held.set()
    match = await until_person(harness, match)
    assert match.status is MatchStatus.RUNNING
    assert set(match.to_move) <= {seat.player for seat in match.people}


async def test_timeout_of_one_person_is_decided_by_the_other_alone(
    harness: ServiceHarness, virtual_time: VirtualTime
) -> None:
    match = await with_bob(harness, pace="1d + 12h")
    (late,) = match.to_move
    other = next(seat for seat in match.people if seat.player != late)
    posted = await virtual_time.pass_time(40 * 3600)
    assert "question" in {message.kind for message in posted}
    open_timeout = await harness.service.votes.open_timeout(match.id)
    assert open_timeout is not None
    assert open_timeout[1] == (other.player,)
    assert await addressed(harness) == []


async def test_reminders_and_direct_messages_go_to_people_alone(
    harness: ServiceHarness, virtual_time: VirtualTime
) -> None:
    for person in (ANN, BOB):
        await harness.service.player_settings.change(person.user_id, notify_by="dm", remind_every=6 * 3600)
    match = await with_bob(harness)
    await harness.service.spectators.watch(match.id, CEM.user_id)
    await harness.service.holidays.go_away(BOB.user_id, harness.clock() + 50, harness.clock() + 5 * DAY)
    for _ in range(6):
        match = await harness.service.history.get(match.id)
        holder = match.seat_at(match.to_move[0])
        moves = (await harness.legal(match, holder.player))[:1]
        await harness.service.turns.play(match.id, holder.user_id, match.ply, moves)
        await until_person(harness, match)
        assert await addressed(harness) == []
        await virtual_time.pass_time(DAY)
        assert await addressed(harness) == []
    queues = {message.queue_key for message in virtual_time.posted}
    assert queues, "something was posted"
    assert {int(queue.rpartition(":")[2]) for queue in queues} <= {match.id, ANN.user_id, BOB.user_id, CEM.user_id}


async def test_computer_players_are_in_nobodys_list_and_manage_nothing(harness: ServiceHarness) -> None:
    match = await with_bob(harness)
    for seat in match.seats:
        found = await harness.service.history.matches_of(seat.user_id) if seat.computer is None else []
        assert [one.id for one in found] == ([match.id] if seat.computer is None else [])
    ended = await harness.service.moderation.abort_as_manager(match.id, CEM.user_id, "late")
    assert ended.status is MatchStatus.ABORTED
    assert await addressed(harness) == []
    await harness.service.computer_turns.until_idle()
    assert (await harness.service.history.get(match.id)).ply == ended.ply


@pytest.mark.parametrize("levels", [(), (1,)])
async def test_match_that_was_ended_by_vote_after_a_timeout_can_be_verified(
    harness: ServiceHarness, virtual_time: VirtualTime, levels: tuple[int, ...]
) -> None:
    service = harness.service
    match = await service.tables.open_table(
        "totem", {}, ANN, CHANNEL, players=3, computers=levels, terms=TermsRequest("1d + 12h")
    )
    for person in (BOB, CEM)[: 2 - len(levels)]:
        match = await service.tables.join(match.id, person)
    await service.computer_turns.open()
    match = await until_person(harness, match)
    await virtual_time.pass_time(40 * 3600)
    for seat in match.people:
        if seat.player not in match.to_move:
            await service.timeouts.vote(match.id, seat.user_id, TimeoutAction.END)
    ended = await service.history.get(match.id)
    assert ended.status is MatchStatus.FINISHED
    assert (await service.history.verify(match.id)).holds
    file = await service.history.export(match.id, None)
    assert verify_export(file).holds
    forged = json.loads(file)
    winners = {"players": {"seat": match.to_move[0]}}
    forged["result"]["args"] = [[name, winners.get(name, value)] for name, value in forged["result"]["args"]]
    assert not verify_export(json.dumps(forged)).end_matches, "who has left does not win"


async def test_only_person_of_a_match_is_named_when_it_ends_because_they_leave(harness: ServiceHarness) -> None:
    match = await ann_to_move(harness, 1, 1, game="totem")
    (person,) = match.people
    await harness.service.turns.resign(match.id, ANN.user_id)
    ended = await harness.service.history.get(match.id)
    assert ended.status is MatchStatus.FINISHED
    assert ended.result == T("{player} resigns.", player=Seat(person.player))
    file = await harness.service.history.export(match.id, None)
    assert verify_export(file).holds
    forged = json.loads(file)
    forged["result"]["args"] = [["player", {"seat": (person.player + 1) % 3}]]
    assert not verify_export(json.dumps(forged)).end_matches, "a computer player did not leave"
