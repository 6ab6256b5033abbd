"""The end of a match of Awéthi: the herd that came home in the evening, or the wairgka at night."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image

from engines.awethi.observation import SIDE, SQUARE_NAMES, AwethiObservation
from render import paint
from render.awethi import ending
from render.awethi.celebration import SMALLEST
from render.awethi.colours import FENCE
from render.awethi.focus import LAST, LAST_SQUARES, Window, last_squares
from render.awethi.layout import whole_board
from render.awethi.sprites import sprite_set
from render.options import THEMES, ThemeName
from tests.render.awethi_drawing import NAMES, OPTIONS, in_box, words
from tests.render.awethi_positions import DRAW, EATEN, END, SHARED, STOPPED


def scene(seen: AwethiObservation, theme: ThemeName = "dark") -> bytes:
    """The colour numbers of the scene."""
    box = whole_board(OPTIONS.size, len(seen.herders)).scene
    return paint("awethi", seen, replace(OPTIONS, theme=theme)).frame.crop(box).tobytes()


def written_there(seen: AwethiObservation) -> list[str]:
    return in_box(seen, whole_board(OPTIONS.size, len(seen.herders)).scene)


@pytest.mark.parametrize(
    ("seen", "ribbon"),
    [
        (END, NAMES[3]),
        (EATEN, NAMES[1]),
        (SHARED, "Ayşe and Temür win together"),
        (DRAW, "A draw with the wairgka"),
    ],
)
def test_end_has_a_ribbon_and_no_inset(seen: AwethiObservation, ribbon: str) -> None:
    assert written_there(seen) == [ribbon]


def test_last_square_is_enlarged_beside_the_scene_and_no_piece_is_explained() -> None:
    plan = whole_board(OPTIONS.size, len(EATEN.herders)).at_end()
    assert plan.inset is not None
    assert {"8", "9", "h"} <= set(in_box(EATEN, plan.inset)), "the last aiwe was eaten on h9"
    assert in_box(EATEN, plan.dice)[0].startswith("A herd’s")
    kinds = {"calf", "cow", "bull", "awéthi", "wairgk"}
    assert not kinds & set(words(EATEN))
    assert kinds <= set(words(STOPPED))


def test_card_shows_the_last_catch_from_near() -> None:
    """Half of it was grass without anything."""
    file, rank, wide, high = last_squares(END, ending.SQUARES)
    assert wide * high <= 18
    for name in ("x10", "x11", "x12", "w11"):
        square = SQUARE_NAMES.index(name)
        assert file <= square % SIDE < file + wide
        assert rank <= square // SIDE < rank + high


def test_no_enlarged_piece_of_an_end_is_under_16_pixels_on_a_phone() -> None:
    """Discord shows a picture about 340 pixels wide on a phone; the smallest piece is a calf."""
    sprites = sprite_set(OPTIONS.theme, OPTIONS.palette, OPTIONS.size)
    enlarged = whole_board(OPTIONS.size, 4).at_end().inset_stage(last_squares(EATEN))
    for side in (enlarged.cell, SMALLEST):
        left, _, right, _ = sprites.squares(side).aiwe("calf", 0, False).mask.getbbox() or (0, 0, 0, 0)
        assert round(340 / OPTIONS.size * (right - left)) >= 16


def shows(window: Window, name: str) -> bool:
    square = SQUARE_NAMES.index(name)
    file, rank = square % SIDE - window.file, square // SIDE - window.rank
    return 0 <= file < window.wide and 0 <= rank < window.high


def test_enlarged_is_where_the_match_ended_not_what_moved_last() -> None:
    """The last aiwe of a herd was caught on x11; the awéthi of another have walked at y18 to y24."""
    for size in (LAST_SQUARES, ending.SQUARES):
        assert shows(last_squares(END, size), "x11")
        assert not shows(last_squares(END, size), "y22")
        assert shows(last_squares(EATEN, size), "h9")


def test_enlarged_squares_show_as_many_pieces_as_possible() -> None:
    """Around x11 in the middle, few others were to be seen."""
    assert all(shows(last_squares(END), name) for name in ("x10", "x11", "x12", "w11", "y15", "y17"))


def on_card(seen: AwethiObservation, theme: ThemeName = "dark") -> Image.Image:
    options = replace(OPTIONS, theme=theme, focus=LAST, board_only=True)
    return paint("awethi", seen, options).frame


@pytest.mark.parametrize("theme", THEMES)
def test_card_shows_the_last_caught_aiwe_in_its_fence(theme: ThemeName) -> None:
    """It has gone to the shelter, so that the board itself shows where it was, faint."""
    calf = [replace(turn, moves=tuple(replace(one, kind="calf") for one in turn.moves)) for turn in END.herd_turns]
    assert on_card(END, theme).tobytes() != on_card(replace(END, herd_turns=tuple(calf)), theme).tobytes()
    fenced = on_card(END, theme).getcolors() or ()
    fence = sprite_set(theme, OPTIONS.palette, OPTIONS.size).palette.nearest(FENCE)
    assert fence in {number for _, number in fenced}


@pytest.mark.parametrize("seen", [END, EATEN, SHARED, DRAW])
def test_card_shows_who_wins_above_what_has_happened(seen: AwethiObservation) -> None:
    ended, stopped = on_card(seen), on_card(replace(seen, outcome=None))
    assert abs(stopped.width - stopped.height) < 8, "without a winner there are squares only"
    assert stopped.height * 1.2 < ended.height <= ended.width * 1.34


def test_pieces_on_a_card_have_16_pixels_on_a_phone() -> None:
    """A card with few players has 540 units for the board, of 1000 units that a phone shows in 340 pixels."""
    for squares in (ending.SQUARES, ending.ALONE):
        assert 540 * 0.96 / squares[0] * 340 / 1000 >= 16


def test_without_a_winner_the_inset_stays() -> None:
    box = whole_board(OPTIONS.size, len(STOPPED.herders)).inset
    assert box is not None
    assert {"18", "19"} <= set(in_box(STOPPED, box))


def test_planned_end_is_not_celebrated() -> None:
    assert NAMES[3] not in written_there(replace(END, planned=True))


@pytest.mark.parametrize("theme", THEMES)
def test_every_animal_that_came_home_is_drawn(theme: ThemeName) -> None:
    winner = next(place for place, herder in enumerate(END.herders) if herder.player == 3)
    drawn = set()
    for calves in range(4):
        herders = list(END.herders)
        herders[winner] = replace(herders[winner], sheltered=(calves, 2, 1))
        drawn.add(scene(replace(END, herders=tuple(herders)), theme))
    assert len(drawn) == 4


def test_eaten_animals_of_all_herds_are_drawn_when_the_wairgka_win() -> None:
    without = [replace(herder, eaten=(0, 0, 0)) for herder in EATEN.herders]
    seen = {scene(EATEN), scene(replace(EATEN, herders=(without[0], *EATEN.herders[1:])))}
    seen.add(scene(replace(EATEN, herders=(*EATEN.herders[:3], without[3]))))
    assert len(seen) == 3


def test_wairgk_that_has_hunted_last_is_in_the_middle() -> None:
    assert scene(EATEN) != scene(replace(EATEN, hunts=(replace(EATEN.hunts[0], number=3),)))
