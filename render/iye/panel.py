"""The bands above and below the board: what both players have gathered and spent, and what it is worth."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from engines.iye.observation import POINTS, TYPES, Counts, IyeObservation
from render.glyphs import Box
from render.indexed import paste
from render.iye import labels
from render.iye.layout import BandPlan, Layout
from render.iye.sprites import SpriteSet
from render.text import Style, TextFormatter, Writer

SMALLEST = 30.0
"""Smallest size of letters in the bands: 10 on a phone that shows the picture 340 pixels wide."""


@dataclass(frozen=True, slots=True)
class _Player:
    """The content of a band."""

    seat: int
    held: Counts
    spent: Counts
    leads: tuple[bool, ...]
    wins: int
    wins_needed: int
    points: int | None
    role: str | None
    caption: str | None
    """The words before the lower line."""
    lists_spent: bool
    """Whether the lower line lists spent tiles."""


def _player(observation: IyeObservation, seat: int, texts: TextFormatter) -> _Player:
    shown = labels.tallied(observation)
    held, other = shown[seat], shown[1 - seat]
    leads = tuple(mine > theirs for mine, theirs in zip(held, other, strict=True))  # I12
    role = labels.role(observation, seat)
    caption = labels.lower_line(observation, seat)
    return _Player(
        seat=seat,
        held=held,
        spent=observation.spent[seat],
        leads=leads,
        wins=observation.wins[seat],
        wins_needed=observation.wins_needed,
        points=labels.points_held(observation, leads),
        role=None if role is None else texts(role),
        caption=None if caption is None else texts(caption),
        lists_spent=observation.last_cycle is None,
    )


class Panel:
    """Draws both bands."""

    def __init__(self, frame: Image.Image, sprites: SpriteSet, writer: Writer, texts: TextFormatter) -> None:
        self._frame = frame
        self._sprites = sprites
        self._plan: Layout = sprites.layout
        self._writer = writer
        self._texts = texts

    def draw(self, observation: IyeObservation, near: int) -> None:
        """Draw both bands, the seat ``near`` at the bottom."""
        for seat, band in zip((1 - near, near), self._plan.bands, strict=True):
            self._band(_player(observation, seat, self._texts), band)

    def _band(self, player: _Player, band: BandPlan) -> None:
        theme, active = self._sprites.theme, player.role is not None
        paste(self._frame, self._sprites.cards[active], band.box[:2])
        status = band.status
        style = Style(36, "Bold", theme.text, smallest=SMALLEST)
        self._writer.write(self._texts.name(player.seat), band.name, style)
        if player.caption is not None:
            style = Style(30, "Regular", theme.text_muted, "left" if band.has_own_line else "right", SMALLEST)
            self._writer.write(player.caption, band.caption, style)
            if not band.has_own_line:
                taken = round(self._writer.width(player.caption, style)) + self._plan.px(8)
                status = (*status[:2], band.caption[2] - taken, status[3])
        elif not band.has_own_line:  # nothing is listed there, so that a task may be long
            status = (*status[:2], band.spent[0][2], status[3])
        self._status(player, status, active=active)
        self._tiles(player, band, active=active)

    def _tiles(self, player: _Player, band: BandPlan, *, active: bool) -> None:
        """Draw the points, the tiles that bring them, and those spent."""
        theme, px = self._sprites.theme, self._plan.px
        if player.points is not None:
            ink = theme.accent if player.points else theme.text_muted
            style = Style(34, "Bold", ink, "right", SMALLEST)
            self._writer.write(self._texts(labels.points(player.points)), band.points, style)
        counts = zip(TYPES, POINTS, player.held, player.leads, band.held, strict=True)
        for letter, worth, number, lead, (left, top, right, bottom) in counts:
            scored = lead and player.points is not None
            if scored:
                paste(self._frame, self._sprites.plate((right - left, bottom - top), 5, active=active), (left, top))
            ground = theme.accent if scored else self._sprites.card_grounds[active]
            counter = self._sprites.counter(letter if number else letter.lower(), ground)
            side = counter.width
            above = top + (bottom - top - side) // 2
            paste(self._frame, counter, (left + px(2), above))
            if not number:
                continue
            ink = theme.accent_text if scored else theme.text
            after = left + px(3) + side
            middle = after + px(25) if scored else right - px(14)
            count = Style(42, "Bold", ink, "centre" if scored else "left", SMALLEST)
            self._writer.write(str(number), (after, top + px(2), middle, bottom - px(2)), count)
            if scored:
                gain = Style(30, "Semibold", ink, "right", SMALLEST)
                self._writer.write(f"+{worth}", (middle, top + px(2), right - px(3), bottom - px(2)), gain)
        if player.lists_spent:
            self._spent(player, band)

    def _spent(self, player: _Player, band: BandPlan) -> None:
        """Write the numbers of spent tiles below the tiles themselves, or behind pictures of them."""
        style = Style(30, "Semibold", self._sprites.theme.text_muted, "centre", SMALLEST)
        if band.has_own_line and player.caption is not None:
            self._spent_line(player, band, self._writer.width(player.caption, style._replace(weight="Regular")))
            return
        for number, (left, top, _, bottom) in zip(player.spent, band.spent, strict=True):
            if number:
                self._writer.write(str(number), (left, top, left + self._plan.px(52), bottom), style)

    def _spent_line(self, player: _Player, band: BandPlan, taken: float) -> None:
        """Draw the spent tiles and their numbers behind words that take up a width."""
        style = Style(34, "Semibold", self._sprites.theme.text, "left", SMALLEST)
        px, (left, top, right, bottom) = self._plan.px, band.caption
        ground = self._sprites.card_grounds[player.role is not None]
        spent = [(letter, number) for letter, number in zip(TYPES, player.spent, strict=True) if number]
        start = left + round(taken) + px(18)
        step = min(px(98), (right - start) // max(1, len(spent)))
        for place, (letter, number) in enumerate(spent):
            counter, x = self._sprites.counter(letter, ground), start + place * step
            paste(self._frame, counter, (x, (top + bottom - counter.height) // 2))
            after = x + counter.width + px(6)
            self._writer.write(str(number), (after, top, x + step - px(2), bottom), style)

    def _status(self, player: _Player, box: Box, *, active: bool) -> None:
        """Draw the cycles won, and the plate with the player's task."""
        left, top, right, bottom = box
        px = self._plan.px
        empty, won = self._sprites.pips[active]
        step = empty.width + px(3)
        for number in range(player.wins_needed):
            pip = won if number < player.wins else empty
            paste(self._frame, pip, (left + number * step, (top + bottom - pip.height) // 2))
        if player.role is None:
            return
        left += player.wins_needed * step + px(6)
        style = Style(30, "Bold", self._sprites.theme.accent_text, "centre", SMALLEST)
        wide = min(right - left, round(self._writer.width(player.role, style)) + px(20))
        paste(self._frame, self._sprites.plate((wide, bottom - top), 10, active=active), (left, top))
        self._writer.write(player.role, (left + px(7), top + px(1), left + wide - px(7), bottom - px(1)), style)
