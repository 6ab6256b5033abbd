"""Moves of Totem as people write and read them: ``use 9``, ``e5-f7``, ``e5-e6-e7-f7 x f8``, ``add d6``, ``reroll``.

A turn is typed as its moves, one after the other: ``use 9 e5-f7 g4-g5``.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from engines.errors import AmbiguousMoveError, InvalidMoveError, Refusal
from engines.game import Player
from engines.text import T, excerpt
from engines.totem import elimination
from engines.totem.board import CELL_OF, NAMES, NEAR
from engines.totem.grammar import Typed, first_typed, plain
from engines.totem.legality import why_no_step, why_not
from engines.totem.moves import (
    ADDS,
    PASS,
    REROLL,
    STARTS_AT,
    STAY,
    Add,
    Dice,
    First,
    Move,
    Reroll,
    Run,
    Start,
    Stay,
    Use,
)
from engines.totem.rules import is_legal, search, variants
from engines.totem.state import State

LISTED = 200
"""Approximate maximum length of a list of candidates in a sentence, in characters."""

# ---------------------------------------------------------------------------------------------------------- writing


def write(state: State, move: Move) -> str:
    """The notation of a move that is legal in ``state``."""
    match move:
        case Run():
            return _write_run(state, move)
        case First(dice):
            return "first " + " ".join(map(str, dice))
        case Dice(high, low):
            return f"dice {high} {low}"
        case Start(cell):
            return f"start {NAMES[cell]}"
        case Add(cell):
            return f"add {NAMES[cell]}"
        case Use(points):
            return f"use {points}"
        case Reroll():
            return "reroll"
        case Stay():
            return "stay"
        case _:
            return "pass"


def _write_run(state: State, move: Run) -> str:
    """Only origin and stop if the run has the fewest steps that are legal; otherwise the whole path."""
    found = search(state).of(move.origin)
    short = move.steps == found.fewest(move.stop)
    cells = (move.origin, move.stop) if short else found.path(move.stop, move.steps)
    text = "-".join(NAMES[cell] for cell in cells)
    return text if move.victim is None else f"{text} x {NAMES[move.victim]}"


# ---------------------------------------------------------------------------------------------------------- reading


def parse(state: State, player: Player, text: str) -> Move:
    """Return the legal move that the text means.

    Raises:
        InvalidMoveError: it is not in the notation, or it is more than one move.
        IllegalMoveError: the player has no such move.
        AmbiguousMoveError: it can mean several legal moves.
    """
    typed = all_typed(text)
    if len(typed) > 1:
        raise InvalidMoveError(T("“{text}” is more than one move. Type only one.", text=excerpt(text)))
    return meant(state, player, typed[0][0], text)


def all_typed(text: str) -> list[tuple[Typed, str]]:
    """All moves of a text, at least one, each with its own part of the text.

    Raises:
        InvalidMoveError: it is not in the notation.
    """
    found: list[tuple[Typed, str]] = []
    rest = plain(text)
    while rest or not found:
        one = first_typed(rest)
        if one is None:
            refused = InvalidMoveError(
                T(
                    "“{text}” is not a move. Type how to use the roll, such as {use}, and then runs from cell to cell, "
                    "such as {run}. Or type {add}.",
                    text=excerpt(rest if found else text),
                    use="use 9",
                    run="e5-f7",
                    add="add d6",
                )
            )
            if found:
                refused.name_part(len(found) + 1)
            raise refused
        found.append((one[0], rest.removesuffix(one[1]).strip(" -.")))
        rest = one[1]
    return found


def meant(state: State, player: Player, typed: Typed, text: str) -> Move:
    """The legal move that a typed move stands for; ``text`` is quoted where it is refused.

    Raises:
        InvalidMoveError, IllegalMoveError, AmbiguousMoveError
    """
    for name in (*typed.cells, *([] if typed.victim is None else [typed.victim])):
        if name not in CELL_OF:
            raise InvalidMoveError(
                T(
                    "“{text}” is not a move: there is no cell {cell}. The cells are a1 to m7; the northernmost is g13.",
                    text=excerpt(text),
                    cell=excerpt(name, 8),
                )
            )
    cells = tuple(CELL_OF[name] for name in typed.cells)
    match typed.kind:
        case "use":
            return _checked(state, player, text, Use(typed.number or 0))
        case "start":
            return _checked(state, player, text, STARTS_AT[cells[0]])
        case "add":
            return _checked(state, player, text, ADDS[cells[0]])
        case "reroll":
            return _checked(state, player, text, REROLL)
        case "stay":
            return _checked(state, player, text, STAY)
        case "pass":
            return _checked(state, player, text, PASS)
        case "cell" if state.phase == "place":
            return _checked(state, player, text, STARTS_AT[cells[0]])
        case "cell" if state.phase == "use":
            return _checked(state, player, text, ADDS[cells[0]])
        case "cell":
            return _only_run(state, player, text, cells[0])
        case _:
            victim = None if typed.victim is None else CELL_OF[typed.victim]
            return _run(state, player, text, cells, typed.number, victim)


def _checked(state: State, player: Player, text: str, move: Move) -> Move:
    if is_legal(state, player, move):
        return move
    raise why_not(state, player, move).error_about(text)


def _running(state: State, player: Player, text: str, origin: int) -> None:
    """Refuse unless the player may run with the piece on ``origin`` now."""
    if state.phase != "run" or player != state.turn or not search(state).of(origin):
        raise why_not(state, player, Run(origin, origin, 1)).error_about(text)


def _only_run(state: State, player: Player, text: str, origin: int) -> Move:
    """The run of a piece named without a stop."""
    _running(state, player, text, origin)
    stops = search(state).of(origin).stops()
    return _one_of(
        state,
        text,
        [move for stop, steps in stops.items() for n in steps for move in variants(state, player, origin, stop, n)],
    )


def _one_of(state: State, text: str, moves: Sequence[Run]) -> Run:
    """The only one of these legal moves.

    Raises:
        AmbiguousMoveError: there are several.
    """
    if len(moves) == 1:
        return moves[0]
    candidates = [write(state, move) for move in moves]
    listed = ""
    for number, candidate in enumerate(candidates):
        if len(listed) + len(candidate) > LISTED:
            reason = T(
                "“{text}” could mean several runs: {moves} or one of {number} more.",
                text=excerpt(text),
                moves=listed,
                number=len(candidates) - number,
            )
            break
        listed = f"{listed}, {candidate}" if listed else candidate
    else:
        reason = T("“{text}” could mean several runs: {moves}.", text=excerpt(text), moves=listed)
    raise AmbiguousMoveError(reason, candidates)


def _run(
    state: State, player: Player, text: str, cells: tuple[int, ...], number: int | None, victim: int | None
) -> Move:
    """The run along typed cells: all of them, or the first and the last."""
    origin, stop = cells[0], cells[-1]
    _running(state, player, text, origin)
    found = search(state).of(origin)
    if len(cells) > 2:
        _check_path(state, player, text, cells)
        steps = len(cells) - 1
    elif number is not None:
        steps = number
    else:
        steps = found.fewest(stop) or _least(state, origin, stop)
    if not found.allows(stop, steps):
        return _checked(state, player, text, Run(origin, stop, steps))
    ways = variants(state, player, origin, stop, steps)
    if victim is None:
        return _one_of(state, text, ways)
    if ways[0].victim is None and victim in _touched(state, player, stop):
        return ways[0]  # named although there is no choice
    return _checked(state, player, text, Run(origin, stop, steps, victim))


def _touched(state: State, player: Player, stop: int) -> set[int]:
    """The cells eliminated directly by a touch from the stop, without pieces cut off."""
    return {loss.cell for loss in elimination.losses(state, player, stop, None) if loss.cause in ("touched", "totem")}


def _least(state: State, origin: int, stop: int) -> int:
    """The assumed number of steps of a refused run: the fewest with which the piece can get there."""
    found = search(state)
    return next((steps for steps in range(1, state.points) if found.passes(origin, stop, steps)), state.points)


def _check_path(state: State, player: Player, text: str, cells: tuple[int, ...]) -> None:
    """Refuse a typed path with a step that is not legal (T10 to T13)."""
    for number, (cell, there) in enumerate(pairwise(cells)):
        if not NEAR[cell] >> there & 1:
            reason = T(
                "{cell} and {next} are not neighbours: type all cells of the path, or only the first and the last.",
                cell=NAMES[cell],
                next=NAMES[there],
            )
            raise Refusal(reason, (NAMES[cell], NAMES[there])).error_about(text)
        refusal = why_no_step(state, player, cells[0], there)
        if refusal is None and there in cells[: number + 1]:
            refusal = Refusal(T("A run cannot visit a cell twice."), (NAMES[there],))
        if refusal is not None:
            raise refusal.error_about(text)
