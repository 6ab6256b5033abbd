"""What İYE's computer player says of its moves, and whether the engine agrees."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import islice
from random import Random

from engines.iye.board import NAMES
from engines.iye.game import IYE
from engines.iye.moves import Drum, Natural, Spend, encode
from engines.iye.observation import POINTS, TYPES, Counts
from engines.iye.state import INDEX, State, changed
from players.decision import Decision
from players.iye.cycle import WIN, drum_move, of_observation
from players.iye.facts import Facts
from players.iye.player import PLAYER
from players.iye.reasons import reason
from tests.players.claims import Claim
from tests.players.iye.estimates import ESTIMATED, estimated_claims
from tests.players.iye.positions import of_random_cycle, result, seen, to_move
from tests.players.iye.told import ROUNDING, Told, after, drum_moves, expected, typed_move, worth


@cache
def outcome(state: State) -> int:
    """The value of a cycle for the player to move, by the engine alone: 1, 0 or -1."""
    best = -1
    for move in drum_moves(state):
        then = after(state, move)
        ended = result(state, then)
        value = -outcome(then) if ended is None else 1 if ended == WIN else -1 if ended == -WIN else 0
        best = max(best, value)
        if best == 1:
            break
    return best


def wins_at_once(state: State) -> bool:
    return any(result(state, after(state, move)) == WIN for move in drum_moves(state))


def gifts(told: Told) -> set[str]:
    """The types that the opponent can give next."""
    return {told.after.board[move.target] for move in drum_moves(told.after)}


def from_any_other_square(told: Told) -> bool:
    others = [each for each in drum_moves(told.before) if each.target != told.move.target]
    reached = [(each, after(told.before, each)) for each in others]
    lost = [result(told.before, then) == -WIN or (then.phase == "play" and wins_at_once(then)) for _, then in reached]
    return bool(lost) and all(lost) and not (told.after.phase == "play" and wins_at_once(told.after))


def must_spend(told: Told) -> bool:
    return isinstance(told.move, Spend) and not any(isinstance(move, Natural) for move in drum_moves(told.before))


def spendable(told: Told) -> set[str]:
    return {move.tile for move in drum_moves(told.before) if isinstance(move, Spend)}


def answers_spend(told: Told) -> set[str]:
    """The types that the opponent can spend next; none if a natural move is possible."""
    answers = drum_moves(told.after)
    if any(isinstance(move, Natural) for move in answers):
        return set()
    return {move.tile for move in answers if isinstance(move, Spend)}


def only_winning(told: Told) -> bool:
    values = {}
    for move in drum_moves(told.before):
        then = after(told.before, move)
        ended = result(told.before, then)
        won = ended == WIN if ended is not None else outcome(then) == -1
        values[move] = won
    return values[told.move] and {move.target for move, won in values.items() if won} == {told.move.target}


def told_value(told: Told) -> int:
    ended = told.result
    return -outcome(told.after) if ended is None else (ended == WIN) - (ended == -WIN)


CLOSE = 6
"""How many tiles are left at most in :func:`close_ends`."""

SMALL = 7
"""Up to so many tiles the engine alone solves a cycle in a moment."""


def loss(state: State, letter: str) -> Fraction:
    """The points that the player to move is expected to lose by giving away one tile of a type."""
    player, index = to_move(state), INDEX[letter]
    mine, yours = state.hands[player][index], state.hands[1 - player][index]
    left = state.board.count(letter)
    return expected(mine, yours, left, letter) - expected(mine, yours + 1, left - 1, letter)


def natural_gifts(told: Told) -> set[str]:
    """The types that could have been given without spending."""
    return {told.before.board[move.target] for move in drum_moves(told.before) if isinstance(move, Natural)}


def would_like_to_give(told: Told) -> bool:
    least = loss(told.after, told.kind())
    others = set(told.after.board[: told.after.drum] + told.after.board[told.after.drum + 1 :]) & set(TYPES)
    return (
        told.kind() not in gifts(told)
        and all(loss(told.after, each) >= least - ROUNDING for each in others)
        and from_most_others(told, lambda then: told.kind() in given_by(then, drum_moves(then)))
    )


def from_most_others(told: Told, holds: Callable[[State], bool]) -> bool:
    """Whether something holds after at least half of the other moves; of natural ones only, if there are any."""
    moves = drum_moves(told.before)
    moves = [move for move in moves if isinstance(move, Natural)] or moves
    others = [after(told.before, move) for move in moves if move.target != told.move.target]
    return 2 * sum(then.phase == "play" and holds(then) for then in others) >= len(others)


def given_by(state: State, moves: list[Drum]) -> set[str]:
    return {state.board[move.target] for move in moves}


def given_naturally(state: State) -> set[str]:
    return given_by(state, [move for move in drum_moves(state) if isinstance(move, Natural)])


def would_have_to_spend(told: Told) -> bool:
    """Whether what costs the opponent least can be given only by spending a tile of the type told."""
    board, least = told.after.board, loss(told.after, told.kind())
    answers = drum_moves(told.after)
    giving = [move for move in answers if board[move.target] == told.kind()]
    return (
        {move.tile for move in giving if isinstance(move, Spend)} == {told.kind("other")}
        and all(isinstance(move, Spend) for move in giving)
        and any(isinstance(move, Natural) for move in answers)
        and all(loss(told.after, each) >= least - ROUNDING for each in gifts(told))
        and from_most_others(told, lambda then: told.kind() in given_naturally(then))
    )


def helps_least(told: Told) -> bool:
    others = {told.before.board[move.target] for move in drum_moves(told.before)} - {told.given}
    least = loss(told.before, told.given)
    return bool(others) and all(loss(told.before, each) > least - ROUNDING for each in others)


def is_repaid(told: Told) -> bool:
    """Whether each tile that the opponent can give next costs more than the one that was given."""
    given = loss(told.before, told.given)
    return isinstance(told.move, Natural) and all(loss(told.after, each) > given - ROUNDING for each in gifts(told))


def hands_told(told: Told) -> bool:
    """Whether the type told was given, and each number told is that of a hand."""
    held = {"mine": told.number(told.given, mine=True), "yours": told.number(told.given, mine=False)}
    numbers = {name: held[name] for name in held.keys() & told.args.keys()}
    return told.kind() == told.given and all(told.args[name] == number for name, number in numbers.items())


def level_told(told: Told) -> bool:
    """Whether both hold the number told of the type that was given."""
    return hands_told(told) and difference(told) == 0 and told.args["number"] == told.number(told.given, mine=True)


def difference(told: Told) -> int:
    """How many more tiles of the type that was given the player holds than the opponent."""
    return told.number(told.given, mine=True) - told.number(told.given, mine=False)


EXACT = {
    "Only {square} wins cycle {number} for me.",
    "I win cycle {number}, whatever you do.",
    "If you find the best moves, cycle {number} is yours.",
    "If we both find the best moves, cycle {number} ends in a tie.",
}
"""Sentences that the engine alone can check only where few tiles are left."""

CHECKS: dict[str, Callable[[Told], bool]] = {
    "You cannot move, so cycle {number} is mine.": lambda told: told.after.left > 1 and told.result == WIN,
    "That ends cycle {number}, and I have more points.": lambda told: told.after.left == 1 and told.result == WIN,
    "That ends cycle {number}, and you have more points.": lambda told: told.after.left == 1 and told.result == -WIN,
    "That ends cycle {number} with equal points.": lambda told: told.result is not None and abs(told.result) != WIN,
    "The drum can go nowhere else.": lambda told: len({move.target for move in drum_moves(told.before)}) == 1,
    "From any other square you could win cycle {number} at once.": from_any_other_square,
    "Only {square} wins cycle {number} for me.": only_winning,
    "To leave {square} you have to spend one {tile}, and then I hold more of them.": lambda told: (
        answers_spend(told) == {told.kind()}
        and told.number(told.kind(), mine=False) - 1
        < told.number(told.kind(), mine=True)
        <= told.number(told.kind(), mine=False)
    ),
    "You can leave {square} only if you spend one {tile}.": lambda told: answers_spend(told) == {told.kind()},
    "To leave {square} you have to spend a tile and give me another one.": lambda told: len(answers_spend(told)) > 1,
    "I have to spend a tile, and only a {tile} takes the drum anywhere.": lambda told: (
        must_spend(told) and spendable(told) == {told.kind()}
    ),
    "I have to spend a tile, and the {tile} is worth least of those that help.": lambda told: (
        must_spend(told) and worth(told.kind()) == min(map(worth, spendable(told)))
    ),
    "I have to spend a tile to move at all.": must_spend,
    "Without spending a tile I could only give you one {tile}.": lambda told: (
        isinstance(told.move, Spend) and natural_gifts(told) == {told.kind()} != {told.given}
    ),
    "Wherever you go from {square}, I get one {tile}.": lambda told: gifts(told) == {told.kind()} and is_repaid(told),
    "Wherever you go from {square}, I get one {tile} or one {other}.": lambda told: (
        gifts(told) == {told.kind(), told.kind("other")} and is_repaid(told)
    ),
    "I can spare the {tile}: you cannot get as many as I still hold.": lambda told: (
        isinstance(told.move, Spend)
        and told.move.tile == told.kind() != told.given
        and told.number(told.kind(), mine=True) > told.number(told.kind(), mine=False) + told.to_come(told.kind())
    ),
    "I can spare the {tile}: you hold more of them than I could ever get.": lambda told: (
        isinstance(told.move, Spend)
        and told.move.tile == told.kind() != told.given
        and told.number(told.kind(), mine=False) > told.number(told.kind(), mine=True) + 1 + told.to_come(told.kind())
    ),
    "You get one {tile}, but can no longer get as many as I hold.": lambda told: (
        told.given == told.kind()
        and told.number(told.given, mine=True) > told.number(told.given, mine=False) + told.to_come(told.given)
    ),
    "You get one {tile}, but you had too many for me to catch up anyway.": lambda told: (
        told.number(told.given, mine=False) - 1 > told.number(told.given, mine=True) + told.to_come(told.given) + 1
    ),
    "You get one {tile}, and now I can no longer get as many as you hold.": lambda told: (
        told.number(told.given, mine=False) > told.number(told.given, mine=True) + told.to_come(told.given)
        # “No longer” and “as many” are about tiles that are still to come, or have been.
        and told.number(told.given, mine=False) + told.number(told.given, mine=True) + told.to_come(told.given) > 1
    ),
    "I win cycle {number}, whatever you do.": lambda told: told_value(told) == 1,
    "If you find the best moves, cycle {number} is yours.": lambda told: outcome(told.before) == -1,
    "If we both find the best moves, cycle {number} ends in a tie.": lambda told: told_value(told) == 0,
    "You would like to give me one {tile}, I think, but from {square} you reach none.": would_like_to_give,
    "Of all that I could give you, one {tile} seems to help you least: you now hold {yours}, I hold {mine}, and "
    "{count} is left on the board.": lambda told: (
        hands_told(told) and told.to_come(told.given) == told.decision.reason.own.count and helps_least(told)
    ),
    "You get one {tile}, but whatever you give me next is worth more to me, I think.": lambda told: (
        hands_told(told) and is_repaid(told)
    ),
    "From {square} you can only give me one {tile}, unless you spend.": lambda told: (
        {told.after.board[move.target] for move in drum_moves(told.after) if isinstance(move, Natural)} == {told.kind()}
        and len(gifts(told)) > 1
        and worth(told.kind()) >= worth(told.given)
    ),
    "You would like to give me one {tile}, I think, but from {square} you have to spend one {other} for that.": (
        would_have_to_spend
    ),
    "From {square} you reach no {tile}, so whatever you give me has more points.": lambda told: (
        told.to_come(told.kind()) > 0 and all(worth(each) > worth(told.kind()) for each in gifts(told))
    ),
    "You get one {tile}; whatever you give me from {square} has at least as many points.": lambda told: (
        told.kind() == told.given and min(map(worth, gifts(told))) == worth(told.given)
    ),
    "You get one {tile}; whatever you give me from {square} has more points.": lambda told: (
        told.kind() == told.given and min(map(worth, gifts(told))) > worth(told.given)
    ),
    "You get one {tile}, but I still hold more of them: {mine} to {yours}.": lambda told: (
        hands_told(told) and difference(told) > 0
    ),
    "You get one {tile}; now each of us holds {number}, and none is left.": lambda told: (
        level_told(told) and told.to_come(told.given) == 0
    ),
    "You get one {tile}; now each of us holds {number}, and {count} is left.": lambda told: (
        level_told(told) and told.to_come(told.given) == told.decision.reason.own.count
    ),
    "You get one {tile} and lead by one, {yours} to {mine}, but with {left} left I can still catch up.": lambda told: (
        hands_told(told) and difference(told) == -1 and told.to_come(told.given) == told.args["left"]
    ),
    "You get one {tile} and hold more of them: {yours} to {mine}.": lambda told: (
        hands_told(told) and difference(told) < 0 and told.to_come(told.given) == 0
    ),
    "You get one {tile}, but you held more of them anyway: {yours} to {mine} now, and {count} is left.": lambda told: (
        hands_told(told) and difference(told) < -1 and told.to_come(told.given) == told.decision.reason.own.count
    ),
    "You get one {tile} and lead by one, {yours} to {mine}; the one that is left would bring me level.": lambda told: (
        hands_told(told) and difference(told) == -1 and told.to_come(told.given) == told.decision.reason.own.count
    ),
}


OTHERS: dict[str, Callable[[int, int], bool]] = {
    "{move} loses cycle {number}.": lambda chosen, other: chosen > other == -1,
    "{move} loses cycle {number} as well.": lambda chosen, other: chosen == other == -1,
    "{move} wins cycle {number} as well.": lambda chosen, other: chosen == other == 1,
    "{move} only ties cycle {number}.": lambda chosen, other: chosen > other == 0,
    "{move} ties cycle {number} as well.": lambda chosen, other: chosen == other == 0,
}
"""Sentences on the best other move, by the values of the move that was made and of the other one."""

KINDS = {*CHECKS, *OTHERS, *ESTIMATED}
MOST = 3000
"""Cycles in which the proof seeks what is rarely said."""


def claims(seed: int) -> Iterator[Claim]:
    """What levels 3 and 5 say in every second position of a random cycle, as far as the engine can check it, and what
    level 1 says of other moves.

    So that rare sentences are found as well, ends of the cycle with other hands follow, and of all other moves of a
    position one is taken for each other sentence.
    """
    for state in islice(of_random_cycle(seed), seed % 3, None, 6):
        yield from estimated_claims(state, seed)
    for state in (*islice(of_random_cycle(seed), seed % 3, None, 2), *close_ends(seed)):
        level = 3 if state.left > 9 or seed % 4 == 0 else 5
        decision = PLAYER.decide(seen(state), to_move(state), level, seed, nodes=4000)
        move = IYE.decode_move(*decision.moves)
        assert isinstance(move, Natural | Spend)
        told, where = Told(state, after(state, move), move, decision), IYE.dump_state(state)
        if state.left <= SMALL or decision.reason.own.singular not in EXACT:
            yield Claim(decision.reason.own.singular, partial(_holds, told), where)
        other = decision.alternative
        if state.left <= SMALL and other is not None and other.reason.singular in OTHERS:
            yield Claim(other.reason.singular, partial(_costs, told), where)
        for text, told in _of_other_moves(state).items():
            if text != decision.reason.own.singular:
                yield Claim(text, partial(_holds, told), where)


def close_ends(seed: int) -> Iterator[State]:
    """Positions of a random cycle with two to six tiles left, in which neither hand scores much more than the other.

    The tiles that are gone are dealt anew: to either hand, or spent.
    """
    random = Random(seed)
    for state in of_random_cycle(seed):
        if state.left > CLOSE:
            continue
        piles_before = (*state.hands, *state.spent)
        gone = "".join(letter * number for pile in piles_before for letter, number in zip(TYPES, pile, strict=True))
        for _ in range(20):
            piles: list[Counts] = [(0, 0, 0, 0, 0)] * 4
            for letter in gone:
                pile = random.choice((0, 0, 1, 1, 2, 3))
                piles[pile] = changed(piles[pile], letter, 1)
            end = replace(state, hands=(piles[0], piles[1]), spent=(piles[2], piles[3]))
            if abs(margin(*end.hands)) <= POINTS[0] and drum_moves(end):
                yield end


def margin(mine: Counts, yours: Counts) -> int:
    """The points of one hand less those of the other (I12)."""
    pairs = zip(POINTS, mine, yours, strict=True)
    return sum(points * ((one > other) - (one < other)) for points, one, other in pairs)


def _of_other_moves(state: State) -> dict[str, Told]:
    """What would be said of the legal moves without any search, one move for each sentence."""
    cycle, found = of_observation(seen(state), to_move(state)), {}
    for number in cycle.moves():
        move = drum_move(number)
        why = reason(Facts(before=cycle, number=state.cycle, move=number, value=0, exact=False, is_only_winning=False))
        found[why.own.singular] = Told(state, after(state, move), move, Decision((encode(move),), 0.5, why, 0))
    return found


def _holds(told: Told) -> bool:
    text = told.decision.reason.own.singular
    reached = NAMES[told.move.target]
    number = told.args.get("number", told.before.cycle) if "cycle {number}" in text else told.before.cycle
    return told.args.get("square", reached) == reached and number == told.before.cycle and CHECKS[text](told)


def _costs(told: Told) -> bool:
    """Whether what is said of the other move follows from the values of both."""
    other = told.decision.alternative
    assert other is not None
    move = IYE.decode_move(*other.moves)
    assert isinstance(move, Natural | Spend)
    then = told._replace(after=after(told.before, move))
    args = dict(other.reason.args)
    named = (typed_move(args["move"]), args["number"]) == (IYE.encode_move(move), told.before.cycle)
    return named and OTHERS[other.reason.singular](told_value(told), told_value(then))
