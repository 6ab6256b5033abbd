"""What the opponent can give next in İYE: reasons for a move, from facts that are checked before they are said."""

from __future__ import annotations

from collections.abc import Callable

from engines.bitsets import members_of
from engines.iye.observation import POINTS
from engines.text import T
from players.iye.cycle import SHIFTS, Cycle
from players.iye.facts import Facts, given_away, tile_name
from players.reason import Reason, both


def no_natural(facts: Facts) -> Reason | None:
    """What it costs the opponent that every move takes a tile."""
    after = facts.after
    if after.natural():
        return None
    kinds = {(move >> 5) - 1 for move in after.moves()}
    if len(kinds) > 1:
        return both(
            T("To leave {square} you have to spend a tile and give me another one."),
            T("To leave {square} your opponent has to spend a tile and give you another one."),
            square=facts.target,
        )
    (kind,) = kinds
    yours, mine = (hand >> SHIFTS[kind] & 15 for hand in (after.mine, after.yours))
    if yours - 1 < mine <= yours:
        return both(
            T("To leave {square} you have to spend one {tile}, and then I hold more of them."),
            T("To leave {square} your opponent has to spend one {tile}, and then you hold more of them."),
            square=facts.target,
            tile=tile_name(kind),
        )
    return both(
        T("You can leave {square} only if you spend one {tile}."),
        T("Your opponent can leave {square} only by spending one {tile}."),
        square=facts.target,
        tile=tile_name(kind),
    )


def one_type(facts: Facts) -> Reason | None:
    """One type, or one of two, that the opponent has to give, if that repays what was given."""
    after = facts.after
    kinds = sorted({after.types[move & 31] for move in after.moves()})
    if not _is_repaid(facts):
        return None
    if len(kinds) == 1:
        return both(
            T("Wherever you go from {square}, I get one {tile}."),
            T("Wherever your opponent goes from {square}, you get one {tile}."),
            square=facts.target,
            tile=tile_name(kinds[0]),
        )
    if len(kinds) == 2:
        return both(
            T("Wherever you go from {square}, I get one {tile} or one {other}."),
            T("Wherever your opponent goes from {square}, you get one {tile} or one {other}."),
            square=facts.target,
            tile=tile_name(kinds[0]),
            other=tile_name(kinds[1]),
        )
    return None


def repaid(facts: Facts) -> Reason | None:
    """By the estimate, whatever the opponent gives next is worth more than what was given."""
    if not _is_repaid(facts):
        return None
    return both(
        T("You get one {tile}, but whatever you give me next is worth more to me, I think."),
        T("Your opponent gets one {tile}, but whatever you get next seems to be worth more to you."),
        tile=tile_name(facts.given),
    )


def _is_repaid(facts: Facts) -> bool:
    """Whether, by the estimate, every tile that the opponent can give next costs more than the one just given."""
    after = facts.after
    if facts.spent is not None:
        return False
    worth = given_away(facts.before, facts.given)
    return all(given_away(after, kind) < worth for kind in {after.types[move & 31] for move in after.moves()})


def out_of_reach(facts: Facts) -> Reason | None:
    """The opponent would best give the type that costs least, and cannot, but could from most other squares."""
    after = facts.after
    reached = {after.types[move & 31] for move in after.moves()}
    on_board = [kind for kind in range(5) if after.on_board(kind) & ~(1 << after.drum)]
    cheapest = max(on_board, key=lambda kind: (given_away(after, kind), kind))
    if cheapest in reached or not _from_most_others(facts, lambda then: _can_give(then, cheapest)):
        return None
    return both(
        T("You would like to give me one {tile}, I think, but from {square} you reach none."),
        T("Your opponent would like to give you one {tile}, it seems, but reaches none from {square}."),
        square=facts.target,
        tile=tile_name(cheapest),
    )


def _from_most_others(facts: Facts, holds: Callable[[Cycle], bool]) -> bool:
    """Whether something holds after at least half of the other moves; of natural ones only, if there are any."""
    before = facts.before
    moves = members_of(before.natural()) or before.moves()
    others = [before.after(move) for move in moves if move & 31 != facts.move & 31]
    return 2 * sum(then.ended() is None and holds(then) for then in others) >= len(others)


def _can_give(cycle: Cycle, kind: int) -> bool:
    return any(cycle.types[move & 31] == kind for move in cycle.moves())


def _can_give_freely(cycle: Cycle, kind: int) -> bool:
    return any(cycle.types[target] == kind for target in members_of(cycle.natural()))


def only_by_spending(facts: Facts) -> Reason | None:
    """What the opponent would best give, by the estimate, takes a tile; from most other squares it would take none."""
    after = facts.after
    natural = {after.types[target] for target in members_of(after.natural())}
    cheapest = max(facts.next_kinds, key=lambda kind: (given_away(after, kind), kind))
    spent = {(move >> 5) - 1 for move in after.moves() if after.types[move & 31] == cheapest}
    if not natural or cheapest in natural or len(spent) > 1:
        return None
    if not _from_most_others(facts, lambda then: _can_give_freely(then, cheapest)):
        return None
    return both(
        T("You would like to give me one {tile}, I think, but from {square} you have to spend one {other} for that."),
        T("Your opponent would like to give you one {tile}, it seems, but from {square} has to spend one {other}."),
        tile=tile_name(cheapest),
        square=facts.target,
        other=tile_name(*spent),
    )


def without_spending(facts: Facts) -> Reason | None:
    """The one type that the opponent can give without spending a tile, if it is worth as much as the one just given."""
    after = facts.after
    kinds = {after.types[target] for target in members_of(after.natural())}
    if len(kinds) != 1:
        return None
    (kind,) = kinds
    if POINTS[kind] < POINTS[facts.given] or all(after.types[move & 31] == kind for move in after.moves()):
        return None
    return both(
        T("From {square} you can only give me one {tile}, unless you spend."),
        T("From {square} your opponent can only give you one {tile}, unless they spend."),
        square=facts.target,
        tile=tile_name(kind),
    )


def fewest_out_of_reach(facts: Facts) -> Reason | None:
    """The type with the fewest points on the board, which the opponent cannot give."""
    after, kinds = facts.after, facts.next_kinds
    fewest = max(kind for kind in range(5) if after.on_board(kind) & ~(1 << after.drum))
    if fewest in kinds:
        return None
    return both(
        T("From {square} you reach no {tile}, so whatever you give me has more points."),
        T("From {square} your opponent reaches no {tile}, so whatever you get has more points."),
        square=facts.target,
        tile=tile_name(fewest),
    )


def more_points(facts: Facts) -> Reason | None:
    """What the opponent can give has more points than the tile just given, or as many."""
    fewest = POINTS[facts.next_kinds[-1]]
    if fewest < POINTS[facts.given]:
        return None
    if fewest == POINTS[facts.given]:
        return both(
            T("You get one {tile}; whatever you give me from {square} has at least as many points."),
            T("Your opponent gets one {tile}; whatever you get from {square} has at least as many points."),
            tile=tile_name(facts.given),
            square=facts.target,
        )
    return both(
        T("You get one {tile}; whatever you give me from {square} has more points."),
        T("Your opponent gets one {tile}; whatever you get from {square} has more points."),
        tile=tile_name(facts.given),
        square=facts.target,
    )
