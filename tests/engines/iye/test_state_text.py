"""The position text: read, written, and refused with the reason."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import engines.iye
from engines.errors import InvalidPositionError
from engines.iye.game import IYE

FULL = "SHTWS/THSSH/HSOTS/WTHSH/SHSTW"
CROSS = "SHTSW/HS.HS/.T..T/SHSTH/SW.HS"
ONE = "...../...../...../...H./....."
TWO = "...../..H../...../...S./....."


@pytest.mark.parametrize(
    "line",
    [
        "- c3 first - -/- -/- - 1 0-0 2 -",
        "- c3 deal 2 -/- -/- 2 1 0-0 3 -",
        f"{FULL} c3 play 1 -/- -/- 1 1 0-0 2 -",
        f"{FULL} c3 choose 2 -/- -/- - 2 1-0 2 -",
        f"{CROSS} c3 play 1 SHT/WO -/- 2 4 1-1 2 -",
        "SHTSW/HSsHS/hT.oT/SHSTH/SWwHS c3 play 1 SHT/W O/- 2 4 1-1 2 -",
        f"{TWO} a1 deal 2 SSSHHTW/SSHHTT STWO/SSHHTW - 1 1-0 2 -",
        f"{ONE} b4 over - SSSSHHHTTW/SSSSHHTWO ST/HTW 1 2 2-0 2 -",
        f"{ONE} b4 over - SSSSHHHTTW/SSSSHHTWO ST/HTW - 1 1-0 2 2",
        f"{FULL} c3 over - -/- -/- - 2 1-0 2 1",
        "- c3 over - -/- -/- - 1 0-0 2 1",
    ],
)
def test_positions_of_every_phase_are_written_as_they_were_read(line: str) -> None:
    assert IYE.dump_state(IYE.load_state(line)) == line


def test_extra_spaces_do_not_matter() -> None:
    line = f"{CROSS} c3 play 1 SHT/WO -/- 2 1 0-0 2 -"
    assert IYE.load_state("  " + line.replace(" ", "   ") + "\n") == IYE.load_state(line)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "eleven fields and has 0"),
        (f"{FULL} c3 play 1 -/- -/- 1 1 0-0 2", "eleven fields and has 10"),
        (f"{FULL} f6 play 1 -/- -/- 1 1 0-0 2 -", "“f6” cannot be read as the drum’s square"),
        (f"{FULL} c3 rest 1 -/- -/- 1 1 0-0 2 -", "“rest” cannot be read as the phase"),
        (f"{FULL} c3 play 3 -/- -/- 1 1 0-0 2 -", "“3” cannot be read as a seat"),
        (f"{FULL} c3 play 1 -/- -/- 1 0 0-0 2 -", "“0” cannot be read as the number of the cycle"),
        (f"{FULL} c3 play 1 -/- -/- 1 01 0-0 2 -", "“01” cannot be read as the number of the cycle"),
        (f"{FULL} c3 play 1 -/- -/- 1 1 00 2 -", "“00” cannot be read as the cycles won"),
        (f"{FULL} c3 play 1 -/- -/- 1 1 0-0 4 -", "“4” cannot be read as the cycles needed"),
        ("SHTWS/THSSH c3 play 1 -/- -/- 1 1 0-0 2 -", "cannot be read as five ranks of five tiles"),
        (f"{FULL[:-1]}X c3 play 1 -/- -/- 1 1 0-0 2 -", "cannot be read as five ranks of five tiles"),
        (f"{CROSS} c3 play 1 SHT -/- 2 1 0-0 2 -", "“SHT” cannot be read as the tiles of two players"),
        (f"{CROSS} c3 play 1 THS/WO -/- 2 1 0-0 2 -", "“THS/WO” cannot be read as tiles in the order SHTWO"),
        (f"{CROSS} c3 play 1 /WO -/- 2 1 0-0 2 -", "cannot be read as tiles in the order SHTWO"),
        (f"{CROSS} c3 play 1 SHTOO/W -/- 2 1 0-0 2 -", "cannot be read as tiles in the order SHTWO"),
        (f"{CROSS} c3 play 1 SSHT/WO -/- 2 1 0-0 2 -", "too many tiles of the type Sun"),
        (f"{CROSS} c3 play 1 SHT/WO -/O 2 1 0-0 2 -", "too many tiles of the type Owl"),
        (f"{CROSS.replace('.', 'o')} c3 play 1 SHT/WO -/- 2 1 0-0 2 -", "too many tiles of the type Owl"),
        (f"{CROSS} c3 play - SHT/WO -/- 2 1 0-0 2 -", "the player to move does not fit the phase"),
        (f"{CROSS} c3 play 1 SHT/WO -/- - 1 0-0 2 -", "the player who begins does not fit the phase"),
        (f"{FULL} c3 choose 2 -/- -/- 2 2 1-0 2 -", "the player who begins does not fit the phase"),
        (f"{FULL} c3 choose 2 -/- -/- - 2 0-0 2 -", "the player who begins does not fit the phase"),
        ("- c3 deal 2 -/- -/- 1 1 0-0 2 -", "the player who begins does not fit the phase"),
        ("- c3 deal 2 -/- -/- - 1 0-0 2 -", "the player who begins does not fit the phase"),
        (f"{FULL} c3 first - -/- -/- - 1 0-0 2 -", "the player who begins does not fit the phase"),
        ("- c3 play 1 -/- -/- 1 1 0-0 2 -", "no tiles have been dealt"),
        ("- c3 first - -/- -/- - 2 0-0 2 -", "no tiles have been dealt"),
        ("- c3 deal 1 -/- -/- 1 1 1-0 2 -", "no tiles have been dealt"),
        ("- d3 first - -/- -/- - 1 0-0 2 -", "the drum stands on c3 and nobody holds a tile"),
        ("- c3 first - S/- -/- - 1 0-0 2 -", "the drum stands on c3 and nobody holds a tile"),
        (f"{FULL} d3 play 1 -/- -/- 1 1 0-0 2 -", "the drum stands on c3 and nobody holds a tile"),
        (f"{CROSS} c2 play 1 SHT/WO -/- 1 1 0-0 2 -", "the drum stands on c3 and nobody holds a tile"),
        (f"{FULL} c3 play 2 -/- -/- 1 1 0-0 2 -", "the player who begins has the first move"),
        (f"{CROSS} c3 play 1 SHT/WO -/- 2 1 1-0 2 -", "more cycles were won than played"),
        (f"{CROSS} c3 play 1 SHT/WO -/- 2 2 2-0 2 -", "the cycles won do not fit the phase"),
        (f"{CROSS} c3 play 1 SHT/WO -/- 2 2 1-0 2 1", "the cycles won do not fit the phase"),
        (f"{ONE} b4 over - SSS/- -/- 1 2 1-0 2 -", "the cycles won do not fit the phase"),
        (f"{ONE} b4 over - SSS/- -/- 1 2 2-0 2 1", "the cycles won do not fit the phase"),
        (f"{ONE} b4 over - SSS/- -/- 1 4 2-2 2 -", "the match would have ended before"),
        (f"{ONE} b4 over - SSS/- -/- 1 4 3-1 2 -", "the match would have ended before"),
        (f"{ONE} d3 play 1 SSS/- -/- 1 1 0-0 2 -", "the cycle would have ended"),
        (f"{TWO} a1 play 2 SSS/T -/- 1 1 0-0 2 -", "the cycle would have ended"),
        (f"{TWO} a1 deal 2 SSS/O -/- - 1 1-0 2 -", "the cycle ended differently"),
        (f"{TWO} a1 deal 2 SSS/T -/- 2 1 0-0 2 -", "the cycle ended differently"),
        (f"{ONE} b4 deal 1 SSS/- -/- - 1 0-1 2 -", "the cycle ended differently"),
        (f"{ONE} b4 deal 1 SSS/- -/- 1 1 0-0 2 -", "the cycle ended differently"),
        (f"{ONE} b4 deal 2 SSS/- -/- - 2 0-1 2 -", "the winner of the cycle has won no cycle"),
        (f"{FULL} c3 deal 2 -/- -/- - 1 1-0 2 -", "the cycle has not ended"),
    ],
)
def test_invalid_positions_are_refused_with_the_reason(line: str, reason: str) -> None:
    with pytest.raises(InvalidPositionError) as refused:
        IYE.load_state(line)
    assert str(refused.value).startswith("This is not a position of İYE: ")
    assert reason in str(refused.value)


def test_example_in_the_readme_is_a_valid_position() -> None:
    readme = Path(engines.iye.__file__).with_name("README.md").read_text(encoding="utf-8")
    (line,) = re.findall(r"^    (\S.* play .*)$", readme, re.MULTILINE)
    assert IYE.dump_state(IYE.load_state(line)) == line


def test_readme_lists_every_ruling_in_order() -> None:
    readme = Path(engines.iye.__file__).with_name("README.md").read_text(encoding="utf-8")
    assert re.findall(r"^- \*\*(I\d+)\.\*\*", readme, re.MULTILINE) == [f"I{number}" for number in range(1, 16)]
