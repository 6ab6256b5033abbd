"""Close-ups of Awéthi: choices in planners, and areas of the board."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from engines.awethi.game import AWETHI
from engines.awethi.observation import SQUARE_NAMES, AwethiObservation
from engines.game import RulesPage
from render import paint
from render.awethi.focus import Focus, Window, area, around, focus_of, hunt, walk, window
from render.awethi.layout import WHOLE, Stage, close_up
from render.awethi.sprites import sprite_set
from render.options import ThemeName
from tests.render.awethi_drawing import FOCUSES, OPTIONS, drawn, focused, square, words, written
from tests.render.awethi_positions import (
    CROWD,
    HUNT,
    UNLEASH,
    WALKS,
)

CHOOSING = "meadow heads HW e10ce11w e9d10f10a25 i14 110 loose 30 choose 1 1 1244 ---- - -"


def stage_of(observation: AwethiObservation, text: str) -> tuple[Focus, Stage]:
    focus = focus_of(text, observation)
    assert focus is not None
    return focus, close_up(1000, focus.window, 2 if focus.reaches else 1).stage


def on_square(observation: AwethiObservation, text: str, name: str) -> list[str]:
    """What is written on a square of a close-up."""
    _, stage = stage_of(observation, text)
    at = stage.corner(square(name))
    assert at is not None
    return [
        placed.string
        for placed in written(observation, focused(text))
        if at[0] <= placed.box[0] and placed.box[2] <= at[0] + stage.cell
        if at[1] <= placed.box[1] and placed.box[3] <= at[1] + stage.cell
    ]


# ------------------------------------------------------------------------------------------------------------ focus


def test_focus_texts_can_be_parsed() -> None:
    assert area("h9", "r17") == "area:h9-r17"
    assert (walk(2), walk(2, 3), hunt(1)) == ("walk:2", "walk:2:3", "hunt:1")
    for observation, text in FOCUSES:
        assert focus_of(text, observation) is not None


@pytest.mark.parametrize(
    "text", [None, "", "area:h9", "area:z1-b2", "area:a0-b26", "walk:2", "walk:1:4", "hunt:9", "hunt:1", "e5", "Area"]
)
def test_invalid_focus_shows_the_whole_board(text: str | None) -> None:
    assert drawn(CROWD, focused(text)) == drawn(CROWD)


def test_close_up_shows_all_sides_of_marked_squares() -> None:
    """A goal about the calf on e19 was shown without e20, where an awéthi stood beside it."""
    text = "meadow heads HW e19cd22ce22cd21wf22wf21b d19f19e20d16 i17 000 loose 5 each 1 1 1233 123- - -"
    seen = AWETHI.observe(AWETHI.load_state(text), 0)
    for focus in (walk(4), area("d16", "e18"), "last"):
        found = focus_of(focus, seen, [square("e19")])
        assert found is not None
        stage = close_up(1000, found.window, 1).stage
        assert all(stage.corner(square(name)) is not None for name in ("d19", "e18", "e20", "f19")), focus


def test_step_of_a_lesson_shows_a_close_up_after_its_turn_too() -> None:
    assert drawn(HUNT, replace(OPTIONS, teaching=True)) == drawn(HUNT, replace(OPTIONS, teaching=True, focus="last"))
    assert drawn(HUNT, replace(OPTIONS, teaching=True)) != drawn(HUNT, replace(OPTIONS, teaching=False))


@pytest.mark.parametrize(
    ("squares", "expected"),
    [
        (("m13", "m13"), Window(9, 9, 7, 7)),
        (("a1", "a1"), Window(0, 0, 7, 7)),
        (("y25", "x25"), Window(18, 18, 7, 7)),
        (("h9", "r17"), Window(7, 7, 11, 11)),
        (("r17", "h9"), Window(7, 7, 11, 11)),
        (("a1", "y25"), WHOLE),
    ],
)
def test_close_up_contains_the_area_and_stays_on_the_board(squares: tuple[str, str], expected: Window) -> None:
    focus = focus_of(area(*squares), CROWD)
    assert focus is not None
    assert focus.window == expected


def test_windows_stay_on_the_board_and_contain_their_squares() -> None:
    for one in range(0, 625, 7):
        for other in range(0, 625, 31):
            file, rank, side, _ = window((one, other))
            assert 0 <= file <= file + side <= 25
            assert 0 <= rank <= rank + side <= 25
            for number in (one, other):
                assert file <= number % 25 < file + side
                assert rank <= number // 25 < rank + side


def test_close_up_has_its_own_coordinates() -> None:
    shown = words(CROWD, focused("area:h9-r17"))
    file, rank, side, _ = stage_of(CROWD, "area:h9-r17")[0].window
    for step in range(25):
        inside = file <= step < file + side
        assert shown.count("abcdefghijklmnopqrstuvwxy"[step]) == (2 if inside else 0)
    assert str(rank) not in shown
    assert str(rank + 1) in shown


def test_legal_ends_of_a_walk_show_name_and_numbers() -> None:
    walker = next(walker for walker in WALKS.walkers if walker.number == 2)
    numbers: dict[int, list[str]] = {}
    for choice in walker.choices:
        for end in choice.ends:
            numbers.setdefault(end.square, []).append(str(choice.steps))
    assert numbers
    for number, steps in numbers.items():
        expected = steps if number == walker.square else [SQUARE_NAMES[number], " ".join(steps)]
        assert on_square(WALKS, "walk:2", SQUARE_NAMES[number]) == expected


@pytest.mark.parametrize("text", ["walk:1", "walk:1:2"])
def test_numbers_on_the_chosen_awethi_cover_neither_head_nor_number(text: str) -> None:
    """Awéthi 1 can end on f18, where it stands; the same picture where it cannot."""
    walker = next(one for one in UNLEASH.walkers if one.number == 1)
    elsewhere = tuple(
        replace(choice, ends=tuple(end for end in choice.ends if end.square != walker.square))
        for choice in walker.choices
    )
    without = replace(UNLEASH, walkers=(replace(walker, choices=elsewhere),))
    _, stage = stage_of(UNLEASH, text)
    (left, top), cell = stage.place(walker.square), stage.cell

    def part(seen: AwethiObservation, west: float, north: float, east: float, south: float) -> bytes:
        """A part of the square, in shares of its side."""
        west, north, east, south = (round(share * cell) for share in (west, north, east, south))
        box = left + west, top + north, left + east, top + south
        return paint("awethi", seen, focused(text)).frame.crop(box).tobytes()

    square_itself, head, number = (0, 0, 1, 1), (0.34, 0.1, 0.6, 0.32), (0.32, 0.55, 0.62, 0.9)
    assert part(UNLEASH, *square_itself) != part(without, *square_itself)
    for hidden in (head, number):
        assert part(UNLEASH, *hidden) == part(without, *hidden)


@pytest.mark.parametrize(("observation", "text"), FOCUSES)
def test_labels_of_close_ups_are_ten_pixels_large_on_a_phone(observation: AwethiObservation, text: str) -> None:
    """That shows the picture 340 pixels wide; names of prey and numbers on the chosen piece had 26 units."""
    _, stage = stage_of(observation, text)
    left, top, right, bottom = stage.box
    for placed in written(observation, focused(text)):
        if left <= placed.box[0] < right and top <= placed.box[1] < bottom and len(placed.string) < 8:
            assert placed.pixels * 340 / 1000 >= 10, placed


def test_chosen_wairgk_and_its_prey_are_whole() -> None:
    """The line around the chosen piece covered its edges, and prey hid the square that marks it."""
    frame, (_, stage) = paint("awethi", HUNT, focused("hunt:2")).frame, stage_of(HUNT, "hunt:2")
    sprites = sprite_set("dark", "standard", 1000)
    figure, (x, y) = sprites.squares(stage.cell).wairgka((2,)), stage.corner(square("i9")) or (0, 0)
    for across in range(figure.mask.width):
        for down in range(figure.mask.height):
            if figure.mask.getpixel((across, down)):
                shown = frame.getpixel((x - figure.reach + across, y - figure.reach + down))
                assert shown == figure.numbers.getpixel((across, down)), (across, down)
    x, y = stage.corner(square("j7")) or (0, 0)
    prey = sprites.palette.nearest(sprites.land.prey)
    assert frame.getpixel((x + stage.cell + 2, y + 8)) == prey


def test_focus_on_one_number_shows_only_its_ends() -> None:
    walker = next(walker for walker in WALKS.walkers if walker.number == 2)
    (choice,) = (choice for choice in walker.choices if choice.steps == 3)
    names = {SQUARE_NAMES[end.square] for end in choice.ends}
    assert names <= set(words(WALKS, focused("walk:2:3")))
    others = {SQUARE_NAMES[end.square] for other in walker.choices for end in other.ends} - names
    assert others
    assert not others & set(words(WALKS, focused("walk:2:3")))


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_end_in_the_water_looks_like_water(theme: ThemeName) -> None:
    options = replace(focused("walk:1"), theme=theme)
    picture = paint("awethi", UNLEASH, options)
    focus = focus_of("walk:1", UNLEASH)
    assert focus is not None
    stage = close_up(OPTIONS.size, focus.window, 2).stage

    def ground(name: str) -> int:
        left, top = stage.place(square(name))
        return picture.frame.tobytes()[(top + stage.cell // 2) * picture.frame.width + left + stage.cell // 8]

    assert ground("c19") == ground("e15")
    assert ground("f22") == ground("h20")
    assert ground("c19") != ground("f22")
    assert "can end here, in the water" in words(UNLEASH, options)


def test_key_explains_only_the_visible_signs() -> None:
    assert words(UNLEASH, focused("walk:1"))[-3:] == [
        "can end here; the numbers are dice",
        "can end here, in the water",
        "unleashes the wairgka",
    ]
    assert words(WALKS, focused("walk:2:3"))[-3:] == [
        "can end here",
        "can end here, in the water",
        "frees a caught aiwe",
    ]


def test_dice_and_average_can_both_be_shown_a12() -> None:
    choosing = AWETHI.observe(AWETHI.load_state(CHOOSING), 0)
    with_dice, with_average = (set(words(choosing, focused(focus))) for focus in ("walk:1", "walk:1:average"))
    assert {"1", "4"} <= with_dice
    walker = choosing.walkers[0]
    names = {SQUARE_NAMES[end.square] for end in walker.choices[-1].ends if end.square != walker.square}
    assert names <= with_average
    assert not (with_average & {SQUARE_NAMES[end.square] for end in walker.choices[0].ends}) - names


def test_past_moves_are_shown_in_a_close_up_unless_too_large() -> None:
    assert around([square("e5"), square("f7")]) == "area:c3-h9"
    assert around([square("a1")]) == "area:a1-c3"
    assert around([square("a1"), square("y25")]) is None
    assert around([]) is None


@pytest.mark.parametrize("field", ["catches", "frees", "unleashes"])
def test_effects_of_an_end_are_marked(field: str) -> None:
    """A22, A17."""
    walker = next(walker for walker in UNLEASH.walkers if walker.number == 1)
    choice = walker.choices[-1]

    def with_end(**fields: Any) -> AwethiObservation:
        end = replace(choice.ends[0], catches=(), frees=(), unleashes=False)
        changed = replace(choice, ends=(replace(end, **fields), *choice.ends[1:]))
        return replace(UNLEASH, walkers=(replace(walker, choices=(changed,)),))

    marked = with_end(**{field: True if field == "unleashes" else (5,)})
    assert drawn(marked, focused("walk:1")) != drawn(with_end(), focused("walk:1"))


def test_ends_of_a_hunt_are_named_and_prey_is_marked() -> None:
    """A21."""
    hunter = next(hunter for hunter in HUNT.hunters if any(end.prey for end in hunter.ends))
    text = hunt(hunter.number)
    for end in hunter.ends:
        assert on_square(HUNT, text, SQUARE_NAMES[end.square]) == [SQUARE_NAMES[end.square]]
    spared = replace(hunter, ends=tuple(replace(end, prey=None) for end in hunter.ends))
    assert drawn(replace(HUNT, hunters=(spared,)), focused(text)) != drawn(HUNT, focused(text))


def test_awethi_that_can_only_go_home_is_shown() -> None:
    """A16."""
    walker = UNLEASH.walkers[0]
    end = replace(walker.choices[0].ends[0], square=square("a25"), manner="home")
    home = replace(UNLEASH, walkers=(replace(walker, choices=(replace(walker.choices[0], ends=(end,)),)),))
    assert drawn(home, focused("walk:1")) != drawn(home)


def test_arrows_are_clipped_to_the_close_up() -> None:
    (one,) = CROWD.hunts
    assert one.start is not None
    assert one.end is not None
    beyond = replace(CROWD, hunts=(replace(one, start=square("m25"), end=square("m14")),))
    still = replace(beyond, hunts=(replace(beyond.hunts[0], start=square("m14")),))
    assert drawn(beyond, focused("area:k12-o16")) != drawn(still, focused("area:k12-o16"))


# ---------------------------------------------------------------------------------------------------------- the rules


PAGES = [page for page in AWETHI.rules_pages() if page.figure is not None]
CLOSE = [page for page in PAGES if page.figure_focus is not None]


@pytest.mark.parametrize("page", CLOSE, ids=[str(page.title) for page in CLOSE])
def test_rules_figure_shows_every_square_named_in_its_text(page: RulesPage[AwethiObservation]) -> None:
    assert page.figure is not None
    focus = focus_of(page.figure_focus, page.figure)
    assert focus is not None
    assert focus.window[2] <= 13, "pieces must be large enough to be recognised on a phone"
    named = re.findall(r"\b[a-y](?:1[0-9]|2[0-5]|[1-9])\b", str(page.figure_alt))
    assert named or str(page.title) == "Your four dice"
    assert not [name for name in named if Stage(focus.window, 1, 0, 0).corner(square(name)) is None]


def test_only_two_rules_figures_show_the_whole_board() -> None:
    assert [str(page.title) for page in PAGES if page not in CLOSE] == ["What it is about", "The end, and who wins"]


def test_figures_of_wairgk_turns_mark_the_ends_in_their_text() -> None:
    hunts = [page for page in CLOSE if page.figure_focus == hunt(1)]
    assert [str(page.title) for page in hunts] == ["A wairgk turn", "What wairgka fear"]
    for page in hunts:
        assert isinstance(page.figure, AwethiObservation)
        (hunter,) = page.figure.hunters
        shown = words(page.figure, focused(page.figure_focus))
        assert {SQUARE_NAMES[end.square] for end in hunter.ends} <= set(shown)


@pytest.mark.parametrize("page", PAGES, ids=[str(page.title) for page in PAGES])
def test_labels_in_rules_figures_are_not_cut(page: RulesPage[AwethiObservation]) -> None:
    assert page.figure is not None
    options = replace(OPTIONS, names=(), focus=page.figure_focus)
    assert all(placed.string == placed.wanted for placed in written(page.figure, options))
