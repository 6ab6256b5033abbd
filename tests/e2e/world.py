"""A simulated server with the bot and a few members, and the actions of tests in it.

SimCord (https://simcord.readthedocs.io) runs the unmodified bot on discord.py's own machinery; only this module and the
fixtures use it.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

import discord
import simcord
from simcord.backend.models import Overwrite
from simcord.components import walk_components
from simcord.enums import InteractionType, OverwriteType

from bot.client import KurultaiClient
from bot.load import thresholds
from bot.matches.clocks import downtime
from bot.matches.jobs.scheduler import LONGEST_SLEEP
from bot.settings import Settings
from tests.discord_schema import RequestValidator
from tests.fakes import Clock

HOUR = 3600
"""Seconds."""

Message = discord.Message | simcord.ResponseMessage
Answer = simcord.InteractionResult

SINCE = "Since you last looked"
"""Label of a button under every board."""


@dataclass
class World:
    """Ann, Bob and others in a channel, and the bot."""

    env: simcord.Env
    settings: Settings
    clock: Clock
    entropy: Callable[[int], bytes]
    bots: list[KurultaiClient]
    """All clients so far; the last one is running."""
    guild: simcord.GuildHandle = field(init=False)
    channel: simcord.ChannelHandle = field(init=False)

    async def found(self, **guild_settings: Any) -> None:
        """Create the server."""
        self.guild = self.env.create_guild("Steppe", **guild_settings)
        self.guild.create_text_channel("welcome")  # where the bot greets the server
        self.channel = self.guild.create_text_channel("games")
        self.ann = self.join("ann", "Ann")
        self.bob = self.join("bob", "Bob")
        self.carol = self.join("carol", "Carol")
        self.dave = self.join("dave", "Dave")
        await self.env.settle()

    def join(self, name: str, display: str, **options: Any) -> simcord.MemberActor:
        """Add a member to the server."""
        return self.guild.add_member(self.env.create_user(name, global_name=display), **options)

    def join_manager(self) -> simcord.MemberActor:
        """Add a member who can manage the server."""
        keepers = self.guild.create_role("Keepers", permissions=discord.Permissions(manage_guild=True))
        return self.join("dora", "Dora", roles=[keepers])

    @property
    def bot(self) -> KurultaiClient:
        """The running client."""
        return self.bots[-1]

    async def restart(self) -> None:
        """Shut the bot down normally and start a new one on the same database."""
        await self.bot.close()
        await self.start_after_crash()

    async def start_after_crash(self) -> None:
        """Start a new client without shutting down the one before: a crash."""
        await self.bot._standby.release()  # as the system does
        self.bots.append(KurultaiClient(self.settings, clock=self.clock, entropy=self.entropy))
        await self.env.restart_bot(self.bot)

    async def pass_time(self, seconds: int) -> None:
        """Let time pass for Discord, the bot's timers and the bot's clock.

        If it is more than an hour, Discord and the timers only see the last minutes: the scheduler looks at the clock
        every minute, and days of that would take a test minutes. The bot is awake all the time; see :meth:`sleep` for
        the opposite.
        """
        self.clock.now += seconds
        with patch.object(downtime, "MAX_GAP", seconds + HOUR):
            await self.env.advance_time(seconds if seconds <= HOUR else 2 * LONGEST_SLEEP)

    async def sleep(self, seconds: int) -> None:
        """Let time pass while the bot's process is suspended."""
        self.clock.now += seconds
        await self.env.advance_time(2 * LONGEST_SLEEP)

    @contextmanager
    def overload(self) -> Iterator[None]:
        """Simulate overload: many other turns are stored and only wait for their confirmation."""
        admission = self.bot.services.admission
        with ExitStack() as others:
            for _ in range(thresholds.OVERLOAD_THRESHOLD + 1):
                others.enter_context(admission.track())
            admission.low_priority.pending += thresholds.OVERLOAD_THRESHOLD + 1
            others.callback(
                setattr,
                admission.low_priority,
                "pending",
                admission.low_priority.pending - thresholds.OVERLOAD_THRESHOLD - 1,
            )
            yield

    # ------------------------------------------------------------------------------------------------------ matches

    async def open_table(
        self, *, opener: simcord.MemberActor | None = None, game: str = "iye", **options: Any
    ) -> discord.Message:
        """Open a table in the channel; return its message. No clocks unless a pace is given (``None``: the usual one).

        Options of the command are given as they are, ``holidays`` and ``timeout`` are chosen under *Pace*, and all
        others are the game's.
        """
        options = {name: value for name, value in ({"pace": "none"} | options).items() if value is not None}
        holidays, timeout = options.pop("holidays", None), options.pop("timeout", None)
        given: dict[str, Any] = {
            name: options.pop(name) for name in ("opponent", "players", "pace", "rated") if name in options
        }
        if options:
            given["options"] = ", ".join(f"{name}: {value}" for name, value in options.items())
        answer = await (opener or self.ann).slash(self.channel, "play", game=game, **given)
        assert answer.response is not None
        assert not answer.response.ephemeral, written(answer)
        table = answer.response.message
        if timeout is not None or holidays == "no":
            panel = shown(await (opener or self.ann).click(table, custom_id=control(table, "terms")))
            if timeout is not None:
                menu = next(menu["custom_id"] for menu in selects(panel) if ":timeout:" in menu["custom_id"])
                await (opener or self.ann).select(panel, [timeout], custom_id=menu)
            if holidays == "no":
                await (opener or self.ann).click(panel, custom_id=control(panel, "holidays"))
        return table

    async def start_match(self, **options: Any) -> Game:
        """Seat Ann and Bob, with whom the match starts."""
        table = await self.open_table(**({"wins": "1", "first": "1"} | options))
        await self.bob.click(table, custom_id=control(table, "join"))
        return Game(self, self.channel_of(table), {0: self.ann, 1: self.bob})

    async def begin(self, table: discord.Message, opener: simcord.MemberActor | None = None) -> None:
        """Start the match of a table, unless it has started by itself."""
        if buttons(table):
            await (opener or self.ann).click(table, custom_id=control(table, "start"))

    async def until_computers_have_moved(self) -> None:
        """Wait for computer players who are to move, and for what follows from their turns."""
        await self.env.settle()
        await self.bot.services.matches.computer_turns.until_idle()
        await self.env.settle()

    def channel_of(self, table: discord.Message) -> simcord.ChannelHandle:
        """Return the channel of a table's match: its thread, otherwise the channel."""
        return next((thread for thread in self.channel.threads if thread.id == table.id), self.channel)

    def deny(self, *names: str) -> None:
        """Remove permissions of the bot in the channel."""
        denied = discord.Permissions(**dict.fromkeys(names, True)).value
        role = self.guild.roles[self.env.backend.bot_user.name]
        overwrite = Overwrite(target_id=role.id, type=OverwriteType.ROLE, allow=0, deny=denied)
        self.env.backend.set_overwrite(self.channel.id, overwrite)

    def delete_channel(self, channel: simcord.ChannelHandle) -> None:
        """Delete a channel or thread, as a moderator would."""
        self.env.backend.delete_channel(channel.id)

    def mute(self, channel: simcord.ChannelHandle, member: simcord.MemberActor) -> None:
        """Take the permission to write in a channel from a member."""
        denied = discord.Permissions(send_messages=True).value
        self.env.backend.set_overwrite(
            channel.id, Overwrite(target_id=member.id, type=OverwriteType.MEMBER, allow=0, deny=denied)
        )

    def hide(self, channel: simcord.ChannelHandle, member: simcord.MemberActor) -> None:
        """Hide a channel from a member."""
        denied = discord.Permissions(view_channel=True).value
        self.env.backend.set_overwrite(
            channel.id, Overwrite(target_id=member.id, type=OverwriteType.MEMBER, allow=0, deny=denied)
        )

    async def remove_bot(self) -> Callable[[], Awaitable[None]]:
        """Remove the bot from the server; return a function that brings it back."""
        backend, guild = self.env.backend, self.env.backend.guilds.pop(self.guild.id)
        ids = [*guild.channel_ids, *guild.thread_ids]
        channels = {channel_id: backend.channels.pop(channel_id) for channel_id in ids}
        backend.emit("GUILD_DELETE", {"id": str(guild.id)})
        await self.env.settle()

        async def bring_back() -> None:
            backend.guilds[guild.id] = guild
            backend.channels.update(channels)
            backend.emit("GUILD_CREATE", simcord.backend.serializers.guild_create_payload(backend, guild))
            await self.env.settle()

        return bring_back

    def delete_message(self, message: discord.Message) -> None:
        """Delete a message, as a moderator would."""
        self.env.backend.delete_message(message.channel.id, message.id)

    def direct_messages(self, member: simcord.MemberActor) -> list[str]:
        """Return the bot's direct messages to a user."""
        channel_id = self.env.backend.dm_channels.get(member.id)
        if channel_id is None:
            return []
        return [message.content for message in self.env.backend.messages[channel_id].values()]

    def press(self, member: simcord.MemberActor, message: discord.Message, custom_id: str) -> Any:
        """Click a control, with the message as stored, without waiting."""
        return self.press_under(message.channel.id, message.id, member.id, custom_id)

    def press_under(self, channel_id: int, message_id: int, user_id: int, custom_id: str) -> Any:
        """Click a control of a message that is known by its ids."""
        backend = self.env.backend
        record, payload = simcord.interactions.base_payload(
            backend,
            type=InteractionType.MESSAGE_COMPONENT,
            channel_id=channel_id,
            guild_id=backend.channels[channel_id].guild_id,
            user_id=user_id,
            data={"custom_id": custom_id, "component_type": 2},
        )
        message = backend.get_message(channel_id, message_id)
        payload["message"] = dict(simcord.backend.serializers.message_payload(backend, message))
        record.source_message_id = message_id
        backend.emit("INTERACTION_CREATE", payload)
        return record

    async def act(self, member: simcord.MemberActor, channel: simcord.ChannelHandle, data: dict[str, Any]) -> Answer:
        """Send a command that Discord's clients cannot send, as a user of Discord's API could."""
        return await member._dispatch_interaction(InteractionType.APPLICATION_COMMAND, channel, data)

    def requests(self, method: str, part: str) -> list[Any]:
        """Return the requests so far with this method and ``part`` in their path."""
        return [entry for entry in self.env.http_requests if entry.method == method and part in entry.path]

    def problems(self) -> list[str]:
        """Return Discord's objections to all requests so far."""
        validator = RequestValidator.find()
        found = []
        for entry in self.env.http_requests:
            found += validator.problems(entry.method, entry.path, entry.json)
        return found


@dataclass
class Game:
    """A running match and its players' actions."""

    world: World
    place: simcord.ChannelHandle
    players: dict[int, simcord.MemberActor]
    rng: random.Random = field(default_factory=lambda: random.Random(7))

    @property
    def boards(self) -> list[discord.Message]:
        """All boards posted, oldest first."""
        return [message for message in self.place.history() if message.attachments]

    @property
    def board(self) -> discord.Message:
        """The newest board."""
        return self.boards[-1]

    @property
    def id(self) -> int:
        """The match's number, from the picture's file name."""
        return int(self.board.attachments[0].filename.split("-")[1])

    @property
    def mover(self) -> simcord.MemberActor:
        """The player whom the newest board mentions."""
        mentioned = [member for member in self.players.values() if member.mention in self.board.content]
        assert len(mentioned) == 1, self.board.content
        return mentioned[0]

    @property
    def waiter(self) -> simcord.MemberActor:
        """The other player."""
        return next(member for member in self.players.values() if member is not self.mover)

    @property
    def over(self) -> bool:
        """Whether the newest board is the result."""
        return "🏁" in self.board.content

    async def click_move(self) -> Answer:
        """Click any button that moves, as the mover."""
        moves = [button for button in buttons(self.board) if ":move:" in button["custom_id"]]
        return await self.mover.click(self.board, custom_id=self.rng.choice(moves)["custom_id"])

    async def spend(self) -> Answer | None:
        """Spend a tile through the selects, as the mover; ``None`` if nothing can be spent."""
        menus = selects(self.board)
        if not menus:
            return None
        mover, tile = self.mover, self.rng.choice(menus[0]["options"])["value"]
        asked = await mover.select(self.board, [tile], custom_id=menus[0]["custom_id"])
        assert asked.ephemeral
        assert asked.response is not None
        targets = selects(asked.response)[0]
        return await mover.select(
            asked.response, [self.rng.choice(targets["options"])["value"]], custom_id=targets["custom_id"]
        )

    async def type_move(self) -> Answer:
        """Type a move that autocomplete offers, as the mover."""
        choices = await self.mover.autocomplete(self.place, "move", "text", "")
        return await self.mover.slash(self.place, "move", text=self.rng.choice(choices)["value"])

    async def resign(self, member: simcord.MemberActor) -> None:
        """Resign and confirm it."""
        asked = await member.slash(self.place, "match", action="resign", match=self.id)
        assert asked.response is not None
        await member.click(asked.response, label="Yes, resign")

    async def play_on(self, ways: Sequence[str] = ("click", "spend", "type"), turns: int | None = None) -> int:
        """Play with buttons and typing, for some turns or to the end; return the number of turns taken."""
        taken = 0
        while not self.over and (turns is None or taken < turns):
            match self.rng.choice(ways):
                case "spend" if await self.spend() is not None:
                    pass
                case "type":
                    await self.type_move()
                case _ if any(":move:" in button["custom_id"] for button in buttons(self.board)):
                    await self.click_move()
                case _:
                    await self.type_move()
            taken += 1
        return taken


# ------------------------------------------------------------------------------------------------------------- reading


def shown(answer: Answer) -> simcord.ResponseMessage:
    """Return the message that answered an interaction."""
    assert answer.response is not None, "there is no answer"
    return answer.response


def as_typed(command: str) -> tuple[str, dict[str, str]]:
    """Return a command and its options: ``match replay since`` is an action of ``/match`` and its detail."""
    name, *options = command.split()
    return (name, dict(zip(("action", "detail"), options, strict=False))) if name == "match" else (command, {})


def stored(message: Message | Answer) -> Any:
    """Return the message as Discord stores it, fetched again."""
    if isinstance(message, simcord.InteractionResult):
        message = shown(message)
    if isinstance(message, simcord.ResponseMessage):
        return message._message
    http: Any = message._state.http
    return http.backend.get_message(message.channel.id, message.id)


def parts(message: Message | Answer) -> Iterator[dict[str, Any]]:
    """Return every component of a message."""
    yield from walk_components(stored(message).components)


def buttons(message: Message | Answer) -> list[dict[str, Any]]:
    """Return the buttons of a message that can be clicked."""
    return [part for part in parts(message) if part.get("type") == 2 and part.get("custom_id")]


def control(message: Message | Answer, action: str) -> str:
    """Return the custom_id of a message's button for an action, in any language."""
    found: str = next(
        b["custom_id"] for b in buttons(message) if b["custom_id"].partition(":")[2].startswith(f"{action}:")
    )
    return found


def selects(message: Message | Answer) -> list[dict[str, Any]]:
    """Return the selects of a message."""
    return [part for part in parts(message) if part.get("type") == 3]


def changes(panel: Message | Answer) -> dict[str, str]:
    """Return what the menu in a match's panel offers: names of commands by their labels."""
    options = [option for menu in selects(panel) if ":change:" in menu["custom_id"] for option in menu["options"]]
    return {option["label"]: option["value"] for option in options}


async def change(member: simcord.MemberActor, panel: Answer, label: str) -> Answer:
    """Choose from the menu in a match's panel."""
    menu = next(menu for menu in selects(panel) if ":change:" in menu["custom_id"])
    return await member.select(shown(panel), [changes(panel)[label]], custom_id=menu["custom_id"])


def labels(message: Message | Answer) -> list[str]:
    """Return the labels of buttons: text, or an emoji alone."""
    return [button.get("label") or button["emoji"]["name"] for button in buttons(message)]


def signed(message: Message | Answer, emoji: str) -> str:
    """Return the custom_id of a message's button with an emoji."""
    found: str = next(b["custom_id"] for b in buttons(message) if (b.get("emoji") or {}).get("name") == emoji)
    return found


def written(message: Message | Answer) -> str:
    """Return all text of a message without buttons and selects, as it is seen: without word joiners."""
    texts = [part["content"] for part in parts(message) if part.get("type") == 10]
    return "\n".join(filter(None, [stored(message).content, *texts])).replace("\u2060", "")


def alt_texts(message: Message | Answer) -> list[str]:
    """Return the alt texts of a message's pictures."""
    return [attachment.get("description") or "" for attachment in stored(message).attachments]


def private(answer: Answer) -> simcord.ResponseMessage:
    """Return the private message that answered last: a menu may have been shown again before it."""
    message = answer.followups[-1] if answer.followups else shown(answer)
    assert message.ephemeral, "everybody can read the answer"
    return message


def refused(answer: Answer) -> str:
    """Return the private text of a refusal."""
    message = private(answer)
    assert message.content.startswith("⚠️ "), message.content
    return message.content.removeprefix("⚠️ ")


def database_of(world: World) -> Path:
    """Return the bot's database file."""
    return world.settings.database
