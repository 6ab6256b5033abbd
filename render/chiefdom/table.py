"""The public area: dice and their readings, scoring cards, and players."""

from __future__ import annotations

from engines.chiefdom.observation import CARD_TITLES, ICON_LETTERS, SHAPE_NAMES, ChiefdomObservation, Reading, Score
from engines.game import Player
from engines.text import Text, format_number
from render.canvas import Colour
from render.chiefdom import labels
from render.chiefdom.page import Area, Page
from render.chiefdom.sprites import HANDS
from render.chiefdom.tracks import draw_changed_numbers, draw_numbers
from render.indexed import fill_box, paste
from render.text import Style, title

LEFT, RIGHT = 16.0, 984.0
GAP = 10.0
HEADER = 92.0
BAND = 134.0
"""Height of the readings of the dice above a sheet."""
TICKETS = 348.0
"""Height of the readings in the public picture."""
CARDS = 146.0
SCORED = 42.0
"""Height of the points of the cards for a sheet."""
_SQUARE = 72.0
"""Side of a square of a drawing in the public picture."""
CHIPS_IN_A_ROW = 4
CHIP = 48.0


def header(page: Page, seen: ChiefdomObservation) -> None:
    """Draw the game's name, the turn, and the status line."""
    theme = page.theme
    page.stamp("emblem", LEFT, 14, 66, theme.table)
    page.write("Chiefdom", (LEFT + 78, 12, LEFT + 260, 52), title(38, theme.accent))
    page.write_text(labels.heading(seen), (LEFT + 78, 52, LEFT + 260, 84), Style(30, "Semibold", theme.text_muted))
    news = labels.news(seen)
    if news is not None and seen.outcome is not None:
        _title(page, news, won=len(seen.outcome.winners) == 1)
    elif news is not None:
        wrong = seen.ghost is not None and seen.ghost.reason is not None and not seen.ghost.asks
        style = title(32, theme.accent if wrong else theme.text, "right")
        _headline(page, news, (LEFT + 280, 9, RIGHT, 87), style)


def _title(page: Page, news: Text, *, won: bool) -> None:
    """Write how the match ended on a ribbon, with a seal for a single winner."""
    left, top, right, bottom = LEFT + 270, 8.0, RIGHT - (40 if won else 0), 84.0
    page.ribbon((left, top, right, bottom))
    left, right = left + 44, right - (58 if won else 44)
    _headline(page, news, (left, top + 3, right, bottom - 3), title(32, page.theme.accent_text, "centre", smallest=28))
    if won:
        page.seal(RIGHT - 92, 0, 92)


def _headline(page: Page, news: Text, area: Area, style: Style) -> None:
    """Write what happens in one line or, if it is long, in two of similar length and the same letters."""
    left, top, right, bottom = area
    text, middle = page.texts(news), (top + bottom) / 2
    style = style._replace(weight=style.weight_for(text))
    words = text.split(" ")
    halves = [(" ".join(words[:count]), " ".join(words[count:])) for count in range(1, len(words))]
    if not halves or page.width(text, style) <= right - left:
        page.write(text, area, style)
    else:
        first, second = min(halves, key=lambda half: max(page.width(line, style) for line in half))
        page.write(first, (left, top + 1, right, middle), style)
        page.write(second, (left, middle, right, bottom - 1), style)


# ------------------------------------------------------------------------------------------------------------- dice


def dice_band(page: Page, seen: ChiefdomObservation, top: float) -> None:
    """Draw the readings of the dice in a row above a sheet."""
    for way, (left, right) in zip(seen.readings, _columns(len(seen.readings)), strict=True):
        active = _chosen(seen, way)
        ground = _card(page, (left, top, right, top + BAND), active=active)
        _sum(page, seen, way, (left + 8, top + 12, left + 172, top + 78), ground)
        _icon(page, way, (left + 174, top + 12), 66, ground)
        _shape(page, seen, way, (left + 248, top + 10, right - 10, top + 80))
        _shape_name(page, way, (left + 12, top + 86, right - 8, top + BAND - 8), ground)


def dice_table(page: Page, seen: ChiefdomObservation, top: float) -> float:
    """Draw the readings large, each with what it draws as on a sheet; return the bottom."""
    pens, bottom = page.pens, top + TICKETS - GAP
    for way, (left, right) in zip(seen.readings, _columns(len(seen.readings)), strict=True):
        middle = (left + right) / 2
        page.paper((left, top, right, bottom))
        _sum(page, seen, way, (middle - 110, top + 14, middle + 110, top + 80), pens.paper, side=58)
        name = title(34, pens.ink, "centre", smallest=30)
        page.write_text(labels.reading(way), (left + 12, top + 84, right - 12, top + 128), name)
        _drawing(page, seen, way, (left + 12, top + 134, right - 12, bottom - 58))
        _shape_name(page, way, (left + 12, bottom - 52, right - 12, bottom - 10), pens.paper)
    return bottom


def _columns(count: int) -> list[tuple[float, float]]:
    """Return left and right of as many columns as there are readings of a roll."""
    width = (RIGHT - LEFT - GAP * (count - 1)) / max(1, count)
    return [(LEFT + place * (width + GAP), LEFT + place * (width + GAP) + width) for place in range(count)]


def _card(page: Page, area: Area, *, active: bool) -> Colour:
    theme = page.theme
    inside = theme.card_active if active else theme.card
    edge = theme.accent if active else theme.card_edge
    page.box(area, under=theme.table, edge=edge, inside=inside, line=3 if active else 1.5)
    return inside


def _chosen(seen: ChiefdomObservation, way: Reading) -> bool:
    ghost = seen.ghost
    return ghost is not None and way.die == ghost.die and way.icon in (ghost.icon, "wild" if way.die is None else None)


def _sum(page: Page, seen: ChiefdomObservation, way: Reading, area: Area, ground: Colour, *, side: float = 40) -> None:
    """Draw the dice that are added, and their sum; three dice for a triple."""
    left, top, right, bottom = area
    triple = (0 if seen.dice is None else seen.dice[0],) * 3
    dice = way.sum or triple
    wide = len(dice) * (side + 6) + (0 if way.sum is None else 70)
    x, y = (left + right - wide) / 2, (top + bottom - side) / 2
    for pips in dice:
        page.die(pips, x, y, side, ground)
        x += side + 6
    if way.sum is not None:
        ink = page.pens.ink if ground == page.pens.paper else page.theme.text
        page.write(f"= {sum(way.sum)}", (x, top, x + 72, bottom), Style(34, "Bold", ink))


def _icon(page: Page, way: Reading, at: tuple[float, float], side: float, ground: Colour) -> None:
    page.stamp(way.icon if way.reason is None else f"barred {way.icon}", *at, side, ground)


def _offsets(seen: ChiefdomObservation, way: Reading) -> tuple[tuple[int, int], ...]:
    """Return the squares of the shape, laid so that it is not higher than wide."""
    offsets = seen.edition.shape(way.die)
    wide, high = (max(part) for part in zip(*offsets, strict=True))
    return tuple((north, east) for east, north in offsets) if high > wide else tuple(offsets)


def _shape(page: Page, seen: ChiefdomObservation, way: Reading, area: Area) -> None:
    """Draw the shape of the squares."""
    left, top, right, bottom = area
    offsets = _offsets(seen, way)
    wide, high = (max(part) + 1 for part in zip(*offsets, strict=True))
    step = min(26.0, (right - left) / max(wide, 2), (bottom - top) / max(high, 2))
    west, south = (left + right - wide * step) / 2, (top + bottom + high * step) / 2
    for east, north in offsets:
        x, y = west + east * step, south - (north + 1) * step
        page.fill((x + 1.5, y + 1.5, x + step - 1.5, y + step - 1.5), page.theme.text)


def _drawing(page: Page, seen: ChiefdomObservation, way: Reading, area: Area) -> None:
    """Draw the squares of a reading as they would lie on a sheet."""
    left, top, right, bottom = page.pixels(area)
    offsets, px = _offsets(seen, way), page.sprites.px
    wide, high = (max(part) + 1 for part in zip(*offsets, strict=True))
    cell = min(px(_SQUARE), (bottom - top) // high)
    west, south = (left + right - wide * cell) // 2, (top + bottom + high * cell) // 2
    edge, ink = max(1, px(2.5)), page.sprites.palette.nearest(page.pens.print_ink)
    boxes = [(west + east * cell, south - (north + 1) * cell) for east, north in offsets]
    for x, y in boxes:
        fill_box(page.frame, ink, (x - edge, y - edge, x + cell + edge, y + cell + edge))
    for number, (x, y) in enumerate(boxes):
        letter = "." if way.icon == "wild" else ICON_LETTERS[way.icon]
        paste(page.frame, page.sprites.square(letter, None, cell, number % len(HANDS)), (x, y))
        if way.icon == "wild":
            side = px(_SQUARE * 0.7)
            paste(page.frame, page.sprites.sign("wild", side), (x + (cell - side) // 2, y + (cell - side) // 2))


def _shape_name(page: Page, way: Reading, area: Area, ground: Colour) -> None:
    """Write what the shape is, beside the die that shows it."""
    left, top, right, bottom = area
    paper = ground == page.pens.paper
    side = min(34.0, bottom - top)
    style = Style(30, "Regular", page.pens.ink if paper else page.theme.text)
    words = page.texts(SHAPE_NAMES[way.die or 1])
    room = right - left - (0 if way.die is None else side + 8)
    wide = min(room, page.width(words, style) + 2)
    x = left + (right - left - wide - (right - left - room)) / 2
    if way.die is not None:
        page.die(way.die, x, (top + bottom - side) / 2, side, ground)
        x += side + 8
    page.write(words, (x, top, x + wide, bottom), style)


# ------------------------------------------------------------------------------------------------------------ cards


def cards_height(seen: ChiefdomObservation, *, scored: bool = False) -> float:
    """Return the height of the scoring cards, with the points for a sheet if ``scored``."""
    return 0 if not seen.cards else CARDS + SCORED if scored else CARDS


def cards(
    page: Page, seen: ChiefdomObservation, top: float, score: Score | None = None, after: Score | None = None
) -> float:
    """Draw the scoring cards, with their points in ``score`` and in the planned score ``after``; return the bottom."""
    width = (RIGHT - LEFT - 2 * GAP) / 3
    pens = page.pens
    height = cards_height(seen, scored=score is not None)
    for place, card in enumerate(seen.cards):
        left = LEFT + place * (width + GAP)
        right, bottom = left + width, top + CARDS - GAP
        page.paper((left, top, right, top + height - GAP))
        if score is not None:
            line = score.cards[place]
            page.fill((left + 14, bottom - 4, right - 14, bottom - 3), pens.print)
            row = (left, bottom, right - 13, bottom + SCORED - 8)
            then = line if after is None else after.cards[place]
            if then == line:
                draw_numbers(page, line.number, line.points, row)
            else:
                draw_changed_numbers(page, line, then, row)
        page.sign(f"card {card}", left + 14, top + 12, 72)
        number = Style(30, "Bold", pens.print_ink, "centre")
        page.write(str(card), (left + 14, bottom - 42, left + 86, bottom - 8), number)
        inner = left + 98
        lines = tuple((inner, top + 6 + 29 * line, right - 8, top + 35 + 29 * line) for line in range(3))
        page.write_lines(CARD_TITLES[card], lines, Style(29, "Semibold", pens.ink))
        page.write_text(
            labels.worth(card), (inner - 12, bottom - 42, right - 6, bottom - 6), Style(30, "Regular", pens.print_ink)
        )
    return top + height


def cards_below_each_other(page: Page, seen: ChiefdomObservation, area: Area) -> None:
    """Draw the scoring cards in the place of a sheet, without points."""
    left, top, right, bottom = area
    high = (bottom - top + GAP) / max(1, len(seen.cards)) - GAP
    for place, card in enumerate(seen.cards):
        y = top + place * (high + GAP)
        page.paper((left, y, right, y + high))
        page.sign(f"card {card}", left + 7, y + (high - 54) / 2, 54)
        lines = tuple((left + 66, y + 4 + 28 * line, right - 4, y + 32 + 28 * line) for line in range(2))
        page.write_lines(CARD_TITLES[card], lines, Style(26, "Semibold", page.pens.ink))
        worth = (left + 66, y + high - 32, right - 6, y + high - 4)
        page.write_text(labels.worth(card), worth, Style(26, "Regular", page.pens.print_ink))


# ---------------------------------------------------------------------------------------------------------- players


def chips_height(seats: int) -> float:
    """Return the height of the players' rows; a solo match has none."""
    return 0 if seats == 1 else -(-seats // CHIPS_IN_A_ROW) * (CHIP + 8)


def chips(page: Page, seen: ChiefdomObservation, top: float, *, points: bool = True) -> None:
    """Draw all players with a sign for decided, still to decide or left, and with public points."""
    seats = len(seen.decided)
    if seats == 1:
        return
    columns = min(seats, CHIPS_IN_A_ROW)
    width = (RIGHT - LEFT - 8 * (columns - 1)) / columns
    for seat in range(seats):
        row, column = divmod(seat, columns)
        left, y = LEFT + column * (width + 8), top + row * (CHIP + 8)
        _chip(page, seen, seat, (left, y, left + width, y + CHIP), points=points)


def _chip(page: Page, seen: ChiefdomObservation, seat: Player, area: Area, *, points: bool) -> None:
    left, top, right, bottom = area
    theme = page.theme
    awaited = seat in seen.awaited
    won = seen.outcome is not None and seat in seen.outcome.winners
    ground = _card(page, area, active=awaited or won)
    name, ink = ("wait", theme.accent) if awaited else ("tick", theme.text_muted)
    if seen.gone[seat]:
        name, ink = "cross", theme.text_muted
    elif not (awaited or seen.decided[seat]):
        name = ""
    if name:
        page.glyph(name, left + 12, top + 13, 22, (ground, ink))
    text = theme.text_muted if seen.gone[seat] else theme.text
    sheet = seen.sheets[seat]
    end = right - 10
    if points and sheet is not None and seen.open_sheets:
        total, style = format_number(sheet.score.total), Style(30, "Bold", text, "right")
        wide = page.width(total, style) + 4
        page.write(total, (end - wide, top + 4, end, bottom - 4), style)
        end -= wide + 4
    own = seat == seen.viewer
    page.write(
        page.texts.name(seat), (left + 44, top + 4, end, bottom - 4), Style(30, "Bold" if own else "Regular", text)
    )
