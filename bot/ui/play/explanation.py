"""Right-click on a board: *Explain this board*."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import discord

from bot.errors import UserError
from bot.matches.model.match import MatchStatus
from bot.matches.model.views import MatchView
from bot.ui.boards.board_messages import (
    away_until,
    board_button,
    is_newest,
    match_title,
    message_link,
    result_of,
    resume_button,
)
from bot.ui.boards.board_renderer import alt_text, text_board
from bot.ui.boards.clocks import clock_lines
from bot.ui.components.custom_id import TEMPLATE, Action
from bot.ui.components.messages import ComponentSpec, LinkButtonSpec, OutgoingMessage, Row
from bot.ui.components.panels import panel
from bot.ui.components.text import Writer, escape, moment
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.permissions import visible_match
from bot.ui.planners import planner_of, sheet_planner_of, why_out
from engines.text import Seat, T

PICTURE = re.compile(r"[a-z]+-([0-9]{1,18})-([0-9]{1,9})\.png")
"""File name of a board, see :func:`bot.ui.boards.board_renderer.picture_name`."""

BOARD_ACTIONS = frozenset({"board", "since", "more"})
"""Actions whose buttons name the match and ply of the board above them."""


async def explain_board(context: InteractionContext, message: discord.Message) -> None:
    """Explain the board in a message: what it shows, whose turn it is, what the user can do.

    Raises:
        UserError: the message has no board of the bot.
    """
    if message.author != context.interaction.client.user:
        raise UserError(T("I can only explain my own boards. Choose a message of mine with a board."))
    found = board_of_message(message)
    if found is None:
        raise UserError(T("There is no board in this message. /match shows the match or table of this channel."))
    match_id, ply = found
    match = await visible_match(context, match_id)
    view = await context.services.matches.history.view(match.id, user_id=context.user_id)
    await context.responder.reply(explanation(view, context.write.about(view.match), is_old=ply < view.match.ply))


def board_of_message(message: discord.Message) -> tuple[int, int] | None:
    """Return the match and ply of the board in a message; ``None`` if it has none."""
    for attachment in message.attachments:
        if (picture := PICTURE.fullmatch(attachment.filename)) is not None:
            return int(picture[1]), int(picture[2])
    for action in _actions(message.components):
        if action.match_id and action.name in BOARD_ACTIONS:
            return action.match_id, action.ply
    return None


def _actions(components: Any) -> Iterator[Action]:
    for part in components:
        if (found := TEMPLATE.fullmatch(getattr(part, "custom_id", None) or "")) is not None:
            yield Action.parse(found)
        yield from _actions(getattr(part, "children", ()))


def explanation(view: MatchView, write: Writer, *, is_old: bool) -> OutgoingMessage:
    """Return what a board shows to its viewer in words, whose turn it is, and the buttons for what can be done."""
    match = view.match
    old = T("This is an old board: the match has continued. What follows explains the newest one.")
    happened = "\n".join(" ".join(map(write, paragraph)) for paragraph in view.paragraphs)
    paragraphs = [
        f"### {match_title(match)}",
        f"⚠️ {write(old)}" if is_old else "",
        _section(write(T("What the picture shows")), escape(alt_text(view, write)), text_board(view, write)),
        _section(write(T("What happened last")), happened) if happened else "",
        _section(write(T("Whose turn it is")), *_turn_lines(view, write)),
        _section(write(T("What you can do now")), _options(view, write)),
    ]
    return panel(paragraphs, (_buttons(view, write, is_old=is_old),))


def _section(title: str, *lines: str) -> str:
    return "\n".join((f"**{title}**", *filter(None, lines)))


def _turn_lines(view: MatchView, write: Writer) -> list[str]:
    match = view.match
    if not is_newest(view):
        return [write(result_of(match))]
    sheets = sheet_planner_of(match.game)
    if match.paused_at is not None:
        lines = [write(T("Nobody’s: the match is paused."))]
    elif sheets is not None:
        lines = [write(text) for text in sheets.status(view, can_press=view.viewer is not None)]
    else:
        lines = [write(T("{player} is to move.", player=Seat(player))) for player in view.to_move]
    if match.moved_at is not None and match.paused_at is None:
        lines.append(write(T("The turn before ended {moment}.", moment=moment(match.moved_at))))
    lines += clock_lines(match, view.to_move, write)
    return lines + [f"-# {write(away_until(player, until))}" for player, until in view.away]


def _options(view: MatchView, write: Writer) -> str:
    match, viewer = view.match, view.viewer
    if not is_newest(view):
        return write(T("The match is over. More offers a rematch, the replay and the check of the luck."))
    if viewer is None:
        return write(T("You are not playing in this match. More has Watch, which sends you every new board."))
    if (out := why_out(view, viewer)) is not None:
        return write(out)
    if match.paused_at is not None:
        return write(T("Press Resume to play on.") if match.is_alone else T("Press Resume to propose playing on."))
    sheets = sheet_planner_of(match.game)
    idle = None if sheets is None else sheets.idle_reason(view, viewer)
    if idle is not None:
        return write(idle)
    if viewer in view.to_move:
        return write(planner_of(match.game).prompt(view, viewer)) + " " + write(T("Press Board to begin."))
    return write(T("It is not your turn. I will notify you when it is."))


def _buttons(view: MatchView, write: Writer, *, is_old: bool) -> Row:
    match, viewer = view.match, view.viewer
    row: list[ComponentSpec] = [board_button(match, write)]
    if is_old and match.board_message_id is not None:
        row.append(
            LinkButtonSpec(message_link(match, match.board_message_id), write.plain(T("Go to the newest board")))
        )
    plays = viewer is not None and why_out(view, viewer) is None
    if match.paused_at is not None and match.status is MatchStatus.RUNNING and plays:
        row.append(resume_button(match, write))
    row.append(Action("rules", detail=match.game).button(write.plain(T("Rules")), emoji="📖"))
    row.append(Action("more", match.id, match.ply).button(write.plain(T("More")), emoji="⚙️"))
    return tuple(row)
