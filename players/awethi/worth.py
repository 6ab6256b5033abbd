"""The chance to win from a position of Awéthi: an estimate by the herds alone."""

from __future__ import annotations

from math import comb, exp

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
