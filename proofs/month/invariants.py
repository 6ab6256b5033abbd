"""Checks every posted message against invariants."""

from __future__ import annotations

import json
import sqlite3
from bisect import bisect_left
from collections import Counter
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.delivery.worker import Delivered, Dropped, Result, Retry
from bot.matches.model.outbox_messages import Board, ChannelLost, Digest, Notice, Reminder, ResultBoard, TimeoutQuestion
from bot.matches.notifications.reminders import MAX_REMINDERS
from bot.matches.outbox import OutboxRow
from bot.storage.database import Row
from bot.storage.inspection import database_bytes
from bot.storage.paths import is_server
from bot.ui.components.messages import OutgoingMessage
from proofs.month.personas import Persona
from tests.postgres import Reading

ROW: ContextVar[OutboxRow | None] = ContextVar("row", default=None)
"""The message being posted."""
UNREACHABLE = "unreachable"

_LAST = "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'outbox'"
_LAST_ON_SERVER = "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM outbox_id_seq"
"""The number of the newest row of the outbox, even if it is deleted."""

_SEAT = """
    SELECT s.player, s.standing, m.status, m.paused_at, m.to_move,
        (SELECT max(l.at) FROM log AS l WHERE l.match_id = m.id AND l.player = s.player) AS acted,
        (SELECT deadline FROM clocks AS c WHERE c.match_id = m.id AND c.player = s.player) AS deadline
    FROM matches AS m JOIN seats AS s ON s.match_id = m.id WHERE m.id = ? AND s.user_id = ?
"""
_EXPIRED = """
    SELECT c.*, s.user_id, m.holidays AS counts FROM clocks AS c JOIN matches AS m ON m.id = c.match_id
    JOIN seats AS s ON s.match_id = c.match_id AND s.player = c.player
    WHERE c.match_id = ? AND c.expired_at IS NOT NULL
"""


@dataclass(frozen=True, slots=True)
class _Reminded:
    """The last reminder that a user got about a match in one way."""

    at: int
    deadline: int | None
    every: int
    count: int


def _restarts_reminders(notice: Notice) -> bool:
    """True if a notice announces a resumed match or a vote's decision after a timeout."""
    return notice.clocks or " decided" in notice.text.singular


@dataclass
class InvariantChecker:
    """Counts messages and collects violations."""

    address: Path | str
    """Of the database."""
    people: dict[int, Persona]
    clock: Callable[[], int]
    posted_kinds: Counter[str] = field(default_factory=Counter)
    edited_kinds: Counter[str] = field(default_factory=Counter)
    dropped: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)
    results: Counter[int] = field(default_factory=Counter)
    """By match: how often its result was posted."""
    results_dropped: dict[int, str] = field(default_factory=dict)
    """By match: why its result was not posted."""
    lost: set[int] = field(default_factory=set)
    """Matches whose players were notified by direct message that the channel is gone."""
    timeouts: int = 0
    reminders: int = 0
    late: int = 0
    """Longest time between a deadline and its recording, in seconds."""
    _queue_keys: dict[str, int] = field(default_factory=dict)
    _mentioned: dict[tuple[int, int], tuple[int, int, str]] = field(default_factory=dict)
    _reminded: dict[tuple[int, int, str], _Reminded] = field(default_factory=dict)
    _asked: dict[int, int] = field(default_factory=dict)
    """By match: when a timeout vote last started or was decided, or when the match was resumed. Reminders may restart
    then."""
    _turns: dict[int, int] = field(default_factory=dict)
    """By match: when its newest board became due, posted or not."""
    _held: dict[tuple[int, int], int] = field(default_factory=dict)
    """By match and user: the board of the latest turn notification that was postponed to the end of quiet hours."""
    _acts: list[int] = field(default_factory=list)
    """The newest outbox row before each user action."""
    _judged: set[tuple[int, int, int]] = field(default_factory=set)

    def open(self) -> None:
        """Open the database for reading."""
        if is_server(self.address):
            self._db: Any = Reading(str(self.address))
        else:
            self._db = sqlite3.connect(f"file:{self.address}?mode=ro", uri=True)
            self._db.row_factory = sqlite3.Row

    def close(self) -> None:
        """Close the database."""
        self._db.close()

    def rows(self, sql: str, *parameters: object) -> list[Row]:
        """Query the database, independently of the bot."""
        found: list[Row] = self._db.execute(sql, parameters).fetchall()
        return found

    def size(self) -> int:
        """Return the bytes of the database, of a file without free pages."""
        if is_server(self.address):
            return database_bytes(self.address)
        pages, free, each = (
            self.rows(f"PRAGMA {name}")[0][0] for name in ("page_count", "freelist_count", "page_size")
        )
        return int((pages - free) * each)

    def act(self) -> None:
        """Record that a user is about to act."""
        self._acts.append(self.rows(_LAST_ON_SERVER if is_server(self.address) else _LAST)[0][0])

    def report(self, problem: str) -> None:
        """Record a violation."""
        self.problems.append(f"{self.clock()}: {problem}")

    def forget(self, match_id: int) -> None:
        """Forget a match that is over and whose thread is archived: nothing more is posted about it."""
        for mentioned in [key for key in self._mentioned if key[0] == match_id]:
            del self._mentioned[mentioned]
        for reminded in [key for key in self._reminded if key[0] == match_id]:
            del self._reminded[reminded]
        for held in [key for key in self._held if key[0] == match_id]:
            del self._held[held]
        self._turns.pop(match_id, None)
        self._judged = {key for key in self._judged if key[0] != match_id}
        for key in [key for key in self._queue_keys if key.split(":")[1] == str(match_id) and key[:4] != "user"]:
            del self._queue_keys[key]

    # ------------------------------------------------------------------------------------------------- deliveries

    def watching(self, deliver: Callable[[OutboxRow], Awaitable[Result]]) -> Callable[[OutboxRow], Awaitable[Result]]:
        """Wrap the function that posts a row, to observe it."""

        async def watched(row: OutboxRow) -> Result:
            token = ROW.set(row)
            try:
                result = await deliver(row)
            finally:
                ROW.reset(token)
            match result:
                case Dropped(reason):
                    self.dropped[f"{row.kind}: {reason}"] += 1
                    self._begin(row)
                    if isinstance(row.message, ResultBoard) and row.match_id is not None:
                        self.results_dropped[row.match_id] = reason
                    if reason != UNREACHABLE:
                        self.report(f"given up: {row.kind} of match {row.match_id}: {reason}")
                case Retry(reason) if not reason.startswith("DiscordServerError"):
                    self.report(f"put off: {row.kind} of match {row.match_id}: {reason}")
                case Delivered() if isinstance(row.message, ChannelLost) and row.match_id is not None:
                    self.lost.add(row.match_id)
            return result

        return watched

    def edited(self) -> None:
        """Record a board that was replaced by a newer one or the result, as in a match of one person."""
        row = ROW.get()
        if row is None:
            return
        self.edited_kinds[row.kind] += 1
        if isinstance(row.message, ResultBoard) and row.match_id is not None:
            self.results[row.match_id] += 1

    def posted(self, target: int, message: OutgoingMessage) -> None:
        """Check a message posted to a channel or sent to a user."""
        row = ROW.get()
        if row is None:
            return
        self.posted_kinds[row.kind] += 1
        self._once(row)
        if isinstance(row.message, ResultBoard) and row.match_id is not None:
            self.results[row.match_id] += 1
        self._begin(row)
        if row.match_id is not None:
            for user_id in message.mentions:
                self._mention(row, row.match_id, user_id)
        if isinstance(row.message, Reminder) and row.match_id is not None and not row.message.closed:
            for user_id in message.mentions:
                self._remind(row, row.match_id, user_id, "mention")
        if isinstance(row.message, Digest):
            self._digest(row, row.message, target)
        if isinstance(row.message, Notice) and row.match_id is not None and _restarts_reminders(row.message):
            self._asked[row.match_id] = row.created_at
        if isinstance(row.message, TimeoutQuestion) and row.match_id is not None:
            self._asked[row.match_id] = row.created_at
            self._expired(row.match_id)

    def _begin(self, row: OutboxRow) -> None:
        """Record that a turn has begun, posted or not: players in quiet hours are notified later."""
        if isinstance(row.message, Board) and row.match_id is not None:
            self._turns[row.match_id] = row.created_at

    def _once(self, row: OutboxRow) -> None:
        """Check that nothing is posted twice or out of order."""
        last = self._queue_keys.get(row.queue_key, 0)
        if row.id < last:
            self.report(f"out of order: {row.kind} in {row.queue_key}")
        if row.id == last:
            self.report(f"posted twice: {row.kind} in {row.queue_key}")
        self._queue_keys[row.queue_key] = row.id

    def _mention(self, row: OutboxRow, match_id: int, user_id: int) -> None:
        """Check that one event causes at most one mention of a player."""
        at, number, kind = self._mentioned.get((match_id, user_id), (0, 0, ""))
        # That one has more time and another's has run out are two things, though both come at the same second.
        two = {kind, row.kind} == {Notice.kind, TimeoutQuestion.kind}
        # So are a message and a user's reaction to it in the same second.
        two = two or bisect_left(self._acts, number) != bisect_left(self._acts, row.id)
        if at == row.created_at and number != row.id and not two:
            self.report(f"mentioned by {kind} and {row.kind} at once in match {match_id}: {user_id}")
        self._mentioned[match_id, user_id] = row.created_at, row.id, row.kind

    # -------------------------------------------------------------------------------------------------- reminders

    def _digest(self, row: OutboxRow, digest: Digest, user_id: int) -> None:
        if digest.announces is not None:
            if (person := self.people.get(user_id)) is not None and person.rests(row.created_at):
                self.report(f"{user_id} was called directly in quiet hours")
            return
        found = self.rows("SELECT matches FROM nudges WHERE user_id = ?", user_id)
        for match_id in json.loads(found[0]["matches"]) if found else ():
            seat = self.rows(_SEAT, match_id, user_id)
            if not seat or seat[0]["player"] not in json.loads(seat[0]["to_move"]) or seat[0]["paused_at"] is not None:
                continue
            if not self._is_call(match_id, user_id):
                self._remind(row, match_id, user_id, "dm")

    def _is_call(self, match_id: int, user_id: int) -> bool:
        """Return whether the first direct message about a turn is its notification, because the player was unavailable
        when the turn began.
        """
        at, person = self._turns.get(match_id, 0), self.people.get(user_id)
        if person is None or self._held.get((match_id, user_id)) == at:
            return False
        if not person.rests(at) and not any(begin <= at < end for begin, end in self.away(user_id)):
            return False
        last = self._reminded.get((match_id, user_id, "dm"))
        self._held[match_id, user_id] = at
        return last is None or last.at < at

    def _remind(self, row: OutboxRow, match_id: int, user_id: int, way: str) -> None:
        """Check that no player is reminded who is not to move, is in quiet hours, or was just reminded."""
        self.reminders += 1
        person = self.people.get(user_id)
        found = self.rows(_SEAT, match_id, user_id)
        if person is None or not found:
            self.report(f"a reminder for {user_id}, who does not play in match {match_id}")
            return
        seat = found[0]
        awaited = seat["status"] == "running" and seat["paused_at"] is None and seat["standing"] == "seated"
        if not awaited or seat["player"] not in json.loads(seat["to_move"]):
            self.report(f"a reminder for {user_id}, who is not awaited in match {match_id}")
        at, every = row.created_at, person.settings.remind_every
        if person.rests(at) or any(begin <= at < end for begin, end in self.away(user_id)):
            self.report(f"a reminder for {user_id} in quiet hours in match {match_id}")
        last = self._reminded.get((match_id, user_id, way))
        count = 1
        if last is not None and (seat["acted"] or 0) < last.at and seat["deadline"] == last.deadline:
            least = min(every, last.every) // 2
            if every == 0 or at - last.at < least:
                self.report(f"reminded again ({way}) after {at - last.at} s, {user_id} in match {match_id}")
            count = 1 if self._asked.get(match_id, 0) > last.at else last.count + 1
            if count > MAX_REMINDERS:
                self.report(f"reminded {count} times ({way}), {user_id} in match {match_id}")
        self._reminded[match_id, user_id, way] = _Reminded(at, seat["deadline"], every, count)

    def away(self, user_id: int) -> list[tuple[int, int]]:
        """Return a user's holidays."""
        sql = "SELECT begins, rests_until FROM holidays WHERE user_id = ? AND rests_until > begins"
        return [(row["begins"], row["rests_until"]) for row in self.rows(sql, user_id)]

    # -------------------------------------------------------------------------------------------------- deadlines

    def _expired(self, match_id: int) -> None:
        """Check with a separate calculation that no deadline passes before the player's time is used up."""
        for clock in self.rows(_EXPIRED, match_id):
            key = match_id, clock["player"], clock["deadline"]
            if key in self._judged:
                continue
            self._judged.add(key)
            self.timeouts += 1
            person = self.people.get(clock["user_id"])
            if person is None:
                self.report(f"the time of nobody has run out in match {match_id}")
                continue
            away: list[Any] = self.away(person.id) if clock["counts"] else []
            had = person.time_between(clock["since"], clock["expired_at"], away)
            due = clock["bank"] + clock["credit"]
            if had < due:
                self.report(f"match {match_id}, {person.id}: the time ran out after {had} s of {due}")
            self.late = max(self.late, clock["expired_at"] - clock["deadline"])
