"""The column beside the board: both players' cards and between them the five types with whoever leads each."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from engines.iye.observation import TYPES, Counts, IyeObservation
from render.iye import words
from render.iye.layout import CardPlan, Layout
from render.iye.look import Look
from render.text import Box, Style, Words, Writer

_NONE = "–"
"""Stands for no tiles: a mark, the same in every language."""


@dataclass(frozen=True, slots=True)
class _Player:
    """What a card tells."""

    seat: int
    held: Counts
    spent: Counts
    leads: tuple[bool, ...]
    wins: int
    wins_needed: int
    points: int | None
    role: str | None
    received: str | None
    """Letter of the tile that the last move brought."""
    paid: str | None
    """Letter of the tile that the last move cost."""


def _player(observation: IyeObservation, seat: int, say: Words) -> _Player:
    held, other = observation.hands[seat], observation.hands[1 - seat]
    leads = tuple(mine > theirs for mine, theirs in zip(held, other, strict=True))  # I12
    role = words.role(observation, seat)
    last = observation.last
    return _Player(
        seat=seat,
        held=held,
        spent=observation.spent[seat],
        leads=leads,
        wins=observation.wins[seat],
        wins_needed=observation.wins_needed,
        points=words.points_held(observation, leads),
        role=None if role is None else say(role),
        received=last.given if last is not None and last.player != seat else None,
        paid=last.spent if last is not None and last.player == seat else None,
    )


class Panel:
    """Draws the column of one frame."""

    def __init__(self, frame: Image.Image, look: Look, writer: Writer, say: Words) -> None:
        self._frame = frame
        self._look = look
        self._plan: Layout = look.layout
        self._writer = writer
        self._say = say

    def draw(self, observation: IyeObservation) -> None:
        """Draw both cards and the types between them, the viewer's card below."""
        near = observation.viewer or 0
        players = [_player(observation, seat, self._say) for seat in (1 - near, near)]
        for player, card in zip(players, self._plan.cards, strict=True):
            self._card(player, card)
        self._types(*(player.leads for player in players))

    def _card(self, player: _Player, card: CardPlan) -> None:
        theme = self._look.theme
        active = player.role is not None
        self._frame.paste(self._look.cards[active], card.box[:2])
        self._name(player, card.name)
        self._status(player, card.status)
        caption = Style(26, "Regular", theme.text_muted)
        self._writer.write(self._say(words.SPENT), card.spent_caption, caption)
        self._writer.write(self._say(words.GATHERED), card.held_caption, caption)
        for letter, number, box in zip(TYPES, player.spent, card.spent, strict=True):
            if letter == player.paid:
                self._frame.paste(self._look.ring(_size(box), active), box[:2])
            self._count(number, box, Style(30, "Bold", theme.text, "centre"))
        for letter, number, lead, box in zip(TYPES, player.held, player.leads, card.held, strict=True):
            if letter == player.received:
                self._frame.paste(self._look.ring(_size(box), active), box[:2])
            if lead:
                plate = _shrunk(box, self._plan.px(5))
                self._frame.paste(self._look.plate(_size(plate), self._look.card_grounds[active]), plate[:2])
            self._count(number, box, Style(42, "Bold", theme.accent_text if lead else theme.text, "centre"))

    def _count(self, number: int, box: Box, style: Style) -> None:
        inner = _shrunk(box, self._plan.px(10))
        if number:
            self._writer.write(str(number), inner, style)
        else:
            self._writer.write(_NONE, inner, Style(30, "Regular", self._look.theme.text_muted, "centre"))

    def _name(self, player: _Player, box: Box) -> None:
        left, top, right, bottom = box
        px = self._plan.px
        empty, won = self._look.pips[player.role is not None]
        step = px(34)
        first = right - player.wins_needed * step + step - empty.width
        for number in range(player.wins_needed):
            pip = won if number < player.wins else empty
            self._frame.paste(pip, (first + number * step, (top + bottom - pip.height) // 2))
        name = self._say.name(player.seat)
        self._writer.write(name, (left, top, first - px(8), bottom), Style(34, "Bold", self._look.theme.text))

    def _status(self, player: _Player, box: Box) -> None:
        """The tag that says what is expected, and at the right the points as the tiles lie."""
        left, top, right, bottom = box
        px, theme = self._plan.px, self._look.theme
        if player.points is not None:
            style = Style(28, "Semibold", theme.text, "right")
            self._writer.write(self._say(words.points(player.points)), (left + px(120), top, right, bottom), style)
            right = left + px(112)
        if player.role is not None:
            style = Style(28, "Bold", theme.accent_text, "centre")
            width = min(right - left, round(self._writer.width(player.role, style)) + px(20))
            ground = self._look.card_grounds[True]
            tag = (left, top, left + width, bottom)
            self._frame.paste(self._look.plate(_size(tag), ground), tag[:2])
            self._writer.write(player.role, (left + px(8), top + px(3), left + width - px(8), bottom - px(3)), style)

    def _types(self, far_leads: tuple[bool, ...], near_leads: tuple[bool, ...]) -> None:
        """Point to the card of whoever leads a type; its picture and points are on the table already."""
        for plan, far, near in zip(self._plan.types, far_leads, near_leads, strict=True):
            if far:
                self._frame.paste(self._look.pointers[0], plan.up)
            if near:
                self._frame.paste(self._look.pointers[1], plan.down)


def _size(box: Box) -> tuple[int, int]:
    return box[2] - box[0], box[3] - box[1]


def _shrunk(box: Box, by: int) -> Box:
    return box[0] + by, box[1] + by, box[2] - by, box[3] - by
