"""The outbox: rows are written with their cause, worked off in order, and posted once."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.matches import outbox
from bot.matches.model.match import Match, OfferKind, Person
from bot.matches.model.outbox_messages import Greeting, Priority, RemoveButtons
from bot.matches.outbox import DueQueue, Outbox, OutboxRow
from tests.bot.matches.harness import ANN, BOB, CEM, DANA, PLACE, STRANGER, ServiceHarness

EVE = Person(1005, "Eve")


async def begun(house: ServiceHarness) -> Match:
    match = await house.start()
    await house.rows(match.id)
    return match


async def next_row(house: ServiceHarness, match: Match) -> OutboxRow:
    row = await house.outbox.next_row(f"match:{match.id}")
    assert row is not None
    return row


async def post(house: ServiceHarness, match: Match, message_id: int) -> OutboxRow:
    """Post the next row as a message."""
    row = await next_row(house, match)
    await house.outbox.delivered(row, message_id=message_id)
    return row


async def test_rows_of_a_queue_come_in_order_and_are_deleted_on_delivery(house: ServiceHarness) -> None:
    match = await house.start()
    first = await next_row(house, match)
    assert first == await next_row(house, match), "until it is delivered"
    kinds = [row.kind for row in await house.rows(match.id)]
    assert first.kind == kinds[0]
    assert await house.outbox.next_row(f"match:{match.id}") is None


async def test_row_has_what_the_sender_needs(house: ServiceHarness) -> None:
    match = await begun(house)
    house.clock.now += 5
    await house.play(match)
    row = await next_row(house, match)
    assert (row.queue_key, row.match_id, row.kind, row.attempts) == (f"match:{match.id}", match.id, "turn", 0)
    assert (row.due_at, row.created_at) == (house.clock.now, house.clock.now)


async def test_nonces_are_short_stable_and_never_used_again(house: ServiceHarness) -> None:
    nonces = set()
    for number in range(1, 6):
        match = await begun(house)
        await house.play(match)
        row = await next_row(house, match)
        await house.outbox.retry(row, 0)
        assert (await next_row(house, match)).nonce == row.nonce
        assert len(row.nonce) <= 25
        nonces.add(row.nonce)
        assert len(nonces) == number, "ids are not given out twice, though the table was empty in between"
        await house.rows(match.id)


async def test_new_board_is_stored_and_the_old_one_loses_its_buttons(house: ServiceHarness) -> None:
    match = await house.start()
    while (await next_row(house, match)).kind != "turn":
        await house.outbox.delivered(await next_row(house, match))
    await post(house, match, 100)
    assert (await house.service.history.get(match.id)).board_message_id == 100
    assert await house.outbox.next_row(f"match:{match.id}") is None, "there is no board before the first"
    await house.play(match)
    house.woken.clear()
    await post(house, match, 200)
    assert (await house.service.history.get(match.id)).board_message_id == 200
    strip = await next_row(house, match)
    assert strip.message == RemoveButtons(match.id, 100)
    assert house.woken == [f"match:{match.id}"]


async def test_click_that_removes_the_buttons_saves_the_edit(house: ServiceHarness) -> None:
    match = await house.start()
    while (await next_row(house, match)).kind != "turn":
        await house.outbox.delivered(await next_row(house, match))
    await post(house, match, 100)
    match = (await house.play(match)).match
    house.outbox.note_buttons_removed(100)
    await post(house, match, 200)
    assert await house.rows(match.id) == []
    await house.play(match)
    await post(house, match, 300)
    assert [dict(row.args) for row in await house.rows(match.id)] == [{"message_id": 200}]


async def test_late_clicks_are_not_stored_forever(house: ServiceHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "CLICKS_REMEMBERED", 2)
    match = await house.start()
    while (await next_row(house, match)).kind != "turn":
        await house.outbox.delivered(await next_row(house, match))
    await post(house, match, 100)
    await house.play(match)
    for over in range(1000, 1002):
        house.outbox.note_buttons_removed(over)
    house.outbox.note_buttons_removed(100)
    assert list(house.outbox.without_buttons) == [1001, 100]
    await post(house, match, 200)
    assert await house.rows(match.id) == [], "the newest are known"
    assert list(house.outbox.without_buttons) == [1001]


async def test_buttons_removed_by_another_process_are_removed_again(house: ServiceHarness) -> None:
    """A click is committed before it is answered: only who saw the answer go out knows that the buttons are off."""
    match = await house.start()
    while (await next_row(house, match)).kind != "turn":
        await house.outbox.delivered(await next_row(house, match))
    await post(house, match, 100)
    await house.play(match)
    house.outbox.note_buttons_removed(100)
    after_restart = Outbox(house.database, clock=house.clock, wake=house.woken.append)
    await after_restart.delivered(await next_row(house, match), message_id=200)
    assert [dict(row.args) for row in await house.rows(match.id)] == [{"message_id": 100}]


async def test_result_is_a_board(house: ServiceHarness) -> None:
    match = await begun(house)
    await house.play(match)
    await post(house, match, 100)
    await house.service.turns.resign(match.id, ANN.user_id)
    assert (await post(house, match, 200)).kind == "result"
    assert (await house.service.history.get(match.id)).board_message_id == 200
    assert [row.kind for row in await house.rows(match.id)] == ["strip"]


async def test_thread_is_stored(house: ServiceHarness) -> None:
    match = await house.start()
    while (row := await next_row(house, match)).kind != "place":
        await house.outbox.delivered(row)
    await house.outbox.delivered(row, thread_id=70)
    assert (await house.service.history.get(match.id)).channel.target_id == 70


async def test_marking_a_row_delivered_twice_changes_nothing(house: ServiceHarness) -> None:
    match = await begun(house)
    await house.play(match)
    row = await post(house, match, 100)
    before = await house.dump()
    await house.outbox.delivered(row, message_id=999)
    assert await house.dump() == before


async def test_retried_row_keeps_its_place(house: ServiceHarness) -> None:
    match = await begun(house)
    await house.play(match)
    row = await next_row(house, match)
    await house.play(await house.service.history.get(match.id))
    await house.outbox.retry(row, house.clock.now + 30)
    again = await next_row(house, match)
    assert (again.id, again.attempts, again.due_at) == (row.id, 1, house.clock.now + 30)


async def test_dropped_row_unblocks_the_others_and_is_kept(house: ServiceHarness) -> None:
    match = await begun(house)
    await house.play(match)
    row = await next_row(house, match)
    await house.play(await house.service.history.get(match.id))
    await house.outbox.failed(row, "no channel")
    assert (await next_row(house, match)).id > row.id
    kept = await house.database.rows("SELECT id, failed, failed_at FROM outbox WHERE failed IS NOT NULL")
    assert [tuple(found) for found in kept] == [(row.id, "no channel", house.clock.now)]


async def test_matches_whose_newest_board_was_dropped(house: ServiceHarness) -> None:
    lost, older, fine = [await begun(house) for _ in range(3)]
    for match in (lost, older):
        await house.play(match)
        await house.outbox.failed(await next_row(house, match), "gone")
    await house.play(await house.service.history.get(older.id))
    asked = [lost.id, older.id, fine.id, 999]
    assert await house.outbox.unposted(asked) == {lost.id}
    assert await house.outbox.unposted([older.id]) == frozenset()
    assert await house.outbox.unposted([]) == frozenset()


async def test_restart_finds_every_queue_with_the_time_of_its_next_row(path: Path) -> None:
    async with await ServiceHarness.open(path) as house:
        matches = [await begun(house) for _ in range(4)]
        for match in matches[:3]:
            await house.play(match)
        late, given_up = matches[1], matches[2]
        await house.outbox.retry(await next_row(house, late), house.clock.now + 600)
        await house.outbox.failed(await next_row(house, given_up), "gone")
    async with await ServiceHarness.open(path) as again:
        now = again.clock.now + 60
        assert await again.outbox.due_queues(now) == [
            DueQueue(f"match:{matches[0].id}", now, Priority.PUBLIC),
            DueQueue(f"match:{late.id}", again.clock.now + 600, Priority.PUBLIC),
        ]


async def test_postponed_row_is_due_later_without_an_attempt(house: ServiceHarness) -> None:
    match = await begun(house)
    now = house.clock.now
    await house.service.turns.resign(match.id, ANN.user_id, posted_after=60)
    (due,) = [due for due in await house.outbox.due_queues(now) if due.queue_key == f"match:{match.id}"]
    assert due.due_at == now + 60
    assert (await next_row(house, match)).is_put_off
    await house.service.context.database.write(lambda tx: house.service.context.outbox.release(tx, [match.id]))
    (due,) = [due for due in await house.outbox.due_queues(now) if due.queue_key == f"match:{match.id}"]
    assert due.due_at == now
    assert not (await next_row(house, match)).is_put_off


async def test_server_is_greeted_only_once(house: ServiceHarness) -> None:
    assert await house.outbox.greet(50)
    assert house.woken == ["guild:50"]
    row = await house.outbox.next_row("guild:50")
    assert row is not None
    assert (row.match_id, row.message) == (None, Greeting(50))
    await house.outbox.delivered(row)
    assert not await house.outbox.greet(50)
    assert await house.outbox.next_row("guild:50") is None


@pytest.mark.parametrize("act", ["offer", "decline", "resign", "abort", "rematch"])
async def test_new_row_wakes_its_queue_once_after_the_commit(house: ServiceHarness, act: str) -> None:
    """The lane is woken when its row can be read: a sender that looks at once finds it."""
    match = await begun(house)
    if act == "decline":
        await house.service.offers.offer(match.id, ANN.user_id, OfferKind.DRAW)
    if act == "rematch":
        await house.service.turns.resign(match.id, ANN.user_id)
    house.woken.clear()
    match_id = match.id
    if act == "offer":
        await house.service.offers.offer(match_id, ANN.user_id, OfferKind.DRAW)
    elif act == "decline":
        await house.service.offers.answer(match_id, BOB.user_id, OfferKind.DRAW, accept=False)
    elif act == "resign":
        await house.service.turns.resign(match_id, ANN.user_id)
    elif act == "abort":
        await house.service.moderation.abort_as_manager(match_id, STRANGER, "spam")
    else:
        await house.service.offers.offer(match_id, ANN.user_id, OfferKind.REMATCH)
    assert house.woken == [f"match:{match_id}"]
    assert await house.outbox.next_row(f"match:{match_id}") is not None


async def settled(house: ServiceHarness, match: Match, message_id: int) -> list[dict[str, object]]:
    """Post everything that waits about a match, the first as a message; what is taken off it."""
    stripped = []
    while (row := await house.outbox.next_row(f"match:{match.id}")) is not None:
        stripped += [(await house.stored(row)).args] if isinstance(row.message, RemoveButtons) else []
        await house.outbox.delivered(row, message_id=message_id)
        message_id += 1
    return stripped


async def test_closed_offer_loses_its_buttons(house: ServiceHarness) -> None:
    match = await begun(house)
    service = house.service
    await service.offers.offer(match.id, ANN.user_id, OfferKind.DRAW)
    assert await settled(house, match, 100) == [], "it stands"
    await service.offers.answer(match.id, BOB.user_id, OfferKind.DRAW, accept=False)
    assert await settled(house, match, 200) == [{"message_id": 100, "channel": PLACE.channel_id}]
    await service.offers.offer(match.id, ANN.user_id, OfferKind.ABORT)
    assert await settled(house, match, 300) == []
    await house.play(match)
    assert await settled(house, match, 400) == [], "a turn says nothing about an early end"
    await service.turns.resign(match.id, ANN.user_id)
    off = [args["message_id"] for args in await settled(house, match, 500)]
    assert off == [400, 300], "with the board before the result"
    for number, other in enumerate((False, True)):
        await service.offers.offer(match.id, ANN.user_id, OfferKind.REMATCH)
        await settled(house, match, 600 + number)
        await service.offers.answer(match.id, BOB.user_id, OfferKind.REMATCH, accept=other)
        assert [args["message_id"] for args in await settled(house, match, 700)] == [600 + number]


async def test_press_that_answers_an_offer_removes_its_buttons(house: ServiceHarness) -> None:
    match = await begun(house)
    await house.service.offers.offer(match.id, ANN.user_id, OfferKind.DRAW)
    await settled(house, match, 100)
    await house.service.offers.answer(match.id, BOB.user_id, OfferKind.DRAW, accept=False)
    house.outbox.note_buttons_removed(100)
    assert await settled(house, match, 200) == []
    assert list(house.outbox.without_buttons) == []


async def test_offer_answered_before_it_was_posted_keeps_no_buttons(house: ServiceHarness) -> None:
    match = await begun(house)
    await house.service.offers.offer(match.id, ANN.user_id, OfferKind.DRAW)
    await house.service.offers.answer(match.id, BOB.user_id, OfferKind.DRAW, accept=False)
    assert [args["message_id"] for args in await settled(house, match, 100)] == [100]


async def test_buttons_are_removed_where_the_message_was_posted(house: ServiceHarness) -> None:
    """The match goes on elsewhere meanwhile."""
    match = await begun(house)
    await house.service.offers.offer(match.id, ANN.user_id, OfferKind.DRAW)
    await settled(house, match, 100)
    there = replace(PLACE, channel_id=PLACE.channel_id + 1)
    await house.service.offers.propose_move(match.id, ANN.user_id, there)
    await settled(house, match, 200)
    await house.service.offers.propose_move(match.id, BOB.user_id, there)
    assert {"message_id": 200, "channel": PLACE.channel_id} in await settled(house, match, 300)
    await house.service.offers.answer(match.id, BOB.user_id, OfferKind.DRAW, accept=False)
    assert await settled(house, match, 400) == [{"message_id": 100, "channel": PLACE.channel_id}]


async def test_seat_notice_loses_its_button_when_taken_or_offered_otherwise(house: ServiceHarness) -> None:
    match = await house.start(ANN, BOB, CEM, game="lap")
    await house.rows(match.id)
    service = house.service
    await service.seats.offer_seat(match.id, ANN.user_id)
    await settled(house, match, 100)
    await service.seats.offer_seat(match.id, ANN.user_id, EVE)
    assert [args["message_id"] for args in await settled(house, match, 200)] == [100]
    await service.seats.take_over(match.id, EVE)
    assert 200 in [args["message_id"] for args in await settled(house, match, 300)]
    await service.turns.resign(match.id, BOB.user_id)
    await settled(house, match, 400)
    (left,) = await house.database.rows("SELECT about, message_id FROM answerable")
    assert left["about"] == "seat:1"
    await service.seats.take_over(match.id, DANA)
    assert left["message_id"] in [args["message_id"] for args in await settled(house, match, 500)]
    assert await house.database.rows("SELECT * FROM answerable") == []
