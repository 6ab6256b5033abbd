"""The card of a result: how it ended, the last position, and the players in the order of the result."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image

from render.canvas import Colour
from render.cards.content import ResultCard, Standing
from render.cards.figures import CutOut, cut_out, with_one_palette
from render.cards.page import BAND, MARGIN, SMALLEST, STAR, Area, Page
from render.indexed import paste
from render.options import PictureOptions
from render.picture import Picture
from render.text import Style, title

_RIGHT = 1000 - MARGIN
_NAME = 76.0
"""Height of the line with the game's name."""
_HEADLINE = 56.0
"""Height of a line of the headline."""
_FEW = 4
"""Up to so many players have two lines each."""
_BOARDS = {True: 540.0, False: 440.0}
"""Side of the room for the board, with few and with many players."""
_PAIR = 1.25
"""How much larger two players are shown than more."""
_HIGHEST = 184.0
"""Height of a player's row at most."""
_GAP = 28.0
_FACT = 40.0
"""Height of a fact."""


def result(content: ResultCard, options: PictureOptions) -> Picture:
    """Draw the card of a result."""
    few, scale = len(content.standings) <= _FEW, options.size / 1000
    side = round(_BOARDS[few] * scale)
    (board,), palette = with_one_palette([cut_out(content.figure, options, (side, side))])
    wide, high = board.numbers.width / scale, board.numbers.height / scale
    row, gap = _row(content)
    players, facts = len(content.standings), _FACT * len(content.facts)
    if few:  # as high as the board leaves room for
        row = min(_HIGHEST, max(row, (high - _GAP - facts + gap) / players - gap))
    rows = players * (row + gap) - gap
    # The height of the headline is known only once it has been measured, which needs a page.
    measured = Page(BAND, options, palette)
    headline = title(50, measured.theme.text, smallest=36)
    lines, headline = measured.lines(content.headline, _RIGHT - MARGIN, 2, headline)
    top = 20 + _NAME + _HEADLINE * len(lines) + 20
    below_board = high + _GAP + facts <= rows
    body = max(high, rows) if below_board else max(high, rows + _GAP + facts)
    page = Page(top + body + MARGIN + BAND, options, palette, board.ornament)
    _header(page, content, lines, headline)
    left = MARGIN + wide + _GAP
    page.figure(board, (MARGIN, top, MARGIN + wide, top + (high if below_board else body)))
    for number, standing in enumerate(content.standings):
        y = top + number * (row + gap)
        area = left, y, _RIGHT, y + row
        if few:
            _two_lines(page, standing, area, board, _PAIR if players <= 2 else 1)
        else:
            _one_line(page, standing, area, board)
    y = top + body - facts
    _facts(page, content, (MARGIN, y, left - _GAP, 0) if below_board else (left, y, _RIGHT, 0))
    return page.picture()


def _row(content: ResultCard) -> tuple[float, float]:
    """Return the height of a player's row, and the gap below it."""
    players = len(content.standings)
    if players > _FEW:
        return 68.0, 8.0
    return (140.0, 16.0) if players <= 2 else (104.0, 12.0)


def _header(page: Page, content: ResultCard, lines: list[str], headline: Style) -> None:
    theme = page.theme
    date = Style(SMALLEST, "Semibold", theme.text_muted, "right")
    wide = page.width(content.date, date) + 4
    page.write(content.title, (MARGIN, 20, _RIGHT - wide - 20, 20 + _NAME), title(46, theme.accent))
    page.write(content.date, (_RIGHT - wide, 20, _RIGHT, 20 + _NAME), date)
    page.write_lines(lines, (MARGIN, 20 + _NAME, _RIGHT, 0), _HEADLINE, headline)


def _two_lines(page: Page, standing: Standing, area: Area, board: CutOut, scale: float) -> None:
    """Draw a player's name above the numbers; ``scale`` is 1 for letters and pieces of the usual size."""
    left, top, right, bottom = area
    theme, middle, inside = page.theme, (top + bottom) / 2, right - 20
    _box(page, standing, area)
    has_numbers = bool(standing.rating or standing.score)
    upper = (top + 10, middle + 6) if has_numbers else (middle - 34, middle + 34)
    centre = (upper[0] + upper[1]) / 2
    star, piece = 24 * scale, 30 * scale
    _place(page, standing, (left + 16, centre - star, left + 16 + 2 * star, centre + star))
    start = left + 30 + 2 * star
    if board.token is not None:
        _token(page, standing, (start - 4, centre - piece, start - 4 + 2 * piece, 0), board.token)
        start += 10 + 2 * piece
    page.write(page.texts.name(standing.player), (start, upper[0], inside, upper[1]), _name(page, 40 * scale))
    lower = (middle + 2, bottom - 10)
    if standing.score:
        score = Style(42 * scale, "Bold", theme.accent, "right")
        wide = page.width(standing.score, score) + 4
        page.write(standing.score, (inside - wide, lower[0], inside, lower[1]), score)
        inside -= wide + 16
    if standing.rating:
        style = Style(34 * scale, "Semibold", theme.text_muted, smallest=SMALLEST)
        x = start + page.write(standing.rating, (start, lower[0], inside, lower[1]), style) + 14
        page.write(standing.change, (x, lower[0], inside, lower[1]), style._replace(weight="Bold", ink=theme.text))


def _one_line(page: Page, standing: Standing, area: Area, board: CutOut) -> None:
    left, top, right, bottom = area
    theme, middle = page.theme, (top + bottom) / 2
    _box(page, standing, area)
    _place(page, standing, (left + 12, middle - 21, left + 54, middle + 21))
    end = right - 14
    for string, style in (
        (standing.score, Style(36, "Bold", theme.accent, "right")),
        (standing.change, Style(SMALLEST, "Bold", theme.text, "right")),
    ):
        if string:
            wide = page.width(string, style) + 6
            page.write(string, (end - wide, top + 6, end, bottom - 6), style)
            end -= wide + 14
    start = left + 64
    if board.token is not None:
        _token(page, standing, (start - 6, top + 10, start + 42, 0), board.token)
        start += 50
    page.write(page.texts.name(standing.player), (start, top + 6, end, bottom - 6), _name(page, 32))


def _name(page: Page, size: float) -> Style:
    return Style(size, "Bold", page.theme.text, smallest=SMALLEST)


def _box(page: Page, standing: Standing, area: Area) -> None:
    theme, first = page.theme, standing.place == 1
    page.box(area, _ground(page, standing), theme.accent if first else theme.card_edge)


def _token(page: Page, standing: Standing, area: Area, token: Callable[[int, int, Colour], Image.Image]) -> None:
    """Draw the player's piece, the same as on the board."""
    left, top, right, _ = page.pixels(area)
    paste(page.frame, token(standing.player, right - left, _ground(page, standing)), (left, top))


def _ground(page: Page, standing: Standing) -> Colour:
    return page.theme.card_active if standing.place == 1 else page.theme.card


def _place(page: Page, standing: Standing, area: Area) -> None:
    """Draw the place: a star for the first, else the number."""
    if standing.place == 1:
        page.shape(STAR, area, page.theme.accent)
        return
    place = "–" if standing.place is None else str(standing.place)
    page.write(place, area, Style(38, "Bold", page.theme.text_muted, "centre", smallest=SMALLEST))


def _facts(page: Page, content: ResultCard, area: Area) -> None:
    left, top, right, _ = area
    style = Style(34, "Regular", page.theme.text_muted, smallest=SMALLEST)
    for number, fact in enumerate(content.facts):
        page.write_text(fact, (left, top + number * _FACT, right, top + (number + 1) * _FACT), style)
