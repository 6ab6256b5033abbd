"""Tables: matches that have not started. Each change is checked and made in one transaction."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from bot.matches.checks import not_open
from bot.matches.context import Context
from bot.matches.errors import NotAllowedError, NotSeatedError, TableError, TimeControlError
from bot.matches.jobs.idle_limits import stale_table_due
from bot.matches.lobby.limits import require_room_for_all, require_room_for_match, require_room_for_table
from bot.matches.lobby.table_alerts import TableAlerts
from bot.matches.model.match import NAME_LENGTH, Match, MatchChannel, MatchStatus, Person, SeatHolder
from bot.matches.model.outbox_messages import CreateThread, RefreshTable
from bot.matches.model.position import Position
from bot.matches.model.rng import KEY_BYTES
from bot.matches.model.time_control import Terms, TermsRequest, TimeControl, parse_time_control
from bot.matches.play.loader import Loader
from bot.matches.play.writer import MatchWriter
from bot.matches.store import matches as match_store
from bot.matches.store import seats as seat_store
from bot.matches.store.servers import default_time_control
from bot.storage.database import Reader, Transaction
from engines.game import GameInfo, Player
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

    async def open_table(
        self,
        game: str,
        options: Mapping[str, str],
        opener: Person,
        channel: MatchChannel,
        invited: Sequence[Person] = (),
        alias: str | None = None,
        terms: TermsRequest = DEFAULT_TERMS,
        *,
        rated: bool = True,
    ) -> Match:
        """Open a table. The opener takes the first seat, under the name ``alias`` if it is given.

        Seats are reserved for invited users until they join or decline. The terms are the defaults of the channel,
        with the requested changes.

        Raises:
            InvalidOptionsError: the game does not have these options.
            TimeControlError: the requested time control is not one.
            TableError: there is no such game, or bots, the opener, the same user twice or too many are invited.
            LimitError: the opener has the maximum number of open tables or running matches on this server.
        """
        rules = self._games.get(game)
        if rules is None:
            raise TableError(T("There is no game called {game}. /play lists all games.", game=game))
        _check_invitations(rules.info, opener, invited)
        players = min(max(rules.info.min_players, 1 + len(invited)), rules.info.max_players)
        rules.initial_state(players, options)
        match = Match(
            id=0,
            game=game,
            rules_version=rules.info.rules_version,
            status=MatchStatus.OPEN,
            options={spec.name: options.get(spec.name, spec.default) for spec in rules.info.options},
            opener_id=opener.user_id,
            seats=(_seat(0, opener, alias),),
            invited=tuple(guest.user_id for guest in invited),
            channel=channel,
            ply=0,
            to_move=(),
            commitment=None,
            key=None,
            table_message_id=None,
            board_message_id=None,
            created_at=self._clock(),
            started_at=None,
            moved_at=None,
            ended_at=None,
            result=None,
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

    async def set_terms(self, match_id: int, user_id: int, request: TermsRequest) -> Match:
        """Change the time control of an open table; only its opener may.

        Raises:
            NotAllowedError: the user did not open the table.
            TimeControlError: there is no such time control.
            TableError: the match has begun or the table is closed.
        """

        def change(tx: Transaction, match: Match) -> Match:
            if user_id != match.opener_id:
                raise NotAllowedError(T("Only the person who opened this table can change its pace."))
            terms = request.over(match.terms)
            match_store.set_terms(tx, match.id, terms)
            return replace(match, terms=terms)

        return await self._change_table(match_id, user_id, change)

    async def set_option(self, match_id: int, user_id: int, option: str, value: str) -> Match:
        """Change a game option of an open table; only its opener may.

        Raises:
            NotAllowedError: the user did not open the table.
            TableError: there is no such option or choice, the match has begun or the table is closed.
        """

        def change(tx: Transaction, match: Match) -> Match:
            if user_id != match.opener_id:
                raise NotAllowedError(T("Only the person who opened this table can change its options."))
            known = {
                spec.name: {choice.value for choice in spec.choices} for spec in self._loader.game(match).info.options
            }
            if value not in known.get(option, ()):
                raise TableError(T("That is not one of the choices. Please choose from the list."))
            chosen = {**match.options, option: value}
            match_store.set_options(tx, match.id, chosen)
            return replace(match, options=chosen)

        return await self._change_table(match_id, user_id, change)

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
        await self._db.write(lambda tx: match_store.set_thread(tx, match_id, thread_id))

    async def join(self, match_id: int, person: Person, alias: str | None = None) -> Match:
        """Join an open table, under the name ``alias`` if it is given.

        Raises:
            TableError: the table is full, closed or has started, or the user is a bot or already has a seat.
            LimitError: the user already plays the maximum number of matches on this server.
        """

        def change(tx: Transaction, match: Match) -> Match:
            if person.is_bot:
                raise TableError(T("Bots cannot play."))
            if match.seat_of(person.user_id) is not None:
                raise TableError(T("You already have a seat at this table."))
            seats_left = self._loader.game(match).info.max_players - len(match.seats)
            if seats_left <= 0:
                raise TableError(T("This table is full. You can open another one with /play."))
            if person.user_id not in match.invited and seats_left <= len(match.invited):
                raise TableError(T("The free seats at this table are reserved for invited players."))
            require_room_for_match(tx, person.user_id, match.channel)
            waiting = [guest for guest in _invited_people(tx, match) if guest[0] != person.user_id]
            return _reseat(tx, match, (*match.seats, _seat(len(match.seats), person, alias)), waiting)

        return await self._change_table(match_id, person.user_id, change)

    async def rename(self, match_id: int, user_id: int, alias: str | None) -> Match:
        """Change the name of a player at an open table; ``None``: the display name.

        Raises:
            NotSeatedError: the user has no seat there.
            TableError: the match has begun or the table is closed.
        """

        def change(tx: Transaction, match: Match) -> Match:
            if match.seat_of(user_id) is None:
                raise NotSeatedError(T("You have no seat at this table."))
            seats = [replace(s, alias=_alias(alias)) if s.user_id == user_id else s for s in match.seats]
            return _reseat(tx, match, seats, _invited_people(tx, match))

        return await self._change_table(match_id, user_id, change)

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
            seats = tuple(seat for seat in match.seats if seat.user_id != user_id)
            if not seats:
                return self._writer.close_table(tx, match, T("Everyone has left the table, so it was closed."), "empty")
            if user_id == match.opener_id:
                match = replace(match, opener_id=seats[0].user_id)
                match_store.set_opener(tx, match.id, match.opener_id)
            seat = match.seat_of(user_id)
            if seat is not None:
                options = _without_seat(self._loader.game(match).info, match, seat.player)
                match_store.set_options(tx, match.id, options)
                match = replace(match, options=options)
            return _reseat(tx, match, seats, [guest for guest in _invited_people(tx, match) if guest[0] != user_id])

        return await self._change_table(match_id, user_id, change)

    async def start(self, match_id: int, user_id: int) -> Match:
        """Start the match. Any player at the table may, when there are enough and no invitation is open.

        Raises:
            NotSeatedError: the user has no seat at the table.
            TableError: it is too early, the match has begun, or the table is closed.
            LimitError: a player at the table already plays the maximum number of matches on this server.
            InvalidOptionsError: the options do not allow this number of players.
        """
        async with self._locks.of(match_id):

            def work(tx: Transaction) -> tuple[Match, Position]:
                record = self._loader.find(tx, match_id)
                self._check_start(record.match, user_id)
                require_room_for_all(tx, record.match)
                moved, position = self._writer.start(tx, record)
                return moved.match, position

            match, position = await self._db.write(work)
            self._positions.put(match_id, position)
            return match

    def _check_start(self, match: Match, user_id: int) -> None:
        if match.status is not MatchStatus.OPEN:
            raise not_open(match, user_id)
        if match.seat_of(user_id) is None:
            if len(match.seats) + len(match.invited) >= self._loader.game(match).info.max_players:
                raise NotSeatedError(T("This table is full. One of its players can start the match."))
            raise NotSeatedError(T("Only players with a seat can start the match. Press Join first."))
        if match.invited:
            raise TableError(
                TN(
                    "One invited player has not pressed Join or Leave yet.",
                    "{count} invited players have not pressed Join or Leave yet.",
                    len(match.invited),
                )
            )
        missing = self._loader.game(match).info.min_players - len(match.seats)
        if missing > 0:
            raise TableError(TN("One more player is needed.", "{count} more players are needed.", missing))

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

        return await self._change_table(match_id, user_id, change)

    async def _change_table(self, match_id: int, user_id: int, change: Callable[[Transaction, Match], Match]) -> Match:
        """Change an open table for a user and refresh its message."""

        def work(tx: Transaction) -> Match:
            match = self._loader.find(tx, match_id).match
            if match.status is not MatchStatus.OPEN:
                raise not_open(match, user_id)
            self._schedule.enqueue(tx, *stale_table_due(match_id, self._clock()))
            changed = change(tx, match)
            self._outbox.enqueue(tx, RefreshTable(match_id))
            return changed

        async with self._locks.of(match_id):
            return await self._db.write(work)


def _check_invitations(info: GameInfo, opener: Person, invited: Sequence[Person]) -> None:
    """Raise if someone cannot be invited.

    Raises:
        TableError: the message says why.
    """
    if opener.is_bot or any(guest.is_bot for guest in invited):
        raise TableError(T("Bots cannot play. Invite people, or invite nobody so that anyone can join."))
    ids = [guest.user_id for guest in invited]
    if opener.user_id in ids:
        raise TableError(T("You cannot invite yourself: you already have a seat."))
    if len(set(ids)) != len(ids):
        raise TableError(T("You have invited the same person twice."))
    if 1 + len(ids) > info.max_players:
        raise TableError(
            TN(
                "{game} is for one player.",
                "{game} is for at most {count} players.",
                info.max_players,
                game=info.title,
            )
        )


def _seat(player: int, person: Person, alias: str | None = None) -> SeatHolder:
    return SeatHolder(player, person.user_id, person.name[:NAME_LENGTH], alias=_alias(alias))


def _alias(name: str | None) -> str | None:
    return (name or "").strip()[:NAME_LENGTH] or None


def _invited_people(tx: Transaction, match: Match) -> Sequence[tuple[int, str]]:
    return seat_store.invited_people(tx, match.id)


def _without_seat(info: GameInfo, match: Match, gone: Player) -> Mapping[str, str]:
    """Return the options after a player has left; options that name a seat follow its player."""
    options = dict(match.options)
    for spec in info.options:
        named = {choice.seat: choice.value for choice in spec.choices if choice.seat is not None}
        seat = next((seat for seat, value in named.items() if value == options.get(spec.name)), None)
        if seat is not None and gone <= seat < len(match.seats):
            options[spec.name] = spec.default if seat == gone else named[seat - 1]
    return options


def _reseat(tx: Transaction, match: Match, seats: Sequence[SeatHolder], waiting: Sequence[tuple[int, str]]) -> Match:
    """Store players and invited users; seats are numbered in the order of joining."""
    numbered = tuple(replace(seat, player=player) for player, seat in enumerate(seats))
    seat_store.seat_people(tx, match.id, numbered, waiting)
    return replace(match, seats=numbered, invited=tuple(user_id for user_id, _ in waiting))
