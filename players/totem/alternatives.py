"""What the computer player of Totem says of the best plan of another kind."""

from __future__ import annotations

from engines.text import Seat, T, Text
from engines.totem.board import NAMES
from engines.totem.moves import Add
from players.totem.answers import Judged
from players.totem.plans import Plan
from players.totem.reasons import TELLING, named_runs, percent
from players.totem.worth import WON


def named(plan: Plan) -> str:
    """The runs of a plan, or its exchange, as they are typed."""
    added = (f"add {NAMES[move.cell]}" for move in plan.moves if isinstance(move, Add))
    return named_runs(plan) or next(added, "–")


def cost(chosen: Judged, other: Judged, now_won: float, then_won: float) -> Text:
    """What another plan would have cost, by the same search.

    Args:
        chosen: the chosen plan.
        other: the other one.
        now_won: the chance to win that is told of the chosen plan.
        then_won: the same of the other one.
    """
    if chosen.value >= WON > other.value:
        return T("{moves} does not win at once.", moves=named(other.plan))
    if chosen.dangers and other.dangers:
        now, then = chosen.dangers[0], other.dangers[0]
        if now.attacker == then.attacker and now.is_exact and then.chance - now.chance >= TELLING:
            return T(
                "After {moves}, {attacker} could fell my totem with {then}% of rolls, not {now}%.",
                moves=named(other.plan),
                attacker=Seat(then.attacker),
                then=percent(then.chance),
                now=percent(now.chance),
            )
    if percent(now_won) == percent(then_won):
        return T("{moves} looks just as good.", moves=named(other.plan))
    return T(
        "After {moves}, I expect to win {then} of 100 such matches, not {now}.",
        moves=named(other.plan),
        then=percent(then_won),
        now=percent(now_won),
    )
