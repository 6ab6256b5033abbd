"""The golden playthroughs of İYE show each way in which a cycle can end."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from engines.iye.game import IYE
from engines.iye.observation import CycleResult
from engines.iye.rules import can_move, finished_cycle
from engines.playthrough import read

DIRECTORY = Path(__file__).parent / "iye"


@dataclass(frozen=True)
class End:
    """The end of a cycle in a playthrough."""

    result: CycleResult
    tiles_left: int
    next_could_move: bool
    decides_the_match: bool
    wins: tuple[int, int]


def ends(name: str) -> list[End]:
    played = read((DIRECTORY / f"{name}.txt").read_text(encoding="utf-8"))
    state = IYE.initial_state(2, dict(played.options))
    found = []
    for entry in played.entries:
        if entry.move is None:
            continue
        before, state = state, IYE.apply(state, entry.player, IYE.decode_move(entry.move))
        result = finished_cycle(state)
        if result is not None and before.phase == "play":
            able = can_move(state.board, state.drum, state.hands[1 - entry.player])
            found.append(End(result, state.left, able, state.phase == "over", state.wins))
    return found


def test_two_nil_by_points() -> None:
    """I11, I12, I14: two scored cycles for the same player."""
    assert [(end.result.scored, end.wins, end.decides_the_match) for end in ends("two_nil")] == [
        (True, (1, 0), False),
        (True, (2, 0), True),
    ]


def test_two_one_with_a_tied_cycle() -> None:
    """I14, I15: the tie counts for nobody."""
    assert [(end.result.winner, end.wins) for end in ends("two_one_with_a_tie")] == [
        (0, (1, 0)),
        (None, (1, 0)),
        (1, (1, 1)),
        (0, (2, 1)),
    ]


def test_one_cycle_can_be_enough() -> None:
    """I14: option wins=1."""
    assert [end.decides_the_match for end in ends("one_cycle")] == [True]


def test_tie_does_not_end_a_match_of_one_cycle() -> None:
    """I14."""
    assert [end.result.winner for end in ends("one_cycle_after_a_tie")] == [None, 1]


def test_three_cycles_can_be_needed() -> None:
    """I14: option wins=3."""
    last = ends("three_cycles")[-1]
    assert last.decides_the_match
    assert last.wins == (2, 3)


def test_match_ends_when_a_player_cannot_move() -> None:
    """I13: two tiles or more are left, nothing is counted."""
    last = ends("somebody_cannot_move")[-1]
    assert last.decides_the_match
    assert not last.result.scored
    assert last.tiles_left >= 2
    assert not last.next_could_move


def test_last_tile_is_scored_although_it_is_out_of_reach() -> None:
    """I11 comes before I13."""
    last = ends("last_tile_out_of_reach")[-1]
    assert last.decides_the_match
    assert last.result.scored
    assert last.tiles_left == 1
    assert not last.next_could_move


@pytest.mark.parametrize(("name", "phase"), [("resignation", "play"), ("resignation_between_cycles", "choose")])
def test_resignation_within_and_between_cycles(name: str, phase: str) -> None:
    played = read((DIRECTORY / f"{name}.txt").read_text(encoding="utf-8"))
    state = IYE.initial_state(2, dict(played.options))
    for entry in played.entries[:-1]:
        assert entry.move is not None
        state = IYE.apply(state, entry.player, IYE.decode_move(entry.move))
    assert played.entries[-1].move is None
    assert state.phase == phase
