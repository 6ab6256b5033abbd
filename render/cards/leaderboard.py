"""The card of a leaderboard: the best players of a server, as many as ten."""

from __future__ import annotations

from typing import NamedTuple

from render.canvas import Points, path
from render.cards.content import LeaderboardCard, Rank
from render.cards.figures import frieze, window
from render.cards.page import BAND, FRAME, MARGIN, SMALLEST, STAR, Area, Page
from render.drawable import drawable
from render.options import PictureOptions
from render.picture import Picture
from render.text import Style, title
from render.theme import Theme

_RIGHT = 1000 - MARGIN
_WINDOW = 196.0
"""Height of the row of pieces at the top, which is as wide as the players."""
_SIGN = 68.0
"""Height of the sign with the game's name, below the board and as wide as its frame."""
_SAID, _LINE = 56.0, 42.0
"""Height of the line with where, when and what is ranked, and of a second one, for a long text."""
_TOP = 28 + FRAME
_HIGH = (124.0, 92.0, 92.0)
"""Heights of the plates of the first three places."""
_PLAIN = 57.0
"""Height of any other line."""
_GAP = 10.0
_START = 132.0
"""Where names begin, from the left edge of a row."""
_PLAIN_NUMBER = 130.0
_NUMBER, _RECORD, _LEVEL = 166.0, 330.0, 84.0
"""Widths of the columns; the last one is there if a player has beaten a level."""
_MARK = 22.0
"""Room for the mark of a provisional rating, right of the digits, which so stay below each other."""
_HEAD = 38.0
"""Side of the sign for computer players."""
_NOTE = 60.0

_COMPUTER: tuple[Points, ...] = (
    path("M 46 4 L 54 4 L 54 24 L 46 24 Z"),
    path("M 16 24 L 84 24 C 90 24 92 28 92 34 L 92 40 L 8 40 L 8 34 C 8 28 10 24 16 24 Z"),
    *(path(f"M {left} 38 L {right} 38 L {right} 62 L {left} 62 Z") for left, right in ((8, 26), (42, 58), (74, 92))),
    path("M 8 60 L 92 60 L 92 82 C 92 88 90 92 84 92 L 16 92 C 10 92 8 88 8 82 Z"),
)
"""The head of a robot with two eyes and an aerial."""


def leaderboard(content: LeaderboardCard, options: PictureOptions) -> Picture:
    """Draw the card of a leaderboard: what the game is played with in a row with a sign, then the players."""
    rows, scale = sum(map(_height, content.ranks)), options.size / 1000
    noted = content.note is not None or any(rank.level is not None for rank in content.ranks)
    wide, high = _RIGHT - MARGIN - 2 * FRAME, 0.0 if content.figure is None else _WINDOW
    said = _said(Page(BAND, options), content)
    begin = _TOP + high + _SIGN + _SAID + _LINE * (len(said) - 1)
    height = begin + rows + (_NOTE if noted else 24) + BAND
    if content.figure is None:
        page = Page(height, options)
    else:
        room = round(wide * scale), round(high * scale)
        row = frieze(content.figure, options, room) or window(content.figure, options, room)
        page = Page(height, options, row.palette, row.ornament)
        page.window(row, (500 - wide / 2, _TOP, 500 + wide / 2, _TOP + high))
    _header(page, content, said, begin - _SAID - _LINE * (len(said) - 1))
    columns = _Columns(
        any(rank.number.endswith("?") for rank in content.ranks), any(rank.level is not None for rank in content.ranks)
    )
    top = begin
    for number, rank in enumerate(content.ranks):
        bottom = top + _height(rank)
        if rank.rank <= len(_HIGH):
            _plate(page, number, rank, (MARGIN, top, _RIGHT, bottom - _GAP), columns)
        else:
            _line(page, number, rank, (MARGIN, top, _RIGHT, bottom), columns)
            if number < len(content.ranks) - 1:
                page.line(MARGIN, _RIGHT, bottom - 1, page.theme.card_edge)
        top = bottom
    if noted:
        _notes(page, content, top, columns)
    return page.picture()


class _Columns(NamedTuple):
    """What the columns of a leaderboard must have room for."""

    marked: bool
    """Marks of provisional ratings."""
    levels: bool


def _height(rank: Rank) -> float:
    """Return the height of a player's row with the gap below it."""
    return _HIGH[rank.rank - 1] + _GAP if rank.rank <= len(_HIGH) else _PLAIN


def _said(page: Page, content: LeaderboardCard) -> tuple[str, ...]:
    """Return what is ranked and when, in a line that leaves room for the server's name, or in two."""
    if content.subtitle is None:
        return (content.date,)
    what, quiet = page.texts(content.subtitle), _quiet(page.theme)
    line, server = f"{what} · {content.date}", page.width(drawable(content.server), _server(page.theme))
    return (line,) if page.width(line, quiet) + server + 40 <= _RIGHT - MARGIN else (content.date, what)


def _quiet(theme: Theme) -> Style:
    return Style(SMALLEST + 2, "Semibold", theme.text_muted, "right", smallest=SMALLEST)


def _server(theme: Theme) -> Style:
    return title(38, theme.text, smallest=SMALLEST)


def _header(page: Page, content: LeaderboardCard, said: tuple[str, ...], bottom: float) -> None:
    """Write the game's name on a sign, and below it where, when and what is ranked."""
    theme, top = page.theme, bottom - _SIGN
    name, star = title(54, theme.coordinate, "centre", smallest=40), _SIGN * 0.5
    half = min(_RIGHT - MARGIN - 4 * star, page.width(content.title, name) + 20) / 2
    page.plaque((MARGIN, top, _RIGHT, bottom))
    page.write(content.title, (500 - half, top + 4, 500 + half, bottom - 4), name)
    for left in (500 - half - 1.5 * star, 500 + half + 0.5 * star):
        page.shape(STAR, (left, top + (_SIGN - star) / 2, left + star, 0), theme.coordinate)
    lower, server, quiet = bottom + _SAID - 6, drawable(content.server), _quiet(theme)
    wide = page.width(said[0], quiet) + 4
    page.write(said[0], (_RIGHT - wide, bottom, _RIGHT, lower), quiet)
    if server:
        page.write(server, (MARGIN, bottom, _RIGHT - wide - 24, lower), _server(theme))
    for line in said[1:]:
        page.write(line, (MARGIN, lower - 4, _RIGHT, lower + _LINE - 4), quiet._replace(align="left"))


def _plate(page: Page, number: int, rank: Rank, area: Area, columns: _Columns) -> None:
    """Draw one of the first three: a medal, the name above the record, and the rating, large."""
    left, top, right, bottom = area
    theme, first, high = page.theme, rank.rank == 1, bottom - top
    ground = theme.card_active if first else theme.card
    page.box(area, ground, theme.accent if first else theme.card_edge, 3 if first else 2)
    page.medal(rank.rank, (left + _START / 2 - 2, top + 8, 0, bottom - 6), ground, str(rank.rank))
    digits = title(64, theme.accent, "right", smallest=50) if first else Style(50, "Bold", theme.accent, "right")
    end = _number(page, rank, (right - 22, top + 6, 0, bottom - 6), digits, marked=columns.marked)
    if columns.levels:
        end = min(end, right - 22 - _MARK * columns.marked - _NUMBER) - _LEVEL
        _level(page, rank, (end, top + 6, 0, bottom - 6))
    start, middle = left + _START, top + high * 0.57
    name = title(50, theme.text, smallest=SMALLEST) if first else Style(40, "Bold", theme.text, smallest=SMALLEST)
    page.write(page.texts.name(number), (start, top + 6, end, middle), name)
    record = Style(SMALLEST, "Regular", theme.text_muted)
    page.write_text(rank.record, (start, middle, end, bottom - 6), record)


def _line(page: Page, number: int, rank: Rank, area: Area, columns: _Columns) -> None:
    """Draw another player: place, name, record, level and rating in one line."""
    left, top, right, bottom = area
    theme, inner = page.theme, (top + 4, bottom - 5)
    place = Style(36, "Semibold", theme.text_muted, "centre", smallest=SMALLEST)
    page.write(str(rank.rank), (left + _START / 2 - 32, inner[0], left + _START / 2 + 28, inner[1]), place)
    digits = Style(40, "Bold", theme.text, "right")
    end = _number(page, rank, (right - 22, inner[0], 0, inner[1]), digits, marked=columns.marked)
    end = min(end, right - 22 - _MARK * columns.marked - (_NUMBER if columns.levels else _PLAIN_NUMBER))
    if columns.levels:
        end -= _LEVEL
        _level(page, rank, (end, inner[0], 0, inner[1]))
    record = Style(SMALLEST, "Regular", theme.text_muted, "right")
    said = page.texts(rank.record)
    wide = min(page.width(said, record) + 4, _RECORD)
    page.write(said, (end - wide, inner[0], end, inner[1]), record)
    name = Style(38, "Semibold", theme.text, smallest=SMALLEST)
    page.write(page.texts.name(number), (left + _START, inner[0], end - wide - 16, inner[1]), name)


def _level(page: Page, rank: Rank, area: Area) -> None:
    """Draw the level that a player has beaten, if any, at the left of an area."""
    if rank.level is not None:
        left, top, _, bottom = area
        end = _computer(page, left + 16, (top + bottom) / 2)
        style = Style(34, "Semibold", page.theme.text)
        page.write(str(rank.level), (end, top, left + _LEVEL + 6, bottom), style)


def _computer(page: Page, left: float, middle: float) -> float:
    """Draw the sign for computer players, and return where there is room behind it."""
    page.shape(_COMPUTER, (left, middle - _HEAD / 2, left + _HEAD, 0), page.theme.text_muted)
    return left + _HEAD + 8


def _notes(page: Page, content: LeaderboardCard, top: float, columns: _Columns) -> None:
    """Explain the sign for computer players at the left, and other marks at the right."""
    style, start, end = Style(SMALLEST, "Regular", page.theme.text_muted), MARGIN, _RIGHT
    if content.note is not None:
        said = page.texts(content.note)
        wide = min(page.width(said, style) + 4, (_RIGHT - MARGIN) / (2 if columns.levels else 1))
        at = end - wide if columns.levels else start
        page.write(said, (at, top, at + wide, top + _NOTE), style)
        end = at - 20
    if columns.levels:
        start = _computer(page, start, top + _NOTE / 2)
        page.write_text(content.level_note, (start, top, end, top + _NOTE), style)


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
