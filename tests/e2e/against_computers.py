"""Matches of Ann against the computer, begun with buttons and played with typed turns."""

from __future__ import annotations

import simcord

from bot.matches.model.position import is_whole_turn
from bot.matches.play.loader import Loader
from engines.registry import GAMES
from players.registry import player_of
from tests.e2e.world import Game, World, shown, written


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


async def type_turn(game: Game) -> None:
    """Type a whole turn of Ann's, such as a beginner makes."""
    loader = Loader(game.world.bot.services.matches.context)
    record = await loader.load(game.id)
    rules, state = loader.game(record.match), (await loader.position(record)).state
    (ann,) = record.match.people
    typed: list[str] = []
    while not typed or not is_whole_turn(rules, state, ann.player):
        seen = rules.observe(state, ann.player)
        decision = player_of(rules).decide(seen, ann.player, 1, game.rng.getrandbits(32))
        for move in map(rules.decode_move, decision.moves):
            typed.append(rules.format_move(state, ann.player, move, ann.player))
            state = rules.apply(state, ann.player, move)
    answer = await game.world.ann.slash(game.place, "move", text=" ".join(typed), match=game.id)
    assert "⚠️" not in written(answer), written(answer)
    await game.world.until_computers_have_moved()
