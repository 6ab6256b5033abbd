"""The state of the emulated Discord: accounts, servers, channels, threads, with the JSON that shows them."""

import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from tests.wire.emulator.requests import UNKNOWN_CHANNEL, UNKNOWN_GUILD, UNKNOWN_USER, Json, ReceivedFile

DISCORD_EPOCH = 1420070400000

TEXT, DIRECT, PUBLIC_THREAD, PRIVATE_THREAD, FORUM = 0, 1, 11, 12, 15
THREADS = {10, PUBLIC_THREAD, PRIVATE_THREAD}

REQUIRE_TAG = 1 << 4
"""Flag of a forum whose posts must have a tag."""


class Permission:
    """Bits of https://docs.discord.com/developers/topics/permissions that the emulator knows."""

    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38


MEMBER_PERMISSIONS = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.SEND_MESSAGES_IN_THREADS
)

BOT_PERMISSIONS = (
    MEMBER_PERMISSIONS
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.MANAGE_MESSAGES
    | Permission.MANAGE_THREADS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.CREATE_PRIVATE_THREADS
)


def timestamp() -> str:
    """The time as Discord writes it."""
    return datetime.now(UTC).isoformat()


class Snowflakes:
    """Ids that carry the time and never repeat."""

    def __init__(self) -> None:
        self._numbers = itertools.count()

    def __call__(self) -> int:
        """Return the next id."""
        return (time.time_ns() // 1_000_000 - DISCORD_EPOCH) << 22 | next(self._numbers) & 0x3FFFFF


@dataclass(slots=True, eq=False)
class Account:
    """A person or a bot."""

    id: int
    name: str
    is_bot: bool = False
    locale: str = "en-US"
    takes_direct_messages: bool = True
    """False: a sender gets error 50007."""

    def json(self) -> Json:
        """Discord's user object."""
        return {
            "id": str(self.id),
            "username": self.name.lower(),
            "global_name": None if self.is_bot else self.name,
            "discriminator": "0",
            "avatar": None,
            "bot": self.is_bot,
            "public_flags": 0,
        }


@dataclass(slots=True, eq=False)
class Channel:
    """A text channel, a forum, a thread or a direct conversation."""

    id: int
    name: str
    type: int
    guild: "Guild | None" = None
    parent: "Channel | None" = None
    """The channel that a thread belongs to."""
    recipient: Account | None = None
    """The other side of a direct conversation."""
    owner: Account | None = None
    """Who began a thread."""
    denied: int = 0
    """Permissions that the channel's overwrite denies to the bot."""
    messages: dict[int, Json] = field(default_factory=dict)
    """All messages that are not private answers, oldest first."""
    nonces: dict[str, int] = field(default_factory=dict)
    """Enforced nonces and the messages they led to."""
    thread: Json = field(default_factory=dict)
    """A thread's metadata."""
    tags: list[Json] = field(default_factory=list)
    """A forum's tags."""
    applied: list[str] = field(default_factory=list)
    """Ids of a post's tags."""
    flags: int = 0
    thread_members: dict[int, str] = field(default_factory=dict)
    """Account ids in a thread, with the time each joined."""

    @property
    def is_thread(self) -> bool:
        """Whether it is a thread."""
        return self.type in THREADS

    @property
    def everything(self) -> list[Json]:
        """All messages, oldest first."""
        return list(self.messages.values())

    def json(self, bot: Account) -> Json:
        """Discord's channel object."""
        last = next(reversed(self.messages), None)
        base: Json = {"id": str(self.id), "type": self.type, "last_message_id": str(last) if last else None}
        base["flags"] = self.flags
        if self.recipient is not None:
            return base | {"recipients": [self.recipient.json()]}
        guild_id = str(self.guild.id) if self.guild else None
        base |= {"guild_id": guild_id, "name": self.name, "nsfw": False, "rate_limit_per_user": 0}
        if self.is_thread:
            return base | self._thread_json(bot)
        deny = {"id": str(bot.id), "type": 1, "allow": "0", "deny": str(self.denied)}
        overwrites = [deny] if self.denied else []
        base |= {"parent_id": None, "position": 0, "topic": None, "permission_overwrites": overwrites}
        return base | (self._forum_json() if self.type == FORUM else {})

    def _forum_json(self) -> Json:
        return {
            "available_tags": self.tags,
            "default_reaction_emoji": None,
            "default_sort_order": None,
            "default_forum_layout": 0,
        }

    def _thread_json(self, bot: Account) -> Json:
        shown: Json = {
            "parent_id": str(self.parent.id) if self.parent else None,
            "owner_id": str(self.owner.id) if self.owner else None,
            "thread_metadata": dict(self.thread),
            "message_count": len(self.messages),
            "total_message_sent": len(self.messages),
            "member_count": min(len(self.thread_members), 50),
        }
        if self.parent is not None and self.parent.type == FORUM:
            shown["applied_tags"] = list(self.applied)
        if bot.id in self.thread_members:
            shown["member"] = self.thread_member_json(bot.id)
        return shown

    def thread_member_json(self, account_id: int) -> Json:
        """Discord's thread member object."""
        joined = self.thread_members[account_id]
        return {"id": str(self.id), "user_id": str(account_id), "join_timestamp": joined, "flags": 0}


@dataclass(slots=True, eq=False)
class Guild:
    """A server."""

    id: int
    name: str
    owner: Account
    bot_role: int
    bot_permissions: int = BOT_PERMISSIONS
    locale: str = "en-US"
    channels: dict[int, Channel] = field(default_factory=dict)
    members: dict[int, Json] = field(default_factory=dict)
    """Member objects by account id."""
    more_roles: list[int] = field(default_factory=list)
    """Ids of roles that change nothing for the bot."""

    @property
    def roles(self) -> list[int]:
        """Ids of all roles."""
        return [self.id, self.bot_role, *self.more_roles]

    def permissions(self, account_id: int) -> int:
        """What a member may do in this server."""
        return int(self.members[account_id].get("permissions", MEMBER_PERMISSIONS))

    def role_json(self, role_id: int, name: str, permissions: int) -> Json:
        """Discord's role object."""
        return {
            "id": str(role_id),
            "name": name,
            "permissions": str(permissions),
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "icon": None,
            "unicode_emoji": None,
            "position": 0 if role_id == self.id else 1,
            "managed": role_id != self.id,
            "mentionable": False,
            "flags": 0,
        }

    def json(self, bot: Account) -> Json:
        """Return Discord's guild object, as the event GUILD_CREATE has it."""
        channels = [channel for channel in self.channels.values() if not channel.is_thread]
        threads = [item for item in self.channels.values() if item.is_thread and not item.thread["archived"]]
        return {
            "id": str(self.id),
            "name": self.name,
            "owner_id": str(self.owner.id),
            "icon": None,
            "splash": None,
            "discovery_splash": None,
            "afk_channel_id": None,
            "afk_timeout": 300,
            "verification_level": 0,
            "default_message_notifications": 1,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "application_id": None,
            "system_channel_id": None,
            "system_channel_flags": 0,
            "rules_channel_id": None,
            "public_updates_channel_id": None,
            "safety_alerts_channel_id": None,
            "vanity_url_code": None,
            "description": None,
            "banner": None,
            "premium_tier": 0,
            "premium_progress_bar_enabled": False,
            "preferred_locale": self.locale,
            "nsfw_level": 0,
            "features": [],
            "emojis": [],
            "stickers": [],
            "roles": [
                self.role_json(self.id, "@everyone", MEMBER_PERMISSIONS),
                self.role_json(self.bot_role, bot.name, self.bot_permissions),
                *(self.role_json(role, f"Role {role}", 0) for role in self.more_roles),
            ],
            "joined_at": timestamp(),
            "large": False,
            "unavailable": False,
            "member_count": len(self.members),
            "members": [self.members[bot.id]],
            "channels": [channel.json(bot) for channel in channels],
            "threads": [thread.json(bot) for thread in threads],
            "voice_states": [],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }


class World:
    """The whole state of the emulated Discord."""

    def __init__(self) -> None:
        self.snowflake = Snowflakes()
        self.bot = Account(self.snowflake(), "Kurultai", is_bot=True)
        self.application_owner = Account(self.snowflake(), "Owner")
        self.accounts: dict[int, Account] = {account.id: account for account in (self.bot, self.application_owner)}
        self.interactions_address: str | None = None
        """Where Discord sends interactions to in the place of the gateway, if the application says so."""
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.commands: dict[int | None, list[Json]] = {None: []}
        """Registered commands: those for everywhere under None, others by guild id."""
        self.files: dict[int, ReceivedFile] = {}
        """Uploaded files by attachment id."""

    @property
    def application_id(self) -> int:
        """Id of the bot's application; as usual that of the bot."""
        return self.bot.id

    def add_account(self, name: str, locale: str = "en-US") -> Account:
        """Make a person."""
        account = Account(self.snowflake(), name, locale=locale)
        self.accounts[account.id] = account
        return account

    def add_guild(self, name: str, suits: Callable[[int], bool] | None = None) -> Guild:
        """Make a server that the bot is in, with an id that suits."""
        guild_id = self.snowflake()
        while suits is not None and not suits(guild_id):
            guild_id = self.snowflake()
        guild = Guild(guild_id, name, self.application_owner, self.snowflake())
        self.guilds[guild.id] = guild
        self.add_member(guild, self.bot, guild.bot_permissions)
        guild.members[self.bot.id]["roles"] = [str(guild.bot_role)]
        return guild

    def add_member(self, guild: Guild, account: Account, permissions: int = MEMBER_PERMISSIONS) -> Json:
        """Add a user to a server."""
        guild.members[account.id] = {
            "user": account.json(),
            "nick": None,
            "avatar": None,
            "roles": [],
            "joined_at": timestamp(),
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "flags": 0,
            "pending": False,
            "permissions": str(permissions),
            "communication_disabled_until": None,
        }
        return guild.members[account.id]

    def add_channel(self, guild: Guild, name: str, **changes: Any) -> Channel:
        """Make a text channel, or with ``type`` and more a forum or a thread."""
        channel = Channel(**{"id": self.snowflake(), "name": name, "type": TEXT, "guild": guild, **changes})
        guild.channels[channel.id] = channel
        self.channels[channel.id] = channel
        return channel

    def direct_channel(self, account: Account) -> Channel:
        """Return the conversation between the bot and a person."""
        for channel in self.channels.values():
            if channel.recipient is account:
                return channel
        channel = Channel(self.snowflake(), account.name, DIRECT, recipient=account)
        self.channels[channel.id] = channel
        return channel

    def tag(self, name: str, *, moderated: bool = False) -> Json:
        """Make a tag of a forum."""
        return {
            "id": str(self.snowflake()),
            "name": name,
            "moderated": moderated,
            "emoji_id": None,
            "emoji_name": None,
        }

    def channel(self, channel_id: int) -> Channel:
        """Return an existing channel; raise Discord's error if there is none."""
        if channel_id not in self.channels:
            raise UNKNOWN_CHANNEL
        return self.channels[channel_id]

    def guild(self, guild_id: int) -> Guild:
        """Return a server that the bot is in; raise Discord's error if it is not."""
        if guild_id not in self.guilds:
            raise UNKNOWN_GUILD
        return self.guilds[guild_id]

    def account(self, account_id: int) -> Account:
        """Return an account; raise Discord's error if the id is unknown."""
        if account_id not in self.accounts:
            raise UNKNOWN_USER
        return self.accounts[account_id]

    def remove_channel(self, channel: Channel) -> list[Channel]:
        """Remove a channel and its threads; return them, threads first."""
        gone = [thread for thread in self.channels.values() if thread.parent is channel]
        gone.append(channel)
        for item in gone:
            self.channels.pop(item.id, None)
            if item.guild is not None:
                item.guild.channels.pop(item.id, None)
        return gone

    def bot_permissions(self, channel: Channel) -> int:
        """What the bot may do in a channel."""
        if channel.guild is None:
            return BOT_PERMISSIONS
        place = channel.parent or channel
        return channel.guild.bot_permissions & ~place.denied
