"""The chance to win from a position of Awéthi: an estimate by the herds alone."""

from __future__ import annotations

from math import comb, exp, log

from engines.awethi.herd import caught
from engines.awethi.scoring import DRAW, WORTH, heads, ranking
from engines.awethi.state import Herder, State
from engines.game import Player

HOME_ASLEEP = (0.68, 0.48, 0.42, 0.32)
"""The chance that a grazing aiwe comes home before the match ends, by the number of herders, while the wairgka sleep.

Fitted with the others to 10,000 positions of matches of all levels."""
HOME_LOOSE = (0.54, 0.26, 0.22, 0.20)
"""The same once they are loose."""
ALONE_ASLEEP = {1: 0.46, 2: 0.78, 3: 0.82, 4: 0.88, 5: 0.97}
"""The same for a herder alone, by its own level, while the wairgka sleep."""
ALONE_LOOSE = {1: 0.40, 2: 0.50, 3: 0.60, 4: 0.74, 5: 0.95}
"""The same once they are loose."""
HEAD = 1.5
"""What a head more is worth in the race of several herders, in log odds."""
HELD = 0.8
"""What a caught aiwe counts in it, in heads."""

# fmt: off
CALIBRATION_OF_HERDERS = (
    ((1.06, 0.91), (2.38, 0.83), (0.71, 1.4), (1.75, 1.52), (1.53, 1.19)),
    ((-0.41, 0.75), (0.41, 0.82), (0.35, 0.86), (0.3, 1.01), (0.1, 0.96)),
    ((-1.02, 0.93), (0.09, 0.93), (0.04, 0.88), (0, 0.98), (0.11, 0.96)),
    ((-1.17, 1.19), (0.2, 1.06), (-0.04, 0.98), (0.23, 1.01), (0.04, 0.99)),
)
"""A constant and a factor for the log odds of a herder before they are told, by the number of herders and the level.

Fitted to 3,831 matches of herders against wairgka of equal and neighbouring levels; where a level had few positions, it
is drawn to what all levels have in common."""
CALIBRATION_OF_WAIRGKA = (
    ((-0.52, 0.86), (-0.24, 1.26), (-1.85, 1.82), (-1.49, 1.49), (-2.38, 1.4)),
    ((-1.01, 1.12), (-0.91, 1.18), (-2.17, 1.16), (-2.52, 1.37), (-3.22, 0.96)),
    ((0.14, 1.13), (0.14, 1.01), (-0.64, 0.93), (-1.68, 1.28), (-1.88, 1.14)),
    ((0.67, 0.73), (0.23, 1.21), (-0.5, 1.37), (-1.79, 1.07), (-1.4, 0.64)),
)
"""The same for the player of the wairgka: higher levels meet better herders, and win less from the same position.

Against three herders, fitted to 1,054 matches more."""
# fmt: on


def calibrated(state: State, player: Player, level: int) -> float:
    """The chance to win that a player of this level tells, fitted to the results of matches."""
    value = chance(state, player, level)
    if not 0 < value < 1:
        return value
    return fitted(value, len(state.herders), level, is_wairgka=player == state.wairgka_seat)


def fitted(value: float, herders: int, level: int, *, is_wairgka: bool) -> float:
    """What a player tells for a chance between 0 and 1, by the number of herders, its level and its role."""
    constant, factor = (CALIBRATION_OF_WAIRGKA if is_wairgka else CALIBRATION_OF_HERDERS)[herders - 1][level - 1]
    return 1 / (1 + exp(-constant - factor * log(value / (1 - value))))


def chance(state: State, player: Player, level: int) -> float:
    """The chance of a player of this level to win, from 0 to 1; a draw or shared victory counts in part."""
    if state.phase == "over":
        places = ranking(state)
        return 1 / len(places[0]) if places and player in places[0] else 0.0
    home = (HOME_LOOSE if state.unleashed else HOME_ASLEEP)[len(state.herders) - 1]
    if len(state.herders) == 1 and player != state.wairgka_seat:
        home = (ALONE_LOOSE if state.unleashed else ALONE_ASLEEP)[level]
    lost = _wairgka_win(state, home)
    if player == state.wairgka_seat:
        return lost
    shares = [
        0.0 if state.seat_of(number) in state.left else exp(HEAD * _progress(state, one))
        for number, one in enumerate(state.herders)
    ]
    mine = next(number for number in range(len(shares)) if state.seat_of(number) == player)
    return (1 - lost) * shares[mine] / sum(shares)


def _wairgka_win(state: State, home: float) -> float:
    """The chance that no herder brings enough aiwe home, if each grazing one comes home with this chance."""
    if len(state.herders) == 1:
        one = state.herders[0]
        return 1 - _at_least(one, DRAW + 1, home) / 2 - _at_least(one, DRAW, home) / 2
    lost = 1.0
    for number, one in enumerate(state.herders):
        if state.seat_of(number) not in state.left:
            lost *= 1 - _at_least(one, DRAW, home)
    return lost


def _at_least(herder: Herder, wanted: int, home: float) -> float:
    """The chance of so many heads, if each grazing aiwe comes home with this chance."""
    number = herder.grazing.bit_count()
    missing = wanted - heads(herder)
    if missing <= 0:
        return 1.0
    return sum(comb(number, come) * home**come * (1 - home) ** (number - come) for come in range(missing, number + 1))


def _progress(state: State, herder: Herder) -> float:
    """Aiwe at home, and most of those that are caught; by points if these decide (A27)."""
    held = caught(herder.grazing, state.awethi)
    if state.scoring == "heads":
        return heads(herder) + HELD * held.bit_count()
    there = (safe + HELD * (mask & held).bit_count() for safe, mask in zip(herder.sheltered, herder.herd, strict=True))
    return sum(number * worth for number, worth in zip(there, WORTH, strict=True)) / 2
