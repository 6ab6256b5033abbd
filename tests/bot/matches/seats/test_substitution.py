"""Seats that are given up and taken over: who may do it, what follows, and that the log records it."""

from __future__ import annotations

import asyncio
import json

import pytest

from bot.matches.doctor import examine
from bot.matches.errors import MatchOverError, SeatError
from bot.matches.history.verification import verify_export
from bot.matches.model.match import Match, MatchStatus, Person
from bot.matches.model.results import ExitReason
from bot.matches.store.seats import count_hint, read_seat_exits
from tests.bot.matches.harness import ALL_GAMES, ANN, BOB, CEM, CHANNEL, DANA, ROBOT, ServiceHarness, refused
from tests.bot.matches.lap import LAP

pytestmark = pytest.mark.engines("sqlite", "postgres")

EVE = Person(1005, "Eve")
GAMES = {**ALL_GAMES, "lap": LAP}


@pytest.fixture
async def match(harness: ServiceHarness) -> Match:
    """A match of Ann, Bob and Cem that Bob has left; Ann is to move."""
    begun = await harness.start(ANN, BOB, CEM, game="lap")
    left = await harness.service.turns.resign(begun.id, BOB.user_id)
    assert await harness.service.substitution.free_seats(begun.id) == (1,)
    return left


async def test_resignation_notice_offers_the_free_seat(harness: ServiceHarness, match: Match) -> None:
    notices = [row.args for row in await harness.rows(match.id) if row.kind == "notice"]
    (args,) = notices
    assert args["seat"] == 1
    assert args["mention"] == []
    assert "take it over" in json.dumps(args["text"])


async def test_lost_seat_is_not_offered(harness: ServiceHarness) -> None:
    begun = await harness.start(ANN, BOB, CEM, game="trek")
    await harness.rows(begun.id)
    await harness.service.turns.resign(begun.id, CEM.user_id)
    assert await harness.service.substitution.free_seats(begun.id) == ()
    assert "notice" not in await harness.kinds(begun.id), "the board says that a player has left"
    text = await refused(harness, SeatError, lambda: harness.service.substitution.take_over(begun.id, DANA))
    assert text.startswith("There is no seat to take over")


async def test_takeover_names_the_former_player_as_in_the_match(harness: ServiceHarness) -> None:
    table = await harness.service.tables.open_table("lap", {}, ANN, CHANNEL, players=3)
    await harness.service.tables.join(table.id, BOB, "Bleda the Younger")
    begun = await harness.service.tables.join(table.id, CEM)
    assert begun.status is MatchStatus.RUNNING
    await harness.service.turns.resign(begun.id, BOB.user_id)
    await harness.service.substitution.take_over(begun.id, DANA)
    told = [str(sentence) for sentence in (await harness.service.history.view(begun.id)).sentences]
    assert "Dana takes over the seat of Bleda the Younger." in told
    await harness.service.personal_data.forget(BOB.user_id)
    assert "Bleda" not in json.dumps(await harness.dump(), default=repr)


async def test_hints_used_on_a_seat_are_kept_when_it_is_taken_over(harness: ServiceHarness, match: Match) -> None:
    await harness.database.write(lambda tx: count_hint(tx, match.id, 1))
    taken = await harness.service.substitution.take_over(match.id, DANA, 1)
    assert taken == await harness.service.history.get(match.id)
    assert [(seat.hints, seat.took_over) for seat in taken.seats] == [(0, False), (1, True), (0, False)]


async def test_substitute_plays_on_and_the_former_player_cannot(harness: ServiceHarness, match: Match) -> None:
    await harness.rows(match.id)
    taken = await harness.service.substitution.take_over(match.id, DANA, 1)
    assert [(seat.name, seat.withdrawn) for seat in taken.seats] == [("Ann", False), ("Dana", False), ("Cem", False)]
    assert taken == await harness.service.history.get(match.id)
    assert taken.to_move == match.to_move
    assert taken.ply == match.ply + 1
    assert await harness.service.substitution.free_seats(match.id) == ()
    (row,) = await harness.rows(match.id)
    assert (row.kind, row.args["mention"]) == ("notice", []), "nobody is mentioned, no board is posted"
    match = (await harness.play(taken)).match
    assert match.to_move == (1,)
    match = (await harness.play(match)).match
    assert [found.id for found in await harness.service.history.matches_of(DANA.user_id)] == [match.id]
    assert await harness.service.history.matches_of(BOB.user_id) == []


async def test_substitution_keeps_plans_and_boards_of_others(harness: ServiceHarness, match: Match) -> None:
    await harness.service.plans.put(match.id, ANN.user_id, match.ply, ["step"])
    await harness.service.substitution.take_over(match.id, DANA)
    plan = await harness.service.plans.get(match.id, ANN.user_id, match.ply)
    assert plan.moves == ("step",)
    assert (await harness.service.turns.play(match.id, ANN.user_id, match.ply, ["step"])).match.to_move == (1,)


@pytest.mark.parametrize(
    ("person", "expected"),
    [
        (ROBOT, "Bots cannot play."),
        (ANN, "You are already playing in this match, and nobody can hold two seats."),
        (BOB, "You have left this match, so someone else has to take over the seat."),
    ],
)
async def test_bots_and_current_or_former_players_cannot_take_over(
    harness: ServiceHarness, match: Match, person: Person, expected: str
) -> None:
    assert (
        await refused(harness, SeatError, lambda: harness.service.substitution.take_over(match.id, person)) == expected
    )


@pytest.mark.parametrize("player", [0, 2, 3, 99])
async def test_seat_nobody_left_is_not_free(harness: ServiceHarness, match: Match, player: int) -> None:
    text = await refused(harness, SeatError, lambda: harness.service.substitution.take_over(match.id, DANA, player))
    assert text == "There is no seat to take over. It is already taken, or nobody has given it up."


async def test_ended_match_has_no_free_seats(harness: ServiceHarness, match: Match) -> None:
    await harness.service.turns.resign(match.id, CEM.user_id)
    assert (await harness.service.history.get(match.id)).status is MatchStatus.FINISHED
    assert await harness.service.substitution.free_seats(match.id) == ()
    await refused(harness, MatchOverError, lambda: harness.service.substitution.take_over(match.id, DANA))


async def test_one_of_many_concurrent_takeovers_succeeds(harness: ServiceHarness, match: Match) -> None:
    people = [Person(2000 + number, f"P{number}") for number in range(20)]
    made = await asyncio.gather(
        *(harness.service.substitution.take_over(match.id, person, 1) for person in people), return_exceptions=True
    )
    assert sum(isinstance(one, Match) for one in made) == 1
    assert sum(isinstance(one, SeatError) for one in made) == 19
    assert len(await harness.log(match.id)) == match.ply + 1


async def test_seat_can_be_taken_over_twice_and_the_history_tells_both(harness: ServiceHarness, match: Match) -> None:
    await harness.service.substitution.take_over(match.id, DANA)
    await harness.service.turns.resign(match.id, DANA.user_id)
    await harness.service.substitution.take_over(match.id, EVE)
    lines = await harness.service.history.lines(match.id, None)
    notes = [str(line.note) for line in lines if line.note is not None]
    assert notes == [
        "Bob has resigned.",
        "Dana takes over the seat of Bob.",
        "Dana has resigned.",
        "Eve takes over the seat of Dana.",
    ]
    sentences = [str(sentence) for sentence in (await harness.service.history.view(match.id)).sentences]
    assert sentences == ["Eve takes over the seat of Dana."]


async def test_log_with_substitutions_replays_and_its_export_verifies(harness: ServiceHarness, match: Match) -> None:
    await harness.service.substitution.take_over(match.id, DANA)
    assert await examine(harness.database, games=GAMES) == []
    running = json.loads(await harness.service.history.export(match.id, None))
    assert running["seats"] == ["Ann", "Dana", "Cem"]
    assert running["log"][-1]["kind"] == "takeover"
    assert running["log"][-1]["move"] == '["Bob","Dana"]'
    match = await harness.service.history.get(match.id)
    await harness.play_out(match)
    assert await examine(harness.database, games=GAMES) == []
    assert (await harness.service.history.verify(match.id)).holds
    assert verify_export(await harness.service.history.export(match.id, ANN.user_id), GAMES).holds


async def test_doctor_finds_a_substitution_missing_from_the_log(harness: ServiceHarness, match: Match) -> None:
    await harness.service.substitution.take_over(match.id, DANA)
    await harness.database.write(lambda tx: tx.execute("UPDATE seats SET standing = 'withdrawn' WHERE player = 1"))
    (finding,) = await examine(harness.database, games=GAMES)
    assert "disagree about who has resigned" in str(finding.text)


async def test_malformed_substitution_in_the_log_is_found(harness: ServiceHarness, match: Match) -> None:
    await harness.service.substitution.take_over(match.id, DANA)
    for line in ("", "[]", '["Bob"]', '["Bob", 3]', '["Bob", "Dana", false]', '["Bob", "Dana", true, 1]', "3"):
        await harness.database.write(
            lambda tx, line=line: tx.execute("UPDATE log SET move = ? WHERE kind = 'takeover'", (line,))  # type: ignore[misc]
        )
        findings = await examine(harness.database, games=GAMES)
        assert "Entry" in str(findings[0].text)


# ---------------------------------------------------------------------------------------------------- seats handed over


async def test_seat_is_handed_over_to_a_chosen_user_who_must_accept(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, CEM, game="lap")
    await harness.rows(match.id)
    await harness.service.substitution.offer_seat(match.id, ANN.user_id, DANA)
    (row,) = await harness.rows(match.id)
    assert (row.args["mention"], row.args["seat"], row.args["named"]) == ([DANA.user_id], 0, True)
    text = await refused(harness, SeatError, lambda: harness.service.substitution.take_over(match.id, EVE))
    assert text.startswith("There is no seat to take over")
    assert (await harness.service.history.get(match.id)).seats[0].name == "Ann", "the seat is Ann's until Dana accepts"
    taken = await harness.service.substitution.take_over(match.id, DANA)
    assert taken.seats[0].name == "Dana"
    (row,) = [row for row in await harness.rows(match.id) if row.kind != "strip"]
    assert (row.kind, row.args["call"]) == ("turn", [0]), "Dana is to move, so she is mentioned"
    played = await harness.play(taken)
    assert played.match.to_move == (1,)
    assert await harness.service.history.matches_of(ANN.user_id) == []
    await harness.play_out(played.match)
    assert await examine(harness.database, games=GAMES) == []
    assert (await harness.service.history.verify(match.id)).holds
    assert verify_export(await harness.service.history.export(match.id, None), GAMES).holds


async def test_player_handing_over_may_play_on_and_keep_the_seat(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, CEM, game="lap")
    await harness.service.substitution.offer_seat(match.id, ANN.user_id)
    match = (await harness.play(match)).match
    assert await harness.service.substitution.free_seats(match.id) == (0,)
    await harness.service.substitution.withdraw_seat_offer(match.id, ANN.user_id)
    assert await harness.service.substitution.free_seats(match.id) == ()
    text = await refused(
        harness, SeatError, lambda: harness.service.substitution.withdraw_seat_offer(match.id, ANN.user_id)
    )
    assert text == "Your seat is not on offer."
    await refused(harness, SeatError, lambda: harness.service.substitution.take_over(match.id, DANA))


@pytest.mark.parametrize("person", [ROBOT, BOB])
async def test_seat_is_not_offered_to_bots_or_players(harness: ServiceHarness, person: Person) -> None:
    match = await harness.start(ANN, BOB, CEM, game="lap")
    await refused(harness, SeatError, lambda: harness.service.substitution.offer_seat(match.id, ANN.user_id, person))


async def test_only_the_named_user_can_decline_and_the_holder_is_notified(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, CEM, game="lap")
    await harness.service.substitution.offer_seat(match.id, ANN.user_id, DANA)
    await harness.rows(match.id)
    await refused(harness, SeatError, lambda: harness.service.substitution.decline_seat(match.id, EVE.user_id))
    await harness.service.substitution.decline_seat(match.id, DANA.user_id)
    (row,) = await harness.rows(match.id)
    assert row.args["mention"] == [ANN.user_id]
    assert await harness.service.substitution.free_seats(match.id, DANA.user_id) == ()


async def test_seat_offers_end_with_the_match_or_the_resignation(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, CEM, game="trek")
    await harness.service.substitution.offer_seat(match.id, CEM.user_id, DANA)
    await harness.service.turns.resign(match.id, CEM.user_id)
    assert await harness.service.substitution.free_seats(match.id, DANA.user_id) == ()
    await harness.service.substitution.offer_seat(match.id, BOB.user_id)
    await harness.service.turns.resign(match.id, BOB.user_id)
    assert await harness.database.rows("SELECT * FROM seat_offers") == []


async def test_one_of_many_concurrent_answers_takes_the_offered_seat(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, CEM, game="lap")
    await harness.service.substitution.offer_seat(match.id, BOB.user_id)
    people = [Person(2000 + number, f"P{number}") for number in range(20)]
    made = await asyncio.gather(
        *(harness.service.substitution.take_over(match.id, one, 1) for one in people), return_exceptions=True
    )
    assert sum(isinstance(one, Match) for one in made) == 1
    assert sum(isinstance(one, SeatError) for one in made) == 19


async def test_former_holder_sees_what_spectators_see_and_the_sheet_message_is_deleted(
    harness: ServiceHarness,
) -> None:
    match = await harness.start(ANN, BOB, game="bids")
    await harness.service.turns.play(match.id, ANN.user_id, match.ply, (await harness.legal(match, 0))[:1])
    queue_key = f"sheet:{match.id}:0"
    while (row := await harness.outbox.next_row(queue_key)) is not None:
        await harness.outbox.delivered(row, message_id=900)
    await harness.service.substitution.offer_seat(match.id, ANN.user_id, DANA)
    await harness.service.substitution.take_over(match.id, DANA)
    assert (await harness.service.history.view(match.id, user_id=ANN.user_id)).viewer is None
    assert (await harness.service.history.view(match.id, user_id=DANA.user_id)).viewer == 0
    rows = []
    while (row := await harness.outbox.next_row(queue_key)) is not None:
        rows.append((row.kind, (await harness.stored(row)).args))
        await harness.outbox.delivered(row)
    assert ("discard", {"player": 0, "user": ANN.user_id, "message_id": 900}) in rows
    assert any(kind == "sheet" and args["new"] for kind, args in rows)


async def test_handed_over_seat_is_recorded_as_replaced(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, CEM, game="lap")
    await harness.service.substitution.offer_seat(match.id, ANN.user_id, DANA)
    await harness.service.substitution.take_over(match.id, DANA)
    gone = await harness.database.read(lambda db: read_seat_exits(db, match.id))
    assert [(one.player, one.user_id, one.reason) for one in gone] == [(0, ANN.user_id, ExitReason.REPLACED)]


async def test_data_export_has_no_moves_that_others_made_in_the_same_seat(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB)
    for _ in range(4):
        match = (await harness.play(match)).match
    own = match.seat_at(match.to_move[0])
    await harness.service.substitution.offer_seat(match.id, own.user_id, DANA)
    match = await harness.service.substitution.take_over(match.id, DANA)
    played = (await harness.play(match)).match
    await harness.service.turns.resign(match.id, DANA.user_id)
    await harness.service.copies.play_on(match.id, match.ply, DANA, CHANNEL, 1)
    document = json.loads(await harness.service.personal_data.export_person(DANA.user_id))
    assert [(move["match_id"], move["ply"]) for move in document["moves"]] == [
        (match.id, played.ply),
        (match.id, played.ply + 1),
    ]
