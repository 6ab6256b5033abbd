"""What is agreed about computer players: they take their time, and resign when it is hopeless."""

from __future__ import annotations

import discord

from engines.registry import GAMES
from tests.e2e.against_computers import level_panel, type_turn
from tests.e2e.world import Game, World, buttons, labels, selects, shown, stored, written


async def test_computer_player_like_a_person_answers_later_with_a_board_of_its_own(world: World) -> None:
    panel = shown(await world.ann.click(await level_panel(world, "totem"), label="Takes time, like a person"))
    on = [
        button["label"]
        for button in buttons(panel)
        if button["style"] == discord.ButtonStyle.success.value
        and button["label"] in ("Takes time, like a person", "Resigns when hopeless")
    ]
    assert on == ["Takes time, like a person"]
    await world.ann.click(panel, label="1 · Beginner")
    await world.until_computers_have_moved()
    table = next(message for message in world.channel.history() if "Table #1" in written(message))
    assert "like a person" in written(table)
    game = Game(world, world.channel_of(table), {0: world.ann})
    match = await world.bot.services.matches.history.get(1)
    while match.to_move != (1,):
        await type_turn(game)
        match = await world.bot.services.matches.history.get(1)
    before = len(game.boards)
    while match.to_move == (1,):
        await world.pass_time(90)
        await world.until_computers_have_moved()
        match = await world.bot.services.matches.history.get(1)
    assert len(game.boards) > before
    assert world.ann.id in stored(game.board).ping_user_ids


async def test_options_of_computer_players_at_a_table_are_switched_by_its_opener(world: World) -> None:
    table = await world.open_table(game="totem", players=3)
    panel = await world.ann.click(table, label="Computer players")
    (menu,) = [one["custom_id"] for one in selects(panel)]
    panel = await world.ann.select(shown(panel), ["2"], custom_id=menu)
    panel = await world.ann.click(shown(panel), label="Resigns when hopeless")
    options = (await world.bot.services.matches.history.get(1)).computer_options
    assert (options.take_time, options.resign) == (False, True)
    await world.ann.click(shown(panel), label="Resigns when hopeless")
    assert not (await world.bot.services.matches.history.get(1)).computer_options.resign


async def test_resigning_is_offered_only_where_computer_players_expect_to_win_or_lose(world: World) -> None:
    without = [slug for slug in GAMES if "Resigns when hopeless" not in labels(await level_panel(world, slug))]
    assert without == ["chiefdom"]
