"""The rulings as positions before and after a move, from ``tests/positions/iye.txt``."""

from __future__ import annotations

import re

import pytest

from engines.iye.game import IYE
from tests.engines.blocks import Block, blocks, check

BLOCKS = blocks("iye")


@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_positions_follow_the_rulings(block: Block) -> None:
    check(IYE, block)


def test_every_ruling_about_moves_has_a_position() -> None:
    """I2 is data (see test_components.py); all others are played."""
    named = set(re.findall(r"\bI\d+", " ".join(block.title for block in BLOCKS)))
    assert named == {f"I{number}" for number in range(1, 16)} - {"I2"}
