"""Errors of the engines.

::

    ValueError
    └── GameError                 carries one translatable sentence
        ├── InvalidOptionsError   options or number of players that the game does not have
        ├── InvalidPositionError  a position text that cannot be read
        └── MoveError
            ├── InvalidMoveError    the text is no move in this game's notation
            ├── IllegalMoveError    a move, but not one of this position
            └── AmbiguousMoveError  the text fits several legal moves
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engines.text import T, Text, excerpt


class GameError(ValueError):
    """Base class of the engines' errors."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason)
        self.reason = reason
        """One sentence for the person who asked: what was wrong and, where it helps, what to do."""

    def __str__(self) -> str:
        return str(self.reason)


class InvalidOptionsError(GameError):
    """The match cannot be set up with these options or this number of players."""


class InvalidPositionError(GameError):
    """The text is not a valid position of this game."""


def invalid_position(game: str, what: Text) -> InvalidPositionError:
    """The error for a position text of the game with this title; ``what`` is wrong with it."""
    return InvalidPositionError(T("This is not a position of {game}: {what}.", game=game, what=what))


def invalid_field(game: str, field: Text, value: str) -> InvalidPositionError:
    """The error for a position text in which the field ``field`` has the invalid content ``value``."""
    return invalid_position(game, T("“{value}” cannot be read as {field}", value=excerpt(value), field=field))


class MoveError(GameError):
    """Base class of the three errors about moves."""

    def name_part(self, number: int) -> None:
        """Say which part of a typed turn is refused, counted from 1, and that the others were not played either."""
        self.reason = T("Part {number}: {reason} Nothing was played.", number=number, reason=self.reason)


class InvalidMoveError(MoveError):
    """The text is not a move in this game's notation."""


class IllegalMoveError(MoveError):
    """The move exists in the notation but not in this position."""

    def __init__(self, reason: Text, places: Sequence[str] = ()) -> None:
        super().__init__(reason)
        self.places = tuple(dict.fromkeys(places))
        """The cells that forbid the move, each once, by their names in the notation; none where the reason has
        no place."""
        self.earlier: tuple[Any, ...] = ()
        """The legal moves of the same turn before it; the places are cells of the position after them."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is illegal."""

    reason: Text
    """One sentence or two."""
    places: tuple[str, ...] = ()
    """See :attr:`IllegalMoveError.places`. Only what the player may know of the position decides them."""

    def error(self) -> IllegalMoveError:
        """The error that says this."""
        return IllegalMoveError(self.reason, self.places)

    def error_about(self, text: str) -> IllegalMoveError:
        """The error that says this about a typed text."""
        reason = T("“{text}” is not possible. {reason}", text=excerpt(text), reason=self.reason)
        return IllegalMoveError(reason, self.places)


class AmbiguousMoveError(MoveError):
    """The text fits more than one legal move."""

    def __init__(self, reason: Text, candidates: Sequence[str]) -> None:
        super().__init__(reason)
        self.candidates = tuple(candidates)
        """The moves that it fits, in human notation."""


def seat_cannot_be_taken_over() -> IllegalMoveError:
    """The error of :meth:`engines.game.Game.take_over` for a seat with nothing left to play."""
    return IllegalMoveError(T("This seat cannot be taken over."))
