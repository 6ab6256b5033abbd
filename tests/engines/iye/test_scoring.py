"""Points of a cycle (I12), score tables and results."""

from __future__ import annotations

import pytest

from engines.game import Step
from engines.iye.game import IYE
from engines.iye.moves import Move
from engines.iye.observation import Counts
from engines.iye.rules import points
from engines.iye.state import State

LAST = "...../.S.../...../...H./..... b3 play 2 SSSHHHTTW/SSSSHHTWO ST/HTW 1 {cycle} {wins} 2 -"
STUCK = "...../..H../...../...S./T.... a3 play 1 SSSHHTW/SSHHT STWO/SSHHTW 1 1 0-0 2 -"


def finish(line: str, player: int, text: str) -> Step[State, Move]:
    return Step(IYE.load_state(line), player, IYE.decode_move(text))


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        (((0, 0, 0, 0, 0), (0, 0, 0, 0, 0)), ((0, 0, 0, 0, 0), (0, 0, 0, 0, 0))),
        (((1, 0, 0, 0, 0), (0, 0, 0, 0, 0)), ((9, 0, 0, 0, 0), (0, 0, 0, 0, 0))),
        (((4, 0, 0, 0, 0), (5, 0, 0, 0, 0)), ((0, 0, 0, 0, 0), (9, 0, 0, 0, 0))),
        (((4, 0, 0, 0, 0), (4, 0, 0, 0, 0)), ((0, 0, 0, 0, 0), (0, 0, 0, 0, 0))),
        (((1, 3, 2, 0, 1), (4, 2, 3, 3, 0)), ((0, 7, 0, 0, 1), (9, 0, 5, 3, 0))),
        (((2, 2, 2, 1, 0), (2, 2, 2, 2, 1)), ((0, 0, 0, 0, 0), (0, 0, 0, 3, 1))),
    ],
)
def test_i12_all_points_of_a_type_for_strictly_more_tiles(
    hands: tuple[Counts, Counts], expected: tuple[Counts, Counts]
) -> None:
    assert points(hands) == expected
    assert points((hands[1], hands[0])) == (expected[1], expected[0])


def test_table_of_a_scored_cycle() -> None:
    table = IYE.scores_after((finish(LAST.format(cycle=1, wins="0-0"), 1, "b4"),))
    assert table is not None
    assert str(table.title) == "Cycle 1"
    assert [(str(row.label), *map(str, row.values)) for row in table.rows] == [
        ("Sun (9)", "4", "4"),
        ("Horse (7)", "3 → 7", "2"),
        ("Tree (5)", "2 → 5", "1"),
        ("Water (3)", "1", "1"),
        ("Owl (1)", "0", "1 → 1"),
    ]
    assert table.total is not None
    assert table.total.values == (12, 1)


def test_table_of_an_unscored_cycle_has_no_points() -> None:
    """I13."""
    table = IYE.scores_after((finish(STUCK, 0, "a1"),))
    assert table is not None
    assert str(table.title) == "Cycle 1, not scored"
    assert [row.values for row in table.rows] == [(3, 2), (2, 2), (1, 2), (1, 0), (0, 0)]
    assert table.total is None


def test_result_has_the_table_of_the_last_cycle() -> None:
    """I14."""
    step = finish(LAST.format(cycle=2, wins="1-0"), 1, "b4")
    outcome = IYE.outcome(IYE.apply(step.before, step.player, step.move))
    assert outcome is not None
    assert outcome.scores == IYE.scores_after((step,))
    assert outcome.termination == "wins"
    assert outcome.winners == (0,)
    assert outcome.ranking == ((0,), (1,))
    assert str(outcome.summary) == "Player 1 is the next shaman: the match is won by 2 cycles to 0."


def test_table_of_a_cycle_is_found_before_later_moves_of_the_turn() -> None:
    step = finish(LAST.format(cycle=1, wins="0-0"), 1, "b4")
    after = IYE.apply(step.before, step.player, step.move)
    deal = Step(after, -1, IYE.decode_move("deal:SHTWS/THSSH/HSOTS/WTHSH/SHSTW"))
    assert IYE.scores_after((step, deal)) == IYE.scores_after((step,))
    assert IYE.scores_after((deal,)) is None


@pytest.mark.parametrize("player", [0, 1])
def test_player_who_resigns_loses(player: int) -> None:
    state = IYE.load_state("SHTWS/THSSH/HSOTS/WTHSH/SHSTW c3 play 1 -/- -/- 1 3 1-1 2 -")
    after = IYE.withdraw(state, player)
    outcome = IYE.outcome(after)
    assert outcome is not None
    assert outcome.termination == "resignation"
    assert outcome.ranking == ((1 - player,), (player,))
    assert outcome.scores is None
    assert after.wins == (1, 1)
    assert str(outcome.summary) == f"Player {player + 1} resigns. Player {2 - player} wins."


def test_resignation_between_cycles_does_not_show_the_finished_cycle() -> None:
    state = IYE.load_state("...../...../...../...H./..... b4 deal 2 SSSSHHHTTW/SSSSHHTWO ST/HTW - 1 1-0 2 -")
    assert IYE.observe(state, None).last_cycle is not None
    assert IYE.observe(IYE.withdraw(state, 0), None).last_cycle is None


def test_i14_score_before_the_end_is_the_cycles_won() -> None:
    state = IYE.load_state(LAST.format(cycle=2, wins="0-1"))
    score = IYE.score_at(state)
    assert score is not None
    assert [row.values for row in score.rows] == [(0, 1)]
    assert IYE.score_at(IYE.initial_state(2, {"wins": "1"})) is None
