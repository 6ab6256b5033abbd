"""Changed decisions in simultaneous turns, and their limit."""

from __future__ import annotations

import pytest

from bot.matches.errors import NotYourTurnError
from bot.matches.model.match import Match
from bot.matches.play.turns import MOST_DECISIONS
from tests.bot.matches.harness import ANN, BOB, CEM, ServiceHarness, bids_match, refused


async def decide(harness: ServiceHarness, match: Match, move: str) -> Match:
    """Ann decides on the newest position."""
    now = await harness.service.history.get(match.id)
    return (await harness.service.turns.play(match.id, ANN.user_id, now.ply, [move])).match


async def test_repeated_decision_is_answered_and_adds_nothing(harness: ServiceHarness) -> None:
    match = await bids_match(harness)
    first, second, *_ = await harness.legal(match, 0)
    await decide(harness, match, first)
    before = await harness.dump()
    again = await harness.service.turns.play(
        match.id, ANN.user_id, (await harness.service.history.get(match.id)).ply, [first]
    )
    assert again.notation
    assert not again.board_due
    assert again.match == await harness.service.history.get(match.id)
    assert await harness.dump() == before
    await decide(harness, match, second)
    assert [line[3] for line in await harness.log(match.id) if line[1] == 0] == [first, second]


async def test_changes_of_a_decision_are_limited_in_each_turn(harness: ServiceHarness) -> None:
    match = await bids_match(harness)
    first, second, *_ = await harness.legal(match, 0)
    for number in range(MOST_DECISIONS):
        await decide(harness, match, (first, second)[number % 2])
    says = await refused(harness, NotYourTurnError, lambda: decide(harness, match, first))
    assert str(MOST_DECISIONS) in says
    await decide(harness, match, second)  # the current decision can be confirmed
    for person, player in ((BOB, 1), (CEM, 2)):
        match = await harness.service.history.get(match.id)
        await harness.service.turns.play(match.id, person.user_id, match.ply, (await harness.legal(match, player))[:1])
    match = await harness.service.history.get(match.id)
    assert 0 in match.to_move
    chosen = await harness.legal(match, 0)
    for move in chosen[:2]:
        match = await decide(harness, match, move)


@pytest.mark.parametrize("others", [1, 2])
async def test_limit_of_changes_applies_to_each_player(harness: ServiceHarness, others: int) -> None:
    match = await bids_match(harness)
    first, second, *_ = await harness.legal(match, 0)
    for number in range(MOST_DECISIONS):
        await decide(harness, match, (first, second)[number % 2])
    person = (BOB, CEM)[others - 1]
    choices = (await harness.legal(match, others))[:2]
    for move in choices:
        now = await harness.service.history.get(match.id)
        await harness.service.turns.play(match.id, person.user_id, now.ply, [move])
