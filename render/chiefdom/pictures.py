"""The kinds of pictures: the public state, one sheet, and all sheets."""

from __future__ import annotations

from engines.chiefdom.observation import ChiefdomObservation, ShownSheet
from engines.game import Player
from engines.text import format_number
from render.chiefdom import labels, table
from render.chiefdom.page import Area, Page
from render.chiefdom.result import result_height, result_table
from render.chiefdom.sheet import draw_plan
from render.chiefdom.sprites import SpriteSet
from render.chiefdom.table import GAP, HEADER, LEFT, RIGHT
from render.chiefdom.tracks import draw_score, draw_tracks
from render.options import PictureOptions
from render.picture import corners
from render.text import Style, title

_MARGIN = 14.0
_HIGHEST = 1250.0
"""Maximum height of a picture, for phones."""
_FEW = 4
"""Up to so many sheets are shown by two in a row."""
_WITH_COORDINATES = 2
"""Columns of sheets so wide that they have coordinates and counts."""
_SHEET, _LARGER = 724.0, 806.0
"""Heights of a large sheet, and of one without the score beside it."""


def public(sprites: SpriteSet, seen: ChiefdomObservation, options: PictureOptions) -> Page:
    """Return the public picture of a turn: dice, readings, cards, and who still has to decide."""
    seats = len(seen.decided)
    cards = table.cards_height(seen)
    rolled = seen.dice is not None and seen.phase != "over"
    height = HEADER + (table.TICKETS if rolled else 0) + cards + table.chips_height(seats) + (_MARGIN - 4)
    page = Page(sprites, height, options)
    table.header(page, seen)
    y = HEADER
    if rolled:
        y = table.dice_table(page, seen, y) + GAP
    if seen.cards:
        y = table.cards(page, seen, y)
    table.chips(page, seen, y)
    return page


def one_sheet(sprites: SpriteSet, seen: ChiefdomObservation, seat: Player, options: PictureOptions) -> Page:
    """Return a large picture of a sheet with its tracks and score."""
    playing = seen.phase != "over"
    band = table.BAND + GAP if playing and seen.dice is not None else 0
    cards = table.cards_height(seen, scored=True)
    chips = table.chips_height(len(seen.decided)) if playing else 0
    around = HEADER + band + GAP + cards + chips + _MARGIN - 8
    high = min(_LARGER if options.teaching else _SHEET, _HIGHEST - around)
    height = around + high
    page = Page(sprites, height, options)
    table.header(page, seen)
    if band:
        table.dice_band(page, seen, HEADER)
    y = HEADER + band
    _large_sheet(page, seen, seat, (LEFT, y, RIGHT, y + high), scored=not options.teaching)
    y += high + GAP
    if seen.cards:
        gain = None if seen.ghost is None or seat != seen.viewer else seen.ghost.gain
        y = table.cards(page, seen, y, _visible(seen, seat).score, None if gain is None else gain.score)
    if playing:
        table.chips(page, seen, y)
    return page


def _large_sheet(page: Page, seen: ChiefdomObservation, seat: Player, area: Area, *, scored: bool) -> None:
    """Draw a sheet with its tracks; its score is beside the plan, or left out."""
    sheet = _visible(seen, seat)
    pens = page.pens
    _, top, _, bottom = area
    page.paper(area)
    middle = 648.0 if scored else RIGHT - 14
    page.write(page.texts.name(seat), (LEFT + 22, top + 8, middle, top + 56), Style(36, "Bold", pens.ink))
    ghost = seen.ghost if seat == seen.viewer else None
    gain = None if ghost is None else ghost.gain
    plan = (LEFT + 14, top + 62, middle, bottom - 144)
    page.squares = draw_plan(page, seen, seat, plan, coordinates=True)
    page.board = corners(page.pixels(plan))
    draw_tracks(page, sheet, (LEFT + 42, bottom - 138, middle, bottom - 8), ghost)
    if not scored:
        return
    page.write_text(
        labels.running(sheet.score.total, gain),
        (middle + 14, top + 8, RIGHT - 18, top + 56),
        Style(38, "Bold", pens.ink, "right"),
    )
    after = None if gain is None else gain.score
    draw_score(page, sheet.score, after, (middle + 12, top + 60, RIGHT - 8, bottom - 10))


def every_sheet(sprites: SpriteSet, seen: ChiefdomObservation, first: Player, options: PictureOptions) -> Page:
    """Return all visible sheets; at the end in order of rank, with the table of scores, and if they are too many to be
    legible only the best ones.
    """
    over = seen.phase == "over"
    seats = _order(seen, first)
    band = table.BAND + GAP if not over and seen.dice is not None else 0
    below = result_height(seen, seats) if over else 0
    around = HEADER + band + below + _MARGIN - 4
    crowded = len(seats) > _FEW and not over
    chips = 0 if crowded else table.chips_height(len(seen.decided)) if not over else 0
    cards = table.cards_height(seen)
    columns, high = _arrangement(seen, len(seats), _HIGHEST - around - cards - chips)
    if crowded:
        columns, high = 3, _small_height(seen, 3)
    free = -len(seats) % columns
    places = _grid(len(seats), columns, high)
    if over and len(seats) > _FEW and (columns > 3 or _small_height(seen, columns) > high + 1):
        places, free = _podium(seen, _HIGHEST - around - cards), 0
    beside = crowded and free > 0 and bool(seen.cards)
    rows = max(bottom for _, _, _, bottom in places) + GAP
    page = Page(sprites, around + rows + chips + (0 if beside else cards), options)
    table.header(page, seen)
    if band:
        table.dice_band(page, seen, HEADER)
    top = HEADER + band
    for seat, (left, upper, right, lower) in zip(seats, places, strict=False):
        full = right - left > _NARROW
        _small_sheet(page, seen, seat, (left, top + upper, right, top + lower), full=full, decisions=crowded)
    room = (LEFT + (columns - free) * (_NARROW + GAP), top + rows - GAP - high, RIGHT, top + rows - GAP)
    if over and free:
        _winner(page, seen, (LEFT + (RIGHT - LEFT + GAP) * (columns - free) / columns, *room[1:]))
    y = top + rows
    if beside:
        table.cards_below_each_other(page, seen, (room[0], room[1], room[0] + _NARROW, room[3]))
        room = (room[0] + _NARROW + GAP, *room[1:])
    elif seen.cards:
        y = table.cards(page, seen, y)
    if crowded and free > beside:
        _totals(page, seen, seats, room)
    if over:
        result_table(page, seen, seats, y)
    elif chips:
        table.chips(page, seen, y, points=False)
    return page


def _grid(count: int, columns: int, high: float) -> list[Area]:
    """Return the places of sheets of a height in columns, from the top."""
    width = (RIGHT - LEFT - GAP * (columns - 1)) / columns
    corners_of = (divmod(place, columns) for place in range(count))
    return [
        (left, row * (high + GAP), left + width, row * (high + GAP) + high)
        for row, left in ((row, LEFT + column * (width + GAP)) for row, column in corners_of)
    ]


def _podium(seen: ChiefdomObservation, room: float) -> list[Area]:
    """Return the places of the three best sheets, the first one large, or of two if the height is too small."""
    high = _small_height(seen, 3)
    if 2 * (high + GAP) <= room:
        middle, bottom = RIGHT - _NARROW, 2 * high + GAP
        return [
            (LEFT, 0, middle - GAP, bottom),
            (middle, 0, RIGHT, high),
            (middle, high + GAP, RIGHT, bottom),
        ]
    return _grid(2, 2, _arrangement(seen, 2, room)[1])


def _order(seen: ChiefdomObservation, first: Player) -> tuple[Player, ...]:
    """Return the seats whose sheets are shown, by rank at the end, else in seat order from ``first``."""
    ranked = [] if seen.outcome is None else [seat for group in seen.outcome.ranking for seat in group]
    seats = len(seen.sheets)
    turn = [(first + step) % seats for step in range(seats)]
    ordered = (*ranked, *(seat for seat in turn if seat not in ranked))
    return tuple(seat for seat in ordered if seen.sheets[seat] is not None)


def _winner(page: Page, seen: ChiefdomObservation, area: Area) -> None:
    """Draw the winner's seal where the sheets leave room; nothing after a tie."""
    winners = () if seen.outcome is None else seen.outcome.winners
    if len(winners) != 1:
        return
    left, top, right, bottom = area
    middle, side = (top + bottom) / 2, 136.0
    page.paper(area, active=True)
    page.seal((left + right - side) / 2, middle - side + 2, side)
    name, ink = page.texts.name(winners[0]), page.pens.ink
    page.write(name, (left + 16, middle + 12, right - 16, middle + 62), title(42, ink, "centre"))
    points = labels.points(_visible(seen, winners[0]).score.total)
    page.write_text(points, (left + 16, middle + 66, right - 16, middle + 108), Style(32, "Regular", ink, "centre"))


def _totals(page: Page, seen: ChiefdomObservation, seats: tuple[Player, ...], area: Area) -> None:
    """Draw the points of all sheets, most first, where the sheets leave room."""
    left, top, right, bottom = area
    page.paper(area)
    scores = sorted(((_visible(seen, seat).score.total, -seat) for seat in seats), reverse=True)
    high = min(48.0, (bottom - top - 12) / len(scores))
    for place, (total, seat) in enumerate(scores):
        y = top + 6 + place * high
        if place:
            page.fill((left + 12, y, right - 12, y + 1), page.pens.print)
        row = (left + 14, y + 3, right - 14, y + high - 1)
        page.write(format_number(total), (right - 90, *row[1:]), Style(30, "Bold", page.pens.ink, "right"))
        page.write(page.texts.name(-seat), (*row[:2], right - 94, row[3]), Style(30, "Regular", page.pens.ink))


_NAME = 46.0
_EDGE = 8.0
"""Paper beside and below a plan."""
_COUNTS = (42.0, _EDGE)
"""Height of the counts below a sheet, and of the paper there where three or four sheets in a row leave no room."""
_NARROW = (RIGHT - LEFT - 2 * GAP) / 3
"""Width of one of three sheets in a row."""


def _small_height(seen: ChiefdomObservation, columns: int) -> float:
    """Return the height of sheets so many to a row, with squares as large as the width allows."""
    width = (RIGHT - LEFT - GAP * (columns - 1)) / columns
    cell = (width - 2 * _EDGE) / seen.edition.files
    return _NAME + 2 * _EDGE + int(cell) * seen.edition.ranks


def _arrangement(seen: ChiefdomObservation, sheets: int, room: float) -> tuple[int, float]:
    """Return in how many columns the sheets are largest if all of them fit into a height, and the height of each."""
    found: list[tuple[float, int, float]] = []
    for columns in (2, 3, 4):
        width = (RIGHT - LEFT - GAP * (columns - 1)) / columns
        high = room / -(-sheets // columns) - GAP
        beside, under = (26.0, 34.0) if columns == _WITH_COORDINATES else (0.0, _EDGE)
        around = _NAME + under + _COUNTS[columns > _WITH_COORDINATES]
        cell = min((width - 2 * _EDGE - beside) / seen.edition.files, (high - around) / seen.edition.ranks)
        found.append((cell, -columns, around + cell * seen.edition.ranks))
    _, columns, high = max(found)
    return -columns, high


def _small_sheet(
    page: Page, seen: ChiefdomObservation, seat: Player, area: Area, *, full: bool, decisions: bool = False
) -> None:
    """Draw a sheet without its score; with coordinates and counts if it is ``full``, and on request with a sign for
    decided, or still to decide.
    """
    sheet = _visible(seen, seat)
    left, top, right, bottom = area
    pens = page.pens
    won = seen.outcome is not None and seat in seen.outcome.winners
    page.paper(area, active=won)
    name_left = left + 12
    if won:
        page.sign("wild", left + 10, top + 9, 32)
        name_left += 36
    elif seen.gone[seat]:
        page.sign("gone", left + 12, top + 12, 26)
        name_left += 32
    elif decisions and (seat in seen.awaited or seen.decided[seat]):
        ink = pens.plan_line if seat in seen.awaited else pens.print_ink
        name = "wait" if seat in seen.awaited else "tick"
        page.glyph(name, left + 12, top + 14, 22, (pens.paper, ink))
        name_left += 28
    total = format_number(sheet.score.total)
    style = Style(32, "Bold", pens.ink, "right")
    wide = page.width(total, style) + 4
    page.write(total, (right - 12 - wide, top + 5, right - 12, top + _NAME - 3), style)
    called = Style(30, "Semibold", pens.print_ink if seen.gone[seat] else pens.ink)
    page.write(page.texts.name(seat), (name_left, top + 5, right - 20 - wide, top + _NAME - 3), called)
    lower = bottom - _COUNTS[not full]
    draw_plan(page, seen, seat, (left + _EDGE, top + _NAME, right - _EDGE, lower), coordinates=full)
    if full:
        _counts(page, sheet, (left + 10, lower, right - 10, bottom - 4))


def _counts(page: Page, sheet: ShownSheet, area: Area) -> None:
    """Draw logs, fish, houses and people in one line."""
    left, top, right, bottom = area
    kinds = (("log", sheet.logs), ("fish", sheet.fish), ("house", sheet.houses), ("people", sheet.people))
    step = (right - left) / len(kinds)
    for place, (name, count) in enumerate(kinds):
        x = left + place * step
        page.sign(name, x + 2, top + 4, 30)
        page.write(str(count), (x + 36, top + 2, x + step - 2, bottom - 2), Style(30, "Semibold", page.pens.ink))


def _visible(seen: ChiefdomObservation, seat: Player) -> ShownSheet:
    sheet = seen.sheets[seat]
    if sheet is None:
        raise LookupError(f"the sheet of seat {seat} is not visible")
    return sheet
