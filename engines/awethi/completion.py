"""Autocompletion of a typed turn: legal continuations only."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from engines.awethi import observe
from engines.awethi.boards import FOREST
from engines.awethi.grammar import first_typed, plain
from engines.awethi.herd import caught_after
from engines.awethi.moves import Choose, Hunt, Move, Walk, end_text
from engines.awethi.notation import meant, write
from engines.awethi.observation import KINDS
from engines.awethi.rules import average, herder_to_move, legal_moves
from engines.awethi.squares import NAMES
from engines.awethi.state import State
from engines.awethi.texts import kind_name
from engines.awethi.turns import apply
from engines.bitsets import members_of
from engines.errors import MoveError
from engines.game import Completion, Player
from engines.text import TN, Seat, T, Text


class _Candidate(NamedTuple):
    """A legal move that fits what is typed; the tuples sort the most useful first."""

    rank: tuple[int, ...]
    order: int
    move: Move


def complete(state: State, player: Player, text: str, limit: int) -> tuple[Completion, ...]:
    """The typed part of a turn with each possible next move. Catches and prey come first."""
    return tuple(islice(_completions(state, player, text), limit))


def _completions(state: State, player: Player, text: str) -> Iterator[Completion]:
    done: list[str] = []
    rest = plain(text)
    while True:
        for candidate in sorted(_fitting(state, player, rest), key=lambda candidate: candidate[:2]):
            yield Completion(" ".join((*done, write(candidate.move))), _hint(state, candidate.move))
        move, after = _typed_out(state, player, rest)
        if move is None:
            return
        done.append(write(move))
        state, rest = apply(state, player, move), after


def _typed_out(state: State, player: Player, rest: str) -> tuple[Move | None, str]:
    """The legal move at the beginning of the rest, if it is complete, and the text after it."""
    one = first_typed(rest)
    if one is None:
        return None, rest
    try:
        return meant(state, player, one[0], rest), one[1]
    except MoveError:  # illegal, or still ambiguous
        return None, rest


def _fitting(state: State, player: Player, rest: str) -> Iterator[_Candidate]:
    """The legal moves whose text begins with the rest."""
    typed = rest.replace(" ", "")
    for order, move in enumerate(legal_moves(state, player)):
        if any(alias.startswith(typed) for alias in _aliases(state, move)):
            yield _Candidate(_rank(state, move), order, move)


def _aliases(state: State, move: Move) -> tuple[str, ...]:
    """Texts that a player may type for the move, without spaces and signs."""
    match move:
        case Walk(awethi, die, end):
            number = die or average(state)
            return f"{awethi + 1}{number}{end_text(end)}", f"{awethi + 1}{end_text(end)}", end_text(end)
        case Hunt(wairgk, end):
            return f"w{wairgk + 1}{NAMES[end]}", NAMES[end]
        case Choose(way):
            return write(move), way
        case _:
            return (write(move),)


def _rank(state: State, move: Move) -> tuple[int, ...]:
    """Sort key: most catches first, moves that free an aiwe or the wairgka last; big prey first."""
    match move:
        case Walk(awethi, _, end):
            square = observe.landing(state, awethi, end)
            catches, frees = caught_after(state, herder_to_move(state), awethi, square)
            loose = not state.unleashed and FOREST >> square & 1
            return -catches.bit_count(), frees.bit_count(), int(loose)
        case Hunt(_, end):
            prey = observe.prey_of(state, end)
            return (0 if prey is None else -1 - KINDS.index(prey[1]),)
        case _:
            return (0,)


def _hint(state: State, move: Move) -> Text | None:
    """A few words on what a move does; at most 100 characters in English."""
    match move:
        case Walk(awethi, _, end):
            return _hint_of_walk(state, awethi, observe.landing(state, awethi, end))
        case Hunt(wairgk, end):
            prey = observe.prey_of(state, end)
            if prey is None:
                return T("from {start}", start=NAMES[state.wairgka[wairgk]])
            return T("eats {owner}’s {kind}", owner=Seat(prey[0]), kind=kind_name(prey[1]))
        case Choose("each"):
            return T("a die for each awéthi: {dice}", dice=" ".join(map(str, state.dice or ())))
        case _:
            return TN(
                "every awéthi moves {count} square: the average, rounded down",
                "every awéthi moves {count} squares: the average, rounded down",
                average(state),
            )


def _hint_of_walk(state: State, awethi: int, square: int) -> Text:
    number = herder_to_move(state)
    catches, frees = caught_after(state, number, awethi, square)
    if catches:
        names = ", ".join(NAMES[one] for one in members_of(catches))
        return TN("catches the aiwe on {squares}", "catches the aiwe on {squares}", catches.bit_count(), squares=names)
    if not state.unleashed and FOREST >> square & 1:
        return T("lets the wairgka loose")
    if frees:
        names = ", ".join(NAMES[one] for one in members_of(frees))
        return TN("frees the aiwe on {squares}", "frees the aiwe on {squares}", frees.bit_count(), squares=names)
    return T("from {start}", start=NAMES[state.herders[number].awethi[awethi]])
