"""Plans: moves on top of the committed position that only their player sees, stored so that they outlive a restart."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.matches import repository
from bot.matches.models import Draft
from bot.matches.positions import Position
from bot.matches.records import Record
from bot.matches.refusals import already_played, not_your_turn
from bot.matches.sight import see
from bot.matches.turns import Turns, make_moves, may_act
from engines.errors import GameError
from engines.game import Player


class _Seen(NamedTuple):
    """What a plan is made on."""

    record: Record
    position: Position
    player: Player


class Drafts(Turns):
    """Planning a turn step by step. A plan is forgotten as soon as the position that it was made on has moved on."""

    async def draft(self, match_id: int, user_id: int) -> Draft:
        """What a player plans at the moment, with the picture of it; no moves when there is no plan that still holds.

        Raises:
            MatchNotFoundError, MatchNotStartedError, MatchOverError, NotSeatedError
        """
        seen = await self._seen(match_id, user_id)
        ply, moves = await self._stored(seen, user_id)
        try:
            return self._planned(seen, ply, moves)
        except GameError:
            # Another player's decision has changed what is possible: the plan does not hold any more.
            return self._planned(seen, seen.record.match.ply, ())

    async def put_draft(self, match_id: int, user_id: int, ply: int, moves: Sequence[str]) -> Draft:
        """Plan these encoded moves, in place of what was planned before. A plan ends before anything is rolled.

        Raises:
            MatchNotFoundError, MatchNotStartedError, MatchOverError, NotSeatedError, NotYourTurnError
            AlreadyPlayedError: the position of ``ply`` has moved on.
            MoveError: a move is not legal; the plan stays as it was.
            StorageError: it could not be stored; the plan stays as it was.
        """
        seen = await self._seen(match_id, user_id)
        if not await self._is_current(seen.record, seen.player, ply):
            raise already_played()
        if not may_act(self._game(seen.record.match), seen.position.state, seen.player):
            raise not_your_turn()
        planned = self._planned(seen, ply, moves)
        now = self._clock()
        await self._db.write(lambda tx: repository.save_draft(tx, match_id, user_id, ply, planned.moves, now))
        return planned

    async def undo_draft(self, match_id: int, user_id: int) -> Draft:
        """Take back the last planned move, if there is one.

        Raises:
            MatchNotFoundError, MatchNotStartedError, MatchOverError, NotSeatedError
            StorageError: it could not be stored; the plan stays as it was.
        """
        planned = await self.draft(match_id, user_id)
        if not planned.moves:
            return planned
        return await self.put_draft(match_id, user_id, planned.ply, planned.moves[:-1])

    async def clear_draft(self, match_id: int, user_id: int) -> None:
        """Forget what a player plans."""
        await self._db.write(lambda tx: repository.delete_draft(tx, match_id, user_id))

    async def _seen(self, match_id: int, user_id: int) -> _Seen:
        return _Seen(*await self._at_board(match_id, user_id))

    async def _stored(self, seen: _Seen, user_id: int) -> tuple[int, tuple[str, ...]]:
        """The ply and moves of the stored plan; no moves on the newest position when it is stale or there is none."""
        match = seen.record.match
        rows = await self._db.rows(repository.DRAFT, (match.id, user_id))
        if rows and await self._is_current(seen.record, seen.player, rows[0]["ply"]):
            return rows[0]["ply"], tuple(json.loads(rows[0]["moves"]))
        return match.ply, ()

    def _planned(self, seen: _Seen, ply: int, moves: Sequence[str]) -> Draft:
        """Play a plan through in memory.

        Raises:
            MoveError: it does not go.
        """
        record, position, player = seen
        match = record.match
        game = self._game(match)
        progress = self._progress(record, position)
        make_moves(game, progress, player, [game.decode_move(text) for text in moves])
        view = see(game, match, progress.position, player)
        return Draft(match.id, ply, tuple(moves), replace(view, ply=ply))
