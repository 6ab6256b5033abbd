"""What the computer player of Totem says of the best plan of another kind."""

from __future__ import annotations

from engines.game import Player
from engines.text import TN, Seat, T, Text
from engines.totem.board import NAMES
from engines.totem.moves import Add
from engines.totem.state import State
from players.decision import percent
from players.totem.answers import Judged
from players.totem.changes import Change, best_change
from players.totem.facts import TELLING, Facts
from players.totem.plans import Plan
from players.totem.reach import OUT_OF_REACH, points_to_eliminate, points_to_fell
from players.totem.worth import WON


def named(plan: Plan) -> str | Text:
    """The runs of a plan, as they are typed, or where it puts a new piece."""
    added = (T("a new piece on {cell}", cell=NAMES[move.cell]) for move in plan.moves if isinstance(move, Add))
    return ", ".join(plan.named_runs()) or next(added, "–")


def cost(facts: Facts, other: Judged, now_won: float, then_won: float) -> Text:
    """What another plan would have cost, by the same search.

    Args:
        facts: of the chosen plan.
        other: the other one.
        now_won: the chance to win that is told of the chosen plan.
        then_won: the same of the other one.
    """
    if facts.judged.value >= WON > other.value:
        return T("I could also have played {moves}, but that does not win at once.", moves=named(other.plan))
    if danger := _danger(facts, other):
        return danger
    if percent(now_won) == percent(then_won):
        return _drawback(facts, other) or T("I could just as well have played {moves}.", moves=named(other.plan))
    if then_won > now_won:  # where estimates waver, or a player far ahead came nearer
        return _advantage(facts, other) or T(
            "Perhaps {moves} was better: I would then expect to win with a chance of about {then}%.",
            moves=named(other.plan),
            then=percent(then_won),
        )
    return T(
        "After {moves}, I would expect to win with a chance of about {then}%.",
        moves=named(other.plan),
        then=percent(then_won),
    )


def _drawback(facts: Facts, other: Judged) -> Text | None:
    """What is worse after a plan that is worth as much: the points that it takes to fell or eliminate something."""
    then = other.plan.after
    moves, others = named(other.plan), _others(facts, then)
    if change := best_change(then, facts.after, facts.player, others, points_to_fell):
        return _worse_for_totems(change, moves)
    if change := best_change(then, facts.after, facts.player, others, points_to_eliminate):
        return _worse_for_pieces(change, moves)
    return None


def _advantage(facts: Facts, other: Judged) -> Text | None:
    """What is better after a plan that is worth more: numbers of pieces, or the same points."""
    then = other.plan.after
    moves, others = named(other.plan), _others(facts, then)
    for seat in (facts.player, *others):
        now, count = facts.after.pieces[seat].bit_count(), then.pieces[seat].bit_count()
        if seat == facts.player and count > now:
            return TN(
                "Perhaps {moves} was better: then I would have {count} piece, not {now}.",
                "Perhaps {moves} was better: then I would have {count} pieces, not {now}.",
                count,
                moves=moves,
                now=now,
            )
        if seat != facts.player and count < now:
            return TN(
                "Perhaps {moves} was better: then {owner} would have {count} piece, not {now}.",
                "Perhaps {moves} was better: then {owner} would have {count} pieces, not {now}.",
                count,
                moves=moves,
                owner=Seat(seat),
                now=now,
            )
    if change := best_change(facts.after, then, facts.player, others, points_to_fell):
        return _better_for_totems(change, moves)
    if change := best_change(facts.after, then, facts.player, others, points_to_eliminate):
        return _better_for_pieces(change, moves)
    return None


def _others(facts: Facts, then: State) -> list[Player]:
    """The other players who still have a totem after either plan; none if the player has none."""
    return [] if then.totems[facts.player] is None else [seat for seat in facts.others if then.totems[seat] is not None]


def _worse_for_totems(change: Change, moves: str | Text) -> Text:
    other = Seat(change.other)
    if change.is_mine and change.old == OUT_OF_REACH:
        return T(
            "About as good: {moves}. But then {owner}’s totem would be out of my reach.",
            moves=moves,
            owner=other,
        )
    if change.is_mine:
        return TN(
            "About as good: {moves}. But then I would need at least {count} point to fell {owner}’s totem, not {now}.",
            "About as good: {moves}. But then I would need at least {count} points to fell {owner}’s totem, not {now}.",
            change.old,
            moves=moves,
            owner=other,
            now=change.new,
        )
    if change.new == OUT_OF_REACH:
        return T(
            "About as good: {moves}. But now no roll lets {attacker} fell my totem.",
            moves=moves,
            attacker=other,
        )
    return TN(
        "About as good: {moves}. But then a single point might let {attacker} fell my totem; now it takes at least"
        " {now}.",
        "About as good: {moves}. But then {attacker} would need at least {count} points to fell my totem, not {now}.",
        change.old,
        moves=moves,
        attacker=other,
        now=change.new,
    )


def _worse_for_pieces(change: Change, moves: str | Text) -> Text:
    other = Seat(change.other)
    if change.is_mine and change.old == OUT_OF_REACH:
        return T(
            "About as good: {moves}. But then {owner}’s pieces would be out of my reach.",
            moves=moves,
            owner=other,
        )
    if change.is_mine:
        return TN(
            "About as good: {moves}. But then I would need at least {count} point to eliminate one of"
            " {owner}’s pieces, not {now}.",
            "About as good: {moves}. But then I would need at least {count} points to eliminate one of"
            " {owner}’s pieces, not {now}.",
            change.old,
            moves=moves,
            owner=other,
            now=change.new,
        )
    if change.new == OUT_OF_REACH:
        return T(
            "About as good: {moves}. But now no roll lets {attacker} eliminate anything of mine.",
            moves=moves,
            attacker=other,
        )
    return TN(
        "About as good: {moves}. But then a single point might let {attacker} eliminate something of mine; now it takes"
        " at least {now}.",
        "About as good: {moves}. But then {attacker} would need at least {count} points to eliminate"
        " anything of mine, not {now}.",
        change.old,
        moves=moves,
        attacker=other,
        now=change.new,
    )


def _better_for_totems(change: Change, moves: str | Text) -> Text:
    other = Seat(change.other)
    if change.is_mine:
        return TN(
            "Perhaps {moves} was better: then a single point might let me fell {owner}’s totem.",
            "Perhaps {moves} was better: then I would need at least {count} points to fell {owner}’s totem.",
            change.new,
            moves=moves,
            owner=other,
        )
    if change.new == OUT_OF_REACH:
        return T(
            "Perhaps {moves} was better: then no roll would let {attacker} fell my totem.", moves=moves, attacker=other
        )
    return TN(
        "Perhaps {moves} was better: then {attacker} would need at least {count} point to fell my totem, not {now}.",
        "Perhaps {moves} was better: then {attacker} would need at least {count} points to fell my totem, not {now}.",
        change.new,
        moves=moves,
        attacker=other,
        now=change.old,
    )


def _better_for_pieces(change: Change, moves: str | Text) -> Text:
    other = Seat(change.other)
    if change.is_mine:
        return TN(
            "Perhaps {moves} was better: then a single point might let me eliminate one of {owner}’s pieces.",
            "Perhaps {moves} was better: then I would need at least {count} points to eliminate one of"
            " {owner}’s pieces.",
            change.new,
            moves=moves,
            owner=other,
        )
    if change.new == OUT_OF_REACH:
        return T(
            "Perhaps {moves} was better: then no roll would let {attacker} eliminate anything of mine.",
            moves=moves,
            attacker=other,
        )
    return TN(
        "Perhaps {moves} was better: then {attacker} would need at least {count} point to eliminate"
        " anything of mine, not {now}.",
        "Perhaps {moves} was better: then {attacker} would need at least {count} points to eliminate"
        " anything of mine, not {now}.",
        change.new,
        moves=moves,
        attacker=other,
        now=change.old,
    )


def _danger(facts: Facts, other: Judged) -> Text | None:
    """By how much more the next seat could fell the player's totem after the other plan, counted roll by roll."""
    if not (facts.judged.dangers and other.dangers):
        return None
    now, then = facts.judged.dangers[0], other.dangers[0]
    if now.attacker != then.attacker or not now.is_exact or then.chance - now.chance < TELLING:
        return None
    before, after = (facts.share(state, now.attacker, facts.player) for state in (facts.after, other.plan.after))
    if before is None or after is None or after - before < TELLING:
        return None
    return T(
        "After {moves}, {attacker} could fell my totem with {then}% of rolls, not {now}%.",
        moves=named(other.plan),
        attacker=Seat(then.attacker),
        then=percent(after),
        now=percent(before),
    )
