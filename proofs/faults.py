"""Measures delays while an emulated Discord fails, and after downtime of the bot."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from statistics import median

from tests.wire.emulator import FOREVER, Channel, DiscordEmulator
from tests.wire.many_servers import PLAYERS, ManyServers, Planner, play_models
from tests.wire.process import BotProcess

POST, EDIT = "POST /channels/*/messages", "PATCH /channels/*/messages/*"
HOUR = 3600
QUEUES = 16
"""As many rate-limited posts as the bot has active queues."""
HUNG, HUNG_SECONDS = 100, 25.0
"""Seconds that Discord takes for hanging answers."""
CLOCKS = 5_000
"""Matches whose boards show an outdated deadline."""
MATCHES = 100_000
PACED = 3
"""One match in so many has a time control."""
BOARDS = 10
"""New boards that are timed, one after the other."""
TIMEOUT_SECONDS = 120.0
UNKNOWN_IDS = 1 << 50
"""Ids from here on belong to channels and users that the emulated Discord does not know."""


def measure(size: int = MATCHES, seed: int = 1, clocks: int = CLOCKS, hung: int = HUNG) -> dict[str, float]:
    """Measure delays while Discord fails.

    Args:
        size: matches during the start after downtime.
        seed: seed of the chosen turns.
        clocks: matches whose boards show an outdated deadline.
        hung: number of hanging answers.

    Returns:
        In seconds: ``faults.board_beside_one_limit_s`` and ``faults.board_beside_limits_s``, from a turn to its board,
        while one request to remove buttons, or as many posts as the bot has active queues, are rate-limited for an
        hour; ``faults.play_acknowledged_s`` and ``faults.play_answered_s`` beside hanging answers;
        ``faults.board_beside_clocks_s`` and ``…_longest_s`` of new boards while deadlines on old boards are updated;
        ``faults.start_ready_s`` after an hour of downtime with all matches, ``faults.start_board_s`` of the first board
        then, and ``faults.start_longest_s`` of some boards.
    """
    figures = asyncio.run(_answers(hung, seed))
    return {**figures, **asyncio.run(_deadline_updates(clocks, seed)), **asyncio.run(_long_downtime(size, seed))}


async def _answers(hung: int, seed: int) -> dict[str, float]:
    """Measure beside rate limits and hanging answers."""
    async with DiscordEmulator(validates=False) as discord:
        with tempfile.TemporaryDirectory() as folder:
            stage = await Stage.build(discord, Path(folder), QUEUES + 2, seed)
            await stage.start()
            try:
                first, *others = stage.matches
                await stage.board(first)
                discord.rate_limit(EDIT, HOUR, times=FOREVER)
                await stage.board(first)  # its buttons cannot be taken off the board before
                one = await stage.board(first)
                discord.clear_faults()
                discord.rate_limit(POST, HOUR, times=QUEUES)
                for match_id in others[:QUEUES]:
                    stage.play(match_id)
                before = len(discord.requests_for(POST))
                await discord.until(
                    lambda: len(discord.requests_for(POST)) >= before + QUEUES, "limits", TIMEOUT_SECONDS
                )
                several = await stage.board(others[-1])
                discord.clear_faults()
                guild, channel = stage.many_servers.guilds[0], stage.many_servers.channels[0]
                guests = [discord.create_member(guild, f"Guest {number}") for number in range(hung + 1)]
                for guest in guests[1:]:
                    interaction = guest.send_slash(channel, "matches")
                    discord.delay(f"POST /interactions/{interaction.id}/*/callback", HUNG_SECONDS)
                play = guests[0].send_slash(channel, "play", {"game": "iye"})
                await play.until_complete(TIMEOUT_SECONDS)
            finally:
                await stage.bot.kill()
    return {
        "faults.board_beside_one_limit_s": one,
        "faults.board_beside_limits_s": several,
        "faults.play_acknowledged_s": play.latency,
        "faults.play_answered_s": play.completion,
    }


async def _deadline_updates(clocks: int, seed: int) -> dict[str, float]:
    """Measure boards while deadlines on old boards are updated."""
    async with DiscordEmulator(validates=False) as discord:
        with tempfile.TemporaryDirectory() as folder:
            stage = await Stage.build(discord, Path(folder), BOARDS, seed)
            stage.fill(clocks * PACED, HOUR)
            await stage.start()
            try:
                await discord.until(lambda: len(discord.requests_for(EDIT)) > 0, "a deadline", TIMEOUT_SECONDS)
                await asyncio.sleep(min(35.0, clocks / 100))  # those that wait have waited for long then
                seconds = [await stage.board(match_id) for match_id in stage.matches]
            finally:
                await stage.bot.kill()
    return {"faults.board_beside_clocks_s": median(seconds), "faults.board_beside_clocks_longest_s": max(seconds)}


async def _long_downtime(matches: int, seed: int) -> dict[str, float]:
    """Measure a start after an hour of downtime, with many matches."""
    async with DiscordEmulator(validates=False) as discord:
        with tempfile.TemporaryDirectory() as folder:
            stage = await Stage.build(discord, Path(folder), BOARDS, seed)
            stage.fill(matches, HOUR)
            await stage.start()
            ready = time.perf_counter() - stage.bot.started
            try:
                seconds = [await stage.board(match_id) for match_id in stage.matches]
            finally:
                await stage.bot.kill()
    return {
        "faults.start_ready_s": ready,
        "faults.start_board_s": seconds[0],
        "faults.start_longest_s": max(seconds),
    }


class Stage:
    """Matches of İYE that are played, among any number of others."""

    bot: BotProcess

    def __init__(self, many_servers: ManyServers, folder: Path, matches: Sequence[int], seed: int) -> None:
        self.many_servers = many_servers
        self._seed = seed
        self.matches = matches
        self._folder = folder
        self._path = folder / "kurultai.sqlite3"

    @classmethod
    async def build(cls, discord: DiscordEmulator, folder: Path, matches: int, seed: int) -> Stage:
        """Write a number of matches of each game into a new database."""
        many_servers = ManyServers.build(discord, 2, matches * len(PLAYERS))
        stage = cls(many_servers, folder, range(1, matches * len(PLAYERS), len(PLAYERS)), seed)
        await play_models(stage._path, 1)
        stage.many_servers.place_matches(stage._path)
        return stage

    async def start(self) -> None:
        """Start the bot with its usual 50 requests per second."""
        self.bot = await BotProcess.start(self.many_servers.discord, self._folder)
        await self.many_servers.discord.until_ready(TIMEOUT_SECONDS)

    def play(self, match_id: int) -> None:
        """Let the player to move type a turn."""
        with closing(Planner(self._path, self._seed + match_id)) as planner:
            turn = planner.turn(match_id)
        if turn is None:
            raise RuntimeError(f"match {match_id} has ended")
        self.many_servers.take(turn)

    async def board(self, match_id: int) -> float:
        """Return the seconds from a turn to its board."""
        channel = self.many_servers.channels[match_id - 1]
        before, begun = _boards(channel), time.perf_counter()
        self.play(match_id)
        await self.many_servers.discord.until(
            lambda: _boards(channel) > before, f"a board of {match_id}", TIMEOUT_SECONDS
        )
        return time.perf_counter() - begun

    def fill(self, matches: int, seconds_away: int) -> None:
        """Add matches up to a number, and simulate downtime of the bot.

        One in :data:`PACED` has a time control and a board that shows a deadline.
        """
        own = len(self.many_servers.channels)
        now = int(time.time())
        with closing(sqlite3.connect(self._path)) as db, db:
            for sql in _FILL:
                values = {"own": own, "models": len(PLAYERS), "all": matches, "paced": PACED}
                db.execute(sql, {**values, "strangers": UNKNOWN_IDS, "now": now, "begun": now - 2 * seconds_away})
            db.execute("INSERT OR REPLACE INTO meta VALUES ('alive_at', ?)", (str(now - seconds_away),))


def _boards(channel: Channel) -> int:
    return sum(bool(message["attachments"]) for message in channel.messages.values())


def _copy(table: str, changed: Mapping[str, str], columns: Sequence[str]) -> str:
    """Return SQL that copies a table's rows of the model matches for every new match."""
    key = "id" if table == "matches" else "match_id"
    selected = ", ".join(changed.get(column, f"t.{column}") for column in columns)
    return f"""
        WITH RECURSIVE numbers (n) AS (SELECT :own + 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < :all)
        INSERT INTO {table} ({", ".join(columns)})
        SELECT {selected} FROM numbers JOIN {table} AS t ON t.{key} = 1 + n % :models
    """  # noqa: S608 - names of our own


_MATCH = (
    *("id", "game", "rules_version", "status", "options", "opener_id", "guild_id", "channel_id", "board_message_id"),
    *("ply", "state", "trail_ply", "trail_state", "turn_ply", "to_move", "secret", "draws"),
    *("created_at", "started_at", "moved_at", "pace"),
)
_FILL = (
    _copy(
        "matches",
        {
            "id": "n",
            "channel_id": ":strangers + n",
            "board_message_id": ":strangers + n",
            "pace": "CASE WHEN n % :paced THEN 'none' ELSE '259200+86400' END",
        },
        _MATCH,
    ),
    _copy(
        "seats",
        {"match_id": "n", "user_id": ":strangers + 10 * n + t.player"},
        ("match_id", "player", "user_id", "name", "standing"),
    ),
    _copy("log", {"match_id": "n"}, ("match_id", "ply", "player", "kind", "move", "first_draw", "at")),
    """
        INSERT INTO clocks (match_id, player, bank, credit, since, deadline)
        SELECT m.id, s.player, 259200, 86400,
            CASE WHEN awaited.value IS NULL THEN NULL ELSE :begun END,
            CASE WHEN awaited.value IS NULL THEN NULL ELSE :begun + 345600 END
        FROM matches AS m JOIN seats AS s ON s.match_id = m.id
        LEFT JOIN json_each(m.to_move) AS awaited ON awaited.value = s.player WHERE m.pace <> 'none'
    """,
    """
        INSERT INTO due (key, at, kind, match_id, args)
        SELECT 'deadline:' || match_id || ':' || player, deadline, 'deadline', match_id, json_object('who', player)
        FROM clocks WHERE since IS NOT NULL
    """,
    """
        INSERT INTO due (key, at, kind, match_id)
        SELECT 'stall:' || id, :now + 4000000, 'stall', id FROM matches WHERE id > :own
    """,
    """
        INSERT INTO letters (match_id, player, message_id)
        SELECT match_id, player, :strangers + match_id FROM clocks JOIN matches ON id = match_id
        WHERE game = 'chiefdom' AND since IS NOT NULL
    """,
)
