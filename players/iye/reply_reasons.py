"""What the opponent can give next in İYE: reasons for a move, from facts that are checked before they are said."""

from __future__ import annotations

from engines.bitsets import members_of
from engines.iye.observation import POINTS
from engines.text import T, Text
from players.iye.cycle import SHIFTS
from players.iye.facts import Facts, given_away, tile_name


def no_natural(facts: Facts) -> Text | None:
    """What it costs the opponent that every move takes a tile."""
    after = facts.after
    if after.natural():
        return None
    kinds = {(move >> 5) - 1 for move in after.moves()}
    if len(kinds) > 1:
        return T("To leave {square} you have to spend a tile and give me another one.", square=facts.target)
    (kind,) = kinds
    yours, mine = (hand >> SHIFTS[kind] & 15 for hand in (after.mine, after.yours))
    if yours - 1 < mine <= yours:
        return T(
            "To leave {square} you have to spend one {tile}, and then I hold more of them.",
            square=facts.target,
            tile=tile_name(kind),
        )
    return T("You can leave {square} only if you spend one {tile}.", square=facts.target, tile=tile_name(kind))


def one_type(facts: Facts) -> Text | None:
    """One type, or one of two, that the opponent has to give, if that repays what was given."""
    after = facts.after
    kinds = sorted({after.types[move & 31] for move in after.moves()})
    if not _is_repaid(facts):
        return None
    if len(kinds) == 1:
        return T("Wherever you go from {square}, I get one {tile}.", square=facts.target, tile=tile_name(kinds[0]))
    if len(kinds) == 2:
        return T(
            "Wherever you go from {square}, I get one {tile} or one {other}.",
            square=facts.target,
            tile=tile_name(kinds[0]),
            other=tile_name(kinds[1]),
        )
    return None


def repaid(facts: Facts) -> Text | None:
    """By the estimate, whatever the opponent gives next is worth more than what was given."""
    if not _is_repaid(facts):
        return None
    return T(
        "You get one {tile}, but whatever you give me next is worth more to me, I think.", tile=tile_name(facts.given)
    )


def _is_repaid(facts: Facts) -> bool:
    """Whether, by the estimate, every tile that the opponent can give next costs more than the one just given."""
    after = facts.after
    if facts.spent is not None:
        return False
    worth = given_away(facts.before, facts.given)
    return all(given_away(after, kind) < worth for kind in {after.types[move & 31] for move in after.moves()})


def out_of_reach(facts: Facts) -> Text | None:
    """The opponent would best give the type that costs least, and cannot."""
    after = facts.after
    reached = {after.types[move & 31] for move in after.moves()}
    on_board = [kind for kind in range(5) if after.on_board(kind) & ~(1 << after.drum)]
    cheapest = max(on_board, key=lambda kind: (given_away(after, kind), kind))
    if cheapest in reached:
        return None
    return T(
        "You would like to give me one {tile}, I think, but from {square} you reach none.",
        square=facts.target,
        tile=tile_name(cheapest),
    )


def only_by_spending(facts: Facts) -> Text | None:
    """What the opponent would best give, by the estimate, takes a tile of one type."""
    after = facts.after
    natural = {after.types[target] for target in members_of(after.natural())}
    cheapest = max(facts.next_kinds, key=lambda kind: (given_away(after, kind), kind))
    spent = {(move >> 5) - 1 for move in after.moves() if after.types[move & 31] == cheapest}
    if not natural or cheapest in natural or len(spent) > 1:
        return None
    return T(
        "You would like to give me one {tile}, I think, but from {square} you have to spend one {other} for that.",
        tile=tile_name(cheapest),
        square=facts.target,
        other=tile_name(*spent),
    )


def without_spending(facts: Facts) -> Text | None:
    """The one type that the opponent can give without spending a tile, if it is worth as much as the one just given."""
    after = facts.after
    kinds = {after.types[target] for target in members_of(after.natural())}
    if len(kinds) != 1:
        return None
    (kind,) = kinds
    if POINTS[kind] < POINTS[facts.given] or all(after.types[move & 31] == kind for move in after.moves()):
        return None
    return T(
        "From {square} you can only give me one {tile}, unless you spend.", square=facts.target, tile=tile_name(kind)
    )


def fewest_out_of_reach(facts: Facts) -> Text | None:
    """The type with the fewest points on the board, which the opponent cannot give."""
    after, kinds = facts.after, facts.next_kinds
    fewest = max(kind for kind in range(5) if after.on_board(kind) & ~(1 << after.drum))
    if fewest in kinds:
        return None
    return T(
        "From {square} you reach no {tile}, so whatever you give me has more points.",
        square=facts.target,
        tile=tile_name(fewest),
    )


def more_points(facts: Facts) -> Text | None:
    """What the opponent can give has more points than the tile just given, or as many."""
    fewest = POINTS[facts.next_kinds[-1]]
    if fewest < POINTS[facts.given]:
        return None
    if fewest == POINTS[facts.given]:
        return T(
            "You get one {tile}; whatever you give me from {square} has at least as many points.",
            tile=tile_name(facts.given),
            square=facts.target,
        )
    return T(
        "You get one {tile}; whatever you give me from {square} has more points.",
        tile=tile_name(facts.given),
        square=facts.target,
    )
