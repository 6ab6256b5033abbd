"""What every part of the match service works with: moving on, beginning, ending."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from bot.matches import offers, repository
from bot.matches.chance import Luck, commitment_of
from bot.matches.digest import seal_names
from bot.matches.idleness import archive_due, stall_due
from bot.matches.loading import Loading
from bot.matches.models import Match, MatchStatus, OfferKind, SeatHolder
from bot.matches.notices import notice
from bot.matches.positions import Position, Progress, standing
from bot.matches.records import EntryKind, Record
from bot.matches.refusals import already_played, not_open, not_running
from bot.matches.results import settle
from bot.matches.timekeeping import Moved
from bot.matches.watchers import tell_watchers
from bot.storage.database import Reader, Transaction
from engines.game import Player
from engines.registry import AnyGame
from engines.text import T, Text


class MatchCore(Loading):
    """The common ground of the parts of :class:`bot.matches.service.MatchService`."""

    # ------------------------------------------------------------------------------------------------- clocks

    def _attends(self) -> bool:
        """Whether appointments with players can be kept now, and no time has to be made up for first."""
        return self._serving

    def retime_player(self, tx: Transaction, user_id: int) -> None:
        """Compute the running deadlines of somebody anew whose rhythm has changed; time that was used stays used."""

    # ---------------------------------------------------------------------------------------------- moving on

    def _progress(self, record: Record, position: Position) -> Progress:
        luck = Luck(record.secret, record.match.id, record.draws)
        return Progress(self._game(record.match), position, luck, self._clock())

    def _moved_on(self, record: Record, progress: Progress, changed: SeatHolder | None = None) -> Record:
        """The record as it will be once the progress is committed, with the seat that it has changed."""
        match, position = record.match, progress.position
        game = self._game(match)
        outcome = game.outcome(position.state)
        is_called = self._called(record, progress) is not None
        seats = tuple(
            changed if changed is not None and seat.player == changed.player else seat for seat in match.seats
        )
        moved = replace(
            match,
            seats=seats,
            ply=position.ply,
            to_move=tuple(game.players_to_move(position.state)),
            moved_at=progress.entries[-1].at if progress.entries else match.moved_at,
            outage=0 if is_called else match.outage,
        )
        if outcome is not None:
            moved = replace(
                moved,
                status=MatchStatus.FINISHED,
                result=outcome.summary,
                ended_at=self._clock(),
                key=record.secret.hex(),
            )
        return replace(
            record,
            match=moved,
            draws=progress.draws,
            state=game.dump_state(position.state),
            trail_ply=position.trail_ply,
            trail_state=_trail_line(game, record, position),
            turn_ply=position.ply if is_called else record.turn_ply,
            termination=None if outcome is None else outcome.termination,
        )

    def _called(self, record: Record, progress: Progress) -> tuple[Player, ...] | None:
        """Whom to call with the new board; ``None`` when no board is due.

        A board is due when a turn ended, somebody else is awaited now, something was rolled or somebody left: not for
        a part of a turn, nor for one decision of a simultaneous turn. Nobody is called twice for one turn.
        """
        to_move = tuple(self._game(record.match).players_to_move(progress.position.state))
        if progress.turn_over:
            return to_move
        newly = tuple(player for player in to_move if player not in record.match.to_move)
        return newly if newly or progress.rolled or progress.left else None

    def _write_progress(self, tx: Transaction, record: Record, progress: Progress, moved: Record) -> Record:
        """Write a progress with what is to be posted about it, if the match still stands where ``record`` says.

        Returns ``moved`` with the clocks as they are then.

        Raises:
            AlreadyPlayedError: it does not.
        """
        match = moved.match
        if not repository.advance(tx, match.id, record.match.ply, moved):
            raise already_played()
        repository.add_entries(tx, match.id, progress.entries)
        offers.close(tx, match.id, OfferKind.UNDO)  # it was about the turn before
        if match.result is not None:
            self._write_end(tx, match, match.status, match.result, moved.termination or "", progress.answered)
            return moved
        if match.pace is not None:
            came = {entry.player for entry in progress.entries if entry.kind is EntryKind.TAKEOVER}
            new_turn = progress.turn_over and not progress.goes_on
            clocks = self._time.turn(tx, record.match, match, new_turn=new_turn, newcomers=came)
            moved = replace(moved, match=replace(match, clocks=clocks))
        called = self._called(record, progress)
        if called is not None:
            told = {"outage": record.match.outage} if record.match.outage else {}
            mentioned = self._mentioned(tx, match, called)
            self._post.about_match(tx, match.id, "turn", {"ply": match.ply, "call": mentioned, **told})
            tell_watchers(tx, self._post, match.id)
        if self._game(match).info.hidden:
            self._write_secrets(tx, record, progress, moved, called)
        acting = {entry.player for entry in progress.entries}
        # Taking something back is no sign that the turn will be played.
        acted = {entry.player for entry in progress.entries if entry.kind is not EntryKind.UNDO}
        moved = self._turned(tx, record, moved, acted)
        self._call_directly(tx, moved.match, [player for player in called or () if player not in acting])
        return moved

    def _mentioned(self, db: Reader, match: Match, called: Collection[Player]) -> tuple[Player, ...]:  # noqa: ARG002
        """Those who are mentioned with a board, of all whom it calls."""
        return tuple(called)

    def _call_directly(self, tx: Transaction, match: Match, called: Collection[Player]) -> None:
        """Called when players who have not just acted themselves are called to their turn."""

    def _turned(self, tx: Transaction, record: Record, moved: Record, acted: Collection[Player]) -> Record:  # noqa: ARG002
        """Called when a match has moved on from ``record`` to ``moved`` by the entries of those who ``acted``.

        Returns ``moved`` with the clocks as they are then.
        """
        return moved

    def _lapse_offers(self, tx: Transaction, match_id: int) -> None:
        """Close what is offered, and say so: not everybody plays on who was to decide."""
        if offers.close_all(tx, match_id):
            said = T("With that, what was proposed before does not stand any more. Whoever still wants it asks again.")
            self._post.about_match(tx, match_id, "notice", notice(said))

    def _conclude_offers(self, tx: Transaction, record: Record) -> None:
        """Called when the time of somebody has run out whose agreement is not needed any more."""

    def _halted(self, tx: Transaction, match: Match) -> None:
        """Called when a match is paused."""

    def _continued(self, tx: Transaction, match: Match) -> None:
        """Called when a paused match goes on."""

    def _over(self, tx: Transaction, match: Match) -> None:
        """Called when a match ends in whatever way."""

    def _write_secrets(
        self, tx: Transaction, record: Record, progress: Progress, moved: Record, called: tuple[Player, ...] | None
    ) -> None:
        """Have private sheets posted or brought up to date, and who has decided shown on the public board.

        Who has decided otherwise shows nowhere but on that player's own sheet.
        """
        match = moved.match
        if called is None:
            if match.to_move != record.match.to_move:
                self._post.about_match(tx, match.id, "status", {"ply": match.ply, "since": record.turn_ply})
            concerned = {entry.player for entry in progress.entries}
        else:
            concerned = {seat.player for seat in match.seats if not seat.withdrawn or seat not in record.match.seats}
        # Who plays alone has moved just now, and needs no new message to hear of it.
        anew = () if match.is_alone and concerned & {entry.player for entry in progress.entries} else called or ()
        for player in sorted(concerned - {progress.answered}):
            self._post.sheet(tx, match.id, player, {"ply": match.ply, "new": player in anew})

    def _show_clocks(self, tx: Transaction, moved: Iterable[Moved]) -> None:
        """Have newest boards and private sheets show deadlines as they are now."""
        deadlines = tuple(moved)
        self._post.about_matches(tx, tuple(dict.fromkeys(deadline.match_id for deadline in deadlines)), "clock")
        for deadline in deadlines:
            if deadline.game in self._games and self._games[deadline.game].info.hidden:
                args = {"ply": deadline.ply, "new": False}
                self._post.sheet(tx, deadline.match_id, deadline.player, args)

    def _show_clocks_of(self, tx: Transaction, match: Match) -> None:
        """The same for all who are awaited in one match."""
        self._show_clocks(tx, (Moved(match.id, match.game, match.ply, player) for player in match.to_move))

    def _write_end(
        self,
        tx: Transaction,
        match: Match,
        status: MatchStatus,
        result: Text,
        termination: str,
        answered: Player | None = None,
    ) -> None:
        """Close a running match and have its result posted; ``answered`` is shown it in the private sheet anyway.

        Raises:
            MatchOverError: it is closed already.
        """
        if not repository.end(tx, match.id, status, result, termination, self._clock()):
            raise not_running(match)
        seal_names(tx, match.id, self._entropy)
        settle(tx, self._game(match), match.id)
        self._time.end(tx, match)
        self._over(tx, match)
        self._schedule.cancel_all(tx, match.id)
        if match.place.guild_id is not None:
            self._schedule.appoint(tx, archive_due(match.id, self._clock()))
        self._post.about_match(tx, match.id, "result", {"ply": match.ply})
        tell_watchers(tx, self._post, match.id)
        if self._game(match).info.hidden:
            for player in (seat.player for seat in match.seats if seat.player != answered):
                self._post.sheet(tx, match.id, player, {"ply": match.ply, "new": False})

    def _begin(self, tx: Transaction, record: Record) -> tuple[Record, Position]:
        """Start the match of an open table: its first position, the first deals, and what is to be posted.

        Raises:
            InvalidOptionsError: the game does not go with so many players and these options.
            TableError: the table is not open any more.
        """
        terms = record.match.terms
        match = replace(
            record.match,
            status=MatchStatus.RUNNING,
            started_at=self._clock(),
            commitment=commitment_of(record.secret),
            # Nobody waits for somebody who plays alone.
            terms=terms if len(record.match.seats) > 1 else replace(terms, pace=None),
        )
        game = self._game(match)
        first = standing(game.initial_state(len(match.seats), match.options))
        line = game.dump_state(first.state)
        begun = replace(record, match=match, state=line, trail_state=line)
        if not repository.begin(tx, match.id, line, self._clock()):
            raise not_open(record.match)
        if match.terms != terms:
            repository.set_terms(tx, match.id, match.terms)
        self._time.set_up(tx, match)
        self._schedule.cancel_all(tx, match.id)
        self._schedule.appoint(tx, stall_due(match.id, self._clock()))
        if match.place.guild_id is not None and match.place.thread_id is None:
            self._post.about_match(tx, match.id, "place")
        if match.table_message_id is not None:
            self._post.about_match(tx, match.id, "table")
        progress = self._progress(begun, first)
        progress.settle()
        moved = self._moved_on(begun, progress)
        return self._write_progress(tx, begun, progress, moved), progress.position


def _trail_line(game: AnyGame, record: Record, position: Position) -> str:
    """The line of the state in which the last turn began: mostly one that the record of the match before has."""
    if position.trail_ply == record.match.ply and record.state is not None:
        return record.state
    if position.trail_ply == record.trail_ply and record.trail_state is not None:
        return record.trail_state
    return game.dump_state(position.trail_state)
