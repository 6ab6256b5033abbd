"""Judgements of turns in Awéthi: by what is caught and the chance to catch, or by what the wairgka can eat."""

from __future__ import annotations

from random import Random

from engines.awethi.imagine import imagine
from engines.awethi.moves import Choose, Hunt, Move, Walk, decode, encode
from engines.awethi.observation import AwethiObservation
from engines.awethi.rules import herder_to_move, legal_moves
from engines.awethi.state import State
from engines.awethi.turns import apply
from engines.game import Player
from engines.text import TN, T, Text
from players.awethi import reasons
from players.awethi.chances import told_chance
from players.awethi.field import Places
from players.awethi.hunting import Hunted, hunted
from players.awethi.plans import PlanSearch, moves_of
from players.decision import percent
from players.review import Judgement

MARGIN = 0.4
"""Aiwe: caught, or the chance to catch one; for the wairgka eaten, or the chance to eat one."""

_NODES, _DEEP_NODES = 60, 600
"""Ends of turns that are compared."""


def judge(observation: AwethiObservation, player: Player, moves: tuple[str, ...], *, deep: bool) -> Judgement | None:
    """Judge the walks of a turn, or a hunt; see :func:`players.review.judge`."""
    state = imagine(observation)
    made = tuple(map(decode, moves))
    if isinstance(made[0], Hunt):
        return _hunt(state, player, made[0])
    if isinstance(made[0], Choose | Walk):
        return _walks(state, player, made, deep=deep)
    return None


# ------------------------------------------------------------------------------------------------------- the herders


def _walks(state: State, player: Player, made: tuple[Move, ...], *, deep: bool) -> Judgement | None:
    after = state
    for move in made:
        after = apply(after, player, move)
    places = after.herders[herder_to_move(state)].awethi
    planner = PlanSearch(state, _DEEP_NODES if deep else _NODES)
    played_value = planner.value(places) or 0.0
    compared: tuple[Places, tuple[Move, ...]] | None = None
    for plan in planner.plans():
        is_other = sorted(plan.places) != sorted(places)
        if is_other and (plan.value > played_value or _holds(planner, plan.places) != _holds(planner, places)):
            walks = moves_of(state, planner.field, plan)
            if walks is not None:
                compared = plan.places, walks
                break
    if compared is None:
        return None
    other, walks = compared
    now, then = (_caught(planner, where, deep=deep) for where in (places, other))
    lead = sum(now) - sum(then)
    better = after
    if lead < 0:
        better = state
        for move in walks:
            better = apply(better, player, move)
    why = reasons.plan(state, better, planner.field) if deep else reasons.walks(state, better)
    return Judgement(lead, tuple(map(encode, walks)), why.advice, _difference(now, then), is_exact=False)


def _holds(planner: PlanSearch, places: Places) -> int:
    return planner.field.held(places)


def _caught(planner: PlanSearch, places: Places, *, deep: bool) -> tuple[int, float]:
    """How many aiwe are caught, and the chance to catch one with the next roll."""
    found = told_chance(planner.field, places)[0] if deep else planner.chances.next_turn(places)
    return planner.field.held(places).bit_count(), found


def _difference(now: tuple[int, float], then: tuple[int, float]) -> Text:
    return T(
        "After your turn: {held}, and about {percent}% of your next rolls catch one. After the other: {other_held}, and"
        " about {other_percent}%.",
        held=_held(now[0]),
        percent=percent(now[1]),
        other_held=_held(then[0]),
        other_percent=percent(then[1]),
    )


def _held(number: int) -> Text:
    return TN("{count} aiwe caught", "{count} aiwe caught", number) if number else T("no aiwe caught")


# ------------------------------------------------------------------------------------------------------- the wairgka


def _hunt(state: State, player: Player, move: Hunt) -> Judgement | None:
    number = len(legal_moves(state, player))
    if number < 2:
        return None
    ranked, _ = hunted(state, "ahead", Random(0), number)
    played = next(one for one in ranked if one.move == move)
    other = next(one for one in ranked if one.move != move)
    lead = _eaten(played) - _eaten(other)
    better = played if lead >= 0 else other
    why = reasons.hunt(state, apply(state, player, better.move), better, "ahead", number)
    return Judgement(lead, (encode(other.move),), why.advice, _prospect(played, other), is_exact=False)


def _eaten(one: Hunted) -> float:
    """Aiwe eaten, and the chance to eat one with the next roll."""
    return (one.prey is not None) + one.chance


def _prospect(played: Hunted, other: Hunted) -> Text:
    if played.prey is not None and other.prey is None:
        return T("The other hunt eats nothing.")
    if other.prey is not None and played.prey is None:
        return T("Your hunt ate nothing.")
    return T(
        "About {now}% of the next rolls let a wairgk eat after your hunt, and {then}% after the other.",
        now=percent(played.chance),
        then=percent(other.chance),
    )
