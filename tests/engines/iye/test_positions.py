"""The rulings as positions before and after a move, from ``tests/positions/iye.txt``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from engines.errors import IllegalMoveError
from engines.game import CHANCE, Player
from engines.iye import IYE

FILE = Path(__file__).parents[2] / "positions" / "iye.txt"


@dataclass(frozen=True)
class Block:
    """One ruling in one position."""

    title: str
    before: str
    moves: tuple[tuple[Player, str], ...]
    after: str | None
    refused: tuple[tuple[Player, str], ...]


def seat(word: str) -> Player:
    return CHANCE if word == "chance" else int(word) - 1


def blocks() -> Iterator[Block]:
    paragraphs = FILE.read_text(encoding="utf-8").split("\n\n")
    for title, *lines in (paragraph.strip().split("\n") for paragraph in paragraphs[1:]):
        fields = [line.split(maxsplit=1) for line in lines]
        known = dict(field for field in fields if field[0] in ("before", "after"))
        refused = tuple((seat(value.split()[0]), value.split()[1]) for word, value in fields if word == "refused")
        moves = tuple((seat(word), value) for word, value in fields if word in ("1", "2", "chance"))
        yield Block(title, known["before"], moves, known.get("after"), refused)


BLOCKS = tuple(blocks())
each_block = pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.title)


@each_block
def test_the_move_leads_to_the_position(block: Block) -> None:
    assert (block.after is None) == (not block.moves)
    state = IYE.load_state(block.before)
    for player, text in block.moves:
        move = IYE.decode_move(text)
        assert IYE.is_legal(state, player, move)
        state = IYE.apply(state, player, move)
    assert IYE.dump_state(state) == (block.after or block.before)


@each_block
def test_refused_moves_are_not_possible(block: Block) -> None:
    state = IYE.load_state(block.before)
    for player, text in block.refused:
        move = IYE.decode_move(text)
        assert move not in IYE.legal_moves(state, player)
        assert not IYE.is_legal(state, player, move)
        with pytest.raises(IllegalMoveError):
            IYE.apply(state, player, move)


def test_every_ruling_about_moves_has_a_position() -> None:
    """I2 is data (see test_components.py); all others are played."""
    named = set(re.findall(r"\bI\d+", " ".join(block.title for block in BLOCKS)))
    assert named == {f"I{number}" for number in range(1, 16)} - {"I2"}
