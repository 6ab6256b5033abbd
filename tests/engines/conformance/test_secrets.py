"""What a decision may tell before all have decided: nothing but that it was made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engines.game import Player, Step
from tests.engines.conformance.cases import CASES, Case, deciding, some, states

each_secretive = pytest.mark.parametrize(
    "case", [case for case in CASES if case.game.info.has_hidden_information], ids=str
)


def rival_decisions(case: Case) -> Iterator[tuple[Any, Player, Any, Any]]:
    """Positions with two decisions of a player that both leave others to be awaited."""
    for state, player in deciding(case):
        waiting = case.game.players_to_move(state)
        if player in waiting and len(waiting) > 1:
            moves = case.game.legal_moves(state, player)
            if len(moves) > 1:
                yield state, player, moves[0], moves[-1]


@each_secretive
def test_others_see_the_same_whatever_was_decided(case: Case) -> None:
    looked = 0
    for state, player, one, other in rival_decisions(case):
        for viewer in {None, *range(case.num_players)} - {player}:
            views = [
                case.game.observe(case.game.apply(state, player, move), viewer, (Step(state, player, move),))
                for move in (one, other)
            ]
            assert views[0] == views[1]
            looked += 1
    assert looked or case.num_players == 1


@each_secretive
def test_others_are_told_the_same_whatever_was_decided(case: Case) -> None:
    for state, player, one, other in rival_decisions(case):
        for viewer in {None, *range(case.num_players)} - {player}:
            told = [case.game.describe_move(state, player, move, viewer) for move in (one, other)]
            written = [case.game.format_move(state, player, move, viewer) for move in (one, other)]
            phrased = [case.game.phrase_move(state, player, move, viewer) for move in (one, other)]
            assert told[0] == told[1]
            assert written[0] == written[1]
            assert phrased[0] == phrased[1]


@each_secretive
def test_the_decider_sees_the_own_decision(case: Case) -> None:
    for state, player, one, other in rival_decisions(case):
        views = [case.game.observe(case.game.apply(state, player, move), player) for move in (one, other)]
        assert views[0] != views[1]


@each_secretive
def test_the_order_of_decisions_does_not_matter(case: Case) -> None:
    for state, player, move, _ in rival_decisions(case):
        rival = next(seat for seat in case.game.players_to_move(state) if seat != player)
        answer = case.game.legal_moves(state, rival)[0]
        one = case.game.apply(case.game.apply(state, player, move), rival, answer)
        other = case.game.apply(case.game.apply(state, rival, answer), player, move)
        assert one == other


@each_secretive
def test_a_decision_can_be_replaced_until_all_have_decided(case: Case) -> None:
    for state, player, one, other in rival_decisions(case):
        decided = case.game.apply(state, player, one)
        assert player in case.game.players_who_may_replace(decided)
        assert case.game.apply(decided, player, other) == case.game.apply(state, player, other)


@each_secretive
def test_looking_back_changes_nothing_but_what_may_be_seen(case: Case) -> None:
    for state in some(states(case), 20):
        shown = case.game.reveal(state)
        assert case.game.reveal(shown) == shown
        assert case.game.players_to_move(shown) == case.game.players_to_move(state)
        assert case.game.outcome(shown) == case.game.outcome(state)


@pytest.mark.parametrize("case", [case for case in CASES if not case.game.info.has_hidden_information], ids=str)
def test_without_secrets_there_is_nothing_to_reveal(case: Case) -> None:
    state = case.initial_state()
    assert case.game.reveal(state) == state
