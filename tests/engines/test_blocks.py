"""Blocks with a wrong line fail."""

from __future__ import annotations

import pytest

from tests.engines.blocks import Block, check
from tests.engines.toys.trek import TREK

WALKING = ("before", "0,3 .. 1 2 fresh")
DECIDING = ("before", "2,3 .. 1 0 fresh")


@pytest.mark.parametrize(
    ("before", "line"),
    [
        (WALKING, ("refused", "1 walk 2")),
        (WALKING, ("after", "0,3 .. 1 3 fresh")),
        (WALKING, ("2", "walk 1")),
        (WALKING, ("chance", "roll 1")),
        (DECIDING, ("legal", "1 push")),
        (DECIDING, ("legal", "1 push stop walk")),
        (DECIDING, ("legal", "1 walk: push")),
    ],
)
def test_wrong_line_fails(before: tuple[str, str], line: tuple[str, str]) -> None:
    with pytest.raises(AssertionError):
        check(TREK, Block("a lie", (before, line)))


def test_correct_block_passes() -> None:
    lines = (("refused", "1 stop"), ("1", "walk 2"), ("legal", "1 push stop"), ("1", "stop"), ("chance", "roll 2"))
    check(TREK, Block("the truth", (WALKING, *lines, ("after", "2,3 .. 2 2 fresh"))))
