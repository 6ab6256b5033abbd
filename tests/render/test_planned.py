"""Planned but unconfirmed turns: only their player is to move, in pictures and texts."""

from __future__ import annotations

import pytest

from engines.awethi.game import AWETHI
from engines.game import CHANCE, Step, unconfirmed
from engines.registry import GAMES
from render import PictureOptions, paint
from tests.engines.conformance.cases import CASES, Case, some, visits

OPEN = [case for case in CASES if case.slug in GAMES and not case.game.info.has_hidden_information and case.is_extreme]
"""Games with alternating turns."""


@pytest.mark.parametrize("case", OPEN, ids=str)
def test_only_the_planning_player_is_to_move(case: Case) -> None:
    turns = [visit for visit in visits(case) if visit.player != CHANCE and case.game.turn_ended(visit.after)]
    names = tuple(f"Seat{number}" for number in range(case.num_players))
    for visit in some(turns, 4):
        seen = case.game.observe_planned(visit.after, visit.player, (Step(visit.state, visit.player, visit.move),))
        sentences = [str(sentence) for sentence in case.game.describe_position(seen)]
        assert str(unconfirmed(visit.player)) in sentences
        assert not any("turn." in sentence or "is to move" in sentence for sentence in sentences)
        picture = paint(case.slug, seen, PictureOptions(names=names, seat_titles=case.game.info.seat_titles))
        written = [placed.string for placed in picture.texts]
        assert written.count("confirm!") == 1
        assert "to move" not in written


@pytest.mark.parametrize("case", OPEN, ids=str)
def test_prompt_of_the_next_player_is_not_shown_in_a_plan(case: Case) -> None:
    turns = [visit for visit in visits(case) if visit.player != CHANCE and case.game.turn_ended(visit.after)]
    for visit in some(turns, 12):
        seen = case.game.observe_planned(visit.after, visit.player, (Step(visit.state, visit.player, visit.move),))
        for choices in ("natural", "spend", "uses", "placements", "movable", "ways", "walkers", "hunters"):
            assert getattr(seen, choices, ()) == ()


def test_planned_turn_of_awethi_is_not_told_the_next_round() -> None:
    state = AWETHI.load_state(
        "meadow heads HW e19cd22ce22cd21wf22wf21b d19f19a25e18 m13 000 asleep 3 each 1 1 1233 123- - -"
    )
    move = AWETHI.decode_move("4(3):e15")
    seen = AWETHI.observe_planned(AWETHI.apply(state, 0, move), 0, (Step(state, 0, move),))
    assert not any("Round" in str(sentence) for sentence in AWETHI.describe_position(seen))
    picture = paint("awethi", seen, PictureOptions(names=("Ann", "Ben"), seat_titles=AWETHI.info.seat_titles))
    assert not any("Round" in placed.string for placed in picture.texts)


def test_player_with_a_planned_decision_is_still_to_move() -> None:
    case = next(case for case in CASES if case.slug == "chiefdom" and case.num_players == 3 and not case.options)
    decided = [visit for visit in visits(case) if visit.player != CHANCE and visit.after.phase == "draw"]
    for visit in some(decided, 12):
        seen = case.game.observe_planned(visit.after, visit.player, (Step(visit.state, visit.player, visit.move),))
        assert visit.player in seen.awaited
        assert seen.ghost is None or not seen.ghost.decided
