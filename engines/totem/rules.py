"""Legal moves of Totem; their effects are in :mod:`engines.totem.turns`.

Numbers such as T6 name the rulings, which the README of this package states.
"""

from __future__ import annotations

from functools import lru_cache

from engines.bitsets import members_of
from engines.game import CHANCE, Player
from engines.totem import elimination, setup
from engines.totem.board import BY_NAME, NEAR
from engines.totem.moves import (
    ADDS,
    REROLL,
    STARTS_AT,
    STAY,
    USES,
    Add,
    Dice,
    First,
    Move,
    Pass,
    Run,
    Use,
    run,
)
from engines.totem.runs import Search, can_step
from engines.totem.state import State

EXCHANGE = 10
"""The points of a roll that may be exchanged (T8)."""

CHANCE_PHASES = frozenset({"first", "roll", "reroll", "pass"})

_CHANCE = (CHANCE,)
_ALONE: tuple[tuple[Player, ...], ...] = ((0,), (1,), (2,), (3,))

_NAME_RANK = tuple(BY_NAME.index(cell) for cell in range(len(BY_NAME)))


def players_to_move(state: State) -> tuple[Player, ...]:
    """The players to move."""
    if state.phase in CHANCE_PHASES:
        return _CHANCE
    return () if state.turn is None else _ALONE[state.turn]


def mover(state: State) -> Player:
    """The seat that :attr:`State.turn` names.

    Raises:
        LookupError: there is none.
    """
    if state.turn is None:
        raise LookupError("it is nobody's turn")
    return state.turn


# ---------------------------------------------------------------------------------------------------- legal moves


def legal_moves(state: State, player: Player) -> tuple[Move, ...]:
    """Every legal move of the player, in the order of their machine texts."""
    if player != state.turn:
        return ()
    if state.phase == "run":
        return legal_runs(state)
    if state.phase == "use":
        adds = _by_name(exchange_cells(state))
        return (*(ADDS[cell] for cell in adds), *(USES[points] for points in sorted(ways_to_run(state), key=str)))
    if state.phase == "place":
        return tuple(STARTS_AT[cell] for cell in _by_name(setup.choices(state)))
    return (REROLL, STAY) if state.phase == "again" else ()


def _by_name(cells: tuple[int, ...]) -> list[int]:
    return sorted(cells, key=_NAME_RANK.__getitem__)


def ways_to_run(state: State) -> tuple[int, ...]:
    """The points that the roll can be used for (T6), most first; empty if no piece can step (T23)."""
    if state.dice is None or (exchange_cells(state) and not able_to_step(state)):
        return ()  # without an exchange a step is possible, or the turn would have passed
    high, low = state.dice
    return (high + low, high) if high == low else (high + low, high, low)


def exchange_cells(state: State) -> tuple[int, ...]:
    """The cells on which the roll may be exchanged for a piece (T8), in board order."""
    if state.dice is None or state.turn is None or not state.reserves[state.turn]:
        return ()
    high, low = state.dice
    if high + low < EXCHANGE and high != low:
        return ()
    return tuple(members_of(state.around_totem(state.turn)))


def able_to_step(state: State) -> bool:
    """Whether any unfinished piece of the player whose turn it is has a legal step (T10 to T13, T16)."""
    own = state.own(mover(state))
    return can_step(own, state.occupied, own & ~state.finished, dict(state.visited))


@lru_cache(maxsize=64)
def search(state: State) -> Search:
    """The legal runs of a position in which pieces run."""
    own = state.own(mover(state))
    return Search(own, state.occupied, own & ~state.finished, dict(state.visited), state.points)


def _before_victim(steps: int) -> str:
    """Sort key of a number of steps in machine texts with a victim."""
    return f"{steps}x"


def legal_runs(state: State) -> tuple[Run, ...]:
    """Every legal run (T10 to T15), one for each possible victim (T18)."""
    player = mover(state)
    found = search(state)
    enemies = state.occupied & ~state.own(player)
    runs: list[Run] = []
    for origin in sorted(found.pieces(), key=_NAME_RANK.__getitem__):
        stops = found.of(origin).stops()
        for stop in sorted(stops, key=_NAME_RANK.__getitem__):
            steps = stops[stop]
            touched = NEAR[stop] & enemies
            if touched & (touched - 1) and (victims := elimination.choices(state, player, stop)):
                steps.sort(key=_before_victim)
                runs += [Run(origin, stop, n, cell) for n in steps for cell in _by_name(victims)]
            elif len(steps) == 1:
                runs.append(run(origin, stop, steps[0]))
            else:
                if steps[-1] >= 10:  # as text, 10 comes before 2
                    steps.sort(key=str)
                runs += [run(origin, stop, n) for n in steps]
    return tuple(runs)


def variants(state: State, player: Player, origin: int, stop: int, steps: int) -> list[Run]:
    """The runs with each possible victim (T18)."""
    victims = elimination.choices(state, player, stop)
    return [Run(origin, stop, steps, victim) for victim in victims] or [run(origin, stop, steps)]


def is_legal(state: State, player: Player, move: Move) -> bool:
    """Whether the player, or chance, may make this move now."""
    if isinstance(move, Run):
        return state.phase == "run" and player == state.turn and allows_run(state, move)
    if isinstance(move, Use):
        return state.phase == "use" and player == state.turn and move.points in ways_to_run(state)
    if isinstance(move, Add):
        return state.phase == "use" and player == state.turn and move.cell in exchange_cells(state)
    if player == CHANCE:
        return _is_chance(state, move)
    return move in legal_moves(state, player)


def allows_run(state: State, move: Run) -> bool:
    """Whether this run, with this victim, is legal for the player who runs."""
    if not search(state).of(move.origin).allows(move.stop, move.steps):
        return False
    victims = elimination.choices(state, mover(state), move.stop)
    return move.victim in victims if victims else move.victim is None


def _is_chance(state: State, move: Move) -> bool:
    if isinstance(move, First):
        dice = move.dice
        return state.phase == "first" and len(dice) == len(state.rollers) and all(1 <= die <= 6 for die in dice)
    if isinstance(move, Dice):
        return state.phase in ("roll", "reroll") and 1 <= move.low <= move.high <= 6
    return isinstance(move, Pass) and state.phase == "pass"


def few_pieces(state: State) -> bool:
    """Whether every player still in has at most one piece besides the totem and no reserve (T25)."""
    return all(not state.reserves[seat] and state.pieces[seat].bit_count() <= 1 for seat in state.active_players)
