"""Pictures of Totem: the whole board, the last turn, and possible moves."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

import pytest

from engines.game import Outcome
from engines.text import Seat, T
from engines.totem.game import TOTEM
from engines.totem.observation import CELL_NAMES, Loss, ShownPiece, TotemObservation
from render import PALETTES, THEMES, PictureOptions, paint, render_png, warm_up
from render.options import ThemeName
from render.theme import THEME_COLOURS
from render.totem.colours import MEADOWS
from render.totem.layout import APOTHEM, HIGH, LOW, SMALL, layout
from render.totem.paths import offsets
from render.totem.sprites import shade, sprite_set
from tests.render.sample_texts import LONG_NAMES
from tests.render.totem_drawing import NAMES, OPTIONS, drawn, in_box, in_card, words, written
from tests.render.totem_positions import (
    AGAIN,
    CASCADE,
    END,
    EXCHANGE,
    FIRST,
    FULL,
    LOST,
    MIDDLE,
    PASSED,
    PLACE,
    PLACED,
    POSITIONS,
    REROLL,
    RESIGNED,
    RUN,
    TIE,
    USE,
    shown,
)

# ------------------------------------------------------------------------------------------------------ everything


@pytest.mark.parametrize("theme", THEMES)
def test_positions_all_look_different(theme: ThemeName) -> None:
    options = replace(OPTIONS, theme=theme)
    assert len({drawn(position, options) for position in POSITIONS.values()}) == len(POSITIONS)


CHANGES: dict[str, tuple[TotemObservation, dict[str, Any]]] = {
    "a piece": (MIDDLE, {"pieces": (MIDDLE.pieces[0][1:], *MIDDLE.pieces[1:])}),
    "whose a piece is": (
        MIDDLE,
        {"pieces": (MIDDLE.pieces[0][1:], (*MIDDLE.pieces[1], MIDDLE.pieces[0][0]), MIDDLE.pieces[2])},
    ),
    "a totem": (MIDDLE, {"totems": (CELL_NAMES.index("g7"), *MIDDLE.totems[1:])}),
    "a reserve (T5)": (MIDDLE, {"reserves": (17, 16, 15)}),
    "who is out (T21)": (MIDDLE, {"active_players": (0, 1)}),
    "who resigned": (RESIGNED, {"resigned": ()}),
    "whose turn it is": (MIDDLE, {"turn": 2}),
    "a run": (MIDDLE, {"runs": MIDDLE.runs[:2]}),
    "the path of a run": (MIDDLE, {"runs": (replace(MIDDLE.runs[0], path=MIDDLE.runs[0].path[1:]), *MIDDLE.runs[1:])}),
    "what a run eliminated": (MIDDLE, {"runs": (replace(MIDDLE.runs[0], losses=()), *MIDDLE.runs[1:])}),
    "a roll": (MIDDLE, {"rolls": MIDDLE.rolls[1:]}),
    "which dice were used (T6)": (MIDDLE, {"rolls": (replace(MIDDLE.rolls[0], used=(5,)), MIDDLE.rolls[1])}),
    "points lost (T15)": (MIDDLE, {"rolls": (replace(MIDDLE.rolls[0], lost=2), MIDDLE.rolls[1])}),
    "points left (T7)": (RUN, {"points": 5}),
    "what can run (T14)": (RUN, {"movable": RUN.movable[1:]}),
    "where a piece may be put (T8)": (USE, {"placements": ()}),
    "where a totem may be put (T4)": (PLACED, {"placements": PLACED.placements[1:]}),
    "what was put on the board": (EXCHANGE, {"placed": (ShownPiece(0, EXCHANGE.pieces[0][0], totem=False),)}),
    "rolls for who starts (T3)": (PLACE, {"lots": ((2,), (5, 2), (5, 6), (4,))}),
    "quiet turns (T26)": (LOST, {"quiet_turns": 280}),
    "a pass (T23)": (PASSED, {"passed": ()}),
    "the phase": (FIRST, {"phase": "roll"}),
    "how it ended": (END, {"outcome": None}),
}


@pytest.mark.parametrize("change", CHANGES)
def test_every_change_of_the_observation_changes_the_picture(change: str) -> None:
    observation, fields = CHANGES[change]
    assert drawn(replace(observation, **fields)) != drawn(observation)


def test_pieces_and_totems_differ_on_every_cell() -> None:
    empty = replace(FIRST, pieces=((), (), (), ()))
    pictures = {drawn(replace(empty, pieces=((cell,), (), (), ()))) for cell in range(127)}
    totems = {drawn(replace(empty, totems=(cell, None, None, None))) for cell in range(127)}
    assert len(pictures | totems) == 2 * 127


def test_neighbours_have_different_shades() -> None:
    for cell, other in combinations(range(127), 2):
        (x, y), (other_x, other_y) = (layout(1000).middles[number] for number in (cell, other))
        if (x - other_x) ** 2 + (y - other_y) ** 2 < 70**2:
            assert shade(cell) != shade(other)


@pytest.mark.parametrize("theme", THEMES)
def test_light_on_the_meadow_falls_without_bands(theme: ThemeName) -> None:
    """From any row to the third above it, which has as much of the dark colour, grass differs by less than is seen."""
    cells = MEADOWS[theme].cells
    for lower, upper in zip(cells, cells[3:], strict=False):
        assert max(abs(one - other) for one, other in zip(lower, upper, strict=True)) <= 6


def test_coordinates_are_on_the_frame() -> None:
    """Every file has its letter; the ranks stand at both sides of the board and above it."""
    shown_there = [placed.string for placed in sprite_set("dark", "standard", 1000).written]
    assert sorted(shown_there) == sorted(
        [*"abcdefghijklm", *"123456" * 2, *map(str, (7, 8, 9, 10, 11, 12)), *map(str, range(7, 14))]
    )
    assert all(placed.pixels * 0.34 >= 12 for placed in sprite_set("dark", "standard", 1000).written)


# --------------------------------------------------------------------------------------------------------- the cards


def test_viewers_card_is_at_the_bottom_and_others_follow_turn_order() -> None:
    assert [in_card(FULL, card)[0] for card in range(4)] == list(NAMES)
    own = replace(OPTIONS, viewer=1)
    assert [in_card(FULL, card, own)[0] for card in range(4)] == [NAMES[2], NAMES[3], NAMES[0], NAMES[1]]
    seen = replace(FULL, viewer=1)
    assert drawn(seen) == drawn(FULL, own)
    assert drawn(seen, replace(OPTIONS, viewer=3)) == drawn(FULL, replace(OPTIONS, viewer=3))


@pytest.mark.parametrize("viewer", [-1, 3])
def test_viewer_without_a_seat_is_rejected(viewer: int) -> None:
    with pytest.raises(ValueError, match=f"no seat {viewer}; there are 0 to 2"):
        drawn(MIDDLE, replace(OPTIONS, viewer=viewer))


def test_observation_of_another_game_is_rejected() -> None:
    with pytest.raises(TypeError, match="Totem cannot draw a str"):
        render_png("totem", "a board", OPTIONS)


def test_card_counts_pieces_and_reserve() -> None:
    assert in_card(CASCADE, 0) == ["Ayşe", "Pieces", "7", "Reserve", "18"]


def test_card_shows_the_result_of_the_roll() -> None:
    assert "10 points" in in_card(MIDDLE, 0)
    assert "to move" in in_card(MIDDLE, 1)
    assert "adds a piece" in in_card(EXCHANGE, 0)
    assert "4 left" not in in_card(RUN, 1)
    assert "6 left" in in_card(RUN, 1)
    assert "5 lost" in in_card(LOST, 0)
    assert "no move" in in_card(PASSED, 0)
    assert "again?" in in_card(AGAIN, 0)
    assert "to move" in in_card(REROLL, 0)


def test_card_says_that_a_player_is_out() -> None:
    """T21."""
    assert in_card(CASCADE, 3) == ["Danièle", "out"]
    assert in_card(RESIGNED, 1) == ["Boris Gödünov", "has left"]


def test_end_names_the_winner_or_all_tied_players() -> None:
    """T24, T25."""
    plan = layout(1000).results[2]
    assert in_box(END, plan.box) == ["Ayşe", "winner", "Pieces", "7", "Reserve", "16"]
    assert in_box(END, plan.others[0].box) == ["2.", "Boris Gödünov", "out"]
    assert "Ayşe’s totem is the last one standing!" in words(END)
    assert all("tie" in in_card(TIE, card) for card in range(2))
    assert "A tie: nobody has enough pieces left" in words(TIE)
    assert TIE.outcome is not None
    quiet = replace(TIE, outcome=replace(TIE.outcome, termination="quiet"))
    assert "A tie after 300 quiet turns" in words(quiet)


def test_end_says_the_place_of_the_others_and_who_has_left() -> None:
    """Clockwise in the order of the result; the unused dice of the last roll are no longer explained.

    Nothing said who had left.
    """
    ended = replace(
        FULL,
        phase="over",
        active_players=(2,),
        resigned=(3,),
        outcome=Outcome("last_totem", T("Çiğdem wins."), ((2,), (0,), (3, 1))),
    )
    cards = [in_box(ended, card.box) for card in layout(1000).results[4].others]
    assert cards == [["2.", NAMES[0], "out"], ["3.", NAMES[3], "has left"], ["3.", NAMES[1], "out"]]
    assert "not used" in words(FULL)
    assert "not used" not in words(ended)


def test_end_says_who_has_left_in_a_match_of_two() -> None:
    left = T("{loser} resigns. {winner} wins.", loser=Seat(1), winner=Seat(0))
    ended = replace(END, resigned=(1,), outcome=Outcome("resignation", left, ((0,), (1,))))
    assert in_box(ended, layout(1000).results[2].others[0].box) == ["2.", "Boris Gödünov", "has left"]
    assert " ".join(words(ended)).count("resigns") == 1


def test_other_ends_use_their_summary_on_up_to_two_lines() -> None:
    summary = T("The players have agreed to leave it at that, and so nobody wins this match.")
    agreed = replace(MIDDLE, phase="over", turn=None, outcome=Outcome("agreement", summary, ((0, 1, 2),)))
    cards = layout(1000).cards(*[LOW] * 3)[0].box
    told = [placed for placed in written(agreed) if placed.box[1] < cards[1] and placed.box[0] > 230]
    lines = [placed.string for placed in told if len(placed.string) > 2]
    assert len(lines) == 2
    assert " ".join(lines) == summary.singular


# ------------------------------------------------------------------------------------------------------------- news


@pytest.mark.parametrize(
    ("observation", "news"),
    [
        (FIRST, ["The dice decide who begins"]),
        (PLACE, ["Çiğdem chooses where to start"]),
        (PLACED, ["Çiğdem starts on k5"]),
        (EXCHANGE, ["Ayşe adds a piece on e10"]),
        (MIDDLE, ["Çiğdem loses 2 pieces", "e9–h7 f10–h6 g12–h11", "h7", "h6", "h11"]),
        (CASCADE, ["Danièle’s totem falls", "h11–h10", "h10"]),
        (REROLL, ["Ayşe moves 3 pieces"]),
        (USE, ["Ayşe decides how to use the dice"]),
        (CASCADE, ["not used"]),
        (PASSED, ["Ayşe has to pass"]),
        (LOST, ["251 of 300 quiet turns"]),
    ],
)
def test_news_show_what_happened_last(observation: TotemObservation, news: list[str]) -> None:
    assert set(news) <= set(words(observation))


def test_quiet_turns_are_counted_from_150() -> None:
    """T26."""
    assert not [string for string in words(replace(LOST, quiet_turns=149)) if "quiet" in string]


@pytest.mark.parametrize("position", [USE, RUN])
def test_marked_cells_are_named(position: TotemObservation) -> None:
    """A hint names them before there is anything to choose on the board."""
    piece, empty = CELL_NAMES[position.pieces[0][0]], "g12"
    marked = words(position, replace(OPTIONS, marked=(piece, empty)))
    assert [marked.count(name) for name in (piece, empty)] == [1, 1]


def test_eliminated_pieces_are_marked_on_empty_cells() -> None:
    """A piece that arrived later is not crossed out."""
    (run, *others) = MIDDLE.runs
    there = MIDDLE.pieces[1][0]
    more = replace(run, losses=(*run.losses, Loss(there, 2, "touched")))
    frames = [paint("totem", replace(MIDDLE, runs=(first, *others)), OPTIONS).frame for first in (run, more)]
    x, y = layout(1000).middles[there]
    cropped = [frame.crop((x - 20, y - 20, x + 20, y + 20)).tobytes() for frame in frames]
    assert cropped[0] == cropped[1]


def test_arrows_between_the_same_cells_lie_side_by_side() -> None:
    together = ((1, 2, 3, 4), (9, 2, 3), (3, 2), (7, 8), (4, 3))
    found = offsets(together)
    for (path, offset), (other, its_offset) in combinations(zip(together, found, strict=True), 2):
        ways, others = set(pairwise(path)), set(pairwise(other))
        assert offset != its_offset or not ways & others
        assert offset != -its_offset or not ways & {way[::-1] for way in others}
    assert found[0] == found[3] == 0


def test_end_shows_the_fallen_without_crosses_and_the_winner_in_light() -> None:
    """The same cells before the result is known have crosses, and no light."""
    running = replace(END, outcome=None)
    strike = sprite_set("dark", "standard", 1000).palette.nearest(MEADOWS["dark"].strike)
    assert strike in paint("totem", running, OPTIONS).frame.tobytes()
    assert strike not in paint("totem", END, OPTIONS).frame.tobytes()
    x, y = layout(1000).middles[CELL_NAMES.index("f6")]
    box = (x - 20, y - 70, x + 20, y - 40)
    lit, plain = (paint("totem", seen, OPTIONS).frame.crop(box).tobytes() for seen in (END, running))
    gold = sprite_set("dark", "standard", 1000).palette.nearest(THEME_COLOURS["dark"].trace)
    assert lit.count(gold) > plain.count(gold) + 100


def test_cards_are_as_high_as_what_they_say() -> None:
    plan = layout(1000)
    boxes = [card.box for card in plan.cards(SMALL, LOW, HIGH, HIGH)]
    heights = [box[3] - box[1] for box in boxes[:3]]
    assert heights == sorted(heights)
    boxes = [card.box for card in plan.cards(*[HIGH] * 4)]
    x, y = plan.px(plan.centre[0]), plan.px(plan.centre[1])
    boxes += [box for result in plan.results.values() for box in (result.box, *(card.box for card in result.others))]
    for left, top, right, bottom in boxes:
        corner = (left if left > x else right) - x, (top if top > y else bottom) - y
        for lean in (0, 60, 120, 180, 240, 300):
            reach = corner[0] * math.cos(math.radians(lean)) + corner[1] * math.sin(math.radians(lean))
            if reach > plan.px(APOTHEM):
                break
        else:
            raise AssertionError("a card covers the board")


# ------------------------------------------------------------------------------------------------------------- files


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("palette", PALETTES)
def test_files_are_small_enough_to_post(theme: ThemeName, palette: Any) -> None:
    options = replace(OPTIONS, theme=theme, palette=palette)
    assert max(len(drawn(position, options)) for position in (FULL, CASCADE, MIDDLE)) <= 110_000


def test_same_observation_gives_the_same_bytes_in_threads() -> None:
    jobs = [(position, replace(OPTIONS, size=size)) for position in POSITIONS.values() for size in (400, 1000)]
    alone = [drawn(*job) for job in jobs]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda job: drawn(*job), jobs)) == alone
    warm_up("totem", OPTIONS)
    assert [drawn(*job) for job in jobs] == alone


@pytest.mark.parametrize("page", range(len(TOTEM.rules_pages())))
def test_rules_figures_are_drawn_in_full(page: int) -> None:
    figure = TOTEM.rules_pages()[page].figure
    if figure is not None:
        for placed in written(figure, PictureOptions(seat_titles=TOTEM.info.seat_titles)):
            assert placed.string == placed.wanted


def test_positions_cover_every_phase() -> None:
    assert shown("G3g4/K7k6 0/0 over - - 0 - - 5 - -") == TIE
    assert {position.phase for position in POSITIONS.values()} == {
        "first", "place", "roll", "use", "run", "again", "over"
    }  # fmt: skip


@pytest.mark.parametrize("size", [400, 1000])
def test_tray_shows_each_piece_in_reserve_of_two_players(size: int) -> None:
    """Their two other corners were empty."""
    options = replace(OPTIONS, size=size)
    plan = layout(size)
    tray = plan.tray(0, plan.cards(LOW, HIGH)[0])
    margin = round(size * 0.003)
    shown: set[bytes] = set()
    for pieces in range(26):
        frame = paint("totem", replace(USE, reserves=(pieces, 19)), options).frame
        shown.add(frame.crop(tray).tobytes())
        edge = frame.crop((tray[0], tray[1] - margin, tray[2], tray[1]))
        assert len(edge.getcolors() or ()) == 1, "no piece reaches over its tray"
    assert len(shown) == 26


@pytest.mark.parametrize("landscape", [False, True])
def test_empty_tray_is_not_drawn(*, landscape: bool) -> None:
    """It was an empty box."""
    plan, options = layout(1000, landscape=landscape), replace(OPTIONS, landscape=landscape)
    for seen in (TIE, LOST):
        frame = paint("totem", seen, options).frame
        for place, card in enumerate(plan.cards(HIGH, HIGH)):
            assert len(frame.crop(plan.tray(place, card)).getcolors() or ()) == 1


@pytest.mark.parametrize("heights", [(HIGH, LOW), (LOW, HIGH, SMALL), (HIGH, LOW, LOW, HIGH)])
def test_cards_in_landscape_are_as_far_apart_as_each_other(heights: tuple[float, ...]) -> None:
    """Low cards had larger gaps around them than high ones."""
    plan = layout(1000, landscape=True)
    cards = plan.cards(*heights)
    boxes = [card.box for card in cards]
    if len(cards) == 2:
        boxes = [(*card.box[:3], plan.tray(place, card)[3]) for place, card in enumerate(cards)]
    gaps = {below[1] - above[3] for above, below in pairwise(boxes)}
    assert max(gaps) - min(gaps) <= 1
    assert min(gaps) > 0


@pytest.mark.parametrize("landscape", [False, True])
@pytest.mark.parametrize("size", [400, 1000])
def test_end_has_a_ribbon_with_the_winners_name(size: int, *, landscape: bool) -> None:
    plan = layout(size, landscape=landscape)
    for players in (2, 3, 4):
        left, top, right, bottom = plan.results[players].ribbon
        for card in plan.results[players].others:
            box = card.box
            assert right < box[0] or box[2] < left or bottom < box[1] or box[3] < top
    for name in ("Al", *LONG_NAMES):
        options = replace(OPTIONS, size=size, landscape=landscape, names=(name, "Boris"))
        assert len(in_box(END, plan.results[2].ribbon, options)) == 1
