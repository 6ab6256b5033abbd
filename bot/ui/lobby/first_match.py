"""*Try it* below the greeting: a match that starts at once, or the panel of all games."""

from __future__ import annotations

import discord

from bot.errors import UserError
from bot.matches.lobby.computer_seats import FIRST_LEVEL
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import ButtonSpec, OutgoingMessage
from bot.ui.components.panels import game_lines, panel
from bot.ui.components.text import Writer
from bot.ui.interactions.context import NO_CHOICE, InteractionContext
from bot.ui.interactions.registry import handles
from bot.ui.interactions.table_request import TableRequest, game_info
from bot.ui.lobby.computers import first_match_button
from bot.ui.lobby.tables import open_table
from engines.game import GameInfo
from engines.registry import GAMES
from engines.text import T
from players.levels import name_of


@handles("tryit")
async def on_try(context: InteractionContext, _action: Action) -> None:
    """Show the games, each with a match that one person can begin, and the way to all games."""
    computers = not context.services.matches.computer_turns.are_off
    await context.responder.show(try_panel(context.write, computers=computers))


@handles("tryalone")
async def on_game_tried(context: InteractionContext, action: Action) -> None:
    """Begin a solo match, which starts at once."""
    info = game_info(action.detail)
    if info.min_players > 1:
        raise UserError(NO_CHOICE)
    await open_table(context, info, (), TableRequest(players=1))


def try_panel(write: Writer, *, computers: bool) -> OutgoingMessage:
    """Return the panel with a button for each game that one person can begin: alone where that is possible, else
    against the computer unless there are no ``computers``.
    """
    title = write(T("Try a game"))
    games = [game.info for game in GAMES.values() if computers or game.info.min_players == 1]
    paragraphs = [f"## {title}", game_lines(games, write)]
    starts = T("Each of these matches starts at once.")
    if computers:
        starts = T(
            "Each of these matches starts at once. The computer plays at level {level} ({name}).",
            level=FIRST_LEVEL,
            name=name_of(FIRST_LEVEL),
        )
    paragraphs.append(write(T("{starts} To play with other people, look at all games.", starts=starts)))
    begin = [_alone(info, write) if info.min_players == 1 else first_match_button(info, write) for info in games]
    return panel(paragraphs, (tuple(begin), (TableRequest().action("games").button(write.plain(T("All games"))),)))


def _alone(info: GameInfo, write: Writer) -> ButtonSpec:
    label = write.plain(T("Play {game} alone", game=info.title))
    return Action("tryalone", detail=info.slug).button(label, discord.ButtonStyle.success, "🎲")
