"""Why the computer player of Totem made its moves: one sentence, from facts that are checked before they are said.

“I” is the computer player; in advice, “you” is the person. Percentages are exact chances of the dice; “expect” is said
of estimates.
"""

from __future__ import annotations

from collections.abc import Callable

from engines.text import TN, Seat, T
from engines.totem.moves import Add, Use
from engines.totem.rules import ways_to_run
from players.decision import percent
from players.reason import Reason, both, neutral
from players.totem.answers import MEDIAN, Judged, chance_of_roll, others_in_order
from players.totem.elimination_reasons import eliminates_few, eliminates_last, eliminates_many, leads
from players.totem.facts import TELLING, Facts, is_of_another_kind
from players.totem.plans import Plan
from players.totem.reach_reasons import prepares, reaches_pieces, reaches_totem, stands
from players.totem.worth import chance

_NOTICEABLE = 0.01
"""The least difference of two chances to win for which a plan is said to be worse than it looked."""


_FEW_FREE = 3
"""So few free cells beside a totem are worth a sentence."""


def reason(facts: Facts) -> Reason:
    """The most telling sentence that is true of the plan."""
    return next(found for check in _CHECKS if (found := check(facts)) is not None)


def _ties(facts: Facts) -> Reason | None:
    after = facts.after
    return neutral(T("The match ends in a tie.")) if after.phase == "over" and len(after.active_players) > 1 else None


def _fells(facts: Facts) -> Reason | None:
    felled = [seat for seat in facts.before.active_players if seat not in facts.after.active_players]
    if not felled:
        return None
    if facts.after.phase == "over":
        return both(
            T("{owner}’s totem falls, and I win."), T("{owner}’s totem falls, and you win."), owner=Seat(felled[-1])
        )
    if len(felled) > 1:
        return neutral(TN("{count} totem falls at once.", "{count} totems fall at once.", len(felled)))
    owner = Seat(felled[0])
    if not (pieces := facts.lost.get(felled[0], 0)):
        return neutral(T("{owner}’s totem falls.", owner=owner))
    return neutral(
        TN(
            "{owner}’s totem falls, and {count} piece with it.",
            "{owner}’s totem falls, and {count} pieces with it.",
            pieces,
            owner=owner,
        )
    )


def _is_safer(facts: Facts) -> Reason | None:
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
        return both(
            T("{attacker} could have felled my totem with {before}% of rolls; now none does."),
            T("{attacker} could fell your totem with {before}% of rolls; after this, none does."),
            attacker=Seat(now.attacker),
            before=percent(before),
        )
    return both(
        T("{attacker} could have felled my totem with {before}% of rolls; now only {after}% do."),
        T("{attacker} could fell your totem with {before}% of rolls; after this, only {after}% do."),
        attacker=Seat(now.attacker),
        before=percent(before),
        after=percent(after),
    )


def _threatens(facts: Facts) -> Reason | None:
    for owner in facts.others:
        now = facts.danger(facts.after, facts.player, owner)
        if now is None or now.points is None:
            continue
        before = facts.danger(facts.before, facts.player, owner)
        if before is None or now.chance - before.chance < TELLING:
            continue
        old, new = (facts.share(state, facts.player, owner) for state in (facts.before, facts.after))
        if old is not None and new is not None and new - old >= TELLING:
            return both(
                T("Threatens {owner}’s totem: if nothing changes, {percent}% of my next rolls fell it."),
                T("Threatens {owner}’s totem: if nothing changes, {percent}% of your next rolls fell it."),
                owner=Seat(owner),
                percent=percent(new),
            )
    return None


def _exchanges(facts: Facts) -> Reason | None:
    """What an exchange brings; the board itself shows where the piece is."""
    if not any(isinstance(move, Add) for move in facts.judged.plan.moves):
        return None
    mine, *numbers = (facts.after.pieces[seat].bit_count() for seat in (facts.player, *facts.others))
    is_best = any(is_of_another_kind(facts.judged.plan, one.plan) for one in facts.rejected)
    if is_best and (len(numbers) > 1 or mine > numbers[0] + 1):
        return neutral(T("A new piece is worth more than any run that was compared."))
    if not (free := facts.after.around_totem(facts.player).bit_count()):
        return both(T("No cell beside my totem is free now."), T("After this, no cell beside your totem is free."))
    if len(numbers) == 1 and (found := leads(facts, facts.others[0])):
        return found
    if free <= _FEW_FREE and mine % 2:  # half of the time, because what is said otherwise is always so
        return both(
            TN(
                "Only {count} cell beside my totem is free now.",
                "Only {count} cells beside my totem are free now.",
                free,
            ),
            TN(
                "After this, only {count} cell beside your totem is free.",
                "After this, only {count} cells beside your totem are free.",
                free,
            ),
        )
    if len(numbers) > 1:
        return both(
            TN(
                "That gives me {count} piece; the others have at most {most}.",
                "That gives me {count} pieces; the others have at most {most}.",
                mine,
            ),
            TN(
                "That gives you {count} piece; the others have at most {most}.",
                "That gives you {count} pieces; the others have at most {most}.",
                mine,
            ),
            most=max(numbers),
        )
    return both(
        TN(
            "That gives me {count} piece to {owner}’s {theirs}.",
            "That gives me {count} pieces to {owner}’s {theirs}.",
            mine,
        ),
        TN(
            "That gives you {count} piece to {owner}’s {theirs}.",
            "That gives you {count} pieces to {owner}’s {theirs}.",
            mine,
        ),
        owner=Seat(facts.others[0]),
        theirs=numbers[0],
    )


def _tempting(facts: Facts) -> tuple[str, Judged] | None:
    """The plan that was worth most before the others' answers, if that is not the chosen one, and its runs up to one
    that is only in it.
    """
    chosen = facts.judged
    tempting = max(facts.rejected, key=lambda one: one.plan.value, default=chosen)
    run = _up_to_other_run(tempting.plan, chosen.plan)
    if tempting.plan.value <= chosen.plan.value or run is None or not facts.others:
        return None
    return (run, tempting) if chance(chosen.value) - chance(tempting.value) >= _NOTICEABLE else None


def _up_to_other_run(plan: Plan, chosen: Plan) -> str | None:
    """The runs of a plan up to the first that is not in the chosen one, which may need those before it."""
    runs, known = plan.named_runs(), chosen.named_runs()
    other = next((number for number, run in enumerate(runs, 1) if run not in known), None)
    return None if other is None else ", ".join(runs[:other])


def _avoids_danger(facts: Facts) -> Reason | None:
    """Whether the tempting plan would let the next seat fell the player's totem."""
    if (found := _tempting(facts)) is None:
        return None
    run, tempting = found
    if not facts.judged.dangers or not tempting.dangers:
        return None
    now, then = facts.judged.dangers[0], tempting.dangers[0]
    looks_dangerous = now.is_exact and then.chance - now.chance >= TELLING
    share = facts.share(tempting.plan.after, then.attacker, facts.player) if looks_dangerous else None
    if share is None or share - now.chance < TELLING:
        return None
    return both(
        T("A move with {run} looked better, but then {attacker} could fell my totem with {percent}% of rolls."),
        T("A move with {run} looks better, but then {attacker} could fell your totem with {percent}% of rolls."),
        run=run,
        attacker=Seat(then.attacker),
        percent=percent(share),
    )


def _avoids_losses(facts: Facts) -> Reason | None:
    """Whether the tempting plan loses more to the expected answer to a 7."""
    if (found := _tempting(facts)) is None:
        return None
    run, tempting = found
    losses, other_losses = facts.judged.answer_losses, tempting.answer_losses
    if losses is None or other_losses is None or other_losses <= max(0, losses):
        return None
    return both(
        TN(
            "A move with {run} looked better, but I expect it to lose {count} piece if {attacker} rolls a 7.",
            "A move with {run} looked better, but I expect it to lose {count} pieces if {attacker} rolls a 7.",
            other_losses,
        ),
        TN(
            "A move with {run} looks better, but is expected to lose {count} piece if {attacker} rolls a 7.",
            "A move with {run} looks better, but is expected to lose {count} pieces if {attacker} rolls a 7.",
            other_losses,
        ),
        run=run,
        attacker=Seat(others_in_order(tempting.plan.after, facts.player)[0]),
    )


def _loses_least(facts: Facts) -> Reason | None:
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
    return both(
        T("I expect most other moves that I compared to lose more pieces if {attacker} rolls a 7."),
        T("Most other moves that it compared are expected to lose more pieces if {attacker} rolls a 7."),
        attacker=Seat(attacker),
    )


def _is_felled_by_a_seven(facts: Facts) -> bool:
    dangers = facts.judged.dangers
    return bool(dangers) and chance_of_roll(MEDIAN) <= dangers[0].chance


def _uses_few(facts: Facts) -> Reason | None:
    """Whether the plan uses the lower die alone; players who wait for each other do so for several turns."""
    first, (*more, least) = facts.judged.plan.moves[0], ways_to_run(facts.before) or (0,)
    if not (more and isinstance(first, Use) and first.points == least):
        return None
    return both(T("I use as few points as I can."), T("Use as few points as you can."))


_CHECKS: tuple[Callable[[Facts], Reason | None], ...] = (
    _ties,
    _fells,
    eliminates_many,
    _is_safer,
    _threatens,
    eliminates_last,
    _exchanges,
    _avoids_danger,
    reaches_totem,
    _avoids_losses,
    _loses_least,
    eliminates_few,
    reaches_pieces,
    prepares,
    _uses_few,
    stands,
)
