"""What Totem's computer player says of its moves, and whether the engine agrees."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from random import Random
from typing import NamedTuple

from engines.game import Player
from engines.hexgrid import cells_of
from engines.text import Arg, Seat, Text
from engines.totem.board import CELL_OF, DISTANCE
from engines.totem.game import TOTEM
from engines.totem.moves import ROLLS, encode
from engines.totem.state import State
from players import LEVELS
from players.decision import Decision
from players.totem.felling import FellingSearch
from players.totem.plans import Budget, plans
from players.totem.player import LEVEL, PLAYER, ranked_plans
from players.totem.worth import log_odds
from tests.players.claims import Claim
from tests.players.totem.positions import built, of_match, varied


class Told(NamedTuple):
    """A decision, and the positions before and after it."""

    before: State
    after: State
    player: Player
    level: int
    seed: int
    nodes: int
    decision: Decision

    @property
    def text(self) -> Text:
        return self.decision.reason

    @property
    def args(self) -> dict[str, Arg]:
        return dict(self.text.args)

    def seat(self, name: str) -> Player:
        found = self.args[name]
        assert isinstance(found, Seat)
        return found.player

    def number(self, name: str) -> int:
        found = self.args[name]
        assert isinstance(found, int)
        return found


NODES = 1000
LINE_UPS = (
    (5, "greedy", 2, 4), (5, "careful", 3, 2), (5, "greedy", 4, 2), (4, "greedy", 2, 4), (3, "greedy", 3, 2),
    (1, "careful", 2, 4), (4, "careful", 2, 4), (2, "greedy", 2, 4),
)  # fmt: skip
"""The level that decides, the yardstick that plays the match, its seats, and one of how many positions is taken."""


BUILT = 100
"""Positions that are built for each match of the proof."""


def claims(seed: int) -> Iterator[Claim]:
    """What is said in a match of one line-up after the other, and in positions that were built."""
    random = Random(seed)
    for one in (*told(seed), *(decided(built(random), random.choice(LEVELS), seed) for _ in range(BUILT))):
        yield from said(one)


def told(seed: int) -> Iterator[Told]:
    """What a level decides in positions of a match of weaker players, which come close to each other."""
    level, name, seats, every = LINE_UPS[seed % len(LINE_UPS)]
    for number, before in enumerate(of_match(name, seats, seed)):
        if number % every == seed % every:
            yield decided(before, level, seed + number)


def decided(before: State, level: int, seed: int, nodes: int = NODES) -> Told:
    player = before.turn
    assert player is not None
    decision = PLAYER.decide(TOTEM.observe(before, player), player, level, seed, nodes=nodes)
    return Told(before, made(before, player, decision.moves), player, level, seed, nodes, decision)


def made(state: State, player: Player, texts: tuple[str, ...]) -> State:
    """The position after these moves, each of which the engine accepts."""
    for text in texts:
        state = TOTEM.apply(state, player, TOTEM.decode_move(text))
    return state


def said(one: Told) -> Iterator[Claim]:
    """What is said of a decision, and of the best other plan."""
    where = f"{TOTEM.dump_state(one.before)}: {one.decision.moves}"
    text, vary = one.text.singular, partial(varied_claims, one)
    yield Claim(text, partial(CHECKS[text], one), where, vary)
    if (other := one.decision.alternative) is not None:
        after = made(one.before, one.player, other.moves)
        check = OTHERS[other.reason.singular]
        yield Claim(other.reason.singular, partial(check, one, other.reason, after), where, vary)


def varied_claims(one: Told, random: Random) -> Iterator[Claim]:
    """What the same level says in a position that differs a little."""
    yield from said(decided(varied(one.before, random), one.level, random.getrandbits(30)))


def others(one: Told) -> list[Player]:
    return [seat for seat in one.before.active_players if seat != one.player]


def losses(one: Told) -> dict[Player, int]:
    """The pieces that each other seat has lost."""
    numbers = {seat: (one.before.pieces[seat] & ~one.after.pieces[seat]).bit_count() for seat in others(one)}
    return {seat: number for seat, number in numbers.items() if number}


def least_points(state: State, attacker: Player, owner: Player) -> int:
    """The least points that bring pieces to every distance from a totem that the attacker's pieces do not have yet."""
    totem = state.totems[owner]
    assert totem is not None
    distances = sorted(DISTANCE[totem][cell] for cell in cells_of(state.own(attacker)))
    needed = range(1, distances[0])
    if len(needed) > len(distances):
        return 24
    return min(24, max(1, sum(distances[: len(needed)]) - sum(needed)))


def share_of_fellings(state: State, attacker: Player, owner: Player) -> float:
    """The share of rolls with which the attacker could fell a totem; each such felling is made on the board."""
    search = FellingSearch(state, attacker, owner, Budget(200_000))
    share = 0
    for dice in ROLLS:
        runs = search.runs(dice.high + dice.low)
        if runs is None:
            continue
        running = replace(
            state,
            phase="run",
            turn=attacker,
            dice=(dice.high, dice.low),
            points=dice.high + dice.low,
            finished=0,
            visited=state.visited if state.turn == attacker else (),  # in a turn of several rolls (T13)
            quiet_turns=0,
        )
        for run in runs:
            running = TOTEM.apply(running, attacker, run)
        assert running.totems[owner] is None
        share += 1 if dice.high == dice.low else 2
    assert search.is_complete
    return share / 36


def in_percent(share: float) -> int:
    return int(100 * share) if share in (0, 1) else min(99, max(1, round(100 * share)))


def lost_to_a_seven(after: State, player: Player, attacker: Player) -> int | None:
    """The pieces that a player loses to the best answer to a 7 of a player who plans one move.

    ``None``: the player loses the totem, or the attacker is out.
    """
    if after.totems[attacker] is None:
        return None
    rolled = replace(after, phase="run", turn=attacker, dice=(4, 3), points=7, visited=(), quiet_turns=0)
    (answer, *_) = plans(rolled, attacker, 1, 1, Budget(10_000))
    answered = rolled
    for move in answer.moves:
        answered = TOTEM.apply(answered, attacker, move)
    if answered.totems[player] is None:
        return None
    return (after.pieces[player] & ~answered.pieces[player]).bit_count()


# ----------------------------------------------------------------------------------------------------------- checks


def ends_in_a_tie(one: Told) -> bool:
    outcome = TOTEM.outcome(one.after)
    return outcome is not None and len(outcome.winners) > 1


def wins_alone(state: State, player: Player) -> bool:
    outcome = TOTEM.outcome(state)
    return outcome is not None and outcome.winners == (player,)


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


def eliminates(one: Told) -> bool:
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


def adds_piece(one: Told) -> bool:
    cell, mine = CELL_OF[str(one.args["cell"])], one.after.pieces[one.player]
    if mine != one.before.pieces[one.player] | 1 << cell:
        return False
    if "mine" in one.args:
        theirs = one.after.pieces[one.seat("owner")].bit_count()
        return (one.number("mine"), one.number("theirs")) == (mine.bit_count(), theirs)
    other = one.decision.alternative
    return "worth more" not in one.text.singular or (other is not None and other.value <= one.decision.value)


def comes_nearer(one: Told) -> bool:
    owner = one.seat("owner")
    before, after = (least_points(state, one.player, owner) for state in (one.before, one.after))
    return one.text.count == after < before == one.number("before") and after <= 12


def keeps_away(one: Told) -> bool:
    attacker = one.seat("attacker")
    before, after = (least_points(state, attacker, one.player) for state in (one.before, one.after))
    return one.number("before") == before < (one.text.count or 0) == after


def is_out_of_reach(one: Told) -> bool:
    attacker = one.seat("attacker")
    return least_points(one.before, attacker, one.player) <= 12 and not share_of_fellings(
        one.after, attacker, one.player
    )


def needs_points(one: Told) -> bool:
    """Whether each totem is as many points away as is told, and more than 12 if nothing is told."""
    owner, text = one.seat("owner"), one.text.singular
    mine, theirs = least_points(one.after, one.player, owner), least_points(one.after, owner, one.player)
    told_mine = one.text.count if text.startswith("I need") else None
    told_theirs = one.text.count if text.startswith("{owner} needs") else one.args.get("theirs")
    return told_mine == (mine if mine <= 12 else None) and told_theirs == (theirs if theirs <= 12 else None)


def nearest(state: State, seat: Player, target: int) -> int:
    """The cells between a target and the nearest piece of a player."""
    return min(DISTANCE[target][cell] for cell in cells_of(state.pieces[seat]))


def comes_closer(one: Told) -> bool:
    target = one.after.totems[one.seat("owner")]
    assert target is not None
    before, after = (nearest(state, one.player, target) for state in (one.before, one.after))
    return one.text.count == after < before


def more_are_near(one: Told) -> bool:
    home = one.after.totems[one.player]
    assert home is not None
    before, after = (
        sum(DISTANCE[home][cell] <= one.number("near") for cell in cells_of(state.pieces[one.player]))
        for state in (one.before, one.after)
    )
    return one.text.count == after > before


def pieces_are_away(one: Told, *, closer: bool) -> bool:
    before, after = (
        min(nearest(state, one.player, theirs) for theirs in cells_of(state.pieces[one.seat("owner")]))
        for state in (one.before, one.after)
    )
    return one.text.count == after and (after < before if closer else after > before)


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
    run = str(one.args["run"]).replace("–", "-") + "."
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
    "Eliminates {count} piece.": eliminates,
    "Eliminates {owner}’s last piece.": eliminates,
    "Eliminates {count} of {owner}’s {all} pieces.": eliminates,
    "That leaves {owner} {count} piece; I have {mine}.": leaves,
    "{attacker} could have felled my totem with {before}% of rolls, and now cannot with any.": is_safer,
    "{attacker} could have felled my totem with {before}% of rolls, and now only with {after}%.": is_safer,
    "Threatens {owner}’s totem: if nothing changes, {percent}% of my next rolls fell it.": threatens,
    "One piece more, on {cell}: my pieces are now {mine} to {owner}’s {theirs}.": adds_piece,
    "One piece more, on {cell}, is worth more than any run that I see.": adds_piece,
    "One piece more, on {cell}.": adds_piece,
    "I now need at least {count} point to fell {owner}’s totem, instead of {before}.": comes_nearer,
    "{attacker} cannot fell my totem with one roll now.": is_out_of_reach,
    "{attacker} now needs at least {count} point to fell my totem, instead of {before}.": keeps_away,
    "A move with {run} looked better, but then {attacker} could fell my totem with {percent}% of rolls.": looked_better,
    "A move with {run} looked better, but I expect it to lose {count} piece if {attacker} rolls a 7.": looked_better,
    "I expect most other moves that I compared to lose more pieces if {attacker} rolls a 7.": most_lose_more,
    "{owner} and I cannot fell each other’s totems with one roll yet.": needs_points,
    "{owner} needs at least {count} point to fell my totem; I cannot fell theirs with one roll yet.": needs_points,
    "I need at least {count} point to fell {owner}’s totem; {owner} cannot fell mine with one roll.": needs_points,
    "I need at least {count} point to fell {owner}’s totem; {owner} needs at least {theirs} to fell mine.": (
        needs_points
    ),
    "Closer to {owner}’s totem: my nearest piece is {count} cell away.": comes_closer,
    "More pieces near my totem: {count} within {near} cells.": more_are_near,
    "Closer to {owner}’s pieces: {count} cell away.": partial(pieces_are_away, closer=True),
    "Farther from {owner}’s pieces: {count} cell away.": partial(pieces_are_away, closer=False),
}


# ------------------------------------------------------------------------------------------------------ alternatives


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
    return (args["now"], args["then"]) == (now, then) and now > then


def as_good(one: Told, _other: Text, _after: State) -> bool:
    alternative = one.decision.alternative
    return alternative is not None and in_percent(one.decision.value) == in_percent(alternative.value)


OTHERS: dict[str, Callable[[Told, Text, State], bool]] = {
    "{moves} does not win at once.": lambda one, _, after: (
        wins_alone(one.after, one.player) and not wins_alone(after, one.player)
    ),
    "After {moves}, {attacker} could fell my totem with {then}% of rolls, not {now}%.": could_fell,
    "After {moves}, I expect to win {then} of 100 such matches, not {now}.": expects_less,
    "I could just as well have played {moves}.": as_good,
}
"""Sentences on the best other plan, with the position after it."""

KINDS = {*CHECKS, *OTHERS}
MOST = 6
"""Matches in which the proof seeks what is rarely said."""
VARIATIONS = 20_000
"""Positions that the proof varies for it afterwards."""
