"""Hints: what the strongest computer player would do in a player's place.

A hint is decided from what the player may know, with a seed that takes no draw of the match, and writes nothing but how
many hints the player has used.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, NamedTuple

from bot.computer.decider import Decider, DecisionFailedError, NotNowError, Question
from bot.matches.checks import not_your_turn, require_running, require_seat
from bot.matches.context import Context
from bot.matches.errors import NotAllowedError
from bot.matches.model.match import Match, may_use_hints
from bot.matches.model.position import phrases_of
from bot.matches.model.rng import hint_seed
from bot.matches.play.loader import Loader
from bot.matches.play.planning import Plan, PlannedTurn
from bot.matches.play.plans import Plans
from bot.matches.store import seats as seat_store
from bot.storage.database import Transaction
from engines.game import Player
from engines.registry import AnyGame
from engines.text import T, Text
from players.hints import LEVEL, Hint, hint_of
from players.review import has_reviews, margin_of

KEPT = 256
"""How many hints are kept, so that their next steps decide nothing."""


class _PlannedPosition(NamedTuple):
    """The position that a hint is about."""

    match_id: int
    player: Player
    ply: int
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlannedHint:
    """A hint for the plan of a player."""

    plan: Plan
    """The plan as it is."""
    hint: Hint
    phrases: tuple[Text, ...]
    """The hint's moves, such as “b4”."""
    advised: tuple[str, ...]
    """Encoded: the plan that the hint leads to. A plan that is complete is replaced."""


class Hints:
    """Gives hints.

    Args:
        context: the database and what belongs to it.
        loader: reads matches.
        plans: the plans of turns.
        decider: decides for computer players.
    """

    def __init__(self, context: Context, loader: Loader, plans: Plans, decider: Decider) -> None:
        self._db = context.database
        self._loader = loader
        self._plans = plans
        self._decider = decider
        self._kept: OrderedDict[_PlannedPosition, Hint] = OrderedDict()

    async def hint(self, match_id: int, user_id: int) -> PlannedHint:
        """Return the hint for a player's plan; for a complete plan, that for the whole turn.

        Raises:
            MatchNotFoundError, MatchNotStartedError, MatchOverError, NotSeatedError, NotYourTurnError
            NotAllowedError: the match has no hints.
            NotNowError: the computer players are switched off, busy for this user, or restarting.
            DecisionFailedError: no hint could be found.
            StorageError: that the hint is used could not be stored.
        """
        seen, planned = await self._plans.seen_with_plan(match_id, user_id)
        match, player = seen.record.match, seen.player
        require_hints(match, user_id)
        game, begun = self._loader.game(match), begun_turn(planned)
        if player not in game.players_to_move(begun.state):
            raise not_your_turn()
        asked = _PlannedPosition(match_id, player, match.ply, begun.moves)
        hint = self._kept.get(asked)
        if hint is None:
            seed = hint_seed(seen.record.secret, match_id, match.ply, player)
            question = Question(match_id, user_id, game, player, begun.observation, LEVEL, seed, at_once=True)
            hint = await decided_hint(self._decider, question)
            await self._db.write(lambda tx: self._count(tx, match_id, player))
        self._keep(asked, hint)
        return planned_hint(game, planned, hint)

    async def compared(self, hinted: PlannedHint, user_id: int) -> Text | None:
        """Return whether the player's whole turn, as it is planned, is as good as that of the hint; ``None`` without
        such a plan, or if nobody can tell now.

        It is worse only if a deep search says so by the margin of reviews.
        """
        plan = hinted.plan
        if not plan.complete:
            return None
        if plan.moves == hinted.advised:
            return T("That is your plan.")
        seen = await self._plans.seen(plan.match_id, user_id)
        game, player = self._loader.game(seen.record.match), seen.player
        if not has_reviews(game.info.slug) or not await self._loader.is_current(seen.record, player, plan.ply):
            return None
        observation = game.observe(seen.position.state, player, seen.position.steps)
        try:
            timed = await self._decider.judge(plan.match_id, game, player, observation, plan.moves, deep=True)
        except (NotNowError, DecisionFailedError):
            return None
        judged = timed.judgement
        if judged is None:
            return None
        if judged.lead > -margin_of(game.info.slug):
            return T("Your plan is about as good.")
        if judged.other != hinted.advised:
            return T("Your plan is worth less.")
        return T("Your plan is worth less. {difference}", difference=judged.difference)

    def _count(self, tx: Transaction, match_id: int, player: Player) -> None:
        """Count a hint. The result of a match that has ended meanwhile is recorded, and does not change.

        Raises:
            MatchNotFoundError, MatchOverError: nothing is counted.
        """
        require_running(self._loader.find(tx, match_id).match)
        seat_store.count_hint(tx, match_id, player)

    def _keep(self, position: _PlannedPosition, hint: Hint) -> None:
        self._kept[position] = hint
        self._kept.move_to_end(position)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)


class BegunTurn(NamedTuple):
    """From where a hint goes on: after the plan, or, if the plan is a whole turn, from the start of the turn."""

    moves: tuple[str, ...]
    state: Any
    observation: object


def begun_turn(planned: PlannedTurn) -> BegunTurn:
    """Return from where a hint for a plan goes on."""
    plan = planned.plan
    if plan.complete:
        return BegunTurn((), planned.before.state, plan.base.observation)
    return BegunTurn(plan.moves, planned.after.state, plan.view.observation)


async def decided_hint(decider: Decider, question: Question) -> Hint:
    """Return the decision on a question as a hint.

    Raises:
        NotNowError: the computer players are switched off, busy for this user, or restarting.
        DecisionFailedError: no hint could be found.
    """
    answer = await decider.decide(question)
    return hint_of(question.game, question.observation, question.player, answer.decision)


def planned_hint(game: AnyGame, planned: PlannedTurn, hint: Hint) -> PlannedHint:
    """Return a hint with the plan that it is for."""
    begun, player = begun_turn(planned), planned.plan.player
    phrases = phrases_of(game, begun.state, player, [game.decode_move(text) for text in hint.moves])
    return PlannedHint(planned.plan, hint, phrases, (*begun.moves, *hint.moves))


def require_hints(match: Match, user_id: int) -> None:
    """Refuse hints where nobody may use them.

    Raises:
        MatchNotStartedError, MatchOverError, NotSeatedError
        NotAllowedError: the match has no hints.
    """
    require_running(match)
    require_seat(match, user_id)
    if not may_use_hints(match):
        raise NotAllowedError(
            T(
                "This match has no hints. There are hints where one person plays, and in matches "
                "that are not rated if the table allowed them."
            )
        )
