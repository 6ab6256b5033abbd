"""Refused moves as text: the files in ``tests/positions/refusals``.

After a remark, a file has paragraphs of lines with two parts::

    before POSITION       the position
    types  2 TEXT         seat 2 types this text
    plays  2 MOVE         or: seat 2 makes this encoded move
    says   SENTENCE       it is refused with this sentence
    at     CELL CELL …    these cells forbid it; ``-`` for none
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engines.errors import IllegalMoveError
from engines.game import AnyGame
from tests.engines.blocks import POSITIONS


@dataclass(frozen=True)
class Refused:
    """A move that is refused."""

    before: str
    player: int
    text: str
    """What is typed, or the encoded move."""
    is_typed: bool
    says: str
    places: tuple[str, ...]

    def __str__(self) -> str:
        return self.says


def refusals(slug: str) -> tuple[Refused, ...]:
    """Return all refusals of a game's file."""
    paragraphs = (POSITIONS / "refusals" / f"{slug}.txt").read_text(encoding="utf-8").strip().split("\n\n")
    return tuple(_refusals(paragraphs[1:]))


def _refusals(paragraphs: list[str]) -> Iterator[Refused]:
    for paragraph in paragraphs:
        lines = dict(line.split(maxsplit=1) for line in paragraph.split("\n"))
        assert set(lines) in ({"before", "types", "says", "at"}, {"before", "plays", "says", "at"})
        seat, text = lines.get("types", lines.get("plays", "")).split(" ", 1)
        places = () if lines["at"] == "-" else tuple(lines["at"].split())
        yield Refused(lines["before"], int(seat) - 1, text, "types" in lines, lines["says"], places)


def refused(game: AnyGame, one: Refused) -> IllegalMoveError:
    """Return the error with which a game refuses the move.

    Raises:
        AssertionError: it does not refuse it.
    """
    state = game.load_state(one.before)
    try:
        if one.is_typed:
            game.parse_turn(state, one.player, one.text)
        else:
            game.apply(state, one.player, game.decode_move(one.text))
    except IllegalMoveError as error:
        return error
    raise AssertionError(f"{one.text} is legal")
