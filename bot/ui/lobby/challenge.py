"""Right-click on a user: *Challenge*."""

from __future__ import annotations

import discord

from bot.errors import UserError
from bot.matches.errors import MatchError
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import SelectOptionSpec
from bot.ui.components.panels import panel
from bot.ui.components.text import mention
from bot.ui.interactions.context import NO_CHOICE, InteractionContext
from bot.ui.interactions.permissions import channel_for_table
from bot.ui.interactions.registry import handles
from bot.ui.interactions.users import ID, member_of
from bot.ui.lobby.table_request import TableRequest
from bot.ui.lobby.tables import open_table
from bot.ui.lobby.versus_command import ask_for_game, is_computer
from engines.game import GameInfo
from engines.registry import GAMES
from engines.text import T


async def challenge(context: InteractionContext, user: discord.User | discord.Member) -> None:
    """Ask which game to play with a user; the bot itself stands for a computer player."""
    if is_computer(context, user):
        await ask_for_game(context)
        return
    _check_opponent(context, user)
    write = context.write
    games = await _possible_games(context)
    choices = tuple(SelectOptionSpec(info.slug, info.title, write.plain(info.tagline)) for info in games)
    menu = Action("challenge", detail=str(user.id)).select(write.plain(T("Choose a game …")), choices)
    asked = write(T("What would you like to play with this person?"))
    await context.responder.reply(panel([f"{asked} {mention(user.id)}"], ((menu,),)))


@handles("challenge")
async def on_game_chosen(context: InteractionContext, action: Action) -> None:
    """Open a table of the chosen game, with the challenged user invited."""
    guild, game = context.interaction.guild, GAMES.get(context.choice)
    if guild is None or game is None or not ID.fullmatch(action.detail):
        raise UserError(NO_CHOICE)
    opponent = await member_of(guild, int(action.detail))
    if opponent is None:
        raise UserError(T("That person is no longer on this server."))
    _check_opponent(context, opponent)
    await open_table(context, game.info, [opponent], TableRequest())


def _check_opponent(context: InteractionContext, user: discord.User | discord.Member) -> None:
    if user.bot:
        raise UserError(T("Bots cannot play. Challenge a person."))
    if user.id == context.user_id:
        raise UserError(T("You cannot challenge yourself. /play opens a match that anyone can join."))


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
