"""Why the computer player of Awéthi made its moves: one sentence, from facts that are checked before they are said."""

from __future__ import annotations

from engines.awethi.herd import caught
from engines.awethi.observation import KINDS
from engines.awethi.rules import herder_to_move
from engines.awethi.scoring import outcome
from engines.awethi.squares import BESIDE, NAMES, SQUARE_OF
from engines.awethi.state import State
from engines.awethi.texts import kind_name
from engines.bitsets import members_of
from engines.game import Player
from engines.text import TN, Seat, T, Text
from players.awethi.chances import told_chance
from players.awethi.field import Field, Places, distances_from
from players.awethi.hunting import Hunted, Manner
from players.decision import percent
from players.reason import Reason, both, neutral

_TELLING = 0.05
"""The least chance that is worth a sentence."""

_CATCH = 3
"""The sides of an aiwe on which awéthi have to stand."""


def square_told(reason: Reason) -> int | None:
    """The square of the aiwe of which a reason speaks, if it speaks of one."""
    name = dict(reason.own.args).get("square")
    return SQUARE_OF[name] if isinstance(name, str) else None


def kind_at(state: State, square: int) -> Text:
    """What the aiwe on a square is."""
    return next(
        kind_name(kind)
        for one in state.herders
        for kind, mask in zip(KINDS, one.herd, strict=True)
        if mask >> square & 1
    )


def owner_of(state: State, square: int) -> Player:
    """Whose the aiwe on a square is."""
    return next(state.seat_of(number) for number, one in enumerate(state.herders) if one.grazing >> square & 1)


# ------------------------------------------------------------------------------------------------------- the herders


def walks(before: State, after: State) -> Reason:
    """Why a herder's awéthi went where they are.

    Args:
        before: the position of the decision.
        after: the position after its walks.
    """
    herder = before.herders[herder_to_move(before)]
    ended = after.herders[herder_to_move(before)]
    return (
        _catches(before, after)
        or _keeps(before, after)
        or _surrounds(before, after)
        or _comes_nearer(before, herder.awethi, ended.awethi, caught(herder.grazing, after.awethi))
    )


def plan(before: State, after: State, field: Field) -> Reason:
    """Why a herder planned these walks; arguments as of :func:`walks`."""
    places = after.herders[herder_to_move(before)].awethi
    return _catches(before, after) or _keeps(before, after) or _hopes(before, field, places) or walks(before, after)


def nearest_each(before: State, after: State) -> Reason:
    """Why awéthi went each to the aiwe that is nearest to it; arguments as of :func:`walks`."""
    return (
        _catches(before, after)
        or _keeps(before, after)
        or _surrounds(before, after)
        or _stands_beside(before, after)
        or _some_come_nearer(before, after)
        or both(
            T("None of my awéthi comes nearer to an aiwe this time."),
            T("None of your awéthi comes nearer to an aiwe this time."),
        )
    )


def other_plan(before: State, field: Field, aim: int, chosen: Places, other: Places) -> Text:
    """What going for another aiwe would have cost."""
    name, square = kind_at(before, aim), NAMES[aim]
    more = field.held(chosen).bit_count() - field.held(other).bit_count()
    if more > 0:
        return TN(
            "If I went for the {kind} on {square}, {count} fewer aiwe would be caught.",
            "If I went for the {kind} on {square}, {count} fewer aiwe would be caught.",
            more,
            kind=name,
            square=square,
        )
    now, then = (percent(told_chance(field, places)[0]) for places in (chosen, other))
    if then < now:
        return T(
            "If I went for the {kind} on {square}, about {then}% of my next rolls would catch an aiwe, instead of"
            " {now}%.",
            kind=name,
            square=square,
            then=then,
            now=now,
        )
    steps = field.steps(other, aim)
    return TN(
        "If I went for the {kind} on {square}, my awéthi together would still be {count} step away from it.",
        "If I went for the {kind} on {square}, my awéthi together would still be {count} steps away from it.",
        steps,
        kind=name,
        square=square,
    )


def other_way(before: State, after: State, other: State, *, by_average: bool) -> Text:
    """What using the dice the other way would have cost.

    Args:
        before: the position of the decision.
        after: the position after its walks.
        other: the position after walks the other way.
        by_average: whether the other way is the average for all.
    """
    number = herder_to_move(before)
    grazing, places = before.herders[number].grazing, other.herders[number].awethi
    held, other_held = (caught(grazing, state.awethi) for state in (after, other))
    name = T("the average for all") if by_average else T("a die for each")
    if other_held.bit_count() > held.bit_count():
        return TN(
            "I did not try {way}: with it, {count} aiwe would be caught.",
            "I did not try {way}: with it, {count} aiwe would be caught.",
            other_held.bit_count(),
            way=name,
        )
    if held and not other_held:
        return T("With {way}, no aiwe would be caught.", way=name)
    if held:
        return TN(
            "With {way}, {count} aiwe would be caught.",
            "With {way}, {count} aiwe would be caught.",
            other_held.bit_count(),
            way=name,
        )
    aim = nearest(grazing, after.herders[number].awethi)
    kind, square = kind_at(before, aim), NAMES[aim]
    now, then = (sum(distances_from(aim)[place] for place in ends) for ends in (after.herders[number].awethi, places))
    if now == then:
        return T(
            "With {way}, my awéthi would be just as near to the {kind} on {square}.",
            way=name,
            kind=kind,
            square=square,
        )
    if then < now:
        return TN(
            "I did not try {way}: with it, my awéthi would be nearer to the {kind} on {square}, together {count} step"
            " away instead of {now}.",
            "I did not try {way}: with it, my awéthi would be nearer to the {kind} on {square}, together {count} steps"
            " away instead of {now}.",
            then,
            way=name,
            now=now,
            kind=kind,
            square=square,
        )
    return TN(
        "With {way}, my awéthi would be farther from the {kind} on {square}: together {count} step away instead of"
        " {now}.",
        "With {way}, my awéthi would be farther from the {kind} on {square}: together {count} steps away instead of"
        " {now}.",
        then,
        way=name,
        now=now,
        kind=kind,
        square=square,
    )


def nearest(aiwe: int, places: Places) -> int:
    """The one of the aiwe to which the awéthi have the fewest steps in all."""
    return min(members_of(aiwe), key=lambda square: sum(distances_from(square)[place] for place in places))


def _catches(before: State, after: State) -> Reason | None:
    grazing = before.herders[herder_to_move(before)].grazing
    found = members_of(caught(grazing, after.awethi) & ~caught(grazing, before.awethi))
    if not found:
        return None
    if len(found) > 1:
        return neutral(TN("Catches {count} aiwe.", "Catches {count} aiwe at once.", len(found)))
    return neutral(T("Catches the {kind} on {square}.", kind=kind_at(before, found[0]), square=NAMES[found[0]]))


def _keeps(before: State, after: State) -> Reason | None:
    grazing = before.herders[herder_to_move(before)].grazing
    found = members_of(caught(grazing, after.awethi) & caught(grazing, before.awethi))
    if not found:
        return None
    return neutral(T("Keeps the {kind} on {square} caught.", kind=kind_at(before, found[0]), square=NAMES[found[0]]))


def _surrounds(before: State, after: State) -> Reason | None:
    """An aiwe that lacks one awéthi to be caught, and lacked more before."""
    for square in members_of(before.herders[herder_to_move(before)].grazing):
        old, new = ((BESIDE[square] & state.awethi).bit_count() for state in (before, after))
        if old < new == _CATCH - 1:
            return neutral(
                T(
                    "Awéthi stand on two sides of the {kind} on {square}; on three sides it is caught.",
                    kind=kind_at(before, square),
                    square=NAMES[square],
                )
            )
    return None


def _stands_beside(before: State, after: State) -> Reason | None:
    """The first awéthi beside an aiwe."""
    for square in members_of(before.herders[herder_to_move(before)].grazing):
        old, new = (BESIDE[square] & state.awethi for state in (before, after))
        if new and not old:
            return neutral(
                T(
                    "An awéthi now stands beside the {kind} on {square}; three catch it.",
                    kind=kind_at(before, square),
                    square=NAMES[square],
                )
            )
    return None


def _some_come_nearer(before: State, after: State) -> Reason | None:
    """To which aiwe most awéthi have come nearer; of several, the one that they are nearest to."""
    number = herder_to_move(before)
    walks = list(zip(before.herders[number].awethi, after.herders[number].awethi, strict=True))
    found = [
        (-sum(steps[end] < steps[start] for start, end in walks), sum(steps[end] for _, end in walks), square)
        for square in members_of(before.herders[number].grazing)
        for steps in (distances_from(square),)
    ]
    come, _, square = min(found)
    if not come:
        return None
    return both(
        TN(
            "One of my awéthi comes nearer to the {kind} on {square}.",
            "{count} of my awéthi come nearer to the {kind} on {square}.",
            -come,
        ),
        TN(
            "One of your awéthi comes nearer to the {kind} on {square}.",
            "{count} of your awéthi come nearer to the {kind} on {square}.",
            -come,
        ),
        kind=kind_at(before, square),
        square=NAMES[square],
    )


def _hopes(before: State, field: Field, places: Places) -> Reason | None:
    total, single = told_chance(field, places)
    if total < _TELLING:
        return None
    square = max(single, key=lambda start: single[start])
    return both(
        T("If nobody else moves, about {percent}% of my next rolls catch an aiwe, most likely the {kind} on {square}."),
        T(
            "If nobody else moves, about {percent}% of your next rolls catch an aiwe, "
            "most likely the {kind} on {square}."
        ),
        percent=percent(total),
        kind=kind_at(before, square),
        square=NAMES[square],
    )


def _comes_nearer(before: State, start: Places, end: Places, held: int) -> Reason:
    aim = nearest(before.herders[herder_to_move(before)].grazing & ~held, end)
    old, new = (sum(distances_from(aim)[place] for place in places) for places in (start, end))
    if new < old:
        return both(
            TN(
                "My awéthi come nearer to the {kind} on {square}: together {count} step away instead of {before}.",
                "My awéthi come nearer to the {kind} on {square}: together {count} steps away instead of {before}.",
                new,
            ),
            TN(
                "Your awéthi come nearer to the {kind} on {square}: together {count} step away instead of {before}.",
                "Your awéthi come nearer to the {kind} on {square}: together {count} steps away instead of {before}.",
                new,
            ),
            before=old,
            kind=kind_at(before, aim),
            square=NAMES[aim],
        )
    return both(
        TN(
            "The {kind} on {square} is the nearest: my awéthi are together {count} step away from it.",
            "The {kind} on {square} is the nearest: my awéthi are together {count} steps away from it.",
            new,
        ),
        TN(
            "The {kind} on {square} is the nearest: your awéthi are then together {count} step away from it.",
            "The {kind} on {square} is the nearest: your awéthi are then together {count} steps away from it.",
            new,
        ),
        kind=kind_at(before, aim),
        square=NAMES[aim],
    )


# -------------------------------------------------------------------------------------------------------- the wairgka


def hunt(before: State, after: State, chosen: Hunted, manner: Manner, number: int) -> Reason:
    """Why a wairgk went where it is.

    Args:
        before: the position of the decision.
        after: the position after it.
        chosen: the hunt.
        manner: how it was chosen.
        number: how many hunts were legal.
    """
    square = chosen.move.end
    if chosen.prey is not None:
        return _eats(before, after, chosen.prey, square)
    steps = distances_from(square)
    aiwe = members_of(before.aiwe)
    near = min(aiwe, key=steps.__getitem__)
    owner, kind = Seat(owner_of(before, near)), kind_at(before, near)
    if number == 1:
        return neutral(
            TN(
                "No wairgk can go anywhere else; the nearest aiwe is {owner}’s {kind} on {square}, {count} step away.",
                "No wairgk can go anywhere else; the nearest aiwe is {owner}’s {kind} on {square}, {count} steps away.",
                chosen.way,
                owner=owner,
                kind=kind,
                square=NAMES[near],
            )
        )
    if manner == "ahead" and chosen.chance >= _TELLING:
        return neutral(
            T(
                "If nothing else moved, at least {percent}% of the next rolls would let a wairgk eat.",
                percent=percent(chosen.chance),
            )
        )
    start = before.wairgka[chosen.move.wairgk]
    if manner == "any" and chosen.way >= min(distances_from(each)[start] for each in aiwe):
        return neutral(T("No wairgk can eat with this roll."))
    return neutral(
        TN(
            "No wairgk can eat with this roll; this one comes within {count} step of {owner}’s {kind} on {square}.",
            "No wairgk can eat with this roll; this one comes within {count} steps of {owner}’s {kind} on {square}.",
            chosen.way,
            owner=owner,
            kind=kind,
            square=NAMES[near],
        )
    )


def other_hunt(before: State, chosen: Hunted, other: Hunted) -> Text:
    """What another hunt would have cost."""
    square = NAMES[other.move.end]
    name = f"W{other.move.wairgk + 1}"
    if other.prey is not None:
        return T(
            "{name} to {square} eats {owner}’s {kind} instead.",
            name=name,
            square=square,
            owner=Seat(before.seat_of(other.prey)),
            kind=kind_at(before, other.move.end),
        )
    if chosen.prey is not None:
        return T("{name} to {square} would eat nothing.", name=name, square=square)
    if percent(chosen.chance) > percent(other.chance):
        return T(
            "After {name} to {square}, {then}% of the next rolls would let a wairgk eat an aiwe that stays, "
            "instead of {now}%.",
            name=name,
            square=square,
            then=percent(other.chance),
            now=percent(chosen.chance),
        )
    return TN(
        "{name} to {square} comes within {count} step of an aiwe.",
        "{name} to {square} comes within {count} steps of an aiwe.",
        other.way,
        name=name,
        square=square,
    )


def _eats(before: State, after: State, prey: int, square: int) -> Reason:
    owner: Player = before.seat_of(prey)
    if (result := outcome(after)) is not None:
        if before.wairgka_seat in result.winners:
            return neutral(T("Eats the last aiwe of {owner}’s herd, and wins.", owner=Seat(owner)))
        return neutral(T("Eats the last aiwe of {owner}’s herd.", owner=Seat(owner)))
    herder = after.herders[prey]
    left = sum(herder.sheltered) + herder.grazing.bit_count()
    if caught(before.aiwe, before.awethi) >> square & 1:
        return neutral(
            TN(
                "The {kind} was caught already; now at most {count} aiwe of {owner}’s herd can get home.",
                "The {kind} was caught already; now at most {count} aiwe of {owner}’s herd can get home.",
                left,
                kind=kind_at(before, square),
                owner=Seat(owner),
            )
        )
    return neutral(
        TN(
            "Now at most {count} aiwe of {owner}’s herd can get home.",
            "Now at most {count} aiwe of {owner}’s herd can get home.",
            left,
            owner=Seat(owner),
        )
    )
