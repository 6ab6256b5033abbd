"""The position text: read, written, and refused with a sentence for every error."""

from __future__ import annotations

import pytest

from engines.awethi.game import AWETHI
from engines.errors import InvalidPositionError
from tests.engines.awethi.pool import made

FAR = "x3cx4cx5cw3ww4wv3b"
OTHER = "d5cd6cx20ce5wd7we6b"
TWO = f"meadow heads HHW {FAR}/{OTHER} a25a25a25f20/y1y1y1y1 m13m13 000/000"
DEALT = "d22ce22cf22cd21we21wf21b"


@pytest.mark.parametrize(
    "line",
    [
        f"{TWO} asleep 4 herd 1 1 - ---- - -",
        f"{TWO} asleep 200 dice 2 1 - ---- - -",
        f"{TWO} asleep 4 each 1 1 1344 34-- - 3",
        f"{TWO} asleep 4 sum 1 1 1344 33-- - 2",
        f"{TWO} loose 4 prowl 2 1 - ---- - -",
        f"{TWO} loose 4 hunt 2 1 - ---- S6 1",
        f"{TWO.replace('HHW', 'WHH')} loose 200 rounds - 2 - ---- - -",
        f"{TWO.replace('HHW', 'HWH')} loose 17 resignation - 3 - ---- - 31",
        f"river points HW - {'a25' * 4} m13 000 asleep 0 deal - - - ---- - -",
        f"lake points ?? - {'a25' * 4} m13 000 asleep 0 resignation - - - ---- - 2",
        f"meadow heads HW - {'a25' * 4} m13 310 loose 40 eaten - 1 - ---- - -",
        f"meadow heads HW - {'a25' * 4} m13 321 asleep 40 sheltered - 1 - ---- - -",
    ],
)
def test_valid_lines_are_written_as_they_were_read(line: str) -> None:
    assert AWETHI.dump_state(AWETHI.load_state(line)) == line


def test_positions_of_whole_matches_can_be_written_and_read() -> None:
    for before, _, _, after in made()[::7]:
        for state in (before, after):
            assert AWETHI.load_state(AWETHI.dump_state(state)) == state


def test_aiwe_may_be_written_in_any_order() -> None:
    line = f"{TWO} asleep 4 herd 1 1 - ---- - -"
    assert AWETHI.load_state(line.replace(FAR, "v3bw4wx5cx3cw3wx4c")) == AWETHI.load_state(line)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("meadow", "it needs sixteen fields and has 1"),
        (f"pond{TWO[6:]} asleep 4 herd 1 1 - ---- - -", "“pond” cannot be read as a board"),
        (f"{TWO.replace('heads', 'tails')} asleep 4 herd 1 1 - ---- - -", "“tails” cannot be read as a way of scoring"),
        (f"{TWO} awake 4 herd 1 1 - ---- - -", "“awake” cannot be read as “asleep” or “loose”"),
        (f"{TWO} asleep 4 over 1 1 - ---- - -", "“over” cannot be read as a phase or an ending"),
        (f"{TWO.replace('HHW', 'HHH')} asleep 4 herd 1 1 - ---- - -", "“HHH” cannot be read as what each seat plays"),
        (f"{TWO.replace('HHW', 'HHHW')} asleep 4 herd 1 1 - ---- - -", "a part for each of 3 herders"),
        (f"{TWO.replace(FAR, 'x3d')} asleep 4 herd 1 1 - ---- - -", "“x3d” cannot be read as the aiwe of a herd"),
        (f"{TWO.replace(FAR, 'x3cx3w')} asleep 4 herd 1 1 - ---- - -", "cannot be read as aiwe on different squares"),
        (f"{TWO.replace('f20', 'f20f21')} asleep 4 herd 1 1 - ---- - -", "cannot be read as 4 squares"),
        (f"{TWO.replace('m13m13', 'm13')} asleep 4 herd 1 1 - ---- - -", "“m13” cannot be read as 2 squares"),
        (f"{TWO.replace('000/', '400/')} asleep 4 herd 1 1 - ---- - -", "cannot be read as calves, cows and bulls"),
        (f"{TWO} asleep 201 herd 1 1 - ---- - -", "“201” cannot be read as a round"),
        (f"{TWO} asleep 4 herd 3 1 - ---- - -", "“3” cannot be read as a herder’s seat"),
        (f"{TWO} asleep 4 choose 1 1 1243 ---- - -", "“1243” cannot be read as four dice, the lowest first"),
        (f"{TWO} asleep 4 herd 1 1 - --- - -", "cannot be read as the numbers with which awéthi have moved"),
        (f"{TWO} loose 4 hunt 1 1 - ---- N7 -", "“N7” cannot be read as the dice of a wairgk turn"),
        (f"{TWO} asleep 4 herd 1 1 - ---- - 4", "“4” cannot be read as the seats that have left"),
        # Squares on which a piece can be.
        (f"{TWO.replace('x3c', 'x19c')} asleep 4 herd 1 1 - ---- - -", "an aiwe is on an impossible square"),
        (f"{TWO.replace('f20', 'y25')} asleep 4 herd 1 1 - ---- - -", "an awéthi is on an impossible square"),
        (f"{TWO.replace('m13m13', 'm13x19')} loose 4 herd 1 1 - ---- - -", "a wairgk is on an impossible square"),
        (f"{TWO.replace('f20', 'x3')} asleep 4 herd 1 1 - ---- - -", "two pieces stand on one square"),
        (f"{TWO.replace('m13m13', 'm13f20')} loose 4 herd 1 1 - ---- - -", "two pieces stand on one square"),
        (f"{TWO.replace('000/', '100/')} asleep 4 herd 1 1 - ---- - -", "a herd has three calves, two cows and a bull"),
        # The wairgka.
        (f"{TWO.replace('m13m13', 'm13m14')} asleep 4 herd 1 1 - ---- - -", "asleep but not in the Lair"),
        (f"{TWO.replace('f20', 'i9')} asleep 4 herd 1 1 - ---- - -", "a piece is in the forest but the"),
        (f"{TWO.replace('x3c', '')} asleep 4 herd 1 1 - ---- - -", "an aiwe is missing but the wairgka are asleep"),
        # Before the start.
        (f"{TWO} asleep 0 herd 1 1 - ---- - -", "the round, the starter and the phase do not fit"),
        (f"meadow heads HW - {'a25' * 4} m13 000 asleep 0 seats - - - ---- - -", "who plays the wairgka does not fit"),
        (f"meadow heads HW {DEALT} {'a25' * 4} m13 000 asleep 0 first - - - ---- - -", "a single herder starts"),
        (f"meadow heads HW - {'a25' * 3}a24 m13 000 asleep 0 deal - - - ---- - -", "something has happened before"),
        (f"meadow heads HW {DEALT} {'a25' * 4} m13 000 asleep 0 deal - - - ---- - -", "the herds are not dealt"),
        # Players who have left.
        (f"{TWO} asleep 4 herd 1 1 - ---- - 12", "who has left does not fit the phase"),
        (f"{TWO} loose 4 resignation - 1 - ---- - 1", "who has left does not fit the phase"),
        (f"{TWO} asleep 4 herd - 1 - ---- - -", "whose turn it is does not fit the phase"),
        (f"{TWO} asleep 4 dice 1 1 - ---- - 1", "the herder whose turn it is has left"),
        (f"{TWO} loose 4 prowl 1 1 - ---- - 3", "the wairgka player has left"),
        # The end.
        (f"{TWO.replace(FAR, '-')} loose 4 herd 1 1 - ---- - -", "the herds do not fit the phase"),
        (f"{TWO} loose 4 eaten - 1 - ---- - -", "the herds do not fit the phase"),
        (f"{TWO.replace(FAR, '-')} loose 4 sheltered - 1 - ---- - -", "a herd that came home is not in the shelter"),
        (f"{TWO.replace(FAR, '-').replace('000/', '321/')} loose 4 eaten - 1 - ---- - -", "a herd that was eaten is"),
        (f"{TWO} loose 4 rounds - 1 - ---- - -", "the rounds are not over"),
        # The turn.
        (f"{TWO} asleep 4 herd 1 1 1234 ---- - -", "the dice do not fit the phase"),
        (f"{TWO} loose 4 herd 1 1 - ---- N4 -", "the dice of the wairgka do not fit the phase"),
        (f"{TWO} asleep 4 choose 1 1 1234 1--- - -", "an awéthi has moved before its turn"),
        (f"{TWO} asleep 4 sum 1 1 1234 2222 - -", "all awéthi have moved, so the turn would be over"),
        (f"{TWO} asleep 4 sum 1 1 1234 3--- - -", "the awéthi have not moved the average"),
        (f"{TWO} asleep 4 each 1 1 1234 33-- - -", "the awéthi have moved with other dice"),
        (f"{TWO.replace('m13m13', 'h1i1')} loose 4 hunt 1 1 - ---- S4 -", "no wairgk can use the roll"),
    ],
)  # fmt: skip
def test_invalid_lines_are_refused_with_the_reason(line: str, reason: str) -> None:
    with pytest.raises(InvalidPositionError) as refused:
        AWETHI.load_state(line)
    assert str(refused.value.reason).startswith("This is not a position of Awéthi: ")
    assert reason in str(refused.value.reason)
