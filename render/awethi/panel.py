"""The area around the board: a card for each player, the dice, and the key of a close-up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
        self._explain_board(seen)
        for herder, box in zip(seen.herders, self._plan.herders, strict=False):
            self._herder(seen, herder, box)
        if seen.wairgka_player is not None:
            self._wairgka(seen, seen.wairgka_player)
        if seen.outcome is not None and not seen.planned:
            self._ending(seen)
        else:
            self._dice(seen)

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
        if tag is not None:
            right = self._tag(*tag, (left + (right - left) // 2, top, right, bottom), ground) - self._plan.px(12)
        self._writer.write(name, (left, top, right, bottom), Style(32, "Bold", self._sprites.theme.text))

    def _tag(self, text: Text, strong: bool, box: Box, ground: Colour) -> int:  # noqa: FBT001
        """Write a player's task or result at the right of a box, on a plate if ``strong``; return where it begins."""
        left, top, right, bottom = box
        px, theme = self._plan.px, self._sprites.theme
        string, middle, pad = self._texts(text), (top + bottom) // 2, px(7 if strong else 1)
        style = Style(30, "Bold", theme.accent_text, "centre") if strong else Style(30, "Semibold", theme.text_muted)
        start = max(left, right - ceil(self._writer.width(string, style)) - 2 * pad - 1)
        half = min(px(19), (bottom - top) // 2)
        if strong:
            plate = self._sprites.box((right - start, 2 * half), 10, 0, ground, theme.accent, theme.accent)
            paste(self._frame, plate, (start, middle - half))
        self._writer.write(string, (start + pad, middle - half + 1, right - pad, middle + half - 1), style)
        return start

    def _grounds(self) -> tuple[Colour, Colour, Colour]:
        """Return the grounds of animals at home, grazing, and eaten."""
        land, theme = self._sprites.land, self._sprites.theme
        return theme.frame, land.herding[0], theme.table

    def _plot(self, ground: Colour, box: Box, edge: Colour) -> None:
        """Draw a plot of ground with its edge."""
        left, top, right, bottom = box
        nearest, line = self._sprites.palette.nearest, max(1, self._plan.px(1.5))
        fill_box(self._frame, nearest(edge), box)
        fill_box(self._frame, nearest(ground), (left + line, top + line, right - line, bottom - line))

    def _herder(self, seen: AwethiObservation, herder: ShownHerder, box: Box) -> None:
        """Draw a herder's card: hut and name, the animals where they are, and how many there are."""
        px, theme = self._plan.px, self._sprites.theme
        ground = self._card(box, active=_active(seen, herder.player))
        left, top, right, bottom = box[0] + px(7), box[1] + px(4), box[2] - px(6), box[3] - px(4)
        scored, tag = seen.scoring == "points", labels.herder_tag(seen, herder)
        name, rows = self._texts.name(herder.player), 4 if scored else 3
        place, icon = CORNERS.index(herder.corner), px(36)
        lines = self._name_lines(name, right - left, several=(bottom - top) // (rows + 1) >= px(_LOWEST))
        high = min(px(_HIGHEST), (bottom - top) // (rows + len(lines) - 1))
        top = (top + bottom - high * (len(lines) + (3 if scored and tag is not None else 2))) // 2
        side = min(high, icon)
        hut = self._sprites.icon("hut", place, side, ground, False)
        # A name that leaves no room for the hut has it below, if there is room.
        beside = lines == [name] and self._fits_beside(name, right - left, icon)
        if beside:
            paste(self._frame, hut, (left, top + (high - side) // 2))
        elif tag is None and not scored:
            paste(self._frame, hut, (right - side, bottom - side))
        begin = left + side + px(4) if beside else left
        for line in lines:
            self._write_name(line, (begin, top, right + px(2), top + high))
            top += high
        self._places(herder, (left, top, right - px(2), top + high))
        top += high
        wide = px(_DIGIT)
        totals = herder.heads, sum(herder.grazing), sum(herder.eaten)
        for number, (there, total) in enumerate(zip(self._grounds(), totals, strict=True)):
            x = left + number * wide
            style = Style(30, "Bold" if total else "Regular", theme.text if total else theme.text_muted, "centre")
            self._writer.write(str(total), (x, top, x + wide - px(4), top + high - px(5)), style)
            self._plot(there, (x, top + high - px(7), x + wide - px(4), top + high + px(1)), theme.text_muted)
        start = left + 3 * wide + px(2)
        if scored:
            points = Style(30, "Semibold", theme.text, "right")
            self._writer.write(self._texts(labels.points(herder.points)), (start, top, right, top + high), points)
            start, top = left, top + high
        if tag is not None:
            self._tag(*tag, (start, top, right, top + high), ground)

    def _name_style(self) -> Style:
        """Return the style of names beside the board: never smaller than legible on a phone."""
        return Style(_NAME, "Bold", self._sprites.theme.text, smallest=_NAME)

    def _write_name(self, name: str, box: Box) -> None:
        """Write a name in bold letters or, where only narrower ones leave it whole, in those."""
        bold = self._name_style()
        styles = (bold, bold._replace(weight="Semibold"), bold._replace(weight="Regular"))
        self._writer.write(name, box, next((one for one in styles if self._writer.fits(name, box, one)), bold))

    def _fits_beside(self, name: str, width: int, icon: int) -> bool:
        """Return whether a name fits on a card beside an icon; a long one needs the whole width."""
        begin = icon + self._plan.px(4)
        return self._writer.fits(name, (begin, 0, width + self._plan.px(2), 0), self._name_style())

    def _name_lines(self, name: str, width: int, *, several: bool) -> list[str]:
        """Return a name in one line or, if it is long and there is room for ``several`` lines, in two."""
        style = self._name_style()
        if not several or self._writer.fits(name, (0, 0, width, 0), style):
            return [name]
        first, *rest = self._wrapped(name, width, style)
        return [first, " ".join(rest)] if rest else [first]

    def _places(self, herder: ShownHerder, box: Box) -> None:
        """Draw the animals of a herd on the ground of where they are; every animal is somewhere."""
        left, top, right, bottom = box
        px, theme, place = self._plan.px, self._sprites.theme, CORNERS.index(herder.corner)
        pad, gap, groups = px(4), px(5), (herder.sheltered, herder.grazing, herder.eaten)
        herd = max(1, sum(map(sum, groups)))
        side = min(px(_HIGHEST), bottom - top - px(6), (right - left - 3 * pad - 2 * gap) // herd)
        y = (top + bottom - side) // 2
        for ground, counts in zip(self._grounds(), groups, strict=True):
            width = side * sum(counts)
            if width:
                self._plot(ground, (left, y - px(2), left + width + pad, y + side + px(2)), theme.card_edge)
                self._animals(place, counts, (left + pad // 2, y, side), ground, faded=counts is herder.eaten)
                left += width + pad + gap

    def _animals(self, place: int, counts: Counts, at: tuple[int, int, int], ground: Colour, *, faded: bool) -> None:
        """Draw animals side by side; ``at`` is the upper left corner of the first one, and its side."""
        left, top, side = at
        for kind, number in zip(KINDS, counts, strict=True):
            icon = self._sprites.icon(kind, place, side, ground, faded)
            for _ in range(number):
                paste(self._frame, icon, (left, top))
                left += side

    def _wairgka(self, seen: AwethiObservation, player: Player) -> None:
        """Draw the wairgka's card beside the board."""
        px, box, theme = self._plan.px, self._plan.wairgka, self._sprites.theme
        ground = self._card(box, active=_active(seen, player))
        left, top, right, bottom = box[0] + px(7), box[1] + px(4), box[2] - px(5), box[3] - px(4)
        side, middle = px(36), (top + bottom) // 2
        icon, name = self._sprites.icon("wairgk", 0, side, ground, False), self._texts.name(player)
        begin = left + side + px(4)
        if self._fits_beside(name, right - left, side):
            paste(self._frame, icon, (left, (top + bottom - side) // 2))
            left = begin
        else:
            paste(self._frame, icon, (left, (middle + bottom - side) // 2))
        self._write_name(name, (left, top, right + px(2), middle))
        tag = labels.wairgka_tag(seen)
        if tag is not None:
            ink = theme.accent if tag[1] else theme.text_muted
            style = Style(30, "Bold" if tag[1] else "Semibold", ink)
            self._writer.write(self._texts(tag[0]), (begin, middle, right, bottom), style)

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
        """Draw the dice of the turn beside the board, as large as there is room."""
        px, theme, ground = self._plan.px, self._sprites.theme, self._sprites.theme.card
        left, top, right, bottom = self._plan.dice
        self._card(self._plan.dice, active=False)
        note, style = self._note(seen), Style(30, "Semibold", theme.text, "centre")
        lines = [] if note is None else self._wrapped(self._texts(note), right - left - px(24), style)
        words, gap = bottom - px(6) - len(lines) * px(38), px(10)
        rolled = self._rolled(seen, ground)
        number = max(1, len(rolled))
        wide, high = right - left - gap, words - top - gap
        sizes = ((min(wide // across, high // -(-number // across)) - gap, across) for across in (1, 2, 3))
        side, columns = max((min(px(_LARGEST), side), across) for side, across in sizes)
        rows = -(-number // columns)
        y = (top + words - rows * side - (rows - 1) * gap) // 2
        for at, icon in enumerate(rolled):
            row, column = divmod(at, columns)
            across = min(columns, number - row * columns)
            x = (left + right - across * side - (across - 1) * gap) // 2
            paste(self._frame, icon(side), (x + column * (side + gap), y + row * (side + gap)))
        self._write_lines(lines, (left + px(12), words, right - px(12), bottom), style)

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
        style = Style(30, "Semibold", self._sprites.theme.text, "centre")
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
        px, theme, (left, top, right, bottom) = self._plan.px, self._sprites.theme, box
        ending = labels.ending(seen)
        if ending is not None:
            self._card(box, active=False)
            inner = (left + px(14), top + px(4), right - px(14), bottom - px(4))
            style = Style(30, "Semibold", theme.text_muted, "centre")
            self._writer.write(self._texts.within(ending, self._writer, inner, style), inner, style)
            return
        side = min(px(56), bottom - top - px(10))
        icons = [icon(side) for icon in self._rolled(seen, theme.card)]
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
            self._writer.write(self._texts(note), inner, Style(30, "Semibold", theme.text))

    def _rolled(self, seen: AwethiObservation, ground: Colour) -> list[Callable[[int], Image.Image]]:
        """Return what draws the icons of the dice's player and of the dice, by their side in pixels."""
        sprites = self._sprites

        def hut(player: Player) -> Callable[[int], Image.Image]:
            place = next(CORNERS.index(one.corner) for one in seen.herders if one.player == player)
            return lambda side: sprites.icon("hut", place, side, ground, False)

        def compass(direction: int, *, diagonal: bool) -> Callable[[int], Image.Image]:
            return lambda side: sprites.compass(direction, side, ground, diagonal)

        def die(value: int, *, used: bool) -> Callable[[int], Image.Image]:
            return lambda side: sprites.die(value, side, ground, used)

        if seen.dice and seen.turn is not None:
            turn = next((turn for turn in reversed(seen.herd_turns) if turn.player == seen.turn), None)
            moved = [] if turn is None else [compass(turn.die, diagonal=True)]
            return [hut(seen.turn), *moved, *(die(one.value, used=one.awethi is not None) for one in seen.dice)]
        if seen.prowl is not None or seen.hunts:
            direction, steps = seen.prowl or (seen.hunts[-1].direction, seen.hunts[-1].steps)
            return [
                lambda side: sprites.icon("wairgk", 0, side, ground, False),
                compass(direction, diagonal=False),
                die(steps, used=False),
            ]
        if seen.herd_turns:
            turn = seen.herd_turns[-1]
            return [hut(turn.player), compass(turn.die, diagonal=True)]
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

    def _explain_board(self, seen: AwethiObservation) -> None:
        """Write below the board what the grounds in the cards mean; what the pieces are, unless the match has ended."""
        ground, side = self._sprites.theme.table, self._plan.px(20)
        entries = [(self._swatch(place, side), word) for place, word in zip(self._grounds(), _PLACES, strict=True)]
        if not is_celebrated(seen):
            entries += self._kind_entries(seen, self._plan.px(40), ground)
        px, style = self._plan.px, Style(30, "Regular", self._sprites.theme.text)
        left, top, right, bottom = self._plan.key
        words = [self._texts(word) for _, word in entries]
        widths = [ceil(self._writer.width(word, style)) + 2 for word in words]
        room = right - left - sum(icon.width + px(6) for icon, _ in entries) - px(8) * (len(entries) - 1)
        share = min(1, room / sum(widths))
        gap = px(8) + max(0, room - sum(widths)) // max(1, len(entries) - 1)
        for (icon, _), word, width in zip(entries, words, widths, strict=True):
            paste(self._frame, icon, (left, (top + bottom - icon.height) // 2))
            left += icon.width + px(6)
            self._writer.write(word, (left, top, left + int(width * share), bottom), style)
            left += int(width * share) + gap

    def _swatch(self, ground: Colour, side: int) -> Image.Image:
        """Return a square of a ground with its edge."""
        nearest, line = self._sprites.palette.nearest, max(1, self._plan.px(1.5))
        swatch = Image.new("L", (side, side), nearest(self._sprites.theme.text_muted))
        swatch.paste(nearest(ground), (line, line, side - line, side - line))
        return swatch

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
            self._writer.write(self._texts(text), box, Style(30, "Regular", self._sprites.theme.text))


_HIGHEST = 44.0
"""Maximum height of a line of a herder's card."""
_LOWEST = 32.0
"""Minimum height of a line if a name takes two."""
_NAME = 30.0
"""Size of names beside the board: 10 pixels on a phone that shows the picture 340 pixels wide."""
_LARGEST = 96.0
"""Maximum side of a die beside the board."""
_DIGIT = 28.0
"""Width of a number in a herder's card."""
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
    several = len({reach.steps for reach in focus.reaches}) > 1
    shown = {
        ("end", labels.END_WITH_DICE if several else labels.END): True,
        ("wet", labels.WET): any(seen.terrain[end.square] == "water" for end in ends),
        ("catches", labels.CATCHES): any(end.catches for end in ends),
        ("unleashes", labels.UNLEASHES): any(end.unleashes for end in ends),
        ("wood", labels.FOREST): any(unmarked_forest(seen, end) for end in ends),
        ("frees", labels.FREES): any(end.frees for end in ends),
    }
    return [sign for sign, is_shown in shown.items() if is_shown]


def _active(seen: AwethiObservation, player: int) -> bool:
    """Return whether a card is highlighted: the player to move, and at the end the winners."""
    if seen.outcome is not None and not seen.planned:
        return player in seen.outcome.winners
    return player == seen.turn
