"""Legal moves of Awéthi; their effects are in :mod:`engines.awethi.turns`.

Numbers such as A13 name the rulings, which the README of this package states.
"""

from __future__ import annotations

from engines.awethi.moves import (
    EACH,
    HOME,
    STAY,
    SUM,
    Choose,
    Deal,
    Dice,
    First,
    HerdRoll,
    Hunt,
    Lot,
    Move,
    Prowl,
    Walk,
    hunt,
    walk,
)
from engines.awethi.squares import NAME_RANK
from engines.awethi.state import State
from engines.awethi.walks import awethi_ends, fallbacks, wairgk_ends
from engines.bitsets import members_of
from engines.game import CHANCE, Player

CHANCE_PHASES = frozenset({"seats", "deal", "first", "herd", "dice", "prowl"})

_CHANCE = (CHANCE,)
_ALONE: tuple[tuple[Player, ...], ...] = tuple((seat,) for seat in range(5))


def players_to_move(state: State) -> tuple[Player, ...]:
    """The players to move."""
    if state.phase in CHANCE_PHASES:
        return _CHANCE
    player = turn_seat(state)
    return () if player is None else _ALONE[player]


def turn_seat(state: State) -> Player | None:
    """The seat whose turn it is, even while chance rolls for it."""
    if state.turn is None:
        return None
    return state.wairgka_seat if state.phase in ("prowl", "hunt") else state.seat_of(state.turn)


def herder_to_move(state: State) -> int:
    """The herder that :attr:`State.turn` names.

    Raises:
        LookupError: there is none.
    """
    if state.turn is None:
        raise LookupError("it is nobody's turn")
    return state.turn


# ------------------------------------------------------------------------------------------------------ numbers


def average(state: State) -> int:
    """The sum of the four dice divided by four, rounded down (A12)."""
    return sum(state.dice or ()) // 4


def numbers(state: State) -> tuple[int, ...]:
    """The numbers with which the next awéthi may move, the lowest first."""
    if state.phase == "sum":
        return (average(state),)
    free = list(state.dice or ())
    for used in state.walked:
        if used:
            free.remove(used)
    return tuple(sorted(set(free)))


def die_named(state: State, number: int) -> int:
    """What a move's :attr:`~engines.awethi.moves.Walk.die` says when an awéthi moves with this number."""
    return number if state.phase == "each" else 0


# ---------------------------------------------------------------------------------------------------- legal moves


def legal_moves(state: State, player: Player) -> tuple[Move, ...]:
    """Every legal move of the player, in the order of their machine texts."""
    if player == CHANCE or player not in players_to_move(state):
        return ()
    if state.phase in ("each", "sum"):
        return _legal_walks(state)
    if state.phase == "hunt":
        return _legal_hunts(state)
    return (EACH, SUM)


def walk_ends(state: State, awethi: int) -> list[tuple[int, int]]:
    """For each number with which this awéthi may move now, the number and the set of its legal ends."""
    free = numbers(state)
    layers = awethi_ends(state, herder_to_move(state), awethi, free[-1])
    return [(number, layers[number - 1]) for number in free]


def _legal_walks(state: State) -> tuple[Move, ...]:
    moves: list[Move] = []
    each = state.phase == "each"
    for awethi, used in enumerate(state.walked):
        if used:
            continue
        for number, mask in walk_ends(state, awethi):
            die = number if each else 0
            ends = sorted(members_of(mask), key=NAME_RANK.__getitem__) or fallback_ends(state, awethi)
            moves += [walk(awethi, die, end) for end in ends]
    return tuple(moves)


def fallback_ends(state: State, awethi: int) -> list[int]:
    """The ends that an awéthi without a legal walk may choose (A16)."""
    stay, home = fallbacks(state, herder_to_move(state), awethi)
    return [end for end, allowed in ((HOME, home), (STAY, stay)) if allowed]


def _legal_hunts(state: State) -> tuple[Move, ...]:
    return tuple(
        hunt(wairgk, end)
        for wairgk in range(len(state.wairgka))
        for end in sorted(members_of(wairgk_ends(state, wairgk)), key=NAME_RANK.__getitem__)
    )


def can_hunt(state: State) -> bool:
    """Whether any wairgk can use the roll (A21)."""
    return any(wairgk_ends(state, wairgk) for wairgk in range(len(state.wairgka)))


def is_legal(state: State, player: Player, move: Move) -> bool:
    """Whether the player, or chance, may make this move now."""
    if player not in players_to_move(state):
        return False
    match move:
        case Walk():
            return _allows_walk(state, move)
        case Hunt(wairgk, end):
            return state.phase == "hunt" and wairgk < len(state.wairgka) and bool(wairgk_ends(state, wairgk) >> end & 1)
        case Choose():
            return state.phase == "choose"
        case _:
            return _allows_chance(state, move)


def _allows_walk(state: State, move: Walk) -> bool:
    if state.phase not in ("each", "sum") or state.walked[move.awethi]:
        return False
    if (move.die == 0) != (state.phase == "sum"):
        return False
    number = move.die or average(state)
    if number not in numbers(state):
        return False
    ends = awethi_ends(state, herder_to_move(state), move.awethi, number)[-1]
    if move.end >= 0:
        return bool(ends >> move.end & 1)
    return not ends and move.end in fallback_ends(state, move.awethi)


def _allows_chance(state: State, move: Move) -> bool:
    match move:
        case Lot(seat):
            return state.phase == "seats" and seat in state.active_players
        case Deal(herds):
            return state.phase == "deal" and len(herds) == len(state.herders)
        case First(herder):
            return state.phase == "first" and herder in starters(state)
        case HerdRoll():
            return state.phase == "herd"
        case Dice():
            return state.phase == "dice"
        case Prowl():
            return state.phase == "prowl"
        case _:
            return False


def starters(state: State) -> tuple[int, ...]:
    """The herders one of whom is drawn to start (A6)."""
    return tuple(herder for herder in range(len(state.herders)) if state.seat_of(herder) not in state.left)
