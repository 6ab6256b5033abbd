"""Why the computer player made a move: one sentence, chosen among facts that are checked before they are said.

“I” is the computer player and “you” its opponent; in advice, “you” is the person. “I think”, “I expect” and “looks” are
said of estimates, and of nothing that is solved.
"""

from __future__ import annotations

from collections.abc import Callable

from engines.bitsets import members_of
from engines.iye.observation import POINTS
from engines.text import TN, T, Text
from players.iye.cycle import POINT, SHIFTS, WIN, Cycle
from players.iye.facts import Facts, given_away, move_name, tile_name
from players.iye.reply_reasons import (
    fewest_out_of_reach,
    more_points,
    no_natural,
    one_type,
    only_by_spending,
    out_of_reach,
    repaid,
    without_spending,
)
from players.reason import Reason, both, neutral

LEFT_TO_CHANCE = both(T("I leave it to chance who begins."), T("It makes no difference who begins."))


def beginning(cycle: Cycle, *, begins: bool) -> Reason:
    """Why the player chooses to begin a cycle, or not to; ``cycle``: as if the player began it."""
    # Nobody holds a tile yet, so the first move is a natural one.
    kind = max(cycle.types[target] for target in members_of(cycle.natural()))
    is_cheap, tile = POINTS[kind] <= _CHEAP, tile_name(kind)
    if begins and is_cheap:
        return both(
            T("I begin: I can start by giving you only one {tile}."),
            T("Begin: you can start by giving away only one {tile}."),
            tile=tile,
        )
    if begins:
        return both(
            T("I begin: I expect more from the first move, though the cheapest tile I can give you is one {tile}."),
            T("Begin: the first move promises more, though the cheapest tile you can give away is one {tile}."),
            tile=tile,
        )
    if is_cheap:
        return both(
            T("You begin: I expect more from the second move, though you can start by giving me only one {tile}."),
            T(
                "Let your opponent begin: the second move promises more, though they can start by giving you only one"
                " {tile}."
            ),
            tile=tile,
        )
    return both(
        T("You begin: the cheapest tile you can give me first is one {tile}."),
        T("Let your opponent begin: the cheapest tile they can give you first is one {tile}."),
        tile=tile,
    )


def reason(facts: Facts) -> Reason:
    """The most telling sentence that is true of the move."""
    then: tuple[Callable[[Facts], Reason | None], ...]
    if facts.exact:
        # What is certain stays so until the end of the cycle: every second turn tells what its tile means.
        then = (_certain,) if facts.before.left // 2 % 2 == 0 else (_settles,)
    else:
        # From the square too: the first reply of every cycle would begin with the same one otherwise.
        first = (facts.before.left // 2 + facts.before.drum) % len(_ESTIMATES)
        then = (_settles, *_ESTIMATES[first:], *_ESTIMATES[:first], *_NEXT)
    return next((found for check in (*_CHECKS, *then) if (found := check(facts)) is not None), _standing(facts))


def cost(move: int, played: int, chosen: int, other: int, *, exact: bool, number: int) -> Text:
    """What another move would have cost, by values at the same depth.

    Args:
        move: the other move.
        played: the move that was chosen.
        chosen: its value.
        other: the value of the other move.
        exact: whether the value of the other move is proven.
        number: of the cycle, from 1.
    """
    name, instead_of = move_name(move), move_name(played)
    if exact and other <= -WIN:
        return (
            T("{move} loses cycle {number} as well.", move=name, number=number)
            if chosen <= -WIN
            else T("{move} loses cycle {number}.", move=name, number=number)
        )
    if exact and other >= WIN:
        return T("{move} wins cycle {number} as well.", move=name, number=number)
    if exact:
        return (
            T("{move} only ties cycle {number}.", move=name, number=number)
            if chosen >= WIN
            else T("{move} ties cycle {number} as well.", move=name, number=number)
        )
    points = (chosen - other + POINT // 2) // POINT
    if chosen >= WIN:
        return T("{move} may win as well, but I did not find out.", move=name)
    if points == 0:
        return T("{move} looks just as good as {chosen}.", move=name, chosen=instead_of)
    if points < 0:  # of levels that choose by chance
        return TN(
            "Perhaps {move} was better than {chosen}, by about {count} point.",
            "Perhaps {move} was better than {chosen}, by about {count} points.",
            -points,
            move=name,
            chosen=instead_of,
        )
    return TN(
        "{move} looks about {count} point worse than {chosen}.",
        "{move} looks about {count} points worse than {chosen}.",
        points,
        move=name,
        chosen=instead_of,
    )


def _ends(facts: Facts) -> Reason | None:
    after = facts.after
    value = after.ended()
    if value is None:
        return None
    if after.left > 1:
        return both(
            T("You cannot move, so cycle {number} is mine."),
            T("Your opponent cannot move then, so cycle {number} is yours."),
            number=facts.number,
        )
    if value <= -WIN:
        return both(
            T("That ends cycle {number}, and I have more points."),
            T("That ends cycle {number}, and you have more points."),
            number=facts.number,
        )
    if value >= WIN:
        return both(
            T("That ends cycle {number}, and you have more points."),
            T("That ends cycle {number}, and your opponent has more points."),
            number=facts.number,
        )
    return neutral(T("That ends cycle {number} with equal points.", number=facts.number))


def _only_move(facts: Facts) -> Reason | None:
    targets = {move & 31 for move in facts.before.moves()}
    return neutral(T("The drum can go nowhere else.")) if len(targets) == 1 else None


def _only_defence(facts: Facts) -> Reason | None:
    # Of squares, not of moves: a tile spent for a square that is reached without is a move, too (I9).
    others = [move for move in facts.before.moves() if move & 31 != facts.move & 31]
    if not others or _lets_win(facts.after):
        return None
    if all(_lets_win(facts.before.after(move)) for move in others):
        return both(
            T("From any other square you could win cycle {number} at once."),
            T("From any other square your opponent could win cycle {number} at once."),
            number=facts.number,
        )
    return None


def _lets_win(after: Cycle) -> bool:
    """Whether the player to move wins the cycle with one move, or has won it."""
    ended = after.ended()
    if ended is not None:
        return ended >= WIN
    return any(after.after(move).ended() == -WIN for move in after.moves())


def _only_winning(facts: Facts) -> Reason | None:
    if not (facts.is_only_winning and facts.exact):
        return None
    return both(
        T("Only {square} wins cycle {number} for me."),
        T("Only {square} wins cycle {number} for you."),
        square=facts.target,
        number=facts.number,
    )


def _must_spend(facts: Facts) -> Reason | None:
    before, spent = facts.before, facts.spent
    if before.natural() or spent is None:
        return None
    kinds = {(move >> 5) - 1 for move in before.moves()}
    if kinds == {spent}:
        return both(
            T("I have to spend a tile, and only a {tile} takes the drum anywhere."),
            T("You have to spend a tile, and only a {tile} takes the drum anywhere."),
            tile=tile_name(spent),
        )
    if POINTS[spent] == min(POINTS[kind] for kind in kinds):
        return both(
            T("I have to spend a tile, and the {tile} is worth least of those that help."),
            T("You have to spend a tile, and the {tile} is worth least of those that help."),
            tile=tile_name(spent),
        )
    return both(T("I have to spend a tile to move at all."), T("You have to spend a tile to move at all."))


def _avoids(facts: Facts) -> Reason | None:
    """A tile spent although there were natural moves, which all give one type."""
    before = facts.before
    kinds = {before.types[target] for target in members_of(before.natural())}
    if facts.spent is None or len(kinds) != 1 or facts.given in kinds:
        return None
    return both(
        T("Without spending a tile I could only give you one {tile}."),
        T("Without spending a tile you could only give away one {tile}."),
        tile=tile_name(*kinds),
    )


def _spare(facts: Facts) -> Reason | None:
    """The type spent is decided, with the tile and without it."""
    spent = facts.spent
    if spent is None or spent == facts.given:
        return None
    mine, yours, left = facts.held(spent)
    if mine - 1 > yours + left:
        return both(
            T("I can spare the {tile}: you cannot get as many as I still hold."),
            T("You can spare the {tile}: your opponent cannot get as many as you still hold."),
            tile=tile_name(spent),
        )
    if yours > mine + left:
        return both(
            T("I can spare the {tile}: you hold more of them than I could ever get."),
            T("You can spare the {tile}: your opponent holds more of them than you could ever get."),
            tile=tile_name(spent),
        )
    return None


def _settled(facts: Facts) -> Reason | None:
    if facts.spent == facts.given:
        return None
    mine, yours, left = facts.held(facts.given)
    tile = tile_name(facts.given)
    if mine > yours + left:
        return both(
            T("You get one {tile}, but can no longer get as many as I hold."),
            T("Your opponent gets one {tile}, but can no longer get as many as you hold."),
            tile=tile,
        )
    if yours > mine + left:
        return both(
            T("You get one {tile}, but you had too many for me to catch up anyway."),
            T("Your opponent gets one {tile}, but had too many for you to catch up anyway."),
            tile=tile,
        )
    return None


def _settles(facts: Facts) -> Reason | None:
    """The majority of the type given is the opponent's from now on; of a single tile there is nothing to say."""
    mine, yours, left = facts.held(facts.given)
    if facts.spent == facts.given or yours + 1 <= mine + left - 1 or yours > mine + left or mine + yours + left == 1:
        return None
    return both(
        T("You get one {tile}, and now I can no longer get as many as you hold."),
        T("Your opponent gets one {tile}, and then you can no longer get as many as they hold."),
        tile=tile_name(facts.given),
    )


def _certain(facts: Facts) -> Reason:
    if facts.value >= WIN:
        return both(
            T("I win cycle {number}, whatever you do."),
            T("You can win cycle {number}, whatever your opponent does."),
            number=facts.number,
        )
    if facts.value <= -WIN:
        return both(
            T("If you find the best moves, cycle {number} is yours."),
            T("If your opponent finds the best moves, cycle {number} is lost; here they are hardest to find."),
            number=facts.number,
        )
    return both(
        T("If we both find the best moves, cycle {number} ends in a tie."),
        T("If you both find the best moves, cycle {number} ends in a tie."),
        number=facts.number,
    )


def _cheapest(facts: Facts) -> Reason | None:
    """By the estimate, the type given costs less than any other that could have been given."""
    before = facts.before
    kinds = {before.types[move & 31] for move in before.moves()} - {facts.given}
    worth = given_away(before, facts.given)
    if facts.spent is not None or not kinds or any(given_away(before, kind) >= worth for kind in kinds):
        return None
    after, shift = facts.after, SHIFTS[facts.given]
    left = after.on_board(facts.given).bit_count()
    if not left:
        return None
    return both(
        TN(
            "Of all that I could give you, one {tile} seems to help you least: you now hold {yours}, I hold {mine}, "
            "and {count} is left on the board.",
            "Of all that I could give you, one {tile} seems to help you least: you now hold {yours}, I hold {mine}, "
            "and {count} are left on the board.",
            left,
        ),
        TN(
            "Of all that you could give away, one {tile} seems to help your opponent least: they then hold {yours}, "
            "you hold {mine}, and {count} is left on the board.",
            "Of all that you could give away, one {tile} seems to help your opponent least: they then hold {yours}, "
            "you hold {mine}, and {count} are left on the board.",
            left,
        ),
        tile=tile_name(facts.given),
        yours=after.mine >> shift & 15,
        mine=after.yours >> shift & 15,
    )


def _standing(facts: Facts) -> Reason:
    """Who holds more of the type given, and what is left of it."""
    after, kind = facts.after, facts.given
    yours, mine = (hand >> SHIFTS[kind] & 15 for hand in (after.mine, after.yours))
    tile, left = tile_name(kind), after.on_board(kind).bit_count()
    if mine > yours:
        return both(
            T("You get one {tile}, but I still hold more of them: {mine} to {yours}."),
            T("Your opponent gets one {tile}, but you still hold more of them: {mine} to {yours}."),
            tile=tile,
            mine=mine,
            yours=yours,
        )
    if mine == yours:
        if left == 0:
            return both(
                T("You get one {tile}; now each of us holds {number}, and none is left."),
                T("Your opponent gets one {tile}; now each of you holds {number}, and none is left."),
                tile=tile,
                number=mine,
            )
        return both(
            TN(
                "You get one {tile}; now each of us holds {number}, and {count} is left.",
                "You get one {tile}; now each of us holds {number}, and {count} are left.",
                left,
            ),
            TN(
                "Your opponent gets one {tile}; now each of you holds {number}, and {count} is left.",
                "Your opponent gets one {tile}; now each of you holds {number}, and {count} are left.",
                left,
            ),
            tile=tile,
            number=mine,
        )
    if left == 0:
        return both(
            T("You get one {tile} and hold more of them: {yours} to {mine}."),
            T("Your opponent gets one {tile} and holds more of them: {yours} to {mine}."),
            tile=tile,
            yours=yours,
            mine=mine,
        )
    if yours > mine + 1:
        return both(
            TN(
                "You get one {tile}, but you held more of them anyway: {yours} to {mine} now, and {count} is left.",
                "You get one {tile}, but you held more of them anyway: {yours} to {mine} now, and {count} are left.",
                left,
            ),
            TN(
                "Your opponent gets one {tile}, but held more of them anyway: {yours} to {mine} now, "
                "and {count} is left.",
                "Your opponent gets one {tile}, but held more of them anyway: {yours} to {mine} now, "
                "and {count} are left.",
                left,
            ),
            tile=tile,
            yours=yours,
            mine=mine,
        )
    if left > _FEW:
        return both(
            T("You get one {tile} and lead by one, {yours} to {mine}, but with {left} left I can still catch up."),
            T(
                "Your opponent gets one {tile} and leads by one, {yours} to {mine}, but with {left} left you can still "
                "catch up."
            ),
            tile=tile,
            yours=yours,
            mine=mine,
            left=left,
        )
    return both(
        TN(
            "You get one {tile} and lead by one, {yours} to {mine}; the one that is left would bring me level.",
            "You get one {tile} and lead by one, {yours} to {mine}; one of the {count} that are left would bring me "
            "level.",
            left,
        ),
        TN(
            "Your opponent gets one {tile} and leads by one, {yours} to {mine}; the one that is left would bring you "
            "level.",
            "Your opponent gets one {tile} and leads by one, {yours} to {mine}; one of the {count} that are left would "
            "bring you level.",
            left,
        ),
        tile=tile,
        yours=yours,
        mine=mine,
    )


_CHEAP = 3
"""Tiles of at most so many points are told to be given away cheaply."""
_FEW = 2
"""Of so many tiles of a type that are left, one is told to bring who has one tile less level."""

_CHECKS: tuple[Callable[[Facts], Reason | None], ...] = (
    _ends,
    _only_move,
    _only_defence,
    _only_winning,
    no_natural,
    _must_spend,
    _avoids,
    one_type,
    _spare,
    _settled,
)
_ESTIMATES: tuple[Callable[[Facts], Reason | None], ...] = (out_of_reach, _cheapest, repaid)
"""Often several of them hold: each has its turn to be tried first."""
_NEXT: tuple[Callable[[Facts], Reason | None], ...] = (
    only_by_spending,
    without_spending,
    fewest_out_of_reach,
    more_points,
)
"""What the opponent can give next: said if nothing else is."""
