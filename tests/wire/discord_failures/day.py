"""A match of every game in one server, played by typing, while something goes wrong."""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.wire.emulator import DiscordEmulator, Interaction
from tests.wire.many_servers import (
    PLAYERS,
    ManyServers,
    Planner,
    Turn,
    boards_in,
    is_confirmed,
    problems_of,
    until_stored,
)
from tests.wire.process import QUICK, BotProcess

MATCHES = range(1, len(PLAYERS) + 1)


class Day:
    """One bot, one server, one match of each game."""

    def __init__(self, discord: DiscordEmulator, many_servers: ManyServers, folder: Path) -> None:
        self.discord = discord
        self.many_servers = many_servers
        self.path = folder / "kurultai.sqlite3"
        self._folder = folder
        self._rng = random.Random(3)
        self.bot: BotProcess

    async def begin(self) -> None:
        """Start the bot."""
        self.bot = BotProcess.fork(self.discord, self._folder, module=QUICK)
        await self.discord.until_ready()

    # ---------------------------------------------------------------------------------------------------------- playing

    def turns(self) -> list[Turn]:
        """Return a legal turn of each match."""
        with closing(Planner(self.path, self._rng.randrange(1 << 30))) as planner:
            return [turn for match_id in MATCHES if (turn := planner.turn(match_id)) is not None]

    def take(self, turns: Sequence[Turn]) -> list[Interaction]:
        """Let users type these turns, all at once."""
        return [self.many_servers.take(turn) for turn in turns]

    async def play(self, times: int = 1) -> None:
        """Play a turn in each match, and check that each is confirmed."""
        for _ in range(times):
            turns = self.turns()
            for turn, interaction in zip(turns, self.take(turns), strict=True):
                await interaction.until_complete()
                assert is_confirmed(interaction.text), f"{turn}: {interaction.text}"

    def ply(self, match_id: int) -> int:
        """Return the ply of a match."""
        ((ply,),) = self.rows("SELECT ply FROM matches WHERE id = ?", match_id)
        return int(ply)

    def turns_since(self, turn: Turn) -> int:
        """Return at how many moments the player of a turn has moved since."""
        query = "SELECT count(DISTINCT at) FROM log WHERE match_id = ? AND ply > ? AND player = ? AND kind = 'move'"
        ((times,),) = self.rows(query, turn.match_id, turn.ply, turn.player)
        return int(times)

    async def until_played(self, turns: Sequence[Turn]) -> None:
        """Wait until all these turns are stored, with or without a confirmation."""
        await until_stored(lambda: all(self.ply(turn.match_id) > turn.ply for turn in turns), "turns that are stored")

    def rows(self, sql: str, *values: int) -> list[tuple[Any, ...]]:
        """Query the database."""
        with closing(sqlite3.connect(f"file:{self.path}?mode=ro", uri=True)) as db:
            return db.execute(sql, values).fetchall()

    # -------------------------------------------------------------------------------------------------------- examining

    async def end_well(self) -> None:
        """Play two more turns in every match; then check the database and the posted messages."""
        self.discord.clear_faults()
        await self.discord.until_ready()
        await self.play(2)
        await until_stored(self.is_at_rest, "nothing left to be posted")
        assert await self.bot.stop() == 0, self.bot.log
        assert await problems_of(self.path, {}) == []
        for number, channel in enumerate(self.many_servers.channels, 1):
            boards = Counter(ply for ply, _ in boards_in(channel))
            assert set(boards.values()) <= {1}, f"match {number}: boards of {boards}"
            ((called, start),) = self.rows(
                "SELECT turn_ply, (SELECT min(ply) FROM log WHERE match_id = id AND kind <> 'chance') FROM matches"
                " WHERE id = ?",
                number,
            )
            # A board that shows who has decided since is the same message with a newer picture.
            newest = [ply for ply in boards if ply >= called]
            assert len(newest) == (called >= start), f"match {number}: the board of {called} among {boards}"
        assert '"level": "error"' not in self.bot.log, self.bot.log
        assert self.discord.problems == []

    def is_at_rest(self) -> bool:
        """Return whether nothing waits to be posted."""
        return not self.rows("SELECT 1 FROM outbox WHERE failed IS NULL")
