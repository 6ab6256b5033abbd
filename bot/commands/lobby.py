"""``/play``: choose a game, or open a table at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands

from bot.commands.base import game_choices, localized, localized_name
from bot.commands.match_option import Command
from bot.errors import UserError
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.dispatcher import Dispatcher
from bot.ui.interactions.table_request import TableRequest, game_info
from bot.ui.lobby.games_panel import show_games
from bot.ui.lobby.tables import open_table
from bot.ui.lobby.time_control import PACE_LIMIT, pace_choices
from bot.ui.lobby.typed_options import OPTIONS_LIMIT, option_suggestions, parse_options, with_level, without_level
from bot.ui.lobby.versus_command import is_computer, play_against_computer
from engines.registry import GAMES
from engines.text import T

MOST_PLAYERS = max(game.info.max_players for game in GAMES.values())


def play_command(dispatcher: Dispatcher) -> Command:
    """The command ``/play``."""

    @app_commands.describe(
        game=localized(T("Opens a table at once; leave empty to see all games")),
        opponent=localized(T("Someone to invite, for whom a seat is reserved; choose me for a computer player")),
        players=localized(T("How many play; the match starts when this many have joined")),
        pace=localized(T("None, relaxed, daily, live, or your own: 2d + 12h is 2 days, plus 12 hours for each turn")),
        options=localized(T("Options of the game, such as “board: river”; suggestions appear while you type")),
        rated=localized(T("Whether the match counts for the players’ ratings (it does unless you choose False)")),
    )
    @app_commands.rename(
        game=localized_name(T("/game")),
        opponent=localized_name(T("/opponent")),
        players=localized_name(T("/players")),
        pace=localized_name(T("/pace")),
        options=localized_name(T("/options")),
        rated=localized_name(T("/rated")),
    )
    @app_commands.choices(game=game_choices())
    async def callback(
        interaction: discord.Interaction[Any],
        game: str | None = None,
        opponent: discord.User | None = None,
        players: app_commands.Range[int, 1, MOST_PLAYERS] | None = None,
        pace: app_commands.Range[str, 1, PACE_LIMIT] | None = None,
        options: app_commands.Range[str, 1, OPTIONS_LIMIT] | None = None,
        rated: bool | None = None,  # noqa: FBT001 - discord.py reads the options from the signature
    ) -> None:
        await dispatcher.on_command(
            interaction,
            lambda context: play(
                context,
                game,
                opponent,
                options or "",
                _request(players, pace, rated is not False),
                asks_for_rating=bool(rated),
            ),
        )

    command: Command = app_commands.Command(
        name=localized_name(T("/play")),
        description=localized(T("Choose a game and play, or join an open table")),
        callback=callback,
    )

    @command.autocomplete("pace")
    async def complete_pace(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await dispatcher.on_autocomplete(interaction, lambda context: pace_choices(context, current))

    @command.autocomplete("options")
    async def complete_options(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        async def find(context: InteractionContext) -> list[app_commands.Choice[str]]:
            chosen = GAMES.get(getattr(interaction.namespace, "game", None) or "")
            if chosen is None:
                return []
            off = context.services.matches.computer_turns.are_off
            info = chosen.info if off else with_level(chosen.info)
            return list(option_suggestions(info, current, context.write))

        return await dispatcher.on_autocomplete(interaction, find)

    return command


async def play(
    context: InteractionContext,
    game: str | None,
    opponent: discord.Member | discord.User | None,
    options: str,
    typed: Callable[[int | None], TableRequest],
    *,
    asks_for_rating: bool = False,
) -> None:
    """Open a table for the game, or show the games to choose from.

    Args:
        context: the interaction.
        game: its slug.
        opponent: the invited user; the bot itself stands for a computer player.
        options: the game's options and the level of computer players to play against, as typed.
        typed: returns what else is typed, for the id of the invited user.
        asks_for_rating: whether it is typed that the match is rated, which it is anyway where only people play.
    """
    against_computer = is_computer(context, opponent)
    request = typed(None if opponent is None or against_computer else opponent.id)
    if options and game is None:
        raise UserError(T("Options belong to a game. Please choose the game as well."))
    level = None
    if game is not None:
        chosen, level = without_level(parse_options(with_level(game_info(game)), options, context.write))
        request = replace(request, options=chosen)
    if level is not None and request.opponent_id is not None:
        raise UserError(T("Open the table with that person first: it has a button for computer players."))
    if against_computer or level is not None:
        if asks_for_rating:
            raise UserError(T("Matches with computer players are never rated. Please leave “rated” empty."))
        await play_against_computer(context, game, level, request)
    elif game is None:
        await show_games(context, request)
    else:
        await open_table(context, game_info(game), [] if opponent is None else [opponent], request)


def _request(players: int | None, pace: str | None, rated: bool) -> Callable[[int | None], TableRequest]:  # noqa: FBT001
    """Return a function that makes a request from what is typed, for the id of an invited user."""
    return lambda opponent_id: TableRequest.make(opponent_id, players, pace or "", rated=rated)
