"""The card of a leaderboard: the best players of a server, as many as ten."""

from __future__ import annotations

from render.cards.content import LeaderboardCard, Rank
from render.cards.figures import window
from render.cards.page import BAND, FRAME, MARGIN, SMALLEST, STAR, Area, Page
from render.drawable import drawable
from render.options import PictureOptions
from render.picture import Picture
from render.text import Style, title

_RIGHT = 1000 - MARGIN
_WINDOW = (440.0, 220.0)
"""Width and height of the part of a board beside the title."""
_TOP = MARGIN + _WINDOW[1] + 44
_HIGH = (124.0, 92.0, 92.0)
"""Heights of the plates of the first three places."""
_PLAIN = 64.0
"""Height of any other line."""
_GAP = 10.0
_START = 132.0
"""Where names begin, from the left edge of a row."""
_NUMBER, _RECORD = 130.0, 330.0
"""Widths of the columns."""
_MARK = 22.0
"""Room for the mark of a provisional rating, right of the digits, which so stay below each other."""
_NOTE = 60.0


def leaderboard(content: LeaderboardCard, options: PictureOptions) -> Picture:
    """Draw the card of a leaderboard: the game with a part of its board, then the players."""
    rows, (wide, high) = sum(map(_height, content.ranks)), _WINDOW
    room = round(wide * options.size / 1000), round(high * options.size / 1000)
    height, end = _TOP + rows + (_NOTE if content.note is not None else 24) + BAND, _RIGHT
    if content.figure is None:
        page = Page(height, options)
    else:
        board, right = window(content.figure, options, room), _RIGHT - FRAME
        page, end = Page(height, options, board.palette, board.ornament), right - wide - 36
        page.window(board, (right - wide, MARGIN, right, MARGIN + high))
    _header(page, content, end)
    marked, top = any(rank.number.endswith("?") for rank in content.ranks), _TOP
    for number, rank in enumerate(content.ranks):
        bottom = top + _height(rank)
        if rank.rank <= len(_HIGH):
            _plate(page, number, rank, (MARGIN, top, _RIGHT, bottom - _GAP), marked=marked)
        else:
            _line(page, number, rank, (MARGIN, top, _RIGHT, bottom), marked=marked)
            if number < len(content.ranks) - 1:
                page.line(MARGIN, _RIGHT, bottom - 1, page.theme.card_edge)
        top = bottom
    style = Style(SMALLEST, "Regular", page.theme.text_muted)
    if content.note is not None:
        page.write_text(content.note, (MARGIN, top, _RIGHT, top + _NOTE), style)
    return page.picture()


def _height(rank: Rank) -> float:
    """Return the height of a player's row with the gap below it."""
    return _HIGH[rank.rank - 1] + _GAP if rank.rank <= len(_HIGH) else _PLAIN


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


def _plate(page: Page, number: int, rank: Rank, area: Area, *, marked: bool) -> None:
    """Draw one of the first three: a medal, the name above the record, and the rating, large."""
    left, top, right, bottom = area
    theme, first, high = page.theme, rank.rank == 1, bottom - top
    ground = theme.card_active if first else theme.card
    page.box(area, ground, theme.accent if first else theme.card_edge, 3 if first else 2)
    page.medal(rank.rank, (left + _START / 2 - 2, top + 8, 0, bottom - 6), ground, str(rank.rank))
    digits = title(72, theme.accent, "right") if first else Style(50, "Bold", theme.accent, "right")
    end = _number(page, rank, (right - 22, top + 6, 0, bottom - 6), digits, marked=marked)
    start, middle = left + _START, top + high * 0.57
    name = title(50, theme.text, smallest=SMALLEST) if first else Style(40, "Bold", theme.text, smallest=SMALLEST)
    page.write(page.texts.name(number), (start, top + 6, end, middle), name)
    record = Style(SMALLEST, "Regular", theme.text_muted)
    page.write_text(rank.record, (start, middle, end, bottom - 6), record)


def _line(page: Page, number: int, rank: Rank, area: Area, *, marked: bool) -> None:
    """Draw another player: place, name, record and rating in one line."""
    left, top, right, bottom = area
    theme, inner = page.theme, (top + 4, bottom - 5)
    place = Style(36, "Semibold", theme.text_muted, "centre", smallest=SMALLEST)
    page.write(str(rank.rank), (left + _START / 2 - 32, inner[0], left + _START / 2 + 28, inner[1]), place)
    digits = Style(40, "Bold", theme.text, "right")
    end = _number(page, rank, (right - 22, inner[0], 0, inner[1]), digits, marked=marked)
    record = Style(SMALLEST, "Regular", theme.text_muted, "right")
    said = page.texts(rank.record)
    wide = min(page.width(said, record) + 4, _RECORD)
    end = min(end, right - 22 - _MARK - _NUMBER)
    page.write(said, (end - wide, inner[0], end, inner[1]), record)
    name = Style(38, "Semibold", theme.text, smallest=SMALLEST)
    page.write(page.texts.name(number), (left + _START, inner[0], end - wide - 16, inner[1]), name)


def _number(page: Page, rank: Rank, area: Area, style: Style, *, marked: bool) -> float:
    """Write a rating or score with its right edge at the left of an area, and return where there is room before it."""
    right, top, _, bottom = area
    digits = rank.number.removesuffix("?")
    if marked:
        right -= _MARK
    if digits != rank.number:
        page.write("?", (right + 2, top, right + 2 + _MARK, bottom), Style(34, "Semibold", page.theme.text_muted))
    wide = page.width(digits, style) + 4
    page.write(digits, (right - wide, top, right, bottom), style)
    return right - wide - 20
