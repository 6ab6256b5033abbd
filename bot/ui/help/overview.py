"""``/help``: what a user can do here and now."""

from __future__ import annotations

import discord

from bot.errors import WrongChannelError
from bot.matches.model.match import Match, has_seat_for
from bot.ui.boards.board_messages import board_button, match_title
from bot.ui.components.custom_id import Action
from bot.ui.components.learn import learn_buttons
from bot.ui.components.messages import ButtonSpec, OutgoingMessage
from bot.ui.components.panels import panel
from bot.ui.components.text import Writer
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.match_commands import is_table, playing, running, to_move
from bot.ui.interactions.match_picker import state_of, urgency
from bot.ui.interactions.permissions import check_channel, forum_of, manages_server
from engines.registry import GAMES
from engines.text import TN, T

TABLES = 2
"""Maximum number of open tables with a button."""


async def show_help(context: InteractionContext) -> None:
    """Show what the user can do here and now, with a button for each."""
    await context.responder.reply(await overview(context))


async def overview(context: InteractionContext) -> OutgoingMessage:
    """Return at most eight lines, and their buttons."""
    write, user_id = context.write, context.user_id
    history = context.services.matches.history
    here = await history.matches_in(context.channel_id)
    mine = await history.matches_of(user_id)
    lines: list[str] = []
    first: list[ButtonSpec] = []
    played_here = sorted((match for match in here if running(match, user_id)), key=urgency)
    if played_here:
        match = played_here[0]
        lines.append(_match_line(match, user_id, write))
        first.append(board_button(match, write))
    waiting = [match for match in mine if to_move(match, user_id)]
    is_told = [match.id for match in waiting] == [match.id for match in played_here[:1]]
    if waiting and not is_told:
        lines.append(
            "▶️ " + write(TN("It is your turn in one match.", "It is your turn in {count} matches.", len(waiting)))
        )
        label = write.plain(TN("My turn", "My turn in {count} matches", len(waiting)))
        first.append(Action("next").button(label, discord.ButtonStyle.primary, "▶️"))
    tables = [*here, *await history.matches_under(context.channel_id)]
    joinable = list({match.id: match for match in tables if _can_join(match, user_id)}.values())
    if joinable:
        lines.append(
            "🪑 " + write(TN("A table here has a free seat.", "{count} tables here have free seats.", len(joinable)))
        )
        first += [_join_button(match, write) for match in joinable[:TABLES]]
    lines.append("🎲 " + await _opening(context))
    lines.append("📖 " + write(T("/learn teaches a game in minutes, and /rules explains it page by page.")))
    games = [Action("games", detail=";;;;").button(write.plain(T("Play")), emoji="🎲"), *learn_buttons(write)]
    if played_here:
        games.append(Action("rules", detail=played_here[0].game).button(write.plain(T("Rules")), emoji="📖"))
    own: list[ButtonSpec] = []
    if mine:
        lines.append("📋 " + write(T("/matches lists your matches, and /match shows everything about one.")))
        own.append(Action("matches").button(write.plain(T("My matches")), emoji="📋"))
    lines.append("⚙️ " + write(T("In your settings you choose time zone, notifications and how boards look.")))
    own.append(Action("settingspage").button(write.plain(T("My settings")), emoji="⚙️"))
    if manages_server(context, context.interaction.guild_id):
        lines.append("🛠️ " + write(T("As a server manager you choose channels, pace and limits.")))
        own.append(Action("serverpanel").button(write.plain(T("Server settings")), emoji="🛠️"))
    return panel(["\n".join(lines)], (*((first,) if first else ()), games, own))


def _match_line(match: Match, user_id: int, write: Writer) -> str:
    """Return a match's state, and the user's buttons."""
    write = write.about(match)
    if to_move(match, user_id):
        return "🖼️ " + write(T("{match}: it is your turn. Press Board.", match=match_title(match)))
    state = write(T("{match}: {state}.", match=match_title(match), state=state_of(match)))
    if playing(match, user_id):
        return f"🖼️ {state} " + write(T("I will notify you when it is your turn."))
    return f"🖼️ {state} " + write(T("Board shows it to you."))


def _can_join(match: Match, user_id: int) -> bool:
    return is_table(match, user_id) and has_seat_for(match, user_id)


def _join_button(match: Match, write: Writer) -> ButtonSpec:
    label = write.plain(T("Join {match}", match=match_title(match)))
    return Action("join", match.id).button(label, discord.ButtonStyle.success)


async def _opening(context: InteractionContext) -> str:
    """Return how to open a match here, or where to do so."""
    write, guild = context.write, context.interaction.guild
    off = context.services.matches.computer_turns.are_off
    computers = "" if off else " " + write(T("You can also play against the computer."))
    if context.interaction.guild_id is None:
        solo = ", ".join(game.info.title for game in GAMES.values() if game.info.min_players == 1)
        alone = T("/play begins a match for you alone here: {games}. Play with others on a server.", games=solo)
        return write(alone) + computers
    settings = await context.services.matches.server_settings.get(context.interaction.guild_id)
    try:
        if forum_of(guild, settings) is None:
            check_channel(guild, context.interaction.channel, settings)
    except WrongChannelError as error:
        return f"{write(error.reason)} {error.markup}"
    return write(T("/play begins a match: choose a game, and others join with a press.")) + computers
