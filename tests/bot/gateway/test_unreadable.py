"""Servers with data that discord.py cannot read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest

from bot.client import KurultaiClient
from bot.gateway.unreadable import readable_part
from bot.settings import Settings
from tests.wire.emulator.world import Guild, World


@pytest.fixture
def client(tmp_path: Path, world: World) -> discord.Client:
    made = KurultaiClient(Settings(token="x", database=tmp_path / "kurultai.sqlite3"))
    made._connection.user = discord.ClientUser(state=made._connection, data=world.bot.json())  # type: ignore[arg-type]
    made._connection.dispatch = lambda *_: None  # nobody listens
    return made


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def guild(world: World) -> Guild:
    made = world.add_guild("Club")
    for name in ("games", "talk", "news"):
        world.add_channel(made, name)
    return made


def received(client: discord.Client, data: Any) -> discord.Guild:
    client._connection.parsers["GUILD_CREATE"](data)
    found = client.get_guild(int(data["id"]))
    assert found is not None
    return found


def test_unreadable_channel_is_skipped(client: discord.Client, world: World, guild: Guild) -> None:
    data = guild.json(world.bot)
    data["channels"][1]["permission_overwrites"] = [{"id": "5", "type": 0, "allow": None, "deny": "0"}]
    kept = received(client, data)
    assert [channel.name for channel in kept.channels] == ["games", "news"]
    assert kept.text_channels[0].permissions_for(kept.me).send_messages


@pytest.mark.parametrize("place", ["roles", "members"])
def test_unreadable_permissions_hide_all_channels(
    client: discord.Client, world: World, guild: Guild, place: str
) -> None:
    data = guild.json(world.bot)
    data[place].append({"id": None, "user": None})
    kept = received(client, data)
    assert (kept.name, list(kept.channels), list(kept._roles)) == ("Club", [], [])


def test_unreadable_server_update_changes_nothing(client: discord.Client, world: World, guild: Guild) -> None:
    kept = received(client, guild.json(world.bot))
    roles = list(kept.roles)
    odd = guild.json(world.bot) | {"name": "Other", "roles": [{}]}
    client._connection.parsers["GUILD_UPDATE"](odd)
    assert (kept.name, list(kept.roles)) == ("Club", roles)


def test_unreadable_channel_update_forgets_the_channel(client: discord.Client, world: World, guild: Guild) -> None:
    kept = received(client, guild.json(world.bot))
    channel = next(iter(guild.channels.values()))
    odd = channel.json(world.bot) | {"permission_overwrites": [{}]}
    client._connection.parsers["CHANNEL_UPDATE"](odd)
    assert kept.get_channel(channel.id) is None
    assert len(kept.channels) == 2


def test_unknown_fields_are_kept(client: discord.Client, world: World, guild: Guild) -> None:
    data = guild.json(world.bot) | {"new": {"deep": [1]}, "newer": [{"id": 1}]}
    assert readable_part(client, data) == data
