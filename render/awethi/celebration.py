"""The end of a match: herds that are at home in the evening, or the wairgka at night."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from PIL import Image

from engines.awethi.observation import CORNERS, KINDS, AwethiObservation, Counts, Kind, ShownHerder
from engines.text import Text
from render.awethi.scenery import FRAME, HORIZON, WIDE
from render.awethi.sprites import Figure, SpriteSet, SquareSprites
from render.indexed import paste
from render.ribbon import inside
from render.text import TextFormatter, Writer, title

_RIBBON = 58.0
"""Height of the ribbon."""
SMALLEST = 52
"""Side of an animal's square where there is least room, in units."""
_HERD: Mapping[int, tuple[float, int]] = {1: (84.0, 6), 2: (66.0, 3), 3: (SMALLEST, 3), 4: (SMALLEST, 3)}
"""By the number of herders who win: side of an animal's square, and animals in a row."""
_HUT = {1: 160.0, 2: 112.0, 3: 96.0, 4: 84.0}
"""By the same: side of a hut."""
_SHEPHERD = 74.0
_WOLVES = ((286.0, 206.0, 190.0), (118.0, 262.0, 106.0), (454.0, 262.0, 106.0), (62.0, 176.0, 70.0))
_GUEST = (48.0, 148.0, 84.0)
"""Centre and side of each wairgk, in units, and of one beside herders who win with it."""
_GRAVES = 11
"""Animals that were eaten in a row."""


def is_celebrated(seen: AwethiObservation) -> bool:
    """Return whether a picture shows the end of a match with a winner."""
    return seen.outcome is not None and not seen.planned and bool(seen.outcome.winners)


class Celebration:
    """Draws the end of a match into a picture, ``scale`` pixels for a unit, from its upper left corner."""

    def __init__(self, frame: Image.Image, sprites: SpriteSet, scale: float, corner: tuple[int, int]) -> None:
        self._frame = frame
        self._sprites = sprites
        self._scale = scale
        self._corner = corner

    def draw(self, seen: AwethiObservation) -> None:
        """Draw the winners."""
        winners = () if seen.outcome is None else seen.outcome.winners
        herders = [herder for herder in seen.herders if herder.player in winners]
        paste(self._frame, self._sprites.scene("evening" if herders else "night", self._scale), self._corner)
        for number, herder in enumerate(herders):
            self._home(herder, number, len(herders))
        if not herders:
            self._eaten(seen)
            # The one that has hunted last is in the middle.
            last = seen.hunts[-1].number if seen.hunts else 0
            pack = sorted((wairgk.number for wairgk in seen.wairgka), key=lambda number: (number != last, number))
            for number, at in reversed(list(zip(pack, _WOLVES, strict=False))):
                self._wolf(number, at)
        elif seen.wairgka_player in winners:
            self._wolf(seen.wairgka[0].number, _GUEST)

    def _home(self, herder: ShownHerder, number: int, herders: int) -> None:
        """Draw a herder's hut, the awéthi beside it, and the herd before it."""
        place = CORNERS.index(herder.corner)
        wide = (WIDE - 2 * FRAME) / herders
        left, (side, columns), hut = FRAME + number * wide, _HERD[herders], _HUT[herders]
        alone = herders == 1
        self._stand(self._art(hut).hut(place), left + wide * (0.78 if alone else 0.5), HORIZON + 40 - hut / 2)
        for awethi in range(4) if alone else ():
            figure = self._art(_SHEPHERD).awethi(awethi + 1, place)
            self._stand(figure, left + 52 + 74 * awethi, HORIZON + 8 + 14 * (awethi % 2))
        herd = list(_each(herder.sheltered if any(herder.sheltered) else herder.grazing))
        top = HORIZON + (118 if alone else 62 + side * 0.5)
        for row, first in enumerate(range(0, len(herd), columns)):
            line = herd[first : first + columns]
            step = min(1.1 * side, (wide - 1.2 * side - 16) / max(1, columns - 1))
            start = left + wide / 2 - step * (len(line) - 1) / 2
            for at, kind in enumerate(line):
                self._stand(self._art(side).aiwe(kind, place, False), start + step * at, top + 1.04 * side * row)

    def _eaten(self, seen: AwethiObservation) -> None:
        """Draw the animals that were eaten, as faint as on the squares that they have left."""
        eaten = [(CORNERS.index(herder.corner), kind) for herder in seen.herders for kind in _each(herder.eaten)]
        for row, first in enumerate(range(0, len(eaten), _GRAVES)):
            line = eaten[first : first + _GRAVES]
            start = WIDE / 2 - 50 * (len(line) - 1) / 2
            for at, (place, kind) in enumerate(line):
                self._stand(self._art(SMALLEST).ghost(kind, place), start + 50 * at, 388 - 52 * row)

    def _wolf(self, number: int, at: tuple[float, float, float]) -> None:
        x, y, side = at
        self._stand(self._art(side).wairgka((number,)), x, y)

    def _px(self, units: float) -> int:
        return round(units * self._scale)

    def _art(self, side: float) -> SquareSprites:
        return self._sprites.squares(self._px(side))

    def _stand(self, figure: Figure, x: float, y: float) -> None:
        """Draw a piece around a point of the scene, given in units."""
        left, top = self._corner[0] + self._px(x), self._corner[1] + self._px(y)
        self._sprites.stand(self._frame, figure, (left - figure.mask.width // 2, top - figure.mask.height // 2))

    def write(self, seen: AwethiObservation, result: Text, writer: Writer, texts: TextFormatter) -> None:
        """Write on a ribbon at the top the name of a single winner, else the result."""
        winners = () if seen.outcome is None else seen.outcome.winners
        string = texts.name(winners[0]) if len(winners) == 1 else texts(result)
        px, sprites, (left, top) = self._px, self._sprites, self._corner
        style = title(40, sprites.theme.accent_text, "centre", smallest=30)
        top, bottom = top + px(18), top + px(18 + _RIBBON)
        wide = min(px(WIDE - 40), round(writer.width(string, style)) + px(2 * _RIBBON))
        begin = left + (px(WIDE) - wide) // 2
        ribbon = sprites.ribbon(wide, bottom - top)
        paste(self._frame, ribbon.numbers, (begin, top), ribbon.mask)
        writer.write(string, inside((begin, top, begin + wide, bottom), px(3)), style)


def _each(counts: Counts) -> Iterator[Kind]:
    """Yield the kind of each animal."""
    for kind, number in zip(KINDS, counts, strict=True):
        for _ in range(number):
            yield kind
