"""Rulings as positions before and after moves: the files in ``tests/positions``.

A file is paragraphs. The first is a remark; every other has a title that names its rulings, and lines of two parts::

    before  POSITION            the position to begin with
    2       MOVE                seat 2 makes this encoded move (chance: ``chance``)
    legal   1 MOVE MOVE …       seat 1 has exactly these moves now
    legal   1 PIECE: MOVE …     … of those whose machine text begins with PIECE and a dash
    refused 1 MOVE              seat 1 must not be able to make this move now
    after   POSITION            the position now

They are handled from top to bottom.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from engines.errors import IllegalMoveError
from engines.game import CHANCE, AnyGame, Player

POSITIONS = Path(__file__).parents[1] / "positions"


@dataclass(frozen=True)
class Block:
    """One ruling in one position."""

    title: str
    lines: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return self.title


def blocks(slug: str) -> tuple[Block, ...]:
    """All blocks of a game."""
    paragraphs = (POSITIONS / f"{slug}.txt").read_text(encoding="utf-8").strip().split("\n\n")
    return tuple(_blocks(paragraphs[1:]))


def _blocks(paragraphs: list[str]) -> Iterator[Block]:
    for paragraph in paragraphs:
        title, *lines = paragraph.split("\n")
        parts = [line.split(maxsplit=1) for line in lines]
        yield Block(title, tuple((word, value) for word, value in parts))


def _seat(word: str) -> Player:
    return CHANCE if word == "chance" else int(word) - 1


def check(game: AnyGame, block: Block) -> None:
    """Check a block; fail if the game does anything else."""
    assert block.lines[0][0] == "before"
    assert len(block.lines) > 1
    state = game.load_state(block.lines[0][1])
    for word, value in block.lines[1:]:
        if word == "after":
            assert game.dump_state(state) == value
        elif word == "legal":
            seat, *moves = value.split()
            piece = moves.pop(0).removesuffix(":") + "-" if moves and moves[0].endswith(":") else ""
            encoded = [game.encode_move(move) for move in game.legal_moves(state, _seat(seat))]
            assert [text for text in encoded if text.startswith(piece)] == moves
        elif word == "refused":
            seat, text = value.split(maxsplit=1)
            move = game.decode_move(text)
            assert move not in game.legal_moves(state, _seat(seat))
            assert not game.is_legal(state, _seat(seat), move)
            with pytest.raises(IllegalMoveError) as refused:
                game.apply(state, _seat(seat), move)
            assert str(refused.value.reason)
        else:
            move = game.decode_move(value)
            assert game.is_legal(state, _seat(word), move)
            state = game.apply(state, _seat(word), move)
