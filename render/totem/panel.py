"""The cards in the corners: each player's roll, pieces and reserve; and the key below the board."""

from __future__ import annotations

from PIL import Image

from engines.game import Outcome, Player
from engines.text import Text
from engines.totem.observation import ShownRoll, TotemObservation
from render.canvas import Colour
from render.glyphs import Box
from render.indexed import paste
from render.ribbon import inside
from render.text import Style, TextFormatter, Writer, title
from render.totem import labels
from render.totem.focus import Focus
from render.totem.layout import CARVING, HIGH, LOW, SMALL, TRAY, WIDE_TRAY, CardPlan, ResultPlan
from render.totem.sprites import SpriteSet


class Panel:
    """Draws what is around the board."""

    def __init__(self, frame: Image.Image, sprites: SpriteSet, writer: Writer, texts: TextFormatter) -> None:
        self._frame = frame
        self._sprites = sprites
        self._writer = writer
        self._texts = texts

    def draw(self, seen: TotemObservation, order: tuple[Player, ...], focus: Focus | None) -> None:
        """Draw the cards of all players in this order, clockwise, and the key below the board.

        At the end they are in the order of the result.
        """
        sprites, plan = self._sprites, self._sprites.layout
        if seen.outcome is not None and not seen.planned and len(seen.outcome.winners) == 1:
            self._result(seen, seen.outcome, plan.results[len(order)])
            return
        heights = tuple(_height(seen, player) for player in order)
        for player, height, card in zip(order, heights, plan.cards(*heights), strict=True):
            (self._small_card if height == SMALL else self._card)(seen, player, card)
        if len(order) == _WITH_TRAYS:
            for place, player in enumerate(order):
                if seen.reserves[player]:
                    self._reserve(player, seen.reserves[player], plan.tray(place, plan.cards(*heights)[place]))
        if len(order) != _WITH_TRAYS or plan.landscape:
            unused = range(len(order), len(sprites.sides))
            for seat, corner in zip(unused, plan.carvings[len(order)], strict=True):
                paste(self._frame, sprites.carving(seat), corner)
        self._key(seen, focus)

    def _reserve(self, player: Player, pieces: int, box: Box) -> None:
        """Draw the pieces in reserve in a tray."""
        sprites, theme, px = self._sprites, self._sprites.theme, self._sprites.layout.px
        paste(self._frame, sprites.box(_size(box), 14, 1.5, theme.table, theme.card_edge, theme.card), box[:2])
        (columns, apart), (left, top, right, bottom) = WIDE_TRAY if sprites.layout.landscape else TRAY, box
        rows, step = -(-pieces // columns), px(apart)
        piece = sprites.icon(player, False, step - px(3), theme.card, False)
        x, y = (left + right - columns * step) // 2, (top + bottom - rows * step) // 2
        for number in range(pieces):
            row, column = divmod(number, columns)
            paste(self._frame, piece, (x + column * step, y + row * step))

    def _card(self, seen: TotemObservation, player: Player, plan: CardPlan) -> None:
        sprites, theme = self._sprites, self._sprites.theme
        won = seen.outcome is not None and player in seen.outcome.winners
        active = player == seen.turn if seen.planned else won or (seen.outcome is None and player == seen.turn)
        ground, edge = (theme.card_active, theme.accent) if active else (theme.card, theme.card_edge)
        paste(
            self._frame, sprites.box(_size(plan.box), 14, 3 if active else 1.5, theme.table, edge, ground), plan.box[:2]
        )
        paste(self._frame, sprites.icon(player, True, sprites.layout.px(56), ground, False), plan.totem)
        self._writer.write(self._texts.name(player), plan.name, Style(34, "Bold", theme.text))
        self._counts(len(seen.pieces[player]), seen.reserves[player], plan.counts)
        self._turn(seen, player, plan, ground)

    def _small_card(self, seen: TotemObservation, player: Player, plan: CardPlan, place: int | None = None) -> None:
        """Draw the card of a player who is out: why, and at the end the ``place``."""
        sprites, theme, px = self._sprites, self._sprites.theme, self._sprites.layout.px
        paste(
            self._frame, sprites.box(_size(plan.box), 14, 1.5, theme.table, theme.card_edge, theme.card), plan.box[:2]
        )
        paste(self._frame, sprites.icon(player, True, px(56), theme.card, True), plan.totem)
        name, (_, top, right, bottom) = plan.name, plan.box
        if place is not None:
            number = right - px(52), top + px(10), right - px(14), bottom - px(10)
            self._writer.write(f"{place}.", number, Style(40, "Bold", theme.text_muted, "right"))
            name = (*name[:2], number[0], name[3])
        self._writer.write(self._texts.name(player), name, Style(32, "Bold", theme.text_muted))
        gone = labels.gone(seen, player)
        if gone is not None:
            self._writer.write(self._texts(gone), plan.gone, Style(30, "Regular", theme.text_muted))

    def _result(self, seen: TotemObservation, outcome: Outcome, plan: ResultPlan) -> None:
        """Draw the bright card of the winner, the quiet ones of the others, and the winner's animal."""
        sprites, theme, writer = self._sprites, self._sprites.theme, self._writer
        (winner,), ground = outcome.winners, theme.card_active
        paste(self._frame, sprites.box(_size(plan.box), 14, 3, theme.table, theme.accent, ground), plan.box[:2])
        paste(self._frame, sprites.icon(winner, True, plan.side, ground, False), plan.totem)
        writer.write(self._texts.name(winner), plan.name, Style(36, "Bold", theme.text))
        self._tag(self._texts(labels.WINNER), plan.tag, ground)
        self._counts(len(seen.pieces[winner]), seen.reserves[winner], plan.counts)
        place, others = 2, iter(plan.others)
        for group in outcome.ranking[1:]:
            for player, card in zip(group, others, strict=False):
                self._small_card(seen, player, card, place)
            place += len(group)
        for corner in plan.carvings:
            large = sprites.icon(winner, True, sprites.layout.px(CARVING), theme.table, False)
            paste(self._frame, large, corner)
        self._ribbon(self._texts.name(winner), plan.ribbon)

    def _ribbon(self, name: str, box: Box) -> None:
        """Write the winner's name on a ribbon in the middle of a box."""
        sprites, style = self._sprites, title(40, self._sprites.theme.accent_text, "centre", smallest=30)
        left, top, right, bottom = box
        spare = (right - left - round(self._writer.width(name, style)) - 2 * (bottom - top)) // 2
        left, right = left + max(0, spare), right - max(0, spare)
        paste(self._frame, sprites.ribbon((right - left, bottom - top)), (left, top))
        self._writer.write(name, inside((left, top, right, bottom), sprites.line), style)

    def _counts(self, pieces: int, reserve: int, box: Box) -> None:
        """Write how many pieces a player has on the board and in reserve."""
        theme, px = self._sprites.theme, self._sprites.layout.px
        left, top, right, bottom = box
        words, numbers = Style(30, "Regular", theme.text_muted), Style(34, "Bold", theme.text, "right")
        middle = left + (right - left) * 45 // 100
        for caption, number, begin, end in (
            (labels.PIECES, pieces, left, middle - px(10)),
            (labels.RESERVE, reserve, middle + px(8), right),
        ):
            room = px(42)
            self._writer.write(self._texts(caption), (begin, top, end - room - px(2), bottom), words)
            self._writer.write(str(number), (end - room, top, end, bottom), numbers)

    def _key(self, seen: TotemObservation, focus: Focus | None) -> None:
        """Explain below the board what is not plain, and count quiet turns."""
        sprites, theme, px = self._sprites, self._sprites.theme, self._sprites.layout.px
        lines = list(sprites.layout.key)
        quiet = labels.quiet(seen)
        style = Style(30, "Regular", theme.text_muted, "left" if sprites.layout.landscape else "centre")
        if quiet is not None:
            self._writer.write(self._texts(quiet), lines.pop(), style)
        unused = next((die for roll in seen.rolls for die, used in _counting(roll) if not used), None)
        if unused is not None:
            self._entry(sprites.die(unused, px(32), theme.table, False), labels.UNUSED, lines.pop())
        if lines and focus is not None and any(len(run.losses) for _, runs in focus.stops for run in runs):
            self._entry(sprites.sample("deadly stop", px(32)), labels.ELIMINATES, lines.pop())
        if lines and focus is None and len(seen.runs) > 1:
            self._writer.write(self._texts(labels.ORDER), lines.pop(), style)

    def _entry(self, icon: Image.Image, meaning: Text, box: Box) -> None:
        """Draw a line of the key in the middle of a box, in landscape at its left."""
        plan, style = self._sprites.layout, Style(30, "Regular", self._sprites.theme.text_muted)
        px, (left, top, right, bottom) = plan.px, box
        text = self._texts(meaning)
        wide = min(round(self._writer.width(text, style)) + px(4), right - left - icon.width - px(10))
        begin = left if plan.landscape else (left + right - wide - icon.width - px(10)) // 2
        paste(self._frame, icon, (begin, (top + bottom - icon.height) // 2))
        at = begin + icon.width + px(10)
        self._writer.write(text, (at, top, at + wide, bottom), style)

    # ----------------------------------------------------------------------------------------------------- the turn

    def _turn(self, seen: TotemObservation, player: Player, plan: CardPlan, ground: Colour) -> None:
        """Draw the player's roll, its result, and the tag with the player's task."""
        px, theme = self._sprites.layout.px, self._sprites.theme
        left, top, right, bottom = plan.dice
        tag, rolls = labels.tag(seen, player), _rolls(seen, player)
        shown = _dice(seen.lots[player], rolls, fitting=(right - px(_LEAST_TAG) - left) // (plan.die + px(4)))
        for number, (die, used) in enumerate(shown):
            left += px(10) if rolls and number == 2 else 0  # between two rolls
            paste(self._frame, self._sprites.die(die, plan.die, ground, used), (left, top))
            left += plan.die + px(4)
        middle = (top + bottom) // 2
        box = (left + px(8 if left > plan.dice[0] else 0), middle - px(19), right, middle + px(19))
        if tag is not None:
            self._tag(self._texts(tag), box, ground)
        elif rolls and rolls[-1].used is not None:
            exchanged = any(piece.player == player for piece in seen.placed)
            made = labels.made_of(rolls[-1].used, rolls[-1].lost, exchanged=exchanged)
            self._writer.write(self._texts(made), box, Style(30, "Semibold", theme.text_muted))

    def _tag(self, text: str, box: Box, ground: Colour) -> None:
        px, theme = self._sprites.layout.px, self._sprites.theme
        left, top, right, bottom = box
        style = Style(30, "Bold", theme.accent_text, "centre")
        width = min(round(self._writer.width(text, style)) + px(18), right - left)
        plate = self._sprites.box((width, bottom - top), 10, 0, ground, theme.accent, theme.accent)
        paste(self._frame, plate, (left, top))
        self._writer.write(text, (left + px(6), top + px(3), left + width - px(6), bottom - px(3)), style)


_WITH_TRAYS = 2
"""Players for whose pieces in reserve there is room."""
_LEAST_TAG = 130
"""Minimum room for the tag beside the dice."""


def _size(box: Box) -> tuple[int, int]:
    return box[2] - box[0], box[3] - box[1]


def _height(seen: TotemObservation, player: Player) -> float:
    """Return the height of a player's card: most if it shows dice or what is expected of the player."""
    if labels.gone(seen, player) is not None:
        return SMALL
    return HIGH if seen.lots[player] or _rolls(seen, player) or labels.tag(seen, player) is not None else LOW


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
