"""Title cards: one game, all games, and the choices of an option."""

from __future__ import annotations

from render.cards.content import FiguresCard, NamedFigure, TitleCard
from render.cards.figures import cut_out, with_one_palette
from render.cards.page import BAND, MARGIN, SMALLEST, Page
from render.options import PictureOptions
from render.picture import Picture
from render.text import Style, title

_RIGHT = 1000 - MARGIN
_BOARD = 380.0
"""Side of the room for the board of a title card."""
_LINE = 44.0
_TITLE = 100.0
_FIGURES = {1: (600.0, 480.0), 2: (450.0, 350.0), 3: (300.0, 300.0)}
"""Room for each of several boards, by their number in a row."""


def title_card(content: TitleCard, options: PictureOptions) -> Picture:
    """Draw the title card of a game."""
    scale = options.size / 1000
    side = round(_BOARD * scale)
    (board,), palette = with_one_palette([cut_out(content.figure, options, (side, side))])
    measured, left = Page(BAND, options, palette), _RIGHT - board.numbers.width / scale
    theme, end = measured.theme, min(left, _RIGHT - 300) - 40
    plain = Style(36, "Regular", theme.text, smallest=SMALLEST)
    quiet = Style(32, "Semibold", theme.text_muted, smallest=SMALLEST)
    paragraphs = [measured.lines(content.tagline, end - MARGIN, 4, plain)]
    paragraphs += [measured.lines(fact, end - MARGIN, 3, quiet) for fact in content.facts]
    written = _TITLE + 8 + _LINE * sum(len(lines) for lines, _ in paragraphs) + 16
    height = max(_BOARD, written) + 72
    page = Page(height + BAND, options, palette, board.ornament)
    page.figure(board, (left, 0, _RIGHT, height))
    top = (height - written) / 2 - 4
    page.write(content.title, (MARGIN, top, end, top + _TITLE), title(92, theme.accent, smallest=60))
    top += _TITLE + 8
    for number, (lines, style) in enumerate(paragraphs):
        page.write_lines(lines, (MARGIN, top, end, 0), _LINE, style)
        top += _LINE * len(lines) + (16 if number == 0 else 0)
    return page.picture()


def figures(content: FiguresCard, options: PictureOptions) -> Picture:
    """Draw several boards with their names."""
    scale = options.size / 1000
    columns = 3 if len(content.figures) == 3 else min(2, len(content.figures))
    wide, high = _FIGURES[columns]
    boards, palette = with_one_palette(
        [cut_out(one.figure, options, (round(wide * scale), round(high * scale))) for one in content.figures]
    )
    high = max(board.numbers.height for board in boards) / scale
    step = (_RIGHT - MARGIN + 20) / columns
    measured = Page(BAND, options, palette)
    names = [_name(measured, one, step - 20) for one in content.figures]
    caption = max(len(lines) * line for lines, line, _ in names) + 12
    rows = -(-len(boards) // columns)
    top = 124.0 + (44 if content.subtitle is not None else 0)
    page = Page(top + rows * (high + caption + 22) + BAND, options, palette)
    theme = page.theme
    page.write_text(content.title, (MARGIN, 20, _RIGHT, 104), title(64, theme.accent, smallest=40))
    if content.subtitle is not None:
        style = Style(34, "Regular", theme.text, smallest=SMALLEST)
        page.write_text(content.subtitle, (MARGIN, 98, _RIGHT, 146), style)
    for number, (board, (lines, line, style)) in enumerate(zip(boards, names, strict=True)):
        row, column = divmod(number, columns)
        left, y = MARGIN + column * step, top + row * (high + caption + 22)
        page.figure(board, (left, y, left + step - 20, y + high))
        page.write_lines(lines, (left, y + high + 6, left + step - 20, 0), line, style)
    return page.picture()


def _name(page: Page, one: NamedFigure, width: float) -> tuple[list[str], float, Style]:
    """Return the lines of a name, their height and style: large letters for a word, small ones for a sentence."""
    large = title(40, page.theme.text, "centre", smallest=40)
    if page.width(page.texts(one.name), large) <= width:
        return [page.texts(one.name)], 54.0, large
    lines, style = page.lines(one.name, width, 4, Style(SMALLEST, "Semibold", page.theme.text, "centre"))
    return lines, 38.0, style
