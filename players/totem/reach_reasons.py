"""What is in reach in Totem: reasons for a plan, from facts that are checked before they are said."""

from __future__ import annotations

from engines.bitsets import members_of
from engines.game import Player
from engines.text import TN, Seat, T
from engines.totem.board import BOARD, NAMES
from players.reason import Reason, both
from players.totem.changes import best_change
from players.totem.facts import Facts
from players.totem.reach import OUT_OF_REACH, points_to_eliminate, points_to_fell

_NEAR = 2
"""Pieces at most so many cells away from their totem are told to be near it."""


def reaches_totem(facts: Facts) -> Reason | None:
    """Which change of what it takes to fell a totem is most to the player's advantage."""
    found = best_change(facts.before, facts.after, facts.player, facts.others, points_to_fell)
    if found is None:
        return None
    seat, old, new, is_mine = Seat(found.other), found.old, found.new, found.is_mine
    if is_mine and old == OUT_OF_REACH:
        return both(
            TN(
                "{owner}’s totem was out of my reach; now a single point may be enough to fell it.",
                "{owner}’s totem was out of my reach; now I need at least {count} points to fell it.",
                new,
            ),
            TN(
                "{owner}’s totem is out of your reach; after this, a single point may be enough to fell it.",
                "{owner}’s totem is out of your reach; after this, you need at least {count} points to fell it.",
                new,
            ),
            owner=seat,
        )
    if is_mine:
        return both(
            TN(
                "A single point may now let me fell {owner}’s totem; before, I needed at least {before}.",
                "I now need at least {count} points to fell {owner}’s totem, instead of {before}.",
                new,
            ),
            TN(
                "A single point may then let you fell {owner}’s totem; now you need at least {before}.",
                "You then need at least {count} points to fell {owner}’s totem, instead of {before}.",
                new,
            ),
            owner=seat,
            before=old,
        )
    if new == OUT_OF_REACH:
        return both(
            T("{attacker} cannot fell my totem with one roll now."),
            T("After this, {attacker} cannot fell your totem with one roll."),
            attacker=seat,
        )
    return both(
        TN(
            "{attacker} now needs at least {count} point to fell my totem, instead of {before}.",
            "{attacker} now needs at least {count} points to fell my totem, instead of {before}.",
            new,
        ),
        TN(
            "{attacker} then needs at least {count} point to fell your totem, instead of {before}.",
            "{attacker} then needs at least {count} points to fell your totem, instead of {before}.",
            new,
        ),
        attacker=seat,
        before=old,
    )


def reaches_pieces(facts: Facts) -> Reason | None:
    """Which change of what it takes to eliminate anything is most to the player's advantage."""
    found = best_change(facts.before, facts.after, facts.player, facts.others, points_to_eliminate)
    if found is None:
        return None
    seat, old, new, is_mine = Seat(found.other), found.old, found.new, found.is_mine
    if is_mine and old == OUT_OF_REACH:
        return both(
            TN(
                "{owner}’s pieces were out of my reach; now a single point may be enough to eliminate one.",
                "{owner}’s pieces were out of my reach; now I need at least {count} points to eliminate one.",
                new,
            ),
            TN(
                "{owner}’s pieces are out of your reach; after this, a single point may be enough to eliminate one.",
                "{owner}’s pieces are out of your reach; after this, you need at least {count} points to eliminate "
                "one.",
                new,
            ),
            owner=seat,
        )
    if is_mine:
        return both(
            TN(
                "A single point may now let me eliminate one of {owner}’s pieces; before, I needed at least {before}.",
                "I now need at least {count} points to eliminate one of {owner}’s pieces, instead of {before}.",
                new,
            ),
            TN(
                "A single point may then let you eliminate one of {owner}’s pieces; now you need at least {before}.",
                "You then need at least {count} points to eliminate one of {owner}’s pieces, instead of {before}.",
                new,
            ),
            owner=seat,
            before=old,
        )
    if new == OUT_OF_REACH:
        return both(
            T("{attacker} cannot eliminate anything of mine with one roll now."),
            T("After this, {attacker} cannot eliminate anything of yours with one roll."),
            attacker=seat,
        )
    return both(
        TN(
            "{attacker} now needs at least {count} point to eliminate anything of mine, instead of {before}.",
            "{attacker} now needs at least {count} points to eliminate anything of mine, instead of {before}.",
            new,
        ),
        TN(
            "{attacker} then needs at least {count} point to eliminate anything of yours, instead of {before}.",
            "{attacker} then needs at least {count} points to eliminate anything of yours, instead of {before}.",
            new,
        ),
        attacker=seat,
        before=old,
    )


def _nearest(facts: Facts) -> Player | None:
    """The other seat whose totem is nearest in points, then in cells."""
    after, player = facts.after, facts.player
    totems = [(seat, totem) for seat in facts.others if (totem := after.totems[seat]) is not None]
    found = [(points_to_fell(after, player, seat), _distance(after.own(player), cell), seat) for seat, cell in totems]
    return min(found)[-1] if found else None


def prepares(facts: Facts) -> Reason | None:
    """What has changed towards the nearest other player where nothing has come into reach."""
    before, after, player, owner = facts.before, facts.after, facts.player, _nearest(facts)
    home, home_before = after.totems[player], before.totems[player]
    if owner is None or home is None or home_before is None or (target := after.totems[owner]) is None:
        return None
    old, new = (_distance(state.pieces[player], target) for state in (before, after))
    if new < old and points_to_fell(after, player, owner) == OUT_OF_REACH:
        return both(
            TN(
                "My nearest piece is now {count} cell from {owner}’s totem, instead of {before}.",
                "My nearest piece is now {count} cells from {owner}’s totem, instead of {before}.",
                new,
            ),
            TN(
                "Your nearest piece is then {count} cell from {owner}’s totem, instead of {before}.",
                "Your nearest piece is then {count} cells from {owner}’s totem, instead of {before}.",
                new,
            ),
            owner=Seat(owner),
            before=old,
        )
    old, new = (_distance(after.pieces[owner], cell) for cell in (home_before, home))
    if new > old:
        return both(
            TN(
                "My totem is now {count} cell from {owner}’s nearest piece, instead of {before}.",
                "My totem is now {count} cells from {owner}’s nearest piece, instead of {before}.",
                new,
            ),
            TN(
                "Your totem is then {count} cell from {owner}’s nearest piece, instead of {before}.",
                "Your totem is then {count} cells from {owner}’s nearest piece, instead of {before}.",
                new,
            ),
            owner=Seat(owner),
            before=old,
        )
    old, new = (
        (state.pieces[player] & BOARD.within[cell][_NEAR]).bit_count()
        for state, cell in ((before, home_before), (after, home))
    )
    if new > old:
        return both(
            TN(
                "{count} of my pieces is now within {near} cells of my totem, instead of {before}.",
                "{count} of my pieces are now within {near} cells of my totem, instead of {before}.",
                new,
            ),
            TN(
                "{count} of your pieces is then within {near} cells of your totem, instead of {before}.",
                "{count} of your pieces are then within {near} cells of your totem, instead of {before}.",
                new,
            ),
            near=_NEAR,
            before=old,
        )
    old, new = (
        min((_distance(state.pieces[owner], cell) for cell in members_of(state.pieces[player])), default=0)
        for state in (before, after)
    )
    if new == old or not before.pieces[owner] or not after.pieces[owner] or not old or not new:
        return None
    return both(
        TN(
            "My nearest piece is now {count} cell from {owner}’s pieces, instead of {before}.",
            "My nearest piece is now {count} cells from {owner}’s pieces, instead of {before}.",
            new,
        ),
        TN(
            "Your nearest piece is then {count} cell from {owner}’s pieces, instead of {before}.",
            "Your nearest piece is then {count} cells from {owner}’s pieces, instead of {before}.",
            new,
        ),
        owner=Seat(owner),
        before=old,
    )


def stands(facts: Facts) -> Reason | None:
    """What is always true: the points that it takes to fell or eliminate something, for the nearest totem."""
    after, player, seat = facts.after, facts.player, _nearest(facts)
    if seat is None:
        return None
    owner = Seat(seat)
    mine, theirs = points_to_fell(after, player, seat), points_to_fell(after, seat, player)
    if max(mine, theirs) < OUT_OF_REACH:
        return both(
            TN(
                "A single point may let me fell {owner}’s totem; {owner} needs at least {theirs} to fell mine.",
                "I need at least {count} points to fell {owner}’s totem; {owner} needs at least {theirs} to fell mine.",
                mine,
            ),
            TN(
                "A single point may let you fell {owner}’s totem; {owner} needs at least {theirs} to fell yours.",
                "You need at least {count} points to fell {owner}’s totem; "
                "{owner} needs at least {theirs} to fell yours.",
                mine,
            ),
            owner=owner,
            theirs=theirs,
        )
    if theirs < OUT_OF_REACH:
        return both(
            TN(
                "A single point may let {owner} fell my totem; I cannot fell {owner}’s with one roll.",
                "{owner} needs at least {count} points to fell my totem; I cannot fell {owner}’s with one roll.",
                theirs,
            ),
            TN(
                "A single point may let {owner} fell your totem; you cannot fell {owner}’s with one roll.",
                "{owner} needs at least {count} points to fell your totem; you cannot fell {owner}’s with one roll.",
                theirs,
            ),
            owner=owner,
        )
    if mine < OUT_OF_REACH:
        return both(
            TN(
                "A single point may let me fell {owner}’s totem; {owner} cannot fell mine with one roll.",
                "I need at least {count} points to fell {owner}’s totem; {owner} cannot fell mine with one roll.",
                mine,
            ),
            TN(
                "A single point may let you fell {owner}’s totem; {owner} cannot fell yours with one roll.",
                "You need at least {count} points to fell {owner}’s totem; {owner} cannot fell yours with one roll.",
                mine,
            ),
            owner=owner,
        )
    mine, theirs = points_to_eliminate(after, player, seat), points_to_eliminate(after, seat, player)
    if min(mine, theirs) == OUT_OF_REACH:
        return both(
            T("{owner} and I are too far apart to eliminate anything with one roll."),
            T("You and {owner} are too far apart to eliminate anything with one roll."),
            owner=owner,
        )
    if theirs <= mine:
        return both(
            TN(
                "A single point may let {owner} eliminate something of mine.",
                "{owner} needs at least {count} points to eliminate anything of mine.",
                theirs,
            ),
            TN(
                "A single point may let {owner} eliminate something of yours.",
                "{owner} needs at least {count} points to eliminate anything of yours.",
                theirs,
            ),
            owner=owner,
        )
    return both(
        TN(
            "A single point may let me eliminate something of {owner}’s.",
            "I need at least {count} points to eliminate anything of {owner}’s.",
            mine,
        ),
        TN(
            "A single point may let you eliminate something of {owner}’s.",
            "You need at least {count} points to eliminate anything of {owner}’s.",
            mine,
        ),
        owner=owner,
    )


def _distance(pieces: int, target: int) -> int:
    """The cells from the nearest of the pieces to a cell; more than the board has if there are none."""
    return next((steps for steps, cells in enumerate(BOARD.within[target]) if pieces & cells), len(NAMES))
