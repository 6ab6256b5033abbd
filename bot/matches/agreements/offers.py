"""Offers between players: draw, abort, undo, rematch, pause, another channel."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from bot.matches.agreements.computer_agreement import computer_against_draw, require_draw_with_computers
from bot.matches.agreements.offer_checks import prepare_offer, require_offerable
from bot.matches.agreements.offer_texts import declined, other_terms, proposal, undone, withdrawn
from bot.matches.agreements.pauses import Pauses, check_pause, pause_days
from bot.matches.clocks.match_clocks import MatchClocks
from bot.matches.context import Context
from bot.matches.errors import ExpiredOfferError, OfferError
from bot.matches.lobby.limits import require_room_for_all
from bot.matches.lobby.seating import check_levels
from bot.matches.model import position as position_of
from bot.matches.model.log import Record
from bot.matches.model.match import (
    Match,
    MatchChannel,
    MatchStatus,
    MoveTerms,
    Offer,
    OfferKind,
    PauseTerms,
    ReplaceTerms,
    UndoTerms,
    has_lasting_board,
    seated_at,
)
from bot.matches.model.outbox_messages import Notice, RemoveButtons
from bot.matches.model.rng import KEY_BYTES
from bot.matches.model.views import active_people, timed_out_players
from bot.matches.play.loader import Loader
from bot.matches.play.writer import MatchWriter
from bot.matches.seats.replacement import Replacement
from bot.matches.servers.channels import relocate
from bot.matches.store import matches as match_store
from bot.matches.store import offers as offer_store
from bot.matches.store.seats import abandoned_by
from bot.matches.store.timeouts import auto_moves
from bot.storage.database import Reader, Transaction
from engines.game import HasRoles, Player
from engines.text import T, Text


class Offers:
    """Makes, answers and applies offers. An undo is requested in :mod:`bot.matches.play.undo`."""

    def __init__(
        self,
        context: Context,
        loader: Loader,
        writer: MatchWriter,
        clocks: MatchClocks,
        pauses: Pauses,
        replacement: Replacement,
    ) -> None:
        self._clock = context.clock
        self._db = context.database
        self._entropy = context.entropy
        self._games = context.games
        self._locks = context.locks
        self._outbox = context.outbox
        self._loader = loader
        self._writer = writer
        self._clocks = clocks
        self._pauses = pauses
        self.replacement = replacement
        """Gives seats to computer players, by agreement or by a vote after a timeout."""

    async def open_in(self, match_id: int) -> Sequence[Offer]:
        """Return the open offers of a match, oldest first.

        Raises:
            MatchNotFoundError
        """
        record = await self._loader.load(match_id)
        return await self._db.read_snapshot(lambda db: self.read(db, record))

    async def propose_move(self, match_id: int, user_id: int, channel: MatchChannel) -> Offer | None:
        """Propose to move the match to another channel, or agree to that.

        If the channel is unreachable, any player may move the match without asking.

        Returns:
            The open offer, or ``None`` if the match has moved.

        Raises:
            MatchNotFoundError, MatchNotStartedError, MatchOverError, NotSeatedError
            OfferError: another channel is proposed, or this user has already agreed.
        """
        terms = MoveTerms(channel.guild_id, channel.channel_id, channel.is_forum)
        return await self.offer(match_id, user_id, OfferKind.MOVE, terms)

    async def propose_computer(self, match_id: int, user_id: int, seat: Player, level: int) -> Offer | None:
        """Propose that a computer player takes over a seat, or agree to that.

        Returns:
            The open offer, or ``None`` if it has taken the seat.

        Raises:
            MatchNotFoundError, MatchNotStartedError, MatchOverError, NotSeatedError
            TableError: there is no such level.
            OfferError: the seat cannot be replaced, another is proposed, or this user has already agreed.
        """
        check_levels([level])
        return await self.offer(match_id, user_id, OfferKind.REPLACE, ReplaceTerms(seat, level))

    async def offer(
        self,
        match_id: int,
        user_id: int,
        kind: OfferKind,
        terms: MoveTerms | ReplaceTerms | None = None,
        *,
        days: int | None = None,
    ) -> Offer | None:
        """Make an offer, or agree to the open one.

        ``terms``: where to move the match, or which seat a computer player takes over; ``days``: the length of a pause.

        Returns:
            The open offer, or ``None`` if this was the last vote needed and it was applied.

        Raises:
            MatchNotFoundError, MatchNotStartedError, MatchOverError, NotSeatedError
            OfferError: it cannot be offered (now), or this user has already offered or accepted it.
        """

        def work(tx: Transaction) -> Offer | None:
            record = self._loader.find(tx, match_id)
            match = record.match
            player = self._require_voter(record, user_id, kind)
            open_offer = self.find_open(tx, record, kind)
            if kind is OfferKind.MOVE and terms is None:
                raise OfferError(T("Choose the channel for the match: /match action: move."))
            is_unreachable = kind is OfferKind.MOVE and match.unreachable_since is not None
            if open_offer is not None and not is_unreachable:
                if kind in (OfferKind.MOVE, OfferKind.REPLACE) and open_offer.terms != terms:
                    raise other_terms(kind)
                return self._agree(tx, match, open_offer, player)[1]
            prepare_offer(tx, match, kind)
            if kind is OfferKind.REPLACE:
                awaited = self._voters_on_seat(tx, record, player, terms)
            else:
                awaited = tuple(seat for seat in self._required_voters(tx, record, kind) if seat != player)
            check_pause(days)
            offered = PauseTerms(days) if kind is OfferKind.PAUSE else terms
            proposed = Offer(match_id, kind, player, (player,), awaited, self._clock(), offered)
            if not awaited or is_unreachable:
                self.apply_offer(tx, match, proposed)
                return None
            offer_store.save(tx, proposed)
            users = [seat.user_id for seat in match.seats if seat.player in awaited]
            said = Notice(match_id, proposal(match, proposed), users, kind, days=days)
            if isinstance(terms, MoveTerms):
                said = replace(said, guild_id=terms.guild, channel_id=terms.channel)
            self._outbox.enqueue(tx, said)
            return proposed

        async with self._locks.of(match_id):
            return await self._db.write(work)

    async def answer(self, match_id: int, user_id: int, kind: OfferKind, *, accept: bool) -> Match:
        """Accept or decline an offer. Declining after offering or accepting withdraws it.

        Returns:
            The match afterwards: drawn, aborted, with its ``rematch_id``, or unchanged while votes are missing.

        Raises:
            MatchNotFoundError, MatchNotStartedError, MatchOverError, NotSeatedError
            OfferError: no such offer is open, or this user has already accepted it.
        """

        def work(tx: Transaction) -> Match:
            record = self._loader.find(tx, match_id)
            match = record.match
            player = self._require_voter(record, user_id, kind)
            open_offer = self.find_open(tx, record, kind)
            if open_offer is None:
                raise ExpiredOfferError(T("This offer is no longer open: it was answered, or the match has moved on."))
            if player not in (*open_offer.needed, *open_offer.accepted):
                raise OfferError(T("This offer is not addressed to you."))
            if accept:
                return self._agree(tx, match, open_offer, player)[0]
            offer_store.close(tx, match.id, kind)
            said = withdrawn(kind, player) if player in open_offer.accepted else declined(kind, player)
            self._outbox.enqueue(tx, Notice(match.id, said))
            return match

        async with self._locks.of(match_id):
            return await self._db.write(work)

    def match_advanced(self, tx: Transaction, record: Record, moved: Record, acted: Collection[Player]) -> Record:
        """Close offers about the turn before, and those that no active player supports or can answer: eliminated
        players have no vote.
        """
        if moved.attached.offers:
            offer_store.close(tx, moved.match.id, OfferKind.UNDO)
            before, left = self._voters(record, OfferKind.PAUSE), self._voters(moved, OfferKind.PAUSE)
            open_offer = self.read(tx, moved) if set(left) < set(before) else ()
            if any(not offer.needed or not set(offer.accepted) & set(left) for offer in open_offer):
                self._writer.cancel_offers(tx, moved.match.id)
            elif not any(_awaits_replacement(offer, acted) for offer in self.read(tx, moved)):
                offer_store.close(tx, moved.match.id, OfferKind.REPLACE)  # that player is back, or someone else is
        return moved

    def apply_agreed_offers(self, tx: Transaction, record: Record) -> None:
        """Apply offers that need no more votes; votes of players who are out of time are not waited for."""
        for offer in self.read(tx, record):
            match = self._loader.find(tx, record.match.id).match
            refused = offer.kind is OfferKind.DRAW and computer_against_draw(tx, match) is not None
            if not (offer.needed or refused) and match.status is MatchStatus.RUNNING and match.paused_at is None:
                self.apply_offer(tx, match, offer)

    def _voters(self, record: Record, kind: OfferKind) -> tuple[Player, ...]:
        """Return the voters of an offer: all active people; for a rematch, everyone who has a seat."""
        match = record.match
        if kind is OfferKind.REMATCH or match.status is not MatchStatus.RUNNING or record.state is None:
            return tuple(seat.player for seat in match.people)
        game = self._loader.game(match)
        return active_people(game, match, game.load_state(record.state))

    def _required_voters(self, db: Reader, record: Record, kind: OfferKind) -> tuple[Player, ...]:
        """Return the voters an offer needs. Absent players block nothing: players who are out of time or have an
        auto-move are not needed, nor, for a rematch, players who abandoned the match, if enough others remain.
        """
        match, asked = record.match, self._voters(record, kind)
        if kind is not OfferKind.REMATCH:
            away = {*timed_out_players(match), *auto_moves(db, match.id)}
            return tuple(player for player in asked if player not in away)
        left = abandoned_by(db, match.id)
        here = tuple(seat.player for seat in match.people if seat.user_id not in left)
        enough = len(here) + len(match.seats) - len(match.people) >= self._loader.game(match).info.min_players
        return here if enough else asked

    def read(self, db: Reader, record: Record) -> list[Offer]:
        """Return the open offers of a match, oldest first."""
        found = offer_store.read(db, record.match, lambda kind: self._required_voters(db, record, kind))
        found = [_without_timed_out(offer, timed_out_players(record.match)) for offer in found]
        return [self._with_voters_on_seat(db, record, offer) for offer in found if self._is_possible(record, offer)]

    def _is_possible(self, record: Record, offer: Offer) -> bool:
        """Return whether an offer still has a subject: the holder of a seat may be back, or another person have it."""
        if offer.kind is not OfferKind.REPLACE:
            return True
        return offer.terms_as(ReplaceTerms).seat in self.replacement.seats_open_to(record, offer.by)

    def _with_voters_on_seat(self, db: Reader, record: Record, offer: Offer) -> Offer:
        if offer.kind is not OfferKind.REPLACE:
            return offer
        voters = self._voters_on_seat(db, record, offer.by, offer.terms_as(ReplaceTerms))
        return replace(offer, needed=tuple(player for player in voters if player not in offer.accepted))

    def _voters_on_seat(
        self, db: Reader, record: Record, by: Player, terms: MoveTerms | ReplaceTerms | None
    ) -> tuple[Player, ...]:
        """Return who else must agree that a computer player takes over a seat: the people who stay. Nobody hands over
        a seat without the consent of another person, so that absent ones are waited for if nobody else is left.

        Raises:
            OfferError: a player may not propose it for this seat.
        """
        if not isinstance(terms, ReplaceTerms) or terms.seat not in self.replacement.seats_open_to(record, by):
            raise OfferError(
                T(
                    "A computer player can take over a seat whose player has left or run out of time, or your own seat"
                    " while another person stays."
                )
            )
        staying = [player for player in self._required_voters(db, record, OfferKind.REPLACE) if player != by]
        if terms.seat == by and not staying:
            staying = [player for player in self._voters(record, OfferKind.REPLACE) if player != by]
        return tuple(player for player in staying if player != terms.seat)

    def find_open(self, db: Reader, record: Record, kind: OfferKind) -> Offer | None:
        """Return the open offer of a kind, if there is one."""
        return next((offer for offer in self.read(db, record) if offer.kind is kind), None)

    def _require_voter(self, record: Record, user_id: int, kind: OfferKind) -> Player:
        """Return the seat of a user who may vote on such an offer now.

        Raises:
            MatchNotStartedError, MatchOverError, NotSeatedError, OfferError: not now, or not this user.
        """
        player = require_offerable(record.match, user_id, kind)
        if player not in self._voters(record, kind):
            raise OfferError(T("You are out of this match. Only players who are still in it can decide this."))
        return player

    def _agree(self, tx: Transaction, match: Match, offer: Offer, player: Player) -> tuple[Match, Offer | None]:
        """Add a vote; return the match and, unless that was the last vote needed, the open offer."""
        if player in offer.accepted and offer.needed:
            if player == offer.by:
                raise OfferError(T("You have already offered this, and it has not been answered yet."))
            raise OfferError(T("You have already agreed. Another player has not answered yet."))
        needed = tuple(seat for seat in offer.needed if seat != player)
        if not needed:
            if offer.kind is OfferKind.DRAW:  # they may expect more than when it was offered
                require_draw_with_computers(tx, match)
            return self.apply_offer(tx, match, replace(offer, accepted=(*offer.accepted, player))), None
        agreed = replace(offer, accepted=(*offer.accepted, player), needed=needed)
        offer_store.save(tx, agreed)
        return match, agreed

    def apply_offer(self, tx: Transaction, match: Match, offer: Offer) -> Match:
        """Apply an offer that all required voters have accepted."""
        kind = offer.kind
        if kind is OfferKind.MOVE:
            where = offer.terms_as(MoveTerms)
            channel = MatchChannel(where.guild, where.channel, is_forum=where.forum)
            return relocate(tx, self._outbox, self._clocks, match, channel)
        if kind is OfferKind.DRAW:
            result = T("The match ends in a draw by agreement.")
            return self._end(tx, match, MatchStatus.FINISHED, result, "agreement")
        if kind is OfferKind.ABORT:
            result = T("The match ends without a result by agreement.")
            return self._end(tx, match, MatchStatus.ABORTED, result, "abort")
        if kind is OfferKind.UNDO:
            return self._undo(tx, offer)
        if kind is OfferKind.PAUSE:
            return self._pauses.pause(tx, match, pause_days(offer))
        if kind is OfferKind.RESUME:
            return self._pauses.resume(tx, match)
        if kind is OfferKind.REPLACE:
            offer_store.close(tx, match.id, kind)
            terms = offer.terms_as(ReplaceTerms)
            return self.replacement.replace_players(tx, self._loader.find(tx, match.id), {terms.seat: terms.level})
        offer_store.close(tx, match.id, kind)
        # The rematch is announced where it is played.
        for message in offer_store.resolved_messages(tx, match.id):
            self._outbox.enqueue(tx, RemoveButtons(match.id, message.message_id, message.channel_id))
        return self._start_rematch(tx, match, offer.accepted)

    def _end(self, tx: Transaction, match: Match, status: MatchStatus, result: Text, termination: str) -> Match:
        record = self._loader.find(tx, match.id)
        self._writer.end(tx, match, status, result, termination)
        now = self._clock()
        return replace(match, status=status, result=result, to_move=(), ended_at=now, key=record.secret.hex())

    def _undo(self, tx: Transaction, offer: Offer) -> Match:
        """Restore the position before a turn and post a new board."""
        record, terms = self._loader.find(tx, offer.match_id), offer.terms_as(UndoTerms)
        game = self._loader.game(record.match)
        advance = self._writer.prepare(
            record, position_of.position_between_turns(game.load_state(record.state or ""), record.match.ply)
        )
        advance.undo(offer.by, terms.ply, game.load_state(terms.state), part=terms.part)
        if not has_lasting_board(record.match):  # else the only person sees it go back on the same board
            self._outbox.enqueue(tx, Notice(offer.match_id, undone(offer)))
        return self._writer.write(tx, record, advance).match

    def _start_rematch(self, tx: Transaction, match: Match, accepted: Collection[Player]) -> Match:
        """Start the rematch: same channel, game and options; seats rotate by one, the first becomes last.

        One person against computer players keeps the seat where it may have a role.
        A player who abandoned the match takes part only after accepting.

        Raises:
            LimitError: a player already plays the maximum number of matches on this server.
        """
        require_room_for_all(tx, match)
        rules = self._games.get(match.game) or self._loader.game(match)
        away = abandoned_by(tx, match.id)
        again = [seat for seat in match.seats if seat.user_id not in away or seat.player in accepted]
        shift = 0 if match.is_alone and isinstance(rules, HasRoles) else 1
        seats = tuple(seated_at(player, again[(player + shift) % len(again)]) for player in range(len(again)))
        table = replace(
            match,
            rules_version=rules.info.rules_version,
            seats=seats,
            invited=(),
            created_at=self._clock(),
            given=0,
            given_turns=0,
        )
        rematch_id = match_store.insert_match(tx, table, self._entropy(KEY_BYTES))
        match_store.set_rematch(tx, match.id, rematch_id)
        self._writer.start(tx, self._loader.find(tx, rematch_id))
        return replace(match, rematch_id=rematch_id)


def _awaits_replacement(offer: Offer, acted: Collection[Player]) -> bool:
    """Return whether a computer player is proposed for a seat whose holder is not back: for that of who proposes it,
    or of a player who has not ``acted`` now.
    """
    if offer.kind is not OfferKind.REPLACE:
        return False
    seat = offer.terms_as(ReplaceTerms).seat
    return seat == offer.by or seat not in acted


def _without_timed_out(offer: Offer, late: Collection[Player]) -> Offer:
    """Return the offer without votes of players who have run out of time since, if it is an undo of the last turn.

    A new undo offer would not need them either; see :mod:`bot.matches.play.undo`.
    """
    if offer.kind is not OfferKind.UNDO or offer.terms_as(UndoTerms).since:
        return offer
    return replace(offer, needed=tuple(player for player in offer.needed if player not in late))
