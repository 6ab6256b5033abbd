"""The file with everything that is stored about a user: what belongs to them without being a row of theirs."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.matches.model.match import Person
from bot.matches.model.time_control import TermsRequest
from tests.bot.matches.harness import ANN, BOB, DANA, ServiceHarness, start_match

pytestmark = pytest.mark.engines("sqlite", "postgres")

ZOE = Person(1_234_567_890_123_456_789, "Zoë Unmistakable")


async def exported(harness: ServiceHarness, person: Person) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(await harness.service.personal_data.export_person(person.user_id))
    return document


async def test_data_export_has_what_was_played_on_a_seat_that_was_given_up(harness: ServiceHarness) -> None:
    match = await harness.start(ZOE, BOB)
    first = (await harness.play(match)).match
    second = (await harness.play(first)).match
    await harness.service.substitution.offer_seat(match.id, ZOE.user_id)
    taken = await harness.service.substitution.take_over(match.id, DANA)
    last = (await harness.play(taken)).match
    plies = {
        person.user_id: [move["ply"] for move in (await exported(harness, person))["moves"] if move["kind"] == "move"]
        for person in (ZOE, BOB, DANA)
    }
    assert plies == {ZOE.user_id: [first.ply], BOB.user_id: [second.ply], DANA.user_id: [last.ply]}
    assert DANA.name not in json.dumps(await exported(harness, ZOE))


async def test_data_export_has_offered_seats_and_the_own_clock(harness: ServiceHarness) -> None:
    match = await start_match(harness.service, "iye", (ANN, BOB), terms=TermsRequest("2d + 12h"))
    await harness.service.substitution.offer_seat(match.id, ANN.user_id, ZOE)
    (offer,) = (await exported(harness, ZOE))["seats_offered_to_you"]
    assert (offer["match_id"], offer["player"]) == (match.id, 0)
    (clock,) = (await exported(harness, BOB))["clocks"]
    assert (clock["match_id"], clock["player"]) == (match.id, 1)
