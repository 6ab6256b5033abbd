"""Simulates what users do in Discord: their turns and occasional other actions."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, field
from functools import partial

from bot.matches.errors import MatchError
from bot.matches.model.match import Match, MatchChannel, MatchStatus, OfferKind, Person
from bot.matches.model.time_control import TermsRequest, TimeoutAction
from bot.matches.outbox import Outbox
from bot.matches.play.planning import Plan
from bot.matches.service import MatchService
from bot.storage.errors import StorageError
from bot.ui.lobby.time_control import TIMEOUT_TITLES
from engines.errors import GameError
from engines.registry import GAMES
from proofs.month.fake_discord import FakeDiscord
from proofs.month.invariants import InvariantChecker
from proofs.month.personas import Persona, random_settings
from proofs.month.virtual_time import DAY, HOUR, VirtualClock, run_until_idle
from tests.wire.many_servers import random_turn

TIME_CONTROLS = ("none", "none", "daily", "relaxed", "live", "12h + 6h", "2d + 12h", "8h")
TURNS_PER_VISIT = 6
CHANNELS = 8
"""Channels of each server."""
FIRST_SERVER, FIRST_CHANNEL = 10**17, 11 * 10**16
"""Ids."""


def server_id(guild: int) -> int:
    """Return the id of a server: they belong to different shards, one after the other."""
    return FIRST_SERVER + (guild << 22)


@dataclass
class SimulatedPlayers:
    """Acts for all simulated users."""

    service: MatchService
    outbox: Outbox
    fake_discord: FakeDiscord
    checker: InvariantChecker
    clock: VirtualClock
    rng: random.Random
    done: Counter[str] = field(default_factory=Counter)
    """How often each action was done."""
    refused: Counter[str] = field(default_factory=Counter)
    channels: dict[int, list[int]] = field(default_factory=dict)
    """Channels that still exist, by number of the server."""

    async def look(self, person: Persona) -> None:
        """Play in the waiting matches, and sometimes do something else."""
        mine = await self.service.history.matches_of(person.id)
        for match in [match for match in mine if _awaits(match, person)][:TURNS_PER_VISIT]:
            if self.rng.random() < person.quits:
                await self._try("resign", partial(self.service.turns.resign, match.id, person.id))
            else:
                await self.take_turn(match, person)
        running = [match for match in mine if match.status is MatchStatus.RUNNING]
        for match in self.rng.sample(running, min(2, len(running))):
            await self._in_match(match, person)
        await self._elsewhere(person)

    async def take_turn(self, match: Match, person: Persona) -> None:
        """Type a random whole turn."""
        found = self.checker.rows("SELECT state, ply FROM matches WHERE id = ? AND status = 'running'", match.id)
        seat = match.seat_of(person.id)
        if not found or seat is None:
            return
        game = GAMES[match.game]
        state = game.load_state(found[0]["state"])
        if seat.player not in game.players_to_move(state):
            return
        text = random_turn(game, state, seat.player, self.rng)
        played = await self._try("turn", lambda: self.service.typed_moves.play_text(match.id, person.id, text))
        if isinstance(played, Plan):
            self.checker.act()
            await self.service.turns.play(match.id, person.id, played.ply, played.moves)
        if played is not None and match.board_message_id is not None and self.rng.random() < 0.5:
            self.outbox.note_buttons_removed(match.board_message_id)  # it was a click, answered after the board

    async def _in_match(self, match: Match, person: Persona) -> None:
        """Answer offers and votes, and sometimes make an offer."""
        asked = await self.service.votes.open_timeout(match.id)
        seat = match.seat_of(person.id)
        if asked is not None and seat is not None and seat.player in asked[1] and self.rng.random() < 0.5:
            choice = self.rng.choice(list(TimeoutAction))
            await self._try("vote", lambda: self.service.timeouts.vote(match.id, person.id, choice))
        for offer in await self.service.offers.open_in(match.id):
            if seat is not None and seat.player in offer.needed and self.rng.random() < 0.7:
                accept = self.rng.random() < (0.9 if offer.kind in {OfferKind.RESUME, OfferKind.MOVE} else 0.5)
                await self._try(
                    f"answer {offer.kind}",
                    partial(self.service.offers.answer, match.id, person.id, offer.kind, accept=accept),
                )
        if match.paused_at is not None and self.rng.random() < 0.3:
            await self._offer(match, person, OfferKind.RESUME)
        if match.unreachable_since is not None and self.rng.random() < 0.5:
            channel = self._channel(person.guild)
            if channel is not None:
                await self._try("move", lambda: self.service.offers.propose_move(match.id, person.id, channel))
        if self.rng.random() < person.pauses:
            days = self.rng.choice((None, 1, 3, 10))
            await self._try("pause", lambda: self.service.offers.offer(match.id, person.id, OfferKind.PAUSE, days=days))
        if self.rng.random() < 0.01:
            await self._offer(match, person, self.rng.choice((OfferKind.DRAW, OfferKind.ABORT)))
        if self.rng.random() < 0.01:
            await self._try("undo", lambda: self.service.undo.ask_undo(match.id, person.id))
        if self.rng.random() < 0.004:
            await self._try("hand over", lambda: self.service.substitution.offer_seat(match.id, person.id))

    async def _offer(self, match: Match, person: Persona, kind: OfferKind) -> None:
        await self._try(f"offer {kind}", lambda: self.service.offers.offer(match.id, person.id, kind))

    # -------------------------------------------------------------------------------------------- outside of matches

    async def _elsewhere(self, person: Persona) -> None:
        rng = self.rng
        if rng.random() < 0.35:
            await self._join(person)
        if rng.random() < person.opens:
            await self._open(person)
        if rng.random() < 0.05:
            await self._take_over(person)
        if rng.random() < person.travels and person.away_until <= self.clock.now:
            await self._travel(person)
        elif person.away_until and person.away_until < self.clock.now and rng.random() < 0.3:
            person.away_until = 0
        if rng.random() < 0.01:
            await self._change_settings(person)
        if rng.random() < 0.01:
            await self._watch(person)

    async def _open(self, person: Persona) -> None:
        channel = self._channel(person.guild)
        if channel is None:
            return
        game = self.rng.choice(list(GAMES))
        terms = TermsRequest(
            self.rng.choice(TIME_CONTROLS), self.rng.random() < 0.8, self.rng.choice(list(TIMEOUT_TITLES))
        )
        opener = Person(person.id, person.name)
        info = GAMES[game].info
        players = self.rng.choice((None, max(2, info.min_players)))
        table = await self._try(
            "open", lambda: self.service.tables.open_table(game, {}, opener, channel, terms=terms, players=players)
        )
        if isinstance(table, Match):
            await self.service.tables.set_table_message(table.id, self.fake_discord.new_number())

    async def _join(self, person: Persona) -> None:
        """Join a table of the server; the opener may start before it is full."""
        sql = "SELECT id FROM matches WHERE status = 'open' AND guild_id = ? ORDER BY id"
        tables = [row["id"] for row in self.checker.rows(sql, server_id(person.guild))]
        if not tables:
            return
        table = await self.service.history.get(self.rng.choice(tables))
        seat = table.seat_of(person.id)
        if seat is None:
            someone = Person(person.id, person.name)
            joined = await self._try("join", lambda: self.service.tables.join(table.id, someone))
            table = joined if isinstance(joined, Match) else table
        opener = self.checker.people[table.opener_id]
        enough = len(table.seats) >= max(2, GAMES[table.game].info.min_players) or self.rng.random() < 0.1
        if table.status is MatchStatus.OPEN and enough and not opener.neglects and self.rng.random() < 0.7:
            await self._try("start", lambda: self.service.tables.start(table.id, table.opener_id))
        elif seat is not None and self.rng.random() < 0.1:
            await self._try("leave", lambda: self.service.tables.leave(table.id, person.id))

    async def _take_over(self, person: Persona) -> None:
        sql = (
            "SELECT DISTINCT m.id FROM matches AS m JOIN seats AS s ON s.match_id = m.id"
            " LEFT JOIN seat_offers AS o ON o.match_id = m.id"
            " WHERE m.status = 'running' AND m.guild_id = ? AND (s.standing = 'withdrawn' OR o.player IS NOT NULL)"
        )
        found = [row["id"] for row in self.checker.rows(sql, server_id(person.guild))]
        if found:
            match_id = self.rng.choice(found)
            newcomer = Person(person.id, person.name)
            await self._try("take over", lambda: self.service.substitution.take_over(match_id, newcomer))

    async def _travel(self, person: Persona) -> None:
        begin = self.clock.now + self.rng.choice((0, 0, DAY, 3 * DAY))
        end = begin + self.rng.randrange(12 * HOUR, 12 * DAY)
        if await self._try("go away", lambda: self.service.holidays.go_away(person.id, begin, end)) is not None:
            person.away_until = end if begin == self.clock.now else 0
            if self.rng.random() < 0.2:
                await self._try("come back", lambda: self.service.holidays.come_back(person.id))
                person.away_until = 0

    async def _change_settings(self, person: Persona) -> None:
        settings = random_settings(self.rng)
        await self.service.player_settings.change(person.id, **asdict(settings))
        person.settings = settings

    async def _watch(self, person: Persona) -> None:
        sql = "SELECT id FROM matches WHERE status = 'running' AND guild_id = ? ORDER BY id"
        found = [row["id"] for row in self.checker.rows(sql, server_id(person.guild))]
        if found:
            match_id = self.rng.choice(found)
            await self._try("watch", lambda: self.service.spectators.watch(match_id, person.id))

    def _channel(self, guild: int) -> MatchChannel | None:
        channels = self.channels[guild]
        return MatchChannel(server_id(guild), self.rng.choice(channels)) if channels else None

    async def _try(self, what: str, act: Callable[[], Awaitable[object]]) -> object:
        """Do something that may be refused; return ``None`` if it was."""
        self.checker.act()
        try:
            result = await act()
        except (MatchError, StorageError, GameError) as error:
            self.refused[f"{what}: {type(error).__name__}"] += 1
            return None
        self.done[what] += 1
        self.clock.now += self.rng.randrange(2, 40)  # nobody does two things at once
        await run_until_idle()
        return result


def _awaits(match: Match, person: Persona) -> bool:
    return match.status is MatchStatus.RUNNING and match.awaits(person.id)
