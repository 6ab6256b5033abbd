"""The outbox: rows are written with their cause, delivered in order, and posted once."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.matches import outbox
from bot.matches.model.match import Match, OfferKind, Person
from bot.matches.model.outbox_messages import Greeting, Priority, RemoveButtons
from bot.matches.outbox import DueQueue, Outbox, OutboxRow
from tests.bot.matches.harness import ANN, BOB, CEM, CHANNEL, DANA, STRANGER, ServiceHarness

pytestmark = pytest.mark.engines("sqlite", "postgres")

EVE = Person(1005, "Eve")


async def started_match(harness: ServiceHarness) -> Match:
    match = await harness.start()
    await harness.rows(match.id)
    return match


async def next_row(harness: ServiceHarness, match: Match) -> OutboxRow:
    row = await harness.outbox.next_row(f"match:{match.id}")
    assert row is not None
    return row


async def post(harness: ServiceHarness, match: Match, message_id: int) -> OutboxRow:
    """Post the next row as a message."""
    row = await next_row(harness, match)
    await harness.outbox.delivered(row, message_id=message_id)
    return row


async def test_rows_of_a_queue_come_in_order_and_are_deleted_on_delivery(harness: ServiceHarness) -> None:
    match = await harness.start()
    first = await next_row(harness, match)
    assert first == await next_row(harness, match), "until it is delivered"
    kinds = [row.kind for row in await harness.rows(match.id)]
    assert first.kind == kinds[0]
    assert await harness.outbox.next_row(f"match:{match.id}") is None


async def test_row_has_what_the_sender_needs(harness: ServiceHarness) -> None:
    match = await started_match(harness)
    harness.clock.now += 5
    await harness.play(match)
    row = await next_row(harness, match)
    assert (row.queue_key, row.match_id, row.kind, row.attempts) == (f"match:{match.id}", match.id, "turn", 0)
    assert (row.due_at, row.created_at) == (harness.clock.now, harness.clock.now)


async def test_nonces_are_short_stable_and_never_used_again(harness: ServiceHarness) -> None:
    nonces = set()
    for number in range(1, 6):
        match = await started_match(harness)
        await harness.play(match)
        row = await next_row(harness, match)
        await harness.outbox.retry(row, 0)
        assert (await next_row(harness, match)).nonce == row.nonce
        assert len(row.nonce) <= 25
        nonces.add(row.nonce)
        assert len(nonces) == number, "ids are not reused, although the table was empty in between"
        await harness.rows(match.id)


async def test_new_board_is_stored_and_the_old_one_loses_its_buttons(harness: ServiceHarness) -> None:
    match = await harness.start()
    while (await next_row(harness, match)).kind != "turn":
        await harness.outbox.delivered(await next_row(harness, match))
    await post(harness, match, 100)
    assert (await harness.service.history.get(match.id)).board_message_id == 100
    assert await harness.outbox.next_row(f"match:{match.id}") is None, "the first board replaces none"
    await harness.play(match)
    harness.woken.clear()
    await post(harness, match, 200)
    assert (await harness.service.history.get(match.id)).board_message_id == 200
    strip = await next_row(harness, match)
    assert strip.message == RemoveButtons(match.id, 100)
    assert harness.woken == [f"match:{match.id}"]


async def test_buttons_removed_by_a_click_are_not_removed_again(harness: ServiceHarness) -> None:
    match = await harness.start()
    while (await next_row(harness, match)).kind != "turn":
        await harness.outbox.delivered(await next_row(harness, match))
    await post(harness, match, 100)
    match = (await harness.play(match)).match
    harness.outbox.note_buttons_removed(100)
    await post(harness, match, 200)
    assert await harness.rows(match.id) == []
    await harness.play(match)
    await post(harness, match, 300)
    assert [dict(row.args) for row in await harness.rows(match.id)] == [{"message_id": 200}]


async def test_only_the_newest_button_removals_are_remembered(
    harness: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "CLICKS_REMEMBERED", 2)
    match = await harness.start()
    while (await next_row(harness, match)).kind != "turn":
        await harness.outbox.delivered(await next_row(harness, match))
    await post(harness, match, 100)
    await harness.play(match)
    for other in range(1000, 1002):
        harness.outbox.note_buttons_removed(other)
    harness.outbox.note_buttons_removed(100)
    assert list(harness.outbox.without_buttons) == [1001, 100]
    await post(harness, match, 200)
    assert await harness.rows(match.id) == [], "the newest removal is known"
    assert list(harness.outbox.without_buttons) == [1001]


async def test_buttons_removed_by_another_process_are_removed_again(harness: ServiceHarness) -> None:
    """Only the process that answered a click knows that its buttons were removed."""
    match = await harness.start()
    while (await next_row(harness, match)).kind != "turn":
        await harness.outbox.delivered(await next_row(harness, match))
    await post(harness, match, 100)
    await harness.play(match)
    harness.outbox.note_buttons_removed(100)
    after_restart = Outbox(harness.database, clock=harness.clock, wake=harness.woken.append)
    await after_restart.delivered(await next_row(harness, match), message_id=200)
    assert [dict(row.args) for row in await harness.rows(match.id)] == [{"message_id": 100}]


async def test_result_replaces_the_board_and_removes_its_buttons(harness: ServiceHarness) -> None:
    match = await started_match(harness)
    await harness.play(match)
    await post(harness, match, 100)
    await harness.service.turns.resign(match.id, ANN.user_id)
    assert (await post(harness, match, 200)).kind == "result"
    assert (await harness.service.history.get(match.id)).board_message_id == 200
    assert [row.kind for row in await harness.rows(match.id)] == ["strip"]


async def test_created_thread_is_stored_with_its_match(harness: ServiceHarness) -> None:
    match = await harness.start()
    while (row := await next_row(harness, match)).kind != "place":
        await harness.outbox.delivered(row)
    await harness.outbox.delivered(row, thread_id=70)
    assert (await harness.service.history.get(match.id)).channel.target_id == 70


async def test_marking_a_row_delivered_twice_changes_nothing(harness: ServiceHarness) -> None:
    match = await started_match(harness)
    await harness.play(match)
    row = await post(harness, match, 100)
    before = await harness.dump()
    await harness.outbox.delivered(row, message_id=999)
    assert await harness.dump() == before


async def test_retried_row_stays_first_in_its_queue(harness: ServiceHarness) -> None:
    match = await started_match(harness)
    await harness.play(match)
    row = await next_row(harness, match)
    await harness.play(await harness.service.history.get(match.id))
    await harness.outbox.retry(row, harness.clock.now + 30)
    again = await next_row(harness, match)
    assert (again.id, again.attempts, again.due_at) == (row.id, 1, harness.clock.now + 30)


async def test_dropped_row_unblocks_the_others_and_is_kept(harness: ServiceHarness) -> None:
    match = await started_match(harness)
    await harness.play(match)
    row = await next_row(harness, match)
    await harness.play(await harness.service.history.get(match.id))
    await harness.outbox.failed(row, "no channel")
    assert (await next_row(harness, match)).id > row.id
    kept = await harness.database.rows("SELECT id, failed, failed_at FROM outbox WHERE failed IS NOT NULL")
    assert [tuple(found) for found in kept] == [(row.id, "no channel", harness.clock.now)]


async def test_matches_whose_newest_board_was_dropped_are_found(harness: ServiceHarness) -> None:
    lost, older, fine = [await started_match(harness) for _ in range(3)]
    for match in (lost, older):
        await harness.play(match)
        await harness.outbox.failed(await next_row(harness, match), "gone")
    await harness.play(await harness.service.history.get(older.id))
    asked = [lost.id, older.id, fine.id, 999]
    assert await harness.outbox.unposted(asked) == {lost.id}
    assert await harness.outbox.unposted([older.id]) == frozenset()
    assert await harness.outbox.unposted([]) == frozenset()


async def test_restart_finds_every_queue_with_the_time_of_its_next_row(path: Path) -> None:
    async with await ServiceHarness.open(path) as harness:
        matches = [await started_match(harness) for _ in range(4)]
        for match in matches[:3]:
            await harness.play(match)
        late, dropped = matches[1], matches[2]
        await harness.outbox.retry(await next_row(harness, late), harness.clock.now + 600)
        await harness.outbox.failed(await next_row(harness, dropped), "gone")
    async with await ServiceHarness.open(path) as again:
        now = again.clock.now + 60
        assert await again.outbox.due_queues(now) == [
            DueQueue(f"match:{matches[0].id}", now, Priority.PUBLIC),
            DueQueue(f"match:{late.id}", again.clock.now + 600, Priority.PUBLIC),
        ]


async def test_postponed_row_is_due_later_without_an_attempt(harness: ServiceHarness) -> None:
    match = await started_match(harness)
    now = harness.clock.now
    await harness.service.turns.resign(match.id, ANN.user_id, posted_after=60)
    (due,) = [due for due in await harness.outbox.due_queues(now) if due.queue_key == f"match:{match.id}"]
    assert due.due_at == now + 60
    assert (await next_row(harness, match)).is_put_off
    await harness.service.context.database.write(lambda tx: harness.service.context.outbox.release(tx, [match.id]))
    (due,) = [due for due in await harness.outbox.due_queues(now) if due.queue_key == f"match:{match.id}"]
    assert due.due_at == now
    assert not (await next_row(harness, match)).is_put_off


async def test_server_is_greeted_only_once(harness: ServiceHarness) -> None:
    assert await harness.outbox.greet(50)
    assert harness.woken == ["guild:50"]
    row = await harness.outbox.next_row("guild:50")
    assert row is not None
    assert (row.match_id, row.message) == (None, Greeting(50))
    await harness.outbox.delivered(row)
    assert not await harness.outbox.greet(50)
    assert await harness.outbox.next_row("guild:50") is None


@pytest.mark.parametrize("act", ["offer", "decline", "resign", "abort", "rematch"])
async def test_new_row_wakes_its_queue_once_after_the_commit(harness: ServiceHarness, act: str) -> None:
    """The queue is woken once its row can be read."""
    match = await started_match(harness)
    if act == "decline":
        await harness.service.offers.offer(match.id, ANN.user_id, OfferKind.DRAW)
    if act == "rematch":
        await harness.service.turns.resign(match.id, ANN.user_id)
    harness.woken.clear()
    match_id = match.id
    if act == "offer":
        await harness.service.offers.offer(match_id, ANN.user_id, OfferKind.DRAW)
    elif act == "decline":
        await harness.service.offers.answer(match_id, BOB.user_id, OfferKind.DRAW, accept=False)
    elif act == "resign":
        await harness.service.turns.resign(match_id, ANN.user_id)
    elif act == "abort":
        await harness.service.moderation.abort_as_manager(match_id, STRANGER, "spam")
    else:
        await harness.service.offers.offer(match_id, ANN.user_id, OfferKind.REMATCH)
    assert harness.woken == [f"match:{match_id}"]
    assert await harness.outbox.next_row(f"match:{match_id}") is not None


async def post_all(harness: ServiceHarness, match: Match, message_id: int) -> list[dict[str, object]]:
    """Post all rows of a match, numbered from ``message_id``; return the removals of buttons."""
    removals = []
    while (row := await harness.outbox.next_row(f"match:{match.id}")) is not None:
        removals += [(await harness.stored(row)).args] if isinstance(row.message, RemoveButtons) else []
        await harness.outbox.delivered(row, message_id=message_id)
        message_id += 1
    return removals


async def test_closed_offer_loses_its_buttons(harness: ServiceHarness) -> None:
    match = await started_match(harness)
    service = harness.service
    await service.offers.offer(match.id, ANN.user_id, OfferKind.DRAW)
    assert await post_all(harness, match, 100) == [], "the offer is open"
    await service.offers.answer(match.id, BOB.user_id, OfferKind.DRAW, accept=False)
    assert await post_all(harness, match, 200) == [{"message_id": 100, "channel": CHANNEL.channel_id}]
    await service.offers.offer(match.id, ANN.user_id, OfferKind.ABORT)
    assert await post_all(harness, match, 300) == []
    await harness.play(match)
    assert await post_all(harness, match, 400) == [], "a turn does not close an offer to abort"
    await service.turns.resign(match.id, ANN.user_id)
    off = [args["message_id"] for args in await post_all(harness, match, 500)]
    assert off == [400, 300], "and the board before the result"
    for number, other in enumerate((False, True)):
        await service.offers.offer(match.id, ANN.user_id, OfferKind.REMATCH)
        await post_all(harness, match, 600 + number)
        await service.offers.answer(match.id, BOB.user_id, OfferKind.REMATCH, accept=other)
        assert [args["message_id"] for args in await post_all(harness, match, 700)] == [600 + number]


async def test_press_that_answers_an_offer_removes_its_buttons(harness: ServiceHarness) -> None:
    match = await started_match(harness)
    await harness.service.offers.offer(match.id, ANN.user_id, OfferKind.DRAW)
    await post_all(harness, match, 100)
    await harness.service.offers.answer(match.id, BOB.user_id, OfferKind.DRAW, accept=False)
    harness.outbox.note_buttons_removed(100)
    assert await post_all(harness, match, 200) == []
    assert list(harness.outbox.without_buttons) == []


async def test_offer_answered_before_it_was_posted_loses_its_buttons(harness: ServiceHarness) -> None:
    match = await started_match(harness)
    await harness.service.offers.offer(match.id, ANN.user_id, OfferKind.DRAW)
    await harness.service.offers.answer(match.id, BOB.user_id, OfferKind.DRAW, accept=False)
    assert [args["message_id"] for args in await post_all(harness, match, 100)] == [100]


async def test_buttons_are_removed_where_the_message_was_posted(harness: ServiceHarness) -> None:
    """The match has moved to another channel since."""
    match = await started_match(harness)
    await harness.service.offers.offer(match.id, ANN.user_id, OfferKind.DRAW)
    await post_all(harness, match, 100)
    there = replace(CHANNEL, channel_id=CHANNEL.channel_id + 1)
    await harness.service.offers.propose_move(match.id, ANN.user_id, there)
    await post_all(harness, match, 200)
    await harness.service.offers.propose_move(match.id, BOB.user_id, there)
    assert {"message_id": 200, "channel": CHANNEL.channel_id} in await post_all(harness, match, 300)
    await harness.service.offers.answer(match.id, BOB.user_id, OfferKind.DRAW, accept=False)
    assert await post_all(harness, match, 400) == [{"message_id": 100, "channel": CHANNEL.channel_id}]


async def test_seat_notice_loses_its_button_when_taken_or_offered_otherwise(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, CEM, game="lap")
    await harness.rows(match.id)
    service = harness.service
    await service.substitution.offer_seat(match.id, ANN.user_id)
    await post_all(harness, match, 100)
    await service.substitution.offer_seat(match.id, ANN.user_id, EVE)
    assert [args["message_id"] for args in await post_all(harness, match, 200)] == [100]
    await service.substitution.take_over(match.id, EVE)
    assert 200 in [args["message_id"] for args in await post_all(harness, match, 300)]
    await service.turns.resign(match.id, BOB.user_id)
    await post_all(harness, match, 400)
    (left,) = await harness.database.rows("SELECT about, message_id FROM answerable")
    assert left["about"] == "seat:1"
    await service.substitution.take_over(match.id, DANA)
    assert left["message_id"] in [args["message_id"] for args in await post_all(harness, match, 500)]
    assert await harness.database.rows("SELECT * FROM answerable") == []
