"""The card of a leaderboard: the best players of a server, as many as ten."""

from __future__ import annotations

from render.cards.content import LeaderboardCard, Rank
from render.cards.figures import window
from render.cards.page import BAND, DISC, MARGIN, SMALLEST, STAR, Area, Page
from render.drawable import drawable
from render.options import PictureOptions
from render.picture import Picture
from render.text import Style, title

_RIGHT = 1000 - MARGIN
_WINDOW = (440.0, 220.0)
"""Width and height of the part of a board beside the title."""
_TOP = MARGIN + _WINDOW[1] + 34
_ROW, _GAP = 68.0, 8.0
_NUMBER, _RECORD = 120.0, 330.0
"""Widths of the columns."""
_NOTE = 60.0


def leaderboard(content: LeaderboardCard, options: PictureOptions) -> Picture:
    """Draw the card of a leaderboard: the game with a part of its board, then the players."""
    rows, (wide, high) = len(content.ranks) * (_ROW + _GAP), _WINDOW
    room = round(wide * options.size / 1000), round(high * options.size / 1000)
    height, end = _TOP + rows + (_NOTE if content.note is not None else 12) + BAND, _RIGHT
    if content.figure is None:
        page = Page(height, options)
    else:
        board = window(content.figure, options, room)
        page, end = Page(height, options, board.palette, board.ornament), _RIGHT - wide - 36
        page.window(board, (_RIGHT - wide, MARGIN, _RIGHT, MARGIN + high))
    _header(page, content, end)
    for number, rank in enumerate(content.ranks):
        top = _TOP + number * (_ROW + _GAP)
        _row(page, number, rank, (MARGIN, top, _RIGHT, top + _ROW))
    style, top = Style(SMALLEST, "Regular", page.theme.text_muted), _TOP + rows
    if content.note is not None:
        page.write_text(content.note, (MARGIN, top, _RIGHT, top + _NOTE), style)
    return page.picture()


def _header(page: Page, content: LeaderboardCard, end: float) -> None:
    """Write what is ranked, and below it where and when."""
    theme = page.theme
    page.shape(STAR, (MARGIN, 52, MARGIN + 56, 108), theme.accent)
    page.write(content.title, (MARGIN + 74, 34, end, 122), title(72, theme.accent, smallest=40))
    quiet = Style(SMALLEST + 2, "Semibold", theme.text_muted, smallest=SMALLEST)
    if content.subtitle is not None:
        page.write_text(content.subtitle, (MARGIN, 120, end, 166), quiet)
    server = drawable(content.server)
    if server:
        page.write(server, (MARGIN, 164, end, 214), Style(36, "Semibold", theme.text, smallest=SMALLEST))
    page.write(content.date, (MARGIN, 212, end, 256), quiet)


def _row(page: Page, number: int, rank: Rank, area: Area) -> None:
    left, top, right, bottom = area
    theme, first, middle = page.theme, rank.rank == 1, (top + bottom) / 2
    page.box(area, theme.card_active if first else theme.card, theme.accent if first else theme.card_edge)
    at = (left + 14, middle - 26, left + 66, middle + 26)
    if rank.rank <= 3:
        page.shape(DISC, at, theme.accent if first else theme.card_edge)
    place = Style(34, "Bold", theme.accent_text if first else theme.text, "centre", smallest=SMALLEST)
    inner = (at[0] + 11, at[1] + 11, at[2] - 11, at[3] - 11) if rank.rank <= 3 else at
    page.write(str(rank.rank), inner, place)
    end = right - 20
    page.write(rank.number, (end - _NUMBER, top + 8, end, bottom - 8), Style(40, "Bold", theme.accent, "right"))
    end -= _NUMBER + 20
    record = Style(SMALLEST, "Regular", theme.text_muted, "right")
    said = page.texts(rank.record)
    wide = min(page.width(said, record) + 4, _RECORD)
    page.write(said, (end - wide, top + 8, end, bottom - 8), record)
    name = Style(38, "Bold", theme.text, smallest=SMALLEST)
    page.write(page.texts.name(number), (left + 84, top + 8, end - wide - 16, bottom - 8), name)
