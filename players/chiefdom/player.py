"""The computer player of Chiefdom: works from its own sheet, the dice and the cards, and from nothing else.

:attr:`Decision.value <players.decision.Decision.value>` is the expected final score, also in a match of several: other
sheets are secret, so that there is no chance to win to tell. Cards 13 to 18 compare secret sheets and are not valued.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from random import Random

from engines.bitsets import mask_of
from engines.chiefdom.dice import options, roll_chances
from engines.chiefdom.evaluation import Evaluator
from engines.chiefdom.moves import PASS, Dice, Draw, encode
from engines.chiefdom.observation import ChiefdomObservation, Icon
from engines.chiefdom.scoring import running_total
from engines.chiefdom.sheet import Sheet
from engines.game import Player
from engines.text import T, Text
from players.chiefdom.estimate import estimate
from players.chiefdom.masks import BOARD, Masks, after, drawings, job_choices, masks_of, places, points
from players.chiefdom.reasons import Outlook, cost, reason
from players.decision import Alternative, Decision, require_level
from players.reason import both

TOLERANCES = {1: 9.0, 2: 4.0, 3: 4.8, 4: 2.4, 5: 0.0}
"""By level: it makes any drawing that it judges at most so many points worse than the best."""
LAST_LEVEL_BY_POINTS = 2
"""Up to this level drawings are judged by the points that they bring at once, above by the estimate."""
REACHED = {1: 0.72, 2: 0.81, 3: 0.93, 4: 1.0, 5: 1.0}
"""By level: how much of what the estimate expects beyond the points of now it reaches. The estimate is of careful play;
fitted to ten matches of two seats of each of the levels 1 to 4."""
LOOK_AHEAD_LEVEL = 5
LOOKED_AT = 4
"""How many of the best drawings are judged again, one roll ahead."""
PLACES = 25
"""How many places of an icon and die are estimated in the look-ahead; more are sampled."""


@dataclass(slots=True)
class Candidate:
    """A legal drawing and its judgement."""

    draw: Draw
    sheet: Masks
    """After the drawing."""
    card_points: int
    """Of the cards, after the drawing."""
    judged: float
    """By the level: the points now or the expected final score."""


class ChiefdomPlayer:
    """Decides for a seat of Chiefdom; stateless."""

    version = 2

    def decide(
        self, observation: ChiefdomObservation, player: Player, level: int, seed: int, *, nodes: int | None = None
    ) -> Decision:
        """Decide; see :class:`players.decision.ComputerPlayer`."""
        require_level(level)
        sheet, dice = own_sheet(observation, player)
        random = Random(seed)
        by_points = level <= LAST_LEVEL_BY_POINTS
        draws = possible_drawings(sheet, dice)
        may_pass = all(draw.bonus for draw in draws)
        random.shuffle(draws)  # equal drawings are chosen by the seed
        limit = len(draws) if nodes is None else nodes
        candidates = judge_draws(sheet, observation.cards, draws[: max(limit, 1)], by_points=by_points)
        candidates.sort(key=lambda candidate: -candidate.judged)
        used = 0 if limit < 1 else len(candidates)
        if level == LOOK_AHEAD_LEVEL:
            used += look_ahead(candidates, random, None if nodes is None else nodes - used)
        best = candidates[0]
        if may_pass and len(candidates) == len(draws):
            kept = value_of_passing(sheet, observation, by_points=by_points)
            if best.judged < kept:
                return _pass(kept, used, by_points=by_points)
        pool = [each for each in candidates if each.judged >= best.judged - TOLERANCES[level]]
        chosen = best if level == LOOK_AHEAD_LEVEL else random.choice(pool)
        now = running_total(sheet, observation.cards)
        is_whole = len(candidates) == len(draws)
        seen = outlook(sheet, candidates, chosen, by_points=by_points) if is_whole else Outlook.UNKNOWN
        return Decision(
            moves=(encode(BOARD, chosen.draw),),
            value=_expected(chosen, now, level),
            reason=reason(sheet, chosen.draw, observation.cards, is_only=len(draws) == 1, outlook=seen),
            nodes=used,
            alternative=_alternative(candidates, chosen, now, level, partial(cost, sheet, observation.cards)),
        )


def own_sheet(observation: ChiefdomObservation, player: Player) -> tuple[Sheet, Dice]:
    """The player's sheet and the roll.

    Raises:
        ValueError: the player is not to move, or the observation does not show the sheet.
    """
    shown = observation.sheets[player]
    if player not in observation.awaited or shown is None or observation.dice is None:
        raise ValueError("the player is not to move")
    return Sheet(BOARD, shown.squares, shown.bonuses_used), observation.dice


def possible_drawings(sheet: Sheet, dice: Dice) -> list[Draw]:
    """Every legal drawing with a roll."""
    masks = masks_of(sheet)
    return [draw for icon, die in options(dice) for draw in drawings(masks, icon, die)]


def judge_draws(sheet: Sheet, cards: tuple[int, ...], draws: Sequence[Draw], *, by_points: bool) -> list[Candidate]:
    """Each drawing with its judgement: the points now, or the expected final score."""
    masks, evaluator = masks_of(sheet), Evaluator(sheet, cards)
    total = running_total(sheet, cards)
    found = []
    for draw in draws:
        then = after(masks, draw.icon, mask_of(draw.squares), draw.jobs, bonus=draw.bonus)
        now = total + evaluator.evaluate(draw).points if cards or by_points else 0
        of_cards = now - points(then) if cards else 0
        judged = float(now) if by_points else estimate(then) + of_cards
        found.append(Candidate(draw, then, of_cards, judged))
    return found


def outlook(sheet: Sheet, candidates: Sequence[Candidate], chosen: Candidate, *, by_points: bool) -> Outlook:
    """How a drawing that costs points at once compares with every other one, cards left out of these points."""
    kept, brought = points(masks_of(sheet)), points(chosen.sheet)
    if brought >= kept:
        return Outlook.UNKNOWN
    all_brought = [points(candidate.sheet) for candidate in candidates]
    most = max(all_brought)
    if most == brought:
        return Outlook.FEWEST
    if by_points:
        return Outlook.UNKNOWN
    rivals = [candidate for candidate, each in zip(candidates, all_brought, strict=True) if each == most]
    expected = _estimated(chosen)
    return Outlook.LATER if all(expected > _estimated(rival) for rival in rivals) else Outlook.UNKNOWN


def _estimated(candidate: Candidate) -> float:
    """The expected final score without a look ahead."""
    return estimate(candidate.sheet) + candidate.card_points


def value_of_passing(sheet: Sheet, observation: ChiefdomObservation, *, by_points: bool) -> float:
    """What keeping the sheet as it is comes to: alone a pass ends the match (C17, C18)."""
    now = running_total(sheet, observation.cards)
    if by_points or observation.gone.count(False) == 1:
        return float(now)
    masks = masks_of(sheet)
    return now + max(0.0, estimate(masks) - points(masks))


def _pass(value: float, nodes: int, *, by_points: bool) -> Decision:
    why = (
        both(T("I pass: every drawing would lower my score."), T("Pass: every drawing would lower your score."))
        if by_points
        else both(
            T("I pass: I expect every drawing to cost me points in the end."),
            T("Pass: every drawing is expected to cost you points in the end."),
        )
    )
    return Decision((encode(BOARD, PASS),), value, why, nodes)


def _expected(candidate: Candidate, now: int, level: int) -> float:
    """The final score that the level can expect after a drawing; ``now``: the points before it."""
    judged = candidate.judged if level > LAST_LEVEL_BY_POINTS else estimate(candidate.sheet) + candidate.card_points
    return now + REACHED[level] * (judged - now)


def _alternative(
    candidates: Sequence[Candidate], chosen: Candidate, now: int, level: int, tell: Callable[..., Text]
) -> Alternative | None:
    """The best drawing of another icon, if there is one; other arguments as of :func:`_expected`.

    ``tell``: :func:`players.chiefdom.reasons.cost` on this sheet.
    """
    other = next((each for each in candidates if each.draw.icon != chosen.draw.icon), None)
    if other is None:
        return None
    by_points, value = level <= LAST_LEVEL_BY_POINTS, _expected(other, now, level)
    less = chosen.judged - other.judged if by_points else _expected(chosen, now, level) - value
    return Alternative((encode(BOARD, other.draw),), value, tell(other.draw, less, by_points=by_points))


# --------------------------------------------------------------------------------------------------- one roll ahead


def look_ahead(candidates: list[Candidate], random: Random, nodes: int | None) -> int:
    """Judge the best drawings again, one roll ahead, and sort them first. Returns the number of positions estimated.

    The best drawing of another icon than the first is among them, so that the two can be compared. Where the nodes do
    not suffice for all, the estimates stand.
    """
    looked = candidates[:LOOKED_AT]
    other = next((each for each in candidates if each.draw.icon != candidates[0].draw.icon), None)
    if other is not None and other not in looked:
        looked.append(other)
    if len(looked) == 1:
        return 0
    used, found = 0, []
    for candidate in looked:
        value, estimated = _ahead(candidate.sheet, random)
        if nodes is not None and used + estimated > nodes:
            return used
        used += estimated
        found.append(value + candidate.card_points)
    for candidate, value in zip(looked, found, strict=True):
        candidate.judged = value
    rest = [each for each in candidates if each not in looked]
    candidates[:] = sorted(looked, key=lambda each: -each.judged) + rest
    return used


@cache
def _chances() -> tuple[tuple[tuple[tuple[Icon, int | None], ...], float], ...]:
    """The options of every roll, with its chance."""
    return tuple((options(roll.dice), float(chance)) for roll, chance in roll_chances())


def _ahead(masks: Masks, random: Random) -> tuple[float, int]:
    """The mean over all rolls of the best estimate after the next drawing, and the number of estimates.

    The 56 rolls share 30 pairs of icon and die. Where a roll allows no drawing, the points of now count.
    """
    best: dict[tuple[Icon, int | None], float] = {}
    estimated, value = 0, 0.0
    now = points(masks)
    for pairs, chance in _chances():
        highest: float | None = None
        for pair in pairs:
            if pair not in best:
                values = _estimates(masks, *pair, random)
                estimated += len(values)
                best[pair] = max(values, default=-1e9)
            if best[pair] > -1e9 and (highest is None or best[pair] > highest):
                highest = best[pair]
        value += chance * (now if highest is None else highest)
    return value, estimated


def _estimates(masks: Masks, icon: Icon, die: int | None, random: Random) -> list[float]:
    found = places(masks, icon, die)
    if len(found) > PLACES:
        found = random.sample(found, PLACES)
    return [
        estimate(after(masks, icon, place.mask, jobs, bonus=bonus))
        for place, bonus in found
        for jobs in [next(job_choices(masks, icon, place.squares))]
    ]


PLAYER = ChiefdomPlayer()
"""The computer player."""
