"""Why the computer player of Totem made its moves: one sentence, from facts that are checked before they are said.

“I” is the computer player. Percentages are exact chances of the dice; “expect” is said of estimates.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from engines.game import Player
from engines.hexgrid import cells_of
from engines.text import TN, Seat, T, Text
from engines.totem.board import BOARD, NAMES
from engines.totem.moves import ROLLS, Add, Run
from engines.totem.state import State
from players.totem.answers import MEDIAN, Danger, Judged, chance_of_roll, danger, others_in_order
from players.totem.felling import FellingSearch
from players.totem.plans import Budget, Plan
from players.totem.worth import FAR, approach, chance, danger_weight

TELLING = 0.05
"""The least difference of two chances that is worth a sentence."""

_NOTICEABLE = 0.01
"""The least difference of two chances to win for which a plan is said to be worse than it looked."""

_HIGHEST = 12
"""The most points of a roll."""

_NEAR = 2
"""Pieces at most so many cells away from their totem are told to be near it."""

_MANY = 3
"""So many eliminated pieces are told before chances."""


@dataclass(frozen=True)
class Facts:
    """A chosen plan and what the search found out about it."""

    before: State
    player: Player
    judged: Judged
    sees_fellings: bool
    """Whether chances of fellings may be told, because the level searches for them."""
    budget: Budget
    """For searches of fellings that were not needed to choose the plan."""
    rejected: list[Judged]
    """The other plans that were compared, best first; empty if the level compares none."""

    @property
    def after(self) -> State:
        """The position after the plan."""
        return self.judged.plan.after

    @cached_property
    def others(self) -> list[Player]:
        """The other seats still in after the plan, the next one first."""
        return others_in_order(self.after, self.player)

    @cached_property
    def lost(self) -> dict[Player, int]:
        """How many pieces each other seat has lost, if any."""
        before, after = self.before, self.after
        numbers = {
            seat: before.pieces[seat].bit_count() - after.pieces[seat].bit_count()
            for seat in range(len(before.totems))
            if seat != self.player
        }
        return {seat: number for seat, number in numbers.items() if number}

    def danger(self, state: State, attacker: Player, owner: Player) -> Danger | None:
        """How a seat could fell a totem with its next roll; ``None`` if that was not found out."""
        if not self.sees_fellings:
            return None
        found = danger(state, attacker, owner, self.budget)
        return found if found.is_exact else None

    def share(self, state: State, attacker: Player, owner: Player) -> float | None:
        """The exact share of rolls with which a seat could fell a totem; ``None`` if the budget does not suffice.

        More points than the fewest do not always fell it: a piece may have to run on (T15).
        """
        search = FellingSearch(state, attacker, owner, self.budget)
        rolls = [dice for dice in ROLLS if search.runs(dice.high + dice.low) is not None]
        return sum(1 if dice.high == dice.low else 2 for dice in rolls) / 36 if search.is_complete else None


def reason(facts: Facts) -> Text:
    """The most telling sentence that is true of the plan."""
    return next(text for check in _CHECKS if (text := check(facts)) is not None)


def percent(share: float) -> int:
    """A chance in whole percent; 0 and 100 only for what is impossible and certain."""
    return int(share) * 100 if share in (0, 1) else min(99, max(1, round(100 * share)))


def _ties(facts: Facts) -> Text | None:
    after = facts.after
    return T("The match ends in a tie.") if after.phase == "over" and len(after.active_players) > 1 else None


def _fells(facts: Facts) -> Text | None:
    felled = [seat for seat in facts.before.active_players if seat not in facts.after.active_players]
    if not felled:
        return None
    if facts.after.phase == "over":
        return T("{owner}’s totem falls, and I win.", owner=Seat(felled[-1]))
    if len(felled) > 1:
        return TN("{count} totem falls at once.", "{count} totems fall at once.", len(felled))
    owner = Seat(felled[0])
    if not (pieces := facts.lost.get(felled[0], 0)):
        return T("{owner}’s totem falls.", owner=owner)
    return TN(
        "{owner}’s totem falls, and {count} piece with it.",
        "{owner}’s totem falls, and {count} pieces with it.",
        pieces,
        owner=owner,
    )


def _eliminates_many(facts: Facts) -> Text | None:
    return _eliminates(facts) if sum(facts.lost.values()) >= _MANY else None


def _eliminates_last(facts: Facts) -> Text | None:
    return _eliminates(facts) if any(not facts.after.pieces[seat] for seat in facts.lost) else None


def _eliminates(facts: Facts) -> Text:
    total = sum(facts.lost.values())
    if len(facts.lost) > 1:
        return TN("Eliminates {count} piece.", "Eliminates {count} pieces of several players.", total)
    (owner,) = facts.lost
    if not facts.after.pieces[owner]:
        return TN(
            "Eliminates {owner}’s last piece.", "Eliminates {owner}’s last {count} pieces.", total, owner=Seat(owner)
        )
    return TN(
        "Eliminates {count} of {owner}’s {all} pieces.",
        "Eliminates {count} of {owner}’s {all} pieces.",
        total,
        owner=Seat(owner),
        all=facts.before.pieces[owner].bit_count(),
    )


def _eliminates_some(facts: Facts) -> Text | None:
    """What one or two eliminated pieces leave; the board itself shows which they were."""
    if not facts.lost:
        return None
    if len(facts.lost) > 1:
        return _eliminates(facts)
    (owner,) = facts.lost
    return TN(
        "That leaves {owner} {count} piece; I have {mine}.",
        "That leaves {owner} {count} pieces; I have {mine}.",
        facts.after.pieces[owner].bit_count(),
        owner=Seat(owner),
        mine=facts.after.pieces[facts.player].bit_count(),
    )


def _is_safer(facts: Facts) -> Text | None:
    if not facts.others or not facts.judged.dangers:
        return None
    now = facts.judged.dangers[0]
    if not now.is_exact:
        return None
    found = facts.danger(facts.before, now.attacker, facts.player)
    if found is None or found.chance - now.chance < TELLING:
        return None
    before, after = (facts.share(state, now.attacker, facts.player) for state in (facts.before, facts.after))
    if before is None or after is None or before - after < TELLING:
        return None
    if not after:
        return T(
            "{attacker} could have felled my totem with {before}% of rolls, and now cannot with any.",
            attacker=Seat(now.attacker),
            before=percent(before),
        )
    return T(
        "{attacker} could have felled my totem with {before}% of rolls, and now only with {after}%.",
        attacker=Seat(now.attacker),
        before=percent(before),
        after=percent(after),
    )


def _threatens(facts: Facts) -> Text | None:
    for owner in facts.others:
        now = facts.danger(facts.after, facts.player, owner)
        if now is None or now.points is None:
            continue
        before = facts.danger(facts.before, facts.player, owner)
        if before is None or now.chance - before.chance < TELLING:
            continue
        old, new = (facts.share(state, facts.player, owner) for state in (facts.before, facts.after))
        if old is not None and new is not None and new - old >= TELLING:
            return T(
                "Threatens {owner}’s totem: if nothing changes, {percent}% of my next rolls fell it.",
                owner=Seat(owner),
                percent=percent(new),
            )
    return None


def _exchanges(facts: Facts) -> Text | None:
    for move in facts.judged.plan.moves:
        if isinstance(move, Add):
            mine = facts.after.pieces[facts.player].bit_count()
            if len(facts.others) == 1:
                (owner,) = facts.others
                theirs = facts.after.pieces[owner].bit_count()
                if mine <= theirs + 1:
                    return T(
                        "One piece more, on {cell}: my pieces are now {mine} to {owner}’s {theirs}.",
                        cell=NAMES[move.cell],
                        mine=mine,
                        owner=Seat(owner),
                        theirs=theirs,
                    )
            if any(is_of_another_kind(facts.judged, one) for one in facts.rejected):
                return T("One piece more, on {cell}, is worth more than any run that I see.", cell=NAMES[move.cell])
            return T("One piece more, on {cell}.", cell=NAMES[move.cell])
    return None


def _approaches(facts: Facts) -> Text | None:
    """Which approach has changed most to the player's advantage."""
    before, after, player = facts.before, facts.after, facts.player
    best, text = 0.0, None
    for number, seat in enumerate(facts.others):
        mine, theirs = before.totems[player], before.totems[seat]
        my_place, place = after.totems[player], after.totems[seat]
        if mine is None or theirs is None or my_place is None or place is None:
            continue
        old, new = approach(before.own(player), theirs), approach(after.own(player), place)
        gain = danger_weight(new, is_next=False) - danger_weight(old, is_next=False)
        if new <= _HIGHEST and new < old < FAR and gain > best:  # what takes two rolls is not worth a sentence
            best, text = gain, _nearer(seat, old, new)
        old, new = approach(before.own(seat), mine), approach(after.own(seat), my_place)
        gain = danger_weight(old, is_next=not number) - danger_weight(new, is_next=not number)
        if new > old and old <= _HIGHEST and gain > best:
            best, text = gain, _farther(seat, old, new)
    return text


def _nearer(owner: Player, old: int, new: int) -> Text:
    return TN(
        "I now need at least {count} point to fell {owner}’s totem, instead of {before}.",
        "I now need at least {count} points to fell {owner}’s totem, instead of {before}.",
        new,
        owner=Seat(owner),
        before=old,
    )


def _farther(attacker: Player, old: int, new: int) -> Text:
    if new > _HIGHEST:
        return T("{attacker} cannot fell my totem with one roll now.", attacker=Seat(attacker))
    return TN(
        "{attacker} now needs at least {count} point to fell my totem, instead of {before}.",
        "{attacker} now needs at least {count} points to fell my totem, instead of {before}.",
        new,
        attacker=Seat(attacker),
        before=old,
    )


def is_of_another_kind(one: Judged, other: Judged) -> bool:
    """Whether other pieces run, or one of the two exchanges."""
    return _kind(one) != _kind(other)


def _kind(judged: Judged) -> frozenset[int]:
    return frozenset(move.origin for move in judged.plan.moves if isinstance(move, Run))


def _refutes(facts: Facts) -> Text | None:
    """Why the plan that was worth most before the others' answers was not chosen."""
    chosen = facts.judged
    tempting = max(facts.rejected, key=lambda one: one.plan.value, default=chosen)
    run = _first_other_run(tempting.plan, chosen.plan)
    if tempting.plan.value <= chosen.plan.value or run is None or not facts.others:
        return None
    if chance(chosen.value) - chance(tempting.value) < _NOTICEABLE:
        return None
    attacker = Seat(facts.others[0])
    if chosen.dangers and tempting.dangers:
        now, then = chosen.dangers[0], tempting.dangers[0]
        looks_dangerous = now.is_exact and then.chance - now.chance >= TELLING
        share = facts.share(tempting.plan.after, then.attacker, facts.player) if looks_dangerous else None
        if share is not None and share - now.chance >= TELLING:
            return T(
                "A move with {run} looked better, but then {attacker} could fell my totem with {percent}% of rolls.",
                run=run,
                attacker=attacker,
                percent=percent(share),
            )
    if chosen.answer_losses is None or tempting.answer_losses is None:
        return None
    if tempting.answer_losses > max(0, chosen.answer_losses):
        return TN(
            "A move with {run} looked better, but I expect it to lose {count} piece if {attacker} rolls a 7.",
            "A move with {run} looked better, but I expect it to lose {count} pieces if {attacker} rolls a 7.",
            tempting.answer_losses,
            run=run,
            attacker=attacker,
        )
    return None


def _first_other_run(plan: Plan, chosen: Plan) -> str | None:
    """The first run of a plan that the chosen one does not have."""
    return next((run for run in plan.named_runs() if run not in chosen.named_runs()), None)


def _loses_least(facts: Facts) -> Text | None:
    """Whether more than half of the other moves lose more to the expected answer to a 7."""
    losses = facts.judged.answer_losses
    if losses is None or not facts.others or _is_felled_by_a_seven(facts):
        return None
    attacker = facts.others[0]
    # After a move that fells the attacker, the expected answer is another player's.
    worse = sum(
        one.answer_losses is not None and one.answer_losses > losses and one.plan.after.totems[attacker] is not None
        for one in facts.rejected
    )
    if worse <= len(facts.rejected) / 2:
        return None
    return T(
        "I expect most other moves that I compared to lose more pieces if {attacker} rolls a 7.",
        attacker=Seat(attacker),
    )


def _is_felled_by_a_seven(facts: Facts) -> bool:
    dangers = facts.judged.dangers
    return bool(dangers) and chance_of_roll(MEDIAN) <= dangers[0].chance


def _stands(facts: Facts) -> Text | None:
    """What is always true: who could fell whose totem with one roll, for the nearest totem."""
    after, player = facts.after, facts.player
    home = after.totems[player]
    near = [
        (approach(after.own(player), totem), seat) for seat in facts.others if (totem := after.totems[seat]) is not None
    ]
    if not near or home is None:
        return None
    mine, seat = min(near)
    owner, theirs = Seat(seat), approach(after.own(seat), home)
    if mine > _HIGHEST and theirs > _HIGHEST:
        return _prepares(facts, seat) or T(
            "{owner} and I cannot fell each other’s totems with one roll yet.", owner=owner
        )
    if mine > _HIGHEST:
        return TN(
            "{owner} needs at least {count} point to fell my totem; I cannot fell theirs with one roll yet.",
            "{owner} needs at least {count} points to fell my totem; I cannot fell theirs with one roll yet.",
            theirs,
            owner=owner,
        )
    if theirs > _HIGHEST:
        return TN(
            "I need at least {count} point to fell {owner}’s totem; {owner} cannot fell mine with one roll.",
            "I need at least {count} points to fell {owner}’s totem; {owner} cannot fell mine with one roll.",
            mine,
            owner=owner,
        )
    return TN(
        "I need at least {count} point to fell {owner}’s totem; {owner} needs at least {theirs} to fell mine.",
        "I need at least {count} points to fell {owner}’s totem; {owner} needs at least {theirs} to fell mine.",
        mine,
        owner=owner,
        theirs=theirs,
    )


def _prepares(facts: Facts, owner: Player) -> Text | None:
    """What has changed where no totem is in danger."""
    before, after, player = facts.before, facts.after, facts.player
    target, home = after.totems[owner], after.totems[player]
    if target is None or home is None:
        return None
    old, new = (_distance(state.pieces[player], target) for state in (before, after))
    if new < old:
        return TN(
            "Closer to {owner}’s totem: my nearest piece is {count} cell away.",
            "Closer to {owner}’s totem: my nearest piece is {count} cells away.",
            new,
            owner=Seat(owner),
        )
    old, new = ((state.pieces[player] & BOARD.within[home][_NEAR]).bit_count() for state in (before, after))
    if new > old:
        return TN(
            "More pieces near my totem: {count} within {near} cells.",
            "More pieces near my totem: {count} within {near} cells.",
            new,
            near=_NEAR,
        )
    old, new = (
        min((_distance(state.pieces[owner], cell) for cell in cells_of(state.pieces[player])), default=0)
        for state in (before, after)
    )
    if new == old or not before.pieces[owner] or not after.pieces[owner] or not old or not new:
        return None
    if new < old:
        return TN(
            "Closer to {owner}’s pieces: {count} cell away.",
            "Closer to {owner}’s pieces: {count} cells away.",
            new,
            owner=Seat(owner),
        )
    return TN(
        "Farther from {owner}’s pieces: {count} cell away.",
        "Farther from {owner}’s pieces: {count} cells away.",
        new,
        owner=Seat(owner),
    )


def _distance(pieces: int, target: int) -> int:
    """The cells from the nearest of the pieces to a cell; more than the board has if there are none."""
    return next((steps for steps, cells in enumerate(BOARD.within[target]) if pieces & cells), len(NAMES))


_CHECKS: tuple[Callable[[Facts], Text | None], ...] = (
    _ties,
    _fells,
    _eliminates_many,
    _is_safer,
    _threatens,
    _eliminates_last,
    _exchanges,
    _refutes,
    _approaches,
    _loses_least,
    _eliminates_some,
    _stands,
)
