"""Judgements of moves in İYE: by alpha-beta, and exact near the end of a cycle."""

from __future__ import annotations

from engines.bitsets import members_of
from engines.game import Player
from engines.iye.moves import Natural, Spend, decode, encode
from engines.iye.observation import IyeObservation
from engines.iye.state import INDEX
from engines.text import T, Text
from players.iye.cycle import WIN, drum_move, of_observation
from players.iye.facts import Facts
from players.iye.player import chance, is_exact
from players.iye.reasons import reason
from players.iye.search import OutOfNodesError, Search
from players.review import Judgement

MARGIN = 0.16
"""A chance to win the cycle. Judgements differ by it rarely between looking 6 and 8 moves ahead."""

_LEVEL = 5
"""Whose chances are told."""
_AHEAD, _DEEP_AHEAD = 2, 6
"""Moves to look ahead, the decision included."""
_SOLVED, _DEEP_SOLVED = 5, 12
"""Tiles left from which on to look to the end of the cycle."""
_NODES, _DEEP_NODES = 3_000, 40_000


def judge(observation: IyeObservation, player: Player, moves: tuple[str, ...], *, deep: bool) -> Judgement | None:
    """Judge a move of the drum; see :func:`players.review.judge`."""
    move = decode(moves[0])
    if observation.phase != "play" or not isinstance(move, Natural | Spend):
        return None
    cycle = of_observation(observation, player)
    played = move.target | (INDEX[move.tile] + 1 << 5 if isinstance(move, Spend) else 0)
    others = [one for one in cycle.moves() if one != played]
    if not others:
        return None
    search = Search(cycle, _DEEP_NODES if deep else _NODES)
    solved = cycle.left <= (_DEEP_SOLVED if deep else _SOLVED)
    deepest = cycle.left if solved else min(cycle.left, _DEEP_AHEAD if deep else _AHEAD)
    found = _compared(search, played, others, deepest)
    if found is None:
        return None
    value, other, other_value, depth = found
    exact, other_exact = is_exact(cycle, value, depth), is_exact(cycle, other_value, depth)
    now = chance(value, cycle, _LEVEL, exact=exact)
    then = chance(other_value, cycle, _LEVEL, exact=other_exact)
    name = encode(drum_move(other))
    certain = exact and other_exact
    difference = (_certainly if certain else _estimated)(observation.cycle, name, now, then)
    better, best = (played, value) if now >= then else (other, other_value)
    facts = Facts(
        before=cycle,
        number=observation.cycle,
        move=better,
        value=best,
        exact=certain,
        is_only_winning=certain and min(value, other_value) < WIN <= best,
    )
    if now > then and members_of(cycle.natural()) == [played]:  # the one way that costs no tile is no find
        return None
    return Judgement(now - then, (name,), reason(facts).advice, difference, certain)


def _compared(search: Search, played: int, others: list[int], deepest: int) -> tuple[int, int, int, int] | None:
    """The value of a move, the best other one, its value and the depth, as deep as the nodes suffice."""
    found = None
    for depth in range(1, deepest + 1):
        try:
            value = search.value(played, depth)
            other, other_value = search.best(others, depth)
        except OutOfNodesError:
            break
        found = value, other, other_value, depth
    return found


def _certainly(number: int, other: str, now: float, then: float) -> Text:
    """What two moves lead to, calculated to the end of the cycle: 1 wins it, one half ties it, 0 loses it."""
    if now < then == 1:
        return (
            T("Calculated to the end: {move} wins cycle {number}, your move only ties it.", move=other, number=number)
            if now
            else T("Calculated to the end: {move} wins cycle {number}, your move loses it.", move=other, number=number)
        )
    if now < then:
        return T("Calculated to the end: {move} ties cycle {number}, your move loses it.", move=other, number=number)
    if now > then == 0:
        return T("Calculated to the end: {move} loses cycle {number}.", move=other, number=number)
    if now > then:
        return T("Calculated to the end: {move} only ties cycle {number}.", move=other, number=number)
    return T("Calculated to the end: {move} leads to the same.", move=other)


def _estimated(number: int, other: str, now: float, then: float) -> Text:
    return T(
        "You could expect to win cycle {number} with a chance of about {now}% after your move, and of {then}% after"
        " {move}.",
        now=round(100 * now),
        then=round(100 * then),
        move=other,
        number=number,
    )
