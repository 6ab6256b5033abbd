"""Virtual time: every job runs when it is due, and posts are recorded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.matches.jobs.scheduler import Scheduler
from bot.matches.model.match import Match, Person
from bot.matches.model.text_json import text_from_json
from bot.matches.model.time_control import TermsRequest, TimeControl, TimeoutAction, short
from bot.matches.outbox import OutboxRow
from bot.matches.store.jobs import NEXT
from bot.storage.database import Transaction
from tests.bot.matches.harness import ANN, BOB, ServiceHarness, start_match

HOUR, DAY = 3600, 86400
TIME_CONTROL = TimeControl(2 * DAY, DAY)
"""Two days in the bank and a day per turn."""
BOARDS = {"place", "table", "turn", "result", "strip", "status", "sheet", "clock", "archive"}
"""Kinds that `pass_time` leaves out."""


@dataclass(frozen=True)
class PostedMessage:
    """A message that was posted."""

    at: int
    """Seconds since the beginning."""
    kind: str
    args: dict[str, Any]
    message_id: int
    queue_key: str

    @property
    def text(self) -> str:
        """The sentence of a notice."""
        return str(text_from_json(self.args["text"]))


@dataclass
class VirtualTime:
    """The time of a service harness."""

    harness: ServiceHarness
    began: int = 0
    posted: list[PostedMessage] = field(default_factory=list)
    """All messages, oldest first."""
    removed: list[int] = field(default_factory=list)
    """Messages that were deleted."""
    undelivered: set[int] = field(default_factory=set)
    """Users who block direct messages."""

    def __post_init__(self) -> None:
        self.began = self.harness.clock.now
        self.scheduler = Scheduler(self.harness.database, self.harness.service.jobs, self.harness.clock)

    async def pass_time(self, seconds: int) -> list[PostedMessage]:
        """Let time pass; return what was posted meanwhile, except `BOARDS`."""
        end, before = self.harness.clock.now + seconds, len(self.posted)
        await self.deliver()
        while True:
            (row,) = await self.harness.database.rows(NEXT)
            if row["at"] is None or row["at"] > end:
                break
            self.harness.clock.now = max(self.harness.clock.now, row["at"])
            await self.run_due()
        self.harness.clock.now = end
        return [message for message in self.posted[before:] if message.kind not in BOARDS]

    async def run_due(self) -> None:
        """Run the jobs that are due now, and post what follows."""
        while await self.scheduler.run_due():
            await self.deliver()

    async def deliver(self) -> None:
        """Deliver all due rows: each becomes a message with its own id, or deletes one."""
        while queue_keys := await self.harness.outbox.due_queues(self.harness.clock.now):
            for queue_key, *_ in queue_keys:
                while (row := await self.harness.outbox.next_row(queue_key)) is not None:
                    await self._post(row)

    async def _post(self, row: OutboxRow) -> None:
        service = self.harness.service
        args = (await self.harness.stored(row)).args
        message_id: int | None = 10_000 + row.id
        if row.kind in ("remove", "unnudge"):
            self.removed.append(args["message_id"])
            message_id = None
        elif row.kind == "reminder":
            args["players"] = list(await service.digests.players_to_remind(row.match_id or 0, args["players"]))
            message_id = message_id if args["players"] else None
        elif row.kind == "nudge":
            message_id = await self._digest(row, args, message_id)
        elif row.kind == "question":
            found = await service.votes.open_timeout(row.match_id or 0)
            message_id = message_id if args["new"] and found is not None else None
        await self.harness.outbox.delivered(row, message_id=message_id)
        if message_id is not None:
            at = self.harness.clock.now - self.began
            self.posted.append(PostedMessage(at, row.kind, args | {"match": row.match_id}, message_id, row.queue_key))

    async def _digest(self, row: OutboxRow, args: dict[str, Any], message_id: int | None) -> int | None:
        user_id = int(row.queue_key.partition(":")[2])
        old, matches = await self.harness.service.digests.digest(user_id)
        args["matches"] = [match.id for match in matches]
        if not matches:
            if old is not None:
                self.removed.append(old)
            await self.harness.service.digests.forget_digest(user_id)
            return None
        if args["new"] and await self.harness.service.digests.postpone_digest(user_id, matches, args.get("called")):
            return None
        if user_id in self.undelivered and args["new"]:
            await self.harness.service.digests.note_dms_blocked(user_id)
            return None
        return message_id if args["new"] else None

    async def start(
        self,
        *people: Person,
        game: str = "lap",
        time_control: TimeControl | None = TIME_CONTROL,
        on_timeout: TimeoutAction = TimeoutAction.PLAY_ON,
        **options: str,
    ) -> Match:
        """Start a timed match, and post its first board."""
        terms = TermsRequest("none" if time_control is None else short(time_control), on_timeout=on_timeout)
        match = await start_match(self.harness.service, game, people or (ANN, BOB), terms=terms, options=options)
        await self.deliver()
        return match

    async def change_settings(self, person: Person, **columns: str | int) -> None:
        """Change a user's settings."""

        def work(tx: Transaction) -> None:
            tx.execute("INSERT INTO players (user_id) VALUES (?) ON CONFLICT DO NOTHING", (person.user_id,))
            for name, value in columns.items():
                tx.execute(f"UPDATE players SET {name} = ? WHERE user_id = ?", (value, person.user_id))

        await self.harness.database.write(work)


def hours_and_kinds(posted: Sequence[PostedMessage]) -> list[tuple[int, str]]:
    """Return when messages were posted, in hours, and their kinds."""
    return [(message.at // HOUR, message.kind) for message in posted]
