"""``/server matches``: a server's tables and matches, and the actions of its managers."""

from __future__ import annotations

from typing import Any

import discord
from discord.ui import Container, Item, Separator, TextDisplay

from bot.matches.model.match import Match, MatchStatus
from bot.matches.model.settings import ManagerAction
from bot.matches.model.views import FORGOTTEN
from bot.ui.boards.board_messages import match_title, message_link
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import LinkButtonSpec, OutgoingMessage, Row, action_rows
from bot.ui.components.panels import ACCENT, page_row, player_names
from bot.ui.components.text import Writer, fit_written, mention
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.match_picker import state_of
from bot.ui.interactions.permissions import require_manager
from bot.ui.interactions.registry import handles
from engines.text import TN, T

PER_PAGE = 5
"""Matches on a page: each takes six of a message's 40 components."""
ACTS_PER_PAGE = 15
ACT_LIMIT = 240
"""Maximum length of a line, so that a page fits into a message."""


async def show_server_matches(context: InteractionContext) -> None:
    """Show the first page."""
    await context.responder.show(await _page(context, 0))


@handles("serverpage")
async def on_matches_page(context: InteractionContext, action: Action) -> None:
    """Show another page, or return from the managers' actions."""
    await context.responder.show(await _page(context, action.ply))


@handles("serveracts")
async def on_acts_page(context: InteractionContext, action: Action) -> None:
    """Show a page of the managers' actions."""
    guild_id = require_manager(context)
    found = await context.services.matches.moderation.actions_of_server(guild_id, action.ply, ACTS_PER_PAGE)
    write = context.write
    lines = [
        fit_written(f"<t:{act.at}:f> {_manager_name(act, write)} {write(act.text)}", ACT_LIMIT) for act in found.actions
    ] or [write(T("Nothing yet."))]
    items: list[Item[Any]] = [
        TextDisplay("## " + write(T("Actions by server managers"))),
        TextDisplay("\n".join(lines)),
    ]
    back = Action("serverpage", 0).button(write.plain(T("Matches")), emoji="📋")
    row: Row = (back, *page_row("serveracts", found.number, found.pages, write))
    await context.responder.show(
        OutgoingMessage(layout=(Container(*items, Separator(), *action_rows((row,)), accent_colour=ACCENT),))
    )


def _manager_name(act: ManagerAction, write: Writer) -> str:
    return mention(act.user_id) if act.user_id > 0 else write(FORGOTTEN)


async def _page(context: InteractionContext, number: int) -> OutgoingMessage:
    guild_id = require_manager(context)
    found = await context.services.matches.moderation.matches_of_server(guild_id, number, PER_PAGE)
    write = context.write
    title = TN("One open table or running match", "{count} open tables and running matches", found.total)
    if not found.total:
        title = T("No table is open here, and no match is running.")
    items: list[Item[Any]] = [TextDisplay("## " + write(title))]
    for match in found.matches:
        items += [
            Separator(),
            TextDisplay(match_entry(match, write.about(match))),
            *action_rows((_controls(match, write),)),
        ]
    record = Action("serveracts", 0).button(write.plain(T("Actions by server managers")), emoji="📝")
    row: Row = (record, *page_row("serverpage", found.number, found.pages, write))
    return OutgoingMessage(layout=(Container(*items, Separator(), *action_rows((row,)), accent_colour=ACCENT),))


def match_entry(match: Match, write: Writer) -> str:
    """Describe a match: players, channel, state, dates."""
    begun = write(T("Started")) if match.started_at is not None else write(T("Opened"))
    since, first = match.moved_at or match.created_at, match.started_at or match.created_at
    lines = [
        f"**{match_title(match)}** · {player_names(match, write)} · <#{match.channel.target_id}>",
        f"{write(state_of(match))} · <t:{since}:R> · {begun} <t:{first}:d>",
    ]
    if match.unreachable_since is not None:
        lost = write(T("I can no longer post there. Move the match to another channel."))
        lines.append(f"-# ⚠️ {lost} <t:{match.unreachable_since}:R>")
    return "\n".join(lines)


def _controls(match: Match, write: Writer) -> Row:
    """Return the buttons of a match."""
    running = match.status is MatchStatus.RUNNING
    message_id = match.board_message_id if running else match.table_message_id
    there = (
        ()
        if message_id is None or match.unreachable_since is not None
        else (LinkButtonSpec(message_link(match, message_id), write.plain(T("Go there"))),)
    )
    move = Action("elsewhere", match.id).button(write.plain(T("Move …")), emoji="📍")
    end = Action("manage", match.id).button(write.plain(T("End …")), discord.ButtonStyle.danger)
    return (*there, *((move,) if running else ()), end)
