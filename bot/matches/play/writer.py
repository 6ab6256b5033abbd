"""The only code that changes the position of a match: start, moves, end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from bot.matches.checks import already_played, not_open, not_running
from bot.matches.clocks.match_clocks import MatchClocks, MovedDeadline
from bot.matches.context import Context
from bot.matches.errors import AlreadyPlayedError
from bot.matches.history.given import Given
from bot.matches.jobs.idle_limits import archive_due, stale_match_due
from bot.matches.model.log import ANYTHING, EntryKind, Record
from bot.matches.model.match import Match, MatchStatus, SeatHolder, is_answered_at_once
from bot.matches.model.outbox_messages import (
    Board,
    CreateThread,
    Notice,
    RefreshDeadlines,
    RefreshPost,
    RefreshStatus,
    RefreshTable,
    ResultBoard,
    Sheet,
    SpectatorBoard,
)
from bot.matches.model.position import Advance, Position, position_between_turns
from bot.matches.model.results import is_rated
from bot.matches.model.rng import CommittedRng, commitment_of
from bot.matches.model.views import MatchView
from bot.matches.notifications.turn_notifications import TurnNotifications
from bot.matches.outbox import NO_HELD_BOARDS
from bot.matches.play.events import MatchEvents
from bot.matches.play.loader import Loader
from bot.matches.results.record import record_result
from bot.matches.store import direct_messages as direct_store
from bot.matches.store import matches as match_store
from bot.matches.store import offers as offer_store
from bot.matches.store import turns as turn_store
from bot.matches.store.seats import seal_names
from bot.storage.database import Transaction
from engines.game import Player
from engines.registry import AnyGame
from engines.text import Seat, T, Text

WAIT_FOR_COMPUTERS = 2
"""For how many seconds a board waits for computer players who are to move, so that one post shows their moves too."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a match ends before its rules end it."""

    result: Text
    termination: str


def _nobody_plays(seats: Sequence[SeatHolder]) -> Text:
    """Return the result of a match in which only computer players are left; who was the only person is named."""
    people = [seat.player for seat in seats if seat.computer is None]
    if len(people) == 1:
        return T("{player} resigns.", player=Seat(people[0]))
    return T("All people have left the match, so it ends here.")


def _nothing(_tx: Transaction, _moved: Record) -> None:
    """Do nothing before or after a commit."""


class MatchWriter:
    """Begins, advances and ends matches.

    Args:
        context: the database and what belongs to it.
        loader: reads matches.
        clocks: are updated with each advance.
        turn_notifications: notify the players to move.
        events: handlers of what else follows.
        prerender: called with the public board of a turn just before the turn is stored, so that drawing can begin. It
            must not fail, and must not show the board.
    """

    def __init__(
        self,
        context: Context,
        loader: Loader,
        clocks: MatchClocks,
        turn_notifications: TurnNotifications,
        events: MatchEvents,
        prerender: Callable[[MatchView], None],
    ) -> None:
        self._context = context
        self._db = context.database
        self._clock = context.clock
        self._outbox = context.outbox
        self._schedule = context.schedule
        self._loader = loader
        self._clocks = clocks
        self._turn_notifications = turn_notifications
        self._events = events
        self._prerender = prerender

    # ---------------------------------------------------------------------------------------------- moving on

    def prepare(self, record: Record, position: Position) -> Advance:
        """Return an advance of the match in memory, with the draws to come."""
        rng = CommittedRng(record.secret, record.match.id, record.draws)
        return Advance(self._loader.game(record.match), position, rng, self._clock())

    async def commit(
        self,
        record: Record,
        advance: Advance,
        before: Callable[[Transaction, Record], None] = _nothing,
        after: Callable[[Transaction, Record], None] = _nothing,
        *,
        changed: Sequence[SeatHolder] = (),
        ending: Ending | None = None,
    ) -> Record | None:
        """Write an advance with what goes ``before`` and ``after`` it, in one transaction.

        Args:
            record: the match as it was loaded.
            advance: the advance in memory.
            before: writes other parts of the same change, before everything that follows from the advance.
            after: the same, after it.
            changed: seats that change with it.
            ending: how the match ends with it, unless the rules end it.

        Returns:
            The match afterwards; ``None`` if another process was faster and nothing was written.

        Raises:
            StorageError: it could not be stored; nothing was changed.
        """
        moved = self._after(record, advance, changed, ending)
        board_due = moved.match.result is not None or self.players_to_notify(record, advance) is not None
        # Boards around turns of computer players are mostly told in one, which draws the turns of all.
        goes_on = moved.match.result is None and is_answered_at_once(moved.match)
        alone = not (goes_on or is_answered_at_once(record.match))
        if board_due and alone:
            game = self._loader.game(moved.match)
            self._prerender(self._context.views.project(game, moved.match, advance.position, None))

        def work(tx: Transaction) -> Record:
            written = self._write_advance(tx, record, advance, moved, before)
            after(tx, written)
            return written

        try:
            moved = await self._db.write(work)
        except AlreadyPlayedError:
            return None
        if board_due and not record.match.has_computers:
            self._context.positions.replace(record.match.id, record.match.ply, advance.position)
        else:  # later notifications and boards tell also what happened before it
            self._context.positions.put(record.match.id, advance.position)
        return moved

    def write(self, tx: Transaction, record: Record, advance: Advance, *, changed: Sequence[SeatHolder] = ()) -> Record:
        """Write an advance with the ``changed`` seats as a part of another transaction; returns the match afterwards.

        Raises:
            AlreadyPlayedError: the match has changed since ``record`` was read.
        """
        return self._write_advance(tx, record, advance, self._after(record, advance, changed))

    def _after(
        self, record: Record, advance: Advance, changed: Sequence[SeatHolder] = (), ending: Ending | None = None
    ) -> Record:
        """Return the record after the advance, with the changed seats."""
        match, position = record.match, advance.position
        game = self._loader.game(match)
        outcome = game.outcome(position.state)
        held = {seat.player: seat for seat in changed}
        seats = tuple(held.get(seat.player, seat) for seat in match.seats)
        if outcome is not None:
            ending = Ending(outcome.summary, outcome.termination)
        elif ending is None and match.has_computers and all(seat.withdrawn for seat in seats if seat.computer is None):
            ending = Ending(_nobody_plays(seats), "resignation")
        notified = self.players_to_notify(record, advance) is not None
        moved = replace(
            match,
            seats=seats,
            ply=position.ply,
            to_move=tuple(game.players_to_move(position.state)),
            moved_at=advance.entries[-1].at if advance.entries else match.moved_at,
            downtime=0 if notified else match.downtime,
        )
        if ending is not None:
            moved = replace(
                moved,
                status=MatchStatus.FINISHED,
                result=ending.result,
                ended_at=self._clock(),
                key=record.secret.hex(),
            )
        return replace(
            record,
            match=moved,
            draws=advance.draws,
            state=game.dump_state(position.state),
            last_turn_ply=position.last_turn_ply,
            last_turn_state=_last_turn_line(game, record, position),
            turn_ply=position.ply if notified else record.turn_ply,
            termination=None if ending is None else ending.termination,
        )

    def players_to_notify(self, record: Record, advance: Advance) -> tuple[Player, ...] | None:
        """Return the players to notify with the new board; ``None`` if no board is due.

        A board is due when a turn ended, another player is to move, something was rolled or a player left; not for
        a part of a turn, nor for one decision of a simultaneous turn. No player is notified twice for one turn.
        """
        to_move = tuple(self._loader.game(record.match).players_to_move(advance.position.state))
        if advance.turn_over:
            return to_move
        newly = tuple(player for player in to_move if player not in record.match.to_move)
        return newly if newly or advance.rolled or advance.left else None

    def _write_advance(
        self,
        tx: Transaction,
        record: Record,
        advance: Advance,
        moved: Record,
        before: Callable[[Transaction, Record], None] = _nothing,
    ) -> Record:
        """Write an advance and its messages, if the match is still as in ``record``; returns ``moved`` with current
        clocks.

        Raises:
            AlreadyPlayedError: the match has changed.
        """
        match = moved.match
        attached = match_store.advance(tx, match.id, record.match.ply, moved)
        if attached is None:
            raise already_played()
        if match.seats != record.match.seats:
            attached = ANYTHING  # other people have other reminders and settings
        moved = replace(moved, attached=attached)
        before(tx, moved)
        turn_store.add_entries(tx, match.id, advance.entries)
        if match.result is not None:
            self.end(tx, match, match.status, match.result, moved.termination or "", advance.already_shown_to)
            return moved
        if match.time_control is not None:
            came = {entry.player for entry in advance.entries if entry.kind is EntryKind.TAKEOVER}
            new_turn = advance.turn_over and not advance.same_turn_continues
            clocks = self._clocks.after_turn(tx, record.match, match, new_turn=new_turn, newcomers=came)
            moved = replace(moved, match=replace(match, clocks=clocks))
        notified = self.players_to_notify(record, advance)
        direct = self._turn_notifications.direct_ways(tx, match) if notified and attached.direct else {}
        if notified is not None:
            mentioned = [player for player in notified if direct.get(player) != "dm"]
            self._enqueue_board(tx, record.match, match, mentioned)
            if attached.spectators:
                self._enqueue_spectator_boards(tx, match.id)
        info = self._loader.game(match).info
        if info.is_simultaneous and notified is None and match.to_move != record.match.to_move:
            self._outbox.enqueue(tx, RefreshStatus(match.id, match.ply, record.turn_ply))  # who has decided
        if info.has_private_sheets:
            self._enqueue_sheets(tx, record, advance, moved, notified)
        acting = {entry.player for entry in advance.entries}
        # An undo does not mean that the turn will be played.
        acted = {entry.player for entry in advance.entries if entry.kind is not EntryKind.UNDO}
        for react in self._events.advanced:
            moved = react(tx, record, moved, acted)
        self._turn_notifications.notify_by_dm(
            tx, moved.match, [player for player in notified or () if player in direct and player not in acting]
        )
        return moved

    def _enqueue_board(self, tx: Transaction, before: Match, match: Match, mentioned: Sequence[Player]) -> None:
        """Enqueue the board of an advance. While computer players are to move it is held back, and theirs tells it."""
        held = self._outbox.take_held_boards(tx, match.id) if match.has_computers else NO_HELD_BOARDS
        downtime = before.downtime + held.downtime
        self._outbox.enqueue(tx, Board(match.id, match.ply, mentioned, downtime, told=held.told))
        if is_answered_at_once(match):
            self._outbox.hold_back_boards(tx, match.id, held.seconds if held.told else WAIT_FOR_COMPUTERS)

    def _enqueue_sheets(
        self, tx: Transaction, record: Record, advance: Advance, moved: Record, notified: tuple[Player, ...] | None
    ) -> None:
        """Enqueue private sheets. A changed decision is shown only on the player's own sheet."""
        match = moved.match
        if notified is None:
            concerned = {entry.player for entry in advance.entries}
        else:
            concerned = {seat.player for seat in match.seats if not seat.withdrawn or seat not in record.match.seats}
        # The player of a solo match has just moved and needs no new message.
        new_sheets = (
            () if match.is_alone and concerned & {entry.player for entry in advance.entries} else notified or ()
        )
        people = {seat.player for seat in match.people}
        for player in sorted(concerned & people - {advance.already_shown_to}):
            self._outbox.enqueue(tx, Sheet(match.id, player, match.ply, new=player in new_sheets))

    def _enqueue_spectator_boards(self, tx: Transaction, match_id: int) -> None:
        """Enqueue the newest board for every spectator of a match."""
        for user_id in direct_store.spectators_of(tx, match_id):
            self._outbox.enqueue(tx, SpectatorBoard(match_id, user_id))

    def show_deadlines(self, tx: Transaction, moved: Iterable[MovedDeadline]) -> None:
        """Enqueue updates of changed deadlines on boards and private sheets."""
        deadlines, games = tuple(moved), self._context.games
        shown = dict.fromkeys(deadline.match_id for deadline in deadlines)
        self._outbox.enqueue_all(tx, [RefreshDeadlines(match_id) for match_id in shown])
        for deadline in deadlines:
            if deadline.game in games and games[deadline.game].info.has_private_sheets:
                self._outbox.enqueue(tx, Sheet(deadline.match_id, deadline.player, deadline.ply, new=False))
        for react in self._events.deadlines_moved:
            react(tx, deadlines)

    def show_deadlines_of(self, tx: Transaction, match: Match) -> None:
        """Show the deadlines of the players to move in one match."""
        self.show_deadlines(tx, (MovedDeadline(match.id, match.game, match.ply, player) for player in match.to_move))

    def cancel_offers(self, tx: Transaction, match_id: int) -> None:
        """Close all offers with a notice, because a player who was to answer has left."""
        if offer_store.close_all(tx, match_id):
            said = T("Open proposals were cancelled. Propose again if you still want to.")
            self._outbox.enqueue(tx, Notice(match_id, said))

    # ------------------------------------------------------------------------------------ beginning and ending

    def start(self, tx: Transaction, record: Record, given: Given | None = None) -> tuple[Record, Position]:
        """Start the match of an open table: its first position, the given entries, the first deals, and its messages.

        Raises:
            InvalidOptionsError: the game does not go with so many players and these options.
            TableError: the table is no longer open.
        """
        table = record.match
        match = replace(
            table,
            status=MatchStatus.RUNNING,
            started_at=self._clock(),
            commitment=commitment_of(record.secret),
            # No clock for a person alone, and no rating by what computer players do.
            terms=replace(table.terms, time_control=None) if table.is_alone else table.terms,
            rated=is_rated(table),
        )
        game = self._loader.game(match)
        first = position_between_turns(game.initial_state(len(match.seats), match.options))
        line = game.dump_state(first.state)
        begun = replace(record, match=match, state=line, last_turn_state=line)
        if not match_store.begin(tx, match.id, line, self._clock()):
            raise not_open(table)
        if (match.terms, match.rated) != (table.terms, table.rated):
            match_store.set_agreed(tx, match)
        self._clocks.set_up(tx, match)
        self._schedule.cancel_all(tx, match.id)
        self._schedule.enqueue(tx, *stale_match_due(match.id, self._clock()))
        if match.channel.guild_id is not None and match.channel.thread_id is None:
            self._outbox.enqueue(tx, CreateThread(match.id))
        if match.channel.is_forum:
            self._outbox.enqueue(tx, RefreshPost(match.id, rename=True))
        if match.table_message_id is not None or match.channel.is_forum:  # the post may still be to come
            self._outbox.enqueue(tx, RefreshTable(match.id))
        advance = self.prepare(begun, first if given is None else given.position)
        if given is not None:
            advance.entries += given.entries
        advance.resolve_chance()
        return self.write(tx, begun, advance), advance.position

    def end(
        self,
        tx: Transaction,
        match: Match,
        status: MatchStatus,
        result: Text,
        termination: str,
        already_shown_to: Player | None = None,
    ) -> None:
        """Close a running match and enqueue its result, except to ``already_shown_to``.

        Raises:
            MatchOverError: it is closed already.
        """
        if not match_store.end(tx, match.id, status, result, termination, self._clock()):
            raise not_running(match)
        seal_names(tx, match.id, self._context.entropy)
        record_result(tx, self._loader.game(match), match.id)
        self._clocks.end(tx, match)
        for react in self._events.ended:
            react(tx, match)
        self._schedule.cancel_all(tx, match.id)
        if match.channel.guild_id is not None:
            self._schedule.enqueue(tx, *archive_due(match.id, self._clock()))
        held = self._outbox.take_held_boards(tx, match.id) if match.has_computers else NO_HELD_BOARDS
        self._outbox.enqueue(tx, ResultBoard(match.id, match.ply, told=held.told))
        if match.channel.is_forum:
            self._outbox.enqueue(tx, RefreshPost(match.id))
        self._enqueue_spectator_boards(tx, match.id)
        if self._loader.game(match).info.has_private_sheets:
            for player in (seat.player for seat in match.people if seat.player != already_shown_to):
                self._outbox.enqueue(tx, Sheet(match.id, player, match.ply, new=False))

    def close_table(self, tx: Transaction, match: Match, why: Text, termination: str) -> Match:
        """Close an open table; returns it afterwards."""
        now = self._clock()
        match_store.end(tx, match.id, MatchStatus.CANCELLED, why, termination, now)
        self._schedule.cancel_all(tx, match.id)
        if match.channel.is_forum:
            self._outbox.enqueue(tx, RefreshPost(match.id))
            self._schedule.enqueue(tx, *archive_due(match.id, now))
        return replace(match, status=MatchStatus.CANCELLED, result=why, ended_at=now)


def _last_turn_line(game: AnyGame, record: Record, position: Position) -> str:
    """Return the state in which the last turn began as text; usually the previous record has it."""
    if position.last_turn_ply == record.match.ply and record.state is not None:
        return record.state
    if position.last_turn_ply == record.last_turn_ply and record.last_turn_state is not None:
        return record.last_turn_state
    return game.dump_state(position.last_turn_state)
