"""Autocompletion of a typed turn: legal continuations only."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from engines.errors import MoveError
from engines.game import Completion, Player
from engines.text import TN, Seat, T, Text
from engines.totem import elimination
from engines.totem.board import NAMES
from engines.totem.grammar import first_typed, plain
from engines.totem.moves import Add, Move, Reroll, Run, Start, Stay, Use
from engines.totem.notation import meant, write
from engines.totem.observation import Loss
from engines.totem.rules import legal_moves, search
from engines.totem.state import State
from engines.totem.turns import apply

LONGEST = 100
"""Longer texts do not fit into Discord's list of completions."""


class _Candidate(NamedTuple):
    """A legal move that fits what is typed; the tuples sort the most useful first."""

    rank: tuple[int, ...]
    order: int
    move: Move
    losses: tuple[Loss, ...]


def complete(state: State, player: Player, text: str, limit: int) -> tuple[Completion, ...]:
    """The typed part of a turn with each possible next move. Eliminations come first, then shorter runs."""
    return tuple(islice(_completions(state, player, text), limit))


def _completions(state: State, player: Player, text: str) -> Iterator[Completion]:
    done: list[str] = []
    rest = plain(text)
    while True:
        for candidate in sorted(_fitting(state, player, rest), key=lambda candidate: candidate[:2]):
            line = " ".join((*done, write(state, candidate.move)))
            if len(line) <= LONGEST:
                yield Completion(line, _hint(state, player, candidate))
        move, after = _typed_out(state, player, rest)
        if move is None:
            return
        done.append(write(state, move))
        state, rest = apply(state, player, move), after


def _typed_out(state: State, player: Player, rest: str) -> tuple[Move | None, str]:
    """The legal move at the beginning of the rest, if it is complete, and the text after it."""
    one = first_typed(rest)
    if one is None:
        return None, rest
    try:
        return meant(state, player, one[0], rest), one[1]
    except MoveError:  # illegal, still ambiguous, or not a cell of this board
        return None, rest


def _fitting(state: State, player: Player, rest: str) -> Iterator[_Candidate]:
    """The legal moves whose text begins with the rest."""
    typed = _bare(rest)
    for order, move in enumerate(legal_moves(state, player)):
        if isinstance(move, Run) and not _share_beginning(typed, NAMES[move.origin]):
            continue
        if any(alias.startswith(typed) for alias in _aliases(state, move)):
            losses = elimination.losses(state, player, move.stop, move.victim) if isinstance(move, Run) else ()
            yield _Candidate(_rank(move, losses), order, move, losses)


def _bare(text: str) -> str:
    return text.replace(" ", "").replace("-", "").replace("x", "")


def _share_beginning(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)


def _aliases(state: State, move: Move) -> Iterator[str]:
    """Texts that a player may type for the move, without spaces and signs."""
    if isinstance(move, Run):
        victim = "" if move.victim is None else NAMES[move.victim]
        yield NAMES[move.origin] + NAMES[move.stop] + victim
        yield "".join(NAMES[cell] for cell in search(state).of(move.origin).path(move.stop, move.steps)) + victim
        return
    notation = write(state, move)
    yield _bare(notation)
    yield _bare(notation.rpartition(" ")[2])


def _rank(move: Move, losses: tuple[Loss, ...]) -> tuple[int, ...]:
    """Sort key: totems eliminated, other eliminations, short runs; running before exchanging, most points first."""
    match move:
        case Run(steps=steps):
            return -sum(loss.cause == "totem" for loss in losses), -len(losses), steps
        case Use(points):
            return 0, -points
        case _:
            return (1,)


def _hint(state: State, player: Player, candidate: _Candidate) -> Text:
    """A few words on what a move does; at most 100 characters in English."""
    match candidate.move:
        case Run(origin, steps=steps):
            hint = _hint_of_run(steps, candidate.losses)
            return T("the totem, {hint}", hint=hint) if origin == state.totems[player] else hint
        case Use(points) if points == sum(state.dice or ()):
            return TN("both dice, {count} point to run with", "both dice, {count} points to run with", points)
        case Use(points):
            return TN("one die, {count} point to run with", "one die, {count} points to run with", points)
        case Add():
            return TN(
                "instead of running; {count} piece stays in the reserve",
                "instead of running; {count} pieces stay in the reserve",
                state.reserves[player] - 1,
            )
        case Start(cell):
            return T("your totem on {cell}, six pieces around it", cell=NAMES[cell])
        case Reroll():
            return T("a new roll; your pieces may run again")
        case Stay():
            return T("your turn ends")
        case _:
            raise LookupError(f"{candidate.move} is nobody's choice")


def _hint_of_run(steps: int, losses: tuple[Loss, ...]) -> Text:
    cost = TN("{count} step", "{count} steps", steps)
    if not losses:
        return cost
    owner = Seat(losses[0].owner)
    if losses[0].cause == "totem":
        return T("{steps}; {owner} is out", steps=cost, owner=owner)
    if len(losses) == 1:
        return T("{steps}; eliminates {owner}’s piece on {cell}", steps=cost, owner=owner, cell=NAMES[losses[0].cell])
    return TN(
        "{steps}; eliminates {owner}’s piece on {cell} and {count} more piece",
        "{steps}; eliminates {owner}’s piece on {cell} and {count} more pieces",
        len(losses) - 1,
        steps=cost,
        owner=owner,
        cell=NAMES[losses[0].cell],
    )
