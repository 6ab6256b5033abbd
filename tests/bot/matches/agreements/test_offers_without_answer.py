"""Offers that can no longer be answered take effect or are closed."""

from __future__ import annotations

import pytest

from bot.matches.doctor import examine
from bot.matches.model.match import Match, MatchStatus, OfferKind
from bot.matches.model.text_json import text_from_json
from bot.matches.model.time_control import DAY, HOUR
from tests.bot.matches.harness import ALL_GAMES, ANN, BOB, CEM, DANA, ServiceHarness, StoredRow
from tests.bot.matches.timed_out_matches import asked, late
from tests.bot.matches.virtual_time import TIME_CONTROL, VirtualTime

FULL = TIME_CONTROL.time_bank + TIME_CONTROL.per_turn
LAPSED = "Open proposals were cancelled. Propose again if you still want to."
IN_PLAY = (OfferKind.DRAW, OfferKind.ABORT, OfferKind.PAUSE)


def lapsed(rows: list[StoredRow]) -> int:
    """Count the notices that proposals are no longer open."""
    said = [str(text_from_json(row.args["text"])) for row in rows if row.kind == "notice"]
    return said.count(LAPSED)


async def push(house: ServiceHarness, match: Match) -> Match:
    """The first walker walks and pushes."""
    while (points := (await house.state(match.id)).points) is not None and points > 0:
        match = (await house.play(match, "walk 1")).match
    return (await house.play(match, "push")).match


async def after_a_push(house: ServiceHarness, *, out: bool, proposes: bool) -> Match:
    """A match of three in which Bob and Cem want to end it, or Ann does, and then Ann is out by a roll, or not."""
    while True:
        match = await house.start(ANN, BOB, CEM, game="trek")
        if proposes:
            await house.service.offers.offer(match.id, ANN.user_id, OfferKind.ABORT)
        else:
            await house.service.offers.offer(match.id, BOB.user_id, OfferKind.ABORT)
            await house.service.offers.answer(match.id, CEM.user_id, OfferKind.ABORT, accept=True)
        match = await push(house, match)
        if (await house.state(match.id)).out[0] == out:
            return match


async def test_offer_waiting_for_an_eliminated_player_is_closed(house: ServiceHarness) -> None:
    match = await after_a_push(house, out=True, proposes=False)
    assert match.status is MatchStatus.RUNNING
    assert await house.service.offers.open_in(match.id) == []
    assert lapsed(await house.rows(match.id)) == 1


async def test_offer_by_an_eliminated_player_is_closed(house: ServiceHarness) -> None:
    match = await after_a_push(house, out=True, proposes=True)
    assert await house.service.offers.open_in(match.id) == []
    assert lapsed(await house.rows(match.id)) == 1


@pytest.mark.parametrize("proposes", [False, True])
async def test_offer_stays_open_while_everybody_plays(house: ServiceHarness, proposes: bool) -> None:
    match = await after_a_push(house, out=False, proposes=proposes)
    (offer,) = await house.service.offers.open_in(match.id)
    assert offer.needed == ((1, 2) if proposes else (0,))
    assert lapsed(await house.rows(match.id)) == 0


async def test_offer_stays_open_if_a_remaining_player_wants_it(house: ServiceHarness) -> None:
    while True:
        match = await house.start(ANN, BOB, CEM, game="trek")
        await house.service.offers.offer(match.id, BOB.user_id, OfferKind.PAUSE)
        match = await push(house, match)
        if (await house.state(match.id)).out[0]:
            break
    (offer,) = await house.service.offers.open_in(match.id)
    assert offer.needed == (2,)
    assert (
        await house.service.offers.answer(match.id, CEM.user_id, OfferKind.PAUSE, accept=True)
    ).paused_at is not None


@pytest.mark.parametrize("kind", IN_PLAY)
async def test_leaving_closes_offers_with_a_notice(house: ServiceHarness, kind: OfferKind) -> None:
    match = await house.start(ANN, BOB, CEM, game="lap")
    await house.service.offers.offer(match.id, BOB.user_id, kind)
    await house.service.turns.resign(match.id, CEM.user_id)
    assert await house.service.offers.open_in(match.id) == []
    assert lapsed(await house.rows(match.id)) == 1


async def test_leaving_without_offers_posts_no_notice(house: ServiceHarness) -> None:
    match = await house.start(ANN, BOB, CEM, game="lap")
    await house.service.turns.resign(match.id, CEM.user_id)
    assert lapsed(await house.rows(match.id)) == 0


async def test_substitution_closes_offers(house: ServiceHarness) -> None:
    match = await house.start(ANN, BOB, CEM, game="lap")
    await house.service.offers.offer(match.id, BOB.user_id, OfferKind.PAUSE)
    await house.service.seats.offer_seat(match.id, CEM.user_id)
    await house.service.seats.take_over(match.id, DANA)
    assert await house.service.offers.open_in(match.id) == []
    assert lapsed(await house.rows(match.id)) == 1


@pytest.mark.parametrize("kind", IN_PLAY)
async def test_offer_unanswered_only_by_a_late_player_takes_effect_at_the_timeout(
    house: ServiceHarness, kind: OfferKind
) -> None:
    weeks = VirtualTime(house)
    match = await weeks.start(ANN, BOB, CEM)
    await house.service.offers.offer(match.id, BOB.user_id, kind)
    await house.service.offers.answer(match.id, CEM.user_id, kind, accept=True)
    said = await weeks.pass_time(FULL)
    assert "question" not in [one.kind for one in said], "what was agreed has settled it"
    match = await house.service.history.get(match.id)
    assert (
        match.status
        is {
            OfferKind.DRAW: MatchStatus.FINISHED,
            OfferKind.ABORT: MatchStatus.ABORTED,
            OfferKind.PAUSE: MatchStatus.RUNNING,
        }[kind]
    )
    assert (match.paused_at is not None) == (kind is OfferKind.PAUSE)
    assert await house.service.offers.open_in(match.id) == []
    assert await examine(house.database, games=ALL_GAMES) == []
    if kind is OfferKind.PAUSE:
        for person in (BOB, CEM):
            await house.service.offers.offer(match.id, person.user_id, OfferKind.RESUME)
        await weeks.pass_time(DAY)
        assert (await house.service.history.get(match.id)).paused_at is None


async def test_offer_unanswered_by_others_stays_open_at_a_timeout(house: ServiceHarness) -> None:
    weeks = VirtualTime(house)
    match = await weeks.start(ANN, BOB, CEM)
    await house.service.offers.offer(match.id, BOB.user_id, OfferKind.ABORT)
    assert "question" in [one.kind for one in await weeks.pass_time(FULL)]
    (offer,) = await house.service.offers.open_in(match.id)
    assert offer.needed == (2,)


async def test_player_timed_out_before_a_pause_cannot_block_resuming(house: ServiceHarness) -> None:
    weeks = VirtualTime(house)
    match, _ = await late(weeks)
    for person in (BOB, CEM):
        await house.service.offers.offer(match.id, person.user_id, OfferKind.PAUSE)
    await house.service.offers.offer(match.id, BOB.user_id, OfferKind.RESUME)
    resumed = await house.service.offers.answer(match.id, CEM.user_id, OfferKind.RESUME, accept=True)
    assert resumed.paused_at is None
    assert len(asked(await weeks.pass_time(HOUR))) == 1, "and the time of the absent player has still run out"


async def test_player_with_time_left_is_asked_before_resuming(house: ServiceHarness) -> None:
    weeks = VirtualTime(house)
    match = await weeks.start(ANN, BOB, CEM)
    await weeks.pass_time(FULL - 1)
    for person in (ANN, BOB, CEM):
        await house.service.offers.offer(match.id, person.user_id, OfferKind.PAUSE)
    offer = await house.service.offers.offer(match.id, BOB.user_id, OfferKind.RESUME)
    assert offer is not None
    assert offer.needed == (0, 2)
