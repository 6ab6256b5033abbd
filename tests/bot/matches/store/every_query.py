"""Runs every query of the store."""

from bot.matches.jobs.scheduler import AT_ONCE
from bot.matches.model.jobs import (
    Deadline,
    Heartbeat,
    HolidayCheck,
    PauseEnd,
    Prune,
    Remind,
    StaleMatchCheck,
    StaleTable,
    ThreadArchival,
    TimeoutDue,
)
from bot.matches.model.match import MatchChannel, OfferKind
from bot.matches.model.outbox_messages import Queue
from bot.matches.model.settings import ServerSettings
from bot.matches.model.time_control import DAY, TermsRequest, TimeoutAction
from bot.matches.store.jobs import DUE, NEXT
from engines.text import T
from tests.bot.matches.harness import ANN, BOB, CEM, CHANNEL, DANA, NO_CLOCK, ServiceHarness, remind, user_of


async def use_everything(harness: ServiceHarness) -> None:
    """Run every query about one match, player, channel or queue."""
    service = harness.service
    table = await service.tables.open_table("trek", {}, ANN, CHANNEL, terms=NO_CLOCK)
    await service.tables.set_table_message(table.id, 1)
    await service.tables.invite(table.id, ANN.user_id, [CEM])
    await service.tables.join(table.id, BOB)
    await service.tables.leave(table.id, BOB.user_id)
    await service.tables.join(table.id, BOB)
    match = await service.tables.start(table.id, ANN.user_id)
    await service.tables.set_thread(match.id, 70)
    user = user_of(match, match.to_move[0])
    move = (await harness.legal(match))[0]
    await service.plans.put(match.id, user, match.ply, [move])
    await service.plans.undo(match.id, user)
    await service.plans.clear(match.id, user)
    await service.offers.offer(match.id, user, OfferKind.DRAW)
    await service.offers.open_in(match.id)
    await service.offers.answer(match.id, user, OfferKind.DRAW, accept=False)
    await service.offers.offer(match.id, ANN.user_id, OfferKind.DRAW)
    await service.turns.play(match.id, user, match.ply, [move])
    service.context.positions.forget([match.id])
    await service.typed_moves.complete(match.id, user, "")
    await service.history.view(match.id, ply=1)
    await service.history.matches_of(ANN.user_id)
    await service.history.matches_of(ANN.user_id, active_only=False)
    await service.history.matches_in(70)
    await service.history.matches_under(CHANNEL.channel_id)
    await service.history.lines(match.id, None)
    await service.history.export(match.id, None)
    bids = await harness.start(ANN, BOB, game="bids")
    await service.turns.play(bids.id, ANN.user_id, bids.ply, (await harness.legal(bids))[:1])
    await service.turns.play(bids.id, BOB.user_id, bids.ply, (await harness.legal(bids))[:1])
    await service.turns.resign(match.id, ANN.user_id)
    await service.history.verify(match.id)
    await service.offers.offer(match.id, ANN.user_id, OfferKind.REMATCH)
    await service.offers.answer(match.id, BOB.user_id, OfferKind.REMATCH, accept=True)
    await use_servers(harness)
    await use_reminders(harness)
    await use_clocks(harness)
    await use_history(harness)
    await service.player_settings.get(1)
    await service.player_settings.change(1)
    row = await harness.outbox.next_row(f"match:{match.id}")
    assert row is not None
    await harness.outbox.retry(row, 0)
    await harness.outbox.failed(row, "x")
    await harness.outbox.unposted([match.id, 7])
    await harness.outbox.greet(50)
    while (row := await harness.outbox.next_row(f"match:{match.id}")) is not None:
        await harness.outbox.delivered(row, message_id=row.id, thread_id=70)


async def use_servers(harness: ServiceHarness) -> None:
    """Run those about servers, channels and spectators."""
    service = harness.service
    match = await harness.start(ANN, BOB)
    await service.server_settings.save(50, 1, ServerSettings(language="tr"), T("set something"))
    await service.server_settings.get(50)
    await service.moderation.matches_of_server(50, 0, 5)
    await service.moderation.actions_of_server(50, 0, 5)
    await service.spectators.watch(match.id, CEM.user_id)
    await service.spectators.board_message(match.id, CEM.user_id)
    await service.spectators.watched_by(CEM.user_id)
    row = await harness.outbox.next_row(Queue.WATCH.key(match.id, CEM.user_id))
    assert row is not None
    await harness.outbox.has_later(row)
    await harness.outbox.delivered(row, message_id=9)
    await service.spectators.note_dms_blocked(match.id, CEM.user_id)
    await service.spectators.take_blocked(CEM.user_id)
    await service.spectators.watch(match.id, CEM.user_id)
    await service.spectators.unwatch(match.id, CEM.user_id)
    await service.offers.propose_move(match.id, ANN.user_id, MatchChannel(50, 61))
    await service.moderation.move_as_manager(match.id, 1, MatchChannel(50, 62))
    await service.channels.channel_deleted(62)
    await service.channels.thread_deleted(63)
    await service.channels.removed_from_server(50)
    await service.channels.server_usable_again(50, lambda _channel: True)
    await service.channels.mark_reachable(match.id)
    await service.retention.begin_pruning()
    await service.retention.prune(Prune())
    await service.moderation.abort_as_manager(match.id, 1, "spam")


async def use_clocks(harness: ServiceHarness) -> None:
    """Run those about timed and inactive matches."""
    service = harness.service
    table = await service.tables.open_table("trek", {}, ANN, MatchChannel(50, 60, 80), terms=TermsRequest("daily"))
    await service.tables.configure(table.id, ANN.user_id, terms=TermsRequest("live"))
    await service.tables.join(table.id, BOB)
    match = await service.tables.start(table.id, ANN.user_id)
    await harness.play(match)
    await harness.database.write(lambda tx: service.deadlines.recompute_deadlines(tx, ANN.user_id))
    for kind in (OfferKind.PAUSE, OfferKind.RESUME):
        for person in (ANN, BOB):
            await service.offers.offer(match.id, person.user_id, kind, days=5 if kind is OfferKind.PAUSE else None)
    harness.clock.now += 90 * DAY
    for player in (0, 1):
        await service.deadlines.deadline_passed(Deadline(match.id, player))
    await service.jobs[StaleMatchCheck](StaleMatchCheck(match.id))
    await service.jobs[PauseEnd](PauseEnd(match.id))
    await service.history.announced(match.id)
    await service.turns.resign(match.id, ANN.user_id)
    harness.clock.now += 90 * DAY
    await service.jobs[ThreadArchival](ThreadArchival(match.id))
    await service.downtime.heartbeat(Heartbeat())
    lapsed = await service.tables.open_table("trek", {}, ANN, CHANNEL)
    harness.clock.now += 90 * DAY
    await service.jobs[StaleTable](StaleTable(lapsed.id))


async def use_reminders(harness: ServiceHarness) -> None:
    """Run those about reminders, substitutions and timeouts."""
    service = harness.service
    lap = await harness.start(ANN, BOB, CEM, game="lap")
    await service.substitution.offer_seat(lap.id, ANN.user_id, DANA)
    await service.substitution.free_seats(lap.id, DANA.user_id)
    await service.substitution.take_over(lap.id, DANA)
    await service.jobs[Remind](remind(lap.id, 0))
    harness.clock.now += 86400
    await service.jobs[Remind](remind(lap.id, 0))
    await service.digests.players_to_remind(lap.id, [0])
    await service.digests.digest(DANA.user_id)
    await service.digests.note_dms_blocked(DANA.user_id)
    await service.digests.dismiss_reminder(lap.id, BOB.user_id)
    while (row := await harness.outbox.next_row(f"match:{lap.id}")) is not None:
        await harness.outbox.delivered(row, message_id=row.id)
    late = await service.tables.open_table(
        "lap", {}, ANN, CHANNEL, terms=TermsRequest("daily", on_timeout=TimeoutAction.WAIT)
    )
    for person in (BOB, CEM):
        await service.tables.join(late.id, person)
    await harness.rows(late.id)
    harness.clock.now += 2 * 86400
    await service.deadlines.deadline_passed(Deadline(late.id, 0))
    await service.votes.open_timeout(late.id)
    await service.inbox.requests_to(BOB.user_id)
    for person in (BOB, CEM):
        await service.timeouts.vote(late.id, person.user_id, TimeoutAction.EXTEND)
    harness.clock.now += 2 * 86400
    await service.deadlines.deadline_passed(Deadline(late.id, 0))
    await service.timeouts.vote(late.id, BOB.user_id, TimeoutAction.OFFER, DANA)
    await service.timeouts.vote(late.id, CEM.user_id, TimeoutAction.OFFER, DANA)
    await service.substitution.decline_seat(late.id, DANA.user_id)
    harness.clock.now += 2 * 86400
    await service.timeouts.timeout_due(TimeoutDue(late.id))
    for person in (BOB, CEM):
        await service.timeouts.vote(late.id, person.user_id, TimeoutAction.PLAY_ON)


async def use_history(harness: ServiceHarness) -> None:
    """Run those about undo, replays, holidays and leaderboards."""
    service = harness.service
    lap = await harness.start(ANN, BOB, CEM, game="lap")
    await harness.play(lap)
    await service.undo.ask_undo(lap.id, ANN.user_id)
    await service.offers.answer(lap.id, BOB.user_id, OfferKind.UNDO, accept=True)
    await service.replays.mark_seen(lap.id, ANN.user_id, 1)
    await service.replays.replay(lap.id, ANN.user_id)
    await service.replays.replay_since(lap.id, ANN.user_id, 1)
    announcement = await service.holidays.go_away(ANN.user_id, 0, harness.clock() + 5 * DAY)
    await service.holidays.check_holiday(HolidayCheck(announcement.holiday.id))
    await service.holidays.holiday_of(ANN.user_id)
    await service.holidays.allowance_left(ANN.user_id)
    await service.holidays.away_now([ANN.user_id, BOB.user_id])
    await service.holidays.come_back(ANN.user_id)
    await harness.play_out(await harness.start(ANN, BOB))
    await service.leaderboards.leaderboard(50, "iye", 0, 10, ANN.user_id)
    await service.leaderboards.best_scores(50, "chiefdom", "cards=off", 0, 10, ANN.user_id)
    await service.leaderboards.player_stats(50, ANN.user_id)
    await service.leaderboards.rating_changes(lap.id)
    await service.leaderboards.record_missing()
    await harness.database.rows(DUE, (harness.clock(), AT_ONCE))
    await harness.database.rows(NEXT)
