"""Slash commands as Discord receives them."""

from typing import Any

import discord
from discord import app_commands

from tests.e2e.world import World, refused, shown

MOST_COMMANDS = 20
EXPECTED = {
    "play",
    "rules",
    "move",
    "board",
    "sheet",
    "next",
    "matches",
    "about",
    "help",
    "learn",
    "leaderboard",
    "player settings",
    "player away",
    "player privacy",
    "player stats",
    "match",
}


async def test_every_command_is_registered(world: World) -> None:
    assert set(world.ann.available_commands(world.channel)) == EXPECTED


async def test_commands_and_menus_are_few_enough_to_look_through(world: World) -> None:
    menus = {name for name, kind in world.env.backend.commands[None] if kind != 1}
    assert menus == {"Challenge", "Explain this board"}
    assert len(EXPECTED | {"server settings", "server matches"} | menus) <= 20


async def test_manager_commands_are_in_servers_only(world: World) -> None:
    keepers = world.guild.create_role("Keepers", permissions=discord.Permissions(manage_guild=True))
    dora = world.join("dora", "Dora", roles=[keepers])
    assert set(dora.available_commands(world.channel)) == EXPECTED | {"server settings", "server matches"}
    assert set(dora.user.available_commands()) == EXPECTED


async def test_play_has_at_most_six_options(world: World) -> None:
    options = world.env.backend.commands[None]["play", 1]["options"]
    names = ["game", "opponent", "players", "pace", "options", "rated"]
    assert [option["name"] for option in options] == names
    assert not any(option.get("required") for option in options)


async def test_number_of_commands_is_limited(world: World) -> None:
    """Subcommands and context menus count: nobody reads a long list."""
    subcommand = 1
    commands = world.env.backend.commands[None].values()
    number = sum(
        max(1, sum(option["type"] == subcommand for option in command.get("options") or ())) for command in commands
    )
    assert number <= MOST_COMMANDS


async def test_commands_work_in_servers_and_direct_messages_only(world: World) -> None:
    for command in world.env.backend.commands[None].values():
        assert command["contexts"] == ([0] if command["name"] in {"server", "Challenge"} else [0, 1])
        assert command["integration_types"] == [0]


async def test_commands_are_registered_again_only_when_they_have_changed(world: World) -> None:
    def registrations() -> int:
        return len(world.requests("PUT", "/commands"))

    assert registrations() == 1
    await world.restart()
    assert registrations() == 1
    del world.env.backend.commands[None][("about", 1)]
    await world.restart()
    assert registrations() == 2


async def test_no_privileged_intent_is_requested(world: World) -> None:
    intents = world.bot.intents
    assert [name for name, wanted in intents if wanted] == ["guilds"]


async def test_server_match_can_be_played_from_direct_messages(world: World) -> None:
    game = await world.start_match()
    answer = await game.mover.user.slash("next")
    assert shown(answer).attachments
    typed = await game.mover.user.slash("move", text="d3")
    assert shown(typed).content.startswith("Played in İYE #1: d3, the ")
    assert len(game.boards) == 2


async def test_commands_of_another_version_are_refused(world: World) -> None:
    unknown: tuple[tuple[str, list[Any]], ...] = (
        ("gone", []),
        ("play", [{"name": "iye", "type": 1, "options": []}]),
        ("match", [{"name": "resign", "type": 1, "options": []}]),
        ("player", [{"name": "back", "type": 1, "options": []}]),
    )
    for name, options in unknown:
        data = {"id": "1", "name": name, "type": 1, "options": options}
        answer = await world.act(world.ann, world.channel, data)
        assert refused(answer).startswith("This command has changed.")
    assert all(isinstance(error, app_commands.CommandNotFound) for error in world.env.errors)


async def test_command_translations_are_not_requested_with_one_language(world: World) -> None:
    assert world.bot.tree.translator is None
