"""The outbox: messages stored with their cause, and posted by the worker queue by queue."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.matches.model.match import Shards
from bot.matches.model.outbox_messages import (
    Board,
    CreateThread,
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
from bot.matches.store.outbox import Taken
from bot.storage.database import Database, Row, Transaction

Wake = Callable[[str], None]
"""Called in the event loop with the key of a queue that has new committed rows, or with :data:`MANY`."""

MANY = "*"
"""Passed instead of a key if many queues have new rows; the worker then scans the outbox."""

CLICKS_REMEMBERED = 500
"""Number of remembered clicks that removed the buttons of a board. A click matters until the next board is posted; if
it is forgotten earlier, the buttons are removed a second time.
"""


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """A message that must be posted, written in the transaction of its cause."""

    id: int
    queue_key: str
    """The key of its queue, which is delivered in order: ``match:12``, ``sheet:12:0``, ``watch:12:345``, ``user:345``
    or ``guild:678``.
    """
    match_id: int | None
    message: Message | Unreadable
    """The message to post."""
    attempts: int
    due_at: int
    """The earliest time of the next attempt, if it was postponed."""
    created_at: int
    tried_at: int | None = None
    """When the first attempt failed, without time in which the bot or Discord was down."""
    last: bool = False
    """Whether it was the only row of its queue when it was read."""

    @property
    def kind(self) -> str:
        """Return the stored kind of its message."""
        return self.message.kind

    @property
    def is_put_off(self) -> bool:
        """Return whether it was postponed, after a failed attempt or because it was held back.

        Otherwise it is due, even if the machine's clock was changed.
        """
        return self.attempts > 0 or self.due_at > self.created_at

    @property
    def nonce(self) -> str:
        """The nonce of every attempt, at most 25 characters: Discord posts a message with the same nonce only once."""
        return f"k{self.id}"


class DueQueue(NamedTuple):
    """A queue with rows to post."""

    queue_key: str
    due_at: int
    """When its next row is due."""
    priority: Priority
    """The priority of its most urgent row."""


class HeldBoards(NamedTuple):
    """Boards that were held back and are not posted by themselves."""

    told: tuple[int, ...]
    """Their plies, oldest first; empty if there were none."""
    seconds: int
    """For how many more seconds the first of them was held back."""
    downtime: int
    """Seconds of downtime that they would have announced."""


NO_HELD_BOARDS = HeldBoards((), 0, 0)


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

    def deadlines_moved(self, tx: Transaction, shards: Shards) -> None:
        """Enqueue updates of all boards and private sheets of some shards that show a running deadline."""
        outbox_store.add_deadlines(tx, shards, self._clock())
        tx.after_commit(self._wake, MANY)

    def exclude_interval(self, tx: Transaction, begin: int, end: int) -> None:
        """Exclude the time from ``begin`` to ``end``, which is now, from the age of failed attempts."""
        later = max(0, end - begin)  # none where the machine's clock has been put back
        outbox_store.move_tries(tx, later, end)

    def hold_back(self, tx: Transaction, match_id: int, seconds: int) -> None:
        """Hold back all rows of a match for some seconds, or until they are released."""
        outbox_store.hold_back(tx, match_id, self._clock() + seconds)

    def hold_back_boards(self, tx: Transaction, match_id: int, seconds: int) -> None:
        """Hold back the boards of a match for some seconds, for computer players who move meanwhile."""
        outbox_store.hold_back_boards(tx, match_id, self._clock() + seconds)

    def take_held_boards(self, tx: Transaction, match_id: int) -> HeldBoards:
        """Delete the boards of a match that are held back, so that a newer board tells their stories."""
        held = outbox_store.held_back_boards(tx, match_id, self._clock())
        for row_id, _, _ in held:
            outbox_store.delete(tx, row_id)
        told = tuple(ply for _, _, board in held for ply in (*board.told, board.ply))
        until = min((due_at for _, due_at, _ in held), default=self._clock())
        return HeldBoards(told, until - self._clock(), sum(board.downtime for _, _, board in held))

    def release_boards(self, tx: Transaction, match_id: int) -> None:
        """Make the boards of a match that are held back due now."""
        for row_id, _, board in outbox_store.held_back_boards(tx, match_id, self._clock()):
            outbox_store.set_due(tx, row_id, self._clock())
            tx.after_commit(self._wake, queue_key_of(board))

    def release(self, tx: Transaction, match_ids: Collection[int]) -> None:
        """Make rows that were held back due now."""
        for match_id in match_ids:
            for queue_key in outbox_store.release(tx, match_id, self._clock()):
                tx.after_commit(self._wake, queue_key)


class Outbox:
    """The worker's interface: reads rows and records what happened to them."""

    def __init__(self, database: Database, *, clock: Callable[[], int], wake: Wake) -> None:
        self._db = database
        self._clock = clock
        self._writer = OutboxWriter(clock, wake)
        self.without_buttons: OrderedDict[int, None] = OrderedDict()
        """Messages whose buttons the response to a click has removed, latest last."""
        self._awaited_threads: dict[int, asyncio.Future[None]] = {}
        """Done when the thread of a match has been created, for who waits for it."""

    async def due_queues(self, now: int) -> Sequence[DueQueue]:
        """Return every queue with rows and when its next row is due (not before ``now``), earliest first."""
        return [
            DueQueue(row["lane"], max(row["due_at"], now), priority_of(row["kinds"].split(",")))
            for row in await self._db.rows(outbox_store.QUEUES)
        ]

    async def next_row(self, queue_key: str) -> OutboxRow | None:
        """Return the oldest row of a queue, due or not; ``None`` if it is empty."""
        rows = await self._db.rows(outbox_store.FIRST, (queue_key,))
        return _row_of(rows[0], last=len(rows) == 1) if rows else None

    async def delivered(self, row: OutboxRow, *, message_id: int | None = None, thread_id: int | None = None) -> None:
        """Record that a row was posted, with its message or new thread.

        A board becomes the newest one of its match, and the previous board's buttons are removed unless the click that
        made the move has removed them. Messages about closed offers lose their buttons too. A second call changes
        nothing.
        """

        def work(tx: Transaction) -> Collection[int]:
            taken = outbox_store.take(tx, row.id)
            if taken is None:
                return ()
            if thread_id is not None and row.match_id is not None:
                self._new_thread(tx, row.match_id, thread_id)
            older = [] if message_id is None else self._posted(tx, row.message, message_id, taken.board)
            if isinstance(row.message, Board | ResultBoard | Notice):  # it may close offers
                older += self._resolve_messages(tx, row.message, message_id, taken)
            return older

        for older_id in await self._db.write(work):
            self.without_buttons.pop(older_id, None)
        self._thread_done(row)

    def _posted(
        self, tx: Transaction, message: Message | Unreadable, message_id: int, board_before: int | None
    ) -> list[int]:
        """Store what a posted message is from now on; returns the boards that are no longer the newest."""
        match message:
            case Board() | ResultBoard():
                return self._new_board(tx, message, message_id, board_before)
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
            case CreateThread():  # the post in a forum, which begins with the table
                match_store.set_table_message(tx, message.match_id, message_id)
            case _:
                pass
        return []

    def _new_thread(self, tx: Transaction, match_id: int, thread_id: int) -> None:
        server_store.set_thread(tx, match_id, thread_id)
        # Digests sent meanwhile link to the channel instead of the thread.
        for user_id in direct_store.users_with_digest_of(tx, match_id):
            self._writer.enqueue(tx, Digest(user_id, new=False))

    def note_buttons_removed(self, message_id: int) -> None:
        """Record that the response to a click has removed a message's buttons, so that the outbox does not.

        Call it once Discord has accepted the response. It is only remembered in this process; otherwise the buttons are
        removed a second time.
        """
        self.without_buttons[message_id] = None
        self.without_buttons.move_to_end(message_id)
        if len(self.without_buttons) > CLICKS_REMEMBERED:  # the next board of some was there first, or never came
            self.without_buttons.popitem(last=False)

    def _new_board(self, tx: Transaction, board: Board | ResultBoard, message_id: int, old: int | None) -> list[int]:
        """Store a match's newest board and remove the buttons of the previous one; returns the messages that
        :meth:`note_buttons_removed` may forget.
        """
        match_store.set_board(tx, board.match_id, message_id, board.told, self._clock())
        if old is None:
            return []
        # The board of a solo match was edited, and has its buttons again.
        if old != message_id and old not in self.without_buttons:
            self._writer.enqueue(tx, RemoveButtons(board.match_id, old))
        return [old]

    def _resolve_messages(
        self, tx: Transaction, posted: Board | ResultBoard | Notice, message_id: int | None, taken: Taken
    ) -> list[int]:
        """Store a message that can be answered, and remove the buttons of those that no longer can."""
        about = posted.subject if isinstance(posted, Notice) else None
        older: list[OfferMessage] = []
        if about is not None and message_id is not None:
            older += offer_store.save_offer_message(tx, posted.match_id, about, message_id)
        if taken.pending or about is not None:
            older += offer_store.resolved_messages(tx, posted.match_id)
        for message in older:
            if message.message_id not in self.without_buttons:
                self._writer.enqueue(tx, RemoveButtons(posted.match_id, message.message_id, message.channel_id))
        return [message.message_id for message in older]

    def _new_sheet(self, tx: Transaction, sheet: Sheet, message_id: int) -> None:
        """Store a player's private sheet, and delete the previous one."""
        match_id, player = sheet.match_id, sheet.player
        old = direct_store.read_sheet(tx, match_id, player).message_id
        direct_store.save_sheet(tx, match_id, player, message_id)
        if old is not None and old != message_id:
            self._writer.enqueue(tx, DeleteSheet(match_id=match_id, player=player, message_id=old))

    def _new_spectator_board(self, tx: Transaction, board: SpectatorBoard, message_id: int) -> None:
        """Store a spectator's board, and delete the previous one; the result is the last board."""
        match_id, user_id = board.match_id, board.user_id
        old = direct_store.find_spectator(tx, match_id, user_id)
        if match_store.is_over(tx, match_id):
            direct_store.forget_spectator(tx, match_id, user_id)
        else:
            direct_store.set_spectator_message(tx, match_id, user_id, message_id)
        if old is not None and old.message_id not in (None, message_id):
            self._writer.enqueue(tx, DeleteSpectatorBoard(match_id, user_id, old.message_id))

    def _new_reminder(self, tx: Transaction, reminder: Reminder, message_id: int) -> None:
        """Store which message reminds players, or delete it if they have all moved meanwhile."""
        if not reminder_store.set_message(tx, reminder.match_id, reminder.players, message_id):
            self._writer.enqueue(tx, DeleteReminder(reminder.match_id, message_id))

    def _new_digest(self, tx: Transaction, user_id: int, message_id: int) -> None:
        """Store a user's digest message, and delete the previous one."""
        old = direct_store.set_digest_message(tx, user_id, message_id)
        if old is not None and old != message_id:
            self._writer.enqueue(tx, DeleteDigest(user_id, old))

    def _new_question(self, tx: Transaction, match_id: int, message_id: int) -> None:
        """Store the message with the question after a timeout, and remove the buttons of the previous one."""
        old = timeout_store.set_message(tx, match_id, message_id)
        if old != message_id:
            self._writer.enqueue(tx, RemoveButtons(match_id, old or message_id))

    async def is_superseded(self, row: OutboxRow, *, new: bool) -> bool:
        """Return whether a later row of its queue makes this row about a sheet, ``new`` or an edit, unnecessary."""
        newer = await self._db.rows(outbox_store.NEWER, (row.queue_key, row.id, Sheet.kind))
        return bool(newer) and (not new or any(json.loads(args)["new"] for (args,) in newer))

    async def has_later(self, row: OutboxRow, *others: type[Message]) -> bool:
        """Return whether a later row of its queue has the same kind of message, or one of ``others``."""
        kinds = {row.kind, *(other.kind for other in others)}
        return any(kind in kinds for (kind,) in await self._db.rows(outbox_store.LATER, (row.queue_key, row.id)))

    async def retry(self, row: OutboxRow, due_at: int) -> None:
        """Record a failed attempt and when to retry."""
        now = self._clock()
        await self._db.write(lambda tx: outbox_store.retry(tx, row.id, due_at, now))

    async def failed(self, row: OutboxRow, reason: str) -> None:
        """Drop a row: it is kept with the reason for the operator, and the queue continues without it."""
        now = self._clock()
        await self._db.write(lambda tx: outbox_store.mark_dropped(tx, row.id, reason, now))
        self._thread_done(row)

    async def until_thread(self, match_id: int, seconds: float) -> None:
        """Wait until the thread or post of a match exists or cannot be created, for at most ``seconds``."""
        done = self._awaited_threads[match_id] = asyncio.get_running_loop().create_future()
        try:
            if await self._db.rows(outbox_store.WAITING, (match_id, CreateThread.kind)):
                await asyncio.wait([done], timeout=seconds)
        finally:
            self._awaited_threads.pop(match_id, None)

    def _thread_done(self, row: OutboxRow) -> None:
        if isinstance(row.message, CreateThread):
            done = self._awaited_threads.pop(row.message.match_id, None)
            if done is not None:
                done.set_result(None)

    async def unposted(self, match_ids: Sequence[int]) -> frozenset[int]:
        """Return the matches whose newest board could not be posted."""
        wanted = (json.dumps(list(match_ids)), Board.kind, ResultBoard.kind)
        dropped = await self._db.rows(outbox_store.UNPOSTED, wanted)
        return frozenset(row["id"] for row in dropped if json.loads(row["args"]).get("ply") == row["ply"])

    async def greet(self, guild_id: int) -> bool:
        """Enqueue the greeting of a server, only once ever; false if it was greeted before."""
        now = self._clock()

        def work(tx: Transaction) -> bool:
            if not server_store.note_greeting(tx, guild_id, now):
                return False
            self._writer.enqueue(tx, Greeting(guild_id))
            return True

        return await self._db.write(work)


def _row_of(row: Row, *, last: bool) -> OutboxRow:
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
