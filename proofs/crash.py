"""Kills the bot repeatedly at random moments, while matches of all games are played.

After every kill the database is checked for consistency and against its earlier contents; at the end it is checked
against what users saw. Power cuts are simulated as well: the files are copied during play, unsynced data is dropped,
and the copy is checked against the turns confirmed by then. With PostgreSQL only the bot is killed: what the server
keeps when the power fails is its own promise.
"""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import tempfile
from collections import Counter
from collections.abc import Collection
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.storage.copying import copy
from bot.storage.inspection import read_once, write_once
from bot.ui.interactions.dispatcher import DONE_BEFORE
from proofs.journal import sum_slices
from proofs.servers import databases
from tests.wire.emulator import DiscordEmulator
from tests.wire.emulator.interactions import Interaction, NotAnsweredError
from tests.wire.many_servers import (
    PLAYERS,
    ManyServers,
    Planner,
    Turn,
    boards_in,
    is_confirmed,
    play_models,
    problems_of,
    until_stored,
)
from tests.wire.process import UNLIMITED_REQUESTS, BotProcess

KILLS = 1000
SERVERS, MATCHES = 4, 160
RATE = 40.0
"""Turns per second."""
LONGEST_LIFE = 1.2
"""Maximum seconds between the connection and the kill; some kills come earlier."""
EARLY = 0.15
"""The share of kills during the start."""
START_SECONDS = 1.0
TIMEOUT_SECONDS = 300.0
"""Seconds; that many are needed on a busy machine."""
CUT_EVERY = 5
"""One run in so many also has a power cut."""
WHOLE_EVERY = 8
"""One run in so many starts like a real one, with all imports and the rendering process."""
A_SLICE = 50
"""Kills of one database with the same matches; many more would leave none of them running."""
COUNTED = ("kills", "power_cuts", "turns", "confirmed", "boards")
WAL_HEADER, FRAME_HEADER = 32, 24
"""Bytes (https://www.sqlite.org/fileformat2.html, 4)."""


@dataclass(slots=True)
class Findings:
    """Counts, and all problems found."""

    turns: int = 0
    """Turns that were typed."""
    confirmed: int = 0
    """Turns confirmed to their players."""
    cuts: int = 0
    problems: list[str] = field(default_factory=list)


def measure(
    size: int = KILLS, seed: int = 1, journal: Path | None = None, database: str = "sqlite", *, matches: int = MATCHES
) -> dict[str, float]:
    """Kill the bot ``size`` times while ``matches`` are played.

    With a ``journal``, an interrupted run continues (:func:`sum_slices`). ``database`` is ``sqlite`` or ``postgresql``
    (:func:`proofs.servers.databases`).

    Returns:
        ``crash.kills``, ``crash.power_cuts``, the typed ``crash.turns``, those that were ``crash.confirmed``, and the
        posted ``crash.boards``.

    Raises:
        AssertionError: something was lost, changed, posted twice, or shown to the wrong users.
    """
    with tempfile.TemporaryDirectory() as folder, databases(database) as create:
        models = Path(folder) / "models.sqlite3"

        def run_slice(number: int) -> dict[str, Any]:
            if not models.exists():
                asyncio.run(play_models(models, -(-matches // len(PLAYERS))))
            kills = min(A_SLICE, size - number * A_SLICE)
            return asyncio.run(_run_slice(kills, seed * 1_000_000 + number, models, matches, create()))

        total = sum_slices(run_slice, -(-size // A_SLICE), seed, COUNTED, journal)
    return {f"crash.{name}": value for name, value in total.items()}


async def _run_slice(kills: int, seed: int, models: Path, matches: int, address: str | None) -> dict[str, Any]:
    """Play, kill and check, starting from a copy of a database with played matches: a file, or one on a server."""
    with tempfile.TemporaryDirectory() as folder:
        async with DiscordEmulator(validates=False) as discord:
            many_servers = ManyServers.build(discord, SERVERS, matches)
            run = CrashRun(many_servers, Path(folder), random.Random(seed), address)
            shutil.copyfile(models, run.path)
            many_servers.place_matches(run.path)
            if address is not None:
                copy(run.path, address, lambda _table, _rows: None)
            await run.examine()
            for number in range(kills):
                if number == kills // 2:
                    run.forget_sessions()
                whole = number % WHOLE_EVERY == 0
                cut = address is None and number % CUT_EVERY == CUT_EVERY - 1
                await run.run_and_kill(cut=cut, whole=whole)
            await run.finish()
            found = run.found
            return {
                "kills": kills,
                "power_cuts": found.cuts,
                "turns": found.turns,
                "confirmed": found.confirmed,
                "boards": run.count_boards(),
                "problems": found.problems,
            }


class CrashRun:
    """One database through many runs of the bot."""

    def __init__(self, many_servers: ManyServers, folder: Path, rng: random.Random, address: str | None = None) -> None:
        self.found = Findings()
        self.path = folder / "kurultai.sqlite3"
        self.address: Path | str = self.path if address is None else address
        self._settings = {"KURULTAI_DATABASE": str(self.address), **UNLIMITED_REQUESTS}
        self._many_servers = many_servers
        self._folder = folder
        self._rng = rng
        self._log: dict[tuple[int, int], tuple[Any, ...]] = {}
        """Every log entry seen so far, by match and ply."""
        self._first: dict[int, int] = {}
        """The ply of the last announced turn of each match at the beginning."""
        self._confirmed: dict[int, int] = {}
        """By match: the ply that the last confirmed turn must have reached."""
        self._busy: set[int] = set()
        self._touched: set[int] = set()
        """Matches with a turn typed in this run."""
        self.typed: list[Interaction] = []
        """All turns that were typed in this run."""
        self.refused: list[Interaction] = []
        """Those that could not be made."""

    async def run_and_kill(self, *, cut: bool, whole: bool) -> None:
        """Start the bot, let users play, kill it, and check what it left.

        A ``whole`` run imports every module and has a rendering process. One with a ``cut`` is not killed early, so
        that there is something to lose.
        """
        discord = self._many_servers.discord
        if whole:
            bot = await BotProcess.start(discord, self._folder, more=self._settings, working_folder=self._folder)
        else:
            bot = self._fork()
        tasks: list[asyncio.Task[None]] = []
        try:
            if not cut and self._rng.random() < EARLY:
                await asyncio.sleep(self._rng.uniform(0, START_SECONDS))
            else:
                await discord.until_ready(TIMEOUT_SECONDS)
                life = self._rng.uniform(LONGEST_LIFE / 2 if cut else 0, LONGEST_LIFE)
                tasks = await self._play(life, bot if cut else None)
        finally:
            await bot.kill()
        await discord.until(lambda: not discord.gateway.ready, "a closed connection", TIMEOUT_SECONDS)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._busy.clear()
        discord.world.files.clear()
        discord.requests.clear()
        discord.interactions.by_token.clear()
        await self.examine(self._touched)
        self._touched.clear()
        self.typed.clear()

    def forget_sessions(self) -> None:
        """Make the bot forget how many Discord sessions it has started: after fifty it waits before the next.

        Done once, midway: it also moves the write-ahead log into the file, which is otherwise the bot's task.
        """
        write_once(self.address, lambda tx: tx.execute("DELETE FROM meta WHERE key = 'identifies'").rowcount)

    async def finish(self) -> None:
        """Run the bot once more until everything is posted, and stop it in the ordinary way."""
        discord = self._many_servers.discord
        bot = self._fork()
        try:
            await discord.until_ready(TIMEOUT_SECONDS)
            await until_stored(self._is_at_rest, "nothing left to be posted", TIMEOUT_SECONDS)
            if status := await bot.stop(TIMEOUT_SECONDS):
                self.found.problems.append(f"the bot ended with status {status}")
        finally:
            await bot.kill()
        await self.examine()
        self._check_boards()

    def _fork(self) -> BotProcess:
        """Start a bot fast, in the folder of the database."""
        return BotProcess.fork(
            self._many_servers.discord, self._folder, more=self._settings, working_folder=self._folder
        )

    async def _play(self, seconds: float, cut: BotProcess | None) -> list[asyncio.Task[None]]:
        """Let users type turns; with ``cut``, simulate a power cut at some moment."""
        tasks: list[asyncio.Task[None]] = []
        number = int(seconds * RATE)
        moment = self._rng.randrange(number) if cut is not None and number else -1
        with closing(Planner(self.address, self._rng.randrange(1 << 30))) as planner:
            for index in range(number):
                if (turn := self._next(planner)) is not None:
                    tasks.append(asyncio.create_task(self._take(turn), name=f"turn in {turn.match_id}"))
                await asyncio.sleep(1 / RATE)
                if index == moment and cut is not None:
                    await self._cut_power(cut)
        return tasks

    def _next(self, planner: Planner) -> Turn | None:
        """Return a turn in a match without a turn in progress, if there is one."""
        for _ in range(20):
            match_id = 1 + self._rng.randrange(len(self._many_servers.channels))
            if match_id not in self._busy and (turn := planner.turn(match_id)) is not None:
                self._busy.add(match_id)
                self._touched.add(match_id)
                return turn
        return None

    async def _take(self, turn: Turn) -> None:
        self.found.turns += 1
        interaction = self._many_servers.take(turn)
        self.typed.append(interaction)
        try:
            await interaction.until_complete(TIMEOUT_SECONDS)
        except NotAnsweredError:
            return
        if is_confirmed(interaction.text) or str(DONE_BEFORE) in interaction.text:
            self.found.confirmed += 1
            self._confirmed[turn.match_id] = max(self._confirmed.get(turn.match_id, 0), turn.ply + 1)
        elif self._is_refused(interaction.text):
            self.refused.append(interaction)
            return
        else:
            self.found.problems.append(f"{turn} was answered: {interaction.text}")
        self._busy.discard(turn.match_id)

    def _is_refused(self, text: str) -> bool:
        """Whether a turn could not be made, as is expected now; its match is left alone until the end of the run."""
        del text
        return False

    # ---------------------------------------------------------------------------------------------------- examining

    async def examine(self, matches: Collection[int] = ()) -> None:
        """Check the database, or some matches, for consistency and against its earlier contents."""
        self.found.problems += await problems_of(self.address, self._confirmed, matches)
        for match_id, ply, *rest in self._rows("SELECT match_id, ply, player, kind, move, first_draw FROM log"):
            if self._log.setdefault((match_id, ply), tuple(rest)) != tuple(rest):
                self.found.problems.append(f"entry {ply} of match {match_id} was {self._log[match_id, ply]}, is {rest}")
        if not self._first:
            self._first = dict(self._rows("SELECT id, turn_ply FROM matches"))

    def _is_at_rest(self) -> bool:
        return not self._rows("SELECT 1 FROM outbox WHERE failed IS NULL")

    def _rows(self, sql: str, *values: int) -> list[tuple[Any, ...]]:
        return read_once(self.address, lambda db: [tuple(row) for row in db.execute(sql, values).fetchall()])

    async def _cut_power(self, bot: BotProcess) -> None:
        """Simulate a power cut, and check that no confirmed turn is lost."""
        os.kill(bot.pid, signal.SIGSTOP)
        try:
            confirmed = dict(self._confirmed)
            left = self._folder / "cut" / self.path.name
            shutil.rmtree(left.parent, ignore_errors=True)
            left.parent.mkdir()
            for suffix in ("", "-wal"):
                if (file := self.path.with_name(self.path.name + suffix)).exists():
                    shutil.copyfile(file, left.with_name(left.name + suffix))
        finally:
            os.kill(bot.pid, signal.SIGCONT)
        tear(left.with_name(left.name + "-wal"), self._rng)
        self.found.cuts += 1
        self.found.problems += [
            f"after a power cut: {problem}" for problem in await problems_of(left, confirmed, self._touched)
        ]

    # ------------------------------------------------------------------------------------------- what people have seen

    def count_boards(self) -> int:
        """Count the posted boards."""
        return sum(len(boards_in(channel)) for channel in self._many_servers.channels)

    def _check_boards(self) -> None:
        """Check that every turn since the start has one board, with one mention of each player to move."""
        for number, channel in enumerate(self._many_servers.channels, 1):
            boards = boards_in(channel)
            twice = [ply for ply, times in Counter(ply for ply, _ in boards).items() if times > 1]
            if twice:
                self.found.problems.append(f"match {number}: the boards of {twice} were posted twice")
            ((announced, status),) = self._rows("SELECT turn_ply, status FROM matches WHERE id = ?", number)
            # A board that shows who has decided since is the same message with a newer picture.
            newest = [ply for ply, _ in boards if ply >= announced]
            if announced > self._first[number] and len(newest) != 1 and status == "running":
                self.found.problems.append(f"match {number}: the board of {announced} was posted as {newest}")
            for ply, message in boards:
                mentioned = [user["id"] for user in message["mentions"]]
                if len(set(mentioned)) != len(mentioned):
                    self.found.problems.append(f"match {number}, board {ply}: a user is mentioned twice")
        for account in (user for people in self._many_servers.people for user in people):
            for message in account.direct_channel.everything:
                for attachment in message["attachments"]:
                    self._check_dm_attachment(account.id, attachment["filename"])

    def _check_dm_attachment(self, user_id: int, name: str) -> None:
        """Check that a private sheet went to a player of its match."""
        match_id = int(name.split("-")[1])
        if not self._rows("SELECT 1 FROM seats WHERE match_id = ? AND user_id = ?", match_id, user_id):
            self.found.problems.append(f"{user_id} has got {name}")


def tear(wal: Path, rng: random.Random) -> None:
    """Drop what was not synced: everything after the last commit, up to some byte, with random bytes at the very end.

    SQLite syncs the log with each commit before it returns (``synchronous = FULL``), so everything confirmed is before
    that point.
    """
    if not wal.exists() or wal.stat().st_size <= WAL_HEADER:
        return
    data = wal.read_bytes()
    page = int.from_bytes(data[8:12], "big")
    step, end = FRAME_HEADER + page, WAL_HEADER
    for start in range(WAL_HEADER, len(data) - step + 1, step):
        # A frame that ends a commit says how many pages the database has then; salts tell those of an older round.
        if data[start + 8 : start + 16] == data[16:24] and int.from_bytes(data[start + 4 : start + 8], "big"):
            end = start + step
        elif data[start + 8 : start + 16] != data[16:24]:
            break
    keep = rng.randint(end, len(data))
    wal.write_bytes(data[:keep] + rng.randbytes(rng.randrange(2 * step)))
