"""Leaderboards of a server.

Players appear under the name of their last match there, escaped. A name is never a mention, so nobody is notified, and
players who have left the server still appear. Players whose data was deleted do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.errors import UserError
from bot.matches.model.results import RatingLine, ScoreLine
from bot.matches.results.leaderboards import LeaderboardPage
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import ButtonSpec, OutgoingMessage, Row, SelectOptionSpec
from bot.ui.components.panels import page_row, panel
from bot.ui.components.text import Writer, escape, fit, is_visible, plain
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.permissions import NO_CHANNEL_RIGHT, can_attach, can_post
from bot.ui.interactions.registry import handles
from bot.ui.server.leaderboard_card import leaderboard_picture
from bot.ui.server.leaderboard_kinds import (
    NAME_LIMIT,
    SOMEONE,
    LeaderboardKind,
    leaderboard_kinds,
    level_of,
    number_of,
    record_of,
)
from engines.registry import GAMES
from engines.text import TN, T, listed
from render.bidi import isolated

LINES_PER_PAGE, LINES_IN_OVERVIEW = 10, 3
"""Lines of a leaderboard on its page, and in the overview."""

OWN_LINE_MARK = "›"
"""Marks the user's own line."""

NOT_IN_A_SERVER = T("Ratings belong to a server, so please ask there. Matches in direct messages have no ratings.")


# -------------------------------------------------------------------------------------------------------- leaderboards


async def show_leaderboard(context: InteractionContext, key: str | None) -> None:
    """Show the first page of a leaderboard; without a key, the overview."""
    await context.responder.show(await (_overview_page(context) if key is None else _page(context, key, 0)))


@handles("ranks")
async def on_leaderboard_page(context: InteractionContext, action: Action) -> None:
    """Show another page of a leaderboard, or the overview."""
    await context.responder.show(
        await (_page(context, action.detail, action.ply) if action.detail else _overview_page(context))
    )


@handles("rankboard")
async def on_leaderboard_chosen(context: InteractionContext, _action: Action) -> None:
    """Show another leaderboard."""
    await context.responder.show(await _page(context, context.choice, 0))


async def _page(context: InteractionContext, key: str, number: int) -> OutgoingMessage:
    guild_id, kind = server_of(context), _kind_of(key)
    board = await _read(context, guild_id, kind, number, LINES_PER_PAGE)
    return leaderboard_page(kind, board, context.user_id, context.write, shareable=can_post(context))


@handles("showranks")
async def share_leaderboard(context: InteractionContext, action: Action) -> None:
    """Post the best players of a leaderboard to the channel, as a picture."""
    guild_id, kind = server_of(context), _kind_of(action.detail)
    if not can_post(context):
        raise UserError(NO_CHANNEL_RIGHT)
    board = await _read(context, guild_id, kind, 0, LINES_PER_PAGE)
    if not board.lines:
        raise UserError(T("This leaderboard is empty now."))
    # The button is removed first: a second press would post the picture twice.
    await context.responder.update(leaderboard_page(kind, board, context.user_id, context.write))
    services, guild = context.services, context.interaction.guild
    write = services.writer(services.guild_locale(guild_id))
    picture = None
    if can_attach(context):
        server = "" if guild is None else guild.name
        picture = await leaderboard_picture(services.board_renderer, kind, board, server, services.clock(), write)
    title = f"## 🏆 {write(kind.title)}"
    if picture is None:
        message = panel([title, _lines(replace(board, own_line=None), None, write), _legend(board.lines, write)])
    else:
        message = panel([title], picture=picture)
    await context.responder.reply_publicly(message, late=message)


def _kind_of(key: str) -> LeaderboardKind:
    """Return a leaderboard by its key.

    Raises:
        UserError: there is none.
    """
    kind = leaderboard_kinds().get(key)
    if kind is None:
        raise UserError(T("There is no such leaderboard. /leaderboard shows them all."))
    return kind


async def _overview_page(context: InteractionContext) -> OutgoingMessage:
    guild_id, write = server_of(context), context.write
    paragraphs = ["## 🏆 " + write(T("Leaderboards of this server"))]
    shown: list[RatingLine | ScoreLine] = []
    for kind in leaderboard_kinds().values():
        board = await _read(context, guild_id, kind, 0, LINES_IN_OVERVIEW)
        if board.lines:
            shown += board.lines
            paragraphs.append(f"**{write(kind.title)}**\n{_lines(board, context.user_id, write)}")
    statistics = await context.services.matches.leaderboards.player_stats(guild_id, context.user_id)
    beaten = [
        T("{game}: level {level}", game=GAMES[one.game].info.title, level=one.level_beaten)
        for one in statistics
        if one.level_beaten is not None and one.game in GAMES
    ]
    if beaten:
        paragraphs.append(write(T("🤖 **Beaten by you:** {levels}", levels=listed(beaten))))
    if len(paragraphs) == 1:
        empty = T("Nobody is on a leaderboard here yet; matches with the computer do not count. /play opens a table.")
        paragraphs.append(write(empty))
    else:
        paragraphs.append(_legend(shown, write))
    return panel(paragraphs, (_menu(None, write), (_stats_button(write),)))


async def _read(
    context: InteractionContext, guild_id: int, kind: LeaderboardKind, page: int, size: int
) -> LeaderboardPage:
    matches = context.services.matches
    if kind.variant is None:
        return await matches.leaderboards.leaderboard(guild_id, kind.info.slug, page, size, context.user_id)
    return await matches.leaderboards.best_scores(guild_id, kind.info.slug, kind.variant, page, size, context.user_id)


def server_of(context: InteractionContext) -> int:
    """Return the server's ID.

    Raises:
        UserError: the command came from direct messages.
    """
    if context.interaction.guild_id is None:
        raise UserError(NOT_IN_A_SERVER)
    return context.interaction.guild_id


def leaderboard_page(
    kind: LeaderboardKind, board: LeaderboardPage, user_id: int, write: Writer, *, shareable: bool = False
) -> OutgoingMessage:
    """Return a page of a leaderboard, always with the user's own line, and its controls.

    ``shareable``: whether the user may post it.
    """
    title = f"## 🏆 {write(kind.title)}"
    page_buttons = page_row("ranks", board.page, board.pages, write, detail=kind.key)
    rows: list[Row] = [page_buttons] if page_buttons else []
    share: Row = ()
    if shareable and board.lines:
        share = (Action("showranks", detail=kind.key).button(write.plain(T("Show everyone")), emoji="📣"),)
    rows += [_menu(kind, write), (_stats_button(write), *share)]
    if not board.lines:
        nobody = T("Nobody is on this leaderboard yet. /play game: {game} opens a table.", game=kind.info.slug)
        return panel([title, write(nobody)], rows)
    position = TN(
        "{count} player on this server · page {page} of {pages}",
        "{count} players on this server · page {page} of {pages}",
        board.total,
        page=board.page + 1,
        pages=board.pages,
    )
    legend = (
        write(T("The number is the best score. Only matches played alone and to the end count here."))
        if kind.variant is not None
        else ""
    )
    return panel(
        [
            f"{title}\n-# {write(position)}",
            _lines(board, user_id, write),
            f"-# {legend}" if legend else _legend(board.lines, write),
        ],
        rows,
    )


def _legend(lines: Sequence[RatingLine | ScoreLine], write: Writer) -> str:
    legend = T(
        "The number is the rating. A question mark means that it is provisional. Only rated matches count."
        " {mark} is you.",
        mark=OWN_LINE_MARK,
    )
    said = [legend]
    if any(level_of(line) is not None for line in lines):
        said.append(T("🤖 is the highest level of the computer that the player has beaten here."))
    return "-# " + " ".join(map(write, said))


def _menu(shown: LeaderboardKind | None, write: Writer) -> Row:
    choices = tuple(
        SelectOptionSpec(kind.key, write.plain(kind.title), chosen=shown is not None and kind.key == shown.key)
        for kind in leaderboard_kinds().values()
    )
    return (Action("rankboard").select(write.plain(T("Another leaderboard …")), choices),)


def _stats_button(write: Writer) -> ButtonSpec:
    return Action("stats").button(write.plain(T("My statistics")), emoji="📊")


def _lines(board: LeaderboardPage, user_id: int | None, write: Writer) -> str:
    """Return the lines of a leaderboard: rank and number in monospace, then the name and the record."""
    shown: list[RatingLine | ScoreLine] = [*board.lines]
    gap = False
    if board.own_line is not None and all(line.user_id != board.own_line.user_id for line in shown):
        gap = board.own_line.rank != shown[-1].rank + 1
        shown.append(board.own_line)
    numbers = [number_of(line) for line in shown]
    ranks = [f"{line.rank}." for line in shown]
    columns = max(map(len, ranks)), max(map(len, numbers))
    lines = []
    for line, rank, number in zip(shown, ranks, numbers, strict=True):
        mark = OWN_LINE_MARK if line.user_id == user_id else " "
        fixed = f"`{mark}{rank.rjust(columns[0])} {number.rjust(columns[1])}`"
        level = "" if level_of(line) is None else f" · 🤖 {level_of(line)}"
        lines.append(f"{fixed} **{_name(line, write)}** · {write(record_of(line))}{level}")
    if gap:
        lines.insert(-1, "…")
    return "\n".join(lines)


def _name(line: RatingLine | ScoreLine, write: Writer) -> str:
    """Return a player's name without mentions or markup."""
    if line.name is None or not is_visible(line.name):
        return write(SOMEONE)
    return isolated(escape(fit(plain(line.name), NAME_LIMIT)))
