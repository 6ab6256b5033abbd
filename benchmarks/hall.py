"""A bot in a process of its own, an emulated Discord on loopback, and a database full of matches."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from bot.matches.models import Person, Place
from bot.matches.service import MatchService
from bot.storage.database import Database
from tests.wire.emulator import Channel, DiscordEmulator, Guild, User

OPTIONS = {"wins": "3", "first": "1"}
"""The longest match of İYE, so that boards do not run out of moves while they are clicked."""


@dataclass(slots=True)
class Hall:
    """A server with two people who play in every channel, one match in each."""

    discord: DiscordEmulator
    guild: Guild
    people: tuple[User, User]
    channels: list[Channel] = field(default_factory=list)

    @classmethod
    def build(cls, discord: DiscordEmulator, channels: int) -> Hall:
        """Make the server and its channels."""
        guild = discord.create_guild("Club")
        people = (discord.create_member(guild, "Ada"), discord.create_member(guild, "Ben"))
        return cls(discord, guild, people, [discord.create_channel(guild, f"game-{n}") for n in range(channels)])

    async def fill(self, path: Path, matches: int, *, to_announce: int = 0) -> None:
        """Write running matches into a new database, spread over the channels.

        The first board of the first ``to_announce`` matches is left to be posted when the bot starts.
        """
        ticks = count(int(time.time()) - 1000)
        ada, ben = (Person(user.id, user.name) for user in self.people)
        async with await Database.open(path) as database:
            service = MatchService(database, clock=lambda: next(ticks), wake=lambda _lane: None)
            match = await service.open_table("iye", OPTIONS, ada, Place(self.guild.id, self.channels[0].id))
            await service.join(match.id, ben)
            await service.start(match.id, ada.user_id)
        with closing(sqlite3.connect(path)) as db, db:
            db.execute("DELETE FROM outbox WHERE kind <> 'turn'")
            for number in range(2, matches + 1):
                _copy_match(db, number, self.channels[(number - 1) % len(self.channels)].id)
            db.execute("DELETE FROM outbox WHERE match_id > ?", (to_announce,))
            db.execute("DELETE FROM sqlite_sequence WHERE name = 'matches'")
            db.execute("INSERT INTO sqlite_sequence VALUES ('matches', ?)", (matches,))


COPIED = {
    "matches": {"id": ":match", "channel_id": ":channel"},
    "seats": {"match_id": ":match"},
    "log": {"match_id": ":match"},
    "outbox": {"id": "NULL", "match_id": ":match", "lane": "'match:' || :match"},
}
"""For each table, the columns in which the copy of a match differs from the first one."""


def _copy_match(db: sqlite3.Connection, number: int, channel_id: int) -> None:
    """Copy match 1 into another channel. What it draws from now on is its own: draws depend on its id."""
    for table, changes in COPIED.items():
        columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
        values = ", ".join(changes.get(column, column) for column in columns)
        key = "id" if table == "matches" else "match_id"
        copy = f"INSERT INTO {table} SELECT {values} FROM {table} WHERE {key} = 1"  # noqa: S608 - names of our own
        db.execute(copy, {"match": number, "channel": channel_id})


def newest(channel: Channel) -> dict[str, Any] | None:
    """The last message of a channel."""
    return next(reversed(channel.messages.values()), None)


def moves_on(message: dict[str, Any]) -> Sequence[str]:
    """The custom ids of a board's buttons that make a move."""
    return [
        part["custom_id"]
        for row in message["components"]
        for part in row.get("components", ())
        if ":move:" in part.get("custom_id", "")
    ]
