"""The column beside the board: both players' cards, and pointers from the five types to their leaders."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from engines.iye.observation import TYPES, Counts, IyeObservation
from render.glyphs import Box
from render.indexed import paste
from render.iye import labels
from render.iye.layout import CardPlan, Layout
from render.iye.sprites import SpriteSet
from render.text import Style, TextFormatter, Writer

_NONE = "–"
"""The sign for no tiles, the same in every language."""


@dataclass(frozen=True, slots=True)
class _Player:
    """The content of a card."""

    seat: int
    held: Counts
    spent: Counts
    leads: tuple[bool, ...]
    wins: int
    wins_needed: int
    points: int | None
    role: str | None
    received: str | None
    """Letter of the tile gained by the last move."""
    paid: str | None
    """Letter of the tile spent on the last move."""


def _player(observation: IyeObservation, seat: int, texts: TextFormatter) -> _Player:
    held, other = observation.hands[seat], observation.hands[1 - seat]
    leads = tuple(mine > theirs for mine, theirs in zip(held, other, strict=True))  # I12
    role = labels.role(observation, seat)
    last = observation.last
    return _Player(
        seat=seat,
        held=held,
        spent=observation.spent[seat],
        leads=leads,
        wins=observation.wins[seat],
        wins_needed=observation.wins_needed,
        points=labels.points_held(observation, leads),
        role=None if role is None else texts(role),
        received=last.given if last is not None and last.player != seat else None,
        paid=last.spent if last is not None and last.player == seat else None,
    )


class Panel:
    """Draws the column beside the board."""

    def __init__(self, frame: Image.Image, sprites: SpriteSet, writer: Writer, texts: TextFormatter) -> None:
        self._frame = frame
        self._sprites = sprites
        self._plan: Layout = sprites.layout
        self._writer = writer
        self._texts = texts

    def draw(self, observation: IyeObservation, near: int) -> None:
        """Draw both cards, the seat ``near`` at the bottom, and the leader of each type."""
        players = [_player(observation, seat, self._texts) for seat in (1 - near, near)]
        for player, card in zip(players, self._plan.cards, strict=True):
            self._card(player, card)
        self._types(*(player.leads for player in players))

    def _card(self, player: _Player, card: CardPlan) -> None:
        theme = self._sprites.theme
        active = player.role is not None
        paste(self._frame, self._sprites.cards[active], card.box[:2])
        self._name(player, card.name)
        self._status(player, card.status)
        caption = Style(26, "Regular", theme.text_muted)
        self._writer.write(self._texts(labels.SPENT), card.spent_caption, caption)
        self._writer.write(self._texts(labels.GATHERED), card.held_caption, caption)
        for letter, number, box in zip(TYPES, player.spent, card.spent, strict=True):
            if letter == player.paid:
                paste(self._frame, self._sprites.ring(_size(box), active), box[:2])
            self._count(number, self._inside(box, 10, 5), Style(30, "Bold", theme.text, "centre"))
        for letter, number, lead, box in zip(TYPES, player.held, player.leads, card.held, strict=True):
            if letter == player.received:
                paste(self._frame, self._sprites.ring(_size(box), active), box[:2])
            if lead:
                plate = self._inside(box, 5, 5)
                paste(self._frame, self._sprites.plate(_size(plate), self._sprites.card_grounds[active]), plate[:2])
            ink = theme.accent_text if lead else theme.text
            self._count(number, self._inside(box, 10, 10), Style(42, "Bold", ink, "centre"))

    def _count(self, number: int, box: Box, style: Style) -> None:
        if number:
            self._writer.write(str(number), box, style)
        else:
            self._writer.write(_NONE, box, Style(30, "Regular", self._sprites.theme.text_muted, "centre"))

    def _inside(self, box: Box, across: float, down: float) -> Box:
        dx, dy = self._plan.px(across), self._plan.px(down)
        return box[0] + dx, box[1] + dy, box[2] - dx, box[3] - dy

    def _name(self, player: _Player, box: Box) -> None:
        left, top, right, bottom = box
        px = self._plan.px
        empty, won = self._sprites.pips[player.role is not None]
        step = px(34)
        first = right - player.wins_needed * step + step - empty.width
        for number in range(player.wins_needed):
            pip = won if number < player.wins else empty
            paste(self._frame, pip, (first + number * step, (top + bottom - pip.height) // 2))
        name = self._texts.name(player.seat)
        self._writer.write(name, (left, top, first - px(8), bottom), Style(34, "Bold", self._sprites.theme.text))

    def _status(self, player: _Player, box: Box) -> None:
        """Draw the tag with the player's task, and at the right the current points."""
        left, top, right, bottom = box
        px, theme = self._plan.px, self._sprites.theme
        tag, points = Style(28, "Bold", theme.accent_text, "centre"), Style(28, "Semibold", theme.text, "right")
        wanted = 0 if player.role is None else round(self._writer.width(player.role, tag)) + px(20)
        if player.points is not None:
            text = self._texts(labels.points(player.points))
            if wanted + self._writer.width(text, points) + px(12) > right - left:
                text = str(player.points)  # only the number beside a long tag
            width = min(round(self._writer.width(text, points)) + px(2), right - left)
            self._writer.write(text, (right - width, top, right, bottom), points)
            right -= width + px(12)
        if player.role is not None:
            plate = (left, top, min(left + wanted, right), bottom)
            paste(self._frame, self._sprites.plate(_size(plate), self._sprites.card_grounds[True]), plate[:2])
            inner = (left + px(8), top + px(3), plate[2] - px(8), bottom - px(3))
            self._writer.write(player.role, inner, tag)

    def _types(self, far_leads: tuple[bool, ...], near_leads: tuple[bool, ...]) -> None:
        """Draw pointers to the leader of each type; its picture and points are part of the table."""
        for plan, far, near in zip(self._plan.types, far_leads, near_leads, strict=True):
            if far:
                paste(self._frame, self._sprites.pointers[0], plan.up)
            if near:
                paste(self._frame, self._sprites.pointers[1], plan.down)


def _size(box: Box) -> tuple[int, int]:
    return box[2] - box[0], box[3] - box[1]
