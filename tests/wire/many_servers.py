"""Many servers with matches of every game in a database, and users who play them by typing."""

from __future__ import annotations

import asyncio
import random
import re
import sqlite3
import time
from bisect import bisect_left
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from bot.matches.doctor import examine
from bot.matches.model.match import Match, MatchChannel, Person
from bot.matches.model.time_control import TermsRequest
from bot.matches.service import build as build_matches
from bot.storage.database import Database
from bot.storage.paths import is_server
from engines.game import CHANCE, Player
from engines.registry import GAMES, AnyGame
from tests.wait_limit import WAIT_LIMIT
from tests.wire.emulator import Channel, DiscordEmulator, Guild, Interaction, User

PLAYERS: Mapping[str, int] = {
    slug: max(game.info.min_players, min(3, game.info.max_players)) for slug, game in GAMES.items()
}
"""Players in a match of each game: three if the game allows it."""
OPTIONS: Mapping[str, Mapping[str, str]] = {"iye": {"wins": "3", "first": "1"}}
"""Options for long matches, where they differ from the defaults."""
MODELS, TURNS_APART = 6, 9
"""Matches of each game that are really played, and how many turns each is ahead of the one before, unless it ends;
all others are copies of them."""
MEMBERS = max(PLAYERS.values())
"""Users of each server; the first of them play in all its matches."""

SEATED = "(SELECT value FROM json_each(:people) WHERE key = player)"
"""The holder of a seat, in SQL."""

COPIED = {
    "matches": {"id": ":match", "channel_id": ":channel", "guild_id": ":guild"},
    "seats": {"match_id": ":match", "user_id": SEATED},
    "log": {"match_id": ":match"},
}
"""For each table, the columns in which the copy of a match differs from the first one."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A complete legal turn."""

    match_id: int
    player: Player
    ply: int
    """The ply of the match before the turn."""
    text: str
    """The turn as it is typed."""


@dataclass(slots=True)
class ManyServers:
    """Servers with their users, and channels with one match each."""

    discord: DiscordEmulator
    guilds: list[Guild]
    people: list[list[User]]
    """The users of each server."""
    channels: list[Channel]
    """Match ``n`` is played in channel ``n - 1``."""

    @classmethod
    def build(cls, discord: DiscordEmulator, servers: int, matches: int) -> ManyServers:
        """Make servers with a channel for each match."""
        guilds = [discord.create_guild(f"Server {number}") for number in range(servers)]
        people = [
            [discord.create_member(guild, f"Player {seat + 1} of {number}") for seat in range(MEMBERS)]
            for number, guild in enumerate(guilds)
        ]
        channels = [discord.create_channel(guilds[number % servers], f"game-{number}") for number in range(matches)]
        return cls(discord, guilds, people, channels)

    async def fill(self, path: Path, *, genuine: bool = False) -> None:
        """Write a running match for every channel into a new database, with nothing left to be posted.

        With ``genuine`` all are really played, so that their draws follow from their keys, which takes longer.
        """
        await play_models(path, -(-len(self.channels) // len(PLAYERS)) if genuine else MODELS)
        self.place_matches(path)

    def place_matches(self, path: Path) -> None:
        """Put the matches of :func:`play_models` into the channels, and copies of them where there are not enough."""
        with closing(sqlite3.connect(path)) as db, db:
            models = [number for (number,) in db.execute("SELECT id FROM matches ORDER BY id")]
            for number, channel in enumerate(self.channels, 1):
                self._place(db, number, models, channel)

    def _place(self, db: sqlite3.Connection, number: int, models: Sequence[int], channel: Channel) -> None:
        """Put a match into its channel: one that was played, or a copy, which has its own draws from then on."""
        people = self.people[(number - 1) % len(self.guilds)]
        values = {
            "match": number,
            "model": models[(number - 1) % len(models)],
            "channel": channel.id,
            "guild": channel.guild.id if channel.guild else None,
            "people": f"[{','.join(str(user.id) for user in people)}]",
        }
        if number in models:
            db.execute("UPDATE matches SET channel_id = :channel, guild_id = :guild WHERE id = :match", values)
            db.execute(f"UPDATE seats SET user_id = {SEATED} WHERE match_id = :match", values)
            return
        for table, changed in COPIED.items():
            columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
            selected = ", ".join(changed.get(column, column) for column in columns)
            key = "id" if table == "matches" else "match_id"
            copy = f"INSERT INTO {table} SELECT {selected} FROM {table} WHERE {key} = :model"
            db.execute(copy, values)

    def take(self, turn: Turn) -> Interaction:
        """Let the turn's player type it."""
        user = self.people[(turn.match_id - 1) % len(self.guilds)][turn.player]
        return user.send_slash(self.channels[turn.match_id - 1], "move", {"text": turn.text, "match": turn.match_id})

    def forget(self, seconds: float) -> None:
        """Delete older data of the emulated Discord, except for the newest messages."""
        moment = time.perf_counter() - seconds
        requests = self.discord.requests
        del requests[: bisect_left(requests, moment, key=lambda request: request.received)]
        self.discord.world.files.clear()
        self.discord.interactions.forget(moment)
        for channel in self.discord.world.channels.values():
            if len(channel.messages) > 2:
                for message_id in list(channel.messages)[:-2]:
                    del channel.messages[message_id]


async def play_models(path: Path, stages: int, pace: str = "none") -> None:
    """Play ``stages`` matches of every game in a new database, with nothing left to post; once in each process."""
    if (played := _PLAYED.get((stages, pace))) is not None:
        with closing(sqlite3.connect(path)) as db:
            played.backup(db)
        return
    place = count(1)
    async with await Database.open(path) as database:
        for number in range(stages):
            for slug in PLAYERS:
                # Each in another server, because one player's matches in a server are limited.
                home = next(place)
                await _play(database, slug, TURNS_APART * (number % MODELS), MatchChannel(home, home), pace)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DELETE FROM outbox")
    with closing(sqlite3.connect(path)) as db:
        _PLAYED[stages, pace] = sqlite3.connect(":memory:")
        db.backup(_PLAYED[stages, pace])


_PLAYED: dict[tuple[int, str], sqlite3.Connection] = {}
"""What :func:`play_models` has played, by its arguments."""


class Planner:
    """Finds legal turns in the database of the bot.

    Args:
        address: an SQLite file, or the address of a PostgreSQL database.
        seed: of the random choices.
    """

    def __init__(self, address: Path | str, seed: int) -> None:
        self._address = address
        self._opened: Any = None
        self._rng = random.Random(seed)

    def close(self) -> None:
        """Close the database until it is needed again."""
        if self._opened is not None:
            self._opened.close()
            self._opened = None

    @property
    def _db(self) -> Any:
        if self._opened is None and is_server(self._address):
            from tests.postgres import Reading  # noqa: PLC0415 - optional

            self._opened = Reading(str(self._address))
        elif self._opened is None:
            self._opened = sqlite3.connect(f"file:{self._address}?mode=ro", uri=True)
            self._opened.execute("PRAGMA query_only = ON")
        return self._opened

    def ply(self, match_id: int) -> int:
        """Return the ply of a match."""
        (ply,) = self._db.execute("SELECT ply FROM matches WHERE id = ?", (match_id,)).fetchone()
        return int(ply)

    def board_after(self, turn: Turn) -> int | None:
        """Return the ply of the board that is due after a turn; ``None`` if others still decide."""
        query = "SELECT ply, turn_ply, status FROM matches WHERE id = ?"
        ply, called, status = self._db.execute(query, (turn.match_id,)).fetchone()
        if status != "running":
            return int(ply)
        return int(called) if called > turn.ply else None

    def turn(self, match_id: int) -> Turn | None:
        """Return a random turn of a player to move; ``None`` if the match has ended."""
        query = "SELECT game, state, ply FROM matches WHERE id = ? AND status = 'running'"
        row = self._db.execute(query, (match_id,)).fetchone()
        if row is None:
            return None
        slug, line, ply = row
        game = GAMES[slug]
        state = game.load_state(line)
        player = self._rng.choice(game.players_to_move(state))
        return Turn(match_id, player, ply, random_turn(game, state, player, self._rng))


def random_turn(game: AnyGame, state: Any, player: Player, rng: random.Random) -> str:
    """Return a complete turn of random moves as a player would type it."""
    typed: list[str] = []
    while True:
        move = rng.choice(game.legal_moves(state, player))
        typed.append(game.format_move(state, player, move, player))
        state = game.apply(state, player, move)
        if game.turn_ended(state) or player not in game.players_to_move(state):
            return " ".join(typed)


def is_confirmed(text: str) -> bool:
    """Return whether a text confirms a turn or a decision."""
    return any(words in text for words in ("Played in", "You can change this until", "Everybody has decided"))


async def until_stored(condition: Callable[[], bool], what: str, limit: float = WAIT_LIMIT) -> None:
    """Wait for a change in the database of another process.

    Raises:
        TimeoutError: it did not come within ``limit`` seconds.
    """
    try:
        async with asyncio.timeout(limit):
            while not condition():  # noqa: ASYNC110 - another process makes the change
                await asyncio.sleep(0.02)
    except TimeoutError:
        raise TimeoutError(f"waited {limit:g} s for {what}") from None


async def _play(database: Database, slug: str, turns: int, place: MatchChannel, pace: str) -> None:
    """Start a match and play some random turns, but not the last one."""
    ticks, rng = count(int(time.time()) - 1000), random.Random(f"{slug} {turns}")
    service = build_matches(database, clock=lambda: next(ticks), wake=lambda _queue_key: None, entropy=rng.randbytes)
    people = [Person(seat + 1, f"Player {seat + 1}") for seat in range(PLAYERS[slug])]
    match: Match = await service.tables.open_table(
        slug, OPTIONS.get(slug, {}), people[0], place, terms=TermsRequest(pace), players=len(people)
    )
    for person in people[1:]:
        match = await service.tables.join(match.id, person)
    game = GAMES[slug]
    for _ in range(turns):
        (row,) = await database.rows("SELECT state FROM matches WHERE id = ?", (match.id,))
        state = game.load_state(row["state"])
        to_move = [player for player in game.players_to_move(state) if player != CHANCE]
        if not to_move:
            break
        player = rng.choice(to_move)
        text = random_turn(game, state, player, rng)
        if _ends(game, state, player, text):
            break
        await service.typed_moves.play_text(match.id, people[player].user_id, text)


def _ends(game: AnyGame, state: Any, player: Player, text: str) -> bool:
    """Return whether a match is over after a turn."""
    for move in game.parse_turn(state, player, text):
        state = game.apply(state, player, move)
    return game.outcome(state) is not None


async def problems_of(address: Path | str, confirmed: dict[int, int], matches: Collection[int] = ()) -> list[str]:
    """Return the problems of a database or of some matches, and the confirmed turns that are missing."""
    async with await Database.open(address) as database:
        found = await examine(database, match_ids=sorted(matches))
        problems = [f"match {finding.match_id}: {finding.text}" for finding in found]
        plies = {row["id"]: row["ply"] for row in await database.rows("SELECT id, ply FROM matches")}
    lost = {match: ply for match, ply in confirmed.items() if plies.get(match, -1) < ply}
    return problems + [f"match {match}: the turn to {ply} is lost" for match, ply in lost.items()]


BOARD_FILE = re.compile(r"[a-z]+-(?P<match>[0-9]+)-(?P<ply>[0-9]+)\b")
"""Beginning of the file name of a board's picture."""


def boards_in(channel: Channel) -> list[tuple[int, dict[str, Any]]]:
    """Return the boards of a channel with their plies."""
    return [
        (int(board["ply"]), message)
        for message in channel.everything
        for attachment in message["attachments"]
        if (board := BOARD_FILE.match(attachment["filename"]))
    ]
