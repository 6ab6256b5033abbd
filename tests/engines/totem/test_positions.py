"""The rulings as positions before and after moves, from ``tests/positions/totem.txt``."""

from __future__ import annotations

import re

import pytest

from engines.totem.game import TOTEM
from tests.engines.blocks import Block, blocks, check

BLOCKS = blocks("totem")


@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_positions_follow_the_rulings(block: Block) -> None:
    check(TOTEM, block)


def test_every_ruling_about_moves_has_a_position() -> None:
    """T1 is data (see test_board.py); all others are played."""
    named = set(re.findall(r"\bT\d+", " ".join(block.title for block in BLOCKS)))
    assert named == {f"T{number}" for number in range(1, 27)} - {"T1"}
