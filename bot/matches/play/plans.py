"""Plans: moves on top of the committed position, visible only to their player and stored to survive restarts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from bot.matches.checks import already_played, not_your_turn, plan_changed
from bot.matches.context import Context
from bot.matches.model.log import Record
from bot.matches.model.position import Position, may_act
from bot.matches.model.views import MatchView
from bot.matches.play.loader import Loader
from bot.matches.play.planning import Plan, PlannedTurn, planned_turn
from bot.matches.store import turns as turn_store
from bot.storage.database import Reader, Row, Transaction
from engines.errors import GameError
from engines.game import Player


class Seen(NamedTuple):
    """The position on which a plan is made."""

    record: Record
    position: Position
    player: Player


class Plans:
    """Reads, stores and deletes plans. A plan is dropped once its position changes."""

    def __init__(self, context: Context, loader: Loader) -> None:
        self._clock = context.clock
        self._db = context.database
        self._views = context.views
        self._loader = loader

    async def get(self, match_id: int, user_id: int, ply: int | None = None) -> Plan:
        """Return the current plan of a player, without moves if there is no valid plan.

        ``ply`` is that of the board or panel that the player sees.

        Raises:
            MatchNotFoundError, MatchNotStartedError, MatchOverError, NotSeatedError
            AlreadyPlayedError: the position of ``ply`` has moved on.
        """
        return (await self.seen_with_plan(match_id, user_id, ply))[1].plan

    async def seen_with_plan(self, match_id: int, user_id: int, ply: int | None = None) -> tuple[Seen, PlannedTurn]:
        """Return what :meth:`get` returns, with the position that it was planned on: both from one read.

        Raises: like :meth:`get`.
        """
        seen, plan = await self._stored(match_id, user_id)
        if ply is not None and not await self._loader.is_current(seen.record, seen.player, ply):
            raise already_played()
        if plan is not None and await self._loader.is_current(seen.record, seen.player, plan[0]):
            try:
                return seen, self.planned(seen, *plan)
            except GameError:
                # Another player's decision has made the plan impossible.
                await self.clear(match_id, user_id)
        none = self.planned(seen, seen.record.match.ply if ply is None else ply, ())
        is_void = plan is not None and bool(plan[1])
        return seen, replace(none, plan=replace(none.plan, is_void=is_void))

    async def put(
        self, match_id: int, user_id: int, ply: int, moves: Sequence[str], *, after: Sequence[str] | None = None
    ) -> Plan:
        """Plan these encoded moves, replacing the earlier plan. A plan ends before anything is rolled.

        Raises:
            MatchNotFoundError, MatchNotStartedError, MatchOverError, NotSeatedError, NotYourTurnError
            AlreadyPlayedError: the position of ``ply`` has moved on.
            PlanChangedError: the moves planned so far are not ``after``, where that is given.
            MoveError: a move is not legal; the plan stays as it was.
            StorageError: it could not be stored; the plan stays as it was.
        """
        seen = await self.seen(match_id, user_id)
        if not await self._loader.is_current(seen.record, seen.player, ply):
            raise already_played()
        if not may_act(self._loader.game(seen.record.match), seen.position.state, seen.player):
            raise not_your_turn()
        planned = self.planned(seen, ply, moves).plan
        now = self._clock()

        def save(tx: Transaction) -> None:
            stored, before = turn_store.read_plan(tx, match_id, user_id) or (ply, ())
            if after is not None and tuple(after) != (before if stored == ply else ()):
                raise plan_changed()
            if not turn_store.save_plan(tx, match_id, user_id, ply, planned.moves, now):
                raise already_played()

        await self._db.write(save)
        return planned

    async def undo(self, match_id: int, user_id: int, number: int = 1) -> Plan:
        """Take back the last planned move, or up to ``number`` of them.

        Raises:
            MatchNotFoundError, MatchNotStartedError, MatchOverError, NotSeatedError
            PlanChangedError: it was changed at the same moment.
            StorageError: it could not be stored; the plan stays as it was.
        """
        planned = await self.get(match_id, user_id)
        if not planned.moves:
            return planned
        kept = planned.moves[: max(0, len(planned.moves) - number)]
        return await self.put(match_id, user_id, planned.ply, kept, after=planned.moves)

    async def clear(self, match_id: int, user_id: int) -> None:
        """Delete a player's plan."""
        await self._db.write(lambda tx: turn_store.delete_plan(tx, match_id, user_id))

    async def seen(self, match_id: int, user_id: int) -> Seen:
        """Return the position that a player would plan on now."""
        return Seen(*await self._loader.load_seated(match_id, user_id))

    async def before_refusal(self, match_id: int, user_id: int, earlier: Sequence[Any]) -> MatchView:
        """Return the position in which a move of the player was refused, as the player may see it.

        ``earlier``: see :attr:`engines.errors.IllegalMoveError.earlier`.

        Raises:
            MatchNotFoundError, MatchNotStartedError, MatchOverError, NotSeatedError
            MoveError: the position has changed meanwhile.
        """
        seen = await self.seen(match_id, user_id)
        match = seen.record.match
        moves = [self._loader.game(match).encode_move(move) for move in earlier]
        return self.planned(seen, match.ply, moves).plan.view

    async def _stored(self, match_id: int, user_id: int) -> tuple[Seen, tuple[int, tuple[str, ...]] | None]:
        """Return the current position with the ply and the moves of the stored plan, which may be stale."""

        def work(db: Reader) -> tuple[Record, Sequence[Row], tuple[int, tuple[str, ...]] | None]:
            return *self._loader.find_with_last_turn(db, match_id), turn_store.read_plan(db, match_id, user_id)

        record, rows, plan = await self._db.read_snapshot(work)
        return Seen(*self._loader.board_of(record, rows, user_id)), plan

    def planned(self, seen: Seen, ply: int, moves: Sequence[str]) -> PlannedTurn:
        """Apply a plan in memory.

        Raises:
            MoveError: a move is not legal.
        """
        match = seen.record.match
        game = self._loader.game(match)
        base = self._views.project(game, match, seen.position, seen.player)
        return planned_turn(game, match, seen.position, seen.player, ply, moves, base)
