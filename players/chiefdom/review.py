"""Judgements of drawings in Chiefdom: by the expected final score, one roll ahead."""

from __future__ import annotations

from random import Random

from engines.chiefdom.moves import Draw, decode, encode
from engines.chiefdom.observation import ChiefdomObservation
from engines.game import Player
from engines.text import T, Text
from players.chiefdom.masks import BOARD
from players.chiefdom.player import (
    Candidate,
    judge_draws,
    look_ahead,
    outlook,
    own_sheet,
    possible_drawings,
    value_of_passing,
)
from players.chiefdom.reasons import reason
from players.review import Judgement, kept

MARGIN = 2.6
"""Points of the final score."""

_KEPT = 0.43
"""Of a difference one roll ahead, so much is left at the end: a drawing that is missed is often still possible later.
Fitted to claims that were played out (docs/proof.md)."""


def judge(observation: ChiefdomObservation, player: Player, moves: tuple[str, ...], *, deep: bool) -> Judgement | None:
    """Judge a drawing or a pass; see :func:`players.review.judge`."""
    sheet, dice = own_sheet(observation, player)
    draws = possible_drawings(sheet, dice)
    move = decode(BOARD, moves[0])
    candidates = judge_draws(sheet, observation.cards, draws, by_points=False)
    candidates.sort(key=lambda candidate: -candidate.judged)
    if isinstance(move, Draw):
        played = next(one for one in candidates if one.draw == move)
        others = [one for one in candidates if one is not played]
        if not others:
            return None
        other = others[0]
        if other.judged < played.judged:
            other = next((one for one in others if one.draw.icon != move.icon), other)
        if deep:
            look_ahead(compared := [played, other], Random(0), None)
            played, other = next(one for one in compared if one.draw == move), _not(compared, move)
        now, then = played.judged, other.judged
    elif not candidates:
        return None
    else:
        other = candidates[0]
        now, then = value_of_passing(sheet, observation, by_points=False), other.judged
    now, then = kept(now, then, _KEPT)
    if now >= then and not isinstance(move, Draw):
        return None  # it may have ended the match: nothing to praise
    better = next(one for one in candidates if one.draw == move) if now >= then else other
    seen = outlook(sheet, candidates, better, by_points=False)
    why = reason(sheet, better.draw, observation.cards, is_only=False, outlook=seen)
    return Judgement(now - then, (encode(BOARD, other.draw),), why.advice, _difference(now, then), is_exact=False)


def _not(candidates: list[Candidate], draw: Draw) -> Candidate:
    return next(one for one in candidates if one.draw != draw)


def _difference(now: float, then: float) -> Text:
    return T(
        "You can expect about {now} points in the end after your decision, and {then} after the other.",
        now=round(now),
        then=round(then),
    )
