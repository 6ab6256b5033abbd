"""Matches against the computer without a game's panel: the bot itself as the opponent, a typed level, *Against the
computer* below all games.
"""

from __future__ import annotations

from dataclasses import replace

import discord

from bot.errors import UserError
from bot.ui.components.custom_id import Action
from bot.ui.components.panels import game_lines, game_rows, number_of_players, panel
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.permissions import require_computer_players
from bot.ui.interactions.registry import handles
from bot.ui.interactions.table_request import TableRequest, game_info
from bot.ui.interactions.versus_request import VersusRequest, can_be_played_against_the_computer, numbers_of_opponents
from bot.ui.lobby.computers import levels_panel
from bot.ui.lobby.tables import open_table
from engines.registry import GAMES
from engines.text import T


def is_computer(context: InteractionContext, user: discord.User | discord.Member | None) -> bool:
    """Return whether a user is the bot itself, which stands for a computer player."""
    own = context.interaction.client.user
    return user is not None and own is not None and user.id == own.id


async def play_against_computer(
    context: InteractionContext, game: str | None, level: int | None, request: TableRequest
) -> None:
    """Begin a match against computer players of a level; without a level or a game, ask for it.

    Args:
        context: the interaction.
        game: its slug, if it is typed.
        level: that of all computer players, if it is typed with the game.
        request: what else is typed; the number of players includes the user.

    Raises:
        UserError: the game is not for so many players, a pace is typed, or options without a level.
    """
    require_computer_players(context)
    if request.pace:
        raise UserError(T("A match against the computer has no clock. Please leave “pace” empty."))
    if game is None:
        await ask_for_game(context)
        return
    info = game_info(game)
    versus = VersusRequest.usual(info)
    opponents = versus.opponents if request.players is None else request.players - 1
    if opponents not in numbers_of_opponents(info):
        raise UserError(T("{game} is for {players}.", game=info.title, players=number_of_players(info)))
    versus = replace(versus, opponents=opponents)
    if level is not None:
        table = versus.with_level(level).table({**versus.options, **request.options})
        await open_table(context, info, (), table)
    elif request.options:
        raise UserError(T("With options, please choose the level as well: “computer: 3” in the options."))
    else:
        await context.responder.reply(await levels_panel(context, versus))


@handles("versusgames")
async def on_games_wanted(context: InteractionContext, _action: Action) -> None:
    """Ask which game to play against the computer."""
    await ask_for_game(context)


async def ask_for_game(context: InteractionContext) -> None:
    """Ask which game to play against the computer, with a button for each."""
    require_computer_players(context)
    games = [game.info for game in GAMES.values() if can_be_played_against_the_computer(game.info)]

    def action(slug: str) -> Action:
        return VersusRequest.usual(game_info(slug)).action("versus")

    question = context.write(T("What would you like to play against the computer?"))
    back = TableRequest().action("games").button(context.write.plain(T("All games")), emoji="🎲")
    rows = (*game_rows(games, action), (back,))
    message = panel([f"## {question}", game_lines(games, context.write)], rows)
    await context.responder.show(message)
