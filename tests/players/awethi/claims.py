"""What Awéthi's computer player says of its moves, and whether the engine agrees."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from random import Random

from engines.awethi.game import AWETHI
from engines.awethi.herd import caught
from engines.awethi.moves import HERD_ROLLS, PROWLS, Hunt, Walk
from engines.awethi.observation import KINDS as KINDS_OF_AIWE
from engines.awethi.rules import herder_to_move, legal_moves
from engines.awethi.squares import BESIDE, SQUARE_OF, distance
from engines.awethi.state import State
from engines.awethi.texts import kind_name
from engines.bitsets import mask_of, members_of
from engines.game import CHANCE, Player
from engines.text import Arg, Seat, T, Text
from players.decision import percent
from tests.players.awethi.positions import Told, decided, decided_in, lined_up, made, varied
from tests.players.claims import Claim

ROUNDING = 0.5
"""Of whole percent."""


def square_in(args: dict[str, Arg]) -> int:
    return SQUARE_OF[str(args["square"])]


def kind_on(state: State, square: int) -> Text:
    """What the aiwe on a square is called."""
    (found,) = (
        kind_name(kind)
        for herder in state.herders
        for kind, mask in zip(KINDS_OF_AIWE, herder.herd, strict=True)
        if mask >> square & 1
    )
    return found


def own_caught(one: Told) -> tuple[int, int]:
    """The herder's aiwe that are caught before and after its turn."""
    grazing = one.before.herders[herder_to_move(one.before)].grazing
    return caught(grazing, one.before.awethi), caught(grazing, one.after.awethi)


def steps_to(state: State, herder: int, square: int) -> int:
    return sum(distance(place, square) for place in state.herders[herder].awethi)


# ------------------------------------------------------------------------------------------------------- the herders


def names_aiwe(one: Told) -> bool:
    """Whether the aiwe on the square that is told is of the kind that is told."""
    return one.args["kind"] == kind_on(one.before, square_in(one.args))


def catches_one(one: Told) -> bool:
    before, after = own_caught(one)
    return members_of(after & ~before) == [square_in(one.args)] and names_aiwe(one)


def catches_several(one: Told) -> bool:
    before, after = own_caught(one)
    return one.decision.reason.own.count == (after & ~before).bit_count() > 1


def keeps(one: Told) -> bool:
    before, after = own_caught(one)
    return bool(before & after & 1 << square_in(one.args)) and names_aiwe(one)


def is_nearest(one: Told) -> bool:
    """Whether the steps to the nearest loose aiwe are counted right, before and after."""
    herder, square = herder_to_move(one.before), square_in(one.args)
    _, held = own_caught(one)
    loose = members_of(one.before.herders[herder].grazing & ~held)
    counted = steps_to(one.after, herder, square)
    right = one.decision.reason.own.count == counted == min(steps_to(one.after, herder, each) for each in loose)
    if "before" in one.args:
        right = right and one.args["before"] == steps_to(one.before, herder, square) > counted
    return right and names_aiwe(one)


def stand_on_two_sides(one: Told) -> bool:
    """Whether awéthi have come to stand on two sides of an aiwe of the herder."""
    square = square_in(one.args)
    before, after = ((BESIDE[square] & state.awethi).bit_count() for state in (one.before, one.after))
    return before < after == 2 and names_own_aiwe(one)


def stands_beside(one: Told) -> bool:
    """Whether an awéthi has come to stand beside an aiwe of the herder, the only one there."""
    square = square_in(one.args)
    before, after = ((BESIDE[square] & state.awethi).bit_count() for state in (one.before, one.after))
    return (before, after) == (0, 1) and names_own_aiwe(one)


def comers(one: Told) -> dict[int, int]:
    """How many awéthi have come nearer to each aiwe of the herder."""
    herder = herder_to_move(one.before)
    walks = [*zip(*(state.herders[herder].awethi for state in (one.before, one.after)), strict=True)]
    return {
        aiwe: sum(distance(end, aiwe) < distance(start, aiwe) for start, end in walks)
        for aiwe in members_of(one.before.herders[herder].grazing)
    }


def so_many_come(one: Told) -> bool:
    """Whether so many awéthi have come nearer to an aiwe of the herder, and to no other more."""
    found = comers(one)
    return one.decision.reason.own.count == found[square_in(one.args)] == max(found.values()) and names_own_aiwe(one)


def names_own_aiwe(one: Told) -> bool:
    return bool(one.before.herders[herder_to_move(one.before)].grazing >> square_in(one.args) & 1) and names_aiwe(one)


def can_catch(state: State, player: Player, aiwe: int) -> bool:
    """Whether the herder can catch an aiwe with walks of three awéthi or fewer; tries them all with the engine.

    Awéthi that have not moved do not count: they will have to.
    """
    if state.phase == "choose":
        return any(can_catch(AWETHI.apply(state, player, way), player, aiwe) for way in legal_moves(state, player))
    if state.phase not in ("each", "sum"):
        return False
    herder = state.herders[herder_to_move(state)]
    waiting = [awethi for awethi, used in enumerate(state.walked) if not used]
    others = (replace(one, awethi=()) if one is herder else one for one in state.herders)
    moved = [square for square, used in zip(herder.awethi, state.walked, strict=True) if used]
    if caught(1 << aiwe, replace(state, herders=tuple(others)).awethi | mask_of(moved)):
        return True
    near = [awethi for awethi in waiting if distance(herder.awethi[awethi], aiwe) <= 5]
    return len(waiting) > 1 and any(
        can_catch(AWETHI.apply(state, player, move), player, aiwe)
        for move in legal_moves(state, player)
        if isinstance(move, Walk) and move.awethi in near and move.end >= 0 and BESIDE[aiwe] >> move.end & 1
    )


def share_of_catches(after: State, herder: int) -> float:
    """The exact share of the next rolls that catch an aiwe of a herder, if it is next, by trying all walks."""
    player = after.seat_of(herder)
    start = replace(after, phase="herd", turn=herder, round=2, dice=None, walked=(0,) * 4, prowl=None)
    share = Fraction(0)
    for direction in HERD_ROLLS:
        rolled = AWETHI.apply(start, CHANCE, direction)
        if rolled.phase == "over":
            continue
        for dice, chance in AWETHI.chance_outcomes(rolled) or ():
            thrown = AWETHI.apply(rolled, CHANCE, dice)
            if any(can_catch(thrown, player, aiwe) for aiwe in members_of(thrown.herders[herder].grazing)):
                share += chance / 4
    return float(share)


def catches_in(said: Arg, after: State, herder: int) -> bool:
    """Whether so many percent of the next rolls catch an aiwe."""
    return isinstance(said, int) and abs(said - 100 * share_of_catches(after, herder)) <= ROUNDING


# -------------------------------------------------------------------------------------------------------- the wairgka


def eats(state: State, player: Player, aiwe: int | None = None) -> bool:
    """Whether a hunt eats an aiwe, or one of these."""
    prey = state.aiwe if aiwe is None else aiwe
    return any(isinstance(move, Hunt) and prey >> move.end & 1 for move in legal_moves(state, player))


def percent_eating(after: State, one: Told) -> int:
    """The share of all rolls that let a wairgk eat in the next turn an aiwe that does not go home before."""
    start = replace(after, phase="hunt", turn=one.before.turn, round=2)
    following = after.herders[(herder_to_move(one.before) + 1) % len(after.herders)]
    stay = after.aiwe & ~caught(following.grazing, after.awethi)
    rolled = [replace(start, prowl=(roll.direction, roll.steps)) for roll in PROWLS]
    return percent(sum(eats(one_roll, one.player, stay) for one_roll in rolled) / len(PROWLS))


def hunt_of(one: Told) -> Hunt:
    move = AWETHI.decode_move(one.decision.moves[0])
    assert isinstance(move, Hunt)
    return move


def eats_so(one: Told, *, last: bool = False, wins: bool = False, was_caught: bool | None = None) -> bool:
    """Whether the aiwe that is told is eaten, and what that ends."""
    end, owner = hunt_of(one).end, one.args["owner"]
    assert isinstance(owner, Seat)
    (herder,) = (each for each in range(len(one.before.herders)) if one.before.seat_of(each) == owner.player)
    eaten = one.before.herders[herder].grazing & ~one.after.herders[herder].grazing
    outcome, then = AWETHI.outcome(one.after), one.after.herders[herder]
    return (
        bool(eaten >> end & 1)
        and one.decision.reason.own.count in (None, sum(then.sheltered) + then.grazing.bit_count())
        and last == (outcome is not None)
        and wins == (outcome is not None and one.player in outcome.winners)
        and one.args.get("kind", kind_on(one.before, end)) == kind_on(one.before, end)
        and was_caught in (None, bool(caught(one.before.aiwe, one.before.awethi) >> end & 1))
    )


def comes_within(one: Told) -> bool:
    """Whether the aiwe that is told is the nearest, so many steps away, and whose it is."""
    end, owner = hunt_of(one).end, one.args["owner"]
    assert isinstance(owner, Seat)
    nearest = min(distance(end, each) for each in members_of(one.before.aiwe))
    (herder,) = (
        one.before.herders[each] for each in range(len(one.before.herders)) if one.before.seat_of(each) == owner.player
    )
    return (
        one.decision.reason.own.count == nearest == distance(end, square_in(one.args))
        and bool(herder.grazing >> square_in(one.args) & 1)
        and names_aiwe(one)
        and not eats(one.before, one.player)
    )


CHECKS: dict[str, Callable[[Told], bool]] = {
    "Catches the {kind} on {square}.": catches_one,
    "Catches {count} aiwe.": catches_several,
    "Keeps the {kind} on {square} caught.": keeps,
    "If nobody else moves, about {percent}% of my next rolls catch an aiwe, most likely the {kind} on {square}.": (
        lambda one: catches_in(one.args["percent"], one.after, herder_to_move(one.before)) and names_aiwe(one)
    ),
    "My awéthi come nearer to the {kind} on {square}: together {count} step away instead of {before}.": is_nearest,
    "The {kind} on {square} is the nearest: my awéthi are together {count} step away from it.": is_nearest,
    "Awéthi stand on two sides of the {kind} on {square}; on three sides it is caught.": stand_on_two_sides,
    "An awéthi now stands beside the {kind} on {square}; three catch it.": stands_beside,
    "One of my awéthi comes nearer to the {kind} on {square}.": so_many_come,
    "None of my awéthi comes nearer to an aiwe this time.": lambda one: not any(comers(one).values()),
    "Eats the last aiwe of {owner}’s herd, and wins.": partial(eats_so, last=True, wins=True),
    "Eats the last aiwe of {owner}’s herd.": partial(eats_so, last=True),
    "The {kind} was caught already; now at most {count} aiwe of {owner}’s herd can get home.": partial(
        eats_so, was_caught=True
    ),
    "Now at most {count} aiwe of {owner}’s herd can get home.": partial(eats_so, was_caught=False),
    "No wairgk can go anywhere else; the nearest aiwe is {owner}’s {kind} on {square}, {count} step away.": (
        lambda one: len(legal_moves(one.before, one.player)) == 1 and comes_within(one)
    ),
    "If nothing else moved, at least {percent}% of the next rolls would let a wairgk eat.": lambda one: (
        one.args["percent"] == percent_eating(one.after, one) and not eats(one.before, one.player)
    ),
    "No wairgk can eat with this roll.": lambda one: not eats(one.before, one.player),
    "No wairgk can eat with this roll; this one comes within {count} step of {owner}’s {kind} on {square}.": (
        comes_within
    ),
}


# ------------------------------------------------------------------------------------------------------ alternatives


def leaves_less(one: Told, reason: Text, after: State) -> bool:
    (_, held), (_, then) = own_caught(one), own_caught(one._replace(after=after))
    return reason.count == held.bit_count() - then.bit_count() > 0


def would_catch(one: Told, reason: Text, after: State) -> bool:
    _, then = own_caught(one._replace(after=after))
    return (reason.count or 0) == then.bit_count() and names_way(one, reason)


def would_be_away(one: Told, reason: Text, after: State) -> bool:
    args, herder = dict(reason.args), herder_to_move(one.before)
    square = square_in(args)
    now = steps_to(one.after, herder, square)
    counted = reason.count == steps_to(after, herder, square) and args.get("now", now) == now
    return counted and args["kind"] == kind_on(one.before, square) and names_way(one, reason)


def would_be_nearer(one: Told, reason: Text, after: State) -> bool:
    return would_be_away(one, reason, after) and (reason.count or 0) < int(str(dict(reason.args)["now"]))


def would_be_as_near(one: Told, reason: Text, after: State) -> bool:
    args, herder = dict(reason.args), herder_to_move(one.before)
    square = square_in(args)
    same = steps_to(one.after, herder, square) == steps_to(after, herder, square)
    return same and args["kind"] == kind_on(one.before, square) and names_way(one, reason)


def would_catch_more(one: Told, reason: Text, after: State) -> bool:
    (_, held), (_, then) = own_caught(one), own_caught(one._replace(after=after))
    return held.bit_count() < then.bit_count() and would_catch(one, reason, after)


def names_way(one: Told, reason: Text) -> bool:
    """Whether the other use of the dice is called what it is."""
    assert one.decision.alternative is not None
    way = dict(reason.args).get("way")
    return way is None or (way == T("the average for all")) == (one.decision.alternative.moves[0] == "sum")


def would_hope(one: Told, reason: Text, after: State) -> bool:
    args, herder = dict(reason.args), herder_to_move(one.before)
    return catches_in(args["then"], after, herder) and catches_in(args["now"], one.after, herder)


def would_let_eat(one: Told, reason: Text, after: State) -> bool:
    args = dict(reason.args)
    now, then = percent_eating(one.after, one), percent_eating(after, one)
    return (args["now"], args["then"]) == (now, then) and now > then


def other_square(reason: Text) -> int:
    return square_in(dict(reason.args))


OTHERS: dict[str, Callable[[Told, Text, State], bool]] = {
    "If I went for the {kind} on {square}, {count} fewer aiwe would be caught.": leaves_less,
    "If I went for the {kind} on {square}, about {then}% of my next rolls would catch an aiwe, instead of {now}%.": (
        would_hope
    ),
    "If I went for the {kind} on {square}, my awéthi together would still be {count} step away from it.": would_be_away,
    "With {way}, {count} aiwe would be caught.": would_catch,
    "With {way}, no aiwe would be caught.": would_catch,
    "I did not try {way}: with it, {count} aiwe would be caught.": would_catch_more,
    "With {way}, my awéthi would be just as near to the {kind} on {square}.": would_be_as_near,
    (
        "I did not try {way}: with it, my awéthi would be nearer to the {kind} on {square}, together {count} step away"
        " instead of {now}."
    ): would_be_nearer,
    (
        "With {way}, my awéthi would be farther from the {kind} on {square}: together {count} step away instead of"
        " {now}."
    ): would_be_away,
    "{name} to {square} eats {owner}’s {kind} instead.": lambda one, reason, after: (
        after.aiwe == one.before.aiwe & ~(1 << other_square(reason))
    ),
    "{name} to {square} would eat nothing.": lambda one, _, after: after.aiwe == one.before.aiwe,
    "{name} to {square} comes within {count} step of an aiwe.": lambda one, reason, _: (
        reason.count == min(distance(other_square(reason), each) for each in members_of(one.before.aiwe))
    ),
    (
        "After {name} to {square}, {then}% of the next rolls would let a wairgk eat an aiwe that stays, instead of"
        " {now}%."
    ): would_let_eat,
}
"""Sentences on the best other decision, with the position after that."""

KINDS = {*CHECKS, *OTHERS}
MOST = 36
"""Matches in which the proof seeks what is rarely said."""
VARIATIONS = 20_000
"""Positions that the proof varies for it afterwards."""
NODES = 700


def claims(seed: int) -> Iterator[Claim]:
    """What is said in a match of one line-up after the other."""
    for one in decided(*lined_up(seed), nodes=NODES):
        yield from said(one)


def said(one: Told) -> Iterator[Claim]:
    """What is said of a decision, and of the best other one."""
    where = f"{AWETHI.dump_state(one.before)}: {one.decision.moves}"
    text, vary = one.decision.reason.own.singular, partial(varied_claims, one)
    yield Claim(text, partial(CHECKS[text], one), where, vary)
    if (other := one.decision.alternative) is not None:
        after = made(one.before, one.player, other.moves)
        check = OTHERS[other.reason.singular]
        yield Claim(other.reason.singular, partial(check, one, other.reason, after), where, vary)


def varied_claims(one: Told, random: Random) -> Iterator[Claim]:
    """What the same level says in a position that differs a little."""
    yield from said(decided_in(varied(one.before, random), one.level, random.getrandbits(30), nodes=NODES))
