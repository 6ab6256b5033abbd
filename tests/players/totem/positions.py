"""Positions of matches of computer players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count, islice
from random import Random

from engines.bitsets import mask_of, members_of
from engines.game import CHANCE, Player
from engines.totem.board import BOARD, NEAR
from engines.totem.game import TOTEM
from engines.totem.moves import ROLLS
from engines.totem.state import RESERVE, State
from engines.totem.validation import find_error
from players.totem.player import PLAYER
from players.totem.yardsticks import YARDSTICKS


def played(seats: int, level: int, seed: int, turns: int) -> list[State]:
    """The positions in which a match of computer players asked for a decision; every move is applied."""
    random = Random(seed)
    asked: list[State] = []
    state = TOTEM.new_match(seats, {})
    while len(asked) < turns and (waiting := TOTEM.players_to_move(state)):
        (player,) = waiting
        if player == CHANCE:
            outcomes = TOTEM.chance_outcomes(state) or ()
            state = TOTEM.apply(state, player, random.choice(outcomes)[0])
            continue
        asked.append(state)
        decision = PLAYER.decide(TOTEM.observe(state, player), player, level, len(asked), nodes=400)
        assert 0 <= decision.value <= 1
        assert decision.nodes <= 400
        for text in decision.moves:
            state = TOTEM.apply(state, player, TOTEM.decode_move(text))
        assert TOTEM.players_to_move(state) in ((), (CHANCE,)) or asked[-1].phase == "place"
    return asked


def of_yardsticks(name: str, seats: int, number: int) -> list[State]:
    """So many positions in which a player chooses how to use a roll, from matches of yardsticks."""
    return list(islice((state for seed in count() for state in of_match(name, seats, seed)), number))


def of_match(name: str, seats: int, seed: int) -> Iterator[State]:
    """The positions of a match of yardsticks in which a player chooses how to use a roll."""
    random = Random(seed)
    state = TOTEM.new_match(seats, {})
    while waiting := TOTEM.players_to_move(state):
        (player,) = waiting
        if player == CHANCE:
            outcomes = TOTEM.chance_outcomes(state) or ()
            state = TOTEM.apply(state, player, random.choice(outcomes)[0])
            continue
        if state.phase == "use":
            yield state
        decision = YARDSTICKS[name].decide(TOTEM.observe(state, player), player, 1, random.getrandbits(30))
        for text in decision.moves:
            state = TOTEM.apply(state, player, TOTEM.decode_move(text))


def built(random: Random) -> State:
    """A position with few pieces, near to each other, in which a player chooses how to use a roll."""
    seats = random.choice((2, 2, 2, 3, 4))
    while True:
        near = members_of(BOARD.within[random.randrange(len(BOARD.names))][random.randint(3, 12)])
        state = State("use", random.randrange(seats), tuple(random.sample(near, seats)), (0,) * seats, (0,) * seats)
        state = _rolled(state, random)
        for _ in range(random.randint(1, 6 * seats)):
            state = _put(_reserved(state, random), random)
        if find_error(state) is None:
            return state


def facing(random: Random) -> State:
    """A position of two with more pieces and totems four to nine cells apart, which could soon be felled."""
    while True:
        own = random.randrange(len(BOARD.names))
        ring = members_of(BOARD.within[own][9] & ~BOARD.within[own][3])
        state = State("use", random.randrange(2), (own, random.choice(ring)), (0, 0), (0, 0))
        state = _rolled(state, random)
        for _ in range(random.randint(8, 20)):
            state = _put(state, random)
        if find_error(state) is None:
            return state


def varied(state: State, random: Random) -> State:
    """A position with another roll or reserve, or with pieces taken or put, in up to three places."""
    while True:
        other = state
        for _ in range(random.choice((1, 1, 2, 3))):
            other = random.choice((_rolled, _reserved, _taken, _put))(other, random)
        if other != state and find_error(other) is None:
            return other


def _rolled(state: State, random: Random) -> State:
    dice = random.choice(ROLLS)
    return replace(state, dice=(dice.high, dice.low))


def _reserved(state: State, random: Random) -> State:
    seat = random.choice(state.active_players)
    reserves = [*state.reserves]
    reserves[seat] = random.choice((0, random.randint(0, RESERVE)))
    return replace(state, reserves=tuple(reserves))


def _taken(state: State, random: Random) -> State:
    """Without a piece; nothing may be cut off by that (:func:`find_error`)."""
    return _changed(state, random.choice(state.active_players), state.pieces, random)


def _put(state: State, random: Random) -> State:
    """With a piece next to others of the same player."""
    free = [
        mask_of(near for cell in members_of(state.own(seat)) for near in members_of(NEAR[cell])) & ~state.occupied
        for seat in range(len(state.pieces))
    ]
    return _changed(state, random.choice(state.active_players), free, random)


def _changed(state: State, seat: Player, cells: Sequence[int], random: Random) -> State:
    """With a piece taken from, or put on, one of the seat's cells, if it has any."""
    if not cells[seat]:
        return state
    pieces = [*state.pieces]
    pieces[seat] ^= 1 << random.choice(members_of(cells[seat]))
    return replace(state, pieces=tuple(pieces))
