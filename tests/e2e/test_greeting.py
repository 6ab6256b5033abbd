"""The greeting of a new server and its buttons."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest

from tests.e2e.conftest import running
from tests.e2e.world import World, labels, parts, refused, shown, written

MANAGERS_ONLY = "Only server managers can do that: members with the permission “Manage Server”."


def greeting_of(world: World) -> discord.Message:
    """Return the greeting of the world's server."""
    (found,) = world.guild.channels["welcome"].history()
    return found


async def test_new_server_is_greeted_once_where_the_bot_may_write(tmp_path: Path, unexpected: list[Any]) -> None:
    async with running(tmp_path) as world:
        guild = world.env.create_guild("New")
        silent: dict[Any, Any] = {guild.default_role: discord.PermissionOverwrite(send_messages=False)}
        closed = guild.create_text_channel("closed", overwrites=silent)
        first = guild.create_text_channel("first")
        await world.env.settle()
        assert closed.history() == []
        (greeting,) = first.history()
        assert "/play" in written(greeting)
        await world.restart()
        assert len(first.history()) == 1
    assert unexpected == []


async def test_channel_is_chosen_with_two_presses(world: World) -> None:
    dora, greeting = world.join_manager(), greeting_of(world)
    asked = await dora.click(greeting, label="Choose the channel")
    assert asked.ephemeral
    assert "Where may tables be opened?" in written(asked)
    menu = next(part for part in parts(asked) if part.get("type") == 8)
    await dora.select(shown(asked), [world.channel], custom_id=menu["custom_id"])
    assert "✅ Saved. Channels for matches: only in \\#games" in written(asked)
    settings = await world.bot.services.matches.server_settings.get(world.guild.id)
    assert settings.channels == (world.channel.id,)


async def test_missing_permission_in_the_chosen_channel_is_named_at_once(world: World) -> None:
    dora, greeting = world.join_manager(), greeting_of(world)
    world.deny("send_messages")
    asked = await dora.click(greeting, label="Choose the channel")
    menu = next(part for part in parts(asked) if part.get("type") == 8)
    await dora.select(shown(asked), [world.channel], custom_id=menu["custom_id"])
    lacks = f"<#{world.channel.id}> I cannot play matches there. I need these permissions: Send Messages."
    assert lacks in written(asked)


async def test_buttons_of_the_greeting_keep_working(world: World) -> None:
    dora, greeting = world.join_manager(), greeting_of(world)
    await world.pass_time(400 * 86_400)
    await world.restart()
    panel = await dora.click(greeting, label="Settings")
    assert panel.ephemeral
    assert "## Settings of this server" in written(panel)
    await dora.click(shown(panel), label="More settings")
    assert "Back" in labels(panel)
    assert labels(greeting_of(world)) == labels(greeting), "the greeting itself stays as it is"


@pytest.mark.parametrize("label", ["Choose the channel", "Settings"])
async def test_members_are_told_that_managers_decide(world: World, label: str) -> None:
    answer = await world.ann.click(greeting_of(world), label=label)
    assert refused(answer) == MANAGERS_ONLY
