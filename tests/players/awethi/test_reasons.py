"""Whether the reasons of Awéthi's computer player are true: each kind of sentence is checked on many positions."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

from engines.awethi.game import AWETHI
from engines.awethi.herd import caught
from engines.awethi.moves import HERD_ROLLS, PROWLS, Hunt, Walk
from engines.awethi.observation import KINDS
from engines.awethi.rules import legal_moves, mover
from engines.awethi.squares import BESIDE, SQUARE_OF, distance, mask_of, squares_of
from engines.awethi.state import State
from engines.awethi.texts import kind_name
from engines.game import CHANCE, Player
from engines.text import Arg, Seat, T, Text
from players.awethi.reasons import percent
from tests.players.awethi.positions import MATCHES, Told, made, told

TRIED = 6 * MATCHES
"""How many chances of catches are checked by trying all walks with all rolls."""


ROUNDING = 0.5
"""Of whole percent."""


def saying(*beginnings: str) -> list[Told]:
    """The decisions whose reasons begin so; at least one."""
    found = [one for one in told() if one.decision.reason.singular.startswith(beginnings)]
    assert found
    return found


def square_in(args: dict[str, Arg]) -> int:
    return SQUARE_OF[str(args["square"])]


def kind_on(state: State, square: int) -> Text:
    """What the aiwe on a square is called."""
    (found,) = (
        kind_name(kind)
        for herder in state.herders
        for kind, mask in zip(KINDS, herder.herd, strict=True)
        if mask >> square & 1
    )
    return found


def own_caught(one: Told) -> tuple[int, int]:
    """The herder's aiwe that are caught before and after its turn."""
    grazing = one.before.herders[mover(one.before)].grazing
    return caught(grazing, one.before.awethi), caught(grazing, one.after.awethi)


def steps_to(state: State, herder: int, square: int) -> int:
    return sum(distance(place, square) for place in state.herders[herder].awethi)


def test_every_reason_is_of_a_kind_that_is_checked_here() -> None:
    known = (
        "Catches",
        "Keeps",
        "If nobody else moves",
        "My awéthi come nearer",
        "The {kind} on {square} is the nearest",
        "Each awéthi goes",
        "Eats",
        "At least",
        "No wairgk can",
    )
    assert [one.decision.reason.singular for one in told() if not one.decision.reason.singular.startswith(known)] == []


def test_aiwe_said_to_be_caught_or_kept_are() -> None:
    for one in saying("Catches"):
        before, after = own_caught(one)
        new = squares_of(after & ~before)
        if "square" in one.args:
            assert new == [square_in(one.args)]
            assert one.args["kind"] == kind_on(one.before, new[0])
        else:
            assert one.decision.reason.count == len(new) > 1
    for one in saying("Keeps"):
        before, after = own_caught(one)
        assert before & after & 1 << square_in(one.args)
        assert one.args["kind"] == kind_on(one.before, square_in(one.args))


def test_steps_of_awethi_to_the_nearest_aiwe_are_counted_right() -> None:
    for one in saying("My awéthi come nearer", "The {kind} on {square} is the nearest"):
        herder, square = mover(one.before), square_in(one.args)
        _, held = own_caught(one)
        loose = squares_of(one.before.herders[herder].grazing & ~held)
        counted = steps_to(one.after, herder, square)
        assert one.decision.reason.count == counted == min(steps_to(one.after, herder, each) for each in loose)
        if "before" in one.args:
            assert one.args["before"] == steps_to(one.before, herder, square) > counted
        assert one.args["kind"] == kind_on(one.before, square)


def test_awethi_said_to_go_to_their_nearest_aiwe_go_as_near_as_they_come() -> None:
    for one in saying("Each awéthi goes"):
        state, player = one.before, one.player
        for text in one.decision.moves:
            move = AWETHI.decode_move(text)
            if isinstance(move, Walk):
                herder = state.herders[mover(state)]
                start = herder.awethi[move.awethi]
                aiwe = [each for each in squares_of(herder.grazing) if not own_held(state, move.awethi) >> each & 1]
                nearest = min((distance(start, each) for each in aiwe), default=0)
                ends = [
                    other.end
                    for other in legal_moves(state, player)
                    if isinstance(other, Walk) and (other.awethi, other.die) == (move.awethi, move.die)
                ]
                if move.end >= 0 and aiwe:
                    assert any(
                        distance(start, each) == nearest
                        and distance(move.end, each) == min(distance(end, each) for end in ends)
                        for each in aiwe
                    )
            state = AWETHI.apply(state, player, move)


def own_held(state: State, awethi: int) -> int:
    """The aiwe that a herder's three other awéthi hold."""
    herder = state.herders[mover(state)]
    mask = 0
    for number, square in enumerate(herder.awethi):
        if number != awethi:
            mask |= 1 << square
    return caught(herder.grazing, mask)


def can_catch(state: State, player: Player, aiwe: int) -> bool:
    """Whether the herder can catch an aiwe with walks of three awéthi or fewer; tries them all with the engine.

    Awéthi that have not moved do not count: they will have to.
    """
    if state.phase == "choose":
        return any(can_catch(AWETHI.apply(state, player, way), player, aiwe) for way in legal_moves(state, player))
    if state.phase not in ("each", "sum"):
        return False
    herder = state.herders[mover(state)]
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
            if any(can_catch(thrown, player, aiwe) for aiwe in squares_of(thrown.herders[herder].grazing)):
                share += chance / 4
    return float(share)


def test_chances_of_catches_are_the_shares_of_rolls_that_allow_them() -> None:
    differences = []
    for one in saying("If nobody else moves")[:TRIED]:
        said = one.args["percent"]
        assert isinstance(said, int)
        differences.append(said - 100 * share_of_catches(one.after, mover(one.before)))
    assert len(differences) == TRIED
    assert max(map(abs, differences)) <= ROUNDING


def test_prey_is_eaten() -> None:
    for one in saying("Eats"):
        move = AWETHI.decode_move(one.decision.moves[0])
        owner = one.args["owner"]
        assert isinstance(move, Hunt)
        assert isinstance(owner, Seat)
        (herder,) = (each for each in range(len(one.before.herders)) if one.before.seat_of(each) == owner.player)
        assert one.before.herders[herder].grazing >> move.end & 1
        assert not one.after.herders[herder].grazing >> move.end & 1
        outcome = AWETHI.outcome(one.after)
        assert ("the last aiwe" in one.decision.reason.singular) == (outcome is not None)
        assert ("and wins" in one.decision.reason.singular) == (outcome is not None and one.player in outcome.winners)
        if "kind" in one.args:
            assert one.args["kind"] == kind_on(one.before, move.end)
            was_caught = bool(caught(one.before.aiwe, one.before.awethi) >> move.end & 1)
            assert ("was caught" in one.decision.reason.singular) == was_caught


def test_wairgka_of_every_level_eat_when_they_can() -> None:
    levels = Counter[int]()
    for one in told():
        if one.before.phase == "hunt" and eats(one.before, one.player):
            assert one.after.aiwe.bit_count() == one.before.aiwe.bit_count() - 1
            levels[one.level] += 1
    assert set(levels) >= {1, 3, 5}


def eats(state: State, player: Player, aiwe: int | None = None) -> bool:
    """Whether a hunt eats an aiwe, or one of these."""
    prey = state.aiwe if aiwe is None else aiwe
    return any(isinstance(move, Hunt) and prey >> move.end & 1 for move in legal_moves(state, player))


def test_shares_of_rolls_that_let_a_wairgk_eat_are_reached() -> None:
    for one in saying("At least"):
        said = one.args["percent"]
        assert isinstance(said, int)
        assert said == percent_eating(one.after, one)
        assert not eats(one.before, one.player)


def percent_eating(after: State, one: Told) -> int:
    """The share of all rolls that let a wairgk eat in the next turn an aiwe that does not go home before."""
    start = replace(after, phase="hunt", turn=one.before.turn, round=2)
    following = after.herders[(mover(one.before) + 1) % len(after.herders)]
    stay = after.aiwe & ~caught(following.grazing, after.awethi)
    rolled = [replace(start, prowl=(roll.direction, roll.steps)) for roll in PROWLS]
    return percent(sum(eats(one_roll, one.player, stay) for one_roll in rolled) / len(PROWLS))


def test_wairgka_said_to_have_nothing_to_eat_or_one_move_have_no_more() -> None:
    kinds = Counter[str]()
    for one in saying("No wairgk can"):
        text = one.decision.reason.singular
        kinds[text] += 1
        if "anywhere else" in text:
            assert len(legal_moves(one.before, one.player)) == 1
            continue
        assert not eats(one.before, one.player)
        if "within" in text:
            move = AWETHI.decode_move(one.decision.moves[0])
            assert isinstance(move, Hunt)
            nearest = min(distance(move.end, each) for each in squares_of(one.before.aiwe))
            assert one.decision.reason.count == nearest
    assert len(kinds) >= 2


def alternatives() -> list[tuple[Told, Text, State]]:
    """Decisions, the sentences on their alternatives, and the positions after these."""
    return [
        (one, other.reason, made(one.before, one.player, other.moves))
        for one in told()
        if (other := one.decision.alternative) is not None
    ]


def test_what_other_walks_would_have_cost_is_right() -> None:
    kinds = Counter[str]()
    for one, reason, after in alternatives():
        if one.before.phase == "hunt":
            continue
        said, args, herder = reason.singular, dict(reason.args), mover(one.before)
        kinds[said] += 1
        _, held = own_caught(one)
        _, then = own_caught(one._replace(after=after))
        if "less caught" in said:
            assert reason.count == held.bit_count() - then.bit_count() > 0
        elif "would be caught" in said:
            assert reason.count == then.bit_count()
        elif "in all" in said:
            square = square_in(args)
            assert reason.count == steps_to(after, herder, square)
            assert args["kind"] == kind_on(one.before, square)
            assert args.get("now", steps_to(one.after, herder, square)) == steps_to(one.after, herder, square)
        elif kinds[said] <= TRIED // 6:
            for share, position in ((args["then"], after), (args["now"], one.after)):
                assert isinstance(share, int)
                assert abs(share - 100 * share_of_catches(position, herder)) <= ROUNDING
        if "way" in args:
            assert (args["way"] == T("the average for all")) == (ways(one)[0] == "sum")
    assert len(kinds) == 5


def ways(one: Told) -> tuple[str, ...]:
    """The moves of the alternative."""
    assert one.decision.alternative is not None
    return one.decision.alternative.moves


def test_what_other_hunts_would_have_cost_is_right() -> None:
    kinds = Counter[str]()
    for one, reason, after in alternatives():
        if one.before.phase != "hunt":
            continue
        said, square = reason.singular, square_in(dict(reason.args))
        kinds[said] += 1
        if "eat nothing" in said:
            assert after.aiwe == one.before.aiwe
        elif "instead" in said:
            assert after.aiwe == one.before.aiwe & ~(1 << square)
        elif "within" in said:
            assert reason.count == min(distance(square, each) for each in squares_of(one.before.aiwe))
        else:
            now, then = (dict(reason.args)[name] for name in ("now", "then"))
            assert isinstance(now, int)
            assert isinstance(then, int)
            assert (now, then) == (percent_eating(one.after, one), percent_eating(after, one))
            assert now > then
    assert len(kinds) == 4
