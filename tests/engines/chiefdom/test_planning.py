"""Planning a drawing: a held shape is moved and rotated, and its effects are shown."""

from __future__ import annotations

import pytest

from engines.chiefdom import planning
from engines.chiefdom.drawing import drawings
from engines.chiefdom.effects import effects
from engines.chiefdom.evaluation import Evaluator
from engines.chiefdom.game import CHIEFDOM
from engines.chiefdom.moves import Dice
from engines.chiefdom.planning import HeldShape
from engines.chiefdom.sheet import Sheet
from tests.engines.chiefdom.matches import match
from tests.engines.chiefdom.sheets import drawing, full, names, numbers, play, position, sheet

EMPTY = sheet()


def hold(on: Sheet, icon: str, die: int | None) -> HeldShape:
    found = planning.initial_shape(on, icon, die)  # type: ignore[arg-type]
    assert found is not None
    return found


def where(on: Sheet, held: HeldShape | None) -> str:
    assert held is not None
    return names(planning.squares(on, held))


def test_shape_starts_at_the_first_position_with_most_points() -> None:
    assert where(EMPTY, hold(EMPTY, "water", 5)) == "a1 a2 a3 b1"
    lake = sheet("e5~")
    assert where(lake, hold(lake, "water", 2)) == "c5 d5", "the larger lake"
    ready = sheet("g8d g7t h7L e5J")
    assert where(ready, hold(ready, "wall", None)) == "a3"
    assert where(ready, hold(ready, "house", None)) == "d5"


def test_bonus_is_used_where_only_it_helps() -> None:
    tight = full("W", "a1. h1H")
    held = hold(tight, "water", 2)
    assert planning.decision(tight, held) == drawing("water a1 (~2)")
    assert planning.initial_shape(full("W", "a1."), "water", 2) is None
    assert planning.initial_shape(full("W"), "water", 1) is None


def test_moving_stops_at_the_edge() -> None:
    held = hold(EMPTY, "water", 5)
    assert where(EMPTY, planning.moved(EMPTY, held, -1, -1)) == "a1 a2 a3 b1"
    assert where(EMPTY, planning.moved(EMPTY, held, 1, 1)) == "b2 b3 b4 c2"
    assert where(EMPTY, planning.moved(EMPTY, held, 99, 99)) == "i6 i7 i8 j6"


def test_illegal_position_has_a_reason() -> None:
    state = position(sheet("c3~"), dice=(2, 3, 4))
    seen = CHIEFDOM.observe(state, 0)
    on = planning.sheet_of(seen)
    held = planning.moved_to(on, planning.shape_of_draw(on, drawing("trees3 e1 f1 (2)")), on.board.square_of["b3"])
    ghost = planning.with_preview(seen, held).ghost
    assert ghost is not None
    assert (names(ghost.squares), str(ghost.reason)) == ("b3 c3", "c3 is not empty.")
    assert not ghost.decided


def test_rotating_and_flipping() -> None:
    held = planning.moved_to(EMPTY, hold(EMPTY, "water", 5), EMPTY.board.square_of["c5"])
    assert where(EMPTY, held) == "c5 c6 c7 d5"
    turned = planning.rotated(EMPTY, held)
    assert where(EMPTY, turned) == "c5 c6 d6 e6"
    assert where(EMPTY, planning.flipped(EMPTY, held)) == "c5 d5 d6 d7"
    for _ in range(3):
        turned = planning.rotated(EMPTY, turned)
    assert turned == held
    assert planning.flipped(EMPTY, planning.flipped(EMPTY, held)) == held
    edge = planning.moved_to(EMPTY, held, EMPTY.board.square_of["j1"])
    assert where(EMPTY, edge) == "i1 i2 i3 j1"
    assert where(EMPTY, planning.rotated(EMPTY, edge)) == "h1 h2 i2 j2"


def every_position(on: Sheet, held: HeldShape) -> list[str]:
    """Return all positions that “Next place” visits until it is back at the first."""
    found: list[str] = []
    current = planning.next_placement(on, held)
    while current is not None and where(on, current) not in found[:1]:
        found.append(where(on, current))
        current = planning.next_placement(on, current)
    return found


@pytest.mark.parametrize("die", range(1, 7))
def test_next_position_visits_all_legal_positions_in_a_stable_order(die: int) -> None:
    on = sheet("c3~ d5W e1J f8~ h42 b62 g6~")
    start = hold(on, "water", die)
    legal = {names(place.squares) for place in on.board.whole[die] if not place.mask & ~on.empty}
    found = every_position(on, start)
    assert len(found) == len(set(found)) == len(legal)
    assert set(found) == legal
    assert every_position(on, start) == found


def test_next_position_keeps_the_bonus() -> None:
    on = sheet("g8d g7t h7L e5B e6H")
    held = planning.with_left_out(on, hold(on, "water", 6), planning.may_leave_out(on, hold(on, "water", 6))[0])
    found = every_position(on, held)
    assert len(found) == len(set(found))
    assert set(found) == {names(place.squares) for place in on.board.whole[2] if not place.mask & ~on.empty}


def test_no_next_position_where_nothing_fits() -> None:
    tight = full("W", "a1.")
    assert planning.next_placement(tight, hold(full("W", "a1. a2."), "water", 2)) is None


def test_squares_that_a_bonus_may_omit() -> None:
    on = sheet("e6H")
    held = hold(on, "water", 5)
    assert held.shape == ((0, 0), (0, 1), (0, 2), (1, 0))
    assert planning.may_leave_out(on, held) == ((0, 2), (1, 0))
    assert planning.may_leave_out(EMPTY, held) == ()
    assert planning.may_leave_out(on, hold(on, "water", 1)) == ()
    reduced = planning.with_left_out(on, held, (1, 0))
    assert planning.decision(on, reduced) == drawing("water a1 a2 a3 (~5)")
    turned = planning.rotated(on, reduced)
    assert len(turned.drawn_offsets) == 3
    assert turned.left_out in turned.shape
    assert planning.with_left_out(on, reduced, None) == held


def test_omitted_square_may_be_off_the_sheet() -> None:
    on = full("W", "j7. j8. a1H")
    state = position(on, dice=(1, 3, 6))
    seen = CHIEFDOM.observe(state, 0)
    held = hold(on, "water", 6)
    assert planning.decision(on, held) == drawing("water j7 j8 (~6)")
    off = planning.moved_to(
        on,
        planning.with_left_out(on, planning.shape_of_draw(EMPTY, drawing("water a1 b1 c1 (6)")), (2, 0)),
        numbers("i8")[0],
    )
    ghost = planning.with_preview(seen, off).ghost
    assert ghost is not None
    assert (names(ghost.squares), ghost.left_out, ghost.bonus) == ("i8 j8", None, True)
    inside = planning.with_preview(seen, planning.moved(on, off, -3, 0)).ghost
    assert inside is not None
    assert inside.left_out == numbers("h8")[0]


def test_jobs_are_asked_for_where_there_is_a_choice() -> None:
    on = sheet("e6~ e42")
    held = planning.moved_to(on, hold(on, "person", 2), on.board.square_of["d5"])
    square = on.board.square_of["e5"]
    assert planning.job_selections(on, held) == ((square, ("L", "F"), None),)
    seen = planning.with_preview(CHIEFDOM.observe(position(on, dice=(2, 4, 5)), 0), held)
    assert seen.ghost is not None
    assert seen.ghost.asks
    assert str(seen.ghost.reason) == "choose a job below for e5: lumberjack or fisherman."
    chosen = planning.with_job(held, square, "F")
    assert planning.decision(on, chosen) == drawing("person d5 e5=F (2)")
    assert planning.decision(on, planning.moved(on, chosen, 0, 2)) == drawing("person d7 e7 (2)")
    assert planning.with_job(chosen, square, "L").jobs == ((square, "L"),)


def test_drawing_can_be_made_a_held_shape_again() -> None:
    for text in ("water c1 c2 c3 d1 (5)", "water i6 i7 i8 (~5)", "trees2 j8 (~2)", "person d5 e5=F (2)", "house d5"):
        on = sheet("e6~ e42 a1H")
        draw = drawing(text)
        assert planning.decision(on, planning.shape_of_draw(on, draw)) == draw


@pytest.mark.parametrize("seed", [20, 21])
def test_legal_drawings_are_held_shapes_that_can_be_written_and_read(seed: int) -> None:
    for state in match(seed, 1)[1::9]:
        if state.dice is None:
            continue
        on = state.sheets[0]
        for draw in list(drawings(on, state.dice))[::5]:
            held = planning.shape_of_draw(on, draw)
            assert planning.decision(on, held) == draw
            assert planning.from_text(on, planning.to_text(on, held)) == held


@pytest.mark.parametrize(
    "text",
    ["", "water", "water.7.0.0.0..", "water.2.5.0.0..", "water.2.0.0.0.3.", "water.1.0.0.0.0.", "lake.2.0.0.0.."],
)
def test_invalid_text_of_a_held_shape_is_none(text: str) -> None:
    assert planning.from_text(EMPTY, text) is None


def test_text_of_a_held_shape_is_short_and_kept_on_the_sheet() -> None:
    far = planning.from_text(EMPTY, "water.2.0.99.99..")
    assert far is not None
    assert where(EMPTY, far) == "i8 j8"
    longest = HeldShape("person", 5, ((0, 0), (0, 1), (0, 2), (1, 0)), 8, 5)
    assert len(planning.to_text(EMPTY, longest)) < 40


# ---------------------------------------------------------------------------------------------- readings and effects


def reasons(on: Sheet, dice: Dice) -> dict[str, str | None]:
    seen = CHIEFDOM.observe(position(on, sheet(), dice=dice), 0)
    return {reading.key: None if reading.reason is None else str(reading.reason) for reading in seen.readings}


def test_impossible_readings_have_a_reason() -> None:
    assert reasons(EMPTY, (1, 2, 6)) == {
        "1+2": "A wall needs 2 logs; you have 0.",
        "1+6": None,
        "2+6": "A house needs 5 logs; you have 0.",
    }
    assert reasons(full("W", "a1. c1. e1F"), (1, 3, 4)) == {
        "1+3": "The shape of this die does not fit anywhere.",
        "1+4": "The shape of this die does not fit anywhere.",
        "3+4": None,
    }
    rich = sheet("g8d g7t h7L")
    assert reasons(rich, (2, 2, 6))["2+6"] == "No empty square touches a jobless person or a builder."
    assert reasons(EMPTY, (3, 3, 3)) == {"3+3": None, "triple": None}


def test_wild_has_a_reason_for_each_impossible_icon() -> None:
    choices = planning.icon_choices(EMPTY, CHIEFDOM.observe(position(EMPTY, dice=(1, 1, 1)), 0).readings[0])
    assert [(icon, die, reason is None) for icon, die, reason in choices] == [
        ("water", None, True),
        ("trees2", None, True),
        ("trees3", None, True),
        ("person", None, True),
        ("house", None, False),
        ("wall", None, False),
    ]


def test_readings_of_spectators_and_automatic_passes_have_no_reasons() -> None:
    state = position(full("~", "a1."), sheet(), dice=(2, 2, 5))
    for viewer in (None, 0):
        assert all(reading.reason is None for reading in CHIEFDOM.observe(state, viewer).readings)


def test_effects_of_a_drawing() -> None:
    before = sheet("e5J e73 f63 e6.")
    found = effects(before, drawing("trees3 e6 (1)"), ())
    assert (found.logs, found.fish) == (3, 0)
    assert [(before.board.names[square], job) for square, job in found.jobs] == [("e5", "L")]
    assert found.points == 1 + 2 + 3 + 3 + 3, (
        "one empty square and one jobless less, three logs, and a forest of nine, not three"
    )
    rich = sheet("a1d a2t b1L e5J")
    house = effects(rich, drawing("house e6"), ())
    assert (house.logs, house.jobs) == (-5, ((rich.board.square_of["e5"], "B"),))
    fish = effects(sheet("e5J"), drawing("water e6 (1)"), (9,))
    assert fish.fish == 1
    assert (
        effects(EMPTY, drawing("water e6 (1)"), (9,)).points == effects(EMPTY, drawing("water e6 (1)"), ()).points + 4
    )


def test_planning_is_refused_for_spectators_and_before_the_roll() -> None:
    seen = CHIEFDOM.observe(play(position(sheet(), sheet(), dice=(2, 3, 4))), None)
    with pytest.raises(LookupError):
        planning.sheet_of(seen)
    before = CHIEFDOM.observe(position(sheet()), 0)
    with pytest.raises(LookupError):
        planning.with_preview(before, hold(EMPTY, "water", 1))


# ------------------------------------------------------------------------------------------------------ what is best


CARDS = ((), (1, 2, 3), (4, 5, 6), (7, 8, 9), (10, 11, 12), (13, 14, 18))


@pytest.mark.parametrize("cards", CARDS, ids=str)
def test_evaluation_of_a_drawing_is_its_effect_on_the_score(cards: tuple[int, ...]) -> None:
    valued = 0
    for state in match(30, 2)[1::7]:
        for on in state.sheets if state.dice is not None else ():
            evaluator = Evaluator(on, cards)
            for draw in list(drawings(on, state.dice or (1, 1, 1)))[::9]:
                gain = effects(on, draw, cards)
                assert evaluator.evaluate(draw) == (gain.points, gain.logs, gain.fish), draw
                valued += 1
    assert valued > 200


def test_evaluation_includes_a_wall_from_west_to_east() -> None:
    on = sheet("c4W d4W e4W g4W h4W a8L a7d b8d")
    assert (
        Evaluator(on, ()).evaluate(drawing("wall f4")).points
        == effects(on, drawing("wall f4"), ()).points
        == 3 + 12 + 1
    )


@pytest.mark.parametrize("seed", [40, 41])
def test_positions_are_ranked_by_points(seed: int) -> None:
    for state in match(seed, 1, (("cards", "on"),))[1::6]:
        if state.dice is None:
            continue
        on = state.sheets[0]
        every = [draw for draw in drawings(on, state.dice) if not draw.bonus]
        for icon, die in {(draw.icon, draw.die) for draw in every}:
            first = planning.initial_shape(on, icon, die, state.cards)
            assert first is not None
            points = {
                draw.squares: effects(on, draw, state.cards).points
                for draw in every
                if (draw.icon, draw.die) == (icon, die)
            }
            best = planning.ranked_placements(on, first, state.cards)
            assert best[0].squares == planning.squares(on, first)
            assert best[0].points >= max(points.values())
            assert [place.points for place in best] == sorted((place.points for place in best), reverse=True)
            assert {place.squares for place in best} == set(points)
