"""The public area: dice and their readings, scoring cards, and players."""

from __future__ import annotations

from engines.chiefdom.observation import CARD_TITLES, ChiefdomObservation, Reading, Score
from engines.game import Player
from engines.text import format_number
from render.canvas import Colour
from render.chiefdom import labels
from render.chiefdom.page import Area, Page
from render.chiefdom.tracks import draw_changed_numbers, draw_numbers
from render.text import Style, title

LEFT, RIGHT = 16.0, 984.0
GAP = 10.0
HEADER = 92.0
BAND = 100.0
"""Height of the dice and readings above a sheet."""
CARDS = 146.0
SCORED = 42.0
"""Height of the points of the cards for a sheet."""
CHIPS_IN_A_ROW = 4
CHIP = 48.0


def header(page: Page, seen: ChiefdomObservation) -> None:
    """Draw the game's name, the turn, and the status line."""
    theme = page.theme
    page.stamp("emblem", LEFT, 14, 66, theme.table)
    page.write("Chiefdom", (LEFT + 78, 12, LEFT + 260, 52), title(38, theme.accent))
    page.write_text(labels.heading(seen), (LEFT + 78, 52, LEFT + 260, 84), Style(28, "Semibold", theme.text_muted))
    news = labels.news(seen)
    if news is not None:
        wrong = seen.ghost is not None and seen.ghost.reason is not None and not seen.ghost.asks
        final = seen.outcome is not None
        style = Style(32 if final else 30, "Bold" if final else "Semibold", theme.text, "right")
        left = LEFT + 280
        if wrong or final:
            style = Style(30, "Bold", theme.accent, "right")
            large = title(34, theme.accent, "right", smallest=28)
            if final and page.fits(page.texts(news), (left, 10, RIGHT, 48), large):
                style = large
        page.write_lines(news, ((left, 10, RIGHT, 48), (left, 48, RIGHT, 86)), style)


# ------------------------------------------------------------------------------------------------------------- dice


def dice_band(page: Page, seen: ChiefdomObservation, top: float) -> None:
    """Draw the dice in a row with their readings."""
    side, bottom = 74.0, top + BAND
    if seen.dice is not None:
        for place, pips in enumerate(seen.dice):
            page.die(pips, LEFT + place * (side + 8), top + (BAND - side) / 2, side, page.theme.table)
    left = LEFT + 3 * (side + 8) + 10
    width = (RIGHT - left - 2 * GAP) / 3
    for place, way in enumerate(seen.readings):
        x = left + place * (width + GAP)
        _reading(page, seen, way, (x, top, x + width, bottom))


def _card(page: Page, area: Area, *, active: bool) -> Colour:
    theme = page.theme
    inside = theme.card_active if active else theme.card
    edge = theme.accent if active else theme.card_edge
    page.box(area, under=theme.table, edge=edge, inside=inside, line=3 if active else 1.5)
    return inside


def _chosen(seen: ChiefdomObservation, way: Reading) -> bool:
    ghost = seen.ghost
    return ghost is not None and way.die == ghost.die and way.icon in (ghost.icon, "wild" if way.die is None else None)


def _reading(page: Page, seen: ChiefdomObservation, way: Reading, area: Area) -> None:
    left, top, right, _ = area
    ground = _card(page, area, active=_chosen(seen, way))
    _sum(page, seen, way, (left + 12, top + 12, left + 92, top + BAND - 12))
    page.stamp(way.icon if way.reason is None else f"barred {way.icon}", left + 96, top + 17, BAND - 34, ground)
    _shape(page, seen, way, (left + 170, top + 12, right - 8, top + BAND - 12))


def _sum(page: Page, seen: ChiefdomObservation, way: Reading, area: Area) -> None:
    """Write the dice that are added and their sum in digits, which are legible at any size; three dice for a triple."""
    left, top, right, bottom = area
    faint, plain = page.theme.text_muted, page.theme.text
    if way.sum is None:
        one = 0 if seen.dice is None else seen.dice[0]
        page.write(" ".join([str(one)] * 3), (left, top, right, bottom), Style(32, "Bold", plain, "centre"))
        return
    page.write("+".join(map(str, way.sum)), (left, top, right, top + 36), Style(30, "Semibold", faint, "centre"))
    page.write(f"= {sum(way.sum)}", (left, top + 38, right, bottom), Style(32, "Bold", plain, "centre"))


def _shape(page: Page, seen: ChiefdomObservation, way: Reading, area: Area) -> None:
    """Draw the shape of the squares."""
    left, top, right, bottom = area
    offsets = seen.edition.shape(way.die)
    wide, high = (max(part) + 1 for part in zip(*offsets, strict=True))
    step = min(26.0, (right - left) / max(wide, 2), (bottom - top) / max(high, 2))
    west, south = (left + right - wide * step) / 2, (top + bottom + high * step) / 2
    for east, north in offsets:
        x, y = west + east * step, south - (north + 1) * step
        page.fill((x + 1.5, y + 1.5, x + step - 1.5, y + step - 1.5), page.theme.text)


def dice_table(page: Page, seen: ChiefdomObservation, top: float) -> float:
    """Draw the dice large and their readings with text; return the bottom."""
    side, step = 118.0, 88.0
    bottom = top + 3 * step - GAP
    middle = LEFT + 400
    _card(page, (LEFT, top, middle, bottom), active=False)
    if seen.dice is not None:
        first = LEFT + (middle - LEFT - 3 * side - 2 * 8) / 2
        for place, pips in enumerate(seen.dice):
            lower = (-14, 10, -6)[place]
            page.die(pips, first + place * (side + 8), (top + bottom - side) / 2 + lower, side, page.theme.card)
    height = (bottom - top - GAP * (len(seen.readings) - 1)) / max(1, len(seen.readings))
    for place, way in enumerate(seen.readings):
        y = top + place * (height + GAP)
        _labelled_reading(page, seen, way, (middle + GAP, y, RIGHT, y + height))
    return bottom


def _labelled_reading(page: Page, seen: ChiefdomObservation, way: Reading, area: Area) -> None:
    left, top, right, bottom = area
    ground = _card(page, area, active=False)
    middle = (top + bottom) / 2
    if way.sum is None:
        one = 0 if seen.dice is None else seen.dice[0]
        for place in range(3):
            page.die(one, left + 14 + place * 46, middle - 20, 40, ground)
    else:
        for place, pips in enumerate(way.sum):
            page.die(pips, left + 14 + place * 46, middle - 20, 40, ground)
        style = Style(32, "Bold", page.theme.text)
        page.write(f"= {sum(way.sum)}", (left + 112, middle - 22, left + 168, middle + 22), style)
    page.stamp(way.icon, left + 184, middle - 32, 64, ground)
    name = Style(32, "Semibold", page.theme.text)
    page.write_text(labels.reading(way), (left + 264, middle - 24, right - 156, middle + 24), name)
    if way.die is not None:
        page.die(way.die, right - 148, middle - 20, 40, ground)
    _shape(page, seen, way, (right - 98, middle - 34, right - 14, middle + 34))


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
        number = Style(28, "Bold", pens.print_ink, "centre")
        page.write(str(card), (left + 14, bottom - 42, left + 86, bottom - 8), number)
        inner = left + 98
        lines = tuple((inner, top + 6 + 29 * line, right - 8, top + 35 + 29 * line) for line in range(3))
        page.write_lines(CARD_TITLES[card], lines, Style(26, "Semibold", pens.ink))
        page.write_text(
            labels.worth(card), (inner, bottom - 42, right - 8, bottom - 8), Style(26, "Regular", pens.print_ink)
        )
    return top + height


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
        total, style = format_number(sheet.score.total), Style(28, "Bold", text, "right")
        wide = page.width(total, style) + 4
        page.write(total, (end - wide, top + 4, end, bottom - 4), style)
        end -= wide + 4
    own = seat == seen.viewer
    page.write(
        page.texts.name(seat), (left + 44, top + 4, end, bottom - 4), Style(28, "Bold" if own else "Regular", text)
    )
