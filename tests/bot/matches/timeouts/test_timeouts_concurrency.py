"""Two changes of one match at the same moment, or one during the other."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

import pytest

from bot.matches.clocks.holidays import ALLOWANCE
from bot.matches.doctor import examine
from bot.matches.errors import PausedError, SeatError
from bot.matches.model.jobs import HolidayCheck, TimeoutDue
from bot.matches.model.match import Match, MatchStatus, OfferKind, Person
from bot.matches.model.results import ExitReason
from bot.matches.model.time_control import DAY, HOUR, TimeoutAction, TimeoutState
from bot.matches.play.loader import Loader
from bot.matches.store.seats import read_seat_exits
from tests.bot.matches.both_engines import on_engines
from tests.bot.matches.harness import ALL_GAMES, ANN, BOB, CEM, DANA, ServiceHarness, refused
from tests.bot.matches.timed_matches import running_deadlines, start_timed_match, stored
from tests.bot.matches.timed_out_matches import timed_out_match, timeout_state, vote_messages
from tests.bot.matches.virtual_time import VirtualTime

pytestmark = pytest.mark.engines("sqlite", "postgres")

WAIT, EXTEND, OFFER, PLAY_ON, END, COMPUTER = TimeoutAction


@pytest.fixture
def virtual_time(harness: ServiceHarness) -> VirtualTime:
    return VirtualTime(harness)


READS = ("position", "load_with_last_turn")


class RunBetween(Protocol):
    """Runs something once after a match is read, by one of the loader's methods, and before it is written."""

    def __call__(self, happens: Callable[[], Awaitable[object]], reads: Sequence[str] = READS) -> None: ...


@pytest.fixture
def run_between_read_and_write(monkeypatch: pytest.MonkeyPatch) -> RunBetween:
    def run_between(happens: Callable[[], Awaitable[object]], reads: Sequence[str] = READS) -> None:
        done = False

        def slow(read: Callable[..., Awaitable[object]]) -> Callable[..., Awaitable[object]]:
            async def reading(*arguments: object) -> object:
                nonlocal done
                found = await read(*arguments)
                if not done:
                    done = True
                    await happens()
                return found

            return reading

        for name in reads:
            monkeypatch.setattr(Loader, name, slow(getattr(Loader, name)))

    return run_between


async def is_consistent(harness: ServiceHarness) -> bool:
    return await examine(harness.database, games=ALL_GAMES) == []


# ----------------------------------------------------------------------------------- seats that the others have offered


async def test_seat_offered_by_others_is_kept_only_by_a_move(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match, _ = await timed_out_match(virtual_time)
    for person in (BOB, CEM):
        await harness.service.timeouts.vote(match.id, person.user_id, OFFER)
    text = await refused(
        harness, SeatError, lambda: harness.service.substitution.withdraw_seat_offer(match.id, ANN.user_id)
    )
    assert "move" in text
    assert await harness.service.substitution.free_seats(match.id) == (0,), "a command must not undo the vote"
    await harness.play(await harness.service.history.get(match.id))
    assert await harness.service.substitution.free_seats(match.id) == ()


async def test_late_player_cannot_replace_the_seat_offer_of_the_others(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match, _ = await timed_out_match(virtual_time)
    for person in (BOB, CEM):
        await harness.service.timeouts.vote(match.id, person.user_id, OFFER)
    await refused(harness, SeatError, lambda: harness.service.substitution.offer_seat(match.id, ANN.user_id, DANA))
    await harness.service.substitution.take_over(match.id, DANA)
    (gone,) = await harness.database.read(lambda db: read_seat_exits(db, match.id))
    assert gone.reason is ExitReason.LEFT


async def test_late_player_is_not_notified_when_the_seat_is_declined_that_others_offered(
    virtual_time: VirtualTime,
) -> None:
    harness = virtual_time.harness
    match, _ = await timed_out_match(virtual_time)
    for person in (BOB, CEM):
        await harness.service.timeouts.vote(match.id, person.user_id, OFFER, DANA)
    await virtual_time.deliver()
    before = len(virtual_time.posted)
    await harness.service.substitution.decline_seat(match.id, DANA.user_id)
    await virtual_time.deliver()
    (said,) = [one for one in virtual_time.posted[before:] if one.kind == "notice"]
    assert (said.text, said.args["mention"]) == ("The offer of Player 1’s seat was declined.", [])


# -------------------------------------------------------------------------------------------- votes of players who left


async def test_vote_of_a_resigned_player_does_not_count(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match, _ = await timed_out_match(virtual_time, ANN, BOB, CEM, on_timeout=WAIT)
    await harness.service.timeouts.vote(match.id, BOB.user_id, END)
    await harness.service.turns.resign(match.id, BOB.user_id)
    assert (await harness.service.history.get(match.id)).status is MatchStatus.RUNNING
    await virtual_time.pass_time(DAY)
    assert (await harness.service.history.get(match.id)).status is MatchStatus.RUNNING, (
        "the default of the table is to wait"
    )


async def test_substitute_does_not_inherit_a_vote(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match, _ = await timed_out_match(virtual_time, ANN, BOB, CEM)
    await harness.service.timeouts.vote(match.id, BOB.user_id, END)
    await harness.service.substitution.offer_seat(match.id, BOB.user_id)
    await harness.service.substitution.take_over(match.id, DANA, 1)
    found = await harness.service.votes.open_timeout(match.id)
    assert found is not None
    timeout, voters = found
    assert (dict(timeout.votes), voters) == ({}, (1, 2))


async def test_unanimous_remaining_voters_decide_at_once(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match, _ = await timed_out_match(virtual_time, ANN, BOB, CEM)
    await harness.service.timeouts.vote(match.id, BOB.user_id, END)
    await harness.service.turns.resign(match.id, CEM.user_id)
    await virtual_time.run_due()
    assert (await harness.service.history.get(match.id)).status is MatchStatus.FINISHED
    assert await is_consistent(harness)


async def test_pause_agreed_in_another_process_during_the_deciding_vote_comes_first(
    virtual_time: VirtualTime, run_between_read_and_write: RunBetween
) -> None:
    harness = virtual_time.harness
    match, _ = await timed_out_match(virtual_time)
    other = ServiceHarness(harness.database)

    async def pause() -> None:
        for person in (BOB, CEM):
            await other.service.offers.offer(match.id, person.user_id, OfferKind.PAUSE)

    await harness.service.timeouts.vote(match.id, BOB.user_id, EXTEND)
    run_between_read_and_write(pause, ["load"])
    with pytest.raises(PausedError):
        await harness.service.timeouts.vote(match.id, CEM.user_id, EXTEND)
    assert await timeout_state(harness, match) is TimeoutState.ASKED


# -------------------------------------------------------------------------------------------- channels that come and go


async def test_timeout_has_no_effect_while_the_question_is_not_visible(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match, _ = await timed_out_match(virtual_time)
    await harness.service.channels.mark_unreachable(match.id)
    await virtual_time.pass_time(3 * DAY)
    assert not any(seat.withdrawn for seat in (await harness.service.history.get(match.id)).seats)
    await harness.service.channels.mark_reachable(match.id)
    assert len(vote_messages(await virtual_time.pass_time(HOUR))) == 1, "the vote is posted again"
    await virtual_time.pass_time(DAY)
    assert (await harness.service.history.get(match.id)).seats[0].withdrawn


async def test_late_player_who_moves_while_the_channel_is_lost_has_no_running_clock(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match, _ = await timed_out_match(virtual_time, ANN, BOB, CEM, game="trek")
    await harness.service.channels.mark_unreachable(match.id)
    late = match.seat_at(match.to_move[0])
    moved = (await harness.service.turns.play(match.id, late.user_id, match.ply, ["walk 1"])).match
    assert moved.to_move == (late.player,), "the turn goes on"
    assert running_deadlines(await stored(harness, match)) == {}


async def test_losing_the_channel_during_a_move_stops_the_clock(
    harness: ServiceHarness, run_between_read_and_write: RunBetween
) -> None:
    match = await start_timed_match(harness)
    run_between_read_and_write(lambda: harness.service.channels.mark_unreachable(match.id))
    moved = (await harness.play(match)).match
    assert moved.ply == match.ply + 1
    assert running_deadlines(await stored(harness, match)) == {}
    await harness.service.channels.mark_reachable(match.id)
    assert set(running_deadlines(await stored(harness, match))) == set(moved.to_move)


async def test_finding_the_channel_during_a_move_starts_the_clock(
    harness: ServiceHarness, run_between_read_and_write: RunBetween
) -> None:
    match = await start_timed_match(harness)
    await harness.service.channels.mark_unreachable(match.id)
    run_between_read_and_write(lambda: harness.service.channels.mark_reachable(match.id))
    moved = (await harness.play(await harness.service.history.get(match.id))).match
    assert set(running_deadlines(await stored(harness, match))) == set(moved.to_move)


# ------------------------------------------------------------------------------------------------------ offers and time


async def test_undo_waiting_only_for_a_late_player_takes_effect(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match = await virtual_time.start(ANN, BOB, CEM)
    match = (await harness.play(match)).match
    await harness.service.undo.ask_undo(match.id, ANN.user_id)
    await virtual_time.pass_time(4 * DAY)
    match = await harness.service.history.get(match.id)
    assert (match.to_move, await timeout_state(harness, match)) == ((0,), None)
    assert await harness.service.offers.open_in(match.id) == []
    assert await is_consistent(harness)


async def test_undo_that_only_a_late_player_would_have_to_agree_to_takes_effect_at_once(
    virtual_time: VirtualTime,
) -> None:
    harness = virtual_time.harness
    match = (await harness.play(await virtual_time.start(ANN, BOB, CEM))).match
    await virtual_time.pass_time(3 * DAY + HOUR)
    assert await timeout_state(harness, match) is TimeoutState.ASKED
    assert await harness.service.undo.ask_undo(match.id, ANN.user_id) is None
    assert (await harness.service.history.get(match.id)).to_move == (0,)


async def test_undo_across_turns_of_others_waits_for_late_players(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    match = await virtual_time.start(ANN, BOB, CEM)
    for _ in range(2):
        match = (await harness.play(match)).match
    await harness.service.undo.ask_undo(match.id, ANN.user_id)
    await harness.service.offers.answer(match.id, BOB.user_id, OfferKind.UNDO, accept=True)
    await virtual_time.pass_time(3 * DAY + HOUR)
    assert await timeout_state(harness, match) is TimeoutState.ASKED
    (offer,) = await harness.service.offers.open_in(match.id)
    assert offer.needed == (2,)


async def test_undo_offered_by_another_process_during_a_turn_is_closed(
    harness: ServiceHarness, run_between_read_and_write: RunBetween
) -> None:
    match = await harness.start(ANN, BOB, CEM, game="lap")
    match = (await harness.play(match)).match
    other = ServiceHarness(harness.database)
    run_between_read_and_write(lambda: other.service.undo.ask_undo(match.id, ANN.user_id))
    await harness.play(match)
    assert await harness.service.offers.open_in(match.id) == [], "the offer was about the turn before"


async def test_draw_offered_by_another_process_during_a_move_is_closed(
    harness: ServiceHarness, run_between_read_and_write: RunBetween
) -> None:
    match = await harness.start(ANN, BOB, CEM, game="lap")
    other = ServiceHarness(harness.database)
    run_between_read_and_write(lambda: other.service.offers.offer(match.id, BOB.user_id, OfferKind.DRAW))
    await harness.play(match)
    assert await harness.service.offers.open_in(match.id) == []


# ------------------------------------------------------------------------------------------------- holidays and outages


async def test_holiday_allowance_is_not_used_in_a_downtime(virtual_time: VirtualTime) -> None:
    harness = virtual_time.harness
    await harness.service.downtime.connected()
    await virtual_time.start(ANN, BOB, CEM)
    start = harness.clock.now
    await harness.service.holidays.go_away(ANN.user_id, start, start + 10 * DAY)
    await harness.service.downtime.disconnected()
    harness.clock.now = start + 8 * DAY
    (row,) = await harness.database.rows("SELECT args, at FROM due WHERE kind = ?", (HolidayCheck.kind,))
    await harness.service.holidays.check_holiday(HolidayCheck(json.loads(row["args"])["who"]))
    await harness.service.downtime.connected()
    assert await harness.service.holidays.allowance_left(ANN.user_id) == ALLOWANCE


@pytest.mark.parametrize("sleeps", [False, True])
async def test_voters_get_the_downtime_back(virtual_time: VirtualTime, *, sleeps: bool) -> None:
    harness = virtual_time.harness
    match, _ = await timed_out_match(virtual_time)
    await harness.service.downtime.connected()
    found = await harness.service.votes.open_timeout(match.id)
    assert found is not None
    await virtual_time.deliver()
    if not sleeps:
        await harness.service.downtime.disconnected()
    harness.clock.now += 5 * DAY
    await (harness.service.downtime.check_clock() if sleeps else harness.service.downtime.connected())
    assert "question" in [row.kind for row in await harness.rows(match.id)], "the vote shows its new end"
    await virtual_time.run_due()
    again = await harness.service.votes.open_timeout(match.id)
    assert again is not None
    assert again[0].until == found[0].until + 5 * DAY
    (row,) = await harness.database.rows("SELECT at FROM due WHERE kind = ?", (TimeoutDue.kind,))
    assert row["at"] == again[0].until
    assert not (await harness.service.history.get(match.id)).seats[0].withdrawn


# -------------------------------------------------------------------------------------------------------- deleted users


async def _late_voter(virtual_time: VirtualTime) -> Match:
    """Let Bob vote to offer Ann's seat to Dana."""
    match, _ = await timed_out_match(virtual_time)
    await virtual_time.harness.service.timeouts.vote(match.id, BOB.user_id, OFFER, DANA)
    return match


async def _asks_undo(virtual_time: VirtualTime) -> Match:
    match = (await virtual_time.harness.play(await virtual_time.start(ANN, BOB, CEM))).match
    await virtual_time.harness.service.undo.ask_undo(match.id, ANN.user_id)
    return match


async def _paused(virtual_time: VirtualTime) -> Match:
    match, _ = await timed_out_match(virtual_time)
    for person in (BOB, CEM):
        await virtual_time.harness.service.offers.offer(match.id, person.user_id, OfferKind.PAUSE)
    await virtual_time.harness.service.offers.offer(match.id, BOB.user_id, OfferKind.RESUME)
    return match


async def _offers_seat(virtual_time: VirtualTime) -> Match:
    match = await virtual_time.start(ANN, BOB, CEM)
    await virtual_time.harness.service.substitution.offer_seat(match.id, BOB.user_id, DANA)
    return match


async def _away(virtual_time: VirtualTime) -> Match:
    match = await virtual_time.start(ANN, BOB, CEM)
    now = virtual_time.harness.clock.now
    for person in (ANN, BOB):
        await virtual_time.harness.service.holidays.go_away(person.user_id, now, now + 2 * DAY)
    return match


async def _lost(virtual_time: VirtualTime) -> Match:
    match, _ = await timed_out_match(virtual_time)
    await virtual_time.harness.service.channels.mark_unreachable(match.id)
    return match


async def _late_in_secret_turn(virtual_time: VirtualTime) -> Match:
    """Let the first player time out in a simultaneous turn."""
    match, _ = await timed_out_match(virtual_time, ANN, BOB, CEM, game="bids")
    return match


STAGES = (_late_voter, _asks_undo, _paused, _offers_seat, _away, _lost, _late_in_secret_turn)


@pytest.mark.parametrize(
    ("engine", "state", "who"),
    on_engines(
        [*((state, who) for state in STAGES for who in (ANN, BOB)), (_late_voter, DANA), (_offers_seat, DANA)],
        [*((state, BOB) for state in STAGES), (_offers_seat, DANA)],
    ),
)
async def test_deleting_a_user_at_any_stage_leaves_a_match_that_ends(
    virtual_time: VirtualTime, state: Callable[[VirtualTime], Awaitable[Match]], who: Person
) -> None:
    harness = virtual_time.harness
    match = await state(virtual_time)
    await harness.service.personal_data.forget(who.user_id)
    assert not re.search(rf"\b{who.user_id}\b", str(await harness.dump()))
    await virtual_time.pass_time(200 * DAY)
    assert (await harness.service.history.get(match.id)).status in {MatchStatus.FINISHED, MatchStatus.ABORTED}
    assert await harness.database.rows("SELECT * FROM due WHERE match_id = ? AND kind != 'archive'", (match.id,)) == []
    assert await is_consistent(harness)
