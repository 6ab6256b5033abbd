"""The card of a result: how it ended, the last position, and the players in the order of the result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PIL import Image

from render import is_shown_in_part
from render.canvas import Colour
from render.cards.content import ResultCard, Standing
from render.cards.figures import CutOut, cut_out, window
from render.cards.page import BAND, FRAME, MARGIN, SMALLEST, Area, Page
from render.indexed import paste
from render.options import PictureOptions
from render.picture import Picture
from render.text import Align, Style, title

_RIGHT = 1000 - MARGIN
_NAME = 76.0
"""Height of the line with the game's name."""
_HEADLINE, _LINE = 50.0, 1.12
"""Size of the headline, and the height of its lines in sizes."""
_FEW = 4
"""Up to so many players are beside the board; of more, the winner is below it."""
_BOARDS = {True: 540.0, False: 416.0}
"""Width of the room for the board, with few and with many players."""
_UPRIGHT_BOARD = 1.34
"""Its greatest height, as a share of the width."""
_GAP, _BETWEEN = 28.0, 14.0
"""Space beside the board, and between players."""
_LARGER = {True: 2.0, False: 1.6}
"""How much higher the winner's plate is than any other, with two players and with more."""
_HIGHEST, _LOWEST = 200.0, 64.0
"""Height of another player's row."""
_PLATE = 270.0
"""Least height of the winner's plate below the board."""
_UPRIGHT = 236.0
"""Plates from this height have all their parts below each other."""
_TWO_LINES = 96.0
"""Rows from this height have the numbers below the name."""
_PIECE = 60.0
"""Side of a player's piece beside the name."""
_FOOT = 68.0
"""Height of the line below everything, with the facts."""


def result(content: ResultCard, options: PictureOptions) -> Picture:
    """Draw the card of a result."""
    players, scale = content.standings, options.size / 1000
    few, single = len(players) <= _FEW, sum(one.place == 1 for one in players) == 1
    room = round(_BOARDS[few] * scale), round(_BOARDS[few] * _UPRIGHT_BOARD * scale)
    if is_shown_in_part(content.figure.game):
        side = round((_BOARDS[few] - 2 * FRAME) * scale)
        board = replace(window(content.figure, options, (side, side), shaded=False), framed=False)
    else:
        board = cut_out(content.figure, options, room)
    edge = 0.0 if board.framed else FRAME
    wide, high = board.numbers.width / scale + 2 * edge, board.numbers.height / scale + 2 * edge
    below = single and not few
    body, rows = _rows(len(players) - below, high + _GAP + _PLATE if below else high, larger=single and few)
    # The height of the headline is known only once it has been measured, which needs a page.
    measured = Page(BAND, options, board.palette)
    large = title(_HEADLINE, measured.theme.text, smallest=36)
    lines, headline = measured.lines(content.headline, _RIGHT - MARGIN, 2, large)
    if measured.width(lines[-1], headline) > _RIGHT - MARGIN - 2:
        lines, headline = measured.lines(content.headline, _RIGHT - MARGIN, 3, large)
    top = 20 + _NAME + _LINE * headline.size * len(lines) + 20
    page = Page(top + body + _FOOT + BAND + (0 if content.facts else -16), options, board.palette, board.ornament)
    _header(page, content, lines, headline)
    left = MARGIN + wide + _GAP
    if below:
        page.figure(board, (MARGIN, top, MARGIN + wide, top + high), edge)
        _plate(page, players[0], (MARGIN, top + high + _GAP, MARGIN + wide, top + body), board)
    else:
        page.figure(board, (MARGIN, top, MARGIN + wide, top + body), edge)
    for standing, (upper, lower) in zip(players[below:], rows, strict=True):
        _player(page, standing, (left, top + upper, _RIGHT, top + lower), board, numbered=len(players) > 2)
    _facts(page, content, top + body)
    return page.picture()


def _rows(players: int, high: float, *, larger: bool) -> tuple[float, list[tuple[float, float]]]:
    """Return the height of the board with what is below it, at least ``high``, and top and bottom of each player.

    ``larger``: the first one's plate is larger.
    """
    shares = [_LARGER[players == 2] if larger and number == 0 and players > 1 else 1.0 for number in range(players)]
    unit = max(_LOWEST, (high - _BETWEEN * (players - 1)) / sum(shares))
    if larger and players > 1 and unit > _HIGHEST:  # two players leave room for the winner
        unit = _HIGHEST
        shares[0] = (high - _BETWEEN * (players - 1)) / unit - (players - 1)
    rows, top = [], 0.0
    for share in shares:
        rows.append((top, top + share * unit))
        top += share * unit + _BETWEEN
    return max(high, top - _BETWEEN), rows


def _header(page: Page, content: ResultCard, lines: list[str], headline: Style) -> None:
    theme = page.theme
    date = Style(SMALLEST, "Semibold", theme.text_muted, "right")
    wide = page.width(content.date, date) + 4
    page.write(content.title, (MARGIN, 20, _RIGHT - wide - 20, 20 + _NAME), title(46, theme.accent))
    page.write(content.date, (_RIGHT - wide, 20, _RIGHT, 20 + _NAME), date)
    page.write_lines(lines, (MARGIN, 20 + _NAME, _RIGHT, 0), _LINE * headline.size, headline)


def _player(page: Page, standing: Standing, area: Area, board: CutOut, *, numbered: bool) -> None:
    """Draw a player as there is room for. Unless ``numbered``, the place is not written: of two, it is clear."""
    high = area[3] - area[1]
    if standing.place == 1 and high >= _UPRIGHT:
        _plate(page, standing, area, board)
    elif high >= _TWO_LINES:
        _two_lines(page, standing, area, board, numbered=numbered)
    else:
        _one_line(page, standing, area, board, numbered=numbered)


def _plate(page: Page, standing: Standing, area: Area, board: CutOut) -> None:
    """Draw the winner: the medal and the piece above the name, and below it the numbers."""
    left, top, right, bottom = area
    theme, middle = page.theme, (left + right) / 2
    _box(page, standing, area)
    numbers, name = 72.0 if standing.score or standing.rating else 0.0, 68.0
    high = min(bottom - top - numbers - name - 26, 190.0)
    y = top + (bottom - top - high - name - numbers) / 2
    if board.token is None:
        at = middle
    else:
        piece, medal = 0.78 * high, high * 0.8
        at = middle - (piece + 10) / 2
        start = at + medal / 2 + 10
        _token(page, standing, (start, y + (high - piece) / 2, start + piece, 0), board.token)
    page.medal(1, (at, y, 0, y + high), _ground(page, standing))
    written = title(60, theme.text, "centre", smallest=SMALLEST)
    page.write(page.texts.name(standing.player), (left + 16, y + high, right - 16, y + high + name), written)
    if numbers:
        _numbers(page, standing, (left + 16, y + high + name, right - 16, y + high + name + numbers))


def _numbers(page: Page, standing: Standing, area: Area) -> None:
    """Write the score, and the rating with its change, beside each other in the middle."""
    left, top, right, bottom = area
    theme = page.theme
    rating = Style(34, "Semibold", theme.text_muted, smallest=SMALLEST)
    parts = [
        (standing.score, title(72, theme.accent, smallest=40)),
        (standing.rating, rating),
        (standing.change, rating._replace(weight="Bold", ink=theme.text)),
    ]
    shown = [(string, style, page.width(string, style) + 4) for string, style in parts if string]
    gaps = 14.0 * (len(shown) - 1)
    x = max(left, (left + right - gaps - sum(wide for _, _, wide in shown)) / 2)
    for string, style, wide in shown:
        end = min(right, x + wide)
        page.write(string, (x, top, end, bottom), style)
        x = end + 14


def _two_lines(page: Page, standing: Standing, area: Area, board: CutOut, *, numbered: bool) -> None:
    """Draw a player's name above the numbers."""
    left, top, right, bottom = area
    theme, middle, inside = page.theme, (top + bottom) / 2, right - 22
    _box(page, standing, area)
    first = standing.place == 1
    start = left + (108 if first else 78 if numbered else 26)
    if first:
        high = min(bottom - top - 20, 110.0)
        page.medal(1, (left + 58, middle - high / 2, 0, middle + high / 2), _ground(page, standing))
    elif numbered:
        _place(page, standing, (left + 14, middle - 34, left + 72, middle + 34))
    if board.token is not None:
        _token(page, standing, (start, middle - _PIECE / 2, start + _PIECE, 0), board.token)
        start += _PIECE + 16
    upper = (middle - 50, middle + 2) if standing.rating else (middle - 32, middle + 32)
    name, end = title(50, theme.text, smallest=SMALLEST) if first else _name(page, 40), inside
    if standing.score:  # below the name if there is a line for it
        score = Style(44, "Bold", theme.accent if first else theme.text, "right")
        wide, line = page.width(standing.score, score) + 4, (middle + 2, middle + 46) if standing.rating else upper
        page.write(standing.score, (inside - wide, line[0], inside, line[1]), score)
        inside -= wide + 16
        end = end if standing.rating else inside
    page.write(page.texts.name(standing.player), (start, upper[0], end, upper[1]), name)
    if standing.rating:
        style = Style(34, "Semibold", theme.text_muted, smallest=SMALLEST)
        x = start + page.write(standing.rating, (start, middle + 2, inside, middle + 46), style) + 14
        ink = style._replace(weight="Bold", ink=theme.text)
        page.write(standing.change, (x, middle + 2, inside, middle + 46), ink)


def _one_line(page: Page, standing: Standing, area: Area, board: CutOut, *, numbered: bool) -> None:
    left, top, right, bottom = area
    theme, middle, first = page.theme, (top + bottom) / 2, standing.place == 1
    _box(page, standing, area)
    if first:
        page.medal(1, (left + 36, top + 5, 0, bottom - 5), _ground(page, standing))
    elif numbered:
        _place(page, standing, (left + 8, middle - 21, left + 62, middle + 21))
    end = right - 16
    for string, style in (
        (standing.score, Style(36, "Bold", theme.accent if first else theme.text, "right")),
        (standing.change, Style(SMALLEST, "Bold", theme.text, "right")),
    ):
        if string:
            wide = page.width(string, style) + 6
            page.write(string, (end - wide, top + 6, end, bottom - 6), style)
            end -= wide + 14
    start = left + (68 if first or numbered else 26)
    if board.token is not None:
        _token(page, standing, (start - 6, middle - 24, start + 42, 0), board.token)
        start += 50
    page.write(page.texts.name(standing.player), (start, top + 6, end, bottom - 6), _name(page, 34))


def _name(page: Page, size: float) -> Style:
    return Style(size, "Bold", page.theme.text, smallest=SMALLEST)


def _box(page: Page, standing: Standing, area: Area) -> None:
    theme, first = page.theme, standing.place == 1
    page.box(area, _ground(page, standing), theme.accent if first else theme.card_edge, 3 if first else 2)


def _token(page: Page, standing: Standing, area: Area, token: Callable[[int, int, Colour], Image.Image]) -> None:
    """Draw the player's piece, the same as on the board."""
    left, top, right, _ = page.pixels(area)
    paste(page.frame, token(standing.player, right - left, _ground(page, standing)), (left, top))


def _ground(page: Page, standing: Standing) -> Colour:
    return page.theme.card_active if standing.place == 1 else page.theme.card


def _place(page: Page, standing: Standing, area: Area) -> None:
    """Write the place of a player who is not the first, with a full stop: without one it reads like a score."""
    place = "–" if standing.place is None else f"{standing.place}."
    page.write(place, area, Style(38, "Bold", page.theme.text_muted, "centre", smallest=SMALLEST))


def _facts(page: Page, content: ResultCard, top: float) -> None:
    """Write the facts in one line, each in its share of the width: at the left, in the middle, at the right."""
    style = Style(34, "Regular", page.theme.text_muted, smallest=SMALLEST)
    share = (_RIGHT - MARGIN) / max(1, len(content.facts))
    aligned: tuple[Align, ...] = ("left", "centre", "right") if len(content.facts) > 2 else ("left", "right")
    for number, (fact, align) in enumerate(zip(content.facts, aligned, strict=False)):
        left = MARGIN + number * share
        page.write_text(fact, (left, top + 10, left + share, top + _FOOT - 4), style._replace(align=align))
