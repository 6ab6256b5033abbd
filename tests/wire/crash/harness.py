"""A server with users, the bot's process, its database, and its kill points."""

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import cast

from bot.matches.doctor import examine
from bot.storage.database import Database
from tests.wire.crash.boundaries import ENDS, STAGES
from tests.wire.crash.kill_points import CLOCK_VARIABLE, ORDER_VARIABLE, REPORT_VARIABLE
from tests.wire.crash.table import Table, match_of
from tests.wire.emulator import DiscordEmulator, Guild, User
from tests.wire.emulator.waiting import Watch
from tests.wire.loopback import LOOPBACK
from tests.wire.process import BotProcess

LAUNCHER = "tests.wire.crash.bot_process"

KILLED = -9
"""The exit status of a process ended by SIGKILL."""


LOG_SHOWN = 4000
"""Maximum characters of the bot's log in the message of a failed test."""


MARK = b"caught up"
"""A datagram that the tests send among the reports."""


class Reports(asyncio.DatagramProtocol):
    """Receives the boundaries passed by all processes."""

    def __init__(self) -> None:
        self.passed: Counter[str] = Counter()
        """Since the last start of a process."""
        self.watch = Watch()

        self._heard = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.DatagramTransport, transport)

    @property
    def port(self) -> int:
        """The port for reports."""
        return int(self._transport.get_extra_info("sockname")[1])

    def close(self) -> None:
        """Close the socket."""
        self._transport.close()

    @property
    def idle(self) -> bool:
        """Whether every request since the last start of a process is answered, and nothing is being written."""
        passed = self.passed
        return passed["received"] <= passed["answer accepted"] + passed["left to another"] and all(
            passed[f"{stage} before"] <= sum(passed[f"{stage} {end}"] for end in ENDS) for stage in STAGES
        )

    async def caught_up(self) -> None:
        """Wait until all earlier reports have been received; reports arrive in the order of sending."""
        mark = self._heard + 1
        self._transport.sendto(MARK, (LOOPBACK, self.port))
        await self.watch.until(lambda: self._heard >= mark, "reports of the process")

    def datagram_received(self, data: bytes, addr: object) -> None:
        del addr
        if data == MARK:
            self._heard += 1
        else:
            self.passed[data.decode()] += 1
        self.watch.changed()


class BotHarness:
    """One emulated Discord and one database, with a bot that is started and killed."""

    def __init__(self, discord: DiscordEmulator, folder: Path) -> None:
        self.discord = discord
        self.folder = folder
        self.database = folder / "kurultai.sqlite3"
        self.reports = Reports()
        self._order_file = folder / "order"
        self.more: dict[str, str] = {}
        """Further environment variables of the bot."""
        self.guild: Guild = discord.create_guild("Club")
        self.ada: User = discord.create_member(self.guild, "Ada")
        self.ben: User = discord.create_member(self.guild, "Ben")
        self.run: BotProcess | None = None
        self._clock_ahead = 0

    async def open(self) -> None:
        """Start receiving reports."""
        self.cancel_kill()
        loop = asyncio.get_running_loop()
        await loop.create_datagram_endpoint(lambda: self.reports, local_addr=(LOOPBACK, 0))

    async def close(self) -> None:
        """Stop the bot, and stop receiving reports."""
        if self.run is not None:
            await self.run.kill()
        self.reports.close()

    @property
    def people(self) -> tuple[User, User]:
        """Return all players."""
        return self.ada, self.ben

    def kill_at(self, boundary: str, passage: int = 1, *, process: int | None = None) -> None:
        """Schedule a kill at a passage of a boundary, counted from now on: of any process, or of one."""
        # Replaced atomically, because the process may be reading it.
        fresh = self._order_file.with_suffix(".new")
        fresh.write_text(f"{passage} {boundary}" + (f" of {process}" if process else ""), encoding="ascii")
        fresh.replace(self._order_file)

    def cancel_kill(self) -> None:
        """Cancel the scheduled kill."""
        self.kill_at("never")

    async def start(self, *, clock_ahead: int = 0) -> None:
        """Start the bot with its clock ahead by some seconds, unless it runs like that already."""
        if self.run is not None and self.run.running and clock_ahead != self._clock_ahead:
            assert await self.stop() == 0, self.log
        if self.run is None or not self.run.running:
            self._clock_ahead = clock_ahead
            self.run = self.start_another(clock_ahead=clock_ahead)
            await self.until(lambda: self.discord.gateway.ready, "a bot that is connected")

    def start_another(self, *, clock_ahead: int = 0, more: Mapping[str, str] | None = None) -> BotProcess:
        """Start another process with further environment variables; return before it is connected."""
        self.reports.passed.clear()
        environment = {
            ORDER_VARIABLE: str(self._order_file),
            REPORT_VARIABLE: str(self.reports.port),
            CLOCK_VARIABLE: str(clock_ahead),
            **self.more,
            **(more or {}),
        }
        return BotProcess.fork(self.discord, self.folder, module=LAUNCHER, more=environment)

    async def stop(self) -> int:
        """Ask the bot to stop; return its exit status."""
        assert self.run is not None
        status = await self.run.stop()
        await self._until_gone()
        return status

    async def killed(self) -> None:
        """Wait until the bot has been killed."""
        assert self.run is not None
        try:
            status = await self.run.ended()
        except TimeoutError:
            raise AssertionError(f"the trap was never reached\n{self.run.log}") from None
        assert status == KILLED, self.run.log
        self.cancel_kill()
        await self._until_gone()

    @property
    def sessions(self) -> int:
        """The number of connected processes."""
        return sum(session.connection is not None for session in self.discord.gateway.sessions.values())

    async def until(self, condition: Callable[[], bool], what: str) -> None:
        """Wait for a condition in Discord; the error contains the bot's log."""
        try:
            await self.discord.until(condition, what)
        except TimeoutError as error:
            raise AssertionError(f"{error}\n{self.log}") from None

    @property
    def log(self) -> str:
        """Return the bot's log so far."""
        return "" if self.run is None else self.run.log[-LOG_SHOWN:]

    async def _until_gone(self) -> None:
        await self.until(lambda: not self.discord.gateway.ready, "a broken connection")

    def rows(self, query: str, *values: object) -> list[sqlite3.Row]:
        """Query the database on the disk."""
        with closing(sqlite3.connect(self.database)) as connection:
            connection.row_factory = sqlite3.Row
            return connection.execute(query, values).fetchall()

    async def back_up(self) -> Path:
        """Copy the database while the bot runs, as `python -m bot backup` does."""
        async with await Database.open_read_only(self.database) as database:
            return await database.backup()

    async def findings(self, *match_ids: int) -> list[str]:
        """Return the doctor's findings on the given matches, or on all matches and the file."""
        async with await Database.open_read_only(self.database) as database:
            return [str(finding.text) for finding in await examine(database, match_ids=match_ids)]

    # ---------------------------------------------------------------------------------------------------------- matches

    async def open_table(self, name: str) -> "Table":
        """Open a table as Ada in a new channel, with Ben invited."""
        channel = self.discord.create_channel(self.guild, name)
        shown = (await self.ada.slash(channel, "play", {"game": "iye", "opponent": self.ben, "pace": "none"})).shown
        table = Table(self, channel, match_of(shown), shown)
        await table.until_message_recorded()
        await table.until_settled()
        return table

    async def start_match(self, name: str) -> "Table":
        """Start the match of :meth:`open_table`, and wait for its first board."""
        table = await self.open_table(name)
        await table.press_join().until_answered()
        await table.until_board(table.stored()["ply"])
        await table.until_settled()
        return table
