"""Hints: what the strongest computer player would do in a player's place.

A hint is decided from what the player may know, with a seed that takes no draw of the match, and writes nothing but how
many hints the player has used.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import NamedTuple

from bot.computer.decider import Decider, DecisionFailedError, NotNowError, Question
from bot.matches.checks import not_your_turn, require_running, require_seat
from bot.matches.context import Context
from bot.matches.errors import NotAllowedError
from bot.matches.model.match import Match, may_use_hints
from bot.matches.model.position import phrases_of
from bot.matches.model.rng import hint_seed
from bot.matches.model.views import Draft
from bot.matches.play.drafts import Drafts, Seen
from bot.matches.play.loader import Loader
from bot.matches.store import seats as seat_store
from engines.game import Player
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

    draft: Draft
    """The plan as it is."""
    hint: Hint
    phrases: tuple[Text, ...]
    """The hint's moves, such as “b4”."""
    plan: tuple[str, ...]
    """Encoded: the plan that the hint leads to. A plan that is complete is replaced."""


class Hints:
    """Gives hints.

    Args:
        context: the database and what belongs to it.
        loader: reads matches.
        drafts: reads plans.
        decider: decides for computer players.
    """

    def __init__(self, context: Context, loader: Loader, drafts: Drafts, decider: Decider) -> None:
        self._db = context.database
        self._loader = loader
        self._drafts = drafts
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
        draft = await self._drafts.draft(match_id, user_id)
        seen = await self._drafts.seen(match_id, user_id)
        require_hints(seen.record.match, user_id)
        game = self._loader.game(seen.record.match)
        planned = () if draft.complete else draft.moves
        position = self._drafts.through(seen, planned)
        if seen.player not in game.players_to_move(position.state):
            raise not_your_turn()
        planned_position = _PlannedPosition(match_id, seen.player, seen.record.match.ply, planned)
        hint = self._kept.get(planned_position)
        if hint is None:
            hint = await self._decided(planned_position, user_id, seen, draft if planned else None)
        self._keep(planned_position, hint)
        phrases = phrases_of(game, position.state, seen.player, [game.decode_move(text) for text in hint.moves])
        return PlannedHint(draft, hint, phrases, (*planned, *hint.moves))

    async def compared(self, hinted: PlannedHint, user_id: int) -> Text | None:
        """Return whether the player's whole turn, as it is planned, is as good as that of the hint; ``None`` without
        such a plan, or if nobody can tell now.

        It is worse only if a deep search says so by the margin of reviews.
        """
        plan = hinted.draft
        if not plan.complete:
            return None
        if plan.moves == hinted.plan:
            return T("That is your plan.")
        seen = await self._drafts.seen(plan.match_id, user_id)
        game, player = self._loader.game(seen.record.match), seen.player
        if not has_reviews(game.info.slug):
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
        if judged.other != hinted.plan:
            return T("Your plan is worth less.")
        return T("Your plan is worth less. {difference}", difference=judged.difference)

    async def _decided(self, position: _PlannedPosition, user_id: int, seen: Seen, planned: Draft | None) -> Hint:
        match, player = seen.record.match, seen.player
        game = self._loader.game(match)
        if planned is None:
            observation = game.observe(seen.position.state, player, seen.position.steps)
        else:
            observation = planned.view.observation
        seed = hint_seed(seen.record.secret, match.id, position.ply, player)
        question = Question(match.id, user_id, game, player, observation, LEVEL, seed, at_once=True)
        answer = await self._decider.decide(question)
        hint = hint_of(game, observation, player, answer.decision)
        await self._db.write(lambda tx: seat_store.count_hint(tx, match.id, player))
        return hint

    def _keep(self, position: _PlannedPosition, hint: Hint) -> None:
        self._kept[position] = hint
        self._kept.move_to_end(position)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)


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
