"""A complete match service on its own database, with shortcuts for tests."""

from __future__ import annotations

import json
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pytest

from bot.matches.clocks.match_clocks import AvailabilityOf, MatchClocks
from bot.matches.model.availability import Availability
from bot.matches.model.jobs import Remind
from bot.matches.model.match import Match, MatchChannel, Person
from bot.matches.model.outbox_messages import Queue
from bot.matches.model.time_control import TermsRequest
from bot.matches.model.views import PlayedTurn
from bot.matches.outbox import Outbox, OutboxRow
from bot.matches.play.loader import Loader
from bot.matches.service import MatchService
from bot.matches.service import build as build_matches
from bot.matches.store.players import availability_of
from bot.storage.database import Database, Reader
from bot.storage.schema import read_schema
from engines.registry import GAMES, AnyGame
from tests.bot.matches.lap import LAP
from tests.deciders import PlayersInside
from tests.engines.toys.bids import BIDS
from tests.engines.toys.trek import TREK
from tests.fakes import Clock

ANN, BOB, CEM, DANA = (
    Person(1001, "Ann"),
    Person(1002, "Bob"),
    Person(1003, "Cem"),
    Person(1004, "Dana"),
)
ROBOT = Person(1999, "Robot", is_bot=True)
STRANGER = 1666
CHANNEL = MatchChannel(guild_id=50, channel_id=60)
NO_CLOCK = TermsRequest("none")

ALL_GAMES: Mapping[str, AnyGame] = {**GAMES, "bids": BIDS, "lap": LAP, "trek": TREK}
"""İYE; Bids: hidden, simultaneous, decisions may be replaced; Lap: no chance; Trek: turns of several moves with a
roll in between."""


@dataclass
class Entropy:
    """Random bytes that differ at each call and are the same in every run."""

    drawn: list[bytes] = field(default_factory=list)

    def __call__(self, number: int) -> bytes:
        self.drawn.append(random.Random(len(self.drawn)).randbytes(number))
        return self.drawn[-1]


@dataclass(frozen=True)
class StoredRow:
    """A row of the outbox, by its columns."""

    queue_key: str
    match_id: int | None
    kind: str
    args: dict[str, Any]


class ServiceHarness:
    """One process: its database, service and outbox."""

    def __init__(self, database: Database, games: Mapping[str, AnyGame] = ALL_GAMES) -> None:
        self.database = database
        self.games = games
        self.clock = Clock()
        self.entropy = Entropy()
        self.woken: list[str] = []
        self.availability_of: AvailabilityOf = availability_of
        """Return a user's availability; a test may change it."""
        self.decider = PlayersInside()
        """Decides for computer players, once a test opens ``service.computer_turns``."""
        self.service = build_matches(
            database,
            games=games,
            clock=self.clock,
            wake=self.woken.append,
            entropy=self.entropy,
            availability=self._availability,
            decider=self.decider,
        )
        self.loader = Loader(self.service.context)
        self.clocks = MatchClocks(self.service.context.schedule, self.clock, self._availability)
        self.outbox = Outbox(database, clock=self.clock, wake=self.woken.append)

    def _availability(self, db: Reader, user_id: int) -> Availability:
        return self.availability_of(db, user_id)

    @classmethod
    async def open(
        cls, path: Path | str, games: Mapping[str, AnyGame] = ALL_GAMES, *, busy_timeout: float = 0.05
    ) -> Self:
        """``busy_timeout``: for how many seconds a writer waits for another process."""
        return cls(await Database.open(path, busy_timeout=busy_timeout), games)

    @classmethod
    @asynccontextmanager
    async def two_processes(cls, path: Path) -> AsyncIterator[tuple[Self, Self]]:
        """Open two processes on one database, which wait for each other even on a slow machine."""
        async with await cls.open(path, busy_timeout=60) as one, await cls.open(path, busy_timeout=60) as other:
            yield one, other

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.service.computer_turns.close(0)
        await self.database.close()

    async def start(self, *people: Person, game: str = "iye", channel: MatchChannel = CHANNEL, **options: str) -> Match:
        """Start a match without clocks; without people, of Ann and Bob."""
        return await start_match(self.service, game, people or (ANN, BOB), channel, options=options)

    async def state(self, match_id: int) -> Any:
        """Return the stored position."""
        rows = await self.database.rows("SELECT game, state FROM matches WHERE id = ?", (match_id,))
        return self.games[rows[0]["game"]].load_state(rows[0]["state"])

    async def legal(self, match: Match, player: int | None = None) -> list[str]:
        """Return a player's encoded legal moves, by default of the first player to move."""
        game = self.games[match.game]
        moves = game.legal_moves(await self.state(match.id), match.to_move[0] if player is None else player)
        return [game.encode_move(move) for move in moves]

    async def play(self, match: Match, *moves: str) -> PlayedTurn:
        """Play a turn of the first player to move; without moves, the first legal one."""
        chosen = moves or (await self.legal(match))[:1]
        return await self.service.turns.play(match.id, user_of(match, match.to_move[0]), match.ply, chosen)

    async def play_out(self, match: Match, seed: int = 0) -> Match:
        """Play random moves until the match ends."""
        rng = random.Random(seed)
        while match.to_move:
            move = rng.choice(await self.legal(match))
            match = (await self.play(match, move)).match
        return match

    async def rows(self, match_id: int) -> list[StoredRow]:
        """Deliver all rows of a match, and return them."""
        rows: list[StoredRow] = []
        while (row := await self.outbox.next_row(Queue.MATCH.key(match_id))) is not None:
            rows.append(await self.stored(row))
            await self.outbox.delivered(row)
        return rows

    async def stored(self, row: OutboxRow) -> StoredRow:
        """Return a row with its stored columns."""
        sql = "SELECT lane, match_id, kind, args FROM outbox WHERE id = ?"
        ((queue_key, match_id, kind, args),) = await self.database.rows(sql, (row.id,))
        return StoredRow(queue_key, match_id, kind, json.loads(args))

    async def kinds(self, match_id: int) -> list[str]:
        """Deliver all rows of a match, and return their kinds."""
        return [row.kind for row in await self.rows(match_id)]

    async def log(self, match_id: int) -> list[tuple[Any, ...]]:
        """Return the stored log."""
        sql = "SELECT ply, player, kind, move, first_draw, at FROM log WHERE match_id = ? ORDER BY ply"
        return [tuple(row) for row in await self.database.rows(sql, (match_id,))]

    async def dump(self) -> dict[str, list[tuple[Any, ...]]]:
        """Return every row of every table, to show that nothing was changed."""
        return {
            table: [
                tuple(row) for row in await self.database.rows(f"SELECT * FROM {table} ORDER BY {', '.join(columns)}")
            ]
            for table, columns in (await self.database.read(read_schema)).items()
        }


async def start_match(
    service: MatchService,
    game: str,
    people: Sequence[Person],
    channel: MatchChannel = CHANNEL,
    terms: TermsRequest = NO_CLOCK,
    options: Mapping[str, str] | None = None,
) -> Match:
    """A running match of these people, in the order of their seats."""
    first, *others = people
    match = await service.tables.open_table(game, options or {}, first, channel, terms=terms, players=len(people))
    for person in others:
        match = await service.tables.join(match.id, person)
    return match if others else await service.tables.start(match.id, first.user_id)


def remind(match_id: int, player: int) -> Remind:
    """Return the job of a player's reminder."""
    return Remind(match_id, player, count=0, warning=False, deadline=None)


def user_of(match: Match, player: int) -> int:
    """Return the holder of a seat."""
    return next(seat.user_id for seat in match.seats if seat.player == player)


async def refused(harness: ServiceHarness, kind: type[Exception], ask: Callable[[], Awaitable[object]]) -> str:
    """Assert that an action is refused and changes nothing; return the sentence."""
    before, woken = await harness.dump(), list(harness.woken)
    with pytest.raises(kind) as caught:
        await ask()
    assert await harness.dump() == before
    assert harness.woken == woken
    return str(caught.value)


async def refused_saying(
    harness: ServiceHarness, kind: type[Exception], says: str, ask: Callable[[], Awaitable[object]]
) -> None:
    """Assert that an action is refused with these words and changes nothing."""
    sentence = await refused(harness, kind, ask)
    assert says in sentence


async def trek_match(harness: ServiceHarness, points: int = 3) -> Match:
    """Start matches of Trek until the first walker has that many points."""
    while True:
        match = await harness.start(ANN, BOB, CEM, game="trek")
        if (await harness.state(match.id)).points == points:
            await harness.rows(match.id)
            return match


def after_next_read(
    harness: ServiceHarness, monkeypatch: pytest.MonkeyPatch, change: Callable[[], Awaitable[object]]
) -> None:
    """Let something change the database right after it is read next."""
    names = ("read", "read_snapshot")
    reads = {name: getattr(harness.database, name) for name in names}

    def changing(read: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def with_change(work: Callable[[Reader], Any]) -> Any:
            found = await read(work)
            for name in names:
                monkeypatch.setattr(harness.database, name, reads[name])
            await change()
            return found

        return with_change

    for name in names:
        monkeypatch.setattr(harness.database, name, changing(reads[name]))


async def bids_match(harness: ServiceHarness) -> Match:
    """Start matches of Bids for three until two different dice are rolled."""
    while True:
        match = await harness.start(ANN, BOB, CEM, game="bids")
        if len(set((await harness.state(match.id)).dice)) == 2:
            await harness.rows(match.id)
            return match


PEOPLE = {"iye": (ANN, BOB), "trek": (ANN, BOB, CEM), "bids": (ANN, BOB, CEM)}
"""The players of an exported match, by its game."""


async def exported(harness: ServiceHarness, game: str = "iye", seed: int = 1) -> tuple[Match, dict[str, Any]]:
    """Play a match, of İYE one whose last move has an alternative, and export it."""
    match = await harness.play_out(await harness.start(*PEOPLE[game], game=game), seed)
    return match, json.loads(await harness.service.history.export(match.id, None))
