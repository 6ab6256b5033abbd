"""What hints tell of a turn of İYE."""

from dataclasses import replace

import pytest

from engines.iye.observation import Counts
from players.iye.hints import clues
from tests.render.positions import MIDDLE

NOTHING: Counts = (0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("mine", "said"), [((0, 1, 0, 0, 0), "Spend nothing, and give one Tree away."), (NOTHING, "Give one Tree away.")]
)
def test_spending_is_named_only_to_who_has_a_tile(mine: Counts, said: str) -> None:
    square = MIDDLE.board.index("T")
    seen = replace(MIDDLE, hands=(mine, NOTHING))
    _, which = clues(seen, 0, (f"{'abcde'[square % 5]}{square // 5 + 1}",))
    assert str(which) == said
