"""Secret decisions: before all have decided, others learn only that a decision was made."""

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
    """Yield positions of simultaneous turns with two decisions of one player, before the others have decided."""
    for state, player in deciding(case):
        waiting = case.game.players_to_move(state)
        if player in waiting and len(waiting) > 1:
            moves = case.game.legal_moves(state, player)
            if len(moves) > 1:
                yield state, player, moves[0], moves[-1]


@each_secretive
def test_observations_of_others_do_not_depend_on_the_decision(case: Case) -> None:
    compared = 0
    for state, player, one, other in rival_decisions(case):
        for viewer in {None, *range(case.num_players)} - {player}:
            views = [
                case.game.observe(case.game.apply(state, player, move), viewer, (Step(state, player, move),))
                for move in (one, other)
            ]
            assert views[0] == views[1]
            compared += 1
    assert compared or case.num_players == 1


@each_secretive
def test_texts_for_others_do_not_depend_on_the_decision(case: Case) -> None:
    for state, player, one, other in rival_decisions(case):
        for viewer in {None, *range(case.num_players)} - {player}:
            described = [case.game.describe_move(state, player, move, viewer) for move in (one, other)]
            written = [case.game.format_move(state, player, move, viewer) for move in (one, other)]
            phrased = [case.game.phrase_move(state, player, move, viewer) for move in (one, other)]
            assert described[0] == described[1]
            assert written[0] == written[1]
            assert phrased[0] == phrased[1]


@each_secretive
def test_player_sees_their_own_decision(case: Case) -> None:
    for state, player, one, other in rival_decisions(case):
        views = [case.game.observe(case.game.apply(state, player, move), player) for move in (one, other)]
        assert views[0] != views[1]


@each_secretive
def test_order_of_decisions_does_not_matter(case: Case) -> None:
    for state, player, move, _ in rival_decisions(case):
        rival = next(seat for seat in case.game.players_to_move(state) if seat != player)
        answer = case.game.legal_moves(state, rival)[0]
        one = case.game.apply(case.game.apply(state, player, move), rival, answer)
        other = case.game.apply(case.game.apply(state, rival, answer), player, move)
        assert one == other


@each_secretive
def test_decision_can_be_replaced_until_all_have_decided(case: Case) -> None:
    for state, player, one, other in rival_decisions(case):
        decided = case.game.apply(state, player, one)
        assert player in case.game.players_who_may_replace(decided)
        assert case.game.apply(decided, player, other) == case.game.apply(state, player, other)


@each_secretive
def test_reveal_keeps_players_to_move_and_outcome(case: Case) -> None:
    for state in some(states(case), 20):
        shown = case.game.reveal(state)
        assert case.game.reveal(shown) == shown
        assert case.game.players_to_move(shown) == case.game.players_to_move(state)
        assert case.game.outcome(shown) == case.game.outcome(state)


@pytest.mark.parametrize("case", [case for case in CASES if not case.game.info.has_hidden_information], ids=str)
def test_reveal_changes_nothing_in_games_without_secrets(case: Case) -> None:
    state = case.initial_state()
    assert case.game.reveal(state) == state
