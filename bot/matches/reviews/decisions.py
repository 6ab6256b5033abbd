"""The decisions of people in a match, as a log tells them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.matches.history.given import standing_entries
from bot.matches.model.log import Entry, EntryKind
from bot.matches.model.match import Match
from bot.matches.model.position import TurnEntry, entries_by_turn, first_position, phrases_of
from engines.game import Player
from engines.registry import AnyGame
from engines.text import Text, listed


@dataclass(frozen=True, slots=True)
class PersonsDecision:
    """What a person decided: moves up to the end of the turn or the next chance move."""

    player: Player
    ply: int
    """The ply before its first move."""
    state: Any
    """The position before."""
    observation: Any
    """What the player knew."""
    moves: tuple[str, ...]
    """Encoded."""


def decisions_of(game: AnyGame, match: Match, log: Sequence[Entry]) -> list[PersonsDecision]:
    """Return the decisions of the people who hold a seat at the end, oldest first.

    Left out are decisions that were taken back or replaced, those given to a copy, and those of former holders.

    Raises:
        GameError: an entry does not fit.
    """
    people = {seat.player for seat in match.people}
    start = first_position(game, len(match.seats), match.options)
    found: list[list[TurnEntry]] = []
    standing = standing_entries(log)
    for made in entries_by_turn(game, start, standing):
        entry = made.entry
        if entry.kind is EntryKind.TAKEOVER:
            found = [moves for moves in found if moves[0].entry.player != entry.player]
        elif entry.kind is EntryKind.MOVE and entry.player in people and entry.ply > match.given:
            if _goes_on(game, found, made):
                found[-1].append(made)
            else:
                found = [moves for moves in found if not _is_replaced(game, moves, made)]
                found.append([made])
    return [_decision(game, moves) for moves in found]


def _goes_on(game: AnyGame, found: Sequence[Sequence[TurnEntry]], made: TurnEntry) -> bool:
    """Whether a move belongs to the decision before it: nothing came between, and the turn has not ended."""
    if not found:
        return False
    last = found[-1][-1]
    return (
        last.entry.player == made.entry.player
        and last.after.state is made.before.state
        and not game.turn_ended(last.after.state)
        and not game.info.is_simultaneous
    )


def _is_replaced(game: AnyGame, moves: Sequence[TurnEntry], made: TurnEntry) -> bool:
    """Whether a decision of a simultaneous turn was replaced by a later one."""
    same_turn = moves[0].turn == made.turn and moves[0].entry.player == made.entry.player
    return game.info.is_simultaneous and same_turn


def _decision(game: AnyGame, moves: Sequence[TurnEntry]) -> PersonsDecision:
    first = moves[0]
    player, before = first.entry.player, first.before
    return PersonsDecision(
        player,
        first.entry.ply - 1,
        before.state,
        game.observe(before.state, player, before.steps),
        tuple(one.entry.move for one in moves),
    )


def phrased(game: AnyGame, decision: PersonsDecision, moves: Sequence[str]) -> Text:
    """Return moves in a decision's position as sentences tell them."""
    made = [game.decode_move(text) for text in moves]
    return listed(phrases_of(game, decision.state, decision.player, made))
