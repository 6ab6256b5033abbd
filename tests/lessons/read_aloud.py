"""The position of a lesson's step, read from the alt text of its picture alone, as a screen reader says it.

What every board of a game has, such as its forest, is not read; nor is what can make no difference to a step.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from engines.chiefdom.observation import EMPTY, SQUARE_NAMES
from engines.iye.observation import TILE_NAMES, TYPES

LETTERS = {str(name): letter for letter, name in TILE_NAMES.items()}
SQUARES = {str(name): letter for letter, name in SQUARE_NAMES.items()}


def found(pattern: str, alt: str) -> tuple[str, ...]:
    """Return the groups of the only match.

    Raises:
        LookupError: the alt text does not say it.
    """
    matches = list(re.finditer(pattern, alt))
    if len(matches) != 1:
        raise LookupError(f"{pattern!r} is {len(matches)} times in {alt!r}")
    return tuple(group or "" for group in matches[0].groups())


def _iye(alt: str, names: Sequence[str]) -> str:
    ranks = [
        "".join(LETTERS.get(tile, ".") for tile in found(rf"Rank {rank}: ([^.]+)\.", alt)[0].split(", "))
        for rank in (5, 4, 3, 2, 1)
    ]
    (drum,) = found(r"The drum is on ([a-e][1-5])\.", alt)
    (mover,) = found(r"(\S+) is to move\.", alt)
    held, spent = [], []
    for name in names:
        has, was = found(
            rf"\b{name} has (no tiles(?: left)?|[^;.]+)(?:; spent: ([^.]+))?\.", alt.partition("Cycles")[0]
        )
        held.append(_tiles(has))
        spent.append(_tiles(was))
    *wins, needed = found(rf"Cycles won: {names[0]} has (\d), {names[1]} has (\d); needed to win: (\d)\.", alt)
    return (
        f"{'/'.join(ranks)} {drum} play {names.index(mover) + 1} {'/'.join(held)} {'/'.join(spent)} 1 1 "
        f"{'-'.join(wins)} {needed} -"
    )


def _tiles(said: str) -> str:
    counts = {LETTERS[tile]: int(number) for number, tile in re.findall(r"(\d) (\w+)", said)}
    return "".join(letter * counts.get(letter, 0) for letter in TYPES) or "-"


def _totem(alt: str, names: Sequence[str]) -> str:
    if "chooses where to start" in alt:
        (mover,) = found(r"(\S+) chooses where to start\.", alt)
        for name in names:
            found(rf"{name} is not on the board yet\.", alt)
        seat = names.index(mover) + 1
        return f"-/- 25/25 place {seat} - 0 - - 0 {seat}: -"
    mover, high, low, points = found(r"(\S+) has rolled (\d) and (\d)(?:; (\d+) points? (?:is|are) left)?\.", alt)
    stones, reserves = [], []
    for name in names:
        totem, pieces, reserve = found(rf"\b{name}: totem (\w+)(?:, pieces ([^;]+)| alone); (\d+) in reserve\.", alt)
        stones.append(totem.upper()[:1] + totem[1:] + pieces.replace(" ", ""))
        reserves.append(reserve)
    phase = "run" if points else "use"
    return (
        f"{'/'.join(stones)} {'/'.join(reserves)} {phase} {names.index(mover) + 1} {high}{low} {points or 0} - - 0 - -"
    )


def _awethi(alt: str, names: Sequence[str]) -> str:
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


def _chiefdom(alt: str, _names: Sequence[str]) -> str:
    turn, *dice = found(r"Turn (\d+): the dice show (\d), (\d) and (\d)\.", alt)
    houses, bonuses = found(r"Your chiefdom: .*?, (\d+) house(?:s)?, (\d+) bonus(?:es)? left\.", alt)
    letters: dict[str, str] = {}
    for name, squares in re.findall(r"([A-Z][a-z ]+): ((?:[a-j][1-8] ?)+)\.", alt):
        letters |= dict.fromkeys(squares.split(), SQUARES[name])
    ranks = ("".join(letters.get(f"{file}{rank}", EMPTY) for file in "abcdefghij") for rank in range(8, 0, -1))
    return f"{turn} draw {'/'.join(dice)} none closed {'/'.join(ranks)},{int(houses) - int(bonuses)},-"


READERS: Mapping[str, Callable[[str, Sequence[str]], str]] = {
    "iye": _iye,
    "totem": _totem,
    "awethi": _awethi,
    "chiefdom": _chiefdom,
}
"""By the game's slug: returns the position line that an alt text tells, from it and the players' names by seat."""
