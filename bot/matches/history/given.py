"""The given entries of a copy: the log of another match up to a ply, without anything about who played it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.matches.model.log import Entry, EntryKind, SubstitutionNames, dump_names, load_names, ply_undone_to
from bot.matches.model.match import Match
from bot.matches.model.position import Position, entries_by_turn, first_position, replay
from engines.game import Player
from engines.registry import AnyGame

NEWCOMER = "Another player"
"""The name of the user who has taken over a seat: data, as every name, and so the same in every language."""


@dataclass(frozen=True, slots=True)
class Given:
    """What a copy begins with."""

    entries: Sequence[Entry]
    turns: int
    """How many turns of the entries are over."""
    position: Position
    """The position that they lead to."""


def given_from(game: AnyGame, match: Match, log: Sequence[Entry], at: int) -> Given:
    """Return the beginning of a copy that is made at ``at`` (unix seconds), from the log of a match up to there.

    Raises:
        GameError: an entry does not fit.
    """
    start = first_position(game, len(match.seats), match.options)
    entries = given_entries(log, at)
    return Given(entries, whole_turns(game, start, entries), replay(game, start, entries))


def given_entries(entries: Sequence[Entry], at: int) -> list[Entry]:
    """Return the entries that lead to the position after a log, numbered from 1.

    What was taken back is left out, and so are seats that were handed over, since the position is the same. Times
    become ``at``, takeovers lose their names, and chance moves use no draw: the first one of the copy is still 0.
    """
    standing = (entry for entry in standing_entries(entries) if not _was_handed_over(entry))
    return [
        replace(entry, ply=ply, move=_without_names(entry), first_draw=_first_draw(entry.kind), at=at)
        for ply, entry in enumerate(standing, 1)
    ]


def uses_no_draw(entry: Entry) -> bool:
    """Return whether a given entry is stored as one that uses no draw."""
    return entry.first_draw == _first_draw(entry.kind)


def _first_draw(kind: EntryKind) -> int | None:
    return 0 if kind is EntryKind.CHANCE else None


def whole_turns(game: AnyGame, start: Position, given: Sequence[Entry]) -> int:
    """Return how many turns of given entries are over; deals and rolls before the first are none.

    Raises:
        GameError: an entry does not fit.
    """
    turns = 0
    for entry in entries_by_turn(game, start, given):
        turns = entry.turn if entry.after.complete_steps else entry.turn - 1
    return max(turns, 0)


def players_gone(entries: Sequence[Entry]) -> frozenset[Player]:
    """Return the players who have left by the end of a log, and whose seats nobody has taken over since."""
    gone: set[Player] = set()
    for entry in entries:
        if entry.kind is EntryKind.WITHDRAW:
            gone.add(entry.player)
        elif entry.kind is EntryKind.TAKEOVER:
            gone.discard(entry.player)
    return frozenset(gone)


def standing_entries(entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries whose effect is in the position after the last one, oldest first."""
    last, before = [0], {0: 0}
    for entry in entries:
        if entry.kind is EntryKind.UNDO:
            last.append(last[ply_undone_to(entry)])
        else:
            before[entry.ply] = last[-1]
            last.append(entry.ply)
    found, ply = [], last[-1]
    while ply:
        found.append(entries[ply - 1])
        ply = before[ply]
    return found[::-1]


def _was_handed_over(entry: Entry) -> bool:
    return entry.kind is EntryKind.TAKEOVER and load_names(entry.move).handed_over


def _without_names(entry: Entry) -> str:
    """Return the move of an entry, in which a takeover names the seat alone."""
    if entry.kind is not EntryKind.TAKEOVER:
        return entry.move
    return dump_names(SubstitutionNames(f"Player {entry.player + 1}", NEWCOMER))
