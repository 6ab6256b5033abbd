"""What is to be posted, stored with its cause and posted by the worker lane by lane."""

from __future__ import annotations

import json
import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.matches.model.outbox_messages import (
    Board,
    DeleteDigest,
    DeleteReminder,
    DeleteSheet,
    DeleteSpectatorBoard,
    Digest,
    Greeting,
    Message,
    Notice,
    Priority,
    Reminder,
    RemoveButtons,
    ResultBoard,
    Sheet,
    SpectatorBoard,
    TimeoutQuestion,
)
from bot.matches.model.outbox_rows import Unreadable, load_message, priority_of, queue_key_of
from bot.matches.store import direct_messages as direct_store
from bot.matches.store import matches as match_store
from bot.matches.store import offers as offer_store
from bot.matches.store import outbox as outbox_store
from bot.matches.store import reminders as reminder_store
from bot.matches.store import servers as server_store
from bot.matches.store import timeouts as timeout_store
from bot.matches.store.offers import OfferMessage
from bot.storage.database import Database, Transaction

Wake = Callable[[str], None]
"""Told the lane that has new rows, in the event loop, after they are committed; or :data:`MANY`."""

MANY = "*"
"""Stands for lanes that are too many to be named one by one: who is told this looks which have something to post."""

CLICKS_REMEMBERED = 500
"""Clicks that are known to have taken the buttons off a board. It is enough to know those whose next board is still to
be posted; of one that is forgotten before, the buttons are taken off once more."""


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """Something that must be posted, written in the same transaction as its cause."""

    id: int
    queue_key: str
    """Rows of one lane are delivered in order: ``match:12``, ``sheet:12:0``, ``watch:12:345``, ``user:345`` or
    ``guild:678``."""
    match_id: int | None
    message: Message | Unreadable
    """What is posted."""
    attempts: int
    due_at: int
    """Not before this time, if it has been put off."""
    created_at: int
    tried_at: int | None = None
    """When the first attempt failed, without time in which the bot or Discord was down."""
    last: bool = False
    """Whether nothing else was in its lane when it was read."""

    @property
    def kind(self) -> str:
        """What its message is stored as."""
        return self.message.kind

    @property
    def is_put_off(self) -> bool:
        """Whether it waits for its time, after a failed attempt or because it was held back. Otherwise it is due,
        even if the clock was changed.
        """
        return self.attempts > 0 or self.due_at > self.created_at

    @property
    def nonce(self) -> str:
        """The nonce of every attempt, at most 25 characters: Discord posts a message with the same nonce only once."""
        return f"k{self.id}"


class DueQueue(NamedTuple):
    """A lane that has something to post."""

    queue_key: str
    due_at: int
    """When its next row is due."""
    priority: Priority
    """That of its most urgent row."""


class OutboxWriter:
    """Adds rows to the outbox within a transaction."""

    def __init__(self, clock: Callable[[], int], wake: Wake) -> None:
        self._clock = clock
        self._wake = wake

    def enqueue(self, tx: Transaction, message: Message) -> None:
        """Enqueue a message."""
        queue_key = queue_key_of(message)
        outbox_store.add(tx, message, queue_key, self._clock())
        tx.after_commit(self._wake, queue_key)

    def enqueue_all(self, tx: Transaction, messages: Sequence[Message]) -> None:
        """Enqueue several messages in one statement."""
        queue_keys = [queue_key_of(message) for message in messages]
        outbox_store.add_all(tx, messages, queue_keys, self._clock())
        for queue_key in queue_keys:
            tx.after_commit(self._wake, queue_key)

    def deadlines_moved(self, tx: Transaction) -> None:
        """Enqueue updates of all boards and private sheets that show a running deadline."""
        outbox_store.add_deadlines(tx, self._clock())
        tx.after_commit(self._wake, MANY)

    def exclude_interval(self, tx: Transaction, begin: int, end: int) -> None:
        """Exclude the time from ``begin`` to ``end``, which is now, from the age of failed attempts."""
        later = max(0, end - begin)  # none where the machine's clock has been put back
        outbox_store.move_tries(tx, later, end)

    def hold_back(self, tx: Transaction, match_id: int, seconds: int) -> None:
        """Hold back all rows of a match for some seconds, or until they are released."""
        outbox_store.hold_back(tx, match_id, self._clock() + seconds)

    def release(self, tx: Transaction, match_ids: Collection[int]) -> None:
        """Make rows that were held back due now."""
        for match_id in match_ids:
            for queue_key in outbox_store.release(tx, match_id, self._clock()):
                tx.after_commit(self._wake, queue_key)


class Outbox:
    """The worker's side: reads rows and records what became of them."""

    def __init__(self, database: Database, *, clock: Callable[[], int], wake: Wake) -> None:
        self._db = database
        self._clock = clock
        self._writer = OutboxWriter(clock, wake)
        self.without_buttons: OrderedDict[int, None] = OrderedDict()
        """Messages whose buttons were removed by the answer to a click, latest last."""

    async def due_queues(self, now: int) -> Sequence[DueQueue]:
        """Every lane with something to post and when its next row is due (not before ``now``), earliest first."""
        return [
            DueQueue(row["lane"], max(row["due_at"], now), priority_of(row["kinds"].split(",")))
            for row in await self._db.rows(outbox_store.LANES)
        ]

    async def next_row(self, queue_key: str) -> OutboxRow | None:
        """The oldest row of a lane, due or not; ``None`` when there is nothing to post."""
        rows = await self._db.rows(outbox_store.FIRST, (queue_key,))
        return _row_of(rows[0], last=len(rows) == 1) if rows else None

    async def delivered(self, row: OutboxRow, *, message_id: int | None = None, thread_id: int | None = None) -> None:
        """Record that a row was posted, with the message or new thread that it became.

        A board is the match's newest one from then on, and the buttons of the one before are to be taken off, unless
        the click that made the move has done so; so are those of messages about offers that are no longer open. A
        second call changes nothing.
        """

        def work(tx: Transaction) -> Collection[int]:
            if not outbox_store.delete(tx, row.id):
                return ()
            if thread_id is not None and row.match_id is not None:
                self._new_thread(tx, row.match_id, thread_id)
            passed = [] if message_id is None else self._posted(tx, row.message, message_id)
            if isinstance(row.message, Board | ResultBoard | Notice):  # it may close offers
                passed += self._resolve_messages(tx, row.message, message_id)
            return passed

        for passed in await self._db.write(work):
            self.without_buttons.pop(passed, None)

    def _posted(self, tx: Transaction, message: Message | Unreadable, message_id: int) -> list[int]:
        """Note what a message is from now on; returns the board that has become an older one."""
        match message:
            case Board() | ResultBoard():
                return self._new_board(tx, message.match_id, message_id)
            case Sheet():
                self._new_sheet(tx, message, message_id)
            case SpectatorBoard():
                self._new_spectator_board(tx, message, message_id)
            case Reminder():
                self._new_reminder(tx, message, message_id)
            case TimeoutQuestion():
                self._new_question(tx, message.match_id, message_id)
            case Digest():
                self._new_digest(tx, message.user_id, message_id)
            case _:
                pass
        return []

    def _new_thread(self, tx: Transaction, match_id: int, thread_id: int) -> None:
        match_store.set_thread(tx, match_id, thread_id)
        # Who has been called meanwhile was sent to the channel.
        for user_id in direct_store.users_with_digest_of(tx, match_id):
            self._writer.enqueue(tx, Digest(user_id, new=False))

    def note_buttons_removed(self, message_id: int) -> None:
        """Note that a click on a message has taken the buttons off it, so that nothing is to be done about them.

        This is only said when Discord has taken the click's answer, and only remembered as long as the process lives:
        where it is not known, the buttons are taken off once more.
        """
        self.without_buttons[message_id] = None
        self.without_buttons.move_to_end(message_id)
        if len(self.without_buttons) > CLICKS_REMEMBERED:  # the next board of some was there first, or never came
            self.without_buttons.popitem(last=False)

    def _new_board(self, tx: Transaction, match_id: int, message_id: int) -> list[int]:
        """Note a match's newest board and have the buttons of the one before taken off; returns the message whose
        buttons are no longer known to be off.
        """
        old = match_store.board_of(tx, match_id)
        if old == message_id:  # the board of a solo match, which was edited and has its buttons again
            return [message_id]
        match_store.set_board(tx, match_id, message_id, self._clock())
        if old is None:
            return []
        if old not in self.without_buttons:
            self._writer.enqueue(tx, RemoveButtons(match_id, old))
        return [old]

    def _resolve_messages(
        self, tx: Transaction, posted: Board | ResultBoard | Notice, message_id: int | None
    ) -> list[int]:
        """Note a message that can be answered, and have the buttons taken off those that no longer can."""
        about = posted.subject if isinstance(posted, Notice) else None
        older: list[OfferMessage] = []
        if about is not None and message_id is not None:
            older += offer_store.save_offer_message(tx, posted.match_id, about, message_id)
        older += offer_store.resolved_messages(tx, posted.match_id)
        for message in older:
            if message.message_id not in self.without_buttons:
                self._writer.enqueue(tx, RemoveButtons(posted.match_id, message.message_id, message.channel_id))
        return [message.message_id for message in older]

    def _new_sheet(self, tx: Transaction, sheet: Sheet, message_id: int) -> None:
        """Note the only private sheet that a player has, and have the one before deleted."""
        match_id, player = sheet.match_id, sheet.player
        old = direct_store.read_sheet(tx, match_id, player).message_id
        direct_store.save_sheet(tx, match_id, player, message_id)
        if old is not None and old != message_id:
            self._writer.enqueue(tx, DeleteSheet(match_id=match_id, player=player, message_id=old))

    def _new_spectator_board(self, tx: Transaction, board: SpectatorBoard, message_id: int) -> None:
        """Note the only board that a spectator has, and have the one before deleted; the result is the last."""
        match_id, user_id = board.match_id, board.user_id
        old = direct_store.find_spectator(tx, match_id, user_id)
        if match_store.is_over(tx, match_id):
            direct_store.forget_spectator(tx, match_id, user_id)
        else:
            direct_store.set_spectator_message(tx, match_id, user_id, message_id)
        if old is not None and old.message_id not in (None, message_id):
            self._writer.enqueue(tx, DeleteSpectatorBoard(match_id, user_id, old.message_id))

    def _new_reminder(self, tx: Transaction, reminder: Reminder, message_id: int) -> None:
        """Note whom a message reminds, or have it removed if they have all moved meanwhile."""
        if not reminder_store.set_message(tx, reminder.match_id, reminder.players, message_id):
            self._writer.enqueue(tx, DeleteReminder(reminder.match_id, message_id))

    def _new_digest(self, tx: Transaction, user_id: int, message_id: int) -> None:
        """Note the only reminder that a user has directly, and have the one before deleted."""
        old = direct_store.set_digest_message(tx, user_id, message_id)
        if old is not None and old != message_id:
            self._writer.enqueue(tx, DeleteDigest(user_id, old))

    def _new_question(self, tx: Transaction, match_id: int, message_id: int) -> None:
        """Note which message asks what shall follow from an absence; the buttons of an older one are taken off."""
        old = timeout_store.set_message(tx, match_id, message_id)
        if old != message_id:
            self._writer.enqueue(tx, RemoveButtons(match_id, old or message_id))

    async def is_superseded(self, row: OutboxRow, *, new: bool) -> bool:
        """Whether a later row of its lane does all that this one with a sheet would do, which is ``new`` or an edit."""
        (found,) = await self._db.rows(outbox_store.NEWER, (row.queue_key, row.id, Sheet.kind))
        newer = found["new"]
        return newer is not None and (bool(newer) or not new)

    async def has_later(self, row: OutboxRow, *others: type[Message]) -> bool:
        """Whether a later row with the same kind of message waits in the lane, or with one of ``others``."""
        kinds = [row.kind, *(other.kind for other in others)]
        return bool(await self._db.rows(outbox_store.LATER, (row.queue_key, row.id, json.dumps(kinds))))

    async def retry(self, row: OutboxRow, due_at: int) -> None:
        """Record a failed attempt and when to retry."""
        now = self._clock()
        await self._db.write(lambda tx: outbox_store.retry(tx, row.id, due_at, now))

    async def failed(self, row: OutboxRow, reason: str) -> None:
        """Drop a row. It is kept with the reason for the person who runs the bot; the lane goes on without it."""
        now = self._clock()
        await self._db.write(lambda tx: outbox_store.give_up(tx, row.id, reason, now))

    async def unposted(self, match_ids: Sequence[int]) -> frozenset[int]:
        """Return the matches whose newest board could not be posted."""
        wanted = (json.dumps(list(match_ids)), Board.kind, ResultBoard.kind)
        return frozenset(row["id"] for row in await self._db.rows(outbox_store.UNPOSTED, wanted))

    async def greet(self, guild_id: int) -> bool:
        """Enqueue the greeting of a server, only once ever; false if it was greeted before."""
        now = self._clock()

        def work(tx: Transaction) -> bool:
            if not server_store.note_greeting(tx, guild_id, now):
                return False
            self._writer.enqueue(tx, Greeting(guild_id))
            return True

        return await self._db.write(work)


def _row_of(row: sqlite3.Row, *, last: bool) -> OutboxRow:
    return OutboxRow(
        id=row["id"],
        queue_key=row["lane"],
        match_id=row["match_id"],
        message=load_message(row["kind"], row["lane"], row["match_id"], row["args"]),
        attempts=row["attempts"],
        due_at=row["due_at"],
        created_at=row["created_at"],
        tried_at=row["tried_at"],
        last=last,
    )
