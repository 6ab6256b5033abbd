"""The squares: pieces, the last turn, and possible moves of the chosen piece."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from itertools import pairwise
from math import ceil
from typing import NamedTuple

from PIL import Image

from engines.awethi.observation import CORNERS, SIDE, SQUARE_NAMES, AwethiObservation, ShownHerder, ShownWalk
from render.awethi.arrows import Manner, Way
from render.awethi.focus import Focus, Reach, Window, unmarked_forest
from render.awethi.layout import WHOLE, Stage
from render.awethi.sprites import Figure, Sprite, SpriteSet, SquareSprites
from render.canvas import Colour
from render.glyphs import Box
from render.indexed import fill_box, paste
from render.text import Style, Writer

_OVER, ASIDE = 10.0, 5.0
"""How far pieces reach over the edges of a close-up to the north and south, and to the east and west, in units: cut
heads are ugly, and hidden numbers of ranks worse.
"""
_INWARD = 0.2
"""How far pieces on the westernmost file stand further inside, in squares: the numbers of the ranks are beside it."""
_LABEL = 30.0
"""Size of labels of squares: 10 pixels on a phone that shows the picture 340 pixels wide."""
_SPACING = 0.2
"""Distance between the arrows of different awéthi, in squares, because two may walk the same path."""


class _Arrow(NamedTuple):
    """The arrow of a movement."""

    manner: Manner
    way: tuple[int, ...]
    """At least two squares, unless nothing moved."""
    offset: float = 0
    """Offset from the centre of the squares, in squares."""


class Board:
    """Draws the squares of one picture."""

    def __init__(
        self,
        frame: Image.Image,
        sprites: SpriteSet,
        writer: Writer,
        stage: Stage,
        seen: AwethiObservation,
        aside: float = ASIDE,
    ) -> None:
        self._frame = frame
        self._sprites = sprites
        self._writer = writer
        self._stage = stage
        self._seen = seen
        self._over = (sprites.px(aside), sprites.px(_OVER))
        self._art: SquareSprites = sprites.squares(stage.cell)
        self._places = {herder.player: CORNERS.index(herder.corner) for herder in seen.herders}

    def draw(self, focus: Focus | None) -> None:
        """Draw everything on the board, from bottom to top."""
        self._draw_shelters()
        if focus is None or focus.piece is None:
            self._clipped(Board._draw_past, (0, 0))
            self._clipped(Board._draw_pieces, self._over)
        else:
            # Past moves would hide the possible ones.
            self._draw_choice(focus, focus.piece)

    def _clipped(self, draw: Callable[[Board], None], over: tuple[int, int]) -> None:
        """Draw what reaches over the edges of squares; over those of a part of the board only so many pixels."""
        if self._stage.window == WHOLE:
            draw(self)
            return
        (left, top, right, bottom), (aside, above) = self._stage.box, over
        field = self._frame.crop((left - aside, top - above, right + aside, bottom + above))
        stage = Stage(self._stage.window, self._stage.cell, aside, above)
        draw(Board(field, self._sprites, self._writer, stage, self._seen))
        paste(self._frame, field, (left - aside, top - above))

    def _draw_choice(self, focus: Focus, piece: int) -> None:
        """Draw the pieces, and the possible ends of the chosen one."""
        shelters = _shelters(self._seen)
        prey = [hunted.square for hunted in focus.ends if hunted.prey is not None]
        free = [hunted.square for hunted in focus.ends if hunted.prey is None]
        for square in prey:
            self._mark("prey", square)
        self._clipped(Board._draw_pieces, self._over)
        for square in (*free, *(reach.square for reach in focus.reaches if reach.square not in shelters)):
            if square != piece:
                self._mark("wet" if self._seen.terrain[square] == "water" else "end", square)
        several = len({reach.steps for reach in focus.reaches}) > 1
        hidden = [reach for reach in focus.reaches if reach.square == piece or reach.square in shelters]
        for reach in focus.reaches:
            if reach not in hidden:
                self._draw_reach(reach, several=several)
        for square in free:
            self._name(square, self._sprites.land.end_ink)
        # The lines reach into the neighbouring squares, whose names need plain ground, and the pieces over the lines.
        theme, land = self._sprites.theme, self._sprites.land
        for square in prey:
            self._enclose(square, land.prey, land.soot)
        self._enclose(piece, theme.target, theme.target_edge)
        raised = {piece, piece - SIDE, *prey}  # the piece to the south stands before the chosen one
        self._clipped(partial(Board._draw_pieces, squares=raised), self._over)
        for square in prey:
            self._chip(square, SQUARE_NAMES[square])
        for reach in hidden:
            if reach.square in shelters:
                self._chip(reach.square, _numbers(reach) if several else SQUARE_NAMES[reach.square])
            else:
                self._column(reach)

    def outline(self, window: Window) -> None:
        """Draw a line around the squares that the inset enlarges."""
        cell, theme, px = self._stage.cell, self._sprites.theme, self._sprites.px
        x, y = self._stage.place(SIDE * (window.rank + window.high - 1) + window.file)
        box = (x, y, x + window.wide * cell, y + window.high * cell)
        self._line(box, px(2), px(7), theme.target_edge)
        self._line(box, 0, px(3), theme.target)

    def outline_inset(self) -> None:
        """Draw the same line around the squares of the inset, which pieces may cover."""
        theme, px = self._sprites.theme, self._sprites.px
        self._line(self._stage.box, px(7), px(7), theme.target_edge)
        self._line(self._stage.box, px(5), px(3), theme.target)

    def _line(self, box: Box, reach: int, width: int, ink: Colour) -> None:
        """Draw a line around a box, from ``reach`` pixels outside it inwards."""
        number = self._sprites.palette.nearest(ink)
        left, top, right, bottom = box[0] - reach, box[1] - reach, box[2] + reach, box[3] + reach
        for side in (
            (left, top, right, top + width),
            (left, bottom - width, right, bottom),
            (left, top, left + width, bottom),
            (right - width, top, right, bottom),
        ):
            fill_box(self._frame, number, side)

    # ---------------------------------------------------------------------------------------------------------- pieces

    def _under(self, square: int) -> Colour:
        return self._sprites.land.ground(self._seen.terrain[square])

    def _put(self, sprite: Sprite, square: int) -> None:
        at = self._stage.corner(square)
        if at is not None:
            paste(self._frame, sprite.numbers, at, sprite.mask)

    def _mark(self, name: str, square: int) -> None:
        self._put(self._art.mark(name, self._under(square)), square)

    def _draw_shelters(self) -> None:
        used = _shelters(self._seen)
        for square, terrain in ((corner, self._seen.terrain[corner]) for corner in _CORNERS):
            herder = used.get(square)
            if terrain == "shelter" and self._stage.corner(square) is not None:
                place = None if herder is None else CORNERS.index(herder.corner)
                inside = tuple(one.number for one in self._seen.awethi if one.sheltered and one.square == square)
                self._put(self._art.shelter(place, inside), square)

    def _stand(self, figure: Figure, square: int) -> None:
        """Draw a piece on its square with its shadow."""
        at = self._stage.corner(square)
        if at is None:
            return
        inward = round(self._stage.cell * _INWARD) if square % SIDE == 0 else 0
        self._sprites.stand(self._frame, figure, (at[0] - figure.reach + inward, at[1] - figure.reach))

    def _draw_pieces(self, squares: Collection[int] = range(SIDE * SIDE)) -> None:
        """Draw all pieces on some squares, the northern ones behind the southern ones."""
        art = self._art
        figures = [(one.square, art.aiwe(one.kind, self._places[one.player], one.caught)) for one in self._seen.aiwe]
        walking = (one for one in self._seen.awethi if not one.sheltered)
        figures += ((one.square, art.awethi(one.number, self._places[one.player])) for one in walking)
        dens: dict[int, list[int]] = {}
        for wairgk in self._seen.wairgka:
            dens.setdefault(wairgk.square, []).append(wairgk.number)
        figures += ((square, art.wairgka(tuple(numbers))) for square, numbers in dens.items())
        for hunt in self._seen.hunts:
            if hunt.prey is not None and hunt.end in dens and hunt.end in squares:
                self._stand(art.fed(), hunt.end)
        for square, figure in sorted(figures, key=lambda one: -(one[0] // SIDE)):
            if square in squares:
                self._stand(figure, square)

    # ------------------------------------------------------------------------------------------------------------ past

    def _draw_past(self) -> None:
        """Draw the last turn: pieces that left the board, and arrows along all movements."""
        seen = self._seen
        taken = {aiwe.square for aiwe in seen.aiwe} | {one.square for one in seen.awethi}
        taken |= {one.square for one in seen.wairgka}
        arrows: list[_Arrow] = []
        origins: list[tuple[str, int]] = []
        for turn in seen.herd_turns:
            place = self._places[turn.player]
            for move in turn.moves:
                if move.caught and move.start not in taken:
                    self._stand(self._art.ghost(move.kind, place), move.start)
                arrows.append(_Arrow("herd", (move.start, move.end)))
        for walk in seen.walks:
            tail = _tail(walk, seen, taken | {square for _, square in origins})
            if tail is not None:
                origins.append((f"origin{walk.number}", tail))
            arrows.append(_Arrow("walk", walk.way, (walk.number - 2.5) * _SPACING))
        for hunt in seen.hunts:
            if hunt.start is not None:
                if hunt.start not in taken:
                    origins.append(("hunted", hunt.start))
                arrows.append(_Arrow("hunt", hunt.way))
        self._overlay(arrows)
        for name, square in origins:
            self._mark(name, square)

    def _overlay(self, arrows: Iterable[_Arrow]) -> None:
        """Draw arrows."""
        stage, half = self._stage, self._stage.cell // 2
        for manner, way, offset in arrows:
            if len(set(way)) > 1 and any(stage.corner(square) is not None for square in way):
                x, y = stage.place(way[0])
                aside = half + round(offset * stage.cell)
                self._art.arrows.overlay(self._frame, manner, (x + aside, y + aside), _bends(way))

    # ------------------------------------------------------------------------------------------------------------ ends

    def _box(self, square: int, top: float, bottom: float) -> Box | None:
        """Return part of a square; upper and lower edge are shares of its side."""
        at = self._stage.corner(square)
        if at is None:
            return None
        cell, edge = self._stage.cell, round(self._stage.cell * 0.08)
        return at[0] + edge, at[1] + round(cell * top), at[0] + cell - edge, at[1] + round(cell * bottom)

    def _name(self, square: int, ink: Colour, top: float = 0.3, bottom: float = 0.7) -> None:
        box = self._box(square, top, bottom)
        if box is not None:
            self._writer.write(SQUARE_NAMES[square], box, Style(_LABEL, "Semibold", ink, "centre"))

    def _enclose(self, square: int, ink: Colour, edge: Colour) -> None:
        """Draw a line around the square of the chosen piece or its prey, on the edges of its neighbours."""
        at = self._stage.corner(square)
        if at is None:
            return
        px, cell = self._sprites.px, self._stage.cell
        square_box = (*at, at[0] + cell, at[1] + cell)
        self._line(square_box, px(7), px(9), edge)
        self._line(square_box, px(5), px(5), ink)

    def _chip(self, square: int, string: str) -> None:
        """Draw a small plate with a text at the upper left corner of an occupied square: animals look east."""
        at = self._stage.corner(square)
        if at is None:
            return
        sprites, land, px = self._sprites, self._sprites.land, self._sprites.px
        style = Style(_LABEL, "Bold", land.end_ink, "centre")
        pad = px(5)
        width, height = (
            min(max(px(30), ceil(self._writer.width(string, style)) + 2 * pad + 2), self._stage.cell),
            px(38),
        )
        plate = sprites.box((width, height), 6, 2, self._under(square), land.soot, land.end)
        left, top = at[0] - px(4), at[1] - px(4)
        paste(self._frame, plate, (left, top))
        inner = (left + pad, top + px(4), left + width - pad, top + height - px(4))
        self._writer.write(string, inner, style)

    def _column(self, reach: Reach) -> None:
        """Draw the numbers of steps that lead back to the chosen awéthi's square, below each other beside it."""
        at = self._stage.corner(reach.square)
        if at is None:
            return
        sprites, land, px = self._sprites, self._sprites.land, self._sprites.px
        wide, high, pad = px(28), px(28), px(4)
        size = wide, len(reach.steps) * high + 2 * pad
        plate = sprites.box(size, 6, 2, self._under(reach.square), land.soot, land.end)
        left, style = at[0] - pad, Style(_LABEL, "Bold", land.end_ink, "centre")
        paste(self._frame, plate, (left, at[1]))
        for number, steps in enumerate(reach.steps):
            top = at[1] + pad + number * high
            self._writer.write(str(steps), (left + pad, top, left + wide - pad, top + high), style)

    def _draw_reach(self, reach: Reach, *, several: bool) -> None:
        """Draw the name of an end, the numbers of steps that lead there, and signs of its effects."""
        sprites, end = self._sprites, reach.end
        signs = [name for name, given in (("catches", end.catches), ("frees", end.frees)) if given]
        signs += ["unleashes"] if end.unleashes and not self._seen.unleashed else []
        signs += ["forest"] if unmarked_forest(self._seen, end) else []
        box = self._box(reach.square, 0.5, 0.92)
        if box is None or not (several or signs):
            self._name(reach.square, sprites.land.end_ink)
            return
        self._name(reach.square, sprites.land.end_ink, 0.08, 0.48)
        left, top, right, bottom = box
        plate = sprites.land.wet if self._seen.terrain[reach.square] == "water" else sprites.land.end
        side = min(bottom - top, round(self._stage.cell * 0.34))
        begin = (left + right - len(signs) * side) // 2
        if several:
            begin = right - len(signs) * side
            style = Style(34, "Bold", sprites.land.end_ink, "left" if signs else "centre")
            self._writer.write(_numbers(reach), (left, top, begin, bottom), style)
        for place, name in enumerate(signs):
            paste(self._frame, sprites.sign(name, side, plate), (begin + place * side, (top + bottom - side) // 2))


def _tail(walk: ShownWalk, seen: AwethiObservation, taken: Collection[int]) -> int | None:
    """Return the square for the number of a walk: its start, or the next free square on its path.

    A walk from the shelter needs none: its arrow leads out of the shelter.
    """
    if walk.start == walk.end or seen.terrain[walk.start] == "shelter":
        return None
    return next((square for square in walk.way[:-1] if square not in taken), None)


def _bends(way: Sequence[int]) -> Way:
    """Return the bends of a path, and its end."""
    places = [(square % SIDE - way[0] % SIDE, square // SIDE - way[0] // SIDE) for square in way]
    steps = [(after[0] - before[0], after[1] - before[1]) for before, after in pairwise(places)]
    turns = [place for place, (one, other) in zip(places[1:-1], pairwise(steps), strict=True) if one != other]
    return (*turns, places[-1])


def _numbers(reach: Reach) -> str:
    """Return the numbers of steps that lead to an end."""
    return " ".join(map(str, reach.steps))


_CORNERS = (0, SIDE - 1, SIDE * (SIDE - 1), SIDE * SIDE - 1)


def _shelters(seen: AwethiObservation) -> dict[int, ShownHerder]:
    return {herder.shelter: herder for herder in seen.herders}
