"""Typed turns: whole ones, beginnings, and continuations of a plan."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from bot.matches.checks import already_played, not_your_turn
from bot.matches.context import Context
from bot.matches.errors import MatchError
from bot.matches.model.position import may_act
from bot.matches.model.views import PlayedTurn
from bot.matches.play.loader import Loader
from bot.matches.play.planning import Plan
from bot.matches.play.plans import Plans
from bot.matches.play.suggestions import Label, suggestions
from bot.matches.play.turns import Turns, UnfinishedTurn
from bot.matches.store import turns as turn_store
from bot.storage.errors import StorageError
from engines.errors import IllegalMoveError, InvalidMoveError, MoveError
from engines.game import Completion, Player
from engines.registry import AnyGame
from engines.text import T


class Reading(IntEnum):
    """How well a typed text fits a match."""

    NONE = 0
    """Not at all: the game has no such notation, or the user is not to move."""
    NOTATION = 1
    """A move in the game's notation, but not exactly one that is legal now."""
    LEGAL = 2


def _notation(completion: Completion) -> str:
    return completion.text


class TypedMoves:
    """Reads and completes what players type."""

    def __init__(self, context: Context, loader: Loader, turns: Turns, plans: Plans) -> None:
        self._db = context.database
        self._loader = loader
        self._turns = turns
        self._plans = plans

    async def play_text(self, match_id: int, user_id: int, text: str) -> PlayedTurn | Plan:
        """Play or plan a typed turn.

        A text that continues the player's plan is added to it, and shown before it is played. Otherwise the text is a
        turn from the current position: played at once if complete, planned if it is only the beginning.

        Raises:
            MatchNotFoundError, MatchNotStartedError, MatchOverError, NotSeatedError, NotYourTurnError
            MoveError: the text is not a move, is illegal or ambiguous, or is more than a turn; the sentence says why.
            PlanChangedError: the plan was changed at the same moment.
            StorageError: it could not be stored; nothing was changed.
        """
        plan = await self._begun(match_id, user_id)
        refusal: MoveError | None = None
        if plan is not None:
            try:
                return await self.type_on(match_id, user_id, plan, text)
            except MoveError as error:
                refusal = error

        async def parse(game: AnyGame, state: Any, player: Player) -> Sequence[Any]:
            return await _parse(game, state, player, text)

        try:
            return await self._turns.play_read(match_id, user_id, None, parse, whole=True)
        except UnfinishedTurn as unfinished:
            return await self._plans.put(
                match_id, user_id, (await self._loader.load(match_id)).match.ply, unfinished.moves
            )
        except MoveError:
            if refusal is None:
                raise
            # A player with half a plan means to continue it.
            raise refusal from None

    async def _begun(self, match_id: int, user_id: int) -> Plan | None:
        """Return a player's incomplete plan; without one, the match is not loaded.

        Raises:
            MatchNotFoundError, MatchNotStartedError, MatchOverError, NotSeatedError
        """
        if not await self._db.rows(turn_store.PLAN, (match_id, user_id)):
            return None
        plan = await self._plans.get(match_id, user_id)
        return plan if plan.moves and not plan.complete else None

    async def type_on(self, match_id: int, user_id: int, plan: Plan, text: str, *, instead: bool = False) -> Plan:
        """Plan typed moves after the plan, or ``instead`` of it; nothing is played.

        Raises:
            MatchNotFoundError, MatchNotStartedError, MatchOverError, NotSeatedError, NotYourTurnError
            AlreadyPlayedError: the position of the plan has changed.
            MoveError: the text is not a move, is illegal or ambiguous, or is more than a turn; the sentence says why.
            PlanChangedError: the plan was changed meanwhile.
            StorageError: it could not be stored; the plan stays as it was.
        """
        seen = await self._plans.seen(match_id, user_id)
        game = self._loader.game(seen.record.match)
        if not may_act(game, seen.position.state, seen.player):
            raise not_your_turn()
        if not await self._loader.is_current(seen.record, seen.player, plan.ply):
            raise already_played()
        kept = () if instead else plan.moves
        if plan.complete and not instead:
            raise IllegalMoveError(T("Your turn is already planned. Confirm it, or undo something first."))
        state = self._plans.planned(seen, plan.ply, kept).after.state
        moves = await plan_with_text(game, state, seen.player, kept, text)
        return await self._plans.put(match_id, user_id, plan.ply, moves, after=plan.moves)

    async def type_further(self, match_id: int, user_id: int, plan: Plan, text: str) -> Plan:
        """Plan typed moves after the plan; a whole turn that does not continue the plan replaces it.

        Raises: like :meth:`type_on`.
        """
        try:
            return await self.type_on(match_id, user_id, plan, text)
        except MoveError as refusal:
            seen = await self._plans.seen(match_id, user_id)
            game = self._loader.game(seen.record.match)
            try:
                moves = await _parse(game, seen.position.state, seen.player, text)
            except MoveError:
                raise refusal from None
            whole = [game.encode_move(move) for move in moves]
            if not self._plans.planned(seen, plan.ply, whole).plan.complete:
                raise
            return await self._plans.put(match_id, user_id, plan.ply, whole, after=plan.moves)

    async def reads(self, match_id: int, user_id: int, text: str) -> Reading:
        """Return how well a text fits a match as a turn of a user or the beginning of one; change nothing."""
        try:
            seen, planned = await self._plans.seen_with_plan(match_id, user_id)
        except (MatchError, StorageError):
            return Reading.NONE
        game, player = self._loader.game(seen.record.match), seen.player
        if not planned.plan.may_act:
            return Reading.NONE
        states = [seen.position.state]
        if planned.plan.moves and not planned.plan.complete:
            states.append(planned.after.state)
        return max([await asyncio.to_thread(_read, game, state, player, text) for state in states])

    async def complete(
        self, match_id: int, user_id: int, text: str, limit: int = 25, label: Label = _notation
    ) -> Sequence[Completion]:
        """Return legal completions of a typed text; none for users who cannot move now.

        Completions of the player's plan come first, then those of the current position. ``label`` writes one as it is
        shown to the player (see :func:`bot.matches.play.suggestions.suggestions`).
        """
        try:
            seen, planned = await self._plans.seen_with_plan(match_id, user_id)
        except (MatchError, StorageError):
            return ()
        game, player = self._loader.game(seen.record.match), seen.player
        if not planned.plan.may_act:
            return ()
        found = {}
        if planned.plan.moves and not planned.plan.complete:
            state = planned.after.state
            found = {each.text: each for each in await _complete(game, state, player, text, limit, label)}
        for each in await _complete(game, seen.position.state, player, text, limit, label):
            found.setdefault(each.text, each)
        return tuple(found.values())[:limit]


async def plan_with_text(game: AnyGame, state: Any, player: Player, kept: Sequence[str], text: str) -> tuple[str, ...]:
    """Return the plan of the moves that are kept, which lead to ``state``, and a typed text after them.

    Raises:
        MoveError: the text is not a move, is illegal or ambiguous, or is more than a turn.
    """
    try:
        moves = await _parse(game, state, player, text)
    except IllegalMoveError as refusal:
        refusal.earlier = (*map(game.decode_move, kept), *refusal.earlier)
        raise
    return (*kept, *map(game.encode_move, moves))


async def _parse(game: AnyGame, state: Any, player: Player, text: str) -> Sequence[Any]:
    """Parse a typed turn in a thread: in a position with many possibilities a long one takes tens of milliseconds."""
    return await asyncio.to_thread(game.parse_turn, state, player, text)


def _read(game: AnyGame, state: Any, player: Player, text: str) -> Reading:
    try:
        game.parse_turn(state, player, text)
    except InvalidMoveError:
        return Reading.NONE
    except MoveError:
        return Reading.NOTATION
    return Reading.LEGAL


async def _complete(
    game: AnyGame, state: Any, player: Player, text: str, limit: int, label: Label
) -> Sequence[Completion]:
    """Return the game's completions, found in a thread: with many possibilities they take tens of milliseconds."""
    return await asyncio.to_thread(suggestions, game, state, player, text, limit, label)
