"""Tables: matches that have not started. Each change is checked and made in one transaction."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from bot.matches.checks import not_open
from bot.matches.context import Context
from bot.matches.errors import LimitError, NotAllowedError, NotSeatedError, TableError, TimeControlError
from bot.matches.jobs.idle_limits import stale_table_due
from bot.matches.lobby.limits import (
    require_room_for_all,
    require_room_for_guest,
    require_room_for_match,
    require_room_for_table,
)
from bot.matches.lobby.seating import (
    alias_of,
    can_start_early,
    changed_options,
    check_guests,
    check_invitations,
    check_levels,
    computer_seat,
    invitations_withdrawn,
    number_of_seats,
    options_without_seat,
    reseat,
    seat_for,
    start_possible,
    too_many,
)
from bot.matches.lobby.table_alerts import TableAlerts
from bot.matches.model.log import Record
from bot.matches.model.match import NAME_LENGTH, Match, MatchChannel, MatchStatus, Person, seats_named
from bot.matches.model.outbox_messages import CreateThread, Notice, RefreshTable
from bot.matches.model.position import Position
from bot.matches.model.rng import KEY_BYTES
from bot.matches.model.time_control import Terms, TermsRequest, TimeControl, parse_time_control
from bot.matches.play.loader import Loader
from bot.matches.play.writer import MatchWriter
from bot.matches.store import matches as match_store
from bot.matches.store import seats as seat_store
from bot.matches.store import servers as server_store
from bot.matches.store.servers import default_time_control
from bot.storage.database import Reader, Transaction
from engines.errors import InvalidOptionsError
from engines.game import Player
from engines.text import TN, T

_LOG = logging.getLogger(__name__)

DEFAULT_TERMS = TermsRequest()
"""No term requested: the server's defaults apply."""


class Tables:
    """Open, join, leave, start and close tables."""

    def __init__(self, context: Context, loader: Loader, writer: MatchWriter, alerts: TableAlerts) -> None:
        self._alerts = alerts
        self._clock = context.clock
        self._db = context.database
        self._entropy = context.entropy
        self._games = context.games
        self._locks = context.locks
        self._positions = context.positions
        self._outbox = context.outbox
        self._schedule = context.schedule
        self._loader = loader
        self._writer = writer

    async def open_table(  # noqa: PLR0913 - what can be chosen at a table, each by itself
        self,
        game: str,
        options: Mapping[str, str],
        opener: Person,
        channel: MatchChannel,
        invited: Sequence[Person] = (),
        terms: TermsRequest = DEFAULT_TERMS,
        *,
        players: int | None = None,
        rated: bool = True,
        computers: Sequence[int] = (),
        seat: Player = 0,
    ) -> Match:
        """Open a table. The opener takes a seat, the first by default, and computer players the next ones.

        Seats are reserved for invited users until they join or decline. The terms are the defaults of the channel,
        with the requested changes. A table with one seat is full at once; :meth:`start` begins its match.

        Args:
            game: its slug.
            options: the chosen options of the game.
            opener: who opens it.
            channel: where it is opened.
            invited: users for whom seats are reserved.
            terms: the requested time control.
            players: how many seats it has. ``None``: one for each invited user, each computer player and the opener, at
                least as many as the game needs; if there are none of them, as many as the game allows.
            rated: whether the match counts for ratings unless it begins with computer players.
            computers: the level of each computer player, in the order of their seats.
            seat: the opener's. All before it are computer players', so it is at most their number.

        Raises:
            InvalidOptionsError: the game does not have these options.
            TimeControlError: the requested time control is not one.
            TableError: there is no such game or level, it is not for so many players, or bots, the opener, the same
                user twice or too many are invited.
            LimitError: the opener has the maximum number of open tables or running matches on this server.
        """
        rules = self._games.get(game)
        if rules is None:
            raise TableError(T("There is no game called {game}. /play lists all games.", game=game))
        check_invitations(rules.info, opener, invited)
        check_levels(computers)
        if 1 + len(invited) + len(computers) > rules.info.max_players:
            raise too_many(rules.info)
        num_seats = number_of_seats(rules.info, players, 1 + len(invited) + len(computers))
        rules.initial_state(num_seats, options)
        seats = [computer_seat(player + (player >= seat), level) for player, level in enumerate(computers)]
        seats.insert(seat, seat_for(seat, opener))
        match = Match(
            id=0,
            game=game,
            rules_version=rules.info.rules_version,
            status=MatchStatus.OPEN,
            options={spec.name: options.get(spec.name, spec.default) for spec in rules.info.options},
            opener_id=opener.user_id,
            seats=tuple(seats),
            invited=tuple(guest.user_id for guest in invited),
            channel=channel,
            created_at=self._clock(),
            num_seats=num_seats,
            rated=rated,
        )
        # Drawn now, so that a second start after a failure deals the same tiles.
        secret = self._entropy(KEY_BYTES)
        names = [guest.name[:NAME_LENGTH] for guest in invited]

        def work(tx: Transaction) -> Match:
            require_room_for_table(tx, opener.user_id, channel)
            require_room_for_match(tx, opener.user_id, channel)
            opened = replace(match, terms=terms.over(Terms(self._default_time_control(tx, channel))))
            match_id = match_store.insert_match(tx, opened, secret, names)
            self._schedule.enqueue(tx, *stale_table_due(match_id, self._clock()))
            if channel.is_forum:
                self._outbox.enqueue(tx, CreateThread(match_id))
            return replace(opened, id=match_id)

        return await self._db.write(work)

    def _default_time_control(self, db: Reader, channel: MatchChannel) -> TimeControl | None:
        """Return the default time control of a table in a channel."""
        try:
            return parse_time_control(default_time_control(db, channel))
        except TimeControlError:
            _LOG.warning("the usual pace of a place is none", extra={"guild": channel.guild_id})
            return None

    async def configure(
        self,
        match_id: int,
        user_id: int,
        *,
        players: int | None = None,
        options: Mapping[str, str] | None = None,
        terms: TermsRequest = DEFAULT_TERMS,
        rated: bool | None = None,
        allows_hints: bool | None = None,
    ) -> Match:
        """Change what is agreed at an open table; only its opener may. ``None`` leaves a thing as it is.

        The match starts if that leaves no seat free; one that computer players have filled waits for its opener.

        Raises:
            NotAllowedError: the user did not open the table.
            TimeControlError: there is no such time control.
            TableError: there is no such option or choice, the game is not for so many players, more of them are seated
                or invited, the match has begun or the table is closed.
        """

        def change(tx: Transaction, match: Match) -> Match:
            if user_id != match.opener_id:
                raise NotAllowedError(T("Only the person who opened this table can change it."))
            info = self._loader.game(match).info
            chosen = changed_options(info, match.options, options or {})
            num_seats = match.num_seats
            if players is not None:
                num_seats = number_of_seats(info, players, seats_named(match))
            hints = match.allows_hints if allows_hints is None else allows_hints
            # With computer players “not rated” is no choice, unless it is for hints.
            agreed = replace(
                match,
                terms=terms.over(match.terms),
                options=chosen,
                num_seats=num_seats,
                rated=match.rated if rated is None or (match.has_computers and not hints) else rated,
            )
            agreed = replace(agreed, allows_hints=hints and not agreed.rated)
            match_store.set_agreed(tx, agreed)
            return agreed

        return await self.change(match_id, user_id, change, starts=players is not None)

    async def invite(self, match_id: int, user_id: int, guests: Sequence[Person]) -> Match:
        """Reserve seats at an open table for more users; only its opener may. The table gets more seats if need be.

        Raises:
            NotAllowedError: the user did not open the table.
            TableError: bots, people at the table, the same user twice or too many are invited, the match has begun or
                the table is closed.
            LimitError: one of them already plays the maximum number of matches on this server.
        """

        def change(tx: Transaction, match: Match) -> Match:
            if user_id != match.opener_id:
                raise NotAllowedError(T("Only the person who opened this table can invite people to it."))
            check_guests(match, guests)
            info = self._loader.game(match).info
            waiting = [
                *seat_store.invited_people(tx, match.id),
                *((guest.user_id, guest.name[:NAME_LENGTH]) for guest in guests),
            ]
            people = len(match.seats) + len(waiting)
            if people > info.max_players:
                raise too_many(info)
            for guest in guests:
                require_room_for_guest(tx, guest, match.channel)
            invited = replace(reseat(tx, match, match.seats, waiting), num_seats=max(match.num_seats, people))
            match_store.set_agreed(tx, invited)
            said = T("You are invited to play {game}. Press Join at the table, or Leave to decline.", game=info.title)
            self._outbox.enqueue(tx, Notice(match_id, said, mention=[guest.user_id for guest in guests]))
            return invited

        return await self.change(match_id, user_id, change)

    async def set_table_message(self, match_id: int, message_id: int | None) -> None:
        """Store which message shows the table. With its first message, the table is announced by table alerts."""

        def work(tx: Transaction) -> None:
            match = self._loader.find(tx, match_id).match
            match_store.set_table_message(tx, match_id, message_id)
            if match.table_message_id is None and match.status is MatchStatus.OPEN:
                self._alerts.table_posted(tx, match)

        await self._db.write(work)

    async def set_thread(self, match_id: int, thread_id: int | None) -> None:
        """Store the match's own thread, or that it no longer has one."""
        await self._db.write(lambda tx: server_store.set_thread(tx, match_id, thread_id))

    async def join(self, match_id: int, person: Person, alias: str | None = None) -> Match:
        """Join an open table, under the name ``alias`` if it is given. The match starts with its last seat.

        A full table stays open if its match cannot start yet: a player is in too many matches, or the game refuses the
        options. :meth:`start` says why.

        Raises:
            TableError: the table is full, closed or has started, or the user is a bot or already has a seat.
            LimitError: the user already plays the maximum number of matches on this server.
        """

        def change(tx: Transaction, match: Match) -> Match:
            if person.is_bot:
                raise TableError(T("Bots cannot play."))
            if match.seat_of(person.user_id) is not None:
                raise TableError(T("You already have a seat at this table."))
            seats_left = match.num_seats - len(match.seats)
            if seats_left <= 0:
                raise TableError(T("This table is full. You can open another one with /play."))
            if person.user_id not in match.invited and seats_left <= len(match.invited):
                raise TableError(T("The free seats at this table are reserved for invited players."))
            require_room_for_match(tx, person.user_id, match.channel)
            waiting = [guest for guest in seat_store.invited_people(tx, match.id) if guest[0] != person.user_id]
            joined = reseat(tx, match, (*match.seats, seat_for(len(match.seats), person, alias)), waiting)
            if can_start_early(self._loader.game(match).info, joined):
                self._outbox.enqueue(tx, Notice(match_id, start_possible(joined), mention=[match.opener_id]))
            return joined

        return await self.change(match_id, person.user_id, change, starts=True)

    async def rename(self, match_id: int, user_id: int, alias: str | None) -> Match:
        """Change the name of a player at an open table; ``None``: the display name.

        Raises:
            NotSeatedError: the user has no seat there.
            TableError: the match has begun or the table is closed.
        """

        def change(tx: Transaction, match: Match) -> Match:
            if match.seat_of(user_id) is None:
                raise NotSeatedError(T("You have no seat at this table."))
            seats = [replace(s, alias=alias_of(alias)) if s.user_id == user_id else s for s in match.seats]
            return reseat(tx, match, seats, seat_store.invited_people(tx, match.id))

        return await self.change(match_id, user_id, change)

    async def leave(self, match_id: int, user_id: int) -> Match:
        """Leave an open table, or decline an invitation.

        When the opener leaves, the player who joined first becomes the opener; an empty table is closed.

        Raises:
            NotSeatedError: the user has no seat there and is not invited.
            TableError: the match has begun or the table is closed.
        """

        def change(tx: Transaction, match: Match) -> Match:
            if match.seat_of(user_id) is None and user_id not in match.invited:
                raise NotSeatedError(T("You have no seat at this table."))
            if user_id in match.invited:
                said = T("Your invitation was declined: a seat at the table is free again.")
                self._outbox.enqueue(tx, Notice(match_id, said, mention=[match.opener_id]))
            seats = tuple(seat for seat in match.seats if seat.user_id != user_id)
            people = [seat for seat in seats if seat.computer is None]
            if not people:
                return self._writer.close_table(tx, match, T("Everyone has left the table, so it was closed."), "empty")
            if user_id == match.opener_id:
                match = replace(match, opener_id=people[0].user_id)
                match_store.set_opener(tx, match.id, match.opener_id)
            seat = match.seat_of(user_id)
            if seat is not None:
                options = options_without_seat(self._loader.game(match).info, match, seat.player)
                match = replace(match, options=options)
                match_store.set_agreed(tx, match)
            return reseat(
                tx, match, seats, [guest for guest in seat_store.invited_people(tx, match.id) if guest[0] != user_id]
            )

        return await self.change(match_id, user_id, change)

    async def start(self, match_id: int, user_id: int) -> Match:
        """Start the match without waiting for more players. Open invitations are withdrawn, with a notice.

        Only the opener may, as soon as there are enough players; at a full table, every player.

        Raises:
            NotAllowedError: others have to wait for the opener.
            NotSeatedError: the user has no seat at the table.
            TableError: it is too early, the match has begun, or the table is closed.
            LimitError: a player at the table already plays the maximum number of matches on this server.
            InvalidOptionsError: the options do not allow this number of players.
        """

        def work(tx: Transaction) -> tuple[Match, Position]:
            record = self._loader.find(tx, match_id)
            match = record.match
            self._check_start(match, user_id)
            started = self._begin(tx, replace(record, match=reseat(tx, match, match.seats, ())))
            if match.invited:
                self._outbox.enqueue(tx, Notice(match_id, invitations_withdrawn(len(match.invited))))
            return started

        async with self._locks.of(match_id):
            match, position = await self._db.write(work)
            self._positions.put(match_id, position)
            return match

    def _begin(self, tx: Transaction, record: Record) -> tuple[Match, Position]:
        """Start a match. Nothing has been written when an error is raised.

        Raises:
            InvalidOptionsError, LimitError, TableError: see :meth:`start`.
        """
        require_room_for_all(tx, record.match)
        moved, position = self._writer.start(tx, record)
        return moved.match, position

    def _check_start(self, match: Match, user_id: int) -> None:
        if match.status is not MatchStatus.OPEN:
            raise not_open(match, user_id)
        if match.seat_of(user_id) is None:
            raise NotSeatedError(T("Only players with a seat can start the match. Press Join first."))
        missing = self._loader.game(match).info.min_players - len(match.seats)
        if missing > 0:
            raise TableError(TN("One more player is needed.", "{count} more players are needed.", missing))
        if user_id != match.opener_id and not match.is_full:
            raise NotAllowedError(
                T(
                    "Only the person who opened this table can start the match early. It starts by itself when the"
                    " last seat is taken."
                )
            )

    async def cancel(self, match_id: int, user_id: int) -> Match:
        """Close an open table; only its opener may. Managers close it with a reason, by :class:`Moderation`.

        Raises:
            NotAllowedError: the user did not open the table.
            TableError: the match has begun or the table is closed already.
        """

        def change(tx: Transaction, match: Match) -> Match:
            if user_id != match.opener_id:
                raise NotAllowedError(
                    T(
                        "Only the person who opened this table and server managers can close it. If you have a"
                        " seat, you can leave it."
                    )
                )
            return self._writer.close_table(tx, match, T("The table was closed."), "cancelled")

        return await self.change(match_id, user_id, change)

    async def change(
        self,
        match_id: int,
        user_id: int,
        apply: Callable[[Transaction, Match], Match],
        *,
        starts: bool = False,
    ) -> Match:
        """Change an open table for a user and refresh its message; with ``starts``, start its match if that fills it.

        Raises:
            MatchOverError, TableError: the match has begun, the table is closed, or ``apply`` refuses.
        """

        def work(tx: Transaction) -> tuple[Match, Position | None]:
            record = self._loader.find(tx, match_id)
            if record.match.status is not MatchStatus.OPEN:
                raise not_open(record.match, user_id)
            self._schedule.enqueue(tx, *stale_table_due(match_id, self._clock()))
            changed = apply(tx, record.match)
            if starts and changed.is_full and not record.match.is_full:
                try:
                    return self._begin(tx, replace(record, match=changed))
                except (LimitError, InvalidOptionsError):
                    _LOG.info("a full table cannot start")
            self._outbox.enqueue(tx, RefreshTable(match_id))
            return changed, None

        async with self._locks.of(match_id):
            match, position = await self._db.write(work)
            if position is not None:
                self._positions.put(match_id, position)
            return match
