"""A small bot, logged in to an emulated Discord."""

import asyncio
import contextlib
import io
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field

import aiohttp
import discord
import pytest
from discord import app_commands

from bot.load import thresholds
from tests.wire.emulator import Channel, DiscordEmulator, Guild, User
from tests.wire.emulator.waiting import Watch

Start = Callable[[], Awaitable["SmallBot"]]


class SmallBot(discord.Client):
    """A client with another connector, which uses every part of the protocol."""

    def __init__(self, connector: aiohttp.BaseConnector) -> None:
        # Discord's own time-out for servers that stay away is 2 s; here all of them come at once.
        super().__init__(intents=discord.Intents.default(), connector=connector, guild_ready_timeout=0.02)
        self.tree = app_commands.CommandTree(self)
        self.events: list[str] = []
        self.clicks = 0
        self.noted = Watch()
        """Wakes tasks that wait for an event."""
        self.task: asyncio.Task[None] | None = None
        """The task that runs the bot, if a fixture started it."""
        declare_commands(self)

    async def setup_hook(self) -> None:
        """Register the commands, as bots do at their start."""
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Skip the 5 s that Discord wants between two logins."""

    async def on_ready(self) -> None:
        """Record a login."""
        self.note("ready")

    async def on_resumed(self) -> None:
        """Record a resumed session."""
        self.note("resumed")

    async def on_message(self, message: discord.Message) -> None:
        """Record a posted message."""
        self.note(f"message {message.content}")

    async def on_thread_create(self, thread: discord.Thread) -> None:
        """Record a new thread."""
        self.note(f"thread {thread.name}")

    def note(self, event: str) -> None:
        """Record an event."""
        self.events.append(event)
        self.noted.changed()


class Counter(discord.ui.View):
    """A button that counts."""

    def __init__(self, bot: SmallBot) -> None:
        super().__init__(timeout=None)
        self.bot = bot

    @discord.ui.button(label="Count", custom_id="count")
    async def count(self, interaction: discord.Interaction, _button: discord.ui.Button[discord.ui.View]) -> None:
        """Count a click, in a private answer."""
        self.bot.clicks += 1
        await interaction.response.send_message(f"{self.bot.clicks} by {interaction.user.mention}", ephemeral=True)

    @discord.ui.select(
        placeholder="Spend", options=[discord.SelectOption(label=name, value=name) for name in ("one", "two")]
    )
    async def spend(self, interaction: discord.Interaction, select: discord.ui.Select[discord.ui.View]) -> None:
        """Show what was chosen, in the message itself."""
        await interaction.response.edit_message(content=f"spent {select.values[0]}", view=None)

    @discord.ui.button(label="Name", custom_id="name")
    async def name(self, interaction: discord.Interaction, _button: discord.ui.Button[discord.ui.View]) -> None:
        """Ask for a name."""
        await interaction.response.send_modal(NameForm())


class NameForm(discord.ui.Modal, title="Name"):
    """A form with one line."""

    line: discord.ui.TextInput[discord.ui.View] = discord.ui.TextInput(label="Name", min_length=2)

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Repeat the name."""
        await interaction.response.send_message(f"Hello {self.line.value}")


def declare_commands(bot: SmallBot) -> None:
    """Give the bot its slash commands."""

    @bot.tree.command(description="Put a counter here")
    async def counter(interaction: discord.Interaction, start: int = 0) -> None:
        bot.clicks = start
        await interaction.response.send_message("Click", view=Counter(bot))

    @bot.tree.command(description="Send a file later")
    async def later(interaction: discord.Interaction, text: str, to: discord.User | None = None) -> None:
        await interaction.response.defer(ephemeral=to is None)
        name = to.name if to else "nobody"
        await interaction.edit_original_response(content=name, attachments=[memory_file(text.encode())])

    @later.autocomplete("text")
    async def complete(_interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=typed * n, value=typed * n) for n in (1, 2)]

    group = app_commands.Group(name="table", description="Tables")

    @group.command(description="Open a table")
    async def open(interaction: discord.Interaction) -> None:  # noqa: A001 - the name of the command
        await interaction.response.send_message("open")

    bot.tree.add_command(group)

    @bot.tree.context_menu(name="Wave")
    async def wave(interaction: discord.Interaction, user: discord.Member) -> None:
        await interaction.response.send_message(f"Hello {user.display_name}", ephemeral=True)

    @bot.tree.context_menu(name="Quote this")
    async def quote(interaction: discord.Interaction, message: discord.Message) -> None:
        await interaction.response.send_message(f"{message.author.name}: {message.content}", ephemeral=True)


def memory_file(data: bytes, name: str = "note.txt") -> discord.File:
    """Make a file to upload, with an alt text."""
    return discord.File(io.BytesIO(data), filename=name, description=f"{len(data)} bytes")


@dataclass(slots=True)
class Club:
    """A server with a channel and people."""

    guild: Guild
    channel: Channel
    people: list[User] = field(default_factory=list)


@pytest.fixture
async def emulated() -> AsyncIterator[DiscordEmulator]:
    """Return an emulated Discord; the test fails if it received an invalid request."""
    async with DiscordEmulator() as emulator:
        yield emulator
        assert emulator.problems == []


@pytest.fixture
def club(emulated: DiscordEmulator) -> Club:
    """Create a server with one channel, Ada and Ben."""
    guild = emulated.create_guild("Club")
    channel = emulated.create_channel(guild, "games")
    return Club(guild, channel, [emulated.create_member(guild, name) for name in ("Ada", "Ben")])


@pytest.fixture
async def start(emulated: DiscordEmulator, club: Club, caplog: pytest.LogCaptureFixture) -> AsyncIterator[Start]:
    """Return a function that logs a small bot in; the bot is closed after the test."""
    del club
    # Expected errors would only fill the report.
    caplog.set_level(logging.CRITICAL, logger="discord")
    running: list[SmallBot] = []

    async def start_bot() -> SmallBot:
        bot = SmallBot(emulated.connector(limit_per_host=thresholds.CONNECTIONS))
        running.append(bot)
        bot.task = asyncio.create_task(bot.start(emulated.token), name="small-bot")
        bot.task.add_done_callback(lambda _: bot.note("ended"))
        await bot.noted.until(lambda: bool(bot.events), "a login")
        if bot.task.done():
            await bot.task
        return bot

    yield start_bot
    for bot in running:
        await bot.close()
        with contextlib.suppress(discord.DiscordException):
            await running_task(bot)


def running_task(bot: SmallBot) -> asyncio.Task[None]:
    """Return the task of a bot that a fixture started."""
    assert bot.task is not None
    return bot.task
