"""What Totem's computer player says of its moves, and whether the engine agrees."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from engines.bitsets import flood_fill, members_of
from engines.game import Player
from engines.text import Seat, Text
from engines.totem.board import CELL_OF, DISTANCE, NEAR
from engines.totem.game import TOTEM
from engines.totem.moves import Use, encode
from engines.totem.state import State
from players import LEVELS
from players.totem.plans import Budget
from players.totem.player import LEVEL, ranked_plans
from players.totem.worth import log_odds
from tests.players.claims import Claim
from tests.players.totem.decisions import NODES, Told, decided, made, told
from tests.players.totem.measures import (
    Possible,
    can_eliminate,
    can_fell,
    in_percent,
    lost_to_a_seven,
    nearest,
    share_of_fellings,
    wins_alone,
)
from tests.players.totem.other_plans import OTHERS
from tests.players.totem.positions import built, facing, varied

BUILT = 100
"""Positions that are built near to each other for each match of the proof."""
FACING = 30
"""Positions of two facing each other that are built for each match of the proof."""
LONG = 2500
"""The positions at which a search may look that compares chances to be felled."""
TEMPTING = "M4k5l1l2l4m2m3/L8k8l5l6l7m5m7 0/0 use 1 44 0 - - 0 - -"
"""A position in which the move that looks best lets the other fell the totem."""


def claims(seed: int) -> Iterator[Claim]:
    """What is said in a match of one line-up after the other, and in positions that were built."""
    random = Random(seed)
    near = (decided(built(random), random.choice(LEVELS), seed) for _ in range(BUILT))
    opposed = (decided(facing(random), 5, seed, random.choice((NODES, LONG))) for _ in range(FACING))
    tempting = decided(TOTEM.load_state(TEMPTING), 5, 1, LONG)
    for one in (*told(seed), *near, *opposed, tempting):
        yield from said(one)


def said(one: Told) -> Iterator[Claim]:
    """What is said of a decision, and of the best other plan."""
    where = f"{TOTEM.dump_state(one.before)}: {one.decision.moves}"
    text = one.text.singular
    yield Claim(text, partial(CHECKS[text], one), where, partial(varied_claims, one, text))
    if (other := one.decision.alternative) is not None:
        after, text = made(one.before, one.player, other.moves), other.reason.singular
        check = partial(OTHERS[text], one, other.reason, after)
        yield Claim(text, check, where, partial(varied_claims, one, text))


def varied_claims(one: Told, kind: str, random: Random) -> Iterator[Claim]:
    """What is said in a position that differs a little: by the same level, or by the quickest one that says so, too."""
    level = one.level if kind in COMPARED else 1
    yield from said(decided(varied(one.before, random), level, random.getrandbits(30), one.nodes))


def others(one: Told) -> list[Player]:
    return [seat for seat in one.before.active_players if seat != one.player]


def losses(one: Told) -> dict[Player, int]:
    """The pieces that each other seat has lost."""
    numbers = {seat: (one.before.pieces[seat] & ~one.after.pieces[seat]).bit_count() for seat in others(one)}
    return {seat: number for seat, number in numbers.items() if number}


# ----------------------------------------------------------------------------------------------------------- checks


def ends_in_a_tie(one: Told) -> bool:
    outcome = TOTEM.outcome(one.after)
    return outcome is not None and len(outcome.winners) > 1


def fells(one: Told, *, wins: bool = False) -> bool:
    """Whether the totem that is told falls, with as many pieces as are told, and whether that wins."""
    felled = [seat for seat in others(one) if one.after.totems[seat] is None]
    if wins:
        return one.seat("owner") in felled and wins_alone(one.after, one.player)
    return (
        felled == [one.seat("owner")]
        and one.after.phase != "over"
        and (one.text.count or 0) == losses(one).get(one.seat("owner"), 0)
    )


def fells_several(one: Told) -> bool:
    return one.text.count == sum(one.after.totems[seat] is None for seat in others(one)) > 1


def eliminates_so_many(one: Told) -> bool:
    """Whether so many pieces are eliminated, of the players that are told, and no totem falls."""
    lost = losses(one)
    counted = one.text.count == sum(lost.values()) and one.after.active_players == one.before.active_players
    if "owner" not in one.args:
        return counted and len(lost) > 1
    owner = one.seat("owner")
    number = one.before.pieces[owner].bit_count()
    return counted and [*lost] == [owner] and one.args.get("all", one.text.count) == number


def leaves(one: Told) -> bool:
    """Whether a player who has lost a piece or two has so many left."""
    (owner,) = losses(one)
    theirs, mine = (one.after.pieces[seat].bit_count() for seat in (owner, one.player))
    return (owner, one.text.count, one.number("mine")) == (one.seat("owner"), theirs, mine)


def loses_told(one: Told) -> bool:
    """Whether a player has lost a piece or two, as is told."""
    lost, told = losses(one), one.args.get("pieces")
    if [*lost] != [one.seat("owner")] or one.after.active_players != one.before.active_players:
        return False
    number = lost[one.seat("owner")]
    return isinstance(told, Text) and str(told) == ("a piece" if number == 1 else f"{number} pieces")


def still_has_more(one: Told) -> bool:
    theirs, mine = (one.after.pieces[seat].bit_count() for seat in (one.seat("owner"), one.player))
    return loses_told(one) and theirs == one.text.count and mine == one.number("mine") and theirs > mine


def needs_points_in_return(one: Told) -> bool:
    """Whether a player who has lost a piece or two eliminates nothing with fewer points than are told."""
    owner, now = one.seat("owner"), one.text.count or 13
    if "before" in one.args:  # what it took before
        previous = one.number("before")
        if previous >= now or can_eliminate(one.before, owner, one.player, previous - 1):
            return False
    return loses_told(one) and not can_eliminate(one.after, owner, one.player, now - 1)


def takes_another(one: Told) -> bool:
    assert one.text.count is not None
    return loses_told(one) and not can_eliminate(one.after, one.player, one.seat("owner"), one.text.count - 1)


def cuts_off(one: Told) -> bool:
    """Whether two pieces are lost, of which one was not connected with its totem without the other (T20)."""
    owner, first = one.seat("owner"), CELL_OF[str(one.args["cell"])]
    totem, lost = one.before.totems[owner], members_of(one.before.pieces[owner] & ~one.after.pieces[owner])
    if len(lost) != 2 or first not in lost or losses(one) != {owner: 2} or totem is None:
        return False
    rest = one.before.own(owner) & ~(1 << first)
    (other,) = {*lost} - {first}
    return not flood_fill(NEAR, 1 << totem, rest) >> other & 1


def nearest_is_gone(one: Told) -> bool:
    """Whether a player's piece nearest to the totem is gone, and all others are as far from it as is told, or more."""
    owner, cell = one.seat("owner"), CELL_OF[str(one.args["cell"])]
    home_before, home = one.before.totems[one.player], one.after.totems[one.player]
    assert home_before is not None
    assert home is not None
    before, now = nearest(one.before, owner, home_before), nearest(one.after, owner, home)
    return (
        bool(one.before.pieces[owner] & ~one.after.pieces[owner] & 1 << cell)
        and DISTANCE[home_before][cell] == before == one.number("before")
        and one.text.count == now > before
    )


def catches_up(one: Told) -> bool:
    """Whether the player had fewer pieces than another one and has as many now, or not more and has more now."""
    (old, mine), (others_old, theirs) = (
        [state.pieces[seat].bit_count() for state in (one.before, one.after)]
        for seat in (one.player, one.seat("owner"))
    )
    if "theirs" not in one.args:
        return old < others_old and one.text.count == mine == theirs
    return old <= others_old and (one.number("mine"), one.number("theirs")) == (mine, theirs) and mine > theirs


def has_no_reserve(one: Told) -> bool:
    owner = one.seat("owner")
    return losses(one) == {owner: one.text.count} and not one.after.reserves[owner]


def free_cells_beside_totem(one: Told) -> bool:
    """Whether an exchange has left so many free cells beside the totem."""
    home = one.after.totems[one.player]
    assert home is not None
    free = sum(not one.after.occupied >> cell & 1 for cell in members_of(NEAR[home]))
    return any(move.startswith("add:") for move in one.decision.moves) and free == (one.text.count or 0)


def adds_piece(one: Told) -> bool:
    """Whether there is a piece more, and so many as are told; or whether no run is worth more."""
    owner, most = one.args.get("owner"), one.args.get("most")
    mine, *theirs = (one.after.pieces[seat].bit_count() for seat in (one.player, *others(one)))
    if mine != one.before.pieces[one.player].bit_count() + 1:
        return False
    if isinstance(owner, Seat):
        return theirs == [one.number("theirs")] and one.text.count == mine
    if most is not None:
        return len(theirs) > 1 and most == max(theirs) and one.text.count == mine
    other = one.decision.alternative
    return other is not None and other.value <= one.decision.value


def uses_few(one: Told) -> bool:
    """Whether the turn begins with the fewest points that the roll allows, and more would be possible."""
    points = [move.points for move in TOTEM.legal_moves(one.before, one.player) if isinstance(move, Use)]
    return len(points) > 1 and one.decision.moves[0] == encode(Use(min(points)))


def comes_nearer(one: Told, can: Possible) -> bool:
    """Whether no fewer points suffice than are told, neither now nor before."""
    owner, now, before = one.seat("owner"), one.text.count, one.args.get("before", 13)
    assert isinstance(now, int)
    assert isinstance(before, int)
    return (
        now < before
        and not can(one.after, one.player, owner, now - 1)
        and not can(one.before, one.player, owner, before - 1)
    )


def keeps_away(one: Told, can: Possible) -> bool:
    """Whether no fewer points suffice than are told, neither now nor before."""
    attacker, now, before = one.seat("attacker"), one.text.count or 13, one.args.get("before", 1)
    assert isinstance(before, int)
    return (
        before < now
        and not can(one.after, attacker, one.player, now - 1)
        and not can(one.before, attacker, one.player, before - 1)
    )


def needs_points(one: Told, can: Possible, *, mine: int, theirs: int) -> bool:
    """Whether neither does it to the other with fewer points than these."""
    owner = one.seat("owner")
    return not (can(one.after, one.player, owner, mine - 1) or can(one.after, owner, one.player, theirs - 1))


def are_too_far_apart(one: Told) -> bool:
    owner = one.seat("owner")
    return not any(can_eliminate(one.after, *seats, 12) for seats in ((one.player, owner), (owner, one.player)))


def comes_closer(one: Told) -> bool:
    target = one.after.totems[one.seat("owner")]
    assert target is not None
    before, after = (nearest(state, one.player, target) for state in (one.before, one.after))
    return one.text.count == after < before == one.number("before")


def totem_goes_away(one: Told) -> bool:
    before, after = (
        nearest(one.after, one.seat("owner"), totem)
        for state in (one.before, one.after)
        if (totem := state.totems[one.player]) is not None
    )
    return one.number("before") == before < after == one.text.count


def more_are_near(one: Told) -> bool:
    before, after = (
        sum(DISTANCE[home][cell] <= one.number("near") for cell in members_of(state.pieces[one.player]))
        for state in (one.before, one.after)
        if (home := state.totems[one.player]) is not None
    )
    return one.text.count == after > before == one.number("before")


def pieces_are_away(one: Told) -> bool:
    before, after = (
        min(nearest(state, one.player, theirs) for theirs in members_of(state.pieces[one.seat("owner")]))
        for state in (one.before, one.after)
    )
    return one.text.count == after != before == one.number("before")


def is_safer(one: Told) -> bool:
    attacker = one.seat("attacker")
    before, after = (in_percent(share_of_fellings(state, attacker, one.player)) for state in (one.before, one.after))
    return one.number("before") == before and after == (one.number("after") if "after" in one.args else 0)


def threatens(one: Told) -> bool:
    owner = one.seat("owner")
    before, now = (share_of_fellings(state, one.player, owner) for state in (one.before, one.after))
    return one.number("percent") == in_percent(now) and now > before


def compared(one: Told) -> list[tuple[tuple[str, ...], State]]:
    """The moves that were compared, and the positions after them, the chosen ones first."""
    found = ranked_plans(one.before, one.player, LEVEL[one.level], Budget(one.nodes), Random(one.seed))
    return [(texts := tuple(map(encode, each.plan.moves)), made(one.before, one.player, texts)) for each in found]


def looked_better(one: Told) -> bool:
    """Whether some moves with the run that is told looked better, and would cost what is told."""
    attacker, looked = one.seat("attacker"), log_odds(one.after, one.player, one.player)
    *_, run = (f"{run}." for run in str(one.args["run"]).replace("–", "-").split(", "))
    (chosen, _), *other = compared(one)
    better = [
        after
        for moves, after in other
        if any(move.startswith(run) for move in moves) and log_odds(after, one.player, one.player) > looked
    ]
    if any(move.startswith(run) for move in chosen):
        return False
    if "percent" in one.args:
        return one.number("percent") in [in_percent(share_of_fellings(each, attacker, one.player)) for each in better]
    return one.text.count in [lost_to_a_seven(after, one.player, attacker) for after in better]


def most_lose_more(one: Told) -> bool:
    """Whether more than half of the other moves that were compared lose more to a 7 than the one that was chosen."""
    chosen, *other = (lost_to_a_seven(after, one.player, one.seat("attacker")) for _, after in compared(one))
    return chosen is not None and sum(each is not None and each > chosen for each in other) > len(other) / 2


CHECKS: dict[str, Callable[[Told], bool]] = {
    "The match ends in a tie.": ends_in_a_tie,
    "{owner}’s totem falls, and I win.": partial(fells, wins=True),
    "{count} totem falls at once.": fells_several,
    "{owner}’s totem falls.": fells,
    "{owner}’s totem falls, and {count} piece with it.": fells,
    "Eliminates {count} piece.": eliminates_so_many,
    "Eliminates {owner}’s last piece.": eliminates_so_many,
    "Eliminates {count} of {owner}’s {all} pieces.": eliminates_so_many,
    "That leaves {owner} {count} piece; I have {mine}.": leaves,
    "{owner} loses {pieces} but still has {count} to my {mine}.": still_has_more,
    "{owner} loses {pieces} and now needs at least {count} point to eliminate anything of mine, instead of {before}.": (
        needs_points_in_return
    ),
    "{owner} loses {pieces}, but a single point may let them eliminate something of mine in return.": (
        needs_points_in_return
    ),
    "{owner} loses {pieces}, and a single point may let me eliminate another one.": takes_another,
    "Without the piece on {cell}, another one of {owner}’s is cut off and lost as well.": cuts_off,
    "The piece on {cell} was {owner}’s nearest to my totem; now the nearest is {count} cell away, "
    "instead of {before}.": nearest_is_gone,
    "I now have more pieces than {owner}: {mine} to {theirs}.": catches_up,
    "{owner} and I now have {count} piece each.": catches_up,
    "{owner} has no reserve left to replace the piece.": has_no_reserve,
    "No cell beside my totem is free now.": free_cells_beside_totem,
    "Only {count} cell beside my totem is free now.": free_cells_beside_totem,
    "{attacker} could have felled my totem with {before}% of rolls; now none does.": is_safer,
    "{attacker} could have felled my totem with {before}% of rolls; now only {after}% do.": is_safer,
    "Threatens {owner}’s totem: if nothing changes, {percent}% of my next rolls fell it.": threatens,
    "That gives me {count} piece to {owner}’s {theirs}.": adds_piece,
    "A new piece is worth more than any run that was compared.": adds_piece,
    "That gives me {count} piece; the others have at most {most}.": adds_piece,
    "A move with {run} looked better, but then {attacker} could fell my totem with {percent}% of rolls.": looked_better,
    "A move with {run} looked better, but I expect it to lose {count} piece if {attacker} rolls a 7.": looked_better,
    "I expect most other moves that I compared to lose more pieces if {attacker} rolls a 7.": most_lose_more,
    "{owner}’s totem was out of my reach; now a single point may be enough to fell it.": (
        partial(comes_nearer, can=can_fell)
    ),
    "A single point may now let me fell {owner}’s totem; before, I needed at least {before}.": (
        partial(comes_nearer, can=can_fell)
    ),
    "{attacker} cannot fell my totem with one roll now.": partial(keeps_away, can=can_fell),
    "{attacker} now needs at least {count} point to fell my totem, instead of {before}.": (
        partial(keeps_away, can=can_fell)
    ),
    "{owner}’s pieces were out of my reach; now a single point may be enough to eliminate one.": (
        partial(comes_nearer, can=can_eliminate)
    ),
    "A single point may now let me eliminate one of {owner}’s pieces; before, I needed at least {before}.": (
        partial(comes_nearer, can=can_eliminate)
    ),
    "{attacker} cannot eliminate anything of mine with one roll now.": partial(keeps_away, can=can_eliminate),
    "{attacker} now needs at least {count} point to eliminate anything of mine, instead of {before}.": (
        partial(keeps_away, can=can_eliminate)
    ),
    "I use as few points as I can.": uses_few,
    "A single point may let me fell {owner}’s totem; {owner} needs at least {theirs} to fell mine.": (
        lambda one: needs_points(one, can_fell, mine=one.text.count or 0, theirs=one.number("theirs"))
    ),
    "A single point may let {owner} fell my totem; I cannot fell {owner}’s with one roll.": (
        lambda one: needs_points(one, can_fell, mine=13, theirs=one.text.count or 0)
    ),
    "A single point may let me fell {owner}’s totem; {owner} cannot fell mine with one roll.": (
        lambda one: needs_points(one, can_fell, mine=one.text.count or 0, theirs=13)
    ),
    "A single point may let {owner} eliminate something of mine.": (
        lambda one: needs_points(one, can_eliminate, mine=0, theirs=one.text.count or 0)
    ),
    "A single point may let me eliminate something of {owner}’s.": (
        lambda one: needs_points(one, can_eliminate, mine=one.text.count or 0, theirs=0)
    ),
    "{owner} and I are too far apart to eliminate anything with one roll.": are_too_far_apart,
    "My totem is now {count} cell from {owner}’s nearest piece, instead of {before}.": totem_goes_away,
    "My nearest piece is now {count} cell from {owner}’s totem, instead of {before}.": comes_closer,
    "{count} of my pieces is now within {near} cells of my totem, instead of {before}.": more_are_near,
    "My nearest piece is now {count} cell from {owner}’s pieces, instead of {before}.": pieces_are_away,
}


KINDS = {*CHECKS, *OTHERS}
COMPARED = {
    *OTHERS,
    "{attacker} could have felled my totem with {before}% of rolls; now none does.",
    "{attacker} could have felled my totem with {before}% of rolls; now only {after}% do.",
    "Threatens {owner}’s totem: if nothing changes, {percent}% of my next rolls fell it.",
    "A new piece is worth more than any run that was compared.",
    "A move with {run} looked better, but then {attacker} could fell my totem with {percent}% of rolls.",
    "A move with {run} looked better, but I expect it to lose {count} piece if {attacker} rolls a 7.",
    "I expect most other moves that I compared to lose more pieces if {attacker} rolls a 7.",
}
"""What only levels say that compare plans or search for fellings."""
MOST = 6
"""Matches in which the proof seeks what is rarely said."""
VARIATIONS = 60_000
"""Positions that the proof varies for it afterwards."""
