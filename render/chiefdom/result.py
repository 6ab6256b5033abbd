"""The table of scores at the end, with a row for each chieftain."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engines.chiefdom.observation import ChiefdomObservation, LineName, Score
from engines.game import Player
from engines.text import MINUS, format_number
from render.chiefdom import labels
from render.chiefdom.page import Page
from render.chiefdom.table import LEFT, RIGHT
from render.chiefdom.tracks import FIRST_LOSS, LINE_SIGNS, card_points
from render.text import Style

_HEAD, _ROW = 78.0, 40.0
_TOTAL = 70.0
_SIZE = 30.0
"""Size of all letters: 10 pixels on a phone that shows the picture 340 pixels wide."""
_TOTAL_SIZE = 34.0
_DIGIT = 16.1
"""Width of a bold digit, and of a minus, of that size."""
_SIGN = 32.0
_LEAST_GAP, _MOST_GAP = 10.0, 130.0
"""Space between entries of the key."""
_PADDING = (22.0, 5.0)
"""Space between the numbers of two columns, at most and at least."""
_NAMES = (120.0, 205.0)
"""Room for names: the least, and the most if the least space between numbers leaves it."""
_APART = 8.0
"""Space for the rule before a group of columns."""
_KEY, _KEYS_IN_A_ROW = 34.0, 6
"""Height of a line of the key below the rows, and the most entries in it."""


def result_height(seen: ChiefdomObservation, seats: Sequence[Player]) -> float:
    """Return the height of the table of some sheets with its key."""
    entries = len(_lines(seen, seats)) + any(seen.gone)
    return _HEAD + _ROW * len(seats) + _KEY * _rows_of_key(entries) + 22


def _lines(seen: ChiefdomObservation, seats: Sequence[Player]) -> list[LineName]:
    """Return the lines of the score that have a column: those with points for anybody."""
    scored = {line.name for seat in seats for line in _score(seen, seat).lines if line.points}
    return [line for line in LINE_SIGNS if line in scored]


def result_table(page: Page, seen: ChiefdomObservation, seats: Sequence[Player], top: float) -> None:
    """Draw the table with the rows in this order; the most points of each column are bold."""
    pens = page.pens
    bottom = top + result_height(seen, seats) - 4
    page.paper((LEFT, top, RIGHT, bottom))
    lines = _lines(seen, seats)
    signs = [*(LINE_SIGNS[line] for line in lines), *((f"card {card}",) for card in seen.cards)]
    rows = [_numbers(seen, seat, lines) for seat in seats]
    best = [max(map(_value, column)) for column in zip(*rows, strict=True)]
    right = RIGHT - 14 - _TOTAL
    # Gains, losses, and cards: a rule divides what does not belong together.
    gains = sum(line in _GAINS for line in lines)
    groups = [place for place in dict.fromkeys((gains, len(lines))) if 0 < place < len(signs)]
    longest = max(page.width(page.texts.name(seat), Style(_SIZE, "Bold", pens.ink)) for seat in seats)
    names = min(max(longest + 12, _NAMES[0]), _NAMES[1])
    widths = _columns(rows, len(signs), right - LEFT - 46 - names - _APART * len(groups))
    for place in groups:
        widths[place] += _APART
    first = right - sum(widths)
    x = first
    for width, above in zip(widths, signs, strict=True):
        for number, name in enumerate(reversed(above)):
            page.sign(name, x + (width - _SIGN) / 2, top + _HEAD - 36 - 33 * number, _SIGN)
        x += width
    page.sign("wild", right + _TOTAL - 36, top + _HEAD - 38, 34)
    _group_names(page, (first, top + 8), widths, [len(one) for one in signs], (gains, len(lines)))
    for place, (seat, numbers) in enumerate(zip(seats, rows, strict=True)):
        y = top + _HEAD + place * _ROW
        page.fill((LEFT + 12, y, RIGHT - 12, y + 1), pens.print)
        won = seen.outcome is not None and seat in seen.outcome.winners
        if won:
            page.fill((LEFT + 12, y + 1, RIGHT - 12, y + _ROW), pens.plan)
        ink = pens.print_ink if seen.gone[seat] else pens.ink
        called = Style(_SIZE, "Bold" if won else "Semibold", ink, smallest=_SIZE)
        place_ink = Style(_SIZE, "Bold", pens.ink, "right")
        page.write(_place(seen, seat), (LEFT + 14, y + 4, LEFT + 40, y + _ROW - 2), place_ink)
        page.write(page.texts.name(seat), (LEFT + 46, y + 4, first - 4, y + _ROW - 2), called)
        x = first
        for width, shown, most in zip(widths, numbers, best, strict=False):
            value = _value(shown)
            ink = pens.bad if value < 0 else pens.ink if value else pens.print_ink
            numeral = Style(_SIZE, "Bold" if value == most and value > 0 else "Regular", ink, "centre")
            page.write(shown, (x, y + 4, x + width, y + _ROW - 2), numeral)
            x += width
        total = Style(_TOTAL_SIZE, "Bold", pens.ink, "right", smallest=_SIZE)
        page.write(numbers[-1], (right - 4, y + 4, right + _TOTAL - 4, y + _ROW - 1), total)
    for place in groups:
        x = first + sum(widths[:place])
        page.fill((x, top + 14, x + 2, top + _HEAD + _ROW * len(seats) - 6), pens.print_ink)
    _key(page, lines, top + _HEAD + _ROW * len(seats), left=any(seen.gone))


def _columns(rows: Sequence[Sequence[str]], count: int, room: float) -> list[float]:
    """Return the widths of the columns, with as much space between numbers as leaves them in a room."""
    longest = [max(len(row[place]) for row in rows) for place in range(count)]
    most, least = _PADDING
    widths: list[float] = []
    for step in range(6):
        padding = most - (most - least) * step / 5
        widths = [max(_SIGN + 2, _DIGIT * length + padding) for length in longest]
        if sum(widths) <= room:
            break
    return widths


def _group_names(
    page: Page, at: tuple[float, float], widths: Sequence[float], heights: Sequence[int], ends: tuple[int, int]
) -> None:
    """Name gains, losses and cards above their columns, where signs above each other leave room.

    Args:
        page: the picture.
        at: the left of the first column, and the top of the words.
        widths: those of the columns.
        heights: how many signs are above each.
        ends: the number of gains, and of gains and losses.
    """
    (x, top), free = at, LEFT + 46
    edges = [x + sum(widths[:place]) for place in range(len(widths) + 1)]
    groups = ((0, ends[0], labels.GAINS), (*ends, labels.LOSSES), (ends[1], len(widths), labels.CARDS))
    for begin, end, name in groups:
        taken = [place for place in range(begin, end) if heights[place] > 1]
        style = Style(_SIZE, "Semibold", page.pens.bad if name == labels.LOSSES else page.pens.print_ink)
        wide = page.width(page.texts(name), style) + 4
        stop = edges[taken[0]] if taken else edges[end]
        # A wide word over few columns begins further left, where nothing else is.
        left = max(free, min(edges[begin] + 6, stop - wide))
        if begin < end and left + wide <= stop:
            page.write_text(name, (left, top, left + wide, top + 34), style)
            free = left + wide + 8
        if taken:
            free = edges[taken[-1] + 1]


def _key(page: Page, lines: Sequence[LineName], top: float, *, left: bool) -> None:
    """Say in words what the signs above the columns mean; those of cards stand on the cards.

    The entries of a row are as far apart as the width allows. ``left``: whether anybody has left, who has a dash
    instead of a place.
    """
    page.fill((LEFT + 12, top, RIGHT - 12, top + 2), page.pens.print_ink)
    style = Style(30, "Regular", page.pens.print_ink)
    entries = [(LINE_SIGNS[line], page.texts(labels.LINE_LABELS[line])) for line in lines]
    if left:
        entries.append(((), page.texts(labels.GONE)))
    rows, room = _rows_of_key(len(entries)), RIGHT - LEFT - 32
    for row in range(rows):
        begin, end = (-(-len(entries) * at // rows) for at in (row, row + 1))
        shown = entries[begin:end]
        widths = [30 * max(1, len(names)) + 6 + page.width(word, style) + 2 for names, word in shown]
        gap = (room - sum(widths)) / max(1, len(shown) - 1)
        less = max(0.0, _LEAST_GAP - gap) * (len(shown) - 1) / len(shown)
        x, y = LEFT + 16, top + 8 + row * _KEY
        for (names, word), width in zip(shown, widths, strict=True):
            for number, name in enumerate(names):
                page.sign(name, x + 30 * number, y + 3, 28)
            if not names:
                page.write("–", (x, y, x + 28, y + _KEY - 2), Style(30, "Bold", page.pens.ink, "centre"))
            start, stop = x + 30 * max(1, len(names)) + 6, x + width - less
            page.write(word, (start, y, stop, y + _KEY - 2), style)
            x = stop + min(_MOST_GAP, max(gap, _LEAST_GAP))


def _rows_of_key(entries: int) -> int:
    return -(-entries // _KEYS_IN_A_ROW)


def _place(seen: ChiefdomObservation, seat: Player) -> str:
    """Return the rank, counted as in sports: two firsts are followed by a third."""
    before = 0
    for group in () if seen.outcome is None else seen.outcome.ranking:
        if seat in group:
            return str(before + 1)
        before += len(group)
    return "–"


def _value(shown: str) -> int:
    """Return the points that are written; 0 while those of a card are open."""
    return 0 if shown == "?" else int(shown.replace(MINUS, "-"))


def _score(seen: ChiefdomObservation, seat: Player) -> Score:
    sheet = seen.sheets[seat]
    if sheet is None:
        raise LookupError(f"the sheet of seat {seat} is not visible")
    return sheet.score


def _numbers(seen: ChiefdomObservation, seat: Player, lines: Collection[LineName]) -> list[str]:
    """Return the points of some lines and of each card, and the total."""
    score = _score(seen, seat)
    return [
        *(format_number(line.points) for line in score.lines if line.name in lines),
        *(card_points(line) for line in score.cards),
        format_number(score.total),
    ]


_GAINS = tuple(LINE_SIGNS)[: list(LINE_SIGNS).index(FIRST_LOSS)]
