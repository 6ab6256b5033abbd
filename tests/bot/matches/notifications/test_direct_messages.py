"""Private sheets in the outbox: who gets them, which are skipped, and which message holds a player's sheet."""

from __future__ import annotations

import pytest

from bot.matches.model.match import DirectMessage, Match, MatchStatus, OfferKind
from bot.matches.model.outbox_messages import DeleteSheet, Queue, Sheet
from bot.matches.outbox import OutboxRow
from tests.bot.matches.harness import ANN, BOB, CEM, ServiceHarness
from tests.bot.matches.timed_matches import start_timed_match

pytestmark = pytest.mark.engines("sqlite", "postgres")


async def sheets(harness: ServiceHarness, match: Match, player: int) -> list[OutboxRow]:
    """Take all rows of a player's sheet queue."""
    rows = []
    while (row := await harness.outbox.next_row(Queue.SHEET.key(match.id, player))) is not None:
        rows.append(row)
        await harness.outbox.delivered(row)
    return rows


async def are_new(harness: ServiceHarness, match: Match, player: int) -> list[bool]:
    """Return whether each waiting sheet is a new message, and not an edit."""
    return [isinstance(row.message, Sheet) and row.message.new for row in await sheets(harness, match, player)]


async def match_with_sheets(harness: ServiceHarness) -> Match:
    """Return a match of three with secrets, whose first sheets are posted."""
    match = await harness.start(ANN, BOB, CEM, game="bids")
    for player in range(3):
        (row,) = await sheets(harness, match, player)
        assert row.message == Sheet(match.id, player, match.ply, new=True)
    return match


async def test_decision_updates_only_the_sheet_of_its_player(harness: ServiceHarness) -> None:
    match = await match_with_sheets(harness)
    move, *_ = await harness.legal(match)
    await harness.service.turns.play(match.id, ANN.user_id, match.ply, [move])
    (row,) = await sheets(harness, match, 0)
    assert row.message == Sheet(match.id, 0, match.ply + 1, new=False)
    assert await sheets(harness, match, 1) == []
    assert await sheets(harness, match, 2) == []


async def test_sheet_answered_by_its_interaction_is_not_posted(harness: ServiceHarness) -> None:
    match = await match_with_sheets(harness)
    move, *_ = await harness.legal(match)
    for person in (BOB, CEM, ANN):
        await harness.service.turns.play(match.id, person.user_id, match.ply, [move], in_dm=person is not CEM)
    assert await sheets(harness, match, 0) == [], "the clicked message shows the next sheet"
    assert await are_new(harness, match, 1) == [True]
    assert await are_new(harness, match, 2) == [False, True]


async def test_sheets_are_updated_on_leaving_and_at_the_end(harness: ServiceHarness) -> None:
    match = await match_with_sheets(harness)
    await harness.service.turns.resign(match.id, BOB.user_id)
    assert await are_new(harness, match, 1) == [False]
    await sheets(harness, match, 0)
    await harness.service.moderation.abort_as_manager(match.id, 1, "spam")
    for player in range(3):
        assert (await are_new(harness, match, player))[-1:] == [False]


async def test_result_is_not_posted_on_the_sheet_that_the_last_decision_answers(harness: ServiceHarness) -> None:
    match = await match_with_sheets(harness)
    while match.status is MatchStatus.RUNNING:
        for player, person in enumerate((ANN, BOB, CEM)):
            move, *_ = await harness.legal(match, player)
            match = (await harness.service.turns.play(match.id, person.user_id, match.ply, [move], in_dm=True)).match
    assert await are_new(harness, match, 2) == [], "Cem decides last, and every click shows what follows"
    assert (await are_new(harness, match, 0))[-1:] == [False]


async def test_changed_deadlines_are_shown_on_sheets(harness: ServiceHarness) -> None:
    match = await start_timed_match(harness, ANN, BOB, game="bids")
    for player in range(2):
        await sheets(harness, match, player)
    await harness.service.offers.offer(match.id, ANN.user_id, OfferKind.PAUSE)
    await harness.service.offers.answer(match.id, BOB.user_id, OfferKind.PAUSE, accept=True)
    for player in range(2):
        assert [row.message for row in await sheets(harness, match, player)] == [
            Sheet(match.id, player, match.ply, new=False)
        ]


async def test_games_without_secrets_have_no_sheets(harness: ServiceHarness) -> None:
    match = await harness.start()
    assert await sheets(harness, match, 0) == []


async def test_later_sheet_replaces_an_earlier_one_unless_a_new_message_would_be_lost(harness: ServiceHarness) -> None:
    match = await match_with_sheets(harness)
    move, *_ = await harness.legal(match)
    await harness.service.turns.play(match.id, ANN.user_id, match.ply, [move])
    refresh = await harness.outbox.next_row(Queue.SHEET.key(match.id, 0))
    assert refresh is not None
    assert not await harness.outbox.is_superseded(refresh, new=False)
    for person in (BOB, CEM):
        await harness.service.turns.play(match.id, person.user_id, match.ply, [move])
    assert await harness.outbox.is_superseded(refresh, new=False), "a new message shows everything"
    _, new = await sheets(harness, match, 0)
    assert isinstance(new.message, Sheet)
    assert new.message.new
    later = (await harness.service.history.get(match.id)).ply
    await harness.service.turns.play(match.id, ANN.user_id, later, [(await harness.legal(match))[0]])
    assert not await harness.outbox.is_superseded(new, new=True), "an edit notifies nobody"


async def test_player_has_one_sheet_message_and_the_earlier_one_is_deleted(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, CEM, game="bids")
    assert await harness.service.direct_messages.sheet_message(match.id, 0) == DirectMessage(None, dm_blocked=False)
    move, *_ = await harness.legal(match)
    queue_key = Queue.SHEET.key(match.id, 0)
    first = await harness.outbox.next_row(queue_key)
    assert first is not None
    await harness.outbox.delivered(first, message_id=71)
    assert await harness.service.direct_messages.sheet_message(match.id, 0) == DirectMessage(71, dm_blocked=False)
    assert await harness.outbox.next_row(queue_key) is None
    for person in (BOB, CEM, ANN):
        await harness.service.turns.play(match.id, person.user_id, match.ply, [move], in_dm=person is ANN)
    await harness.service.turns.play(match.id, ANN.user_id, match.ply + 4, [(await harness.legal(match))[0]])
    second = await harness.outbox.next_row(queue_key)
    assert second is not None
    await harness.outbox.delivered(second, message_id=72)
    discard = await harness.outbox.next_row(queue_key)
    assert discard is not None
    assert discard.message == DeleteSheet(match_id=match.id, player=0, message_id=71)
    assert await harness.service.direct_messages.sheet_message(match.id, 0) == DirectMessage(72, dm_blocked=False)


async def test_closed_direct_messages_are_announced_once_until_chosen_again(harness: ServiceHarness) -> None:
    match = await match_with_sheets(harness)
    await harness.rows(match.id)
    for _ in range(2):
        await harness.service.direct_messages.note_dms_blocked(match.id, 1)
    assert await harness.kinds(match.id) == ["notice"]
    assert await harness.service.direct_messages.sheet_message(match.id, 1) == DirectMessage(None, dm_blocked=True)
    await harness.service.player_settings.change(BOB.user_id, sheets="button")
    assert (await harness.service.direct_messages.sheet_message(match.id, 1)).dm_blocked
    await harness.service.player_settings.change(BOB.user_id, sheets="dm")
    assert not (await harness.service.direct_messages.sheet_message(match.id, 1)).dm_blocked
    assert (await harness.service.player_settings.get(BOB.user_id)).sheets == "dm"
