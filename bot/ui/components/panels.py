"""Messages in Components V2: tables, panels, lists, rules pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import discord
from discord.ui import Container, Item, MediaGallery, Separator, TextDisplay

from bot.matches.model.match import Match
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import Attachment, OutgoingMessage, Row, Rows, action_rows
from bot.ui.components.text import ALT_LIMIT, Writer, escape, fit, fit_written, mention
from engines.game import GameInfo
from engines.text import TN, T, Text

ACCENT = discord.Colour(0x2F6F6B)
"""The bot's colour, on the edge of its panels; it has no meaning."""

ROW_LIMIT = 5
"""Buttons in a row (https://discord.com/developers/docs/components/reference#action-row)."""

NAMES_LIMIT = 400
"""Maximum characters of the players' names in an entry of a list: escaped, those of eight have up to 600, with which a
page would be longer than a message may be."""

TEXT_LIMIT = 4000
"""Maximum characters of all texts of a message (https://discord.com/developers/docs/components/reference)."""


def panel(
    paragraphs: Sequence[str],
    rows: Sequence[Row | str] = (),
    *,
    banner: Attachment | None = None,
    picture: Attachment | None = None,
    question: str = "",
    mentions: tuple[int, ...] = (),
) -> OutgoingMessage:
    """Return a framed message: a banner, paragraphs, a picture, a question about the controls, controls.

    A text among the ``rows`` stands above the row that follows it. A closed menu shows its chosen option only, cut to
    some 24 characters on a phone, so what it is about belongs above it.
    """
    room = TEXT_LIMIT - len(question) - sum(len(row) for row in rows if isinstance(row, str))
    items: list[Item[Any]] = [] if banner is None else [gallery(banner)]
    for paragraph in filter(None, paragraphs):
        if room <= 5:
            break
        shown = fit_written(paragraph, room)
        room -= len(shown)
        items.append(TextDisplay(shown))
    if picture is not None:
        items.append(gallery(picture))
    if question:
        items.append(TextDisplay(question))
    if rows:
        items.append(Separator())
        for row in rows:
            if isinstance(row, str):
                items.append(TextDisplay(row))
            else:
                items += action_rows((row,))
    files = tuple(file for file in (banner, picture) if file is not None)
    return OutgoingMessage(layout=(Container(*items, accent_colour=ACCENT),), files=files, mentions=mentions)


def gallery(picture: Attachment) -> MediaGallery[Any]:
    """A picture inside a message of the second generation."""
    alt = None if picture.alt is None else fit(picture.alt, ALT_LIMIT)
    return MediaGallery(discord.MediaGalleryItem(f"attachment://{picture.name}", description=alt))


def game_lines(games: Iterable[GameInfo], write: Writer) -> str:
    """Return the name of each game, for how many players it is, and a line about it."""
    return "\n".join(f"**{info.title}** · {write(number_of_players(info))}\n-# {write(info.tagline)}" for info in games)


def game_rows(games: Sequence[GameInfo], action: Callable[[str], Action]) -> Rows:
    """Return rows with a button for each game, which does the ``action`` for its slug."""
    buttons = [action(info.slug).button(info.title) for info in games]
    return tuple(tuple(buttons[start : start + ROW_LIMIT]) for start in range(0, len(buttons), ROW_LIMIT))


def number_of_players(info: GameInfo) -> Text:
    """How many players a game is for."""
    if info.min_players == info.max_players:
        return TN("{count} player", "{count} players", info.max_players)
    return T("{least} to {most} players", least=info.min_players, most=info.max_players)


def player_lines(match: Match, write: Writer) -> list[str]:
    """Return the players of a table or match, one line each."""
    lines = []
    for place, seat in enumerate(match.seats, start=1):
        known_as = "" if seat.alias is None else f" ({escape(seat.name)})"
        # Who looks for one of two people of the same name finds the right one behind the mention.
        person = f" {mention(seat.user_id)}" if write.mark(seat.player) and seat.has_user else ""
        lines.append(f"{place}. {write.bold(seat.player)}{known_as}{person}")
    return lines


def player_names(match: Match, write: Writer) -> str:
    """Return the players of a table or match on one line of a list."""
    return fit_written(", ".join(write.bold(seat.player) for seat in match.seats), NAMES_LIMIT)


def page_row(name: str, page: int, pages: int, write: Writer, match_id: int = 0, detail: str = "") -> Row:
    """Return buttons to the previous and next page, if these exist."""
    row = []
    if page > 0:
        row.append(Action(name, match_id, page - 1, detail).button(write.plain(T("Back")), emoji="◀️"))
    if page < pages - 1:
        row.append(Action(name, match_id, page + 1, detail).button(write.plain(T("Next")), emoji="▶️"))
    return tuple(row)
