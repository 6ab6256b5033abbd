"""The users of a fuzz session: players with names that are markup, a manager, members of other servers.

The members of the closed server send only legal input. Nobody else may ever read their names.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from engines.registry import GAMES
from tests.hostile import texts
from tests.hostile.inside import InsideDiscord
from tests.hostile.judge import MANAGING, StoredMatches
from tests.wire.emulator.world import MEMBER_PERMISSIONS, Account, Channel, Guild, Permission

SECRET = "Qzvxw"
"""Part of the names of all members of the closed server."""

PLAYERS = {slug: max(game.info.min_players, min(3, game.info.max_players)) for slug, game in GAMES.items()}
"""The number of players in a match of each game: three, if the game allows it."""


TOKENS_KEPT = 300
"""Interactions whose tokens stay valid: more than are sent in 15 minutes, for which the bot edits an open sheet."""


@dataclass(slots=True)
class Crowd:
    """Users and their servers."""

    discord: InsideDiscord
    rng: random.Random
    guilds: list[Guild] = field(default_factory=list)
    """Two servers for everyone, then the closed one."""
    hostile: list[Account] = field(default_factory=list)
    closed: list[Account] = field(default_factory=list)

    @classmethod
    def gather(cls, discord: InsideDiscord, rng: random.Random) -> Crowd:
        """Create users and servers before the bot starts."""
        crowd, world = cls(discord, rng), discord.world
        crowd.guilds = [world.add_guild(texts.name(rng)), world.add_guild("Other"), world.add_guild(f"{SECRET} Club")]
        for guild in crowd.guilds:
            for number in range(2):
                world.add_channel(guild, f"games-{number}")
        world.add_channel(crowd.guilds[1], "no-files", denied=Permission.ATTACH_FILES)
        world.add_channel(crowd.guilds[1], "no-writing", denied=Permission.SEND_MESSAGES)
        for number in range(9):
            account = world.add_account(texts.name(rng), rng.choice(("en-US", "de", "tr", "ar", "xx")))
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
        """Rename a user, sometimes with a nickname in a server."""
        account = self.rng.choice(self.hostile)
        account.name = texts.name(self.rng)
        for guild in self.guilds:
            if account.id in guild.members:
                guild.members[account.id]["user"] = account.json()
                guild.members[account.id]["nick"] = texts.name(self.rng) if self.rng.random() < 0.3 else None

    def places_of(self, account: Account) -> list[Channel]:
        """Return the channels and threads that a user can use, and the direct messages with the bot."""
        direct = self.discord.world.direct_channel(account)
        return [*self.channels(guild for guild in self.guilds if account.id in guild.members), direct]

    def channels(self, guilds: Iterator[Guild]) -> list[Channel]:
        """Return the channels and newest threads of servers."""
        found: list[Channel] = []
        for guild in guilds:
            found += list(guild.channels.values())[:4] + list(guild.channels.values())[4:][-12:]
        return found

    def people_of(self, guild: Guild) -> Sequence[Account]:
        """Return the users of a server."""
        return [account for account in (*self.hostile, *self.closed) if account.id in guild.members]

    def who(self, user_id: int) -> Account | None:
        """Return an account by id."""
        return self.discord.world.accounts.get(user_id)

    def channel_of(self, stored: StoredMatches, number: int) -> Channel | None:
        """Return the channel or thread of a match."""
        row = stored.matches[number]
        places = [self.discord.world.channels.get(place or 0) for place in (row.thread_id, row.channel_id)]
        return next((place for place in places if place is not None), None)

    def forget(self) -> None:
        """Delete old messages, interactions and files, which are no longer used."""
        by_token = self.discord.interactions.by_token
        for token in list(by_token)[:-TOKENS_KEPT]:
            del by_token[token]
        self.discord.world.files.clear()
        for channel in self.discord.world.channels.values():
            for message_id in list(channel.messages)[:-8]:
                del channel.messages[message_id]
