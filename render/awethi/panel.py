"""The area around the board: a card for each player, the dice, and the key of a close-up."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from PIL import Image

from engines.awethi.observation import CORNERS, KINDS, AwethiObservation, Counts, ShownHerder
from engines.text import Text
from render.awethi import labels
from render.awethi.focus import Focus
from render.awethi.layout import Layout
from render.awethi.sprites import SpriteSet
from render.canvas import Colour
from render.glyphs import Box
from render.indexed import paste
from render.text import Style, TextFormatter, Writer


class Panel:
    """Draws the cards of one picture."""

    def __init__(
        self, frame: Image.Image, sprites: SpriteSet, plan: Layout, writer: Writer, texts: TextFormatter
    ) -> None:
        self._frame = frame
        self._sprites = sprites
        self._plan = plan
        self._writer = writer
        self._texts = texts

    def draw(self, seen: AwethiObservation) -> None:
        """Draw the cards and the dice."""
        for herder in seen.herders:
            if herder.corner in self._plan.cards:
                self._herder(seen, herder, self._plan.cards[herder.corner])
        if seen.wairgka_player is not None:
            self._wairgka(seen, self._plan.wairgka)
        self._dice(seen, self._plan.dice)

    # ----------------------------------------------------------------------------------------------------------- cards

    def _card(self, box: Box, *, active: bool) -> Colour:
        """Draw a card and return its ground."""
        theme = self._sprites.theme
        ground, edge = (theme.card_active, theme.accent) if active else (theme.card, theme.card_edge)
        size = (box[2] - box[0], box[3] - box[1])
        paste(self._frame, self._sprites.box(size, 12, 3 if active else 1.5, theme.table, edge, ground), box[:2])
        return ground

    def _title(self, name: str, tag: tuple[Text, bool] | None, box: Box, ground: Colour) -> None:
        """Write the name on a card, and the player's task."""
        left, top, right, bottom = box
        px, theme = self._plan.px, self._sprites.theme
        if tag is not None:
            text, strong = self._texts(tag[0]), tag[1]
            style = Style(
                28, "Bold" if strong else "Semibold", theme.accent_text if strong else theme.text_muted, "right"
            )
            width = min(round(self._writer.width(text, style)) + px(20 if strong else 2), (right - left) // 2)
            middle = (top + bottom) // 2
            start = right - width
            if strong:
                plate = self._sprites.box((width, 2 * px(19)), 10, 0, ground, theme.accent, theme.accent)
                paste(self._frame, plate, (start, middle - px(19)))
                inner = (start + px(6), middle - px(16), right - px(6), middle + px(16))
                self._writer.write(text, inner, Style(28, "Bold", theme.accent_text, "centre"))
            else:
                self._writer.write(text, (start, middle - px(18), right, middle + px(18)), style)
            right = start - px(12)
        self._writer.write(name, (left, top, right, bottom), Style(32, "Bold", theme.text))

    def _herder(self, seen: AwethiObservation, herder: ShownHerder, box: Box) -> None:
        px = self._plan.px
        ground = self._card(box, active=_active(seen, herder.player))
        left, top, right, bottom = box
        hut = self._sprites.icon("hut", CORNERS.index(herder.corner), px(72), ground, False)
        paste(self._frame, hut, (left + px(10), (top + bottom - hut.height) // 2))
        left += hut.width + px(20)
        line = (left, top + px(6), right - px(14), top + px(54))
        if seen.scoring == "points":
            style = Style(28, "Semibold", self._sprites.theme.text, "right")
            text = self._texts(labels.points(herder.points))
            width = min(round(self._writer.width(text, style)) + px(2), px(110))
            self._writer.write(text, (line[2] - width, *line[1:]), style)
            line = (line[0], line[1], line[2] - width - px(10), line[3])
        self._title(self._texts.name(herder.player), labels.herder_tag(seen, herder), line, ground)
        self._zones(herder, (left, top + px(54), right - px(14), bottom - px(8)), ground)

    def _zones(self, herder: ShownHerder, box: Box, ground: Colour) -> None:
        """Draw the animals at home, grazing and eaten, each group with its label."""
        left, top, right, bottom = box
        px, theme = self._plan.px, self._sprites.theme
        place, side = CORNERS.index(herder.corner), px(42)
        style = Style(26, "Regular", theme.text_muted)
        self._writer.write(str(herder.heads), (left, top, left + px(22), top + side), Style(36, "Bold", theme.text))
        groups = (labels.HOME, herder.sheltered), (labels.GRAZING, herder.grazing), (labels.EATEN, herder.eaten)
        for word, counts in groups:
            if word != labels.HOME and not any(counts):
                continue
            begin = left + px(24) if word == labels.HOME else left
            heads = (begin, top, right, top + side)
            end = self._animals([(place, counts)], heads, ground, faded=word == labels.EATEN) if any(counts) else begin
            said = self._texts(word)
            wide = min(round(self._writer.width(said, style)) + px(2), px(110))
            end = min(max(end, left + wide), right)
            self._writer.write(said, (left, top + side, max(end, left + px(20)), bottom), style)
            left = min(end + px(12), right - px(20))

    def _animals(self, herds: Sequence[tuple[int, Counts]], box: Box, ground: Colour, *, faded: bool) -> int:
        """Draw heads side by side, closer if there are many; return where they end."""
        left, top, right, bottom = box
        side = bottom - top
        shown = [
            (place, kind)
            for place, counts in herds
            for kind, number in zip(KINDS, counts, strict=True)
            for _ in range(number)
        ]
        step = side - self._plan.px(2)
        if len(shown) > 1:
            step = min(step, (right - left - side) // (len(shown) - 1))
        for place, kind in shown:
            paste(self._frame, self._sprites.icon(kind, place, side, ground, faded), (left, top))
            left += step
        return left

    def _wairgka(self, seen: AwethiObservation, box: Box) -> None:
        px, player = self._plan.px, seen.wairgka_player
        if player is None:
            return
        ground = self._card(box, active=_active(seen, player))
        left, top, right, bottom = box
        side = min(px(60), bottom - top - px(8))
        icon = self._sprites.icon("wairgk", 0, side, ground, False)
        paste(self._frame, icon, (left + px(12), (top + bottom - side) // 2))
        line = (left + px(22) + side, top + px(3), right - px(14), bottom - px(3))
        if bottom - top < px(90) or not any(map(any, (herder.eaten for herder in seen.herders))):
            self._title(self._texts.name(player), labels.wairgka_tag(seen), line, ground)
            return
        middle = top + px(54)
        self._title(self._texts.name(player), labels.wairgka_tag(seen), (line[0], line[1], line[2], middle), ground)
        herds = [(CORNERS.index(herder.corner), herder.eaten) for herder in seen.herders]
        self._animals(herds, (line[0] - px(4), middle, right - px(10), bottom - px(8)), ground, faded=True)

    # ------------------------------------------------------------------------------------------------------------ dice

    def _dice(self, seen: AwethiObservation, box: Box) -> None:
        """Draw the dice of the turn, or how the match ended."""
        px, theme = self._plan.px, self._sprites.theme
        left, top, right, bottom = box
        ground = theme.card
        ending = labels.ending(seen)
        if ending is not None:
            self._card(box, active=False)
            inner = (left + px(14), top + px(4), right - px(14), bottom - px(4))
            style = Style(28, "Semibold", theme.text_muted, "centre")
            self._writer.write(self._texts.within(ending, self._writer, inner, style), inner, style)
            return
        side = min(px(56), bottom - top - px(10))
        icons = self._rolled(seen, side, ground)
        note = self._note(seen)
        if not icons and note is None:
            return
        self._card(box, active=False)
        at = left + px(12)
        for icon in icons:
            paste(self._frame, icon, (at, (top + bottom - side) // 2))
            at += side + px(6)
        if note is not None:
            inner = (at + px(6), top + px(4), right - px(14), bottom - px(4))
            self._writer.write(self._texts(note), inner, Style(28, "Semibold", theme.text, "left"))

    def _rolled(self, seen: AwethiObservation, side: int, ground: Colour) -> list[Image.Image]:
        """Return the icons of the dice and of their player."""
        sprites = self._sprites
        if seen.dice:
            herder = next(one for one in seen.herders if one.player == seen.turn)
            turn = next((turn for turn in reversed(seen.herd_turns) if turn.player == seen.turn), None)
            icons = [sprites.icon("hut", CORNERS.index(herder.corner), side, ground, False)]
            if turn is not None:
                icons.append(sprites.compass(turn.die, side, ground, True))
            return icons + [sprites.die(die.value, side, ground, die.awethi is not None) for die in seen.dice]
        if seen.prowl is not None or seen.hunts:
            direction, steps = seen.prowl or (seen.hunts[-1].direction, seen.hunts[-1].steps)
            wolf = sprites.icon("wairgk", 0, side, ground, False)
            return [wolf, sprites.compass(direction, side, ground, False), sprites.die(steps, side, ground, False)]
        if seen.herd_turns:
            turn = seen.herd_turns[-1]
            place = next(CORNERS.index(one.corner) for one in seen.herders if one.player == turn.player)
            return [sprites.icon("hut", place, side, ground, False), sprites.compass(turn.die, side, ground, True)]
        return []

    def _note(self, seen: AwethiObservation) -> Text | None:
        if seen.average is not None and seen.phase == "choose":
            return labels.or_all_walk(seen.average)
        if seen.average is not None and seen.phase == "sum":
            return labels.all_walk(seen.average)
        if not seen.dice and seen.prowl is None and seen.hunts and seen.hunts[-1].passed:
            return labels.PASSED
        return None

    # ------------------------------------------------------------------------------------------------------- close-ups

    def explain(self, focus: Focus | None, seen: AwethiObservation) -> None:
        """Draw the key: the signs in a close-up around a chosen piece, otherwise the pieces."""
        if not lines_of(focus, seen):
            return
        sprites, px, ground = self._sprites, self._plan.px, self._sprites.theme.table
        side = px(40)
        signs = _signs(focus, seen)
        if signs:
            entries = [(sprites.sign(name, side, ground), text) for name, text in signs]
        else:
            place = CORNERS.index(seen.herders[0].corner) if seen.herders else 0
            entries = [(sprites.icon(kind, place, side, ground, False), labels.kind(kind)) for kind in KINDS]
            entries += [
                (sprites.icon("awethi", place, side, ground, False), labels.AWETHI),
                (sprites.icon("wairgk", 0, side, ground, False), labels.WAIRGK),
            ]
        left, top, right, bottom = self._plan.key
        columns = _COLUMNS if signs else len(entries)
        wide, high = (right - left) // columns, px(48)
        for number, (icon, text) in enumerate(entries):
            x, y = left + number % columns * wide, top + number // columns * high
            paste(self._frame, icon, (x, y + (high - side) // 2))
            box = (x + side + px(10), y, x + wide - px(10), min(bottom, y + high))
            self._writer.write(self._texts(text), box, Style(28, "Regular", self._sprites.theme.text))


_COLUMNS = 2
"""Columns of the key of a close-up."""


_NEW = 3
"""Number of rounds in which the whole board has a key; later only close-ups have one, because it is a twentieth of the
file."""


def lines_of(focus: Focus | None, seen: AwethiObservation) -> int:
    """Return the number of lines of the key below the board."""
    if focus is None:
        return int(seen.round <= _NEW)
    return max(1, ceil(len(_signs(focus, seen)) / _COLUMNS))


def _signs(focus: Focus | None, seen: AwethiObservation) -> list[tuple[str, Text]]:
    """Return the signs on the ends of a chosen piece with their meanings; empty without a chosen piece."""
    if focus is None or focus.piece is None:
        return []
    if not focus.reaches:
        return [("end", labels.END), ("prey", labels.EATS)]
    ends = [reach.end for reach in focus.reaches]
    shown = {
        "wet": any(seen.terrain[end.square] == "water" for end in ends),
        "catches": any(end.catches for end in ends),
        "unleashes": any(end.unleashes for end in ends),
        "frees": any(end.frees for end in ends),
    }
    return [("end", labels.END), *((name, text) for name, text in _WALK_SIGNS if shown[name])]


_WALK_SIGNS = (
    ("wet", labels.WET),
    ("catches", labels.CATCHES),
    ("unleashes", labels.UNLEASHES),
    ("frees", labels.FREES),
)


def _active(seen: AwethiObservation, player: int) -> bool:
    """Return whether a card is highlighted: the player to move, and at the end the winners."""
    if seen.outcome is not None and not seen.planned:
        return player in seen.outcome.winners
    return player == seen.turn
