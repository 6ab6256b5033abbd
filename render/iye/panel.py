"""The column beside the board: both players' cards and between them the five types with whoever leads each."""

from __future__ import annotations

from PIL import Image

from engines.iye.observation import POINTS, TYPES, IyeObservation
from render.iye import words
from render.iye.layout import Layout
from render.iye.look import Look
from render.text import Box, Style, Words, Writer

_Rows = dict[str, tuple[float, float]]
_FAR: _Rows = {"name": (8, 52), "role": (52, 88), "spent?": (94, 126), "spent": (126, 162), "held?": (168, 200), "held": (202, 262)}
_NEAR: _Rows = {"held": (38, 98), "held?": (4, 36), "spent?": (104, 136), "spent": (136, 172), "role": (180, 216), "name": (218, 264)}
"""Top and bottom of each line of a card, from the card's top."""


def leads(observation: IyeObservation) -> tuple[int | None, ...]:
    """For each type the player who holds strictly more of it (I12)."""
    first, second = observation.hands
    return tuple(None if a == b else int(b > a) for a, b in zip(first, second, strict=True))


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
        self._card(observation, 1 - near, self._plan.cards[0], _FAR)
        self._card(observation, near, self._plan.cards[1], _NEAR)
        self._types(observation, near)

    def _card(self, observation: IyeObservation, player: int, box: Box, rows: _Rows) -> None:
        active = words.role(observation, player) is not None
        self._frame.paste(self._look.cards[active], box[:2])
        self._name(observation, player, self._line(box, rows["name"]), active)
        self._status(observation, player, self._line(box, rows["role"]))
        theme = self._look.theme
        caption = Style(26, "Regular", theme.text_muted)
        self._writer.write(self._say(words.SPENT), self._line(box, rows["spent?"]), caption)
        self._writer.write(self._say(words.GATHERED), self._line(box, rows["held?"]), caption)
        for column in range(len(TYPES)):
            self._spent(observation, player, column, self._slot(box, rows["spent"], column))
            self._held(observation, player, column, self._slot(box, rows["held"], column))

    def _line(self, card: Box, row: tuple[float, float]) -> Box:
        px = self._plan.px
        return card[0] + px(14), card[1] + px(row[0]), card[2] - px(14), card[1] + px(row[1])

    def _slot(self, card: Box, row: tuple[float, float], column: int) -> Box:
        left, right = self._plan.column(column)
        return left, card[1] + self._plan.px(row[0]), right, card[1] + self._plan.px(row[1])

    def _name(self, observation: IyeObservation, player: int, box: Box, active: bool) -> None:  # noqa: FBT001
        px = self._plan.px
        left, top, right, bottom = box
        won = observation.wins[player]
        for number in range(observation.wins_needed):
            pip = self._look.pips[active][number < won]
            right_edge = right - (observation.wins_needed - number) * px(34) + px(4)
            self._frame.paste(pip, (right_edge, (top + bottom - pip.height) // 2))
        room = right - observation.wins_needed * px(34) - px(4)
        self._writer.write(self._say.name(player), (left, top, room, bottom), Style(34, "Bold", self._look.theme.text))

    def _status(self, observation: IyeObservation, player: int, box: Box) -> None:
        theme = self._look.theme
        role = words.role(observation, player)
        left, top, right, bottom = box
        total = sum(points for points, lead in zip(POINTS, leads(observation), strict=True) if lead == player)
        if role is not None:
            text = self._say(role)
            self._writer.write(text, (left, top, right, bottom), Style(28, "Bold", theme.accent))
        if observation.phase in ("play", "over"):
            self._writer.write(
                str(total), (left + (right - left) * 3 // 4, top, right, bottom), Style(30, "Bold", theme.text, "right")
            )

    def _spent(self, observation: IyeObservation, player: int, column: int, box: Box) -> None:
        number = observation.spent[player][column]
        theme = self._look.theme
        last = observation.last
        fresh = last is not None and last.player == player and last.spent == TYPES[column]
        ink = theme.accent if fresh else theme.text if number else theme.text_muted
        self._writer.write(str(number), box, Style(30, "Bold" if number else "Regular", ink, "centre"))

    def _held(self, observation: IyeObservation, player: int, column: int, box: Box) -> None:
        number = observation.hands[player][column]
        theme = self._look.theme
        lead = leads(observation)[column] == player
        if lead:
            self._fill_box(box)
        ink = theme.accent_text if lead else theme.text
        self._writer.write(str(number), (box[0] + 6, box[1] + 6, box[2] - 6, box[3]), Style(42, "Bold", ink, "centre"))

    def _fill_box(self, box: Box) -> None:
        px = self._plan.px
        plate = self._look.banner(box[2] - box[0] - px(6), box[3] - box[1] - px(4))
        self._frame.paste(plate, (box[0] + px(3), box[1] + px(2)))

    def _types(self, observation: IyeObservation, near: int) -> None:
        left, top, right, bottom = self._plan.middle
        px = self._plan.px
        theme = self._look.theme
        for column, (letter, points) in enumerate(zip(TYPES, POINTS, strict=True)):
            counter = self._look.counters[letter]
            start, end = self._plan.column(column)
            self._frame.paste(counter, ((start + end - counter.width) // 2, top + px(22)))
            box = (start, top + px(74), end, bottom - px(22))
            self._writer.write(str(points), box, Style(30, "Bold", theme.text, "centre"))
        del observation, near, left, right


