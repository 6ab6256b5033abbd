"""The greeting of a new server and its buttons."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.matches.model.match import MatchStatus
from engines.registry import GAMES
from tests.e2e.conftest import running
from tests.e2e.world import World, alt_texts, control, labels, parts, refused, shown, written

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


async def test_greeting_has_a_picture_and_four_buttons(world: World) -> None:
    greeting = greeting_of(world)
    assert labels(greeting) == ["Try it", "Learn", "Choose the channel", "Settings"]
    assert greeting.attachments[0].filename == "games.png"
    assert "A part of each game’s board: İYE" in alt_texts(greeting)[0]


async def test_greeting_comes_without_its_picture_where_files_are_forbidden(
    tmp_path: Path, unexpected: list[Any]
) -> None:
    async with running(tmp_path) as world:
        guild = world.env.create_guild("New")
        no_files: dict[Any, Any] = {guild.default_role: discord.PermissionOverwrite(attach_files=False)}
        first = guild.create_text_channel("first", overwrites=no_files)
        await world.env.settle()
        (greeting,) = first.history()
        assert greeting.attachments == []
        assert "Try it" in labels(greeting)
    assert unexpected == []


async def test_first_board_alone_takes_two_presses(world: World) -> None:
    panel = await world.ann.click(greeting_of(world), label="Try it")
    assert panel.ephemeral
    assert labels(panel) == [
        *(
            f"Play {game.info.title} alone" if game.info.min_players == 1 else f"{game.info.title} against the computer"
            for game in GAMES.values()
        ),
        "All games",
    ]
    await world.ann.click(shown(panel), label="Play Chiefdom alone")
    match = await world.bot.services.matches.history.get(1)
    assert (match.status, len(match.seats)) == (MatchStatus.RUNNING, 1)
    played_in = next(
        thread for thread in world.guild.channels["welcome"].threads if thread.id == match.channel.target_id
    )
    board = played_in.history()[-1]
    assert board.attachments[0].filename.startswith("chiefdom-1-")
    assert world.ann.mention in board.content


async def test_first_move_alone_takes_two_presses(world: World) -> None:
    lesson = await world.ann.click(greeting_of(world), label="Learn")
    assert lesson.ephemeral
    assert "step 1 of" in written(lesson)
    assert "All lessons" in labels(lesson)
    before = written(lesson)
    await world.ann.click(shown(lesson), custom_id=control(lesson, "lmove"))
    assert written(lesson) != before, "the move is answered"
    assert "step 1 of" in written(lesson)


async def test_without_computer_players_no_door_leads_to_them(world: World) -> None:
    world.settings = replace(world.settings, computer_players="off")
    await world.restart()
    panel = await world.ann.click(greeting_of(world), label="Try it")
    assert labels(panel) == ["Play Chiefdom alone", "All games"]
    await world.ann.click(shown(panel), label="All games")
    titles = [game.info.title for game in GAMES.values()]
    assert labels(panel) == [*titles, "New match", "Learn"]
    await world.ann.click(shown(panel), label="İYE")
    assert "Against the computer" not in labels(panel)
    alone = await world.ann.user.slash("play")
    assert labels(alone) == ["Chiefdom", "Learn"]


async def test_trying_leads_to_all_games(world: World) -> None:
    panel = await world.ann.click(greeting_of(world), label="Try it")
    await world.ann.click(shown(panel), label="All games")
    assert "What would you like to play?" in written(panel)


async def test_greeting_works_when_its_message_is_deleted(world: World) -> None:
    greeting = greeting_of(world)
    panel = await world.ann.click(greeting, label="Try it")
    world.delete_message(greeting)
    await world.ann.click(shown(panel), label="Play Chiefdom alone")
    assert (await world.bot.services.matches.history.get(1)).status is MatchStatus.RUNNING


async def test_games_for_several_cannot_be_tried_alone(world: World) -> None:
    answer = world.press(world.ann, greeting_of(world), "k:tryalone:0:0:iye")
    await world.env.settle()
    assert await world.bot.services.matches.history.matches_of(world.ann.id) == []
    assert answer is not None
