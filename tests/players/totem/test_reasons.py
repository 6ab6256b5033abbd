"""Whether the reasons of Totem's computer player are true: each kind of sentence is checked on many positions."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import NamedTuple

from engines.game import Player
from engines.hexgrid import cells_of
from engines.text import Arg, Seat, Text
from engines.totem.board import CELL_OF, DISTANCE
from engines.totem.game import TOTEM
from engines.totem.moves import ROLLS, Run, Use
from engines.totem.rules import legal_moves
from engines.totem.state import State
from players.decision import Decision
from players.totem.answers import judged
from players.totem.felling import FellingSearch
from players.totem.plans import Budget, plans
from players.totem.player import PLAYER
from players.totem.reasons import Facts, reason
from players.totem.worth import log_odds
from tests.players.totem.positions import of_yardsticks, played


class Told(NamedTuple):
    """A decision, and the positions before and after it."""

    before: State
    after: State
    player: Player
    level: int
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


@cache
def told() -> list[Told]:
    """What levels decide in 500 positions of matches of weaker players, which come close to each other."""
    found: list[Told] = []
    for level, name, seats, number in (
        (5, "greedy", 2, 180), (5, "careful", 3, 30), (5, "greedy", 4, 30), (4, "greedy", 2, 100), (3, "greedy", 3, 80),
        (1, "careful", 2, 80),
    ):  # fmt: skip
        for before in of_yardsticks(name, seats, number):
            player = before.turn
            assert player is not None
            decision = PLAYER.decide(TOTEM.observe(before, player), player, level, len(found), nodes=3000)
            after = before
            for text in decision.moves:
                after = TOTEM.apply(after, player, TOTEM.decode_move(text))
            found.append(Told(before, after, player, level, decision))
    assert len(found) == 500
    return found


def saying(*beginnings: str) -> list[Told]:
    """The decisions whose reasons begin so; at least one."""
    found = [one for one in told() if one.text.singular.startswith(beginnings)]
    assert found
    return found


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
            state, phase="run", turn=attacker, dice=(dice.high, dice.low), points=dice.high + dice.low, finished=0
        )
        running = replace(running, visited=(), quiet_turns=0)
        for run in runs:
            running = TOTEM.apply(running, attacker, run)
        assert running.totems[owner] is None
        share += 1 if dice.high == dice.low else 2
    assert search.is_complete
    return share / 36


def in_percent(share: float) -> int:
    return int(100 * share) if share in (0, 1) else min(99, max(1, round(100 * share)))


def test_every_reason_is_of_a_kind_that_is_checked_here() -> None:
    known = (
        "{owner}’s totem falls",
        "{count} totem",
        "Eliminates",
        "My pieces come nearer",
        "{owner} and I cannot",
        "{owner} needs at least",
        "I need at least",
        "{attacker} cannot fell",
        "My foremost piece",
        "{count} of my pieces",
        "My pieces are at least",
        "{attacker} now needs",
        "{attacker} could have felled",
        "Threatens",
        "One piece more",
        "{runs} looked better",
        "If {attacker} rolls a 7",
    )
    assert [one.text.singular for one in told() if not one.text.singular.startswith(known)] == []


def test_totems_said_to_fall_fall_and_matches_said_to_be_won_are_won() -> None:
    for one in saying("{owner}’s totem falls", "{count} totem"):
        felled = [seat for seat in others(one) if one.after.totems[seat] is None]
        outcome = TOTEM.outcome(one.after)
        assert ("I win" in one.text.singular) == (outcome is not None and outcome.winners == (one.player,))
        if "{owner}" in one.text.singular:
            assert felled == [one.seat("owner")] or "I win" in one.text.singular
            assert one.text.count in (None, losses(one).get(one.seat("owner")))
        else:
            assert one.text.count == len(felled)


def test_fellings_with_the_roll_are_made_by_level_5() -> None:
    made = 0
    for one in told():
        if one.level == 5 and len(others(one)) == 1:
            (owner,) = others(one)
            dice = one.before.dice
            assert dice is not None
            found = FellingSearch(one.before, one.player, owner, Budget(2000)).fewest(6)
            if found is not None and found[0] <= sum(dice):
                assert one.text.singular == "{owner}’s totem falls, and I win."
                assert one.decision.value == 1
                made += 1
    assert made > 10


def test_eliminated_pieces_are_counted_right() -> None:
    for one in saying("Eliminates"):
        assert one.text.count == sum(losses(one).values())
        assert len(one.after.active_players) == len(one.before.active_players)
        if "owner" in one.args:
            owner = one.seat("owner")
            assert list(losses(one)) == [owner]
            assert one.args.get("all", one.text.count) == one.before.pieces[owner].bit_count()


def test_pieces_said_to_be_put_on_the_board_are_put_there() -> None:
    for one in saying("One piece more"):
        cell = CELL_OF[str(one.args["cell"])]
        assert one.after.pieces[one.player] == one.before.pieces[one.player] | 1 << cell
        if "mine" in one.args:
            assert one.number("mine") == one.after.pieces[one.player].bit_count()
            assert one.number("theirs") == one.after.pieces[one.seat("owner")].bit_count()
        other = one.decision.alternative
        if "worth more" in one.text.singular:
            assert other is not None
            assert other.value <= one.decision.value


def test_points_that_pieces_need_to_totems_are_right_before_and_after() -> None:
    for one in saying("My pieces come nearer"):
        owner = one.seat("owner")
        assert one.text.count == least_points(one.after, one.player, owner)
        before = least_points(one.before, one.player, owner)
        if "before" in one.args:
            assert one.number("before") == before > least_points(one.after, one.player, owner)
        elif "nearer" in one.text.singular:
            assert before == 24 > least_points(one.after, one.player, owner)
    for one in saying("{attacker} now needs"):
        attacker = one.seat("attacker")
        assert one.text.count == least_points(one.after, attacker, one.player)
        assert one.number("before") == least_points(one.before, attacker, one.player) < (one.text.count or 0)


def test_totems_said_to_be_out_of_reach_of_a_roll_are_and_others_need_the_points_told() -> None:
    for one in saying("{owner} and I cannot", "{owner} needs at least", "I need at least"):
        owner = one.seat("owner")
        mine, theirs = (
            least_points(one.after, one.player, owner),
            least_points(one.after, owner, one.player),
        )
        told_mine = one.text.count if one.text.singular.startswith("I need") else None
        told_theirs = one.text.count if one.text.singular.startswith("{owner} needs") else one.args.get("theirs")
        assert told_mine == (mine if mine <= 12 else None)
        assert told_theirs == (theirs if theirs <= 12 else None)
    for one in saying("{attacker} cannot fell"):
        attacker = one.seat("attacker")
        assert least_points(one.before, attacker, one.player) <= 12
        assert share_of_fellings(one.after, attacker, one.player) == 0


def test_distances_and_pieces_near_the_totem_are_right_before_and_after() -> None:
    for one in saying("My foremost piece"):
        target = one.after.totems[one.seat("owner")]
        assert target is not None
        before, after = (
            min(DISTANCE[target][cell] for cell in cells_of(state.pieces[one.player]))
            for state in (one.before, one.after)
        )
        assert (one.number("before"), one.text.count) == (before, after)
        assert after < before
    for one in saying("{count} of my pieces"):
        home = one.after.totems[one.player]
        assert home is not None
        before, after = (
            sum(DISTANCE[home][cell] <= one.number("near") for cell in cells_of(state.pieces[one.player]))
            for state in (one.before, one.after)
        )
        assert (one.number("before"), one.text.count) == (before, after)
        assert after > before


def test_distances_between_pieces_are_right_before_and_after() -> None:
    for one in saying("My pieces are at least"):
        before, after = (
            min(
                DISTANCE[mine][theirs]
                for mine in cells_of(state.pieces[one.player])
                for theirs in cells_of(state.pieces[one.seat("owner")])
            )
            for state in (one.before, one.after)
        )
        assert (one.number("before"), one.text.count) == (before, after)
        assert after != before


def test_chances_to_be_felled_are_the_exact_shares_of_rolls() -> None:
    for one in saying("{attacker} could have felled"):
        attacker = one.seat("attacker")
        assert one.number("before") == in_percent(share_of_fellings(one.before, attacker, one.player))
        now = in_percent(share_of_fellings(one.after, attacker, one.player))
        assert now == (one.number("after") if "after" in one.args else 0)


def test_threats_are_the_exact_shares_of_rolls_and_new() -> None:
    for one in saying("Threatens"):
        now = share_of_fellings(one.after, one.player, one.seat("owner"))
        assert one.number("percent") == in_percent(now)
        assert now > share_of_fellings(one.before, one.player, one.seat("owner"))


def lost_to_a_seven(after: State, player: Player, attacker: Player) -> int | None:
    """The pieces that a player loses to the best answer to a 7 of a player who plans one move; ``None``: the totem."""
    rolled = replace(after, phase="run", turn=attacker, dice=(4, 3), points=7, visited=(), quiet_turns=0)
    (answer, *_) = plans(rolled, attacker, 1, 1, Budget(10_000))
    answered = rolled
    for move in answer.moves:
        answered = TOTEM.apply(answered, attacker, move)
    if answered.totems[player] is None:
        return None
    return (after.pieces[player] & ~answered.pieces[player]).bit_count()


def test_expected_losses_are_those_of_an_answer_to_a_seven() -> None:
    for one in saying("If {attacker} rolls a 7, I expect"):
        assert lost_to_a_seven(one.after, one.player, one.seat("attacker")) == one.text.count != 0


def test_moves_said_to_lose_more_to_a_seven_lose_more() -> None:
    told_so = 0
    for state in [one for seed in range(3) for one in played(2, 3, seed, 60) if one.phase == "use"]:
        player = state.turn
        assert player is not None
        budget = Budget(20_000)
        compared = judged(plans(state, player, 2, 12, budget), player, budget, sees_fellings=False)
        text = reason(Facts(state, player, compared[0], False, budget, compared[1:]))
        if "that I compared" in text.singular:
            losses = [lost_to_a_seven(one.plan.after, player, 1 - player) for one in compared]
            assert losses[0] is not None
            assert text.count == sum(other is not None and other > losses[0] for other in losses)
            assert dict(text.args)["all"] == sum(other is not None for other in losses)
            told_so += 1
    assert told_so > 3


def positions_after(state: State, player: Player, runs: list[tuple[int, int]]) -> list[State]:
    """The positions after all moves in which the pieces run so, in this order, with the whole roll or one die."""
    if state.phase == "use":
        starts = [TOTEM.apply(state, player, move) for move in legal_moves(state, player) if isinstance(move, Use)]
        return [after for start in starts for after in positions_after(start, player, runs)]
    if not runs:
        return [] if state.phase == "run" else [state]
    if state.phase != "run":
        return []
    fitting = [
        move for move in legal_moves(state, player) if isinstance(move, Run) and (move.origin, move.stop) == runs[0]
    ]
    return [after for move in fitting for after in positions_after(TOTEM.apply(state, player, move), player, runs[1:])]


def test_rejected_runs_look_better_and_would_cost_what_is_told() -> None:
    for one in saying("{runs} looked better"):
        attacker = one.seat("attacker")
        pairs = [text.split("–") for text in str(one.args["runs"]).split(", ")]
        afters = positions_after(one.before, one.player, [(CELL_OF[a], CELL_OF[b]) for a, b in pairs])
        looked = log_odds(one.after, one.player, one.player)
        better = [after for after in afters if log_odds(after, one.player, one.player) > looked]
        if "percent" in one.args:
            costs = [in_percent(share_of_fellings(after, attacker, one.player)) for after in better]
            assert one.args["percent"] in costs
        else:
            assert one.text.count in [lost_to_a_seven(after, one.player, attacker) for after in better]


def test_alternatives_are_legal_moves_of_another_kind_and_worth_no_more() -> None:
    compared = [one for one in told() if one.decision.alternative is not None]
    assert len(compared) > 300
    for one in compared:
        other = one.decision.alternative
        assert other is not None
        assert other.moves != one.decision.moves
        assert other.value <= one.decision.value
        state = one.before
        for text in other.moves:
            state = TOTEM.apply(state, one.player, TOTEM.decode_move(text))
        args = dict(other.reason.args)
        if "then" in args and "attacker" not in args:
            assert args["then"] == in_percent(other.value)
            assert args["now"] == in_percent(one.decision.value)
