"""Typed turns: whole ones, beginnings, and continuations of a plan."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from bot.matches.checks import not_your_turn
from bot.matches.context import Context
from bot.matches.errors import MatchError
from bot.matches.model.views import Draft, PlayedTurn
from bot.matches.play.drafts import Drafts
from bot.matches.play.loader import Loader
from bot.matches.play.suggestions import Label, suggestions
from bot.matches.play.turns import Turns, UnfinishedTurn, may_act
from bot.matches.store import turns as turn_store
from bot.storage.errors import StorageError
from engines.errors import IllegalMoveError, InvalidMoveError, MoveError
from engines.game import Completion, Player
from engines.registry import AnyGame
from engines.text import T


class Reading(IntEnum):
    """How well a typed text fits a match."""

    NONE = 0
    """Not at all: the game has no such notation, or nothing is awaited from the person who typed it."""
    NOTATION = 1
    """It is a move in the notation of the game, but none that can be made now, or several."""
    LEGAL = 2


def _notation(completion: Completion) -> str:
    return completion.text


class TypedMoves:
    """Reads and completes what players type."""

    def __init__(self, context: Context, loader: Loader, turns: Turns, drafts: Drafts) -> None:
        self._db = context.database
        self._loader = loader
        self._turns = turns
        self._drafts = drafts

    async def play_text(self, match_id: int, user_id: int, text: str) -> PlayedTurn | Draft:
        """Make a typed turn, or plan it.

        What goes on with the player's plan is planned with it, to be looked at before it is played. Else the text is a
        turn from the position that everybody sees: made at once when it is complete, planned when it is the beginning
        of one.

        Raises:
            MatchNotFoundError, MatchNotStartedError, MatchOverError, NotSeatedError, NotYourTurnError
            MoveError: the text is no move, not a legal or a single one, or more than a turn; the sentence says why.
            PlanChangedError: the plan was changed at the same moment.
            StorageError: it could not be stored; nothing was changed.
        """
        planned = await self._begun(match_id, user_id)
        refusal: MoveError | None = None
        if planned is not None:
            try:
                return await self.type_on(match_id, user_id, planned, text)
            except MoveError as error:
                refusal = error

        async def parse(game: AnyGame, state: Any, player: Player) -> Sequence[Any]:
            return await _parse(game, state, player, text)

        try:
            return await self._turns.play_read(match_id, user_id, None, parse, whole=True)
        except UnfinishedTurn as unfinished:
            return await self._drafts.put_draft(
                match_id, user_id, (await self._loader.load(match_id)).match.ply, unfinished.moves
            )
        except MoveError:
            if refusal is None:
                raise
            # A player with half a plan means to continue it.
            raise refusal from None

    async def _begun(self, match_id: int, user_id: int) -> Draft | None:
        """The plan that a player has not completed; where there is none the match is not looked at.

        Raises:
            MatchNotFoundError, MatchNotStartedError, MatchOverError, NotSeatedError
        """
        if not await self._db.rows(turn_store.DRAFT, (match_id, user_id)):
            return None
        planned = await self._drafts.draft(match_id, user_id)
        return planned if planned.moves and not planned.complete else None

    async def type_on(self, match_id: int, user_id: int, planned: Draft, text: str, *, instead: bool = False) -> Draft:
        """Plan what is typed after what is planned, or ``instead`` of it; nothing is played.

        Raises:
            MatchNotFoundError, MatchNotStartedError, MatchOverError, NotSeatedError, NotYourTurnError
            AlreadyPlayedError: the position of the plan has moved on.
            MoveError: the text is no move, not a legal or a single one, or more than a turn; the sentence says why.
            PlanChangedError: the plan was changed meanwhile.
            StorageError: it could not be stored; the plan stays as it was.
        """
        seen = await self._drafts.seen(match_id, user_id)
        game = self._loader.game(seen.record.match)
        if not may_act(game, seen.position.state, seen.player):
            raise not_your_turn()
        kept = () if instead else planned.moves
        if planned.complete and not instead:
            raise IllegalMoveError(T("Your turn is already planned. Confirm it, or undo something first."))
        moves = await _parse(game, self._drafts.through(seen, kept).state, seen.player, text)
        more = [game.encode_move(move) for move in moves]
        return await self._drafts.put_draft(match_id, user_id, planned.ply, [*kept, *more], after=planned.moves)

    async def type_further(self, match_id: int, user_id: int, planned: Draft, text: str) -> Draft:
        """Plan what is typed after what is planned; a whole turn that does not go there takes its place.

        Raises: like :meth:`type_on`.
        """
        try:
            return await self.type_on(match_id, user_id, planned, text)
        except MoveError as refusal:
            seen = await self._drafts.seen(match_id, user_id)
            game = self._loader.game(seen.record.match)
            try:
                moves = await _parse(game, seen.position.state, seen.player, text)
            except MoveError:
                raise refusal from None
            whole = [game.encode_move(move) for move in moves]
            if not self._drafts.planned(seen, planned.ply, whole).complete:
                raise
            return await self._drafts.put_draft(match_id, user_id, planned.ply, whole, after=planned.moves)

    async def reads(self, match_id: int, user_id: int, text: str) -> Reading:
        """Return how well a text fits a match as a turn of a user or the beginning of one; change nothing."""
        try:
            seen = await self._drafts.seen(match_id, user_id)
            planned = await self._drafts.draft(match_id, user_id)
        except (MatchError, StorageError):
            return Reading.NONE
        game, player = self._loader.game(seen.record.match), seen.player
        if not planned.may_act:
            return Reading.NONE
        states = [seen.position.state]
        if planned.moves and not planned.complete:
            states.append(self._drafts.through(seen, planned.moves).state)
        return max([await asyncio.to_thread(_read, game, state, player, text) for state in states])

    async def complete(
        self, match_id: int, user_id: int, text: str, limit: int = 25, label: Label = _notation
    ) -> Sequence[Completion]:
        """Return legal completions of a typed text; none for users who cannot move now.

        Those of the player's plan come first, then those of the position that everybody sees. ``label`` writes one as
        the player is shown it (see :func:`bot.matches.play.suggestions.suggestions`).
        """
        try:
            seen = await self._drafts.seen(match_id, user_id)
            planned = await self._drafts.draft(match_id, user_id)
        except (MatchError, StorageError):
            return ()
        game, player = self._loader.game(seen.record.match), seen.player
        if not planned.may_act:
            return ()
        found = {}
        if planned.moves and not planned.complete:
            state = self._drafts.through(seen, planned.moves).state
            found = {each.text: each for each in await _complete(game, state, player, text, limit, label)}
        for each in await _complete(game, seen.position.state, player, text, limit, label):
            found.setdefault(each.text, each)
        return tuple(found.values())[:limit]


async def _parse(game: AnyGame, state: Any, player: Player, text: str) -> Sequence[Any]:
    """Read a typed turn; in a thread, because a long one in a position of many possibilities takes tens of
    milliseconds.
    """
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
    """What the game offers; looked for in a thread, because a turn of many possibilities takes tens of milliseconds."""
    return await asyncio.to_thread(suggestions, game, state, player, text, limit, label)
