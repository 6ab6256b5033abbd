"""What hints of Awéthi tell."""

from __future__ import annotations

from engines.awethi.game import AWETHI
from players.awethi.player import PLAYER
from players.hints import LEVEL, hint_of


def test_first_step_names_the_aiwe_of_which_the_last_step_speaks() -> None:
    """The cow on e22 is nearer to all four awéthi together, but the calf is more likely to be caught."""
    line = "meadow heads HW e20ce21cf23ce22wh23w d24c23b21d22 m13 001 asleep 3 choose 1 1 3334 ---- - -"
    seen = AWETHI.observe(AWETHI.load_state(line), 0)
    hint = hint_of(AWETHI, seen, 0, PLAYER.decide(seen, 0, LEVEL, 1))
    assert str(hint.reason).endswith("most likely the calf on f23.")
    assert str(hint.clues[0]) == "Look at the calf on f23."
