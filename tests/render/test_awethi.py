"""Pictures of Awéthi: the whole board, the last turn, and close-ups."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from statistics import median
from typing import Any

import pytest

from engines.awethi.observation import SQUARE_NAMES, AwethiObservation
from engines.game import Outcome
from engines.text import T
from render import PALETTES, THEMES, PictureOptions, paint, render_png, warm_up
from render.awethi.focus import INSETS, Window, inset
from render.awethi.layout import whole_board
from render.awethi.sprites import sprite_set
from render.options import PaletteName, ThemeName
from render.scripts import can_draw
from render.text import SMALLEST
from tests.render.awethi_drawing import (
    FOCUSES,
    HARD,
    NAMES,
    OPTIONS,
    drawn,
    focused,
    in_box,
    square,
    words,
    writing,
    written,
)
from tests.render.awethi_positions import (
    ALONE,
    CROWD,
    DRAW,
    EATEN,
    EMPTY,
    END,
    HUNT,
    LEFT,
    POSITIONS,
    RIVER,
    SHARED,
    START,
    STOPPED,
    THREE,
    TWO,
    WALKS,
)


def in_row(observation: AwethiObservation, herder: int) -> list[str]:
    """Return the texts in a herder's row of the table."""
    return in_box(observation, whole_board(1000, len(observation.herders)).herders[herder])


def in_wairgka_row(observation: AwethiObservation) -> list[str]:
    """Return the texts in the wairgka's row of the table."""
    return in_box(observation, whole_board(1000, len(observation.herders)).wairgka)


# ------------------------------------------------------------------------------------------------------ everything


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("palette", PALETTES)
def test_positions_all_look_different(theme: ThemeName, palette: PaletteName) -> None:
    options = replace(OPTIONS, theme=theme, palette=palette, size=1000 if palette == OPTIONS.palette else 400)
    assert len({drawn(position, options) for position in POSITIONS.values()}) == len(POSITIONS)


RANKS = [str(number) for number in range(1, 26)]

CHANGES: dict[str, tuple[AwethiObservation, dict[str, Any]]] = {
    "an aiwe": (CROWD, {"aiwe": CROWD.aiwe[1:]}),
    "its kind": (
        CROWD,
        {"aiwe": (replace(CROWD.aiwe[0], kind="bull" if CROWD.aiwe[0].kind == "cow" else "cow"), *CROWD.aiwe[1:])},
    ),
    "whose it is": (CROWD, {"aiwe": (replace(CROWD.aiwe[0], player=0), *CROWD.aiwe[1:])}),
    "whether it is caught (A22)": (CROWD, {"aiwe": (replace(CROWD.aiwe[0], caught=True), *CROWD.aiwe[1:])}),
    "an awéthi": (CROWD, {"awethi": CROWD.awethi[1:]}),
    "its number": (CROWD, {"awethi": (replace(CROWD.awethi[0], number=3), *CROWD.awethi[1:])}),
    "an awéthi in the shelter (A5)": (START, {"awethi": START.awethi[1:]}),
    "a wairgk": (CROWD, {"wairgka": (replace(CROWD.wairgka[0], square=square("d4")), *CROWD.wairgka[1:])}),
    "its name": (CROWD, {"wairgka": (replace(CROWD.wairgka[0], number=3), *CROWD.wairgka[1:])}),
    "whether the wairgka are loose (A17)": (CROWD, {"unleashed": False}),
    "who has left": (CROWD, {"herders": LEFT.herders}),
    "that the wairgka player has left": (CROWD, {"wairgka_left": True}),
    "what is sheltered (A23)": (CROWD, {"herders": (replace(CROWD.herders[0], heads=4), *CROWD.herders[1:])}),
    "what grazes": (CROWD, {"herders": (replace(CROWD.herders[0], grazing=(0, 0, 1)), *CROWD.herders[1:])}),
    "what was eaten (A21)": (CROWD, {"herders": (replace(CROWD.herders[0], eaten=(1, 0, 0)), *CROWD.herders[1:])}),
    "points (A27)": (THREE, {"herders": (replace(THREE.herders[0], points=9), *THREE.herders[1:])}),
    "the scoring": (CROWD, {"scoring": "points"}),
    "whose turn it is": (CROWD, {"turn": 0}),
    "who must act": (CROWD, {"to_move": None}),
    "the round (A28)": (CROWD, {"round": 7}),
    "the dice (A12)": (CROWD, {"dice": tuple(replace(die, value=1) for die in CROWD.dice)}),
    "which dice are used": (WALKS, {"dice": tuple(replace(die, awethi=None) for die in WALKS.dice)}),
    "the average": (CROWD, {"average": 4}),
    "the wairgka's dice (A18)": (HUNT, {"prowl": (1, 2)}),
    "the herd's die (A8)": (CROWD, {"herd_turns": tuple(replace(turn, die=1) for turn in CROWD.herd_turns)}),
    "the herd's movements": (CROWD, {"herd_turns": tuple(replace(turn, moves=()) for turn in CROWD.herd_turns)}),
    "a walk": (THREE, {"walks": THREE.walks[1:]}),
    "a hunt": (CROWD, {"hunts": ()}),
    "what a hunt ate": (CROWD, {"hunts": tuple(replace(one, prey=None) for one in CROWD.hunts)}),
    "the water (A4)": (CROWD, {"terrain": TWO.terrain}),
    "how it ended": (END, {"outcome": None}),
    "the account with the wairgka (A26)": (
        END,
        {"herders": (*END.herders[:1], replace(END.herders[1], account="lost"), *END.herders[2:])},
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_every_change_of_the_observation_changes_the_picture(change: str) -> None:
    observation, fields = CHANGES[change]
    assert drawn(replace(observation, **fields)) != drawn(observation)


def test_squares_have_distinct_positions() -> None:
    stage = whole_board(1000, 4).stage
    corners = {stage.corner(number) for number in range(625)}
    assert len(corners) == 625
    left, right = stage.corner(square("a1")), stage.corner(square("y25"))
    assert left is not None
    assert right is not None
    assert (right[0] - left[0], left[1] - right[1]) == (24 * stage.cell, 24 * stage.cell)  # north is up


def test_coordinates_are_beside_and_below_the_board_and_the_inset() -> None:
    plan = whole_board(1000, 4)
    window = inset(CROWD)
    assert in_box(CROWD, plan.frame) == [*"abcdefghijklmnopqrstuvwxy", *RANKS]
    assert plan.inset is not None
    shown = in_box(CROWD, plan.inset)
    assert set("abcdefghijklmnopqrstuvwxy"[window.file : window.file + window.wide]) <= set(shown)
    assert {str(window.rank + 1 + step) for step in range(window.high)} <= set(shown)


@pytest.mark.parametrize(
    ("observation", "focus"), [(THREE, None), (RIVER, None), (RIVER, "area:a4-g10"), (CROWD, "area:s18-y24")]
)
def test_pieces_at_the_edges_hide_no_coordinates(observation: AwethiObservation, focus: str | None) -> None:
    """A cow on a24 stood on the 24."""
    options = replace(OPTIONS, focus=focus, board_only=True)
    nobody = replace(observation, aiwe=(), awethi=(), herd_turns=(), walks=(), hunts=())
    shown, empty = (paint("awethi", seen, options) for seen in (observation, nobody))
    for placed in empty.texts:
        assert shown.frame.crop(placed.inked).tobytes() == empty.frame.crop(placed.inked).tobytes(), placed.string


def test_inset_cuts_no_piece() -> None:
    """At the start of a match it cut the last column of the neighbour's herd."""
    plan, frame = whole_board(1000, 4), paint("awethi", START, OPTIONS).frame
    stage, sprites = plan.inset_stage(inset(START)), sprite_set("dark", "standard", 1000)
    aiwe = next(one for one in START.aiwe if SQUARE_NAMES[one.square] == "v4")
    x, y = stage.corner(aiwe.square) or (0, 0)
    figure = sprites.squares(stage.cell).aiwe(aiwe.kind, 2, False)
    _, top, right, bottom = figure.mask.getbbox() or (0, 0, 0, 0)
    assert x - figure.reach + right > stage.box[2], "it reaches over the edge"
    for down in range(top, bottom):
        for across in range(stage.box[2] - x + figure.reach, right):
            if figure.mask.getpixel((across, down)):
                shown = frame.getpixel((x - figure.reach + across, y - figure.reach + down))
                assert shown == figure.numbers.getpixel((across, down)), (across, down)


# ------------------------------------------------------------------------------------------------------------ words


@pytest.mark.parametrize("observation", [ALONE, TWO, THREE, CROWD], ids=["one", "two", "three", "four"])
def test_every_player_has_a_row_of_the_table(observation: AwethiObservation) -> None:
    for number, herder in enumerate(observation.herders):
        assert NAMES[herder.player] in in_row(observation, number)
        assert str(herder.heads) in in_row(observation, number)
    player = observation.wairgka_player
    assert player is not None
    assert NAMES[player] in in_wairgka_row(observation)


@pytest.mark.parametrize("size", [400, 1000, 1600])
@pytest.mark.parametrize("herders", [1, 2, 3, 4])
def test_boxes_do_not_overlap(size: int, herders: int) -> None:
    plan = whole_board(size, herders)
    assert plan.inset is not None
    boxes = {*plan.herders, plan.wairgka, plan.dice, plan.key, plan.frame, plan.inset}
    assert len(boxes) == herders + 5
    for one in boxes:
        assert 0 <= one[0] < one[2] <= plan.width
        assert 0 <= one[1] < one[3] <= plan.height
        for other in boxes - {one}:
            apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            assert apart, (herders, one, other)


@pytest.mark.parametrize("herders", [1, 2, 3, 4])
def test_picture_suits_a_phone(herders: int) -> None:
    """At most a quarter higher than wide, and pieces in the inset at least 16 pixels large on a phone 340 wide."""
    plan = whole_board(1000, herders)
    assert plan.height <= 1250
    for size in INSETS:
        cell = plan.inset_stage(Window(0, 0, *size)).cell
        smallest = sprite_set("dark", "standard", 1000).squares(cell).aiwe("calf", 0, False).mask.getbbox()
        assert smallest is not None
        assert round((smallest[2] - smallest[0]) * 340 / 1000) >= 16


def test_player_to_move_is_named_and_marked() -> None:
    assert "Temür plans the walks" in words(CROWD)
    assert "to move" in in_row(CROWD, 3)
    assert "Danièle has 3 walks left" in words(WALKS)
    assert "Boris Gödünov sends a wairgk out" in words(HUNT)
    assert "to move" in in_wairgka_row(HUNT)
    assert "Lots decide who plays the wairgka" in words(EMPTY)


@pytest.mark.parametrize(
    ("seen", "name"), [(ALONE, "Maximiliane Mustermann"), (CROWD, "Boris Gödünov"), (CROWD, "Ayşegül Yıldırım")]
)
def test_names_beside_the_board_are_whole_and_legible_on_a_phone(seen: AwethiObservation, name: str) -> None:
    """That shows the picture 340 pixels wide; names of 13 letters had 26 units, longer ones were cut."""
    names = (name, "Ada", *NAMES[2:])
    texts = [placed for placed in written(seen, replace(OPTIONS, names=names)) if placed.box[0] > 750]
    assert name in " ".join(placed.string for placed in texts)
    assert all(placed.pixels * 340 / 1000 >= 10 for placed in texts if placed.string in name)


def test_average_is_offered_beside_the_dice() -> None:
    """A12."""
    assert f"or all {CROWD.average}" in words(CROWD)
    assert f"all walk {CROWD.average}" in words(replace(CROWD, phase="sum"))
    assert not any(text.startswith("or all") for text in words(WALKS))


def test_wairgka_card_says_whether_they_are_unleashed() -> None:
    """A17."""
    assert "in the Lair" in words(START)
    assert "unleashed" in words(CROWD)
    assert "has left" in words(LEFT)


@pytest.mark.parametrize(
    ("observation", "shown"),
    [
        (END, {"Danièle wins!", "A herd’s last aiwe is in its shelter", "winner"}),
        (EATEN, {"The wairgka win!", "A herd’s last aiwe has been eaten", "winner", "lost"}),
        (DRAW, {"A draw with the wairgka", "200 rounds have been played", "shared"}),
        (SHARED, {"Ayşe and Temür win together", "shared"}),
        (STOPPED, {"Nobody wins", "Ended by agreement."}),
        (
            replace(END, outcome=Outcome("resignation", T("-"), ((0,), (1,)))),
            {"Ayşe wins!", "All others have left", "winner"},
        ),
    ],
)
def test_end_names_the_winner_and_the_reason(observation: AwethiObservation, shown: set[str]) -> None:
    written = " ".join(words(observation))
    for text in shown:
        assert text in written


def test_points_are_shown_if_they_count() -> None:
    """A27."""
    assert "2 pts" in in_row(THREE, 2)
    assert not any("pts" in text for text in words(CROWD))


def test_wairgk_turn_without_a_move_is_shown() -> None:
    """A21."""
    passed = replace(CROWD, phase="herd", dice=(), average=None, hunts=(replace(CROWD.hunts[0], passed=True),))
    assert "no wairgk can move" in " ".join(words(passed))


def test_undrawable_name_is_replaced_by_the_seats_title() -> None:
    assert "[Player 3ééé]" in words(CROWD, HARD)


# ---------------------------------------------------------------------------------------------------------- quality


@pytest.mark.parametrize(
    ("options", "size"),
    [(HARD, 400), (HARD, 1400), (OPTIONS, 400), (OPTIONS, 1000)],
    ids=lambda value: {HARD: "hard", OPTIONS: "plain"}.get(value, str(value)),
)
def test_texts_stay_in_their_boxes_and_are_legible(options: PictureOptions, size: int) -> None:
    sized = replace(options, size=size)
    shown = [(position, None) for position in POSITIONS.values()] + FOCUSES
    for observation, text in shown:
        texts, (width, height) = writing(observation, focused(text, sized))
        for placed in texts:
            assert placed.box[0] <= placed.inked[0] <= placed.inked[2] <= placed.box[2], placed
            assert placed.box[1] <= placed.inked[1] <= placed.inked[3] <= placed.box[3], placed
            assert placed.box[0] >= 0
            assert placed.box[2] <= width
            assert placed.box[3] <= height
            assert placed.pixels >= round(SMALLEST * size / 1000)
            assert can_draw(placed.string)


def test_english_labels_are_not_cut() -> None:
    for observation, text in [*((position, None) for position in POSITIONS.values()), *FOCUSES]:
        for placed in written(observation, focused(text)):
            assert placed.string == placed.wanted


@pytest.mark.parametrize(("observation", "text"), FOCUSES)
def test_pseudo_language_reaches_every_text(observation: AwethiObservation, text: str) -> None:
    numbers_and_names = {*SQUARE_NAMES, *"abcdefghijklmnopqrstuvwxy", "Awéthi", *HARD.names}
    for placed in (
        *written(observation, replace(focused(text, HARD), size=1400)),
        *written(observation, replace(HARD, size=1400)),
    ):
        plain = placed.wanted.replace(" ", "").isdigit() or placed.wanted in numbers_and_names
        assert plain or placed.wanted.startswith("["), placed.wanted


def test_bytes_are_the_same_in_threads_and_for_pickled_observations() -> None:
    jobs = [(position, replace(OPTIONS, size=500)) for position in [*POSITIONS.values()][::2]]
    jobs += [(observation, focused(text, replace(OPTIONS, size=500))) for observation, text in FOCUSES[::2]]
    alone = [render_png("awethi", *job) for job in jobs]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda job: render_png("awethi", *job), jobs)) == alone
    copies = pickle.loads(pickle.dumps([observation for observation, _ in jobs]))
    again = [render_png("awethi", copy, options) for copy, (_, options) in zip(copies, jobs, strict=True)]
    assert again == alone


def test_warm_up_changes_no_picture() -> None:
    options = replace(OPTIONS, size=450)
    before = render_png("awethi", CROWD, options)
    warm_up("awethi", options)
    assert render_png("awethi", CROWD, options) == before


def test_viewer_does_not_rotate_the_board() -> None:
    """North is always up, because squares have names and dice show directions."""
    assert len({drawn(CROWD, replace(OPTIONS, viewer=viewer)) for viewer in (None, 0, 1, 2, 3, 4)}) == 1


@pytest.mark.parametrize(("observation", "viewer"), [(CROWD, 5), (CROWD, -1), (ALONE, 2)])
def test_viewer_without_a_seat_is_rejected(observation: AwethiObservation, viewer: int) -> None:
    with pytest.raises(ValueError, match=f"no seat {viewer}"):
        drawn(observation, replace(OPTIONS, viewer=viewer))


def test_observation_of_another_game_is_rejected() -> None:
    with pytest.raises(TypeError, match="Awéthi cannot draw a str"):
        render_png("awethi", "a board", OPTIONS)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("palette", PALETTES)
def test_palette_has_room_for_all_colours(theme: ThemeName, palette: PaletteName) -> None:
    assert len(sprite_set(theme, palette, 500).palette.colours) <= 256


@pytest.mark.parametrize("theme", THEMES)
def test_files_are_small_enough_to_post(theme: ThemeName) -> None:
    """100 kilobytes for the median picture, 140 for the largest, also at the largest width."""
    options = replace(OPTIONS, theme=theme)
    assert median(len(drawn(each, options)) for each in POSITIONS.values()) <= 97_000
    for full in (CROWD, RIVER, replace(RIVER, scoring="points")):
        assert max(len(drawn(full, replace(options, size=size))) for size in (1000, 1400)) <= 140_000


@pytest.mark.parametrize(("home", "grazing", "eaten"), [(6, 0, 0), (0, 6, 0), (1, 3, 2), (2, 2, 2)])
def test_every_animal_of_a_herd_has_its_place_in_the_row(home: int, grazing: int, eaten: int) -> None:
    """Side by side on the ground of where it is, so that it can be counted."""
    there = (home, 0, 0), (grazing, 0, 0), (eaten, 0, 0)
    herder = replace(CROWD.herders[0], heads=home, sheltered=there[0], grazing=there[1], eaten=there[2])
    frame = paint("awethi", replace(CROWD, herders=(herder, *CROWD.herders[1:])), OPTIONS).frame
    sprites, (left, top, right, bottom) = sprite_set("dark", "standard", 1000), whole_board(1000, 4).herders[0]
    grounds = sprites.theme.frame, sprites.land.herding[0], sprites.theme.table
    numbers = [bytes([sprites.palette.nearest(ground)]) for ground in grounds]
    lines = [frame.crop((left, line, right, line + 1)).tobytes() for line in range(top, bottom)]
    # Above the heads of the animals, or below their feet.
    widths = max(([line.count(number) for number in numbers] for line in lines), key=sum)
    each = max(widths) / max(home, grazing, eaten)
    assert each >= 24
    assert [round(width / each) for width in widths] == [home, grazing, eaten]
