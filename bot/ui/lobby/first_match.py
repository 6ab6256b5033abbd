"""*Try it* below the greeting: a solo match with one more press, or the panel of all games."""

from __future__ import annotations

import discord

from bot.errors import UserError
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import OutgoingMessage
from bot.ui.components.panels import panel
from bot.ui.components.text import Writer
from bot.ui.interactions.context import NO_CHOICE, InteractionContext
from bot.ui.interactions.registry import handles
from bot.ui.lobby.table_request import TableRequest, game_info
from bot.ui.lobby.tables import open_table
from engines.game import GameInfo
from engines.registry import GAMES
from engines.text import T


@handles("tryit")
async def on_try(context: InteractionContext, _action: Action) -> None:
    """Show the games that can be tried alone, and the way to all games."""
    await context.responder.show(try_panel(context.write))


@handles("tryalone")
async def on_game_tried(context: InteractionContext, action: Action) -> None:
    """Begin a solo match, which starts at once."""
    info = game_info(action.detail)
    if info.min_players > 1:
        raise UserError(NO_CHOICE)
    await open_table(context, info, (), TableRequest(players=1))


def try_panel(write: Writer) -> OutgoingMessage:
    """Return the panel with a button for each game that can be played alone."""
    solo = solo_games()
    title = write(T("Try a game"))
    paragraphs = [f"## {title}"]
    paragraphs += [f"**{info.title}**\n{write(info.tagline)}" for info in solo]
    paragraphs.append(write(T("A solo match starts at once. For a match with others, look at all games.")))
    alone = [
        Action("tryalone", detail=info.slug).button(
            write.plain(T("Play {game} alone", game=info.title)), discord.ButtonStyle.success, "🎲"
        )
        for info in solo
    ]
    return panel(paragraphs, ((*alone, TableRequest().action("games").button(write.plain(T("All games")))),))


def solo_games() -> list[GameInfo]:
    """Return the games that can be played alone."""
    return [game.info for game in GAMES.values() if game.info.min_players == 1]
