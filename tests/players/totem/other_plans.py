"""What Totem's computer player says of the best other plan, and whether the engine agrees."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engines.text import Seat, Text
from engines.totem.state import State
from tests.players.totem.decisions import Told
from tests.players.totem.measures import Possible, can_eliminate, can_fell, in_percent, share_of_fellings, wins_alone


def could_fell(one: Told, other: Text, after: State) -> bool:
    args = dict(other.args)
    attacker = args["attacker"]
    assert isinstance(attacker, Seat)
    now, then = (in_percent(share_of_fellings(state, attacker.player, one.player)) for state in (one.after, after))
    return (args["now"], args["then"]) == (now, then) and now < then


def expects_less(one: Told, other: Text, _: State) -> bool:
    alternative, args = one.decision.alternative, dict(other.args)
    assert alternative is not None
    now, then = in_percent(one.decision.value), in_percent(alternative.value)
    return bool(args["then"] == then < now)


def expects_more(one: Told, other: Text, _: State) -> bool:
    alternative, then = one.decision.alternative, dict(other.args).get("then")
    assert alternative is not None
    value = in_percent(alternative.value)
    return value > in_percent(one.decision.value) and then in (None, value)


def better_with_pieces(one: Told, other: Text, after: State) -> bool:
    """Whether the player has more pieces after the other plan, or another one fewer."""
    args = dict(other.args)
    owner = args.get("owner")
    seat = owner.player if isinstance(owner, Seat) else one.player
    now, then = (state.pieces[seat].bit_count() for state in (one.after, after))
    return (
        expects_more(one, other, after)
        and (args["now"], other.count) == (now, then)
        and (now < then if seat == one.player else now > then)
    )


def better_by_points(one: Told, other: Text, after: State, can: Possible) -> bool:
    """Whether no fewer points suffice than are told, neither after the plan nor after the other one."""
    args = dict(other.args)
    is_mine = "owner" in args
    seat = args["owner" if is_mine else "attacker"]
    assert isinstance(seat, Seat)
    seats = (one.player, seat.player) if is_mine else (seat.player, one.player)
    now = args.get("now", 1)
    assert isinstance(now, int)
    return (
        expects_more(one, other, after)
        and not can(after, *seats, (other.count or 13) - 1)
        and not can(one.after, *seats, now - 1)
    )


def as_good(one: Told, _other: Text, _after: State) -> bool:
    alternative = one.decision.alternative
    return alternative is not None and in_percent(one.decision.value) == in_percent(alternative.value)


def worse_though_as_good(one: Told, other: Text, after: State, can: Possible) -> bool:
    """Whether no fewer points suffice than are told, neither after the plan nor after the other one."""
    args = dict(other.args)
    is_mine = "owner" in args
    seat, now = args["owner" if is_mine else "attacker"], args.get("now", 1 if is_mine else 13)
    assert isinstance(seat, Seat)
    assert isinstance(now, int)
    then = other.count or (13 if is_mine else 1)
    seats = (one.player, seat.player) if is_mine else (seat.player, one.player)
    return (
        as_good(one, other, after)
        and (now < then if is_mine else now > then)
        and not can(one.after, *seats, now - 1)
        and not can(after, *seats, then - 1)
    )


DRAWBACKS = {
    can_fell: (
        "But then {owner}’s totem would be out of my reach.",
        "But then I would need at least {count} point to fell {owner}’s totem, not {now}.",
        "But now no roll lets {attacker} fell my totem.",
        "But then a single point might let {attacker} fell my totem; now it takes at least {now}.",
    ),
    can_eliminate: (
        "But then {owner}’s pieces would be out of my reach.",
        "But then I would need at least {count} point to eliminate one of {owner}’s pieces, not {now}.",
        "But now no roll lets {attacker} eliminate anything of mine.",
        "But then a single point might let {attacker} eliminate something of mine; now it takes at least {now}.",
    ),
}
ADVANTAGES = {
    can_fell: (
        "a single point might let me fell {owner}’s totem.",
        "no roll would let {attacker} fell my totem.",
        "{attacker} would need at least {count} point to fell my totem, not {now}.",
    ),
    can_eliminate: (
        "a single point might let me eliminate one of {owner}’s pieces.",
        "no roll would let {attacker} eliminate anything of mine.",
        "{attacker} would need at least {count} point to eliminate anything of mine, not {now}.",
    ),
}
OTHERS: dict[str, Callable[[Told, Text, State], bool]] = {
    "I could also have played {moves}, but that does not win at once.": lambda one, _, after: (
        wins_alone(one.after, one.player) and not wins_alone(after, one.player)
    ),
    "After {moves}, {attacker} could fell my totem with {then}% of rolls, not {now}%.": could_fell,
    "After {moves}, I would expect to win with a chance of about {then}%.": expects_less,
    "I could just as well have played {moves}.": as_good,
    "Perhaps {moves} was better: I would then expect to win with a chance of about {then}%.": expects_more,
    "Perhaps {moves} was better: then I would have {count} piece, not {now}.": better_with_pieces,
    "Perhaps {moves} was better: then {owner} would have {count} piece, not {now}.": better_with_pieces,
    **{
        f"Perhaps {{moves}} was better: then {advantage}": partial(better_by_points, can=can)
        for can, advantages in ADVANTAGES.items()
        for advantage in advantages
    },
    **{
        f"About as good: {{moves}}. {drawback}": partial(worse_though_as_good, can=can)
        for can, drawbacks in DRAWBACKS.items()
        for drawback in drawbacks
    },
}
"""Sentences on the best other plan, with the position after it."""
