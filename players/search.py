"""A search that plays every game by its protocol alone: Monte Carlo tree search with random playouts.

It is the computer player of games that bring none, and a yardstick for those that do. In a game with secrets, it
imagines another position for every playout, so that it decides by what its player may know.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engines.game import CHANCE, AnyGame, HasScore, Outcome, Player, ScoreTable
from engines.text import T
from players.decision import Alternative, Decision, require_level
from players.reason import Reason, both, neutral

BUDGETS = (40, 150, 500, 1500, 5000)
"""Moves made in playouts for a decision, by level."""

LONGEST_PLAYOUT = 60
"""Moves after which a playout is judged by its score, or as even."""

EXPLORATION = 0.7
"""Weight of moves that were tried less often, in units of the range of results."""


@dataclass(slots=True)
class _Node:
    """A decision in the tree, reached by the moves before it. The positions behind it differ with luck and secrets."""

    visits: int = 0
    totals: dict[Player, float] = field(default_factory=dict)
    """The sum of results, by seat."""
    children: dict[tuple[Player, str], _Node] = field(default_factory=dict)

    def mean(self, player: Player) -> float:
        return self.totals.get(player, 0.0) / self.visits if self.visits else 0.0


class _Search:
    """One decision's search."""

    def __init__(self, game: AnyGame, random: Random) -> None:
        self.game = game
        self.random = random
        self.root = _Node()
        self.nodes = 0
        self._lowest, self._highest = 0.0, 1.0

    def playout(self, state: Any) -> None:
        """Walk down the tree, add a node, play on at random, and record the result."""
        node, path = self.root, [self.root]
        in_tree, made = True, 0
        while (waiting := self.game.players_to_move(state)) and made < LONGEST_PLAYOUT:
            mover = waiting[0]
            if mover == CHANCE:
                move = self.game.sample_chance(state, self.random)
            else:
                legal = self.game.legal_moves(state, mover)
                move = self._selected(node, mover, legal) if in_tree else legal[self.random.randrange(len(legal))]
            state = self.game.apply(state, mover, move)
            made += 1
            self.nodes += 1
            if in_tree:
                key = mover, self.game.encode_move(move)
                in_tree = key in node.children
                node = node.children.setdefault(key, _Node())
                path.append(node)
        self._record(path, state)

    def _selected(self, node: _Node, mover: Player, legal: Any) -> Any:
        """The most promising legal move, or one that was not tried."""
        known = [(move, node.children.get((mover, self.game.encode_move(move)))) for move in legal]
        untried = [move for move, child in known if child is None]
        if untried:
            return untried[self.random.randrange(len(untried))]
        spread = EXPLORATION * (self._highest - self._lowest) * math.sqrt(math.log(node.visits + 1))
        return max(known, key=lambda one: one[1].mean(mover) + spread / math.sqrt(one[1].visits) if one[1] else 0.0)[0]

    def _record(self, path: list[_Node], state: Any) -> None:
        results = results_of(self.game, state)
        self._lowest = min(self._lowest, *results)
        self._highest = max(self._highest, *results)
        for node in path:
            node.visits += 1
            for player, result in enumerate(results):
                node.totals[player] = node.totals.get(player, 0.0) + result


class PlainSearch:
    """The computer player of any game."""

    version = 1

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def decide(self, observation: Any, player: Player, level: int, seed: int, *, nodes: int | None = None) -> Decision:
        """Decide for a player who is to move: see :class:`players.decision.ComputerPlayer`.

        Raises:
            ValueError: the player is not to move, or there is no such level.
        """
        require_level(level)
        random = Random(seed)
        search = _Search(self._game, random)
        state = self._game.imagine(observation, player, random)
        legal = self._game.legal_moves(state, player)
        if player not in self._game.players_to_move(state) or not legal:
            raise ValueError("the player is not to move")
        budget = BUDGETS[level - 1] if nodes is None else nodes
        while search.nodes < budget and len(legal) > 1:
            # Others who decide at the same time come first, so that the player's own move is the first of the tree.
            imagined = self._game.imagine(observation, player, random)
            search.playout(_until_only(self._game, imagined, player, search))
        return self._decision(search, player, legal)

    def _decision(self, search: _Search, player: Player, legal: Any) -> Decision:
        tried = sorted(
            ((child.visits, child.mean(player), move) for (_, move), child in search.root.children.items()),
            reverse=True,
        )
        if not tried:
            move = self._game.encode_move(legal[search.random.randrange(len(legal))])
            reason = neutral(T("It is the only move.") if len(legal) == 1 else T("Any move may do."))
            return Decision((move,), 1 / 2, reason, search.nodes)
        _, value, move = tried[0]
        alternative = None
        if len(tried) > 1:
            _, other, text = tried[1]
            alternative = Alternative((text,), other, T("The search expected less of it."))
        return Decision((move,), value, _expected(value), search.nodes, alternative=alternative)


def _until_only(game: AnyGame, state: Any, player: Player, search: _Search) -> Any:
    """Let others who decide at the same time decide at random, before the player does."""
    for other in game.players_to_move(state):
        if other != player:
            legal = game.legal_moves(state, other)
            state = game.apply(state, other, legal[search.random.randrange(len(legal))])
            search.nodes += 1
    return state


def _expected(value: float) -> Reason:
    if value > 1:
        return both(
            T("I expect about {points} points at the end."),
            T("It expects about {points} points at the end."),
            points=round(value),
        )
    return both(
        T("I expect to win about {chance} of 100 matches from here."),
        T("It expects you to win about {chance} of 100 matches from here."),
        chance=round(100 * value),
    )


def results_of(game: AnyGame, state: Any) -> list[float]:
    """Return what a position is worth to each seat: the score in a solo match, otherwise 1 for a win.

    A shared first place is shared. Before the end, the score decides who is ahead; without one, all are even.
    """
    outcome = game.outcome(state)
    score = outcome.scores if outcome is not None else game.score_at(state) if isinstance(game, HasScore) else None
    totals = _totals(score)
    if outcome is not None:
        return _shares(outcome, game) if totals is None or len(totals) > 1 else totals
    if totals is None:
        return [0.5] * game.info.max_players
    if len(totals) == 1:
        return totals
    lowest, highest = min(totals), max(totals)
    if lowest == highest:
        return [1 / len(totals)] * len(totals)
    return [0.2 + 0.6 * (total - lowest) / (highest - lowest) for total in totals]


def _totals(score: ScoreTable | None) -> list[float] | None:
    row = None if score is None else score.total or score.rows[-1]
    if row is None or not all(isinstance(value, int) for value in row.values):
        return None
    return [float(value) for value in row.values if isinstance(value, int)]


def _shares(outcome: Outcome, game: AnyGame) -> list[float]:
    winners = outcome.winners
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(game.info.max_players)]
