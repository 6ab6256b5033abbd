"""The effects of one step come in a fixed order: offers, then reminders, then timeouts."""

from __future__ import annotations

from bot.matches.model.match import Match, OfferKind, Person
from bot.matches.model.time_control import HOUR, TimeoutAction
from tests.bot.matches.harness import ANN, BOB, CEM, ServiceHarness
from tests.bot.matches.timed_out_matches import timeout_state
from tests.bot.matches.virtual_time import VirtualTime


async def decide(harness: ServiceHarness, match: Match, person: Person) -> Match:
    """Make a user's decision in a simultaneous turn."""
    now = await harness.service.history.get(match.id)
    player = next(seat.player for seat in now.seats if seat.user_id == person.user_id)
    moves = (await harness.legal(now, player))[:1]
    return (await harness.service.turns.play(match.id, person.user_id, now.ply, moves)).match


async def test_resigning_closes_offers_before_it_removes_reminders_and_updates_the_vote(
    harness: ServiceHarness,
) -> None:
    """Bob was reminded, has offered a draw and voted on Ann's timeout. Then he resigns."""
    virtual_time, service = VirtualTime(harness), harness.service
    match = await virtual_time.start(ANN, BOB, CEM, game="bids")
    for person in (BOB, CEM):
        await decide(harness, match, person)
    await virtual_time.pass_time(28 * HOUR)
    await decide(harness, match, ANN)  # four hours of her bank, so that her deadline comes before Bob's
    await decide(harness, match, CEM)
    await virtual_time.pass_time(68 * HOUR)
    assert str(await timeout_state(harness, match)) == "asked"
    await service.timeouts.vote(match.id, BOB.user_id, TimeoutAction.WAIT)
    await service.offers.offer(match.id, BOB.user_id, OfferKind.DRAW)
    await virtual_time.deliver()
    await service.turns.resign(match.id, BOB.user_id)
    # The board comes first. The buttons of the offer are removed once the notice is posted.
    assert await harness.kinds(match.id) == ["turn", "notice", "remove", "question", "strip"]
