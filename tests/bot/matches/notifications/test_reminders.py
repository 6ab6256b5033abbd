"""Reminders: in time, at the player's interval, never at a bad time or without need, one at a time."""

from __future__ import annotations

import pytest

from bot.matches.model.availability import ALWAYS_AVAILABLE, Availability, Holiday
from bot.matches.model.jobs import Remind
from bot.matches.model.match import Match, OfferKind
from bot.matches.model.settings import PlayerSettings
from bot.matches.notifications.reminders import scheduled_reminder, warning_time
from bot.matches.store import players as player_store
from bot.storage.database import Transaction
from tests.bot.matches.harness import ANN, BOB, CEM, ServiceHarness, remind, user_of
from tests.bot.matches.timed_out_matches import timed_out_match
from tests.bot.matches.virtual_time import DAY, HOUR, VirtualTime, hours_and_kinds

pytestmark = pytest.mark.engines("sqlite", "postgres")


@pytest.fixture
def virtual_time(harness: ServiceHarness) -> VirtualTime:
    return VirtualTime(harness)


async def set_availability(harness: ServiceHarness, user_id: int, availability: Availability) -> None:
    """Store when a user has time to play."""

    def work(tx: Transaction) -> None:
        settings = PlayerSettings(
            zone=availability.zone, quiet_hours=availability.quiet_hours, days_off=availability.days_off
        )
        player_store.save_settings(tx, user_id, settings)
        tx.execute("DELETE FROM holidays WHERE user_id = ?", (user_id,))
        for begin, end in availability.away:
            player_store.save_holiday(tx, Holiday(0, user_id, begin, end, end))

    await harness.database.write(work)


async def lap_match(virtual_time: VirtualTime, **options: object) -> Match:
    """Return a match of Ann, Bob and Cem in which Ann is to move."""
    return await virtual_time.start(ANN, BOB, CEM, **options)  # type: ignore[arg-type]


# ----------------------------------------------------------------------------------------------------------------- when


@pytest.mark.parametrize(
    ("total", "lead"),
    [(4 * DAY, DAY), (30 * DAY, DAY), (DAY, 6 * HOUR), (16 * 60, 4 * 60), (8 * 60, 120), (7 * 60, None), (60, None)],
)
def test_warning_comes_with_a_quarter_of_the_time_left_but_at_most_a_day(total: int, lead: int | None) -> None:
    assert warning_time(ALWAYS_AVAILABLE, 1000, 1000 + total) == (None if lead is None else 1000 + total - lead)


def test_warning_avoids_quiet_hours() -> None:
    night = Availability("Europe/Berlin", quiet_hours=(22 * 60, 8 * 60))
    noon = 1_700_046_000  # 12:00 there
    # 10, 14 and 10 hours of play, and a quarter of them before 18:00.
    deadline = noon + 2 * DAY + 6 * HOUR
    assert warning_time(night, noon, deadline) == deadline - 8 * HOUR - 30 * 60
    # 18 hours of play; the last four and a half of them begin the evening before.
    deadline = noon + DAY - 4 * HOUR + 4 * HOUR + 30 * 60
    assert warning_time(night, noon, deadline) == deadline - 3 * HOUR - 37 * 60 - 30


async def test_untimed_match_sends_three_daily_reminders_for_a_turn(virtual_time: VirtualTime) -> None:
    match = await lap_match(virtual_time, time_control=None)
    posted = await virtual_time.pass_time(10 * DAY)
    assert hours_and_kinds(posted) == [(24, "reminder"), (48, "reminder"), (72, "reminder"), (96, "notice")]
    assert all(one.args["players"] == [0] for one in posted[:3])
    assert posted[3].text.startswith("Player 1 has not answered 3 reminders, so I will send no more this turn.")
    assert posted[3].args["mention"] == [], "a public notice that notifies nobody"
    assert virtual_time.removed == [one.message_id for one in posted[:3]], "only the newest reminders stay"
    match = (await virtual_time.harness.play(match)).match
    assert hours_and_kinds(await virtual_time.pass_time(DAY)) == [(264, "reminder")]


async def test_reminder_interval_begins_with_the_warning_before_a_deadline(virtual_time: VirtualTime) -> None:
    await virtual_time.change_settings(ANN, remind_every=6 * HOUR)
    await lap_match(virtual_time)
    posted = await virtual_time.pass_time(3 * DAY - 1)
    # 72 hours in all: 18 before their end, then every 6.
    assert hours_and_kinds(posted) == [(54, "reminder"), (60, "reminder"), (66, "reminder")]


async def test_turn_removes_its_reminder_and_restarts_the_interval(virtual_time: VirtualTime) -> None:
    match = await lap_match(virtual_time, time_control=None)
    (first,) = await virtual_time.pass_time(DAY)
    match = (await virtual_time.harness.play(match)).match
    await virtual_time.deliver()
    assert virtual_time.removed == [first.message_id]
    (second,) = await virtual_time.pass_time(DAY)
    assert (second.at, second.args["players"]) == (2 * DAY, [1])


async def test_reminder_overtaken_by_a_move_is_skipped_or_deleted(virtual_time: VirtualTime) -> None:
    harness, match = virtual_time.harness, await lap_match(virtual_time, time_control=None)
    harness.clock.now += DAY
    await harness.service.jobs[Remind](remind(match.id, 0))
    await harness.play(match)
    assert [message for message in virtual_time.posted if message.kind == "reminder"] == []
    await virtual_time.deliver()
    assert [message.kind for message in virtual_time.posted if message.kind == "reminder"] == []
    # Here the reminder is being posted while the move is made.
    match = await lap_match(virtual_time, time_control=None)
    harness.clock.now += DAY
    await harness.service.jobs[Remind](remind(match.id, 0))
    (row,) = [row for row in [await harness.outbox.next_row(f"match:{match.id}")] if row is not None]
    await harness.play(match)
    await harness.outbox.delivered(row, message_id=77)
    await virtual_time.deliver()
    assert 77 in virtual_time.removed


async def test_ended_or_paused_match_sends_no_reminders(virtual_time: VirtualTime) -> None:
    match = await lap_match(virtual_time, time_control=None)
    (first,) = await virtual_time.pass_time(DAY)
    for person in (ANN, BOB):
        await virtual_time.harness.service.turns.resign(match.id, person.user_id)
    posted = await virtual_time.pass_time(10 * DAY)
    assert [one.kind for one in posted if one.kind == "reminder"] == []
    assert first.message_id in virtual_time.removed


async def test_player_without_reminders_is_still_warned_before_a_deadline(virtual_time: VirtualTime) -> None:
    await virtual_time.change_settings(ANN, remind_every=0)
    await lap_match(virtual_time)
    assert hours_and_kinds(await virtual_time.pass_time(3 * DAY - 1)) == [(54, "reminder")]
    await lap_match(virtual_time, time_control=None)
    assert [one for one in await virtual_time.pass_time(30 * DAY) if one.args.get("players") == [0]] == []


async def test_reminders_avoid_quiet_hours_days_off_and_holidays(virtual_time: VirtualTime) -> None:
    start = virtual_time.harness.clock.now  # Tuesday, 22:13 in UTC
    away = ((start + 2 * DAY, start + 5 * DAY),)
    seldom = Availability(quiet_hours=(22 * 60, 8 * 60), days_off=frozenset({2}), away=away)
    await set_availability(virtual_time.harness, ANN.user_id, seldom)
    await lap_match(virtual_time, time_control=None)
    posted = [one for one in await virtual_time.pass_time(9 * DAY) if one.kind == "reminder"]
    assert posted
    for one in posted:
        at = start + one.at
        assert 8 <= at % DAY // HOUR < 22
        assert (at // DAY + 3) % 7 != 2
        assert not start + 2 * DAY <= at < start + 5 * DAY


async def test_due_reminder_respects_availability_set_meanwhile(virtual_time: VirtualTime) -> None:
    await lap_match(virtual_time, time_control=None)
    await virtual_time.pass_time(DAY - 1)
    now = virtual_time.harness.clock.now
    await set_availability(virtual_time.harness, ANN.user_id, Availability(away=((now, now + 5 * DAY),)))
    assert hours_and_kinds(await virtual_time.pass_time(6 * DAY - HOUR)) == [(143, "reminder")]


# --------------------------------------------------------------------------------------------------------- simultaneous


async def test_players_of_a_simultaneous_turn_share_a_reminder(virtual_time: VirtualTime) -> None:
    match = await virtual_time.start(ANN, BOB, CEM, game="bids", time_control=None)
    (first,) = await virtual_time.pass_time(DAY)
    assert first.args["players"] == [0, 1, 2]
    await virtual_time.harness.service.turns.play(
        match.id, ANN.user_id, match.ply, (await virtual_time.harness.legal(match, 0))[:1]
    )
    await virtual_time.deliver()
    assert first.message_id not in virtual_time.removed, "it still reminds Bob and Cem"
    (second,) = await virtual_time.pass_time(DAY)
    assert second.args["players"] == [1, 2]
    assert first.message_id in virtual_time.removed


@pytest.mark.parametrize("often", [0, 1])
async def test_player_who_had_all_reminders_is_in_none_that_others_share(virtual_time: VirtualTime, often: int) -> None:
    await virtual_time.change_settings((ANN, BOB)[often], remind_every=12 * HOUR)
    await virtual_time.start(ANN, BOB, game="bids", time_control=None)
    posted = await virtual_time.pass_time(2 * DAY)
    assert [one.args["players"] for one in posted if "players" in one.args] == [[often], [0, 1], [often], [1 - often]]


# ------------------------------------------------------------------------------------------------------ direct messages


async def test_thirty_matches_of_one_player_share_one_direct_message(virtual_time: VirtualTime) -> None:
    await virtual_time.change_settings(ANN, tell="dm")
    matches = [await lap_match(virtual_time, time_control=None) for _ in range(30)]
    posted = await virtual_time.pass_time(DAY)
    assert [one.kind for one in posted] == ["nudge"]
    assert posted[0].args["matches"] == [match.id for match in matches]
    assert posted[0].queue_key == f"user:{ANN.user_id}"
    again = await virtual_time.pass_time(DAY)
    assert [one.kind for one in again] == ["nudge"]
    assert virtual_time.removed == [one.message_id for one in virtual_time.posted if one.kind == "nudge"][:-1]
    for match in matches:
        await virtual_time.harness.play(match)
    await virtual_time.deliver()
    assert again[0].message_id in virtual_time.removed, "no match waits for Ann"


async def test_last_digest_stays_until_the_player_moves(virtual_time: VirtualTime) -> None:
    await virtual_time.change_settings(ANN, tell="dm")
    match = await lap_match(virtual_time, time_control=None)
    posted = await virtual_time.pass_time(10 * DAY)
    assert [one.kind for one in posted] == ["nudge", "nudge", "nudge", "notice"]
    assert posted[2].message_id not in virtual_time.removed, "the match still waits for Ann"
    await virtual_time.harness.play(match)
    await virtual_time.deliver()
    assert posted[2].message_id in virtual_time.removed


async def test_each_match_mentions_its_player_once(virtual_time: VirtualTime) -> None:
    matches = [await lap_match(virtual_time, time_control=None) for _ in range(30)]
    posted = await virtual_time.pass_time(DAY)
    assert sorted(one.args["match"] for one in posted) == [match.id for match in matches]


async def test_player_reminded_both_ways_gets_a_mention_and_a_direct_message(virtual_time: VirtualTime) -> None:
    await virtual_time.change_settings(ANN, tell="both")
    await lap_match(virtual_time, time_control=None)
    assert sorted(one.kind for one in await virtual_time.pass_time(DAY)) == ["nudge", "reminder"]


async def test_closed_direct_messages_lead_to_mentions_and_are_announced_once(virtual_time: VirtualTime) -> None:
    await virtual_time.change_settings(ANN, tell="dm")
    virtual_time.undelivered.add(ANN.user_id)
    matches = [await lap_match(virtual_time, time_control=None) for _ in range(3)]
    (told,) = [one for one in virtual_time.posted if one.kind == "reminder"]
    assert (told.at, told.args["match"], told.args["closed"]) == (0, matches[0].id, [0])
    posted = await virtual_time.pass_time(DAY)
    assert [(one.kind, one.args["match"]) for one in posted] == [("reminder", match.id) for match in matches]
    assert all(not one.args.get("closed") for one in posted)
    again = await virtual_time.pass_time(DAY)
    assert [one.kind for one in again] == ["reminder"] * 3
    assert all(not one.args.get("closed") for one in again)


async def test_direct_messages_are_retried_after_settings_are_saved(virtual_time: VirtualTime) -> None:
    await virtual_time.change_settings(ANN, tell="dm")
    virtual_time.undelivered.add(ANN.user_id)
    await lap_match(virtual_time, time_control=None)
    await virtual_time.pass_time(DAY)
    virtual_time.undelivered.clear()
    await virtual_time.harness.service.player_settings.change(ANN.user_id)
    assert [one.kind for one in await virtual_time.pass_time(DAY)] == ["nudge"]


# ------------------------------------------------------------------------------------------------------------- downtime


async def test_downtime_is_followed_by_one_message_for_each_match(virtual_time: VirtualTime) -> None:
    matches = [await lap_match(virtual_time, time_control=None) for _ in range(4)]
    virtual_time.harness.clock.now += 20 * DAY
    await virtual_time.run_due()
    posted = [one for one in virtual_time.posted if one.kind not in {"turn", "place", "table", "strip"}]
    assert sorted(one.args["match"] for one in posted) == [match.id for match in matches]
    assert {one.kind for one in posted} == {"reminder"}


async def test_warning_is_left_out_once_its_deadline_has_passed(virtual_time: VirtualTime) -> None:
    await lap_match(virtual_time)
    virtual_time.harness.clock.now += 3 * DAY
    await virtual_time.run_due()
    assert [one.kind for one in virtual_time.posted if one.kind in {"reminder", "question"}] == ["question"]


async def test_added_time_delays_the_warning(virtual_time: VirtualTime) -> None:
    harness, match = virtual_time.harness, await lap_match(virtual_time)
    await virtual_time.pass_time(DAY)

    def add_time(tx: object) -> None:
        harness.clocks.add_time(tx, harness.loader.find(tx, match.id).match, 0, 10 * DAY)  # type: ignore[arg-type]

    await harness.database.write(add_time)
    assert await virtual_time.pass_time(9 * DAY) == []
    assert [one.kind for one in await virtual_time.pass_time(2 * DAY)] == ["reminder"]


# -------------------------------------------------------------------------------------------------- "not waiting on me"


async def test_late_player_who_has_moved_is_warned_before_the_end_of_the_added_time(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match, _ = await timed_out_match(virtual_time, ANN, BOB, CEM, game="trek")
    late = match.seat_at(match.to_move[0])
    match = (await harness.service.turns.play(match.id, late.user_id, match.ply, ["walk 1"])).match
    assert match.to_move == (late.player,), "the turn goes on"
    clock = match.clock_of(late.player)
    due = await harness.database.read(lambda db: scheduled_reminder(db, match.id, late.player))
    assert clock is not None
    assert due is not None
    assert (due.warning, due.deadline) == (True, clock.deadline)


async def test_question_after_a_timeout_replaces_the_warning(virtual_time: VirtualTime) -> None:
    await timed_out_match(virtual_time)
    warnings = [one.message_id for one in virtual_time.posted if one.kind == "reminder"]
    assert warnings
    assert virtual_time.removed == warnings


async def test_only_a_mistaken_reminder_is_dismissed(virtual_time: VirtualTime) -> None:
    harness, match = virtual_time.harness, await lap_match(virtual_time, time_control=None)
    await virtual_time.pass_time(DAY)
    assert not await harness.service.digests.dismiss_reminder(match.id, ANN.user_id)
    assert virtual_time.removed == []
    assert await harness.service.digests.dismiss_reminder(match.id, BOB.user_id)
    assert await harness.service.digests.dismiss_reminder(match.id, 4711)


async def test_reminder_is_posted_once_however_often_its_job_runs(virtual_time: VirtualTime) -> None:
    harness, match = virtual_time.harness, await lap_match(virtual_time, time_control=None)
    harness.clock.now += DAY
    stored_job = remind(match.id, 0)
    for _ in range(5):
        await harness.service.jobs[Remind](stored_job)
    await virtual_time.deliver()
    assert [one.kind for one in virtual_time.posted if one.kind == "reminder"] == ["reminder"]


async def test_crash_between_posting_and_storing_reminds_nobody_twice(virtual_time: VirtualTime) -> None:
    """The row stays until its message id is stored, and every attempt uses the same nonce."""
    harness, match = virtual_time.harness, await lap_match(virtual_time, time_control=None)
    harness.clock.now += DAY
    await harness.service.jobs[Remind](remind(match.id, 0))
    first = await harness.outbox.next_row(f"match:{match.id}")
    again = await harness.outbox.next_row(f"match:{match.id}")
    assert first is not None
    assert again is not None
    assert first.nonce == again.nonce
    await harness.outbox.delivered(first, message_id=5)
    await harness.outbox.delivered(again, message_id=5)
    rows = await harness.database.rows("SELECT message_id FROM reminders")
    assert [row["message_id"] for row in rows] == [5]
    assert await harness.outbox.next_row(f"match:{match.id}") is None


async def test_reminder_moves_with_the_seat(virtual_time: VirtualTime) -> None:
    harness, match = virtual_time.harness, await lap_match(virtual_time, time_control=None)
    (first,) = await virtual_time.pass_time(DAY)
    await harness.service.substitution.offer_seat(match.id, ANN.user_id)
    await virtual_time.pass_time(HOUR)
    taken = await harness.service.substitution.take_over(match.id, type(ANN)(1009, "Ida"), 0)
    assert user_of(taken, 0) == 1009
    await virtual_time.deliver()
    assert first.message_id in virtual_time.removed
    assert hours_and_kinds(await virtual_time.pass_time(DAY)) == [(49, "reminder")]


async def test_pause_stops_reminders_which_restart_afterwards(virtual_time: VirtualTime) -> None:
    service, match = virtual_time.harness.service, await lap_match(virtual_time, time_control=None)
    (first,) = await virtual_time.pass_time(DAY)
    for person in (ANN, BOB, CEM):
        await service.offers.offer(match.id, person.user_id, OfferKind.PAUSE)
    await virtual_time.deliver()
    assert first.message_id in virtual_time.removed
    assert [one for one in await virtual_time.pass_time(30 * DAY) if one.kind == "reminder"] == []
    for person in (ANN, BOB, CEM):
        await service.offers.offer(match.id, person.user_id, OfferKind.RESUME)
    posted = [one for one in await virtual_time.pass_time(DAY) if one.kind == "reminder"]
    assert hours_and_kinds(posted) == [(32 * 24, "reminder")]


async def test_warning_moves_forward_with_the_deadline(virtual_time: VirtualTime) -> None:
    harness, start = virtual_time.harness, virtual_time.harness.clock.now
    await set_availability(harness, ANN.user_id, Availability(away=((start, start + 10 * DAY),)))
    await lap_match(virtual_time)
    await virtual_time.pass_time(DAY)
    await set_availability(harness, ANN.user_id, ALWAYS_AVAILABLE)
    await harness.database.write(lambda tx: harness.service.deadlines.recompute_deadlines(tx, ANN.user_id))
    assert hours_and_kinds([one for one in await virtual_time.pass_time(4 * DAY) if one.kind == "reminder"])[0] == (
        24 + 54,
        "reminder",
    )


async def test_long_downtime_is_followed_only_by_the_warning_of_inactivity(virtual_time: VirtualTime) -> None:
    await lap_match(virtual_time, time_control=None)
    virtual_time.harness.clock.now += 50 * DAY
    await virtual_time.run_due()
    posted = [one for one in virtual_time.posted if one.kind in {"reminder", "notice"}]
    assert [one.kind for one in posted] == ["notice"]
    assert posted[0].text.startswith("Nobody has moved for 50 days.")


async def test_player_reminded_both_ways_has_one_mention_and_one_direct_message_at_a_time(
    virtual_time: VirtualTime,
) -> None:
    await virtual_time.change_settings(ANN, tell="both")
    for _ in range(2):
        await lap_match(virtual_time, time_control=None)
        await virtual_time.pass_time(HOUR)
    first = await virtual_time.pass_time(DAY)
    assert sorted((one.kind, one.args["match"] or 0) for one in first) == [
        ("nudge", 0),
        ("reminder", 1),
        ("reminder", 2),
    ]
    again = await virtual_time.pass_time(DAY)
    assert len(again) == 3
    told = {one.message_id for one in virtual_time.posted if one.kind in {"nudge", "reminder"}}
    assert told - set(virtual_time.removed) == {one.message_id for one in again}, "only the newest reminders stay"


async def test_closed_direct_messages_of_a_mentioned_player_cause_no_second_mention(
    virtual_time: VirtualTime,
) -> None:
    await virtual_time.change_settings(ANN, tell="both")
    virtual_time.undelivered.add(ANN.user_id)
    await lap_match(virtual_time, time_control=None)
    assert [one.kind for one in await virtual_time.pass_time(DAY)] == ["reminder"]
    (told,) = [one for one in virtual_time.posted if one.kind == "notice"]
    assert told.text == "Player 1, I cannot send you direct messages, so I will only remind you here."
    assert told.args["mention"] == []
    assert [one.kind for one in await virtual_time.pass_time(DAY)] == ["reminder"]
