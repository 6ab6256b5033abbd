"""The match service: every operation on matches.

:func:`build` assembles it and shows its parts and their dependencies.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.computer.decider import SWITCHED_OFF, Decider
from bot.matches.agreements.inbox import Inbox
from bot.matches.agreements.offers import Offers
from bot.matches.agreements.pauses import Pauses
from bot.matches.clocks.deadlines import Deadlines
from bot.matches.clocks.downtime import Downtime
from bot.matches.clocks.holidays import Holidays
from bot.matches.clocks.match_clocks import AvailabilityOf, MatchClocks
from bot.matches.computers.turns import ComputerTurns
from bot.matches.context import Context
from bot.matches.history.queries import History
from bot.matches.history.replays import Replays
from bot.matches.jobs.inactivity import Inactivity
from bot.matches.jobs.retention import Retention
from bot.matches.jobs.scheduler import JobHandlers, Schedule
from bot.matches.lessons.service import Lessons
from bot.matches.lobby.computer_seats import ComputerSeats
from bot.matches.lobby.copies import Copies
from bot.matches.lobby.table_alerts import TableAlerts
from bot.matches.lobby.tables import Tables
from bot.matches.locks import MatchLocks
from bot.matches.model.jobs import (
    ComputerTurnDue,
    Deadline,
    Heartbeat,
    HolidayCheck,
    PauseEnd,
    Prune,
    PruneActs,
    Remind,
    StaleMatchCheck,
    StaleTable,
    TableAlertDue,
    ThreadArchival,
    TimeoutDue,
)
from bot.matches.model.position import PositionCache
from bot.matches.model.views import MatchView, ViewCache
from bot.matches.notifications.digests import Digests
from bot.matches.notifications.direct_messages import DirectMessages
from bot.matches.notifications.due_reminders import DueReminders
from bot.matches.notifications.reminders import Reminders
from bot.matches.notifications.spectators import Spectators
from bot.matches.notifications.turn_notifications import TurnNotifications
from bot.matches.outbox import OutboxWriter, Wake
from bot.matches.people.personal_data import PersonalData
from bot.matches.people.player_settings import PlayerSettingsService
from bot.matches.play.events import MatchEvents
from bot.matches.play.hints import Hints
from bot.matches.play.loader import Loader
from bot.matches.play.plans import Plans
from bot.matches.play.turns import Turns
from bot.matches.play.typed_moves import TypedMoves
from bot.matches.play.undo import Undo
from bot.matches.play.writer import MatchWriter
from bot.matches.restoring import Restoring
from bot.matches.results.leaderboards import Leaderboards
from bot.matches.reviews.service import Reviews
from bot.matches.seats.replacement import Replacement
from bot.matches.seats.substitution import Substitution
from bot.matches.servers.channels import MatchChannels
from bot.matches.servers.moderation import Moderation
from bot.matches.servers.server_settings import ServerSettingsService
from bot.matches.store.players import availability_of
from bot.matches.timeouts.timeouts import Timeouts
from bot.matches.timeouts.votes import Votes
from bot.storage.database import Database
from engines.registry import GAMES, AnyGame


@dataclass(frozen=True, slots=True)
class MatchService:
    """All operations on the matches, players and servers of a database."""

    context: Context
    tables: Tables
    computer_seats: ComputerSeats
    computer_turns: ComputerTurns
    copies: Copies
    table_alerts: TableAlerts
    turns: Turns
    plans: Plans
    hints: Hints
    typed_moves: TypedMoves
    substitution: Substitution
    replacement: Replacement
    offers: Offers
    undo: Undo
    inbox: Inbox
    timeouts: Timeouts
    votes: Votes
    deadlines: Deadlines
    downtime: Downtime
    holidays: Holidays
    digests: Digests
    direct_messages: DirectMessages
    spectators: Spectators
    history: History
    replays: Replays
    reviews: Reviews
    leaderboards: Leaderboards
    lessons: Lessons
    player_settings: PlayerSettingsService
    personal_data: PersonalData
    server_settings: ServerSettingsService
    moderation: Moderation
    channels: MatchChannels
    retention: Retention
    restoring: Restoring
    jobs: JobHandlers
    """The handler of each kind of job."""
    is_stalled: Callable[[], bool]
    """Whether writes are waiting for the disk."""


def build(  # noqa: PLR0913 - one argument for each part of the world outside
    database: Database,
    *,
    games: Mapping[str, AnyGame] = GAMES,
    clock: Callable[[], int],
    wake: Wake,
    wake_scheduler: Callable[[str], None] = lambda _at: None,
    entropy: Callable[[int], bytes] = secrets.token_bytes,
    prerender: Callable[[MatchView], None] = lambda _view: None,
    availability: AvailabilityOf = availability_of,
    decider: Decider = SWITCHED_OFF,
) -> MatchService:
    """Assemble the match service.

    Args:
        database: where everything is stored.
        games: games by slug, and older versions that running matches need by ``slug@version``.
        clock: unix seconds.
        wake: called with the key of each queue that has new rows, after the commit.
        wake_scheduler: called with the time of each new job (unix seconds in digits), after the commit.
        entropy: returns the given number of secret bytes.
        prerender: called with the public board of a turn just before the turn is stored, so that drawing can begin. It
            must not fail, and must not show the board.
        availability: returns a user's availability.
        decider: decides for computer players.
    """
    outbox, schedule = OutboxWriter(clock, wake), Schedule(wake_scheduler)
    context = Context(database, games, clock, entropy, MatchLocks(), PositionCache(), ViewCache(), outbox, schedule)
    loader, events = Loader(context), MatchEvents()
    clocks = MatchClocks(schedule, clock, availability)
    downtime = Downtime(context, clocks)
    reminders = Reminders(context, loader)
    turn_notifications = TurnNotifications(context, loader, reminders)

    writer = MatchWriter(context, loader, clocks, turn_notifications, events, prerender)
    table_alerts = TableAlerts(context)
    tables = Tables(context, loader, writer, table_alerts)
    turns = Turns(context, loader, writer)
    plans = Plans(context, loader)
    pauses = Pauses(context, loader, writer, clocks, events)
    replacement = Replacement(context, loader, writer, reminders)
    offers = Offers(context, loader, writer, clocks, pauses, replacement)
    votes = Votes(context, loader)
    timeouts = Timeouts(context, loader, writer, clocks, downtime, votes, offers, reminders)
    deadlines = Deadlines(context, loader, writer, clocks, downtime, timeouts.begin)

    computer_turns = ComputerTurns(context, loader, writer, decider)

    # Offers without a possible answer are closed before reminders are set. Timeouts come last: they add time for a
    # player who is back, and set that player's reminders by it.
    events.advanced = (
        offers.match_advanced,
        reminders.match_advanced,
        timeouts.match_advanced,
        computer_turns.match_advanced,
    )
    # Reminders are deleted before the question about a timeout.
    events.ended = (reminders.match_ended, timeouts.match_ended)
    events.paused = (reminders.match_paused,)
    events.resumed = (reminders.match_resumed, computer_turns.match_resumed)
    events.deadlines_moved = (reminders.deadlines_moved,)

    holidays = Holidays(context, downtime, deadlines)
    history = History(context, loader)
    due_reminders = DueReminders(context, downtime, reminders, turn_notifications)
    inactivity = Inactivity(context, writer, clocks)
    retention = Retention(context)
    return MatchService(
        context=context,
        tables=tables,
        computer_seats=ComputerSeats(context, loader, tables),
        computer_turns=computer_turns,
        copies=Copies(context, loader, writer),
        table_alerts=table_alerts,
        turns=turns,
        plans=plans,
        hints=Hints(context, loader, plans, decider),
        typed_moves=TypedMoves(context, loader, turns, plans),
        substitution=Substitution(context, loader, writer, timeouts.seat_declined),
        replacement=replacement,
        offers=offers,
        undo=Undo(context, loader, offers),
        inbox=Inbox(context, offers, votes),
        timeouts=timeouts,
        votes=votes,
        deadlines=deadlines,
        downtime=downtime,
        holidays=holidays,
        digests=Digests(context, loader, reminders),
        direct_messages=DirectMessages(context),
        spectators=Spectators(context, loader),
        history=history,
        replays=Replays(context, loader),
        reviews=Reviews(context, loader, decider),
        leaderboards=Leaderboards(context, loader),
        lessons=Lessons(context, decider),
        player_settings=PlayerSettingsService(context, deadlines),
        personal_data=PersonalData(context, loader, tables, turns),
        server_settings=ServerSettingsService(context),
        moderation=Moderation(context, loader, writer, clocks),
        channels=MatchChannels(context, loader, writer, clocks),
        retention=retention,
        restoring=Restoring(context),
        jobs={
            Deadline: deadlines.deadline_passed,
            Remind: due_reminders.remind,
            ComputerTurnDue: computer_turns.turn_due,
            TimeoutDue: timeouts.timeout_due,
            TableAlertDue: table_alerts.alert_due,
            StaleTable: inactivity.close_stale_table,
            StaleMatchCheck: inactivity.check_stale_match,
            ThreadArchival: inactivity.archive_thread,
            PauseEnd: pauses.resume_when_due,
            HolidayCheck: holidays.check_holiday,
            Heartbeat: downtime.heartbeat,
            Prune: retention.prune,
            PruneActs: retention.prune_acts,
        },
        is_stalled=database.is_stalled,
    )
