"""Positions of Awéthi, read from alt texts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tests.lessons.read_aloud import found


def position(alt: str, names: Sequence[str]) -> str:
    """Return the position line that an alt text of the game tells."""
    (number,) = found(r"Round (\d+) of 200\.", alt)
    wairgka_player, sleeping, loose = found(r"(\S+)’s wairgka (?:(sleep in the Lair)|are loose: ([^.]+))\.", alt)
    herders = [name for name in names if name != wairgka_player]
    herds, awethi, home = zip(*(_herder(alt, name) for name in herders), strict=True)
    hunts = re.findall(r"\S+ moves a wairgk (\d) steps?, to end further (\w)", alt)
    roles = "".join("W" if name == wairgka_player else "H" for name in names)
    wairgka = "m13" if sleeping else loose.replace(" ", "")
    if hunts:
        ((steps, way),) = hunts
        turn, phase, dice, walked, prowl = "2", "hunt", "-", "----", f"{way.upper()}{steps}"
    else:
        mover, rolled = found(r"(\S+) has rolled ([\d ]+);", alt)
        turn, dice, prowl = str(names.index(mover) + 1), rolled.replace(" ", ""), "-"
        phase, walked = ("each", _walked(alt, dice)) if "Still to move" in alt else ("choose", "----")
    return (
        f"meadow heads {roles} {'/'.join(herds)} {'/'.join(awethi)} {wairgka} {'/'.join(home)} "
        f"{'asleep' if sleeping else 'loose'} {number} {phase} {turn} {turn} {dice} {walked} {prowl} -"
    )


def _herder(alt: str, name: str) -> tuple[str, str, str]:
    """Return the herd, the awéthi and the aiwe at home, which are taken for calves as far as possible."""
    *kinds, awethi, home, eaten = found(
        rf"\b{name} \(\w+\): (?:calves|calf|no calves) ?([^,;]*), (?:cows|cow|no cows) ?([^,;]*), (?:bull|no bull) ?"
        r"([^,;]*); awéthi ([^;]+); (\d) home, (\d) eaten\.",
        alt,
    )
    squares = [kind.split() for kind in kinds]
    herd = "".join(square + letter for letter, own in zip("cwb", squares, strict=True) for square in own)
    gone = [number - len(own) for number, own in zip((3, 2, 1), squares, strict=True)]
    if sum(gone) != int(home) + int(eaten):
        raise LookupError(f"an aiwe is neither on the board, at home nor eaten: {alt!r}")
    sheltered = "".join("cwb"[kind] * number for kind, number in enumerate(gone))[: int(home)]
    return herd or "-", awethi.replace(" ", ""), "".join(str(sheltered.count(letter)) for letter in "cwb")


def _walked(alt: str, dice: str) -> str:
    """Return the dice that awéthi have used, the lowest first: which of them used which makes no difference."""
    (awethi,), (left,) = found(r"Still to move: awéthi ([\d ]+)\.", alt), found(r"(?:Die|Dice) left: ([\d ]+)\.", alt)
    used = list(dice)
    for die in left.split():
        used.remove(die)
    return "".join("-" if str(number) in awethi.split() else used.pop(0) for number in range(1, 5))
