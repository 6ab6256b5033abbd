"""The computer player of İYE: looks ahead with alpha-beta, and solves the end of a cycle.

Cycles are independent (I14), so it plays for the cycle alone; only what a tie is worth depends on who began it.
:attr:`Decision.value <players.decision.Decision.value>` is the chance to win the match: proven only where the end of
the cycle, won or lost, ends the match.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp
from random import Random

from engines.game import Player
from engines.iye.board import SQUARES
from engines.iye.moves import BEGINS, encode
from engines.iye.observation import IyeObservation
from engines.text import T
from players.decision import Alternative, Decision, percent, require_level
from players.iye.cycle import POINT, WIN, Cycle, drum_move, of_observation
from players.iye.facts import Facts
from players.iye.match import match_chance
from players.iye.reasons import LEFT_TO_CHANCE, beginning, cost, reason
from players.iye.search import OutOfNodesError, Search

_EDGES = {1: 99, 2: 84, 3: 86, 4: 107, 5: 120}
"""What it is worth to have begun the cycle, by level (unit 1/POINT); estimates do not see it."""
_SHIFTS = {1: 47, 2: 44, 3: 41, 4: -45, 5: 0}
"""What estimates at the level's depth miss for the player to move (unit 1/POINT), measured between equal levels."""
_SCALES = {1: 205, 2: 126, 3: 88, 4: 54, 5: 115}
"""The value that is worth odds of e to 1, by level."""
_SOLVING_NODES = 1_500_000
"""The nodes of level 5 from :data:`_SOLVED` tiles on, many times what solving takes on average."""
_COMPARING_NODES = 200_000
"""The nodes that level 5 spends at most on finding its second choice."""
_SOLVED = 12
"""Level 5 solves a cycle from so many tiles on."""


@dataclass(frozen=True, slots=True)
class Level:
    """How a level from 1 to 4 decides."""

    depth: int
    """How many moves it looks ahead, its own included."""
    spread: float
    """How far its choice wanders, in points: a move so much worse is e times less likely."""
    gap: float
    """How much worse than the best a chosen move is at most, in points."""
    solved: int
    """It solves a cycle from so many tiles on."""


_LEVELS = {1: Level(1, 2.1, 4.7, 0), 2: Level(1, 0.66, 2.5, 6), 3: Level(3, 0.5, 2.5, 8), 4: Level(4, 0.2, 1.5, 11)}
_NODES = {1: 10_000, 2: 20_000, 3: 100_000, 4: 800_000, 5: 60_000}


@dataclass(frozen=True, slots=True)
class Choice:
    """A chosen move and how it compares."""

    move: int
    value: int
    exact: bool
    """Whether the value is proven."""
    depth: int
    """How many moves ahead the value looks."""
    other: int | None = None
    """The best other move; ``None`` if there is none, or the nodes did not suffice to find it."""
    other_value: int = 0
    """As :attr:`value`, at the same depth as :attr:`compared_value`."""
    compared_value: int = 0
    """The chosen move's value at the depth of the comparison."""
    other_exact: bool = False


class IyePlayer:
    """Decides for a seat of İYE; stateless."""

    version = 5

    def decide(
        self, observation: IyeObservation, player: Player, level: int, seed: int, *, nodes: int | None = None
    ) -> Decision:
        """Decide; see :class:`players.decision.ComputerPlayer`."""
        require_level(level)
        cycle = of_observation(observation, player)
        budget = _budget(cycle, level) if nodes is None else nodes
        random = Random(seed)
        if observation.phase == "choose":
            return _decide_who_begins(observation, player, level, budget, random)
        search = Search(cycle, budget * 3 // 4)  # the choice; level 5 compares it with what is left
        choice = _choose_strongest(search) if level == 5 else _choose(search, level, random)
        if level == 5:
            search.limit = min(budget * 15 // 16, search.nodes + _COMPARING_NODES)
            choice = _compared(search, choice)
        facts = Facts(
            before=cycle,
            number=observation.cycle,
            move=choice.move,
            value=choice.value,
            exact=choice.exact,
            is_only_winning=choice.other_exact and choice.other_value < WIN <= choice.value,
        )
        value = match_chance(chance(choice.value, cycle, level, exact=choice.exact), observation, player)
        return Decision(
            moves=(encode(drum_move(choice.move)),),
            value=value,
            reason=reason(facts),
            nodes=search.nodes,
            is_proven=choice.exact and abs(choice.value) >= WIN and value in (0.0, 1.0),
            alternative=_alternative(observation, player, choice, level),
        )


def chance(value: int, cycle: Cycle, level: int, *, exact: bool) -> float:
    """The chance of the player to move to win the cycle, a tie counted as one half."""
    if exact:
        return 1.0 if value >= WIN else 0.0 if value <= -WIN else 0.5
    edge = _EDGES[level] if cycle.tie > 0 else -_EDGES[level]
    return 1 / (1 + exp(-(value + edge + _SHIFTS[level]) / _SCALES[level]))


def _budget(cycle: Cycle, level: int) -> int:
    return _SOLVING_NODES if level == 5 and cycle.left <= _SOLVED else _NODES[level]


def is_exact(cycle: Cycle, value: int, depth: int) -> bool:
    """Whether a value found at the depth is proven: a forced win or loss is one at any depth."""
    return depth >= cycle.left - 1 or abs(value) >= WIN


# ------------------------------------------------------------------------------------------------------ levels 1 to 4


def _choose(search: Search, level: int, random: Random) -> Choice:
    """Choose by chance among the moves that are not much worse than the best."""
    settings, cycle = _LEVELS[level], search.cycle
    moves = cycle.moves()
    near = _values(search, moves, 1) or dict.fromkeys(moves, 0)
    replies = _values(search, moves, 2) if level > 1 else None
    safe = near if replies is None else {move: -WIN if replies[move] <= -WIN else near[move] for move in moves}
    depth = cycle.left if cycle.left <= settings.solved else settings.depth
    found = _values(search, moves, depth) if depth > 1 else None
    values, reached = (safe, 1) if found is None else (found, depth)
    best = max(values.values())
    # Where all are won, tied or lost for certain, the nearer estimates tell the moves apart: never a move that lets
    # the opponent win with the next one.
    weighed = safe if is_exact(cycle, best, reached) else values
    pool = [move for move in moves if values[move] >= best - settings.gap * POINT]
    pool = [move for move in pool if weighed[move] > -WIN] or pool
    if settings.depth == 1:
        pool = _without_waste(cycle, pool, weighed)
    top = max(weighed[move] for move in pool)
    weights = [exp((weighed[move] - top) / (settings.spread * POINT)) for move in pool]
    move = random.choices(pool, weights)[0]
    others = [other for other in moves if other != move]
    other = max(others, key=lambda other: values[other], default=None)
    return Choice(
        move,
        values[move],
        is_exact(cycle, values[move], reached),
        reached,
        other,
        0 if other is None else values[other],
        values[move],
        other is not None and is_exact(cycle, values[other], reached),
    )


def _without_waste(cycle: Cycle, moves: list[int], values: dict[int, int]) -> list[int]:
    """The moves without those that spend a tile where a natural move among them is worth exactly as much, or gives the
    same type and is worth more.
    """
    best: dict[int, int] = {}
    for move in moves:
        if move < SQUARES:
            best[cycle.types[move]] = max(values[move], best.get(cycle.types[move], -WIN))
    natural = {values[move] for move in moves if move < SQUARES}
    return [
        move
        for move in moves
        if move < SQUARES or (values[move] not in natural and values[move] > best.get(cycle.types[move & 31], -WIN - 1))
    ]


def _values(search: Search, moves: list[int], depth: int) -> dict[int, int] | None:
    """Every move's value; ``None`` if the nodes do not suffice."""
    try:
        return {move: search.value(move, depth) for move in moves}
    except OutOfNodesError:
        return None


# ------------------------------------------------------------------------------------------------------------ level 5


def _choose_strongest(search: Search) -> Choice:
    """Solve the cycle near its end, otherwise look ahead as far as the nodes suffice."""
    cycle = search.cycle
    moves = cycle.moves()
    near = _values(search, moves, 1)
    if near is None:
        return Choice(moves[0], 0, exact=False, depth=0)
    moves.sort(key=lambda move: -near[move])
    solved: int | None = None
    if cycle.left <= _SOLVED:
        try:
            best, value = search.best(moves, cycle.left)
        except OutOfNodesError:
            pass
        else:
            if value > -WIN:
                return Choice(best, value, exact=True, depth=cycle.left)
            solved = value
            search.forget()
    choice = Choice(moves[0], near[moves[0]], is_exact(cycle, near[moves[0]], 1), 1)
    for depth in range(2, cycle.left + 1):
        try:
            best, value = search.best(moves, depth)
        except OutOfNodesError:
            break
        if value <= -WIN:  # lost: keep the move that makes the loss hardest to see
            solved = value
            break
        choice = Choice(best, value, is_exact(cycle, value, depth), depth)
        if choice.exact:
            break
        moves.remove(best)
        moves.insert(0, best)
    return choice if solved is None else Choice(choice.move, solved, exact=True, depth=choice.depth)


def _compared(search: Search, choice: Choice) -> Choice:
    """The choice with the best other move, as deep as the nodes left allow."""
    cycle = search.cycle
    others = [move for move in cycle.moves() if move != choice.move]
    if not others or choice.value <= -WIN:
        return choice
    if choice.depth >= cycle.left:
        try:
            other, value = search.best(others, cycle.left)
        except OutOfNodesError:
            return choice
        return replace(choice, other=other, other_value=value, compared_value=choice.value, other_exact=True)
    compared = choice
    for depth in range(1, choice.depth + 1):
        try:
            chosen = search.value(choice.move, depth)
            other, value = search.best(others, depth)
        except OutOfNodesError:
            break
        exact = is_exact(cycle, value, depth)
        compared = replace(choice, other=other, other_value=value, compared_value=chosen, other_exact=exact)
    return compared


def _alternative(observation: IyeObservation, player: Player, choice: Choice, level: int) -> Alternative | None:
    if choice.other is None:
        return None
    cycle = of_observation(observation, player)
    return Alternative(
        moves=(encode(drum_move(choice.other)),),
        value=match_chance(chance(choice.other_value, cycle, level, exact=choice.other_exact), observation, player),
        reason=cost(
            choice.other,
            choice.move,
            choice.compared_value,
            choice.other_value,
            exact=choice.other_exact,
            number=observation.cycle,
        ),
    )


# ------------------------------------------------------------------------------------------------------- who begins


def _decide_who_begins(
    observation: IyeObservation, player: Player, level: int, budget: int, random: Random
) -> Decision:
    """Begin unless the search of the dealt board expects more from moving second (I15)."""
    if level == 1:
        begin = BEGINS[random.randrange(2)]
        even = match_chance(0.5, observation, player)
        return Decision((encode(begin),), even, LEFT_TO_CHANCE, 0)
    cycle = of_observation(observation, player)
    search = Search(cycle, budget)
    choice = _choose_strongest(search) if level == 5 else _choose(search, level, random)
    value = chance(choice.value, cycle, level, exact=choice.exact)
    begins = value >= 0.5
    other = match_chance(min(value, 1 - value), observation, player)
    alternative = Alternative(
        (encode(BEGINS[begins]),),
        other,
        T("The other way round, I would expect to win the match with a chance of about {then}%.", then=percent(other)),
    )
    expected = match_chance(max(value, 1 - value), observation, player)
    why = beginning(cycle, begins=begins)
    return Decision((encode(BEGINS[not begins]),), expected, why, search.nodes, alternative=alternative)


PLAYER = IyePlayer()
"""The computer player."""
