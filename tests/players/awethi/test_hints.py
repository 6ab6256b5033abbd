"""What hints of Awéthi tell."""

from __future__ import annotations

from engines.awethi.game import AWETHI
from players.awethi.hints import clues
from players.awethi.player import PLAYER
from players.hints import LEVEL, hint_of


def test_first_step_names_the_aiwe_of_which_the_last_step_speaks() -> None:
    """The cow on e22 is nearer to all four awéthi together, but the calf is more likely to be caught."""
    line = "meadow heads HW e20ce21cf23ce22wh23w d24c23b21d22 m13 001 asleep 3 choose 1 1 3334 ---- - -"
    seen = AWETHI.observe(AWETHI.load_state(line), 0)
    hint = hint_of(AWETHI, seen, 0, PLAYER.decide(seen, 0, LEVEL, 1))
    assert str(hint.reason).endswith("most likely the calf on f23.")
    assert str(hint.clues[0]) == "Look at the calf on f23."


def test_first_step_of_a_hunt_names_a_part_of_the_board_with_an_aiwe() -> None:
    """It was the part where the hunt ends, here the middle."""
    line = "meadow heads WH i4w i11i7i8h9 i14 201 loose 51 hunt 2 2 - ---- E6 -"
    seen = AWETHI.observe(AWETHI.load_state(line), 0)
    assert str(clues(seen, 0, ("W1:j9",))[0]) == "Look at the aiwe at the bottom."
