"""Positions of matches of computer players, and what they decided there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from random import Random
from typing import NamedTuple

from engines.awethi.game import AWETHI
from engines.awethi.moves import PROWLS, ROLLS
from engines.awethi.squares import NAMES, distance
from engines.awethi.state import Herder, State
from engines.awethi.validation import find_error
from engines.bitsets import members_of
from engines.game import CHANCE, Player
from engines.text import Arg
from players.awethi.player import PLAYER
from players.decision import Decision


class Told(NamedTuple):
    """A decision, and the positions before and after it."""

    before: State
    after: State
    player: Player
    level: int
    decision: Decision

    @property
    def args(self) -> dict[str, Arg]:
        """What the reason's sentence says."""
        return dict(self.decision.reason.own.args)


def made(state: State, player: Player, texts: tuple[str, ...]) -> State:
    """The position after these moves, each of which the engine accepts."""
    for text in texts:
        state = AWETHI.apply(state, player, AWETHI.decode_move(text))
    return state


def decided(
    levels: tuple[int, ...], seed: int, options: Mapping[str, str], *, nodes: int | None = None
) -> Iterator[Told]:
    """The decisions of a match; the last level is that of the wairgka player."""
    rng, random = Random(seed), Random(seed + 1)
    state = AWETHI.initial_state(len(levels), {"wairgka": "last", **options})
    while waiting := AWETHI.players_to_move(state):
        (player,) = waiting
        if player == CHANCE:
            state = AWETHI.apply(state, player, AWETHI.sample_chance(state, rng))
            continue
        one = decided_in(state, levels[player], random.getrandbits(30), nodes=nodes)
        yield one
        state = one.after


def decided_in(state: State, level: int, seed: int, *, nodes: int | None = None) -> Told:
    """What the player who is to move decides in a position."""
    (player,) = AWETHI.players_to_move(state)
    decision = PLAYER.decide(AWETHI.observe(state, player), player, level, seed, nodes=nodes)
    return Told(state, made(state, player, decision.moves), player, level, decision)


def varied(state: State, random: Random) -> State:
    """A position with another roll, or with pieces elsewhere or aiwe taken away, in up to three places."""
    changes = _rolled, _with_awethi_moved, _with_wairgk_moved, _with_aiwe_moved, _with_aiwe_taken
    while True:
        other = state
        for _ in range(random.randint(1, 3)):
            other = random.choice(changes)(other, random)
        if other != state and find_error(other) is None:
            return other


def _rolled(state: State, random: Random) -> State:
    if state.prowl is not None:
        roll = random.choice(PROWLS)
        return replace(state, prowl=(roll.direction, roll.steps))
    return replace(state, dice=random.choice(ROLLS).values) if state.phase == "choose" else state


def _near(square: int, random: Random) -> int:
    """A square at most three steps away."""
    return random.choice([other for other in range(len(NAMES)) if 0 < distance(square, other) <= 3])


def _with_wairgk_moved(state: State, random: Random) -> State:
    wairgka = [*state.wairgka]
    number = random.randrange(len(wairgka))
    wairgka[number] = _near(wairgka[number], random)
    return replace(state, wairgka=tuple(wairgka))


def _with_awethi_moved(state: State, random: Random) -> State:
    number = random.randrange(len(state.herders))
    awethi = [*state.herders[number].awethi]
    one = random.randrange(len(awethi))
    awethi[one] = _near(awethi[one], random)
    return _with(state, number, replace(state.herders[number], awethi=tuple(awethi)))


def _with_aiwe_moved(state: State, random: Random) -> State:
    return _with_aiwe_changed(state, random, lambda square: 1 << square | 1 << _near(square, random))


def _with_aiwe_taken(state: State, random: Random) -> State:
    return _with_aiwe_changed(state, random, lambda square: 1 << square)


def _with_aiwe_changed(state: State, random: Random, change: Callable[[int], int]) -> State:
    """With one herd's aiwe of one kind changed on the squares that ``change`` gives for one of them, if it has any."""
    number = random.randrange(len(state.herders))
    herder = state.herders[number]
    kind = random.randrange(len(herder.herd))
    if not herder.herd[kind]:
        return state
    changed = herder.herd[kind] ^ change(random.choice(members_of(herder.herd[kind])))
    calves, cows, bulls = (changed if each == kind else mask for each, mask in enumerate(herder.herd))
    return _with(state, number, replace(herder, herd=(calves, cows, bulls)))


def _with(state: State, number: int, herder: Herder) -> State:
    return replace(state, herders=(*state.herders[:number], herder, *state.herders[number + 1 :]))


MATCHES = 13
"""How many matches there are, of one line-up after the other."""

LINE_UPS: tuple[tuple[tuple[int, ...], Mapping[str, str]], ...] = (
    ((5, 5), {"board": "meadow"}),
    ((5, 4), {"board": "lake"}),
    ((3, 5, 5), {"board": "river", "scoring": "points"}),
    ((1, 2, 5), {"board": "lake"}),
    ((2, 1, 3, 3), {"board": "river"}),
    ((1, 1, 1, 5, 5), {"board": "meadow", "scoring": "points"}),
    ((1, 1, 2, 1, 5), {"board": "lake"}),
    ((1, 1, 1), {"board": "meadow"}),
    ((4, 4, 3, 3, 5), {"board": "river"}),
)
"""Levels and options, with every board, number of herders and level."""


def lined_up(seed: int) -> tuple[tuple[int, ...], int, Mapping[str, str]]:
    """The levels, the seed and the options of a match."""
    levels, options = LINE_UPS[seed % len(LINE_UPS)]
    return levels, seed, options


@cache
def told() -> tuple[Told, ...]:
    """All decisions of the matches."""
    return tuple(one for seed in range(MATCHES) for one in decided(*lined_up(seed), nodes=700))
