"""The column beside the board: a card for each player, with the roll, the pieces and the reserve."""

from __future__ import annotations

from PIL import Image

from engines.game import Player
from engines.totem.observation import ShownRoll, TotemObservation
from render.canvas import Colour
from render.glyphs import Box
from render.indexed import paste
from render.text import Style, TextFormatter, Writer
from render.totem import labels
from render.totem.layout import CardPlan
from render.totem.sprites import SpriteSet


class Panel:
    """Draws the column beside the board."""

    def __init__(self, frame: Image.Image, sprites: SpriteSet, writer: Writer, texts: TextFormatter) -> None:
        self._frame = frame
        self._sprites = sprites
        self._writer = writer
        self._texts = texts

    def draw(self, seen: TotemObservation, order: tuple[Player, ...]) -> None:
        """Draw the cards of all players in this order, from top to bottom."""
        for player, plan in zip(order, self._sprites.layout.cards[len(order)], strict=True):
            self._card(seen, player, plan)

    def _card(self, seen: TotemObservation, player: Player, plan: CardPlan) -> None:
        sprites, theme = self._sprites, self._sprites.theme
        won = seen.outcome is not None and player in seen.outcome.winners
        active = player == seen.turn if seen.planned else won or (seen.outcome is None and player == seen.turn)
        ground, edge = (theme.card_active, theme.accent) if active else (theme.card, theme.card_edge)
        size = (plan.box[2] - plan.box[0], plan.box[3] - plan.box[1])
        paste(self._frame, sprites.box(size, 14, 3 if active else 1.5, theme.table, edge, ground), plan.box[:2])
        playing = player in seen.active_players
        paste(self._frame, sprites.icon(player, True, sprites.layout.px(44), ground, not playing), plan.totem)
        ink = theme.text if playing else theme.text_muted
        self._writer.write(self._texts.name(player), plan.name, Style(32, "Bold", ink))
        self._turn(seen, player, plan, ground)
        if playing:
            self._count(self._texts(labels.PIECES), len(seen.pieces[player]), plan.pieces)
            self._count(self._texts(labels.RESERVE), seen.reserves[player], plan.reserve)
            self._heap(player, seen.reserves[player], plan, ground)

    def _count(self, caption: str, number: int, box: Box) -> None:
        theme, px = self._sprites.theme, self._sprites.layout.px
        left, top, right, bottom = box
        middle = right - px(52)
        self._writer.write(caption, (left, top, middle - px(6), bottom), Style(28, "Regular", theme.text_muted))
        self._writer.write(str(number), (middle, top, right, bottom), Style(34, "Bold", theme.text, "right"))

    def _heap(self, player: Player, number: int, plan: CardPlan, ground: Colour) -> None:
        """Draw the pieces in reserve."""
        if plan.heap is None:
            return
        pitch, columns = plan.heap_pitch, plan.heap_columns
        if number > _RESERVE:
            columns = plan.early_columns
            pitch = (plan.heap[2] - plan.heap[0]) // columns
        icon = self._sprites.icon(player, False, pitch - self._sprites.layout.px(2), ground, False)
        for piece in range(number):
            at = plan.heap[0] + piece % columns * pitch, plan.heap[1] + piece // columns * pitch
            paste(self._frame, icon, at)

    # ----------------------------------------------------------------------------------------------------- the turn

    def _turn(self, seen: TotemObservation, player: Player, plan: CardPlan, ground: Colour) -> None:
        """Draw the player's roll, its result, and the tag with the player's task."""
        px, theme = self._sprites.layout.px, self._sprites.theme
        left, top, right, bottom = plan.dice
        gone, tag = labels.gone(seen, player), labels.tag(seen, player)
        rolls = [] if gone else _rolls(seen, player)
        room = right if plan.tag else right - px(_LEAST_TAG)
        shown = _dice(seen.lots[player], rolls, fitting=(room - left) // (plan.die + px(4)))
        for number, (die, used) in enumerate(shown):
            left += px(10) if rolls and number == 2 else 0  # between two rolls
            paste(self._frame, self._sprites.die(die, plan.die, ground, used), (left, top))
            left += plan.die + px(4)
        middle = (top + bottom) // 2
        box = plan.tag or (left + px(8 if left > plan.dice[0] else 0), middle - px(19), right, middle + px(19))
        if tag is not None:
            self._tag(self._texts(tag), box, ground)
        elif gone is not None:
            self._writer.write(self._texts(gone), plan.pieces, Style(28, "Semibold", theme.text_muted))
        elif rolls and rolls[-1].used is not None:
            exchanged = any(piece.player == player for piece in seen.placed)
            made = labels.made_of(rolls[-1].used, rolls[-1].lost, exchanged=exchanged)
            self._writer.write(self._texts(made), box, Style(28, "Semibold", theme.text_muted))

    def _tag(self, text: str, box: Box, ground: Colour) -> None:
        px, theme = self._sprites.layout.px, self._sprites.theme
        left, top, right, bottom = box
        style = Style(28, "Bold", theme.accent_text, "centre")
        width = min(round(self._writer.width(text, style)) + px(18), right - left)
        plate = self._sprites.box((width, bottom - top), 10, 0, ground, theme.accent, theme.accent)
        paste(self._frame, plate, (left, top))
        self._writer.write(text, (left + px(6), top + px(3), left + width - px(6), bottom - px(3)), style)


_RESERVE = 19
"""Pieces in the reserve once the totem stands (T5), which fit into the heap at its normal size."""


_LEAST_TAG = 110
"""Minimum room for the tag beside the dice."""


def _rolls(seen: TotemObservation, player: Player) -> list[ShownRoll]:
    """Return a player's visible rolls, or the roll in use."""
    rolls = [roll for roll in seen.rolls if roll.player == player]
    if not rolls and player == seen.turn and seen.dice is not None:
        return [ShownRoll(player, seen.dice, None, 0)]
    return rolls


def _dice(lots: tuple[int, ...], rolls: list[ShownRoll], *, fitting: int) -> list[tuple[int, bool]]:
    """Return the last dice that fit, as whole rolls, and whether each was used; undecided ones count as used."""
    if not rolls:
        return [(die, True) for die in lots][-fitting:]
    shown = [pair for roll in rolls for pair in _counting(roll)]
    return shown[-max(2, fitting - fitting % 2) :]


def _counting(roll: ShownRoll) -> tuple[tuple[int, bool], ...]:
    """Return both dice of a roll, and whether each was used."""
    first, second = roll.dice
    if roll.used is None:
        return (first, True), (second, True)
    uses_first = first in roll.used
    left = roll.used[1:] if uses_first else roll.used
    return (first, uses_first), (second, second in left)
