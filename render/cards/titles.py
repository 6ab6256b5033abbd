"""Title cards: one game, all games, and the choices of an option."""

from __future__ import annotations

from collections.abc import Sequence

from render.cards.content import FiguresCard, TitleCard
from render.cards.figures import CutOut, window, with_one_palette
from render.cards.page import BAND, FRAME, MARGIN, SMALLEST, Page
from render.options import PictureOptions
from render.picture import Picture
from render.text import Style, title

_RIGHT = 1000 - MARGIN
_WINDOW = (436.0, 500.0)
"""Width and least height of the part of a board on a title card."""
_LINE = 44.0
_TITLE = 104.0
_PART = (438.0, 300.0)
"""Room for a part of each of several boards."""
_WHOLE = 404.0
"""Side of the room for each of several boards that are seen whole."""
_COLUMN = 438.0
"""Width of the room for what is said of such a board."""
_SIGN = 64.0
"""Height of the sign with the name of a board."""
_GAP = 44.0


def title_card(content: TitleCard, options: PictureOptions) -> Picture:
    """Draw the title card of a game: a part of its board, and beside it what the game is."""
    scale, (wide, high) = options.size / 1000, _WINDOW
    measured = Page(BAND, options)
    end = _RIGHT - wide - 52
    plain = Style(36, "Regular", measured.theme.text, smallest=SMALLEST)
    quiet = Style(32, "Semibold", measured.theme.text_muted, smallest=SMALLEST)
    paragraphs = [measured.lines(content.tagline, end - MARGIN, 6, plain)]
    paragraphs += [measured.lines(fact, end - MARGIN, 3, quiet) for fact in content.facts]
    written = _TITLE + 8 + _LINE * sum(len(lines) for lines, _ in paragraphs) + 16
    high = max(high, written + 24)
    board = window(content.figure, options, (round(wide * scale), round(high * scale)), between=True)
    page = Page(high + 2 * MARGIN + BAND, options, board.palette, board.ornament)
    edge = 0.0 if content.figure.whole else FRAME  # a whole board has a frame of its own
    page.figure(board, (_RIGHT - wide, MARGIN, _RIGHT, MARGIN + high), edge)
    top = MARGIN + (high - written) / 2 - 4
    name = title(92, page.theme.accent, smallest=60)
    page.write(content.title, (MARGIN, top, end, top + _TITLE), name)
    top += _TITLE + 8
    for number, (lines, style) in enumerate(paragraphs):
        page.write_lines(lines, (MARGIN, top, end, 0), _LINE, style)
        top += _LINE * len(lines) + (16 if number == 0 else 0)
    return page.picture()


def figures(content: FiguresCard, options: PictureOptions) -> Picture:
    """Draw several boards with their names, two in a row: a part of each, or whole ones to choose from."""
    whole = all(one.figure.whole for one in content.figures)
    room = tuple(round(side * options.size / 1000) for side in ((_WHOLE, _WHOLE) if whole else _PART))
    boards, palette = with_one_palette([window(one.figure, options, (room[0], room[1])) for one in content.figures])
    draw = _choices if whole else _parts
    return draw(content, options, boards, palette).picture()


def _top(content: FiguresCard) -> float:
    """Return where the boards begin, below the title."""
    return 128.0 + (44 if content.subtitle is not None else 0)


def _header(page: Page, content: FiguresCard) -> None:
    page.write_text(content.title, (MARGIN, 20, _RIGHT, 104), title(64, page.theme.accent, smallest=40))
    if content.subtitle is not None:
        style = Style(34, "Regular", page.theme.text, smallest=SMALLEST)
        page.write_text(content.subtitle, (MARGIN, 98, _RIGHT, 146), style)


def _parts(content: FiguresCard, options: PictureOptions, boards: Sequence[CutOut], palette: bytes) -> Page:
    """Draw parts of boards as in frames, each with a sign."""
    (wide, high), top, rows = _PART, _top(content), -(-len(boards) // 2)
    page = Page(top + rows * (high + _SIGN + _GAP) + BAND, options, palette)
    _header(page, content)
    for number, (board, one) in enumerate(zip(boards, content.figures, strict=True)):
        left, y = MARGIN + number % 2 * (wide + _GAP), top + number // 2 * (high + _SIGN + _GAP)
        page.window(board, (left, y, left + wide, y + high))
        page.sign(one.name, (left - FRAME, y + high, left + wide + FRAME, y + high + _SIGN))
    return page


def _choices(content: FiguresCard, options: PictureOptions, boards: Sequence[CutOut], palette: bytes) -> Page:
    """Draw whole boards with what is said of each below it; the last of an odd number is in the middle."""
    measured, top = Page(BAND, options, palette), _top(content) - 14
    style = Style(34, "Semibold", measured.theme.text, "centre", smallest=SMALLEST)
    said = [measured.lines(one.name, _COLUMN, 4, style) for one in content.figures]
    pairs = [said[at : at + 2] for at in range(0, len(said), 2)]
    heights = [_WHOLE + 6 + _LINE * max(len(lines) for lines, _ in pair) + 18 for pair in pairs]
    page = Page(top + sum(heights) + BAND, options, palette)
    _header(page, content)
    for number, (board, (lines, wanted)) in enumerate(zip(boards, said, strict=True)):
        row, column = divmod(number, 2)
        middle = 500 if len(pairs[row]) == 1 else 500 + (column - 0.5) * (_COLUMN + _GAP)
        y = top + sum(heights[:row])
        page.figure(board, (middle - _WHOLE / 2, y, middle + _WHOLE / 2, y + _WHOLE))
        page.write_lines(lines, (middle - _COLUMN / 2, y + _WHOLE + 6, middle + _COLUMN / 2, 0), _LINE, wanted)
    return page
