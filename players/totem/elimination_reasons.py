"""What is eliminated in Totem: reasons for a plan, from facts that are checked before they are said.

The board itself shows which pieces are gone, so what one or two of them mean is said instead.
"""

from __future__ import annotations

from collections.abc import Callable

from engines.bitsets import members_of
from engines.game import Player
from engines.text import TN, Seat, T, Text
from engines.totem.board import DISTANCE, NAMES
from players.reason import Reason, both, neutral
from players.totem.answers import chance_of_roll
from players.totem.facts import TELLING, Facts
from players.totem.reach import OUT_OF_REACH, points_to_eliminate

_MANY = 3
"""So many eliminated pieces are told before chances."""


def eliminates_many(facts: Facts) -> Reason | None:
    """How many pieces are eliminated, if they are many."""
    return _eliminates(facts) if sum(facts.lost.values()) >= _MANY else None


def eliminates_last(facts: Facts) -> Reason | None:
    """That a player has no piece left but the totem."""
    return _eliminates(facts) if any(not facts.after.pieces[seat] for seat in facts.lost) else None


def _eliminates(facts: Facts) -> Reason:
    total = sum(facts.lost.values())
    if len(facts.lost) > 1:
        return neutral(TN("Eliminates {count} piece.", "Eliminates {count} pieces of several players.", total))
    (owner,) = facts.lost
    if not facts.after.pieces[owner]:
        return neutral(
            TN(
                "Eliminates {owner}’s last piece.",
                "Eliminates {owner}’s last {count} pieces.",
                total,
                owner=Seat(owner),
            )
        )
    return neutral(
        TN(
            "Eliminates {count} of {owner}’s {all} pieces.",
            "Eliminates {count} of {owner}’s {all} pieces.",
            total,
            owner=Seat(owner),
            all=facts.before.pieces[owner].bit_count(),
        )
    )


def eliminates_few(facts: Facts) -> Reason | None:
    """What one or two eliminated pieces mean: what has changed, else in turn what can be said most of the time."""
    if not facts.lost:
        return None
    if len(facts.lost) > 1:
        return _eliminates(facts)
    (owner,) = facts.lost
    first = sum(pieces.bit_count() for pieces in facts.after.pieces) % len(_STANDING)
    checks = (*_CHANGES, *_STANDING[first:], *_STANDING[:first])
    return next(found for check in checks if (found := check(facts, owner)) is not None)


def leads(facts: Facts, owner: Player) -> Reason | None:
    """That the player has caught up with another one's number of pieces, or overtaken it."""
    (old, mine), (others_old, theirs) = (
        [state.pieces[seat].bit_count() for state in (facts.before, facts.after)] for seat in (facts.player, owner)
    )
    if mine == theirs and old < others_old:
        return both(
            TN("{owner} and I now have {count} piece each.", "{owner} and I now have {count} pieces each.", mine),
            TN("You and {owner} then have {count} piece each.", "You and {owner} then have {count} pieces each.", mine),
            owner=Seat(owner),
        )
    if old <= others_old and mine > theirs:
        return both(
            T("I now have more pieces than {owner}: {mine} to {theirs}."),
            T("You then have more pieces than {owner}: {mine} to {theirs}."),
            owner=Seat(owner),
            mine=mine,
            theirs=theirs,
        )
    return None


def _pieces(facts: Facts, owner: Player) -> Text:
    return TN("a piece", "{count} pieces", facts.lost[owner])


def _cuts_off(facts: Facts, owner: Player) -> Reason | None:
    """Whether one of two pieces was cut off by the loss of the other (T20)."""
    losses = [loss for run in facts.losses for loss in run]
    if len(losses) != 2 or losses[1].cause != "cut off":
        return None
    return neutral(
        T(
            "Without the piece on {cell}, another one of {owner}’s is cut off and lost as well.",
            cell=NAMES[losses[0].cell],
            owner=Seat(owner),
        )
    )


def _takes_nearest(facts: Facts, owner: Player) -> Reason | None:
    """Whether the piece that was nearest to the player's totem is gone, and all others are farther away now."""
    before, after, player = facts.before, facts.after, facts.player
    home_before, home = before.totems[player], after.totems[player]
    if home_before is None or home is None:
        return None
    old, cell = min((DISTANCE[home_before][cell], cell) for cell in members_of(before.pieces[owner]))
    new = min((DISTANCE[home][other] for other in members_of(after.pieces[owner])), default=0)
    if new <= old or after.pieces[owner] >> cell & 1:
        return None
    return both(
        TN(
            "The piece on {cell} was {owner}’s nearest to my totem; now the nearest is {count} cell away, "
            "instead of {before}.",
            "The piece on {cell} was {owner}’s nearest to my totem; now the nearest is {count} cells away, "
            "instead of {before}.",
            new,
        ),
        TN(
            "The piece on {cell} is {owner}’s nearest to your totem; after this, the nearest is {count} cell away, "
            "instead of {before}.",
            "The piece on {cell} is {owner}’s nearest to your totem; after this, the nearest is {count} cells away, "
            "instead of {before}.",
            new,
        ),
        cell=NAMES[cell],
        owner=Seat(owner),
        before=old,
    )


def _weakens(facts: Facts, owner: Player) -> Reason | None:
    """Whether the owner needs noticeably more points than before to eliminate something in return."""
    old, new = (points_to_eliminate(state, owner, facts.player) for state in (facts.before, facts.after))
    if new == OUT_OF_REACH or chance_of_roll(old) - chance_of_roll(new) < TELLING:
        return None
    return both(
        TN(
            "{owner} loses {pieces} and now needs at least {count} point to eliminate anything of mine, "
            "instead of {before}.",
            "{owner} loses {pieces} and now needs at least {count} points to eliminate anything of mine, "
            "instead of {before}.",
            new,
        ),
        TN(
            "{owner} loses {pieces} and then needs at least {count} point to eliminate anything of yours, "
            "instead of {before}.",
            "{owner} loses {pieces} and then needs at least {count} points to eliminate anything of yours, "
            "instead of {before}.",
            new,
        ),
        owner=Seat(owner),
        pieces=_pieces(facts, owner),
        before=old,
    )


def _leaves(facts: Facts, owner: Player) -> Reason:
    """How many pieces the two players have."""
    mine, theirs = (facts.after.pieces[seat].bit_count() for seat in (facts.player, owner))
    if mine < theirs:
        return both(
            TN(
                "{owner} loses {pieces} but still has {count} to my {mine}.",
                "{owner} loses {pieces} but still has {count} to my {mine}.",
                theirs,
            ),
            TN(
                "{owner} loses {pieces} but still has {count} to your {mine}.",
                "{owner} loses {pieces} but still has {count} to your {mine}.",
                theirs,
            ),
            owner=Seat(owner),
            pieces=_pieces(facts, owner),
            mine=mine,
        )
    return both(
        TN(
            "That leaves {owner} {count} piece; I have {mine}.",
            "That leaves {owner} {count} pieces; I have {mine}.",
            theirs,
        ),
        TN(
            "That leaves {owner} {count} piece; you have {mine}.",
            "That leaves {owner} {count} pieces; you have {mine}.",
            theirs,
        ),
        owner=Seat(owner),
        mine=mine,
    )


def _is_not_replaced(facts: Facts, owner: Player) -> Reason | None:
    """Whether the owner has nothing to exchange a roll for (T8)."""
    if facts.after.reserves[owner]:
        return None
    return neutral(
        TN(
            "{owner} has no reserve left to replace the piece.",
            "{owner} has no reserve left to replace the {count} pieces.",
            facts.lost[owner],
            owner=Seat(owner),
        )
    )


def _takes_another(facts: Facts, owner: Player) -> Reason | None:
    """The points that it takes to go on."""
    points = points_to_eliminate(facts.after, facts.player, owner)
    if points == OUT_OF_REACH:
        return None
    return both(
        TN(
            "{owner} loses {pieces}, and a single point may let me eliminate another one.",
            "{owner} loses {pieces}; I need at least {count} points to eliminate another one.",
            points,
        ),
        TN(
            "{owner} loses {pieces}, and a single point may let you eliminate another one.",
            "{owner} loses {pieces}; you then need at least {count} points to eliminate another one.",
            points,
        ),
        owner=Seat(owner),
        pieces=_pieces(facts, owner),
    )


def _allows_an_answer(facts: Facts, owner: Player) -> Reason | None:
    """The points that an answer takes."""
    points = points_to_eliminate(facts.after, owner, facts.player)
    if points == OUT_OF_REACH:
        return None
    return both(
        TN(
            "{owner} loses {pieces}, but a single point may let them eliminate something of mine in return.",
            "{owner} loses {pieces} and needs at least {count} points to eliminate anything of mine in return.",
            points,
        ),
        TN(
            "{owner} loses {pieces}, but a single point may let them eliminate something of yours in return.",
            "{owner} loses {pieces} and then needs at least {count} points to eliminate anything of yours in return.",
            points,
        ),
        owner=Seat(owner),
        pieces=_pieces(facts, owner),
    )


_Check = Callable[[Facts, Player], Reason | None]
_CHANGES: tuple[_Check, ...] = (_cuts_off, _weakens, leads)
_STANDING: tuple[_Check, ...] = (_takes_nearest, _leaves, _is_not_replaced, _takes_another, _allows_an_answer)
"""Some of them hold after most exchanges of pieces: each has its turn to be tried first."""
