"""Pauses of matches, with or without an agreed end."""

from __future__ import annotations

from bot.matches.clocks.match_clocks import MatchClocks
from bot.matches.context import Context
from bot.matches.errors import OfferError
from bot.matches.jobs.idle_limits import stale_match_due, stale_pause_due
from bot.matches.model.jobs import PauseEnd
from bot.matches.model.match import Match, Offer, OfferKind, PauseTerms
from bot.matches.model.outbox_messages import Notice
from bot.matches.model.time_control import DAY
from bot.matches.play.events import MatchEvents
from bot.matches.play.loader import Loader
from bot.matches.play.writer import MatchWriter
from bot.matches.store import matches as match_store
from bot.matches.store import offers as offer_store
from bot.storage.database import Transaction
from engines.text import TN, T, Text

MAX_PAUSE_DAYS = 90
"""Longest pause with an end, in days."""


class Pauses:
    """Pauses and resumes matches."""

    def __init__(
        self, context: Context, loader: Loader, writer: MatchWriter, clocks: MatchClocks, events: MatchEvents
    ) -> None:
        self._clock = context.clock
        self._db = context.database
        self._locks = context.locks
        self._outbox = context.outbox
        self._schedule = context.schedule
        self._loader = loader
        self._writer = writer
        self._clocks = clocks
        self._events = events

    async def resume_when_due(self, job: PauseEnd) -> None:
        """Resume a paused match on the agreed day."""
        match_id = job.match_id

        def work(tx: Transaction) -> None:
            record = match_store.find_match(tx, match_id)
            match = None if record is None else record.match
            if match is None or match.resumes_at is None:
                self._schedule.cancel(tx, PauseEnd, match_id)
            elif match.resumes_at <= self._clock():
                self._resume(tx, match, T("The agreed pause is over, and the match resumes."))
            else:
                self._schedule.enqueue(tx, PauseEnd(match_id), match.resumes_at)

        async with self._locks.of(match_id):
            await self._db.write(work)

    def pause(self, tx: Transaction, match: Match, days: int | None) -> Match:
        """Pause a match for a number of days, or (``None``) until all players agree to resume."""
        now = self._clock()
        resumes_at = None if days is None else now + days * DAY
        if not match_store.pause(tx, match.id, now, resumes_at):
            raise already_paused()
        self._clocks.stop(tx, match.id)
        offer_store.close(tx, match.id, OfferKind.PAUSE)
        self._schedule.enqueue(tx, *stale_pause_due(match.id, now))
        if resumes_at is not None:
            self._schedule.enqueue(tx, PauseEnd(match.id), resumes_at)
        for react in self._events.paused:
            react(tx, match)
        self._outbox.enqueue(tx, Notice(match.id, _paused(match, days), resume=True))
        self._writer.show_deadlines_of(tx, match)
        return self._loader.find(tx, match.id).match

    def resume(self, tx: Transaction, match: Match) -> Match:
        """Resume a match by agreement."""
        return self._resume(tx, match, T("The match continues."))

    def _resume(self, tx: Transaction, match: Match, said: Text) -> Match:
        if not match_store.resume(tx, match.id):
            raise not_paused()
        resumed = self._loader.find(tx, match.id).match
        if not resumed.clocks_stopped:
            self._clocks.resume(tx, resumed)
        for react in self._events.resumed:
            react(tx, self._loader.find(tx, match.id).match)
        offer_store.close(tx, match.id, OfferKind.RESUME)
        self._schedule.cancel(tx, PauseEnd, match.id)
        self._schedule.enqueue(tx, *stale_match_due(match.id, self._clock()))
        users = [seat.user_id for seat in match.people if seat.player in match.to_move]
        turn = self._loader.find(tx, match.id).turn_ply
        self._outbox.enqueue(tx, Notice(match.id, said, users, clocks=True, board=True, turn=turn))
        self._writer.show_deadlines_of(tx, match)
        return self._loader.find(tx, match.id).match


def pause_days(offer: Offer) -> int | None:
    """Return the length of an offered pause; ``None``: until all players agree to resume."""
    return offer.terms_as(PauseTerms).days


def check_pause(days: int | None) -> None:
    """Raise if a pause cannot have this length.

    Raises:
        OfferError: the message says the bounds.
    """
    if days is not None and not 1 <= days <= MAX_PAUSE_DAYS:
        raise OfferError(T("A pause can last 1 to {most} days, or have no end date.", most=MAX_PAUSE_DAYS))


def already_paused() -> OfferError:
    """Return the error for a match that is already paused."""
    return OfferError(T("This match is already paused. To play on, use /match action: resume."))


def not_paused() -> OfferError:
    """Return the error for a match that is not paused."""
    return OfferError(T("This match is not paused."))


def _paused(match: Match, days: int | None) -> Text:
    if match.time_control is None:
        paused = (
            T("The match is paused.")
            if days is None
            else TN("The match is paused for one day.", "The match is paused for {count} days.", days)
        )
    elif days is None:
        paused = T("The match is paused: nobody plays, and all clocks are stopped.")
    else:
        paused = TN(
            "The match is paused for one day: nobody plays, and all clocks are stopped.",
            "The match is paused for {count} days: nobody plays, and all clocks are stopped.",
            days,
        )
    return T("{paused} {way}", paused=paused, way=resume_hint(match, early=days is not None))


def resume_hint(match: Match, *, early: bool) -> Text:
    """Say how to resume a paused match; ``early``: before its agreed end."""
    match early, match.is_alone:
        case True, True:
            return T("To play on earlier, press Resume or use /match action: resume.")
        case True, False:
            return T("To propose playing on earlier, press Resume or use /match action: resume.")
        case False, True:
            return T("To play on, press Resume or use /match action: resume.")
        case _:
            return T(
                "To propose playing on, press Resume or use /match action: resume. The match resumes when the others"
                " accept."
            )
