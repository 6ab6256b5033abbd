"""Malformed events: every event that the bot receives, with one unexpected change."""

import copy
import random
from collections.abc import Iterator
from typing import Any

from tests.wire.emulator import Channel, DiscordEmulator, Guild
from tests.wire.emulator.requests import Json

LARGE = 1 << 70
MARK = "never-heard-of"
"""A text that must not be logged."""

LONG_AGO = "2026-01-01T00:00:00+00:00"
ODD_VALUES: tuple[Any, ...] = (None, True, -1, 9999, LARGE, 1.5, "", MARK, [], {}, [None], [{}], {"odd": {}}, "9" * 30)
UNKNOWN: tuple[Json, ...] = ({"odd": None}, {"odd_list": [{"id": "1"}]}, {"type_next": 77})


def paths(value: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Return the paths of all parts of a value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*before, key)
        yield from paths(item, (*before, key))


def malformed(rng: random.Random, data: Json, kept: frozenset[str] = frozenset()) -> Json:
    """Return a copy in which something is missing, has another type, or is unknown.

    The fields ``kept`` at its top stay as they are.
    """
    changed = copy.deepcopy(data)
    places = [path for path in paths(changed) if path[0] not in kept]
    for path in rng.sample(places, min(len(places), rng.choice((1, 1, 1, 2, 4)))):
        holder: Any = changed
        try:
            for key in path[:-1]:
                holder = holder[key]
            _damage(rng, holder, path[-1])
        except (KeyError, IndexError, TypeError):
            continue  # an earlier change removed it
    return changed


def _damage(rng: random.Random, holder: Any, key: Any) -> None:
    match rng.randrange(4):
        case 0:
            del holder[key]
        case 1 if isinstance(holder[key], dict):
            holder[key] |= copy.deepcopy(rng.choice(UNKNOWN))
        case _:
            holder[key] = copy.deepcopy(rng.choice(ODD_VALUES))


def gateway_events(discord: DiscordEmulator, guild: Guild, channel: Channel) -> dict[str, Json]:
    """Return every event that a client with the intent GUILDS receives, as Discord sends it.

    https://docs.discord.com/developers/events/gateway-events
    """
    world = discord.world
    bot = world.bot
    server = str(guild.id)
    shown = channel.json(bot) | {
        "permission_overwrites": [{"id": server, "type": 0, "allow": "1024", "deny": "0"}],
        "available_tags": [{"id": "5", "name": "a", "moderated": False, "emoji_id": None, "emoji_name": "x"}],
    }
    other = shown | {"id": str(world.snowflake()), "name": "other"}
    role = guild.role_json(world.snowflake(), "Role", 0)
    thread = _thread(guild, channel, str(world.snowflake()), bot.id)
    member = {
        "id": thread["id"],
        "user_id": str(bot.id),
        "join_timestamp": thread["thread_metadata"]["archive_timestamp"],
    }
    stage = {
        "id": "71",
        "guild_id": server,
        "channel_id": str(channel.id),
        "topic": "t",
        "privacy_level": 2,
        "discoverable_disabled": False,
        "guild_scheduled_event_id": None,
    }
    bought = {
        "id": "72",
        "sku_id": "73",
        "application_id": str(world.application_id),
        "user_id": str(bot.id),
        "type": 8,
        "deleted": False,
        "consumed": False,
        "starts_at": None,
        "ends_at": None,
    }
    subscribed = {
        "id": "74",
        "user_id": str(bot.id),
        "sku_ids": ["73"],
        "entitlement_ids": ["72"],
        "renewal_sku_ids": None,
        "current_period_start": member["join_timestamp"],
        "current_period_end": member["join_timestamp"],
        "status": 0,
        "canceled_at": None,
    }
    return {
        "GUILD_CREATE": guild.json(bot) | {"threads": [thread], "stage_instances": [stage], "channels": [shown, other]},
        "GUILD_UPDATE": guild.json(bot),
        "GUILD_DELETE": {"id": "1", "unavailable": True},
        "GUILD_ROLE_CREATE": {"guild_id": server, "role": role},
        "GUILD_ROLE_UPDATE": {"guild_id": server, "role": role},
        "GUILD_ROLE_DELETE": {"guild_id": server, "role_id": role["id"]},
        "CHANNEL_CREATE": other,
        "CHANNEL_UPDATE": shown,
        "CHANNEL_DELETE": other,
        "CHANNEL_PINS_UPDATE": {"guild_id": server, "channel_id": str(channel.id), "last_pin_timestamp": None},
        "THREAD_CREATE": thread | {"newly_created": True},
        "THREAD_UPDATE": thread,
        "THREAD_DELETE": {"id": thread["id"], "guild_id": server, "parent_id": str(channel.id), "type": 11},
        "THREAD_LIST_SYNC": {"guild_id": server, "threads": [thread], "members": [member]},
        "THREAD_MEMBER_UPDATE": member | {"guild_id": server, "flags": 0},
        "THREAD_MEMBERS_UPDATE": {
            "id": thread["id"],
            "guild_id": server,
            "member_count": 1,
            "added_members": [member | {"flags": 0}],
            "removed_member_ids": ["1"],
        },
        "STAGE_INSTANCE_CREATE": stage,
        "STAGE_INSTANCE_UPDATE": stage,
        "STAGE_INSTANCE_DELETE": stage,
        "USER_UPDATE": bot.json(),
        "ENTITLEMENT_CREATE": bought,
        "ENTITLEMENT_UPDATE": bought,
        "ENTITLEMENT_DELETE": bought,
        "SUBSCRIPTION_CREATE": subscribed,
        "SUBSCRIPTION_UPDATE": subscribed,
        "SUBSCRIPTION_DELETE": subscribed,
        "APPLICATION_COMMAND_PERMISSIONS_UPDATE": {
            "id": "75",
            "application_id": str(world.application_id),
            "guild_id": server,
            "permissions": [{"id": server, "type": 1, "permission": True}],
        },
        "VOICE_CHANNEL_STATUS_UPDATE": {"id": str(channel.id), "guild_id": server, "status": "never heard of"},
    }


def _thread(guild: Guild, channel: Channel, thread_id: str, owner: int) -> Json:
    return {
        "id": thread_id,
        "guild_id": str(guild.id),
        "parent_id": str(channel.id),
        "owner_id": str(owner),
        "type": 11,
        "name": "thread",
        "last_message_id": None,
        "message_count": 0,
        "member_count": 1,
        "rate_limit_per_user": 0,
        "flags": 0,
        "thread_metadata": {
            "archived": False,
            "auto_archive_duration": 1440,
            "archive_timestamp": LONG_AGO,
            "locked": False,
            "create_timestamp": LONG_AGO,
        },
    }
