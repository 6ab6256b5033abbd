"""Who takes part: players with names that are markup, people of another server, a manager, and a closed circle.

Those of the closed circle only do what they may. Their names must never be read by anybody else.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from engines.registry import GAMES
from tests.hostile import texts
from tests.hostile.inside import InsideDiscord
from tests.hostile.judge import MANAGING, Books
from tests.wire.emulator.world import MEMBER_PERMISSIONS, Account, Channel, Guild, Permission

SECRET = "Qzvxw"
"""In the names of everybody in the closed circle."""

PLAYERS = {slug: max(game.info.min_players, min(3, game.info.max_players)) for slug, game in GAMES.items()}
"""How many play a match of each game: three, where it allows that."""


TOKENS_KEPT = 300
"""Interactions whose tokens are still known: more than are sent in 15 minutes, for which a token is valid. The bot
edits an open private sheet that long."""


@dataclass(slots=True)
class Crowd:
    """People and their servers."""

    discord: InsideDiscord
    luck: random.Random
    guilds: list[Guild] = field(default_factory=list)
    """Two servers for everybody, then the closed one."""
    hostile: list[Account] = field(default_factory=list)
    closed: list[Account] = field(default_factory=list)

    @classmethod
    def gather(cls, discord: InsideDiscord, luck: random.Random) -> Crowd:
        """Make everybody, before the bot comes."""
        crowd, world = cls(discord, luck), discord.world
        crowd.guilds = [world.add_guild(texts.name(luck)), world.add_guild("Other"), world.add_guild(f"{SECRET} Club")]
        for guild in crowd.guilds:
            for number in range(2):
                world.add_channel(guild, f"games-{number}")
        world.add_channel(crowd.guilds[1], "no-files", denied=Permission.ATTACH_FILES)
        world.add_channel(crowd.guilds[1], "no-writing", denied=Permission.SEND_MESSAGES)
        for number in range(9):
            account = world.add_account(texts.name(luck), luck.choice(("en-US", "de", "tr", "ar", "xx")))
            crowd.hostile.append(account)
            rights = MEMBER_PERMISSIONS | (MANAGING if number == 0 else 0)
            if number < 6:
                world.add_member(crowd.guilds[0], account, rights)
            if number > 3:
                world.add_member(crowd.guilds[1], account)
        for number in range(3):
            account = world.add_account(f"{SECRET} {number}")
            crowd.closed.append(account)
            world.add_member(crowd.guilds[2], account)
        return crowd

    def rename_user(self) -> None:
        """A user takes another name, or a nickname in a server."""
        account = self.luck.choice(self.hostile)
        account.name = texts.name(self.luck)
        for guild in self.guilds:
            if account.id in guild.members:
                guild.members[account.id]["user"] = account.json()
                guild.members[account.id]["nick"] = texts.name(self.luck) if self.luck.random() < 0.3 else None

    def places_of(self, account: Account) -> list[Channel]:
        """Where a user can act: channels and threads of the servers, and the conversation with the bot."""
        direct = self.discord.world.direct_channel(account)
        return [*self.channels(guild for guild in self.guilds if account.id in guild.members), direct]

    def channels(self, guilds: Iterator[Guild]) -> list[Channel]:
        """Channels and the newest threads of servers."""
        found: list[Channel] = []
        for guild in guilds:
            found += list(guild.channels.values())[:4] + list(guild.channels.values())[4:][-12:]
        return found

    def people_of(self, guild: Guild) -> Sequence[Account]:
        """Who could play together in a server."""
        return [account for account in (*self.hostile, *self.closed) if account.id in guild.members]

    def who(self, user_id: int) -> Account | None:
        """An account by id."""
        return self.discord.world.accounts.get(user_id)

    def channel_of(self, books: Books, number: int) -> Channel | None:
        """Where a match is played."""
        stand = books.matches[number]
        places = [self.discord.world.channels.get(place or 0) for place in (stand.thread_id, stand.channel_id)]
        return next((place for place in places if place is not None), None)

    def forget(self) -> None:
        """Forget old messages, interactions and files: nothing is sent to them or pressed there."""
        by_token = self.discord.interactions.by_token
        for token in list(by_token)[:-TOKENS_KEPT]:
            del by_token[token]
        self.discord.world.files.clear()
        for channel in self.discord.world.channels.values():
            for message_id in list(channel.messages)[:-8]:
                del channel.messages[message_id]
