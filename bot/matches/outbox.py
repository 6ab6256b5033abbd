"""What is to be posted, stored with its cause and worked off by the sender lane by lane."""

from __future__ import annotations

import json
import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.matches.store import answerable
from bot.matches.store import direct_messages as direct_store
from bot.matches.store import matches as match_store
from bot.matches.store import reminders as reminder_store
from bot.matches.store import timeouts as timeout_store
from bot.matches.store.answerable import Answerable
from bot.storage.database import Database, Transaction

Wake = Callable[[str], None]
"""Told the lane that has new rows, in the event loop, after they are committed; or :data:`MANY`."""

MANY = "*"
"""Stands for lanes that are too many to be named one by one: who is told this looks which have something to post."""

FIRST = "SELECT * FROM outbox WHERE lane = ? AND failed IS NULL ORDER BY id LIMIT 2"

LANES = """
    SELECT lane, CASE WHEN attempts = 0 AND due_at <= created_at THEN 0 ELSE due_at END AS due_at,
        group_concat(DISTINCT kind) AS kinds, min(id)
    FROM outbox WHERE failed IS NULL GROUP BY lane ORDER BY 2, lane
"""
"""Of each lane its oldest row, which is that of the least id. What was never put off is due, whatever the clock
says."""

UNPOSTED = """
    SELECT m.id FROM json_each(?) AS wanted
    JOIN outbox AS o ON o.match_id = wanted.value
    JOIN matches AS m ON m.id = o.match_id
    WHERE o.failed IS NOT NULL AND o.kind IN ('turn', 'result') AND json_extract(o.args, '$.ply') = m.ply
"""

NEWER = """
    SELECT max(json_extract(args, '$.new')) AS new FROM outbox
    WHERE lane = ? AND id > ? AND kind = 'sheet' AND failed IS NULL
"""

LATER = """
    SELECT 1 FROM outbox
    WHERE lane = ? AND id > ? AND kind IN (SELECT value FROM json_each(?)) AND failed IS NULL LIMIT 1
"""
_DEADLINES_ON_BOARDS = """
    INSERT INTO outbox (lane, match_id, kind, args, due_at, created_at)
    SELECT 'match:' || id, id, 'clock', '{}', ?1, ?1 FROM matches
    WHERE id IN (SELECT match_id FROM clocks WHERE since IS NOT NULL AND expired_at IS NULL)
        AND board_message_id IS NOT NULL AND lost_at IS NULL
"""

_DEADLINES_ON_SHEETS = """
    INSERT INTO outbox (lane, match_id, kind, args, due_at, created_at)
    SELECT 'sheet:' || match_id || ':' || player, match_id, 'retime', json_object('player', player), ?1, ?1
    FROM clocks JOIN letters USING (match_id, player)
    WHERE since IS NOT NULL AND expired_at IS NULL AND message_id IS NOT NULL
"""

_INSERT = "INSERT INTO outbox (lane, match_id, kind, args, due_at, created_at) VALUES (?, ?, ?, ?, ?, ?)"

CLICKS_REMEMBERED = 500
"""Clicks that are known to have taken the buttons off a board. It is enough to know those whose next board is still to
be posted; of one that is forgotten before, the buttons are taken off once more."""

_SETTLING = ("turn", "result", "notice")
"""Kinds of rows that tell that something was answered, or does not stand any more."""


def match_lane(match_id: int) -> str:
    """The lane of everything that is posted about a match."""
    return f"match:{match_id}"


def sheet_lane(match_id: int, player: int) -> str:
    """The lane of one player's private sheet of a match."""
    return f"sheet:{match_id}:{player}"


def watch_lane(match_id: int, user_id: int) -> str:
    """The lane of what somebody is sent who watches a match."""
    return f"watch:{match_id}:{user_id}"


def user_lane(user_id: int) -> str:
    """The lane of what a user is told directly besides sheets and boards."""
    return f"user:{user_id}"


def user_of(lane: str) -> int:
    """Whom a lane of :func:`user_lane` is for."""
    return int(lane.partition(":")[2])


def guild_lane(guild_id: int) -> str:
    """The lane of what is posted for a whole server."""
    return f"guild:{guild_id}"


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """Something that must be posted, written in the same transaction as its cause."""

    id: int
    lane: str
    """Rows of one lane are delivered in order: ``match:12``, ``sheet:12:0``, ``watch:12:345``, ``user:345`` or
    ``guild:678``."""
    match_id: int | None
    kind: str
    """What is posted: ``turn``, ``result`` and so on; :mod:`bot.delivery.sender` lists them."""
    args: Mapping[str, object]
    """JSON object, by kind."""
    attempts: int
    due_at: int
    """Not before this time, if it has been put off."""
    created_at: int
    tried_at: int | None = None
    """When it was first tried in vain; time in which the bot or Discord was away is left out."""
    last: bool = False
    """Whether nothing else was in its lane when it was read."""

    @property
    def is_put_off(self) -> bool:
        """Whether it waits for its time: it was tried in vain or held back. Else it is due, whatever the clock says."""
        return self.attempts > 0 or self.due_at > self.created_at

    @property
    def nonce(self) -> str:
        """The same for every attempt, at most 25 characters: Discord posts a message of one nonce only once."""
        return f"k{self.id}"


class DueLane(NamedTuple):
    """A lane that has something to post."""

    lane: str
    due_at: int
    """When its next row is due."""
    kinds: tuple[str, ...]
    """Of all its rows, each once."""


class Post:
    """Puts rows into the outbox as part of a running transaction."""

    def __init__(self, clock: Callable[[], int], wake: Wake) -> None:
        self._clock = clock
        self._wake = wake

    def about_match(self, tx: Transaction, match_id: int, kind: str, args: Mapping[str, object] | None = None) -> None:
        """Have something posted about a match."""
        self.into(tx, match_lane(match_id), match_id, kind, args or {})

    def about_matches(self, tx: Transaction, match_ids: Collection[int], kind: str) -> None:
        """Have the same posted about many matches."""
        now = self._clock()
        tx.executemany(_INSERT, [(match_lane(match_id), match_id, kind, "{}", now, now) for match_id in match_ids])
        for match_id in match_ids:
            tx.after_commit(self._wake, match_lane(match_id))

    def deadlines_moved(self, tx: Transaction) -> None:
        """Have the deadlines of all clocks that run rewritten on boards and private sheets that show them."""
        now = self._clock()
        tx.execute(_DEADLINES_ON_BOARDS, (now,))
        tx.execute(_DEADLINES_ON_SHEETS, (now,))
        tx.after_commit(self._wake, MANY)

    def leave_out(self, tx: Transaction, begin: int, end: int) -> None:
        """Have the time from ``begin`` to ``end``, which is now, not counted for what could not be posted so far."""
        later = max(0, end - begin)  # none where the machine's clock has been put back
        tx.execute("UPDATE outbox SET tried_at = min(tried_at + ?, ?) WHERE tried_at IS NOT NULL", (later, end))

    def strip(self, tx: Transaction, match_id: int, message: Answerable) -> None:
        """Have the buttons taken off a message."""
        args = {"message_id": message.message_id, "channel": message.channel_id}
        self.about_match(tx, match_id, "strip", args)

    def sheet(self, tx: Transaction, match_id: int, player: int, args: Mapping[str, object]) -> None:
        """Have a player's private sheet posted (``new``), or that which the player has brought up to date."""
        self.into(tx, sheet_lane(match_id, player), match_id, "sheet", {"player": player, **args})

    def to_watcher(self, tx: Transaction, match_id: int, user_id: int) -> None:
        """Have the board as it stands posted to somebody who watches a match."""
        self.into(tx, watch_lane(match_id, user_id), match_id, "watch", {"user": user_id})

    def hold_back(self, tx: Transaction, match_id: int, seconds: int) -> None:
        """Have nothing posted about a match for a while, or until it is let go."""
        held = "UPDATE outbox SET due_at = max(due_at, ?) WHERE match_id = ? AND failed IS NULL"
        tx.execute(held, (self._clock() + seconds, match_id))

    def let_go(self, tx: Transaction, match_ids: Collection[int]) -> None:
        """Have posted now what was held back."""
        for match_id in match_ids:
            rows = tx.execute(
                "UPDATE outbox SET due_at = min(due_at, ?) WHERE match_id = ? AND failed IS NULL RETURNING lane",
                (self._clock(), match_id),
            ).fetchall()
            for lane in {row["lane"] for row in rows}:
                tx.after_commit(self._wake, lane)

    def for_guild(self, tx: Transaction, guild_id: int, kind: str) -> None:
        """Have something posted for a server."""
        self.into(tx, guild_lane(guild_id), None, kind, {})

    def into(self, tx: Transaction, lane: str, match_id: int | None, kind: str, args: Mapping[str, object]) -> None:
        """Put a row into a lane."""
        now = self._clock()
        tx.execute(
            _INSERT,
            (lane, match_id, kind, json.dumps(args, ensure_ascii=False, separators=(",", ":")), now, now),
        )
        tx.after_commit(self._wake, lane)


class Outbox:
    """The sender's side."""

    def __init__(self, database: Database, *, clock: Callable[[], int], wake: Wake) -> None:
        self._db = database
        self._clock = clock
        self._post = Post(clock, wake)
        self._without_buttons: OrderedDict[int, None] = OrderedDict()
        """Messages whose buttons the click on them has taken off, latest last."""

    async def lanes_due(self, now: int) -> Sequence[DueLane]:
        """Every lane with something to post and when its next row is due (not before ``now``), earliest first."""
        return [
            DueLane(row["lane"], max(row["due_at"], now), tuple(row["kinds"].split(",")))
            for row in await self._db.rows(LANES)
        ]

    async def next_row(self, lane: str) -> OutboxRow | None:
        """The oldest row of a lane, due or not; ``None`` when there is nothing to post."""
        rows = await self._db.rows(FIRST, (lane,))
        return _row_of(rows[0], last=len(rows) == 1) if rows else None

    async def delivered(self, row: OutboxRow, *, message_id: int | None = None, thread_id: int | None = None) -> None:
        """Note that a row was posted, as which message or with which new thread.

        A board (``turn``, ``result``) is the match's newest one from then on, and the buttons of the one before are to
        be taken off, unless the click that made the move has done so; so are those of messages about what does not
        stand any more. Saying it twice changes nothing.
        """

        def work(tx: Transaction) -> Collection[int]:
            if tx.execute("DELETE FROM outbox WHERE id = ?", (row.id,)).rowcount != 1:
                return ()
            if message_id is not None and row.kind == "nudge":
                self._new_nudge(tx, row, message_id)
            if row.match_id is None:
                return ()
            if thread_id is not None:
                self._new_thread(tx, row.match_id, thread_id)
            passed = [] if message_id is None else self._posted(tx, row, row.match_id, message_id)
            if row.kind in _SETTLING:
                passed += self._settle(tx, row, row.match_id, message_id)
            return passed

        for passed in await self._db.write(work):
            self._without_buttons.pop(passed, None)

    def _posted(self, tx: Transaction, row: OutboxRow, match_id: int, message_id: int) -> list[int]:
        """Note what a message about a match is from now on; returns the board that has become an older one."""
        match row.kind:
            case "turn" | "result":
                return self._new_board(tx, match_id, message_id)
            case "sheet":
                self._new_letter(tx, row, match_id, message_id)
            case "watch":
                self._new_watch(tx, row, match_id, message_id)
            case "reminder":
                self._new_reminder(tx, row, match_id, message_id)
            case "question":
                self._new_question(tx, match_id, message_id)
        return []

    def _new_thread(self, tx: Transaction, match_id: int, thread_id: int) -> None:
        match_store.set_thread(tx, match_id, thread_id)
        # Who has been called meanwhile was sent to the channel.
        for user_id in direct_store.told_of(tx, match_id):
            self._post.into(tx, user_lane(user_id), None, "nudge", {"new": False})

    def buttons_are_off(self, message_id: int) -> None:
        """Note that a click on a message has taken the buttons off it, so that nothing is to be done about them.

        This is only said when Discord has taken the click's answer, and only remembered as long as the process lives:
        where it is not known, the buttons are taken off once more.
        """
        self._without_buttons[message_id] = None
        self._without_buttons.move_to_end(message_id)
        if len(self._without_buttons) > CLICKS_REMEMBERED:  # the next board of some was there first, or never came
            self._without_buttons.popitem(last=False)

    def _new_board(self, tx: Transaction, match_id: int, message_id: int) -> list[int]:
        """Note a match's newest board and have the buttons of the one before taken off; returns the message whose
        buttons are no longer known to be off.
        """
        old = match_store.board_of(tx, match_id)
        if old == message_id:  # that of a match alone, which was edited and has its buttons again
            return [message_id]
        match_store.set_board(tx, match_id, message_id, self._clock())
        if old is None:
            return []
        if old not in self._without_buttons:
            self._post.about_match(tx, match_id, "strip", {"message_id": old})
        return [old]

    def _settle(self, tx: Transaction, row: OutboxRow, match_id: int, message_id: int | None) -> list[int]:
        """Note a message that can be answered, and have the buttons taken off those that no longer can."""
        about = answerable.subject(row.args) if row.kind == "notice" else None
        older: list[Answerable] = []
        if about is not None and message_id is not None:
            older += answerable.note(tx, match_id, about, message_id)
        older += answerable.settled(tx, match_id)
        for message in older:
            if message.message_id not in self._without_buttons:
                self._post.strip(tx, match_id, message)
        return [message.message_id for message in older]

    def _new_letter(self, tx: Transaction, row: OutboxRow, match_id: int, message_id: int) -> None:
        """Note the only private sheet that a player has, and have the one before deleted."""
        player = row.args["player"]
        if not isinstance(player, int):
            raise TypeError(f"row {row.id}: player is {player!r}")
        old = direct_store.read_letter(tx, match_id, player).message_id
        direct_store.save_letter(tx, match_id, player, message_id)
        if old not in (None, message_id):
            args = {"player": player, "message_id": old}
            self._post.into(tx, row.lane, match_id, "discard", args)

    def _new_watch(self, tx: Transaction, row: OutboxRow, match_id: int, message_id: int) -> None:
        """Note the only board that a watcher has, and have the one before deleted; the result is the last."""
        user_id = row.args["user"]
        if not isinstance(user_id, int):
            raise TypeError(f"row {row.id}: user is {user_id!r}")
        old = direct_store.find_watcher(tx, match_id, user_id)
        if match_store.is_over(tx, match_id):
            direct_store.forget_watcher(tx, match_id, user_id)
        else:
            direct_store.set_watcher_message(tx, match_id, user_id, message_id)
        if old is not None and old.message_id not in (None, message_id):
            self._post.into(tx, row.lane, match_id, "unwatch", {"user": user_id, "message_id": old.message_id})

    def _new_reminder(self, tx: Transaction, row: OutboxRow, match_id: int, message_id: int) -> None:
        """Note whom a message reminds, or have it removed if they have all moved meanwhile."""
        players = row.args["players"]
        if not isinstance(players, list):
            raise TypeError(f"row {row.id}: players is {players!r}")
        if not reminder_store.set_message(tx, match_id, players, message_id):
            self._post.about_match(tx, match_id, "remove", {"message_id": message_id})

    def _new_nudge(self, tx: Transaction, row: OutboxRow, message_id: int) -> None:
        """Note the only reminder that a user has directly, and have the one before deleted."""
        user_id = user_of(row.lane)
        old = direct_store.set_nudge_message(tx, user_id, message_id)
        if old is not None and old != message_id:
            self._post.into(tx, row.lane, None, "unnudge", {"message_id": old})

    def _new_question(self, tx: Transaction, match_id: int, message_id: int) -> None:
        """Note which message asks what shall follow from an absence; the buttons of an older one are taken off."""
        old = timeout_store.set_message(tx, match_id, message_id)
        if old != message_id:
            self._post.about_match(tx, match_id, "strip", {"message_id": old or message_id})

    async def overtaken(self, row: OutboxRow) -> bool:
        """Whether a later row of its lane does all that this one of kind ``sheet`` would do."""
        (found,) = await self._db.rows(NEWER, (row.lane, row.id))
        newer = found["new"]
        return newer is not None and (bool(newer) or not row.args["new"])

    async def has_later(self, row: OutboxRow, *kinds: str) -> bool:
        """Whether a later row of the same kind waits in the lane, or of one of ``kinds``."""
        return bool(await self._db.rows(LATER, (row.lane, row.id, json.dumps([row.kind, *kinds]))))

    async def retry(self, row: OutboxRow, due_at: int) -> None:
        """Note that a row could not be posted and is to be tried again."""
        sql = "UPDATE outbox SET attempts = attempts + 1, due_at = ?, tried_at = coalesce(tried_at, ?) WHERE id = ?"
        now = self._clock()

        def work(tx: Transaction) -> None:
            tx.execute(sql, (due_at, now, row.id))

        await self._db.write(work)

    async def failed(self, row: OutboxRow, reason: str) -> None:
        """Give a row up. It is kept, with the reason, for whoever runs the bot; the lane goes on without it."""
        now = self._clock()

        def work(tx: Transaction) -> None:
            tx.execute("UPDATE outbox SET failed = ?, failed_at = ? WHERE id = ?", (reason, now, row.id))

        await self._db.write(work)

    async def unposted(self, match_ids: Sequence[int]) -> frozenset[int]:
        """Those of the matches whose newest board could not be posted."""
        return frozenset(row["id"] for row in await self._db.rows(UNPOSTED, (json.dumps(list(match_ids)),)))

    async def greet(self, guild_id: int) -> bool:
        """Have a server greeted, once for ever; false if it has been."""
        now = self._clock()

        def work(tx: Transaction) -> bool:
            known = "INSERT INTO guilds (guild_id, greeted_at) VALUES (?, ?) ON CONFLICT (guild_id) DO NOTHING"
            if tx.execute(known, (guild_id, now)).rowcount != 1:
                return False
            self._post.for_guild(tx, guild_id, "greeting")
            return True

        return await self._db.write(work)


def _row_of(row: sqlite3.Row, *, last: bool) -> OutboxRow:
    return OutboxRow(
        id=row["id"],
        lane=row["lane"],
        match_id=row["match_id"],
        kind=row["kind"],
        args=json.loads(row["args"]),
        attempts=row["attempts"],
        due_at=row["due_at"],
        created_at=row["created_at"],
        tried_at=row["tried_at"],
        last=last,
    )
