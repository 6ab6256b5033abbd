"""The card of a result: how it ended, the last position, and the players in the order of the result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from PIL import Image

from engines.text import Text
from render import is_shown_in_part
from render.canvas import Colour
from render.cards.content import ResultCard, Standing
from render.cards.figures import CutOut, cut_out, window
from render.cards.page import BAND, FRAME, MARGIN, SMALLEST, Area, Page
from render.indexed import paste
from render.options import PictureOptions
from render.picture import Picture
from render.text import Align, Style, TextFormatter, title

_RIGHT = 1000 - MARGIN
_NAME = 76.0
"""Height of the line with the game's name."""
_HEADLINES, _LINE = (66, 60, 54, 48, 42), 1.12
"""Sizes of a headline in one or two lines, and the height of its lines in sizes."""
_IN_ONE_LINE = 54
"""A headline is in one line if its letters can be as large as that."""
_THREE_LINES, _LEAST = 42.0, 36
"""Size of a headline in three lines, and the least."""
_SENSE = 1.3
"""So many times smaller may letters be for lines that end with a part of the sentence."""
_SHORTER_NAMES = (24, 16, 11)
"""Maximum lengths of names, tried in turn, if a headline is too long for three lines."""
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
_UPRIGHT, _LEVEL = 236.0, 160.0
"""Plates from the first height have all their parts below each other, others from the second have the name below."""
_TWO_LINES = 96.0
"""Rows from this height have the numbers below the name."""
_PIECE, _PIECE_BELOW = 60.0, 50.0
"""Side of a player's piece beside the name, and of one beside the numbers below it."""
_EQUAL = 56.0
"""Side of the sign between two players whose match is drawn."""
_FOOT = 68.0
"""Height of the line below everything, with the facts."""


class _Row(NamedTuple):
    """A player's part of the card."""

    standing: Standing
    drawn: bool
    """Whether nobody has won, so that nobody has a medal."""
    numbered: bool
    """Whether the place is written: of two players it is clear."""

    @property
    def first(self) -> bool:
        """Whether the player is among the first."""
        return self.standing.place == 1

    @property
    def crowned(self) -> bool:
        """Whether the player has a medal."""
        return self.first and not self.drawn


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
    lines, headline = _headline(Page(BAND, options, board.palette), content.headline, options)
    top = 20 + _NAME + _LINE * headline.size * len(lines) + 20
    page = Page(top + body + _FOOT + BAND + (0 if content.facts else -16), options, board.palette, board.ornament)
    _header(page, content, lines, headline)
    left = MARGIN + wide + _GAP
    if below:
        page.figure(board, (MARGIN, top, MARGIN + wide, top + high), edge)
        _plate(
            page,
            _Row(players[0], drawn=False, numbered=True),
            (MARGIN, top + high + _GAP, MARGIN + wide, top + body),
            board,
        )
    else:
        page.figure(board, (MARGIN, top, MARGIN + wide, top + body), edge)
    drawn = _is_drawn(players)
    for standing, (upper, lower) in zip(players[below:], rows, strict=True):
        area = left, top + upper, _RIGHT, top + lower
        _player(page, _Row(standing, drawn=drawn, numbered=len(players) > 2), area, board)
    if drawn and len(players) == 2:
        _equal(page, (left + _RIGHT) / 2, top + (rows[0][1] + rows[1][0]) / 2)
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


def _headline(page: Page, said: Text, options: PictureOptions) -> tuple[list[str], Style]:
    """Return the headline in as large letters as fit, in one or two lines; a long one in three, with shorter names."""
    style, room = title(_HEADLINES[0], page.theme.text, smallest=_LEAST), _RIGHT - MARGIN - 2
    words = page.texts(said).split(" ")

    def size_of(lines: list[str]) -> int:
        """Return the size at which these lines fit, 0 if none is small enough."""
        for size in _HEADLINES:
            if all(page.width(line, style._replace(size=size)) <= room for line in lines):
                return size
        return 0

    whole = size_of([" ".join(words)])
    if whole >= _IN_ONE_LINE:
        return [" ".join(words)], style._replace(size=whole)
    halves = [[" ".join(words[:count]), " ".join(words[count:])] for count in range(1, len(words))]

    def rank(half: list[str]) -> tuple[float, float]:
        """Prefer large letters, lines that end with a part of the sentence, and lines of the same length."""
        first, second = (page.width(line, style) for line in half)
        makes_sense = half[0][-1] in ".:;!?" and min(first, second) > max(first, second) / 3
        return size_of(half) * (_SENSE if makes_sense else 1), -abs(first - second)

    best = max(halves, key=rank, default=[])
    size = size_of(best) if best else whole
    if size:
        return best or [" ".join(words)], style._replace(size=size)
    style = title(_THREE_LINES, page.theme.text, smallest=_LEAST)
    lines, found = page.lines(said, room + 2, 3, style)
    for longest in _SHORTER_NAMES:
        if page.width(lines[-1], found) <= room:
            break
        page.texts = TextFormatter(options, longest)
        lines, found = page.lines(said, room + 2, 3, style)
    return lines, found


def _is_drawn(players: tuple[Standing, ...]) -> bool:
    """Return whether nobody won or lost, apart from those who left."""
    return (
        len(players) > 1 and {one.place for one in players} <= {1, None} and sum(one.place == 1 for one in players) > 1
    )


def _player(page: Page, row: _Row, area: Area, board: CutOut) -> None:
    """Draw a player as there is room for."""
    high = area[3] - area[1]
    if row.first and high >= _UPRIGHT:
        _plate(page, row, area, board)
    elif row.first and high >= _LEVEL:
        _level(page, row, area, board)
    elif high >= _TWO_LINES:
        _two_lines(page, row, area, board)
    else:
        _one_line(page, row, area, board)


def _equal(page: Page, middle: float, y: float) -> None:
    """Draw the sign between the plates of two players whose match is drawn."""
    theme, half = page.theme, _EQUAL / 2
    page.box((middle - half, y - half, middle + half, y + half), theme.table, theme.text_muted, 2, half)
    for line in (-8, 4):
        page.line(middle - 13, middle + 13, y + line, theme.text, 5)


def _plate(page: Page, row: _Row, area: Area, board: CutOut) -> None:
    """Draw one of the first: the medal and the piece above the name, and below it the numbers."""
    left, top, right, bottom = area
    standing, theme, middle = row.standing, page.theme, (left + right) / 2
    _box(page, row, area)
    if row.drawn:  # the sign between two players reaches into their plates
        top, bottom = top + _EQUAL / 2, bottom - _EQUAL / 2
    numbers, name = 72.0 if standing.score or standing.rating else 0.0, 68.0
    high = min(bottom - top - numbers - name - (0 if row.drawn else 26), 190.0)
    signs = [share * high for share in _signs(row, board)]
    high = high if signs else 0.0
    y = top + (bottom - top - high - name - numbers) / 2
    _draw_signs(page, row, (middle - sum(signs) / 2 - 5 * (len(signs) - 1), y, 0, y + high), board)
    written = title(60, theme.text, "centre", smallest=SMALLEST)
    page.write(page.texts.name(standing.player), (left + 16, y + high, right - 16, y + high + name), written)
    if numbers:
        _numbers(page, row, (left + 16, y + high + name, right - 16, y + high + name + numbers))


def _level(page: Page, row: _Row, area: Area, board: CutOut) -> None:
    """Draw one of the first, with the numbers beside the medal and the piece, and the name in its own line."""
    left, top, right, bottom = area
    standing, theme, name = row.standing, page.theme, 66.0
    _box(page, row, area)
    inside, gap = right - left - 36, 16.0
    numbers = _width_of_numbers(page, row)
    shares = _signs(row, board)
    high = min(bottom - top - name - 34, 120.0)
    if shares:
        high = min(high, (inside - numbers - gap - 10 * (len(shares) - 1)) / sum(shares))
    wide = high * sum(shares) + 10 * max(0, len(shares) - 1)
    y = top + (bottom - top - high - name) / 2
    x = (left + right - wide - (numbers + gap if numbers and wide else numbers)) / 2
    _draw_signs(page, row, (x, y, 0, y + high), board)
    if numbers:
        _numbers(page, row, (x + wide + (gap if wide else 0), y, right - 14, y + high), centred=False)
    written = title(50, theme.text, "centre", smallest=SMALLEST)
    page.write(page.texts.name(standing.player), (left + 16, y + high, right - 16, y + high + name), written)


def _signs(row: _Row, board: CutOut) -> list[float]:
    """Return the widths of the medal and the player's piece, in heights."""
    return [0.8] * row.crowned + [0.78] * (board.token is not None)


def _draw_signs(page: Page, row: _Row, area: Area, board: CutOut) -> None:
    """Draw the medal and the piece beside each other from the left of an area, as high as it."""
    left, top, _, bottom = area
    high = bottom - top
    if row.crowned:
        page.medal(1, (left + 0.4 * high, top, 0, bottom), _ground(page, row))
        left += 0.8 * high + 10
    if board.token is not None:
        side = 0.78 * high
        _token(page, row, (left, top + (high - side) / 2, left + side, 0), board.token)


def _number_parts(page: Page, row: _Row) -> list[tuple[str, Style]]:
    """Return the score, and the rating with its change."""
    standing, theme = row.standing, page.theme
    rating = Style(34, "Semibold", theme.text_muted, smallest=SMALLEST)
    parts = (
        (standing.score, title(72, _score_ink(page, row), smallest=40)),
        (standing.rating, rating),
        (standing.change, rating._replace(weight="Bold", ink=theme.text)),
    )
    return [(string, style) for string, style in parts if string]


def _width_of_numbers(page: Page, row: _Row) -> float:
    parts = _number_parts(page, row)
    return sum(page.width(string, style) + 4 for string, style in parts) + 14.0 * max(0, len(parts) - 1)


def _numbers(page: Page, row: _Row, area: Area, *, centred: bool = True) -> None:
    """Write the score, and the rating with its change, beside each other."""
    left, top, right, bottom = area
    x = max(left, (left + right - _width_of_numbers(page, row)) / 2) if centred else left
    for string, style in _number_parts(page, row):
        end = min(right, x + page.width(string, style) + 4)
        page.write(string, (x, top, end, bottom), style)
        x = end + 14


def _two_lines(page: Page, row: _Row, area: Area, board: CutOut) -> None:
    """Draw a player's name above the numbers."""
    left, top, right, bottom = area
    standing, theme, middle, inside = row.standing, page.theme, (top + bottom) / 2, right - 22
    _box(page, row, area)
    numbered = row.numbered and not row.crowned
    upper = (middle - 50, middle + 2) if standing.rating else (middle - 32, middle + 32)
    start = left + (108 if row.crowned else 72 if numbered else 26)
    if row.crowned:
        high = min(bottom - top - 20, 110.0)
        page.medal(1, (left + 58, middle - high / 2, 0, middle + high / 2), _ground(page, row))
    elif numbered:
        _place(page, row, (left + 14, upper[0], left + 68, upper[1]))
    below = start
    if board.token is not None and standing.rating:  # the name needs the whole line
        _token(page, row, (start, middle + 28 - _PIECE_BELOW / 2, start + _PIECE_BELOW, 0), board.token)
        below += _PIECE_BELOW + 14
    elif board.token is not None:
        _token(page, row, (start, middle - _PIECE / 2, start + _PIECE, 0), board.token)
        start += _PIECE + 16
    name, end = title(50, theme.text, smallest=SMALLEST) if row.first else _name(page, 40), inside
    if standing.score:  # below the name if there is a line for it
        score = Style(44, "Bold", _score_ink(page, row), "right")
        wide, line = page.width(standing.score, score) + 4, (middle + 2, middle + 46) if standing.rating else upper
        page.write(standing.score, (inside - wide, line[0], inside, line[1]), score)
        inside -= wide + 16
        end = end if standing.rating else inside
    page.write(page.texts.name(standing.player), (start, upper[0], end, upper[1]), name)
    if standing.rating:
        style = Style(34, "Semibold", theme.text_muted, smallest=SMALLEST)
        x = below + page.write(standing.rating, (below, middle + 2, inside, middle + 46), style) + 14
        ink = style._replace(weight="Bold", ink=theme.text)
        page.write(standing.change, (x, middle + 2, inside, middle + 46), ink)


def _one_line(page: Page, row: _Row, area: Area, board: CutOut) -> None:
    left, top, right, bottom = area
    standing, theme, middle = row.standing, page.theme, (top + bottom) / 2
    _box(page, row, area)
    numbered = row.numbered and not row.crowned
    if row.crowned:
        page.medal(1, (left + 36, top + 5, 0, bottom - 5), _ground(page, row))
    elif numbered:
        _place(page, row, (left + 8, middle - 21, left + 62, middle + 21))
    end = right - 16
    for string, style in (
        (standing.score, Style(36, "Bold", _score_ink(page, row), "right")),
        (standing.change, Style(SMALLEST, "Bold", theme.text, "right")),
    ):
        if string:
            wide = page.width(string, style) + 6
            page.write(string, (end - wide, top + 6, end, bottom - 6), style)
            end -= wide + 14
    start = left + (68 if row.crowned or numbered else 26)
    if board.token is not None:
        _token(page, row, (start - 6, middle - 24, start + 42, 0), board.token)
        start += 50
    page.write(page.texts.name(standing.player), (start, top + 6, end, bottom - 6), _name(page, 34))


def _name(page: Page, size: float) -> Style:
    return Style(size, "Bold", page.theme.text, smallest=SMALLEST)


def _score_ink(page: Page, row: _Row) -> Colour:
    return page.theme.accent if row.crowned else page.theme.text


def _box(page: Page, row: _Row, area: Area) -> None:
    """Draw a player's box: gold for a winner, and as bright without gold if the match is drawn."""
    theme = page.theme
    edge = theme.accent if row.crowned else theme.text_muted if row.first else theme.card_edge
    page.box(area, _ground(page, row), edge, 3 if row.crowned else 2)


def _token(page: Page, row: _Row, area: Area, token: Callable[[int, int, Colour], Image.Image]) -> None:
    """Draw the player's piece, the same as on the board."""
    left, top, right, _ = page.pixels(area)
    paste(page.frame, token(row.standing.player, right - left, _ground(page, row)), (left, top))


def _ground(page: Page, row: _Row) -> Colour:
    return page.theme.card_active if row.crowned else page.theme.card


def _place(page: Page, row: _Row, area: Area) -> None:
    """Write the place of a player without a medal, with a full stop: without one it reads like a score."""
    place = "–" if row.standing.place is None else f"{row.standing.place}."
    page.write(place, area, Style(38, "Bold", page.theme.text_muted, "centre", smallest=SMALLEST))


def _facts(page: Page, content: ResultCard, top: float) -> None:
    """Write the facts in one line, each in its share of the width: at the left, in the middle, at the right."""
    style = Style(34, "Regular", page.theme.text_muted, smallest=SMALLEST)
    share = (_RIGHT - MARGIN) / max(1, len(content.facts))
    aligned: tuple[Align, ...] = ("left", "centre", "right") if len(content.facts) > 2 else ("left", "right")
    for number, (fact, align) in enumerate(zip(content.facts, aligned, strict=False)):
        left = MARGIN + number * share
        page.write_text(fact, (left, top + 10, left + share, top + _FOOT - 4), style._replace(align=align))
