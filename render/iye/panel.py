"""The column beside the board: both players' cards, and pointers from the five types to whoever leads them."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from engines.iye.observation import TYPES, Counts, IyeObservation
from render.indexed import stick
from render.iye import words
from render.iye.layout import CardPlan, Layout
from render.iye.look import Look
from render.letters import Box
from render.text import Style, Words, Writer

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

    def draw(self, observation: IyeObservation, near: int) -> None:
        """Draw both cards, that of the seat ``near`` below, and who leads each type."""
        players = [_player(observation, seat, self._say) for seat in (1 - near, near)]
        for player, card in zip(players, self._plan.cards, strict=True):
            self._card(player, card)
        self._types(*(player.leads for player in players))

    def _card(self, player: _Player, card: CardPlan) -> None:
        theme = self._look.theme
        active = player.role is not None
        stick(self._frame, self._look.cards[active], card.box[:2])
        self._name(player, card.name)
        self._status(player, card.status)
        caption = Style(26, "Regular", theme.text_muted)
        self._writer.write(self._say(words.SPENT), card.spent_caption, caption)
        self._writer.write(self._say(words.GATHERED), card.held_caption, caption)
        for letter, number, box in zip(TYPES, player.spent, card.spent, strict=True):
            if letter == player.paid:
                stick(self._frame, self._look.ring(_size(box), active), box[:2])
            self._count(number, self._inside(box, 10, 5), Style(30, "Bold", theme.text, "centre"))
        for letter, number, lead, box in zip(TYPES, player.held, player.leads, card.held, strict=True):
            if letter == player.received:
                stick(self._frame, self._look.ring(_size(box), active), box[:2])
            if lead:
                plate = self._inside(box, 5, 5)
                stick(self._frame, self._look.plate(_size(plate), self._look.card_grounds[active]), plate[:2])
            ink = theme.accent_text if lead else theme.text
            self._count(number, self._inside(box, 10, 10), Style(42, "Bold", ink, "centre"))

    def _count(self, number: int, box: Box, style: Style) -> None:
        if number:
            self._writer.write(str(number), box, style)
        else:
            self._writer.write(_NONE, box, Style(30, "Regular", self._look.theme.text_muted, "centre"))

    def _inside(self, box: Box, across: float, down: float) -> Box:
        dx, dy = self._plan.px(across), self._plan.px(down)
        return box[0] + dx, box[1] + dy, box[2] - dx, box[3] - dy

    def _name(self, player: _Player, box: Box) -> None:
        left, top, right, bottom = box
        px = self._plan.px
        empty, won = self._look.pips[player.role is not None]
        step = px(34)
        first = right - player.wins_needed * step + step - empty.width
        for number in range(player.wins_needed):
            pip = won if number < player.wins else empty
            stick(self._frame, pip, (first + number * step, (top + bottom - pip.height) // 2))
        name = self._say.name(player.seat)
        self._writer.write(name, (left, top, first - px(8), bottom), Style(34, "Bold", self._look.theme.text))

    def _status(self, player: _Player, box: Box) -> None:
        """The tag that says what is expected, and at the right the points as the tiles lie."""
        left, top, right, bottom = box
        px, theme = self._plan.px, self._look.theme
        tag, points = Style(28, "Bold", theme.accent_text, "centre"), Style(28, "Semibold", theme.text, "right")
        wanted = 0 if player.role is None else round(self._writer.width(player.role, tag)) + px(20)
        if player.points is not None:
            text = self._say(words.points(player.points))
            if wanted + self._writer.width(text, points) + px(12) > right - left:
                text = str(player.points)  # beside a long tag the number alone
            width = min(round(self._writer.width(text, points)) + px(2), right - left)
            self._writer.write(text, (right - width, top, right, bottom), points)
            right -= width + px(12)
        if player.role is not None:
            plate = (left, top, min(left + wanted, right), bottom)
            stick(self._frame, self._look.plate(_size(plate), self._look.card_grounds[True]), plate[:2])
            inner = (left + px(8), top + px(3), plate[2] - px(8), bottom - px(3))
            self._writer.write(player.role, inner, tag)

    def _types(self, far_leads: tuple[bool, ...], near_leads: tuple[bool, ...]) -> None:
        """Point to the card of whoever leads a type; its picture and points are on the table already."""
        for plan, far, near in zip(self._plan.types, far_leads, near_leads, strict=True):
            if far:
                stick(self._frame, self._look.pointers[0], plan.up)
            if near:
                stick(self._frame, self._look.pointers[1], plan.down)


def _size(box: Box) -> tuple[int, int]:
    return box[2] - box[0], box[3] - box[1]
