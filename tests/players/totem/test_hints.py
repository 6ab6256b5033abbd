"""What hints of Totem say first."""

from __future__ import annotations

import pytest

from engines.totem.game import TOTEM
from players.totem.hints import clues

CORNER = "C3b2b3c2c4d3d4/K7j7j8k6k8l6l7 19/19 use 1 66 0 - - 0 - -"
"""All pieces of the first player are at the bottom left of the board."""


@pytest.mark.parametrize(
    ("run", "said"),
    [
        ("b2-a2.1", "Look at the bottom left of your group."),
        ("c2-d2.1", "Look at the bottom of your group."),
        ("c4-d5.1", "Look at the top of your group."),
        ("d4-e5.1", "Look at the top right of your group."),
    ],
)
def test_first_step_names_a_part_of_the_own_group(run: str, said: str) -> None:
    seen = TOTEM.observe(TOTEM.load_state(CORNER), 0)
    assert str(clues(seen, 0, ("use:12", run))[0]) == said
