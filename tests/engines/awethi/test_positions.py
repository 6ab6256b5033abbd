"""The rulings as positions before and after moves, from ``tests/positions/awethi.txt``."""

from __future__ import annotations

import re

import pytest

from engines.awethi.game import AWETHI
from tests.engines.blocks import Block, blocks, check

BLOCKS = blocks("awethi")


@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_positions_follow_the_rulings(block: Block) -> None:
    check(AWETHI, block)


def test_every_ruling_about_moves_has_a_position() -> None:
    """A1 to A4 are data (see test_boards.py), A25 to A27 results (see test_scoring.py); all others are played."""
    named = set(re.findall(r"\bA\d+", " ".join(block.title for block in BLOCKS)))
    assert named == {f"A{number}" for number in (*range(5, 25), 28)}
