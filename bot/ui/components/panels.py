"""Messages in Components V2: tables, panels, lists, rules pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord.ui import Container, Item, MediaGallery, Separator, TextDisplay

from bot.matches.model.match import Match
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import Attachment, OutgoingMessage, Row, Rows, action_rows
from bot.ui.components.text import ALT_LIMIT, Writer, escape, fit, fit_written, mention
from engines.text import T

ACCENT = discord.Colour(0x2F6F6B)
"""The bot's colour, on the edge of its panels; it has no meaning."""

TEXT_LIMIT = 4000
"""Maximum characters of all texts of a message (https://discord.com/developers/docs/components/reference)."""


def panel(
    paragraphs: Sequence[str],
    rows: Rows = (),
    *,
    picture: Attachment | None = None,
    mentions: tuple[int, ...] = (),
) -> OutgoingMessage:
    """Return a framed message: paragraphs, a picture, controls."""
    room = TEXT_LIMIT
    items: list[Item[Any]] = []
    for paragraph in filter(None, paragraphs):
        if room <= 5:
            break
        shown = fit_written(paragraph, room)
        room -= len(shown)
        items.append(TextDisplay(shown))
    if picture is not None:
        alt = None if picture.alt is None else fit(picture.alt, ALT_LIMIT)
        media = discord.MediaGalleryItem(f"attachment://{picture.name}", description=alt)
        items.append(MediaGallery(media))
    if rows:
        items += [Separator(), *action_rows(rows)]
    files = () if picture is None else (picture,)
    return OutgoingMessage(layout=(Container(*items, accent_colour=ACCENT),), files=files, mentions=mentions)


def player_lines(match: Match, write: Writer) -> list[str]:
    """Return the players of a table or match, one line each."""
    lines = []
    for place, seat in enumerate(match.seats, start=1):
        known_as = "" if seat.alias is None else f" ({escape(seat.name)})"
        # Who looks for one of two people of the same name finds the right one behind the mention.
        person = f" {mention(seat.user_id)}" if write.mark(seat.player) and not seat.is_anonymous else ""
        lines.append(f"{place}. {write.bold(seat.player)}{known_as}{person}")
    return lines


def page_row(name: str, page: int, pages: int, write: Writer, match_id: int = 0, detail: str = "") -> Row:
    """Return buttons to the previous and next page, if these exist."""
    row = []
    if page > 0:
        row.append(Action(name, match_id, page - 1, detail).button(write.plain(T("Back")), emoji="◀️"))
    if page < pages - 1:
        row.append(Action(name, match_id, page + 1, detail).button(write.plain(T("Next")), emoji="▶️"))
    return tuple(row)
