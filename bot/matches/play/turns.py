"""Moves and resignations."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from bot.matches.checks import already_played, not_your_turn, require_going_on, require_seat
from bot.matches.context import Context
from bot.matches.errors import NotYourTurnError
from bot.matches.model.log import Record
from bot.matches.model.match import Match
from bot.matches.model.position import is_whole_turn, may_act
from bot.matches.model.views import PlayedTurn
from bot.matches.notifications.notices import free_seat_notice
from bot.matches.play.loader import Loader
from bot.matches.play.writer import MatchWriter
from bot.matches.store import offers as offer_store
from bot.matches.store import seats as seat_store
from bot.matches.store import turns as turn_store
from bot.storage.database import Transaction
from engines.errors import IllegalMoveError
from engines.game import Player
from engines.registry import AnyGame
from engines.text import T

ReadMoves: TypeAlias = Callable[[AnyGame, Any, Player], Awaitable[Sequence[Any]]]
"""Returns the moves that a player wants to make in a position, or raises ``MoveError``."""

MOST_DECISIONS = 20
"""Maximum decisions of a player in a simultaneous turn, the first included; each stays in the log forever."""

ATTEMPTS = 3
"""How often a turn is retried if another process commits between loading and writing. Within one process the match's
lock prevents that.
"""


class UnfinishedTurn(Exception):  # noqa: N818 - not an error: it carries what was read out of the way moves are made
    """After these moves the same player has more to decide, but a whole turn was required."""

    def __init__(self, moves: Sequence[str]) -> None:
        super().__init__()
        self.moves = moves
        """Encoded."""


class Turns:
    """Makes moves and resignations."""

    def __init__(self, context: Context, loader: Loader, writer: MatchWriter) -> None:
        self._db = context.database
        self._locks = context.locks
        self._outbox = context.outbox
        self._loader = loader
        self._writer = writer

    async def play(
        self,
        match_id: int,
        user_id: int,
        ply: int,
        moves: Sequence[str],
        *,
        in_dm: bool = False,
    ) -> PlayedTurn:
        """Make the encoded moves of one turn or of a part of it, all or none, on the position that was shown.

        ``ply`` is that of the board, button or plan that the moves were chosen on. ``in_dm``: they were confirmed
        in the private sheet that its player has by direct message, and the answer will stand there.

        Raises:
            MatchNotFoundError, MatchNotStartedError, MatchOverError, NotSeatedError, NotYourTurnError
            AlreadyPlayedError: the position has moved on.
            MoveError: the game refuses; the sentence says why.
            StorageError: it could not be stored; nothing was changed.
        """

        async def decode(game: AnyGame, _state: Any, _player: Player) -> Sequence[Any]:
            if not moves:
                raise IllegalMoveError(T("No move was chosen."))
            return [game.decode_move(text) for text in moves]

        return await self.play_read(match_id, user_id, ply, decode, in_dm=in_dm)

    async def resign(self, match_id: int, user_id: int, *, posted_after: int = 0) -> Match:
        """Resign from a running match for good; the rules decide what follows, and the board shows it.

        ``posted_after``: seconds for which nothing is posted about the match, for a player whose data is about to
        be deleted.

        Raises:
            MatchNotFoundError, MatchNotStartedError, MatchOverError, NotSeatedError
            StorageError: it could not be stored; nothing was changed.
        """
        async with self._locks.of(match_id):
            for _ in range(ATTEMPTS):
                record, position, player = await self._loader.load_seated(match_id, user_id)
                advance = self._writer.prepare(record, position)
                advance.withdraw(player)
                advance.resolve_chance()
                offer = can_be_taken_over(self._loader.game(record.match), advance.position.state, player)
                free = (player,) if offer else ()

                def leave(tx: Transaction, _: Record, player: Player = player) -> None:
                    seat_store.withdraw_seat(tx, match_id, player)

                def tell(tx: Transaction, moved: Record, free: Sequence[Player] = free) -> None:
                    if moved.match.result is None:
                        for seat in free:
                            self._outbox.enqueue(tx, free_seat_notice(match_id, seat))
                        self._writer.cancel_offers(tx, match_id)
                    if posted_after:
                        self._outbox.hold_back(tx, match_id, posted_after)

                left = replace(require_seat(record.match, user_id), withdrawn=True)
                moved = await self._writer.commit(record, advance, leave, tell, changed=[left])
                if moved is not None:
                    return moved.match
        raise already_played()

    async def play_read(
        self,
        match_id: int,
        user_id: int,
        ply: int | None,
        read: ReadMoves,
        *,
        in_dm: bool = False,
        whole: bool = False,
    ) -> PlayedTurn:
        """Make the turn that ``read`` returns, on the position of ``ply`` or on the newest one.

        Raises: like :meth:`play`, and
            UnfinishedTurn: it had to be a ``whole`` one and is not; nothing was changed.
        """
        async with self._locks.of(match_id):
            for _ in range(ATTEMPTS):
                record, position, player = await self._loader.load_seated(match_id, user_id)
                if record.match.paused_at is not None:
                    require_going_on(record.match, planned=await self._has_plan(record, user_id, player))
                if ply is not None and not await self._loader.is_current(record, player, ply):
                    raise already_played()
                game = self._loader.game(record.match)
                if not may_act(game, position.state, player):
                    raise not_your_turn()
                advance = self._writer.prepare(record, position)
                advance.already_shown_to = player if in_dm else None
                again = player not in game.players_to_move(position.state)
                moves = await read(game, position.state, player)
                told = list(zip(advance.take_turn(player, moves), moves, strict=False))
                notation = tuple(game.format_move(before.state, player, move, player) for before, move in told)
                phrases = tuple(game.phrase_move(before.state, player, move, player) for before, move in told)
                if whole and not is_whole_turn(game, advance.position.state, player):
                    raise UnfinishedTurn([entry.move for entry in advance.entries])
                if again and advance.position.state == position.state:
                    return PlayedTurn(record.match, player, notation, phrases, board_due=False)
                if again:
                    await self._require_decisions_left(record, player)
                advance.resolve_chance()

                def note(tx: Transaction, moved: Record, player: Player = player) -> None:
                    if moved.attached.offers:
                        offer_store.decline_draw(tx, match_id, player)
                    if moved.attached.plans:
                        turn_store.delete_plan(tx, match_id, user_id)

                moved = await self._writer.commit(record, advance, note)
                if moved is not None:
                    board_due = (
                        moved.match.result is not None or self._writer.players_to_notify(record, advance) is not None
                    )
                    return PlayedTurn(moved.match, player, notation, phrases, board_due)
        raise already_played()

    async def _has_plan(self, record: Record, user_id: int, player: Player) -> bool:
        """Whether a player has a plan for the current turn."""
        plan = await self._db.read(lambda db: turn_store.read_plan(db, record.match.id, user_id))
        return plan is not None and bool(plan[1]) and await self._loader.is_current(record, player, plan[0])

    async def _require_decisions_left(self, record: Record, player: Player) -> None:
        """Check how often a decision was changed.

        Raises:
            NotYourTurnError: with the number.
        """
        match_id, since = record.match.id, record.turn_ply
        made = await self._db.read(lambda db: turn_store.count_moves_after(db, match_id, since, player))
        if made >= MOST_DECISIONS:
            raise NotYourTurnError(
                T(
                    "You have decided {count} times in this turn, which is the limit. Your last decision counts.",
                    count=MOST_DECISIONS,
                )
            )


def can_be_taken_over(game: AnyGame, state: Any, player: Player) -> bool:
    """Return whether another user may take over a seat that was given up."""
    try:
        game.take_over(state, player)
    except IllegalMoveError:
        return False
    return True
