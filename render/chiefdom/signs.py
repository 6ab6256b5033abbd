"""The signs of the tracks, of the score and of the scoring cards: all original drawings, 100 by 100 units."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

from render.canvas import circle, moved, path, rotated, rounded
from render.chiefdom.colours import Pens
from render.chiefdom.icons import (
    BUILDER,
    FISHERMAN,
    LUMBERJACK,
    Icon,
    draw_figure,
    draw_house,
    fish,
    house,
    jobless,
    trees2,
    trees3,
    wall,
    water,
)
from render.chiefdom.pen import Pen


def _star(radius: float, inner: float, x: float, y: float) -> tuple[tuple[float, float], ...]:
    points = []
    for step in range(5):
        points.append(rotated(((x, y - radius),), 72 * step, (x, y))[0])
        points.append(rotated(((x, y - inner),), 72 * step + 36, (x, y))[0])
    return tuple(points)


_STAR_IN_HOUSE = _star(20, 9, 50, 72)


def wild(pen: Pen, pens: Pens) -> None:
    """Any icon: a star."""
    pen.shape(_star(45, 20, 50, 53), pens.star, 6, pens.ink, 0.8)


def log(pen: Pen, pens: Pens) -> None:
    """A log lying on its side."""
    pen.shape(rounded(6, 30, 88, 72, 20), pens.log, 5.5, pens.ink)
    pen.stroke(((18, 44), (52, 44)), 4, pens.ink)
    pen.stroke(((26, 58), (56, 58)), 4, pens.ink)
    pen.shape(circle((75, 51), 21), pens.log_end, 5.5, pens.ink)
    pen.stroke(circle((75, 51), 9), 4, pens.log)


def people(pen: Pen, pens: Pens) -> None:
    """Two people."""
    for left, top, side in ((34, 2, 66), (0, 18, 78)):
        draw_figure(pen.part(left, top, side), pens.ink, pens.ink, pens.ink, 2)


def empty(pen: Pen, pens: Pens) -> None:
    """An empty square."""
    for outline in (((16, 16), (84, 16)), ((84, 16), (84, 84)), ((84, 84), (16, 84)), ((16, 84), (16, 16))):
        (x, y), (to_x, to_y) = outline
        for step in (0.06, 0.4, 0.74):
            begin = (x + (to_x - x) * step, y + (to_y - y) * step)
            pen.stroke((begin, (begin[0] + (to_x - x) * 0.2, begin[1] + (to_y - y) * 0.2)), 6.5, pens.ink)


def _without(icon: Icon) -> Icon:
    def draw(pen: Pen, pens: Pens) -> None:
        icon(pen, pens)
        for line in (((16, 16), (84, 84)), ((84, 16), (16, 84))):
            pen.stroke(line, 16, pens.paper)
            pen.stroke(line, 9, pens.bad)

    draw.__doc__ = "The same crossed out."
    return draw


def gone(pen: Pen, pens: Pens) -> None:
    """A player who has left."""
    for line in (((20, 20), (80, 80)), ((80, 20), (20, 80))):
        pen.stroke(line, 12, pens.print_ink)


def completed(pen: Pen, pens: Pens) -> None:
    """A wall from one side to the other."""
    for row, y in enumerate((33, 51)):
        cuts = (18, 40, 61, 82) if row % 2 else (18, 50, 82)
        for left, right in itertools.pairwise(cuts):
            pen.shape(rounded(left, y, right, y + 18, 3), pens.brick, 5, pens.ink)
    for arrow in (((14, 30), (1, 51), (14, 72)), ((86, 30), (99, 51), (86, 72))):
        pen.fill(arrow, pens.ink)


def _tally(strokes: int) -> Icon:
    """Up to five strokes, the fifth across the others."""

    def draw(pen: Pen, pens: Pens) -> None:
        for stroke in range(min(strokes, 4)):
            x = 20 + 20 * stroke
            pen.stroke(((x + 2 + stroke % 2 * 2, 14), (x - 3, 86)), 8, pens.ink, 0.7)
        if strokes > 4:
            pen.stroke(((4, 72), (96, 28)), 8, pens.ink, 0.7)

    draw.__doc__ = "Up to five strokes, the fifth across the others."
    return draw


def flag(pen: Pen, pens: Pens) -> None:
    """The chieftain's tent with a banner: the game's emblem."""
    pen.stroke(((50, 4), (50, 40)), 5, pens.ink)
    pen.shape(((50, 6), (84, 14), (50, 24)), pens.star, 4, pens.ink)
    pen.shape(path("M 50 30 C 62 48 78 58 95 64 L 88 94 L 12 94 L 5 64 C 22 58 38 48 50 30 Z"), pens.roof, 5, pens.ink)
    pen.fill(path("M 50 52 L 65 94 L 35 94 Z"), pens.ink)
    for outline in (((12, 79), (30, 72)), ((88, 79), (70, 72))):
        pen.stroke(outline, 5, pens.star)


def _group(icon: Icon) -> Icon:
    """Three connected squares of a kind."""

    def draw(pen: Pen, pens: Pens) -> None:
        for left, top in ((0, 50), (50, 50), (50, 0)):
            icon(pen.part(left + 2, top + 2, 46), pens)

    draw.__doc__ = "Three connected squares of a kind."
    return draw


def _line(icon: Icon, *, upright: bool = False) -> Icon:
    """A whole row or column."""

    def draw(pen: Pen, pens: Pens) -> None:
        for step in (2, 34.5, 67):
            icon(pen.part(34.5, step, 31) if upright else pen.part(step, 34.5, 31), pens)
        for y in (24, 76):
            line = ((6, y), (94, y))
            pen.stroke([(b, a) for a, b in line] if upright else line, 5, pens.ink)

    draw.__doc__ = "A whole row or column."
    return draw


def _surrounded(person: Icon, icon: Icon) -> Icon:
    """A person with four neighbours."""

    def draw(pen: Pen, pens: Pens) -> None:
        person(pen.part(33, 33, 34), pens)
        for left, top in ((34, 1), (34, 67), (1, 34), (67, 34)):
            icon(pen.part(left, top, 32), pens)

    draw.__doc__ = "A person with four neighbours of a kind."
    return draw


def _most(icon: Icon, *, least: bool = False) -> Icon:
    """The player with most of something, or least."""

    def draw(pen: Pen, pens: Pens) -> None:
        icon(pen.part(0, 14, 72), pens)
        arrow = path("M 83 6 L 98 30 L 89 30 L 89 94 L 77 94 L 77 30 L 68 30 Z")
        if least:
            arrow = tuple((x, 100 - y) for x, y in arrow)
        pen.shape(moved(arrow, 1, 0), pens.star, 3.6, pens.ink)

    draw.__doc__ = "Who has most of something, or least."
    return draw


def filled(pen: Pen, pens: Pens) -> None:
    """A square that is not empty."""
    pen.fill(rounded(8, 8, 92, 92, 10), pens.ink)


def missing_fish(pen: Pen, pens: Pens) -> None:
    """A missing fish: its bones."""
    pen.stroke(((14, 50), (78, 50)), 7, pens.bad)
    for x, reach in ((38, 17), (52, 15), (66, 12)):
        pen.stroke(((x - 4, 50 - reach), (x + 3, 50), (x - 4, 50 + reach)), 6, pens.bad)
    pen.fill(path("M 4 50 L 26 32 L 26 68 Z"), pens.bad)
    pen.stroke(((90, 34), (78, 50), (90, 66)), 7, pens.bad)


def house_with_bonus(pen: Pen, pens: Pens) -> None:
    """A house with an unused bonus."""
    draw_house(pen, pens)
    pen.shape(_STAR_IN_HOUSE, pens.star, 3, pens.ink)


def house_without_bonus(pen: Pen, pens: Pens) -> None:
    """A house whose bonus space is filled in."""
    draw_house(pen, pens)
    pen.fill(circle((50, 71), 14), pens.ink)


def house_with_bonus_in_use(pen: Pen, pens: Pens) -> None:
    """A house whose bonus is used by the plan."""
    draw_house(pen, pens)
    pen.shape(circle((50, 71), 17), pens.plan, 4, pens.plan_line)
    pen.stroke(((42, 71), (58, 71)), 7, pens.plan_line)


def open_roof(pen: Pen, pens: Pens) -> None:
    """The next house: its roof is not filled in yet."""
    pen.stroke(((18, 48), (18, 92), (82, 92), (82, 48)), 5, pens.print_ink)
    pen.stroke(((5, 51), (50, 9), (95, 51), (5, 51)), 5, pens.print_ink)


_WAX = tuple(rotated(((50.0, 43.0 - 35.0 - 2.6 * (step % 3)),), 15 * step, (50.0, 43.0))[0] for step in range(24))
"""The uneven edge of the wax."""


def seal(pen: Pen, pens: Pens) -> None:
    """A seal of wax with the chieftain's tent, on two bands."""
    for band in (
        ((36, 50), (20, 97), (32, 89), (43, 98), (54, 54)),
        ((64, 50), (80, 97), (68, 89), (57, 98), (46, 54)),
    ):
        pen.shape(band, pens.star, 4, pens.ink)
    pen.shape(_WAX, pens.roof, 4, pens.ink)
    pen.stroke(circle((50, 43), 26), 3.4, pens.bad)
    flag(pen.part(28, 19, 44), pens)


_ICONS: Mapping[str, Icon] = {
    "water": water,
    "trees2": trees2,
    "trees3": trees3,
    "person": jobless,
    "house": house,
    "wall": wall,
    "wild": wild,
}
"""By the icon that a reading of the dice draws."""

SIGNS: Mapping[str, Icon] = {
    **_ICONS,
    "fish": fish,
    "no fish": missing_fish,
    "log": log,
    "people": people,
    "empty": empty,
    "completed": completed,
    "house with bonus": house_with_bonus,
    "house with bonus in use": house_with_bonus_in_use,
    "house without bonus": house_without_bonus,
    "open roof": open_roof,
    "homeless": _without(house),
    "hungry": _without(fish),
    "jobless": jobless,
    "gone": gone,
    **{f"barred {name}": _without(icon) for name, icon in _ICONS.items()},
    "L": LUMBERJACK,
    "F": FISHERMAN,
    "emblem": flag,
    **{f"tally {strokes}": _tally(strokes) for strokes in range(1, 6)},
    "card 1": _line(trees3),
    "card 2": _line(water),
    "card 3": _group(LUMBERJACK),
    "card 4": _group(house),
    "card 5": _group(FISHERMAN),
    "card 6": _group(BUILDER),
    "card 7": _line(filled, upright=True),
    "card 8": trees2,
    "card 9": water,
    "card 10": _surrounded(LUMBERJACK, trees3),
    "card 11": _surrounded(FISHERMAN, water),
    "card 12": _surrounded(BUILDER, house),
    "card 13": _most(log),
    "card 14": _most(fish),
    "card 15": _most(LUMBERJACK),
    "card 16": _most(house),
    "card 17": _most(empty),
    "card 18": _most(wall, least=True),
}
"""By name."""
