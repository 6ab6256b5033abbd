"""One server of an emulated Discord, and a database full of its matches."""

from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from bot.matches.model.match import MatchChannel, Person
from bot.matches.model.time_control import TermsRequest
from bot.matches.service import build as build_matches
from bot.storage.database import Database
from engines.registry import GAMES
from tests.wire.emulator import Channel, DiscordEmulator, Guild, User

IYE = GAMES["iye"]

OPTIONS = {"wins": "3", "first": "1"}
"""The longest match of İYE, so that matches do not end while they are clicked."""

MODELS, TURNS_APART = 12, 2
"""Matches that are really played, and how many moves each is ahead of the one before; all others are copies."""

PAIRS = 40
"""Pairs of users who play in the channels. One user could not make 25 moves a second: the bot limits users."""

STRANGERS = 4000
"""Players of the matches without their own channel."""


@dataclass(slots=True)
class SingleServer:
    """A server with a match in every channel; each pair of users plays in several."""

    discord: DiscordEmulator
    guild: Guild
    people: list[User]
    """One pair after the other, so many that nobody exceeds the limit of one user."""
    channels: list[Channel] = field(default_factory=list)

    @classmethod
    def build(cls, discord: DiscordEmulator, channels: int) -> SingleServer:
        """Make the server and its channels."""
        guild = discord.create_guild("Club")
        names = (f"{name} {number}" for number in range(PAIRS) for name in ("Ada", "Ben"))
        people = [discord.create_member(guild, name) for name in names]
        return cls(discord, guild, people, [discord.create_channel(guild, f"game-{n}") for n in range(channels)])

    async def fill(self, path: Path, matches: int, *, to_announce: int = 0) -> None:
        """Write running matches into a new database, at all stages of a cycle.

        The first ones are played by the pairs, one in each channel; the rest by strangers elsewhere. The newest
        board of the first ``to_announce`` matches is left to be posted when the bot starts.
        """
        async with await Database.open(path) as database:
            for number in range(min(MODELS, matches)):
                await self._play(database, number)
        with closing(sqlite3.connect(path)) as db, db:
            db.execute("DELETE FROM outbox WHERE id NOT IN (SELECT max(id) FROM outbox GROUP BY match_id)")
            for number in range(MODELS + 1, matches + 1):
                self._copy(db, number)
            db.execute("DELETE FROM outbox WHERE match_id > ?", (to_announce,))
            db.execute("UPDATE sqlite_sequence SET seq = ? WHERE name = 'matches'", (matches,))

    async def _play(self, database: Database, number: int) -> None:
        """Start a match and play some random moves."""
        ticks, rng = count(int(time.time()) - 1000), random.Random(number)
        service = build_matches(database, clock=lambda: next(ticks), wake=lambda _key: None, entropy=rng.randbytes)
        ada, ben = (Person(user.id, user.name) for user in self.people[:2])
        channel = self.channels[number % len(self.channels)]
        place, terms = MatchChannel(self.guild.id, channel.id), TermsRequest("none")
        table = await service.tables.open_table("iye", OPTIONS, ada, place, terms=terms)
        match = await service.tables.join(table.id, ben)
        for _ in range(TURNS_APART * number):
            (row,) = await database.rows("SELECT state FROM matches WHERE id = ?", (match.id,))
            player = match.to_move[0]
            move = IYE.encode_move(rng.choice(IYE.legal_moves(IYE.load_state(row["state"]), player)))
            match = (await service.turns.play(match.id, match.seats[player].user_id, match.ply, [move])).match

    def _copy(self, db: sqlite3.Connection, number: int) -> None:
        """Copy a match that was played. Its later draws differ, because draws depend on the match's id."""
        own = number <= len(self.channels)
        channel_id = self.channels[number - 1].id if own else number
        first = 2 * (number % PAIRS)
        pair = f"[{','.join(str(user.id) for user in self.people[first : first + 2])}]"
        values = {
            "match": number,
            "channel": channel_id,
            "model": (number - 1) % MODELS + 1,
            "stranger": number,
            "pair": pair,
        }
        for table, changes in COPIED.items():
            changed = changes | ((PAIRED if own else BY_STRANGERS) if table == "seats" else {})
            columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
            selected = ", ".join(changed.get(column, column) for column in columns)
            key = "id" if table == "matches" else "match_id"
            copy = f"INSERT INTO {table} SELECT {selected} FROM {table} WHERE {key} = :model"
            db.execute(copy, values)


COPIED = {
    "matches": {"id": ":match", "channel_id": ":channel"},
    "seats": {"match_id": ":match"},
    "log": {"match_id": ":match"},
    "outbox": {"id": "NULL", "match_id": ":match", "lane": "'match:' || :match"},
}
"""For each table, the columns in which the copy of a match differs from the first one."""


PAIRED = {"user_id": "(SELECT value FROM json_each(:pair) WHERE key = player)"}
"""The columns of seats in matches in the channels."""

BY_STRANGERS = {"user_id": f"(:stranger * 2 + player) % {STRANGERS}"}
"""The columns of seats in matches of strangers."""


def newest(channel: Channel) -> dict[str, Any] | None:
    """Return the last message of a channel."""
    return next(reversed(channel.messages.values()), None)


def moves_on(message: dict[str, Any]) -> Sequence[str]:
    """Return the custom ids of a board's move buttons."""
    return [
        part["custom_id"]
        for row in message["components"]
        for part in row.get("components", ())
        if ":move:" in part.get("custom_id", "")
    ]
