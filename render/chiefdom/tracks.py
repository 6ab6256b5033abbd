"""The tracks beside the plan: logs, fish, houses with their bonuses, and the score line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from engines.chiefdom.observation import CardLine, Ghost, Line, LineName, Score, ShownSheet
from engines.text import Text, format_number
from render.canvas import Colour
from render.chiefdom import labels
from render.chiefdom.page import Area, Page, Part
from render.chiefdom.sprites import WIDTH, SpriteSet
from render.fonts import Weight
from render.options import PictureOptions
from render.text import Style

LINE_SIGNS: Mapping[LineName, tuple[str, ...]] = {
    "houses": ("house",),
    "walls": ("wall",),
    "wall_completed": ("completed",),
    "people": ("people",),
    "fishermen_by_trees": ("F", "trees3"),
    "lumberjacks_by_water": ("L", "water"),
    "forest": ("trees3",),
    "lake": ("water",),
    "logs": ("log",),
    "fish": ("fish",),
    "empty": ("empty",),
    "homeless": ("homeless",),
    "hungry": ("hungry",),
    "jobless": ("jobless",),
}
"""The signs of each line of the score."""

FIRST_LOSS: LineName = "empty"
"""The first of the losses, which a stronger rule divides from the gains."""

_BELOW = 3.0
"""Paper below the last row, which holds its line in small pictures."""
FED_BY_A_FISH = 2
_TALLY = 5
_COUNT = 126.0
"""Right end of a count beside the tracks; a changing count uses all of the room before it."""
_CHANGE = 116.0
"""Width of the points before and after at the end of a row: two numbers of two digits and a minus."""


def draw_tracks(page: Page, sheet: ShownSheet, area: Area, ghost: Ghost | None) -> None:
    """Draw logs, fish and houses below each other, including the planned or decided drawing."""
    left, top, right, bottom = area
    step = (bottom - top) / 3
    now, bonus = sheet, ghost is not None and ghost.bonus
    if ghost is not None and ghost.gain is not None:
        sheet = replace(
            now,
            logs=now.logs + ghost.gain.logs,
            fish=now.fish + ghost.gain.fish,
            houses=now.houses + (ghost.icon == "house"),
            people=now.people + (len(ghost.squares) if ghost.icon == "person" else 0),
        )
    counts = (("log", now.logs, sheet.logs), ("fish", now.fish, sheet.fish), ("house", now.houses, sheet.houses))
    for number, (name, before, count) in enumerate(counts):
        y = top + number * step
        if number:
            page.fill((left, y, right, y + 1), page.pens.print)
        page.sign(name, left + 2, y + (step - 34) / 2, 34)
        place = (left + 38, y + 4, left + _COUNT + 4, y + step - 2)
        if before == count:
            page.write(str(count), (left + 40, y + 4, left + 92, y + step - 2), _bold(32, page.pens.ink))
        else:
            _draw_change(page, str(before), str(count), place)
    marks = left + _COUNT + 14
    _tally(page, sheet.logs, (marks, top, right, top + step))
    _shoal(page, sheet, (marks, top + step, right, top + 2 * step))
    _village(page, sheet, (marks, top + 2 * step, right, bottom), bonus=bonus)


def _tally(page: Page, count: int, area: Area) -> None:
    """Draw strokes in groups of five, the fifth across."""
    left, top, right, bottom = area
    groups = -(-count // _TALLY)
    side = min(38.0, bottom - top - 4)
    pitch = min(side + 8, (right - left - side) / max(1, groups - 1))
    for group in range(groups):
        strokes = min(_TALLY, count - group * _TALLY)
        page.sign(f"tally {strokes}", left + group * pitch, (top + bottom - side) / 2, side)


def _shoal(page: Page, sheet: ShownSheet, area: Area) -> None:
    """Draw the fish that the people need, bones for missing ones, and surplus fish behind a line."""
    left, top, right, bottom = area
    needed = -(-sheet.people // FED_BY_A_FISH)
    total = max(needed, sheet.fish)
    if not total:
        return
    pitch = min(36.0, (right - left - 12) / total)
    side = min(32.0, pitch, bottom - top - 8)
    y = (top + bottom - side) / 2
    for number in range(total):
        spare = 12 if sheet.fish > needed and number >= needed else 0
        page.sign("fish" if number < sheet.fish else "no fish", left + spare + number * pitch, y, side)
    if sheet.fish > needed:
        x = left + needed * pitch + 4
        page.fill((x, top + 6, x + 2.5, bottom - 6), page.pens.print_ink)


def _village(page: Page, sheet: ShownSheet, area: Area, *, bonus: bool) -> None:
    """Draw the houses, each with a star for its bonus or the space filled in, then the next roof."""
    left, top, right, bottom = area
    pitch = min(44.0, (right - left) / (sheet.houses + 1))
    side = min(38.0, pitch)
    y = (top + bottom - side) / 2
    for number in range(sheet.houses):
        name = "house without bonus" if number < sheet.bonuses_used else "house with bonus"
        if bonus and number == sheet.bonuses_used:
            name = "house with bonus in use"
        page.sign(name, left + number * pitch, y, side)
    page.sign("open roof", left + sheet.houses * pitch, y, side)


def draw_score(page: Page, score: Score, after: Score | None, area: Area) -> None:
    """Draw the score without the cards, line by line: what is counted, how many, and the points.

    A line that differs in the planned or decided score ``after`` shows the points before and after.
    """
    names = tuple(line.name for line in score.lines)
    page.overlay(_column(page.sprites, page.translate, names, area))
    then = score if after is None else after
    for line, other, row in zip(score.lines, then.lines, _rows(area, len(names)), strict=True):
        if line == other:
            draw_numbers(page, line.number, line.points, row)
        else:
            draw_changed_numbers(page, line, other, row)


def draw_changed_numbers(page: Page, before: Line | CardLine, after: Line | CardLine, row: Area) -> None:
    """Write the points before and after at the right end of a row, or the counts if the points are still open."""
    _, top, right, bottom = row
    values = (before.number, after.number) if before.points is None else (before.points, after.points or 0)
    old, new = map(format_number, values)
    _draw_change(page, old, new, (right - _CHANGE, top + 2, right - 1, bottom - 3))


def _draw_change(page: Page, old: str, new: str, area: Area) -> None:
    """Write an old and a new value on the ground of plans; the old one is left out if both do not fit."""
    left, top, right, bottom = area
    page.fill((left, top, right, bottom), page.pens.plan)
    style = Style(28, "Semibold", page.pens.ink, "right")
    both, inside = f"{old} → {new}", (left + 5, top, right - 5, bottom)
    page.write(both if page.fits(both, inside, style) else f"→ {new}", inside, style)


def _bold(size: float, ink: Colour) -> Style:
    return Style(size, "Bold", ink, "right")


@lru_cache(maxsize=2)
def _column(sprites: SpriteSet, translate: Callable[[Text], str], names: tuple[LineName, ...], area: Area) -> Part:
    """Return the constant part of the rows of a score, for a size and a language."""
    page = Page(sprites, area[3] + _BELOW, PictureOptions(translate=translate))
    page.fill((0, 0, WIDTH, area[3] + _BELOW), page.pens.paper)
    for name, row in zip(names, _rows(area, len(names)), strict=True):
        _row(page, LINE_SIGNS[name], labels.LINE_LABELS[name], row)
        if name == FIRST_LOSS:
            page.fill((row[0], row[1] - 3, row[2], row[1]), page.pens.print_ink)
    return page.part((*area[:3], area[3] + _BELOW))


def _rows(area: Area, count: int) -> Iterator[Area]:
    """Yield the rows of an area, one below the other."""
    left, top, right, bottom = area
    step = (bottom - top) / count
    for place in range(count):
        yield left, top + place * step, right, top + (place + 1) * step


def _row(page: Page, signs: tuple[str, ...], label: Text, row: Area) -> None:
    """Draw the signs and the label of a row, and the line below it."""
    left, top, right, bottom = row
    side = min(34.0 if len(signs) == 1 else 29.0, bottom - top - 3)
    first = left + (63 - side * len(signs)) / 2
    for number, name in enumerate(signs):
        page.sign(name, first + number * side, (top + bottom - side) / 2, side)
    page.fill((left, bottom - 1, right, bottom), page.pens.print)
    page.write_text(label, (left + 66, top + 2, right - _CHANGE - 1, bottom - 3), Style(30, "Regular", page.pens.ink))


def draw_numbers(page: Page, count: int, points: int | None, row: Area) -> None:
    """Write the count and its points at the right end of a row; a question mark for points that are still open."""
    _, top, right, bottom = row
    pens = page.pens
    page.write(
        str(count), (right - 104, top + 2, right - 62, bottom - 3), Style(30, "Regular", pens.print_ink, "right")
    )
    ink = pens.print_ink if not points else pens.bad if points < 0 else pens.ink
    shown = "?" if points is None else format_number(points)
    weight: Weight = "Regular" if points == 0 else "Bold"
    page.write(shown, (right - 58, top + 2, right - 1, bottom - 3), Style(30, weight, ink, "right"))


def card_points(line: CardLine) -> str:
    """Return the points of a card, or a question mark while they are open."""
    return "?" if line.points is None else format_number(line.points)
