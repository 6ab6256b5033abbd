"""What the board of Totem shows, counted by the tests themselves or found by the engine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engines.bitsets import members_of
from engines.game import Player
from engines.totem.board import DISTANCE
from engines.totem.game import TOTEM
from engines.totem.moves import ROLLS
from engines.totem.state import State
from players.totem.felling import FellingSearch
from players.totem.plans import Budget, plans

NODES = 400
"""The positions in which a search looks for what a claim says to be impossible."""


Possible = Callable[[State, Player, Player, int], bool]
"""Whether an attacker can do something to an owner with so many points."""


def can_fell(state: State, attacker: Player, owner: Player, points: int) -> bool:
    """Whether a way to fell a totem with at most so many points is found."""
    start = replace(state, finished=0, visited=())
    return FellingSearch(start, attacker, owner, Budget(NODES)).fewest(points) is not None


def can_eliminate(state: State, attacker: Player, owner: Player, points: int) -> bool:
    """Whether a way to eliminate anything of a player with at most so many points is found.

    Of each piece, whether it could be touched if it was the totem: before that, nothing has been eliminated.
    """
    for cell in members_of(state.own(owner)):
        pieces, totems = [*state.pieces], [*state.totems]
        pieces[owner], totems[owner] = state.own(owner) & ~(1 << cell), cell
        if can_fell(replace(state, pieces=tuple(pieces), totems=tuple(totems)), attacker, owner, points):
            return True
    return False


def share_of_fellings(state: State, attacker: Player, owner: Player) -> float:
    """The share of rolls with which the attacker could fell a totem; each such felling is made on the board."""
    search = FellingSearch(state, attacker, owner, Budget(200_000))
    share = 0
    for dice in ROLLS:
        runs = search.runs(dice.high + dice.low)
        if runs is None:
            continue
        running = replace(
            state,
            phase="run",
            turn=attacker,
            dice=(dice.high, dice.low),
            points=dice.high + dice.low,
            finished=0,
            visited=state.visited if state.turn == attacker else (),  # in a turn of several rolls (T13)
            quiet_turns=0,
        )
        for run in runs:
            running = TOTEM.apply(running, attacker, run)
        assert running.totems[owner] is None
        share += 1 if dice.high == dice.low else 2
    assert search.is_complete
    return share / 36


def in_percent(share: float) -> int:
    return int(100 * share) if share in (0, 1) else min(99, max(1, round(100 * share)))


def lost_to_a_seven(after: State, player: Player, attacker: Player) -> int | None:
    """The pieces that a player loses to the best answer to a 7 of a player who plans one move.

    ``None``: the player loses the totem, or the attacker is out.
    """
    if after.totems[attacker] is None:
        return None
    rolled = replace(after, phase="run", turn=attacker, dice=(4, 3), points=7, visited=(), quiet_turns=0)
    (answer, *_) = plans(rolled, attacker, 1, 1, Budget(10_000))
    answered = rolled
    for move in answer.moves:
        answered = TOTEM.apply(answered, attacker, move)
    if answered.totems[player] is None:
        return None
    return (after.pieces[player] & ~answered.pieces[player]).bit_count()


def nearest(state: State, seat: Player, target: int) -> int:
    """The cells between a target and the nearest piece of a player."""
    return min(DISTANCE[target][cell] for cell in members_of(state.pieces[seat]))


def wins_alone(state: State, player: Player) -> bool:
    outcome = TOTEM.outcome(state)
    return outcome is not None and outcome.winners == (player,)
