"""Matches against the computer: begun with buttons, played to the end, told in one message."""

from __future__ import annotations

import discord
import pytest
import simcord

from bot.load import thresholds
from bot.matches.play.turns import is_whole_turn
from engines.registry import GAMES
from players.registry import player_of
from tests.e2e.world import Game, World, buttons, control, labels, refused, selects, shown, stored, written


@pytest.fixture(autouse=True)
def _fast_typing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let users play a whole match in seconds."""
    monkeypatch.setattr(thresholds, "USER_BURST", 10_000)


async def level_panel(world: World, game: str) -> simcord.ResponseMessage:
    """Press from the panel of all games to the levels of one."""
    games = shown(await world.ann.slash(world.channel, "play"))
    panel = shown(await world.ann.click(games, label=GAMES[game].info.title))
    return shown(await world.ann.click(panel, label="Against the computer"))


async def begin(world: World, game: str, level: str) -> Game:
    """Begin a match of Ann against the computer in the channel."""
    await world.ann.click(await level_panel(world, game), label=level)
    await world.until_computers_have_moved()
    table = next(message for message in world.channel.history() if "Table #1" in written(message))
    return Game(world, world.channel_of(table), {0: world.ann})


async def type_turn(game: Game, player: int) -> None:
    """Type a whole turn of Ann's, such as a beginner makes."""
    loader = game.world.bot.services.matches.loader
    record = await loader.load(game.id)
    rules, state = loader.game(record.match), (await loader.position(record)).state
    written_moves: list[str] = []
    while not written_moves or not is_whole_turn(rules, state, player):
        decision = player_of(rules).decide(rules.observe(state, player), player, 1, game.rng.getrandbits(32))
        for move in map(rules.decode_move, decision.moves):
            written_moves.append(rules.format_move(state, player, move, player))
            state = rules.apply(state, player, move)
    answer = await game.world.ann.slash(game.place, "move", text=" ".join(written_moves))
    assert "⚠️" not in written(answer), written(answer)
    await game.world.until_computers_have_moved()


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_match_against_the_computer_is_played_to_its_end(world: World, game: str) -> None:
    match = await begin(world, game, "1 · Beginner")
    for _ in range(400):
        if match.over:
            break
        await type_turn(match, 0)
    assert "🏁" in written(match.board)
    assert len(match.boards) == 1, "one message is edited"


async def test_match_is_played_with_buttons(world: World) -> None:
    game = await begin(world, "iye", "1 · Beginner")
    while not game.over:
        moves = [button for button in buttons(game.board) if ":move:" in button["custom_id"]]
        if moves:
            await world.ann.click(game.board, custom_id=game.rng.choice(moves)["custom_id"])
        else:
            choices = await world.ann.autocomplete(game.place, "move", "text", "")
            await world.ann.slash(game.place, "move", text=game.rng.choice(choices)["value"])
        await world.until_computers_have_moved()
    assert len(game.boards) == 1


async def test_one_message_tells_both_turns_and_why(world: World) -> None:
    game = await begin(world, "iye", "3 · Skilled")
    await type_turn(game, 0)
    assert "**Ann**" in game.board.content
    assert "**Computer (level 3)**" in game.board.content
    assert "💡" in game.board.content
    assert stored(game.board).ping_user_ids in ([], [world.ann.id])


async def test_levels_say_how_they_play_and_the_last_one_is_offered_first(world: World) -> None:
    panel = await level_panel(world, "iye")
    assert labels(panel)[:5] == ["1 · Beginner", "2 · Casual", "3 · Skilled", "4 · Expert", "5 · Master"]
    assert "Looks at your answer too" in written(panel)
    green = [button["label"] for button in buttons(panel) if button["style"] == discord.ButtonStyle.success.value]
    assert green == ["2 · Casual"]
    await world.ann.click(panel, label="4 · Expert")
    green = [
        button["label"]
        for button in buttons(await level_panel(world, "iye"))
        if button["style"] == discord.ButtonStyle.success.value
    ]
    assert green == ["4 · Expert"]


async def test_match_in_direct_messages(world: World) -> None:
    games = shown(await world.ann.user.slash("play"))
    panel = shown(await world.ann.user.click(games, label="Totem"))
    levels = shown(await world.ann.user.click(panel, label="Against the computer"))
    await world.ann.user.click(levels, label="1 · Beginner")
    await world.until_computers_have_moved()
    board = world.ann.user.dm_channel.history()[-1]
    assert board.attachments


async def test_computer_player_joins_a_waiting_table(world: World) -> None:
    table = await world.open_table(game="totem", players=3)
    await world.bob.click(table, custom_id=control(table, "join"))
    panel = await world.ann.click(table, label="Computer players")
    (menu,) = [one["custom_id"] for one in selects(panel)]
    panel = await world.ann.select(shown(panel), ["4"], custom_id=menu)
    await world.until_computers_have_moved()
    table = next(message for message in world.channel.history() if message.id == table.id)
    assert "Computer (level 4)" in written(table)
    assert "Rated:** no" in written(table)
    await world.ann.click(table, custom_id=control(table, "start"))
    await world.until_computers_have_moved()
    assert "has started" in written(next(m for m in world.channel.history() if m.id == table.id))


async def test_only_the_opener_chooses_computer_players(world: World) -> None:
    table = await world.open_table(game="totem", players=3)
    await world.bob.click(table, custom_id=control(table, "join"))
    panel = await world.bob.click(table, label="Computer players")
    (menu,) = [one["custom_id"] for one in selects(panel)]
    assert "Only the person who opened this table" in refused(
        await world.bob.select(shown(panel), ["4"], custom_id=menu)
    )
