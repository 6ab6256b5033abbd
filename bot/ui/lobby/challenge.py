"""Right-click on a user: *Challenge*."""

from __future__ import annotations

import discord

from bot.errors import UserError
from bot.matches.errors import MatchError
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.permissions import channel_for_table
from bot.ui.interactions.table_request import TableRequest
from bot.ui.lobby.games_panel import show_challenge
from bot.ui.lobby.versus_command import ask_for_game, is_computer
from engines.game import GameInfo
from engines.registry import GAMES
from engines.text import T


async def challenge(context: InteractionContext, user: discord.User | discord.Member) -> None:
    """Show the games to play with a user, as ``/play`` does; the bot itself stands for a computer player."""
    if is_computer(context, user):
        await ask_for_game(context)
        return
    _check_opponent(context, user)
    await show_challenge(context, TableRequest(opponent_id=user.id), await _possible_games(context))


def _check_opponent(context: InteractionContext, user: discord.User | discord.Member) -> None:
    if user.bot:
        raise UserError(T("Bots cannot play. Challenge a person."))
    if user.id == context.user_id:
        raise UserError(T("You cannot challenge yourself. /play begins a match that anyone can join."))


async def _possible_games(context: InteractionContext) -> list[GameInfo]:
    """Return the games of which the user can open a table here.

    Raises:
        UserError, MatchError: there is none, with the reason for the last.
    """
    games, refusal = [], None
    for game in GAMES.values():
        if game.info.max_players == 1:
            continue
        try:
            await channel_for_table(context, game.info)
        except (UserError, MatchError) as error:
            refusal = error
        else:
            games.append(game.info)
    if refusal is not None and not games:
        raise refusal
    return games
