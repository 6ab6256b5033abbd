"""Offers that can no longer be answered take effect or are closed."""

from __future__ import annotations

import pytest

from bot.matches.doctor import examine
from bot.matches.model.match import Match, MatchStatus, OfferKind
from bot.matches.model.text_json import text_from_json
from bot.matches.model.time_control import DAY, HOUR
from tests.bot.matches.harness import ALL_GAMES, ANN, BOB, CEM, DANA, ServiceHarness, StoredRow
from tests.bot.matches.timed_out_matches import FULL_TIME, timed_out_match, vote_messages
from tests.bot.matches.virtual_time import VirtualTime

CANCELLED = "Open proposals were cancelled. Propose again if you still want to."
IN_PLAY = (OfferKind.DRAW, OfferKind.ABORT, OfferKind.PAUSE)


def cancellations(rows: list[StoredRow]) -> int:
    """Count the notices that open offers were cancelled."""
    texts = [str(text_from_json(row.args["text"])) for row in rows if row.kind == "notice"]
    return texts.count(CANCELLED)


async def walk_and_push(harness: ServiceHarness, match: Match) -> Match:
    """Play the first walker's turn: all steps, then a push."""
    while (points := (await harness.state(match.id)).points) is not None and points > 0:
        match = (await harness.play(match, "walk 1")).match
    return (await harness.play(match, "push")).match


async def after_a_push(harness: ServiceHarness, *, out: bool, ann_offers: bool) -> Match:
    """Return a match of three after Ann's first turn, whose roll eliminates her if ``out``.

    Before it, Ann offered to abort the match (``ann_offers``), or Bob did and Cem accepted.
    """
    while True:
        match = await harness.start(ANN, BOB, CEM, game="trek")
        if ann_offers:
            await harness.service.offers.offer(match.id, ANN.user_id, OfferKind.ABORT)
        else:
            await harness.service.offers.offer(match.id, BOB.user_id, OfferKind.ABORT)
            await harness.service.offers.answer(match.id, CEM.user_id, OfferKind.ABORT, accept=True)
        match = await walk_and_push(harness, match)
        if (await harness.state(match.id)).out[0] == out:
            return match


async def test_offer_waiting_for_an_eliminated_player_is_closed(harness: ServiceHarness) -> None:
    match = await after_a_push(harness, out=True, ann_offers=False)
    assert match.status is MatchStatus.RUNNING
    assert await harness.service.offers.open_in(match.id) == []
    assert cancellations(await harness.rows(match.id)) == 1


async def test_offer_by_an_eliminated_player_is_closed(harness: ServiceHarness) -> None:
    match = await after_a_push(harness, out=True, ann_offers=True)
    assert await harness.service.offers.open_in(match.id) == []
    assert cancellations(await harness.rows(match.id)) == 1


@pytest.mark.parametrize("ann_offers", [False, True])
async def test_offer_stays_open_if_nobody_is_eliminated(harness: ServiceHarness, ann_offers: bool) -> None:
    match = await after_a_push(harness, out=False, ann_offers=ann_offers)
    (offer,) = await harness.service.offers.open_in(match.id)
    assert offer.needed == ((1, 2) if ann_offers else (0,))
    assert cancellations(await harness.rows(match.id)) == 0


async def test_eliminated_player_is_not_needed_for_an_open_offer(harness: ServiceHarness) -> None:
    while True:
        match = await harness.start(ANN, BOB, CEM, game="trek")
        await harness.service.offers.offer(match.id, BOB.user_id, OfferKind.PAUSE)
        match = await walk_and_push(harness, match)
        if (await harness.state(match.id)).out[0]:
            break
    (offer,) = await harness.service.offers.open_in(match.id)
    assert offer.needed == (2,)
    assert (
        await harness.service.offers.answer(match.id, CEM.user_id, OfferKind.PAUSE, accept=True)
    ).paused_at is not None


@pytest.mark.parametrize("kind", IN_PLAY)
async def test_leaving_closes_offers_with_a_notice(harness: ServiceHarness, kind: OfferKind) -> None:
    match = await harness.start(ANN, BOB, CEM, game="lap")
    await harness.service.offers.offer(match.id, BOB.user_id, kind)
    await harness.service.turns.resign(match.id, CEM.user_id)
    assert await harness.service.offers.open_in(match.id) == []
    assert cancellations(await harness.rows(match.id)) == 1


async def test_leaving_without_offers_posts_no_notice(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, CEM, game="lap")
    await harness.service.turns.resign(match.id, CEM.user_id)
    assert cancellations(await harness.rows(match.id)) == 0


async def test_substitution_closes_offers(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, CEM, game="lap")
    await harness.service.offers.offer(match.id, BOB.user_id, OfferKind.PAUSE)
    await harness.service.substitution.offer_seat(match.id, CEM.user_id)
    await harness.service.substitution.take_over(match.id, DANA)
    assert await harness.service.offers.open_in(match.id) == []
    assert cancellations(await harness.rows(match.id)) == 1


@pytest.mark.parametrize("kind", IN_PLAY)
async def test_offer_unanswered_only_by_a_late_player_takes_effect_at_the_timeout(
    harness: ServiceHarness, kind: OfferKind
) -> None:
    virtual_time = VirtualTime(harness)
    match = await virtual_time.start(ANN, BOB, CEM)
    await harness.service.offers.offer(match.id, BOB.user_id, kind)
    await harness.service.offers.answer(match.id, CEM.user_id, kind, accept=True)
    posted = await virtual_time.pass_time(FULL_TIME)
    assert "question" not in [one.kind for one in posted], "the accepted offer replaces the vote"
    match = await harness.service.history.get(match.id)
    assert (
        match.status
        is {
            OfferKind.DRAW: MatchStatus.FINISHED,
            OfferKind.ABORT: MatchStatus.ABORTED,
            OfferKind.PAUSE: MatchStatus.RUNNING,
        }[kind]
    )
    assert (match.paused_at is not None) == (kind is OfferKind.PAUSE)
    assert await harness.service.offers.open_in(match.id) == []
    assert await examine(harness.database, games=ALL_GAMES) == []
    if kind is OfferKind.PAUSE:
        for person in (BOB, CEM):
            await harness.service.offers.offer(match.id, person.user_id, OfferKind.RESUME)
        await virtual_time.pass_time(DAY)
        assert (await harness.service.history.get(match.id)).paused_at is None


async def test_offer_unanswered_by_others_stays_open_at_a_timeout(harness: ServiceHarness) -> None:
    virtual_time = VirtualTime(harness)
    match = await virtual_time.start(ANN, BOB, CEM)
    await harness.service.offers.offer(match.id, BOB.user_id, OfferKind.ABORT)
    assert "question" in [one.kind for one in await virtual_time.pass_time(FULL_TIME)]
    (offer,) = await harness.service.offers.open_in(match.id)
    assert offer.needed == (2,)


async def test_player_timed_out_before_a_pause_cannot_block_resuming(harness: ServiceHarness) -> None:
    virtual_time = VirtualTime(harness)
    match, _ = await timed_out_match(virtual_time)
    for person in (BOB, CEM):
        await harness.service.offers.offer(match.id, person.user_id, OfferKind.PAUSE)
    await harness.service.offers.offer(match.id, BOB.user_id, OfferKind.RESUME)
    resumed = await harness.service.offers.answer(match.id, CEM.user_id, OfferKind.RESUME, accept=True)
    assert resumed.paused_at is None
    assert len(vote_messages(await virtual_time.pass_time(HOUR))) == 1, "Ann is still out of time"


async def test_player_with_time_left_is_asked_before_resuming(harness: ServiceHarness) -> None:
    virtual_time = VirtualTime(harness)
    match = await virtual_time.start(ANN, BOB, CEM)
    await virtual_time.pass_time(FULL_TIME - 1)
    for person in (ANN, BOB, CEM):
        await harness.service.offers.offer(match.id, person.user_id, OfferKind.PAUSE)
    offer = await harness.service.offers.offer(match.id, BOB.user_id, OfferKind.RESUME)
    assert offer is not None
    assert offer.needed == (0, 2)
