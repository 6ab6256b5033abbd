"""Matches one move before their end."""

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.matches.model.match import Match, MatchChannel, Person
from bot.matches.model.outbox_messages import Queue
from bot.matches.model.time_control import TermsRequest
from bot.matches.outbox import Outbox
from bot.matches.service import build as build_matches
from bot.storage.database import Database, unix_time
from engines.registry import GAMES
from tests.wire.crash.harness import BotHarness
from tests.wire.crash.table import Table

IYE = GAMES["iye"]


@dataclass(frozen=True, slots=True)
class Ending:
    """A match and the button that ends it."""

    table: Table
    button: str


async def almost_over(harness: BotHarness, names: Iterable[str]) -> Mapping[str, Ending]:
    """Play matches to their last board without a bot, and leave that board to be posted."""
    async with await Database.open(harness.database) as database:
        player = _Player(harness, database)
        return {name: await player.play(name) for name in names}


class _Player:
    """Plays both sides at random."""

    def __init__(self, harness: BotHarness, database: Database) -> None:
        self._harness = harness
        self._database = database
        self._service = build_matches(database, clock=unix_time, wake=lambda _queue_key: None)
        self._outbox = Outbox(database, clock=unix_time, wake=lambda _queue_key: None)
        self._people = [Person(user.id, user.name) for user in harness.people]

    async def play(self, name: str) -> Ending:
        """Play one match in its own channel; skip matches that a button cannot end."""
        channel = self._harness.discord.create_channel(self._harness.guild, f"end {name}")
        rng = random.Random(name)
        while True:
            match = await self._begin(MatchChannel(self._harness.guild.id, channel.id))
            while match.to_move:
                player, state = match.to_move[0], await self._state(match)
                if (last := _last_move(state, player)) is not None:
                    await self._post_unseen(match, but_for=1)
                    return Ending(Table(self._harness, channel, match.id), f"k:move:{match.id}:{match.ply}:{last}")
                move = IYE.encode_move(rng.choice(IYE.legal_moves(state, player)))
                match = (await self._service.turns.play(match.id, match.seats[player].user_id, match.ply, [move])).match
            await self._post_unseen(match)

    async def _begin(self, place: MatchChannel) -> Match:
        ada, ben = self._people
        table = await self._service.tables.open_table("iye", {"wins": "1"}, ada, place, terms=TermsRequest("none"))
        return await self._service.tables.join(table.id, ben)

    async def _state(self, match: Match) -> Any:
        (row,) = await self._database.rows("SELECT state FROM matches WHERE id = ?", (match.id,))
        return IYE.load_state(row["state"])

    async def _post_unseen(self, match: Match, *, but_for: int = 0) -> None:
        """Delete all rows of the outbox except for the last ones."""
        (row,) = await self._database.rows("SELECT count(*) FROM outbox WHERE match_id = ?", (match.id,))
        for _ in range(row[0] - but_for):
            waiting = await self._outbox.next_row(Queue.MATCH.key(match.id))
            assert waiting is not None
            await self._outbox.delivered(waiting)


def _last_move(state: Any, player: int) -> str | None:
    """Return the move with a button that ends the match."""
    for move in IYE.legal_moves(state, player):
        text = IYE.encode_move(move)
        if len(text) == len("d3") and IYE.outcome(IYE.apply(state, player, move)) is not None:
            return text
    return None
