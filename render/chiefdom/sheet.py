"""The plan of a sheet with everything drawn on it."""

from __future__ import annotations

from collections.abc import Sequence

from engines.chiefdom.observation import (
    EMPTY,
    FORESTS,
    HOUSE,
    ICON_LETTERS,
    JOBLESS,
    LAKES,
    ChiefdomObservation,
    Ghost,
    ShownSheet,
)
from engines.game import Player
from render.chiefdom.marks import Mark
from render.chiefdom.page import Area, Page, Squares
from render.chiefdom.sprites import HANDS
from render.indexed import fill_box, paste
from render.rings import MarkedCell, draw_rings
from render.text import Style

_DRAWN = 40
"""Pixels of a square from which one sees that no two drawings are alike."""
_TEACHERS = (LAKES, FORESTS, HOUSE)
"""Squares that give a job, by job."""


def draw_plan(page: Page, seen: ChiefdomObservation, seat: Player, area: Area, *, coordinates: bool) -> Squares:
    """Draw a player's plan in the middle of an area of paper, as large as possible."""
    sheet = seen.sheets[seat]
    if sheet is None:
        raise LookupError(f"the sheet of seat {seat} is not visible")
    files, ranks = seen.edition.files, seen.edition.ranks
    left, top, right, bottom = page.pixels(area)
    beside, below = (page.sprites.px(26), page.sprites.px(34)) if coordinates else (0, 0)
    cell = min((right - left - beside) // files, (bottom - top - below) // ranks)
    west = left + beside + (right - left - beside - cell * files) // 2
    north = top + (bottom - top - below - cell * ranks) // 2
    ink = page.sprites.palette.nearest
    line = max(1, page.sprites.px(2))
    edge = (west - line, north - line, west + cell * files + line, north + cell * ranks + line)
    fill_box(page.frame, ink(page.pens.print_ink), edge)
    marks = _marks(seen, seat, sheet)
    for square, letter in enumerate(sheet.squares):
        file, rank = divmod(square, ranks)
        shown, mark = marks.get(square, (letter, None))
        hand = (2 * file + rank + file * rank) % len(HANDS) if cell >= _DRAWN else 0
        picture = page.sprites.square(shown, mark, cell, hand)
        paste(page.frame, picture, (west + file * cell, north + (ranks - 1 - rank) * cell))
    _shores(
        page,
        [
            "" if square in marks and marks[square][1] != "drawn" else letter
            for square, letter in enumerate(sheet.squares)
        ],
        ranks,
        (west, north, cell),
    )
    if seat == seen.viewer:
        corners = {
            f"{chr(ord('a') + file)}{rank + 1}": (west + file * cell, north + (ranks - 1 - rank) * cell)
            for file in range(files)
            for rank in range(ranks)
        }
        marked = (corners[name] for name in page.marked if name in corners)
        draw_rings(
            page.frame,
            page.sprites.palette,
            (MarkedCell((x + cell // 2, y + cell // 2), cell, is_square=True) for x, y in marked),
        )
    if coordinates:
        style = Style(30, "Semibold", page.pens.print_ink, "centre")
        for rank in range(ranks):
            y = north + (ranks - 1 - rank) * cell
            page.writer.write(str(rank + 1), (west - line - page.sprites.px(24), y, west - line, y + cell), style)
        y = north + ranks * cell + line
        for file in range(files):
            x = west + file * cell
            page.writer.write(chr(ord("a") + file), (x, y, x + cell, y + below - line), style)
    return Squares(west, north, cell, files, ranks)


def _shores(page: Page, letters: Sequence[str], ranks: int, place: tuple[int, int, int]) -> None:
    """Draw a line along the edges of lakes and forests, so that each looks like one area."""
    west, north, cell = place
    line = max(1, cell // 20)
    kinds = [
        "lake" if letter and letter in LAKES else "forest" if letter and letter in FORESTS else "" for letter in letters
    ]
    tints = {
        "lake": page.sprites.palette.nearest(page.pens.wave),
        "forest": page.sprites.palette.nearest(page.pens.tree),
    }
    for square, kind in enumerate(kinds):
        if not kind:
            continue
        file, rank = divmod(square, ranks)
        left, top = west + file * cell, north + (ranks - 1 - rank) * cell
        right, bottom = left + cell, top + cell
        if square < ranks or kinds[square - ranks] != kind:
            fill_box(page.frame, tints[kind], (left, top, left + line, bottom))
        if square + ranks >= len(kinds) or kinds[square + ranks] != kind:
            fill_box(page.frame, tints[kind], (right - line, top, right, bottom))
        if rank == 0 or kinds[square - 1] != kind:
            fill_box(page.frame, tints[kind], (left, bottom - line, right, bottom))
        if rank == ranks - 1 or kinds[square + 1] != kind:
            fill_box(page.frame, tints[kind], (left, top, right, top + line))


def _marks(seen: ChiefdomObservation, seat: Player, sheet: ShownSheet) -> dict[int, tuple[str, Mark]]:
    """Return the squares that do not look like their letter, with drawing and mark."""
    found: dict[int, tuple[str, Mark]] = {square: (sheet.squares[square], "drawn") for square in sheet.drawn}
    ghost = seen.ghost
    if ghost is None or seat != seen.viewer:
        return found
    if ghost.left_out is not None:
        found[ghost.left_out] = (sheet.squares[ghost.left_out], "left out")
    letters = {square: _letter(ghost, square, sheet.squares, seen.edition.ranks) for square in ghost.squares}
    mark = _mark(ghost)
    for square, letter in letters.items():
        there = sheet.squares[square]
        found[square] = (letter, mark) if there == EMPTY else (there, "taken")
    return found


def _letter(ghost: Ghost, square: int, squares: str, ranks: int) -> str:
    """Return what would be drawn there; ``?`` for a person whose job is not chosen yet."""
    if ghost.icon != "person":
        return ICON_LETTERS[ghost.icon]
    return dict(ghost.jobs).get(square) or ("?" if _has_choice(squares, square, ranks) else JOBLESS)


def _mark(ghost: Ghost) -> Mark:
    """Return the mark of planned squares. A plan that only lacks jobs is not wrong yet."""
    if ghost.decided:
        return "decided"
    return "planned" if ghost.reason is None or ghost.asks else "impossible"


def _has_choice(squares: str, square: int, ranks: int) -> bool:
    """Return whether a person there has a choice of jobs, touching several kinds that give one (C11)."""
    beside = [other for other in (square - ranks, square + ranks) if 0 <= other < len(squares)]
    beside += [square - 1] if square % ranks else []
    beside += [square + 1] if square % ranks < ranks - 1 else []
    near = {squares[other] for other in beside}
    return sum(not near.isdisjoint(kinds) for kinds in _TEACHERS) > 1
