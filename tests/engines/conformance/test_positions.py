"""Positions: players to move, the end, chance, turns, withdrawal, observations and position texts."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engines.errors import IllegalMoveError
from engines.game import CHANCE, Step
from tests.engines.conformance.cases import (
    ALL,
    Case,
    closely,
    each_case,
    last_position,
    played,
    some,
    states,
    to_move,
    visits,
)


@each_case
def test_players_to_move_are_seats_or_only_chance(case: Case) -> None:
    for state in states(case):
        waiting = list(case.game.players_to_move(state))
        assert waiting == [CHANCE] or set(waiting) <= set(range(case.num_players))
        assert waiting == sorted(set(waiting))


@each_case
def test_only_games_with_simultaneous_turns_wait_for_several_players(case: Case) -> None:
    info = case.game.info
    for state in states(case):
        assert info.is_simultaneous or len(case.game.players_to_move(state)) <= 1
        assert info.is_simultaneous or not case.game.players_who_may_replace(state)
    assert info.has_hidden_information or not (info.is_simultaneous or info.has_private_sheets)


@each_case
def test_imagined_position_gives_its_player_the_same_observation_and_moves(case: Case) -> None:
    game, rng = case.game, Random(7)
    for state, player in to_move(case):
        seen = game.observe(state, player)
        imagined = game.imagine(seen, player, rng)
        assert game.observe(imagined, player) == seen
        assert list(game.legal_moves(imagined, player)) == list(game.legal_moves(state, player))
        assert player in game.players_to_move(imagined)


@each_case
def test_auto_moves_exist_exactly_if_the_game_declares_them(case: Case) -> None:
    for state, player in to_move(case):
        move = case.game.auto_move(state, player, None)
        assert (move is not None) == case.game.info.has_auto_move
        assert move is None or case.game.is_legal(state, player, move)


@each_case
def test_decisions_can_be_replaced_while_others_are_to_move(case: Case) -> None:
    for state in states(case):
        waiting, replacing = case.game.players_to_move(state), case.game.players_who_may_replace(state)
        assert not set(waiting) & set(replacing)
        if replacing:
            assert waiting
            assert CHANCE not in waiting


@each_case
def test_outcome_exists_exactly_when_nobody_is_to_move(case: Case) -> None:
    for state in states(case):
        assert (case.game.outcome(state) is None) == bool(case.game.players_to_move(state))


@each_case
def test_outcomes_have_a_declared_termination_and_valid_seats(case: Case) -> None:
    for seed in case.seeds:
        outcome = case.game.outcome(last_position(case, seed))
        assert outcome is not None
        assert outcome.termination in case.game.info.terminations
        ranked = [player for group in outcome.ranking for player in group]
        assert set(ranked) <= set(range(case.num_players))
        assert len(set(ranked)) == len(ranked)
        assert all(outcome.ranking)
        assert 0 < len(str(outcome.summary)) <= 200
        if outcome.scores is not None:
            assert all(len(row.values) == case.num_players for row in outcome.scores.rows)


@each_case
def test_matches_end_within_the_declared_number_of_entries(case: Case) -> None:
    for seed in case.seeds:
        assert len(played(case, seed).entries) <= case.game.info.max_plies
        assert not case.game.players_to_move(last_position(case, seed))


@each_case
def test_log_leads_to_the_last_position(case: Case) -> None:
    last = visits(case)[-1].after
    assert last_position(case, case.seeds[-1]) == last


@each_case
def test_chance_moves_are_legal_and_their_probabilities_add_up(case: Case) -> None:
    for state in states(case):
        if list(case.game.players_to_move(state)) != [CHANCE]:
            continue
        drawn = {case.game.sample_chance(state, Random(seed)) for seed in range(20)}
        assert all(case.game.is_legal(state, CHANCE, move) for move in drawn)
        outcomes = case.game.chance_outcomes(state)
        if outcomes is not None:
            assert sum(chance for _, chance in outcomes) == 1
            assert all(chance > 0 and case.game.is_legal(state, CHANCE, move) for move, chance in outcomes)
            assert drawn <= {move for move, _ in outcomes}


@each_case
def test_same_luck_gives_the_same_chance_move(case: Case) -> None:
    for state in states(case):
        if list(case.game.players_to_move(state)) == [CHANCE]:
            assert case.game.sample_chance(state, Random(5)) == case.game.sample_chance(state, Random(5))


@each_case
def test_matches_begin_and_end_between_turns(case: Case) -> None:
    assert case.game.turn_ended(case.initial_state())
    for state in states(case):
        if case.game.outcome(state) is not None:
            assert case.game.turn_ended(state)


@each_case
def test_turn_belongs_to_one_player_unless_it_is_simultaneous(case: Case) -> None:
    acting: set[int] = set()
    together = False
    for visit in visits(case):
        if case.game.turn_ended(visit.state):
            acting, together = set(), False
        together = together or len(case.game.players_to_move(visit.state)) > 1
        if visit.player != CHANCE:
            acting.add(visit.player)
        assert len(acting) <= 1 or together


@each_case
def test_position_texts_are_single_lines_that_can_be_read(case: Case) -> None:
    for state in states(case):
        line = case.game.dump_state(state)
        assert line.isprintable()
        assert line.isascii()
        assert case.game.load_state(line) == state
        assert case.game.dump_state(case.game.load_state(line)) == line


@each_case
def test_every_player_can_withdraw_once_from_any_position(case: Case) -> None:
    for state in states(case)[::3]:
        for player in range(case.num_players):
            after = _withdrawn(case, state, player)
            if isinstance(after, IllegalMoveError):  # only for a player who is already out, or when the match is over
                assert str(after.reason)
                assert player not in case.game.players_to_move(state)
                continue
            assert case.game.outcome(state) is None
            assert player not in case.game.players_to_move(after)
            assert (case.game.outcome(after) is None) == bool(case.game.players_to_move(after))
            assert case.game.load_state(case.game.dump_state(after)) == after
            with pytest.raises(IllegalMoveError):
                case.game.withdraw(after, player)


@each_case
def test_seats_can_be_taken_over_only_after_leaving(case: Case) -> None:
    for state in states(case)[::3]:
        for player in range(case.num_players):
            after = _withdrawn(case, state, player)
            if isinstance(after, IllegalMoveError):
                continue
            assert isinstance(_taken_over(case, state, player), IllegalMoveError)
            back = _taken_over(case, after, player)
            if isinstance(back, IllegalMoveError):  # nothing of the seat is left to play with
                assert str(back.reason)
                continue
            assert case.game.players_to_move(back) == case.game.players_to_move(after), (
                "the players to move are the same"
            )
            assert case.game.load_state(case.game.dump_state(back)) == back
            assert not isinstance(_withdrawn(case, back, player), IllegalMoveError)


def _withdrawn(case: Case, state: Any, player: int) -> Any:
    """The position, or the error."""
    try:
        return case.game.withdraw(state, player)
    except IllegalMoveError as refused:
        return refused


def _taken_over(case: Case, state: Any, player: int) -> Any:
    """The position, or the error."""
    try:
        return case.game.take_over(state, player)
    except IllegalMoveError as refused:
        return refused


@each_case
def test_match_is_over_when_all_have_withdrawn(case: Case) -> None:
    state = case.initial_state()
    for player in range(case.num_players):
        if case.game.outcome(state) is None:
            state = case.game.withdraw(state, player)
    outcome = case.game.outcome(state)
    assert outcome is not None
    assert outcome.termination in case.game.info.terminations


@each_case
def test_every_viewer_gets_an_observation_with_texts(case: Case) -> None:
    for visit in some(visits(case), closely(case)):
        last_turn = (Step(visit.state, visit.player, visit.move),)
        for viewer in (None, *range(case.num_players)):
            seen = case.game.observe(visit.after, viewer, last_turn)
            assert seen == case.game.observe(visit.after, viewer, last_turn)
            words = " ".join(map(str, case.game.describe_position(seen)))
            assert 0 < len(words) <= 900
            assert "{" not in words
            rows = case.game.text_board(seen).splitlines()
            assert rows or case.game.info.has_hidden_information, "only in games with secrets a viewer may see no board"
            assert max(map(len, rows), default=0) <= 60
            assert all(row.isprintable() for row in rows)


@each_case
def test_score_tables_have_a_value_for_every_seat(case: Case) -> None:
    for visit in visits(case):
        table = case.game.scores_after((Step(visit.state, visit.player, visit.move),))
        if table is not None:
            assert str(table.title)
            rows = table.rows if table.total is None else (*table.rows, table.total)
            assert all(len(row.values) == case.num_players for row in rows)


def test_empty_last_turn_has_no_score_table() -> None:
    assert all(game.scores_after(()) is None for game in ALL)
