"""Judgements of moves in Totem: after the others' answers, and by the exact chances that a totem is felled."""

from __future__ import annotations

from random import Random

from engines.game import Player
from engines.text import T, Text
from engines.totem.imagine import imagine
from engines.totem.moves import Add, Move, Run, Use, decode, encode
from engines.totem.observation import TotemObservation
from engines.totem.state import State
from engines.totem.turns import apply
from players.decision import percent
from players.review import Judgement, kept
from players.totem.answers import Judged, after_answers, with_dangers
from players.totem.elimination_reasons import eliminates_few
from players.totem.facts import Facts, is_of_another_kind
from players.totem.plans import Budget, Plan, decides
from players.totem.player import LEVEL, ranked_plans
from players.totem.reasons import reason
from players.totem.worth import WON, calibrated, log_odds

MARGIN = 0.05
"""A chance to win the match."""

_KEPT = 0.4
"""Of a difference that is searched, so much is there when matches are played on from both decisions: of several plans,
the best one is overrated most. Fitted to claims that were played out (docs/proof.md)."""
_KEPT_OF_FEW = 0.1
"""The same where the better plan only eliminates one or two pieces more, which the search overrates most
(docs/proof.md)."""

_QUICK, _STRONGEST = 3, 5
"""The levels whose search judges, quickly and deeply."""
_NODES, _DEEP_NODES = 700, 12_000
_PLAYED_NODES = 6_000
"""The positions at which to look for what the played moves are worth."""


def judge(observation: TotemObservation, player: Player, moves: tuple[str, ...], *, deep: bool) -> Judgement | None:
    """Judge the moves with one roll; see :func:`players.review.judge`."""
    state = imagine(observation)
    made = tuple(move for move in map(decode, moves) if isinstance(move, Use | Run | Add))
    if not made or not decides(state, player):
        return None
    level = _STRONGEST if deep else _QUICK
    played = _worth(_plan(state, player, made), player, deep=deep)
    found = ranked_plans(
        state,
        player,
        LEVEL[level],
        Budget(_DEEP_NODES if deep else _NODES),
        Random(0),
        beside_a_win=played.value >= WON,
    )
    found = [one for one in found if not _is_same(one, played)]
    if not found:
        return None
    seats = len(state.totems)
    best = found[0]
    if best.value <= played.value:  # the best that the player could have done instead, not the same in another order
        best = next((one for one in found if is_of_another_kind(one.plan, played.plan)), best)
    budget = Budget(_PLAYED_NODES)
    if deep and not best.dangers:
        best = with_dangers(best, player, budget)
    now, then = calibrated(played.value, _STRONGEST, seats), calibrated(best.value, _STRONGEST, seats)
    better, worse = (best, played) if now < then else (played, best)
    facts = Facts(state, player, better, sees_fellings=deep, rejected=[worse], budget=budget)
    why = reason(facts)
    if better.value < WON:
        # A quick search does not see whether a totem is in danger, so its reason may be about pieces instead.
        now, then = kept(now, then, _KEPT_OF_FEW if deep and why == eliminates_few(facts) else _KEPT)
    return Judgement(
        now - then,
        tuple(map(encode, best.plan.moves)),
        why.advice,
        _difference(now, then),
        is_exact=better.value >= WON,
    )


def _plan(state: State, player: Player, made: tuple[Move, ...]) -> Plan:
    """The plan that was played."""
    for move in made:
        state = apply(state, player, move)
    return Plan(made, state, log_odds(state, player, player))


def _worth(plan: Plan, player: Player, *, deep: bool) -> Judged:
    """What a plan is worth, as the search of the level sees the others."""
    if not deep:
        return Judged(plan, plan.value)
    budget = Budget(_PLAYED_NODES)
    answered = after_answers(plan, player, budget, counts_fellings=False)
    return with_dangers(answered or Judged(plan, plan.value), player, budget)


def _is_same(one: Judged, other: Judged) -> bool:
    """Whether two plans lead to the same position, in another order perhaps."""
    return one.plan.after.pieces == other.plan.after.pieces and one.plan.after.totems == other.plan.after.totems


def _difference(now: float, then: float) -> Text:
    return T(
        "You could expect to win with a chance of about {now}% after your turn, and of {then}% after the other.",
        now=percent(now),
        then=percent(then),
    )
