"""``/play``: the games, a new match, other people's tables, and the user's turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import discord
from discord.ui import Container, Item, Section, Separator, TextDisplay

from bot.errors import UserError
from bot.matches.errors import MatchNotFoundError
from bot.matches.model.match import Match, free_seats, has_seat_for
from bot.matches.model.time_control import parse_time_control
from bot.matches.model.views import nearest_page
from bot.ui.boards.board_messages import match_title, message_link
from bot.ui.boards.cards import choices_picture, games_picture
from bot.ui.components.custom_id import Action
from bot.ui.components.forms import ModalSpec
from bot.ui.components.learn import learn_buttons
from bot.ui.components.messages import ButtonSpec, ComponentSpec, OutgoingMessage, action_rows
from bot.ui.components.panels import (
    ACCENT,
    gallery,
    game_lines,
    game_rows,
    number_of_players,
    page_row,
    panel,
    player_names,
)
from bot.ui.components.text import Markup, Writer, mention
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.match_commands import to_move
from bot.ui.interactions.permissions import sees
from bot.ui.interactions.registry import handles
from bot.ui.interactions.table_request import TableRequest, game_info, opponents_of, read_request
from bot.ui.interactions.versus_request import can_be_played_against_the_computer
from bot.ui.lobby.computers import versus_button
from bot.ui.lobby.match_form import new_match_form, read_form
from bot.ui.lobby.table_alerts import alert_offer
from bot.ui.lobby.tables import NOBODY_CAN_JOIN, joined_text, open_table, warn_of_lost_channel
from bot.ui.lobby.time_control import pace_title
from engines.game import GameInfo
from engines.registry import GAMES
from engines.text import TN, T, Text

TABLES_PAGE = 6
"""Tables on one page of the list: each takes four of a message's forty components."""


# ----------------------------------------------------------------------------------------------------------- the games


async def show_games(context: InteractionContext, request: TableRequest) -> None:
    """Show the games to choose from; what is chosen already is kept for the match.

    Raises:
        UserError: there is no game for what is chosen.
    """
    await context.responder.reply(await _games(context, request))


@handles("games")
async def on_games(context: InteractionContext, action: Action) -> None:
    """Go back to the games."""
    await context.responder.update(await _games(context, read_request(action)[1]))


async def show_challenge(context: InteractionContext, request: TableRequest, games: Sequence[GameInfo]) -> None:
    """Show the games to play with the opponent of a request; a press opens the table."""
    await context.responder.reply(await _games_message(context, request, games, "newmatch"))


async def _games(context: InteractionContext, request: TableRequest) -> OutgoingMessage:
    games, write, matches = _possible_games(context, request), context.write, context.services.matches
    others: list[ComponentSpec] = []
    if request.opponent_id is None and context.interaction.guild_id is not None:
        others.append(request.action("newgames").button(write.plain(T("New match")), emoji="👥"))
    if request.opponent_id is None and not matches.computer_turns.are_off:
        others.append(Action("versusgames").button(write.plain(T("Against the computer")), emoji="🤖"))
    if tables := await _joinable_tables(context):
        label = write.plain(TN("{count} open table here", "{count} open tables here", len(tables)))
        others.append(Action("opentables").button(label, emoji="🪑"))
    if waiting := [m for m in await matches.history.matches_of(context.user_id) if to_move(m, context.user_id)]:
        label = write.plain(TN("My turn", "My turn in {count} matches", len(waiting)))
        others.append(Action("next").button(label, discord.ButtonStyle.primary, emoji="▶️"))
    others += learn_buttons(write)
    return await _games_message(context, request, games, "game", others)


async def _games_message(
    context: InteractionContext,
    request: TableRequest,
    games: Sequence[GameInfo],
    press: str,
    others: Sequence[ComponentSpec] = (),
) -> OutgoingMessage:
    """Return the games with a picture, each with a button that does ``press``, and other buttons below."""
    write, services = context.write, context.services
    settings = await services.matches.player_settings.get(context.user_id)
    picture = await games_picture(services.board_renderer, settings, write)
    chosen = _chosen(request, write)
    question = write(T("What would you like to play?"))
    title = f"## {question}"
    items: list[Item[Any]] = [TextDisplay(f"{title}\n{chosen}" if chosen else title)]
    if picture is not None:
        items.append(gallery(picture))
    items.append(TextDisplay(game_lines(games, write)))
    items += action_rows(game_rows(games, lambda slug: request.action(press, slug)))
    if others:
        items += [Separator(), *action_rows([others])]
    files = () if picture is None else (picture,)
    return OutgoingMessage(layout=(Container(*items, accent_colour=ACCENT),), files=files)


@handles("newgames")
async def on_new_match_wanted(context: InteractionContext, action: Action) -> None:
    """Ask which game a new match is of; the panel of the game asks for the rest."""
    request, write = read_request(action)[1], context.write
    games = _possible_games(context, request)
    title = write(T("New match"))
    question = write(T("Choose the game. Next, choose the number of players or the options."))
    back = request.action("games").button(write.plain(T("All games")), emoji="🎲")
    rows = (*game_rows(games, lambda slug: request.action("game", slug)), (back,))
    await context.responder.update(
        panel([f"## {title}", _chosen(request, write), game_lines(games, write), question], rows)
    )


def _has_computer_players(context: InteractionContext, info: GameInfo) -> bool:
    return can_be_played_against_the_computer(info) and not context.services.matches.computer_turns.are_off


def _possible_games(context: InteractionContext, request: TableRequest) -> list[GameInfo]:
    """Return the games that fit the choices; in direct messages, only solo games.

    Raises:
        UserError: there is none.
    """
    infos = [game.info for game in GAMES.values()]
    if context.interaction.guild_id is None:
        if request.opponent_id is not None or request.players not in (None, 1):
            raise UserError(NOBODY_CAN_JOIN)
        return [info for info in infos if info.min_players == 1 or _has_computer_players(context, info)]
    players = request.players
    possible = [info for info in infos if players is None or info.min_players <= players <= info.max_players]
    if not possible:
        raise UserError(TN("No game here is for one player.", "No game here is for {count} players.", players or 0))
    return possible


def _chosen(request: TableRequest, write: Writer) -> str:
    """Return a line with what is chosen besides the game; empty if nothing is."""
    parts = []
    if request.opponent_id is not None:
        parts.append(write(T("With {players}", players=Markup(mention(request.opponent_id)))))
    if request.players is not None:
        parts.append(write(TN("{count} player", "{count} players", request.players)))
    if request.pace:
        parts.append(write(T("Pace: {pace}", pace=pace_title(parse_time_control(request.pace)))))
    if not request.rated:
        parts.append(write(T("Not rated")))
    return " · ".join(parts)


# ------------------------------------------------------------------------------------------------------------ one game


@handles("game")
async def on_game_chosen(context: InteractionContext, action: Action) -> None:
    """Show one game: its defaults, and the ways to begin a match."""
    info, request = _game_and_request(action)
    await context.responder.update(await _game(context, info, request))


async def _game(context: InteractionContext, info: GameInfo, request: TableRequest) -> OutgoingMessage:
    write = context.write
    facts = T("{players} · {length}", players=number_of_players(info), length=info.typical_length)
    usual = [
        write(T("**{option}:** {choice}", option=spec.title, choice=choice.title))
        for spec in info.options
        for choice in spec.choices
        if choice.value == spec.default
    ]
    numbers = _numbers_to_choose(context, info, request)
    form = _form(context, info, request)
    choose = request.action("matchform", info.slug).button(write.plain(T("Choose options …")), emoji="⚙️")
    rules = Action("rules", detail=info.slug).button(write.plain(T("Rules")), emoji="📖")
    back = request.action("games").button(write.plain(T("Back")), emoji="◀️")
    waiting, alert = await alert_offer(context, info.slug)
    begin = [_begin_button(info, replace(request, players=one), _number_label(one), write) for one in numbers]
    with_people = context.interaction.guild_id is not None or info.min_players == 1
    new = (_begin_button(info, request, T("New match"), write),) if with_people and not begin else ()
    versus = (versus_button(info, write),) if _has_computer_players(context, info) else ()
    alone = (*versus, *learn_buttons(write, info.slug))
    others = (*new, *((choose,) if form.fields and with_people else ()), rules, back)
    rows = [row for row in (begin, alone, others, () if alert is None else (alert,)) if row]
    title = f"## {info.title}\n{write(info.tagline)}\n-# {write(facts)}"
    question = write(T("How many players? The match starts when all of them have joined.")) if begin else ""
    settings = await context.services.matches.player_settings.get(context.user_id)
    boards = await choices_picture(context.services.board_renderer, info, settings, write)
    return panel([title, "\n".join(usual), _chosen(request, write), waiting], rows, picture=boards, question=question)


def _numbers_to_choose(context: InteractionContext, info: GameInfo, request: TableRequest) -> Sequence[int]:
    """Return the numbers of players to choose from, at most five; none if the number is known."""
    is_known = request.players is not None or request.opponent_id is not None
    if is_known or context.interaction.guild_id is None or info.min_players == info.max_players:
        return ()
    return range(info.min_players, min(info.max_players, info.min_players + 4) + 1)


def _begin_button(info: GameInfo, request: TableRequest, label: Text, write: Writer) -> ButtonSpec:
    """Return the button that opens a table."""
    return request.action("newmatch", info.slug).button(write.plain(label), discord.ButtonStyle.success, "🎲")


def _number_label(players: int) -> Text:
    return T("Alone") if players == 1 else TN("{count} player", "{count} players", players)


@handles("newmatch")
async def on_new_match(context: InteractionContext, action: Action) -> None:
    """Open a table with the default options."""
    await _open(context, *_game_and_request(action))


@handles("matchform")
async def on_form_wanted(context: InteractionContext, action: Action) -> None:
    """Open the form for a match; it must be the first response."""
    await context.responder.open_modal(_form(context, *_game_and_request(action)))


def _form(context: InteractionContext, info: GameInfo, request: TableRequest) -> ModalSpec:
    action, solo = request.action("matchformed", info.slug), context.interaction.guild_id is None
    return new_match_form(action, info, request, context.write, solo=solo)


@handles("matchformed")
async def on_form_filled(context: InteractionContext, action: Action) -> None:
    """Open a table with the values of the form."""
    info, request = _game_and_request(action)
    filled = read_form(info, context.form)
    wanted = replace(
        request,
        players=filled.players if filled.players is not None else request.players,
        options=filled.options,
        pace=filled.pace or "",
        rated=filled.rated if filled.rated is not None else request.rated,
    )
    await _open(context, info, wanted)


async def _open(context: InteractionContext, info: GameInfo, request: TableRequest) -> None:
    await open_table(context, info, await opponents_of(context, request), request)


def _game_and_request(action: Action) -> tuple[GameInfo, TableRequest]:
    slug = action.detail.partition(";")[0]
    return game_info(slug), read_request(action)[1]


# ---------------------------------------------------------------------------------------------------------- its tables


@handles("opentables")
async def on_tables_wanted(context: InteractionContext, action: Action) -> None:
    """Show the tables of this server that the user can join."""
    tables = await _joinable_tables(context)
    await context.responder.update(_table_list(context, tables, action.ply))


def _table_list(context: InteractionContext, tables: Sequence[Match], page: int) -> OutgoingMessage:
    write = context.write
    page, pages = nearest_page(page, len(tables), TABLES_PAGE)
    title = write(T("Open tables"))
    items: list[Item[Any]] = [TextDisplay(f"## {title}")]
    if not tables:
        items.append(TextDisplay(write(T("No table is open now."))))
    for match in tables[page * TABLES_PAGE : (page + 1) * TABLES_PAGE]:
        join = Action("jointable", match.id).button(write.plain(T("Join")), discord.ButtonStyle.success)
        items.append(Section(table_line(match, context.user_id, write.about(match)), accessory=join.item()))
    back = TableRequest().action("games").button(write.plain(T("All games")), emoji="🎲")
    items += [Separator(), *action_rows([(*page_row("opentables", page, pages, write), back)])]
    return OutgoingMessage(layout=(Container(*items, accent_colour=ACCENT),))


def table_line(match: Match, user_id: int, write: Writer) -> str:
    """Return a table of the list: its game, players, free seats, pace and channel."""
    free = TN("One free seat", "{count} free seats", free_seats(match))
    state = T("You are invited.") if user_id in match.invited else free
    pace = T("Pace: {pace}", pace=pace_title(match.time_control))
    names = player_names(match, write)
    return f"**{match_title(match)}** · {names}\n-# {write(state)} · {write(pace)} · <#{match.channel.channel_id}>"


@handles("jointable")
async def on_table_chosen(context: InteractionContext, action: Action) -> None:
    """Join a table from the list, and show the way to it."""
    here = {match.id: match for match in await _tables_in_sight(context)}
    if action.match_id not in here:
        raise MatchNotFoundError(T("That table is no longer open. /play shows the open ones."))
    joined = await context.services.matches.tables.join(action.match_id, context.person)
    there = f"<#{joined.channel.target_id}>"
    if joined.channel.thread_id is None and joined.table_message_id is not None:
        there = message_link(joined, joined.table_message_id)
    await context.confirm(joined_text(joined), there)
    await warn_of_lost_channel(context, joined)


async def _joinable_tables(context: InteractionContext) -> list[Match]:
    """Return the visible tables with a seat for the user: invitations first, then those of this channel."""

    def order(match: Match) -> tuple[bool, bool, int]:
        return context.user_id not in match.invited, match.channel.channel_id != context.channel_id, match.id

    return sorted((m for m in await _tables_in_sight(context) if has_seat_for(m, context.user_id)), key=order)


async def _tables_in_sight(context: InteractionContext) -> list[Match]:
    """Return the open tables of this server in the channels that the user can see."""
    guild = context.interaction.guild
    if guild is None:
        return []
    tables = await context.services.matches.history.open_tables(guild.id)
    return [match for match in tables if _sees(context, guild, match.channel.channel_id)]


def _sees(context: InteractionContext, guild: discord.Guild, channel_id: int) -> bool:
    """Whether the user sees a channel or thread, or is in it now."""
    if channel_id == context.channel_id:
        return True
    channel = guild.get_channel_or_thread(channel_id)
    return channel is not None and sees(context, channel)
