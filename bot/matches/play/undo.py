"""Taking a turn back: which one, how far, and who has to agree.

What is taken back are the moves that a player has made last in one go: back to the beginning of the turn, or to the
last roll within it, since no undo without consent crosses a roll. The log keeps everything: an undo is an entry of its
own, draws are never used again, and readers of the match see what was taken back.

=============================================  =====================================================================
since those moves                              who has to agree
=============================================  =====================================================================
nothing, and the turn is not over              nobody
nothing else                                   the players to move, who have been notified
a roll or deal, or other players' turns        all active players
a player has left, or taken over a seat        nothing can be taken back
=============================================  =====================================================================

Computer players always agree, but nothing is taken back across a roll in a match with them.

In games with secrets nothing is taken back once it was carried out: what has been shown cannot be forgotten.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.matches.agreements.offers import Offers
from bot.matches.checks import already_played, require_running, require_seat
from bot.matches.context import Context
from bot.matches.errors import OfferError
from bot.matches.model.log import Entry, EntryKind, Record, ply_undone_to
from bot.matches.model.match import Match, Offer, OfferKind, UndoTerms
from bot.matches.model.outbox_messages import Notice
from bot.matches.model.position import Playback, first_position
from bot.matches.model.views import active_people, timed_out_players
from bot.matches.play.loader import Loader
from bot.matches.store import offers as offer_store
from bot.matches.store import turns as turn_store
from bot.storage.database import Reader, Transaction
from engines.game import CHANCE, Player
from engines.registry import AnyGame
from engines.text import TN, Seat, T, Text

KINDS_CROSSED = (EntryKind.WITHDRAW, EntryKind.TAKEOVER)
"""Entries that an undo cannot cross."""

MOST_TAKEN_BACK = 20
"""How often a player can take back parts of one turn: each undo stays in the log forever, and a player who is out of
time gets time again with the next move.
"""

NOTATION_ROOM = 120
"""Maximum characters of the moves in a question."""


@dataclass(frozen=True, slots=True)
class LastTurn:
    """The last moves of a player."""

    ply: int
    """The ply before it."""
    state: Any
    """The state at that ply."""
    since: tuple[Entry, ...]
    """What happened after it and was not taken back, oldest first."""
    unfinished: bool
    """Whether it is a part of a turn that its player continues."""
    moves: tuple[str, ...]
    """The moves in public notation."""

    @property
    def rolls(self) -> int:
        """Return how many deals and rolls followed."""
        return sum(entry.kind is EntryKind.CHANCE for entry in self.since)


def last_turn(game: AnyGame, match: Match, entries: Sequence[Entry], player: Player) -> LastTurn | None:
    """Return a player's last moves that were not taken back; ``None`` if there are none since the given entries."""
    played = Playback(game, first_position(game, len(match.seats), match.options), entries)
    states = [played.position.state]
    # The valid entries at each ply: a chain from the last to the first, which an undo shortens.
    tips: list[_Link | None] = [None]
    for entry in entries:
        states.append(played.step(entry).state)
        if entry.ply <= match.given:
            tips.append(None)
            continue
        tips.append(tips[ply_undone_to(entry)] if entry.kind is EntryKind.UNDO else _Link(entry, tips[-1]))
    link, since = tips[-1], list[Entry]()
    while link is not None and not link.is_move_of(player):
        since.append(link.entry)
        link = link.before
    if link is None:
        return None
    played_last = [link.entry]
    while (
        link.before is not None
        and link.before.is_move_of(player)
        and not game.turn_ended(states[link.before.entry.ply])
    ):
        link = link.before
        played_last.append(link.entry)
    now = states[-1]
    unfinished = not since and player in game.players_to_move(now) and not game.turn_ended(now)
    moves = [
        game.format_move(states[entry.ply - 1], player, game.decode_move(entry.move), None)
        for entry in reversed(played_last)
    ]
    return LastTurn(link.entry.ply - 1, states[link.entry.ply - 1], tuple(reversed(since)), unfinished, tuple(moves))


@dataclass(frozen=True, slots=True)
class _Link:
    """An entry that was not taken back, and the chain of those before it."""

    entry: Entry
    before: _Link | None

    def is_move_of(self, player: Player) -> bool:
        return self.entry.kind is EntryKind.MOVE and self.entry.player == player


class Undo:
    """Takes turns back, or asks the other players to agree."""

    def __init__(self, context: Context, loader: Loader, offers: Offers) -> None:
        self._clock = context.clock
        self._db = context.database
        self._locks = context.locks
        self._outbox = context.outbox
        self._loader = loader
        self._offers = offers

    async def ask_undo(self, match_id: int, user_id: int, ply: int | None = None) -> Offer | None:
        """Take back a player's last moves, or ask the players who must agree.

        ``ply`` is that of the board under which it was asked, if there is one: two presses take back one turn.

        Returns:
            What the others are asked, or ``None`` when nobody needs to agree and it has taken effect.

        Raises:
            MatchNotFoundError, MatchNotStartedError, MatchOverError, NotSeatedError
            OfferError: there is nothing to take back, it is not possible, or it is already proposed.
            AlreadyPlayedError: the match has moved on meanwhile.
        """
        async with self._locks.of(match_id):
            record, entries = await self._db.read_snapshot(lambda db: self._with_entries(db, match_id))
            match, game = record.match, self._loader.game(record.match)
            require_running(match)
            player = require_seat(match, user_id).player
            if ply is not None and ply != match.ply:
                raise already_played()
            if game.info.is_simultaneous:
                raise OfferError(
                    T(
                        "In this game nothing can be taken back once everyone has decided. Until then"
                        " you can change your decision."
                    )
                )
            turn = await asyncio.to_thread(last_turn, game, match, entries, player)
            if turn is None:
                raise OfferError(T("You have played nothing yet that can be taken back."))
            if any(entry.kind in KINDS_CROSSED for entry in turn.since):
                raise OfferError(T("A player has left or joined since your last turn, so it cannot be taken back."))
            if turn.rolls and match.has_computers:
                raise OfferError(
                    T(
                        "Something was rolled or dealt since your last turn. Against the computer, that cannot be taken"
                        " back."
                    )
                )
            if turn.unfinished and _taken_back(entries, player) >= MOST_TAKEN_BACK:
                raise OfferError(
                    T(
                        "You have taken moves back {count} times since another player moved, which is"
                        " the limit. Please finish your turn.",
                        count=MOST_TAKEN_BACK,
                    )
                )
            asked = self._asked_to_undo(record, player, turn)
            terms = UndoTerms(
                ply=turn.ply,
                state=game.dump_state(turn.state),
                asked=(player, *asked),
                moves=_in_short(turn.moves),
                since=len(turn.since),
                part=turn.unfinished,
            )
            proposed = Offer(match_id, OfferKind.UNDO, player, (player,), asked, self._clock(), terms)
            return await self._db.write(lambda tx: self._propose(tx, record, proposed, _request(turn, proposed)))

    async def is_taken_back(self, match: Match, ply: int) -> bool:
        """Return whether the newest entry of a match takes back the turn that ended at a ply."""
        newest = turn_store.entries_of(await self._db.rows(turn_store.LOG, (match.id, match.ply - 1)))
        return any(entry.kind is EntryKind.UNDO and ply_undone_to(entry) < ply for entry in newest)

    def _with_entries(self, db: Reader, match_id: int) -> tuple[Record, list[Entry]]:
        return self._loader.find(db, match_id), turn_store.read_log(db, match_id)

    def _asked_to_undo(self, record: Record, player: Player, turn: LastTurn) -> tuple[Player, ...]:
        """Return the players who must agree. Players who ran out of time need not, unless something was rolled or
        played since: otherwise a roll could be repeated without their consent.
        """
        match, game = record.match, self._loader.game(record.match)
        if turn.unfinished:
            asked: Sequence[Player] = ()
        elif turn.since:
            asked = active_people(game, match, game.load_state(record.state or ""))
        else:
            people = {seat.player for seat in match.people}
            asked = [seat for seat in match.to_move if seat in people and seat not in timed_out_players(match)]
        return tuple(seat for seat in asked if seat != player)

    def _propose(self, tx: Transaction, seen: Record, proposed: Offer, request: Text) -> Offer | None:
        """Ask the others, or execute the undo if nobody needs to agree."""
        record = self._loader.find(tx, proposed.match_id)
        if record.match.ply != seen.match.ply:
            raise already_played()
        open_offer = self._offers.find_open(tx, record, OfferKind.UNDO)
        if open_offer is not None and open_offer.by == proposed.by:
            raise OfferError(T("You have already asked for this. The others have not answered yet."))
        if open_offer is not None:
            raise OfferError(T("Another player has already asked to take a turn back. Answer that first: press More."))
        if not proposed.needed:
            self._offers.apply_offer(tx, record.match, proposed)
            return None
        offer_store.save(tx, proposed)
        users = [seat.user_id for seat in record.match.seats if seat.player in proposed.needed]
        self._outbox.enqueue(tx, Notice(proposed.match_id, request, users, OfferKind.UNDO))
        return proposed


def _request(turn: LastTurn, proposed: Offer) -> Text:
    """Return the question, and what the undo would also take back."""
    asked, player, moves = len(proposed.needed), Seat(proposed.by), _in_short(turn.moves)
    if not turn.since:
        return TN(
            "{player} would like to take back the last turn ({moves}). Do you agree?",
            "{player} would like to take back the last turn ({moves}). Do you all agree?",
            asked,
            player=player,
            moves=moves,
        )
    if turn.rolls:
        return TN(
            "{player} would like to take back a turn ({moves}) and everything played since. What was "
            "rolled since is rolled again. Do you agree?",
            "{player} would like to take back a turn ({moves}) and everything played since. What was "
            "rolled since is rolled again. Do you all agree?",
            asked,
            player=player,
            moves=moves,
        )
    return TN(
        "{player} would like to take back a turn ({moves}) and everything played since. Do you agree?",
        "{player} would like to take back a turn ({moves}) and everything played since. Do you all agree?",
        asked,
        player=player,
        moves=moves,
    )


def _taken_back(entries: Sequence[Entry], player: Player) -> int:
    """Count how often a player has taken moves back since another player moved, left or joined."""
    others = (number for number, entry in enumerate(entries, 1) if entry.player not in (player, CHANCE))
    since = max(others, default=0)
    return sum(entry.kind is EntryKind.UNDO for entry in entries[since:])


def _in_short(moves: Sequence[str]) -> str:
    """Return moves in a line that fits into a sentence."""
    notation = ", ".join(moves)
    return notation if len(notation) <= NOTATION_ROOM else notation[: NOTATION_ROOM - 1].rstrip(" ,") + "…"
