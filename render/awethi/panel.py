"""The area around the board: a card for each player, the dice, and the key of a close-up."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from PIL import Image

from engines.awethi.observation import CORNERS, KINDS, AwethiObservation, Counts, ShownHerder
from engines.game import Player
from engines.text import Text
from render.awethi import labels
from render.awethi.celebration import is_celebrated
from render.awethi.focus import Focus, unmarked_forest
from render.awethi.layout import Layout
from render.awethi.sprites import SpriteSet
from render.canvas import Colour
from render.glyphs import Box
from render.indexed import fill_box, paste
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
        """Draw the players and the dice."""
        if self._plan.inset is None:
            if seen.wairgka_player is not None:
                self._wairgka_card(seen, seen.wairgka_player)
            self._dice_line(seen, self._plan.dice)
            return
        self._columns()
        for herder, box in zip(seen.herders, self._plan.herders, strict=False):
            self._herder(seen, herder, box)
        if seen.wairgka_player is not None:
            self._wairgka(seen, seen.wairgka_player)
        if seen.outcome is not None and not seen.planned:
            self._ending(seen)
        else:
            self._dice(seen)
        if not is_celebrated(seen):
            self._kinds(seen)

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
            width = min(round(self._writer.width(text, style)) + px(16 if strong else 2), (right - left) // 2)
            middle = (top + bottom) // 2
            start = right - width
            if strong:
                half = min(px(19), (bottom - top) // 2)
                plate = self._sprites.box((width, 2 * half), 10, 0, ground, theme.accent, theme.accent)
                paste(self._frame, plate, (start, middle - half))
                inner = (start + px(7), middle - half + px(2), right - px(7), middle + half - px(2))
                self._writer.write(text, inner, Style(28, "Bold", theme.accent_text, "centre"))
            else:
                self._writer.write(text, (start, middle - px(18), right, middle + px(18)), style)
            right = start - px(12)
        self._writer.write(name, (left, top, right, bottom), Style(32, "Bold", theme.text))

    def _columns(self) -> None:
        """Write above the table what the grounds mean on which its animals stand."""
        px = self._plan.px
        left, top, right, bottom = self._plan.columns
        left, side, middle = left + px(_NAME), px(20), (top + bottom) // 2
        style = Style(26, "Regular", self._sprites.theme.text_muted)
        words = [self._texts(word) for word in _PLACES]
        widths = [self._writer.width(word, style) + 2 for word in words]
        room = right - left - len(words) * (side + px(6))
        share = min(1, room / sum(widths))
        gap = max(0, room - sum(widths)) / len(words)
        x: float = left
        for ground, word, width in zip(self._grounds(), words, widths, strict=True):
            begin, end = int(x) + side + px(6), int(x) + side + px(6) + ceil(width * share)
            self._plot(ground, (int(x), middle - side // 2, int(x) + side, middle + side // 2))
            self._writer.write(word, (begin, top, min(end, right), bottom), style)
            x += side + px(6) + width * share + gap

    def _grounds(self) -> tuple[Colour, Colour, Colour]:
        """Return the grounds of animals at home, grazing, and eaten."""
        land, theme = self._sprites.land, self._sprites.theme
        return theme.frame, land.herding[0], theme.table

    def _plot(self, ground: Colour, box: Box) -> None:
        """Draw a plot of ground with its edge."""
        left, top, right, bottom = box
        nearest, line = self._sprites.palette.nearest, max(1, self._plan.px(1.5))
        fill_box(self._frame, nearest(self._sprites.theme.card_edge), box)
        fill_box(self._frame, nearest(ground), (left + line, top + line, right - line, bottom - line))

    def _herder(self, seen: AwethiObservation, herder: ShownHerder, box: Box) -> None:
        """Draw a herder's row of the table."""
        px, theme = self._plan.px, self._sprites.theme
        ground = self._card(box, active=_active(seen, herder.player))
        left, top, right, bottom = box
        place, middle = CORNERS.index(herder.corner), top + max(px(36), (bottom - top) * 9 // 20)
        side = px(46 if seen.scoring == "points" else 58 if bottom - top < px(_TALL) else 70)
        hut = self._sprites.icon("hut", place, side, ground, False)
        foot = bottom
        if seen.scoring == "points":
            foot = bottom - px(32)
            below = (left + px(3), foot, left + px(_NAME - 2), bottom - px(4))
            style = Style(26, "Semibold", theme.text, "centre")
            self._writer.write(self._texts(labels.points(herder.points)), below, style)
        paste(self._frame, hut, (left + (px(_NAME) - side) // 2, (top + foot - side) // 2))
        line = (left + px(_NAME), top + px(3), right - px(6), middle)
        self._title(self._texts.name(herder.player), labels.herder_tag(seen, herder), line, ground)
        groups = (
            (herder.heads, herder.sheltered),
            (sum(herder.grazing), herder.grazing),
            (sum(herder.eaten), herder.eaten),
        )
        # Every animal of the herd is somewhere, so that a row is always full.
        start, end, digit, pad = left + px(_NAME), right - px(8), px(22), px(4)
        room = end - start - len(groups) * (digit + 2 * pad)
        side = min(px(40), bottom - middle - px(7), room // max(1, sum(sum(counts) for _, counts in groups)))
        y = (middle + bottom - px(3) - side) // 2
        for ground_there, (total, counts) in zip(self._grounds(), groups, strict=True):
            strong = Style(30, "Bold" if total else "Regular", theme.text if total else theme.text_muted)
            self._writer.write(str(total), (start, middle, start + digit, bottom - px(3)), strong)
            start += digit
            width = side * sum(counts)
            if width:
                self._plot(ground_there, (start, y - px(2), start + width + pad, y + side + px(2)))
                eaten = counts is herder.eaten
                self._animals(place, counts, (start + pad // 2, y, side), ground_there, faded=eaten)
            start += width + 2 * pad

    def _animals(self, place: int, counts: Counts, at: tuple[int, int, int], ground: Colour, *, faded: bool) -> None:
        """Draw animals side by side; ``at`` is the upper left corner of the first one, and its side."""
        left, top, side = at
        for kind, number in zip(KINDS, counts, strict=True):
            icon = self._sprites.icon(kind, place, side, ground, faded)
            for _ in range(number):
                paste(self._frame, icon, (left, top))
                left += side

    def _wairgka(self, seen: AwethiObservation, player: Player) -> None:
        """Draw the wairgka's row of the table."""
        px, box = self._plan.px, self._plan.wairgka
        ground = self._card(box, active=_active(seen, player))
        left, top, right, bottom = box
        side = min(px(70 if bottom - top >= px(_TALL) else 58), bottom - top - px(8))
        icon = self._sprites.icon("wairgk", 0, side, ground, False)
        paste(self._frame, icon, (left + (px(_NAME) - side) // 2, (top + bottom - side) // 2))
        middle = top + (bottom - top) * 11 // 20
        name = (left + px(_NAME), top + px(3), right - px(6), middle)
        self._writer.write(self._texts.name(player), name, Style(32, "Bold", self._sprites.theme.text))
        tag = labels.wairgka_tag(seen)
        if tag is None:
            return
        text, strong = tag
        ink = self._sprites.theme.accent if strong else self._sprites.theme.text_muted
        line = (name[0], middle, right - px(6), bottom - px(4))
        self._writer.write(self._texts(text), line, Style(28, "Bold" if strong else "Semibold", ink))

    def _wairgka_card(self, seen: AwethiObservation, player: Player) -> None:
        """Draw the wairgka's card above a close-up."""
        px, box = self._plan.px, self._plan.wairgka
        ground = self._card(box, active=_active(seen, player))
        left, top, right, bottom = box
        side = bottom - top - px(8)
        paste(self._frame, self._sprites.icon("wairgk", 0, side, ground, False), (left + px(12), top + px(4)))
        line = (left + px(22) + side, top + px(3), right - px(14), bottom - px(3))
        self._title(self._texts.name(player), labels.wairgka_tag(seen), line, ground)

    # ------------------------------------------------------------------------------------------------------------ dice

    def _dice(self, seen: AwethiObservation) -> None:
        """Draw the dice of the turn beside the board, two in a row."""
        px, theme, ground = self._plan.px, self._sprites.theme, self._sprites.theme.card
        left, top, right, bottom = self._plan.dice
        self._card(self._plan.dice, active=False)
        side, note = px(78), self._note(seen)
        icons = self._rolled(seen, side, ground)
        gap = (right - left - 2 * side) // 3
        rows = (len(icons) + 1) // 2
        style = Style(30, "Semibold", theme.text, "centre")
        lines = [] if note is None else self._wrapped(self._texts(note), right - left - px(24), style)
        high = px(38)
        free = bottom - top - len(lines) * high - px(8)
        y = top + (free - rows * side - (rows - 1) * px(12)) // 2
        for number, icon in enumerate(icons):
            alone = number == len(icons) - 1 and number % 2 == 0
            x = (left + right - side) // 2 if alone else left + gap + number % 2 * (side + gap)
            paste(self._frame, icon, (x, y + number // 2 * (side + px(12))))
        self._write_lines(lines, (left + px(12), bottom - px(8) - len(lines) * high, right - px(12), bottom), style)

    def _write_lines(self, lines: Sequence[str], box: Box, style: Style) -> None:
        """Write lines below each other from the top of a box."""
        left, top, right, _ = box
        high = self._plan.px(38)
        for number, line in enumerate(lines):
            self._writer.write(line, (left, top + number * high, right, top + (number + 1) * high), style)

    def _ending(self, seen: AwethiObservation) -> None:
        """Write how the match ended."""
        px = self._plan.px
        self._card(self._plan.dice, active=True)
        left, top, right, bottom = self._plan.dice
        ending = labels.ending(seen)
        if ending is None:
            return
        style = Style(28, "Semibold", self._sprites.theme.text, "centre")
        lines = self._wrapped(self._texts(ending), right - left - px(24), style)
        y = (top + bottom - len(lines) * px(38)) // 2
        self._write_lines(lines, (left + px(12), y, right - px(12), bottom), style)

    def _wrapped(self, string: str, width: int, style: Style) -> list[str]:
        """Return the lines of a text, at most four; words stay whole."""
        lines: list[str] = []
        for word in string.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and (self._writer.width(longer, style) <= width or len(lines) == _LINES):
                lines[-1] = longer
            else:
                lines.append(word)
        return lines

    def _dice_line(self, seen: AwethiObservation, box: Box) -> None:
        """Draw the dice of the turn above a close-up, or how the match ended."""
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

    # ------------------------------------------------------------------------------------------------------------- key

    def _kinds(self, seen: AwethiObservation) -> None:
        """Draw what the pieces are, below each other beside the board."""
        px, theme = self._plan.px, self._sprites.theme
        ground = self._card(self._plan.key, active=False)
        left, top, right, bottom = self._plan.key
        entries = self._kind_entries(seen, px(58), ground)
        high = (bottom - top - px(16)) // len(entries)
        for number, (icon, text) in enumerate(entries):
            y = top + px(8) + number * high
            paste(self._frame, icon, (left + px(12), y + (high - icon.height) // 2))
            box = (left + px(82), y, right - px(8), y + high)
            self._writer.write(self._texts(text), box, Style(30, "Regular", theme.text))

    def _kind_entries(self, seen: AwethiObservation, side: int, ground: Colour) -> list[tuple[Image.Image, Text]]:
        sprites = self._sprites
        place = CORNERS.index(seen.herders[0].corner) if seen.herders else 0
        entries = [(sprites.icon(kind, place, side, ground, False), labels.kind(kind)) for kind in KINDS]
        entries.append((sprites.icon("awethi", place, side, ground, False), labels.AWETHI))
        return [*entries, (sprites.icon("wairgk", 0, side, ground, False), labels.WAIRGK)]

    def explain(self, focus: Focus, seen: AwethiObservation, *, named: bool) -> None:
        """Draw the key of a close-up: the signs around a chosen piece, and the pieces if there are none or they are to
        be ``named`` as well.
        """
        sprites, px, ground = self._sprites, self._plan.px, self._sprites.theme.table
        side, signs = px(40), _signs(focus, seen)
        entries = [(sprites.sign(name, side, ground), text) for name, text in signs]
        self._entries(entries, _COLUMNS, self._plan.key[1])
        if named or not signs:
            pieces = self._kind_entries(seen, side, ground)
            if named:
                there = self._visible(seen)
                pieces = [
                    entry for entry, name in zip(pieces, (*KINDS, "awethi", "wairgk"), strict=True) if name in there
                ]
            self._entries(pieces, len(KINDS) + 2, self._plan.key[1] + ceil(len(signs) / _COLUMNS) * px(_LINE))

    def _visible(self, seen: AwethiObservation) -> set[str]:
        """Return which kinds of pieces are on the visible squares."""
        pieces: list[tuple[str, int]] = [(aiwe.kind, aiwe.square) for aiwe in seen.aiwe]
        pieces += [("awethi", one.square) for one in seen.awethi]
        pieces += [("wairgk", one.square) for one in seen.wairgka]
        return {name for name, square in pieces if self._plan.stage.corner(square) is not None}

    def _entries(self, entries: Sequence[tuple[Image.Image, Text]], columns: int, top: int) -> None:
        """Draw icons with their meanings in rows from ``top`` on."""
        px = self._plan.px
        left, _, right, bottom = self._plan.key
        wide, high = (right - left) // columns, px(_LINE)
        for number, (icon, text) in enumerate(entries):
            x, y = left + number % columns * wide, top + number // columns * high
            paste(self._frame, icon, (x, y + (high - icon.height) // 2))
            box = (x + icon.width + px(10), y, x + wide - px(10), min(bottom, y + high))
            self._writer.write(self._texts(text), box, Style(28, "Regular", self._sprites.theme.text))


_NAME = 78
"""Where names begin in the table, in units from the left of a row."""
_TALL = 130.0
"""Height of a row with a large hut."""
_PLACES = (labels.HOME, labels.GRAZING, labels.EATEN)
"""Where animals are, from left to right."""
_LINES = 4
"""Maximum number of lines of a sentence beside the board."""
_COLUMNS, _LINE = 2, 48.0
"""Columns of the key of a close-up, and the height of a line."""


def lines_of(focus: Focus, seen: AwethiObservation, *, named: bool) -> int:
    """Return the number of lines of the key below a close-up, as :meth:`Panel.explain` draws it."""
    lines = ceil(len(_signs(focus, seen)) / _COLUMNS)
    return lines + (named or not lines)


def _signs(focus: Focus, seen: AwethiObservation) -> list[tuple[str, Text]]:
    """Return the signs on the ends of a chosen piece with their meanings; empty without a chosen piece."""
    if focus.piece is None:
        return []
    if not focus.reaches:
        return [("end", labels.END), ("prey", labels.EATS)]
    ends = [reach.end for reach in focus.reaches]
    shown = {
        "wet": any(seen.terrain[end.square] == "water" for end in ends),
        "catches": any(end.catches for end in ends),
        "unleashes": any(end.unleashes for end in ends),
        "wood": any(unmarked_forest(seen, end) for end in ends),
        "frees": any(end.frees for end in ends),
    }
    return [("end", labels.END), *((name, text) for name, text in _WALK_SIGNS if shown[name])]


_WALK_SIGNS = (
    ("wet", labels.WET),
    ("catches", labels.CATCHES),
    ("unleashes", labels.UNLEASHES),
    ("wood", labels.FOREST),
    ("frees", labels.FREES),
)


def _active(seen: AwethiObservation, player: int) -> bool:
    """Return whether a card is highlighted: the player to move, and at the end the winners."""
    if seen.outcome is not None and not seen.planned:
        return player in seen.outcome.winners
    return player == seen.turn
