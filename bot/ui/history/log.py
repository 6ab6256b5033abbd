"""``/match action: history`` and ``/match action: export``: a match's log in pages, or as a file."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import groupby

from bot.matches.model.match import Match
from bot.matches.model.views import HistoryLine
from bot.ui.boards.board_messages import match_title, way_row
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import Attachment, OutgoingMessage
from bot.ui.components.panels import page_row, panel
from bot.ui.components.text import Writer, fit_written
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.match_commands import has_started, match_command, playing, seated
from bot.ui.interactions.permissions import visible_match
from bot.ui.interactions.registry import handles
from engines.game import CHANCE, Player
from engines.registry import GAMES
from engines.text import Seat, T, Text, listed

NO_MATCH = T("There is no match here. /matches lists yours.")
GIVEN_SO_FAR = T("Everything up to here comes from another match.")
PAGE_LINES, PAGE_LENGTH = 30, 3300
"""Maximum lines and characters of a page; the rest of a message is for title and result."""
LINE_LENGTH = 600
"""Maximum characters of a line. Only a very long name can exceed it."""


@match_command("history", fits=has_started, prefers=(seated, playing), empty_message=NO_MATCH)
async def show_history(context: InteractionContext, match: Match, _detail: str) -> None:
    """Show the newest page of a match's log."""
    await _show_page(context, match, None)


@handles("turnpage")
async def on_history_page(context: InteractionContext, action: Action) -> None:
    """Show another page of a match's log."""
    await _show_page(context, await visible_match(context, action.match_id), action.ply)


async def _show_page(context: InteractionContext, match: Match, page: int | None) -> None:
    lines = await context.services.matches.history.lines(match.id, context.user_id)
    write = context.write.about(match)
    written = await asyncio.to_thread(history_pages, lines, write)
    pages = len(written)
    page = pages - 1 if page is None else min(max(page, 0), pages - 1)
    title = T("History of {match}, page {page} of {pages}", match=match_title(match), page=page + 1, pages=pages)
    body = "\n".join(written[page]) or write(T("Nothing has been played yet."))
    back = Action("more", match.id).button(write.plain(T("More")), emoji="⚙️")
    row = (*page_row("turnpage", page, pages, write, match.id), back, *way_row(match, write))
    ending = f"🏁 {write(match.result)}" if match.result is not None and page == pages - 1 else ""
    message = panel([f"### {write(title)}", body, ending], (row,))
    await context.responder.show(message)


def history_pages(lines: Sequence[HistoryLine], write: Writer) -> list[list[str]]:
    """Split a history into pages, the oldest first; without moves, one empty page."""
    pages: list[list[str]] = [[]]
    length = 0
    for line in history_lines(lines, write):
        length += len(line) + 1
        if len(pages[-1]) == PAGE_LINES or (length > PAGE_LENGTH and pages[-1]):
            pages.append([])
            length = len(line) + 1
        pages[-1].append(line)
    return pages


def history_lines(lines: Sequence[HistoryLine], write: Writer) -> list[str]:
    """Describe a history: the number of the turn, the player, the moves. Chance is below, in small print.

    Only the last decision of a player in a simultaneous turn counts, so only that one is shown.
    """
    if write.game is not None and GAMES[write.game].info.is_simultaneous:
        last = {(line.turn, line.player): line.ply for line in lines if line.note is None}
        lines = [line for line in lines if line.note or line.ply == last[line.turn, line.player]]
    width = max((len(str(line.turn)) for line in lines), default=0)
    written: list[str] = []
    given = False
    for (turn, player, _, now_given), entries in groupby(lines, key=_line_key):
        if given and not now_given:
            written.append(f"-# {write(GIVEN_SO_FAR)}")
        given = now_given
        group = list(entries)
        text = write(_describe(group))
        if player == CHANCE:
            written.append(fit_written(f"-# {text}", LINE_LENGTH))
            continue
        who = "" if _names_player(group[0]) else f"{write.bold(player)}: "
        written.append(fit_written(f"`{str(turn).rjust(width)}` {who}{text}", LINE_LENGTH))
    if given:
        written.append(f"-# {write(GIVEN_SO_FAR)}")
    return written


def _line_key(line: HistoryLine) -> tuple[int, Player, int, bool]:
    """Return the key of an entry's line: a player's moves of a turn share one; whole sentences have their own."""
    return line.turn, line.player, line.ply if line.player == CHANCE or _names_player(line) else 0, line.given


def _names_player(line: HistoryLine) -> bool:
    """Whether the entry is a sentence that names the player."""
    return line.note is not None or (
        line.phrase is not None and any(arg == Seat(line.player) for _, arg in line.phrase.args)
    )


def _describe(group: Sequence[HistoryLine]) -> Text:
    """Describe the entries of one line: at least one."""
    return listed(line.note or line.phrase or T("{move}", move=line.text) for line in group)


@match_command("export", fits=has_started, prefers=(seated, playing), empty_message=NO_MATCH)
async def export(context: InteractionContext, match: Match, _detail: str) -> None:
    """Send the whole match as a file."""
    text = await context.services.matches.history.export(match.id, context.user_id)
    file = Attachment(f"kurultai-{match.game}-{match.id}.json", text.encode())
    note = T(
        "{match} as a file: players, options, every move. “python -m bot verify FILE” checks its luck without Discord.",
        match=match_title(match),
    )
    write = context.write.about(match)
    await context.responder.reply(OutgoingMessage(write(note), (way_row(match, write),), files=(file,)))
