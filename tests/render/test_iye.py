"""Pictures of İYE: everything that players see (I1), in its place."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engines.game import Outcome
from engines.iye.observation import DrumMove, IyeObservation
from engines.text import T
from render import THEMES, PictureOptions, paint, render_png
from render.iye.layout import COUNTER, layout
from render.iye.pieces import HIDE, stains
from render.iye.sprites import sprite_set
from render.options import ThemeName
from render.text import Placed
from render.theme import KIND_COLOURS
from tests.render.colours import contrast
from tests.render.positions import (
    BEGINNING,
    CHOICE,
    CYCLE_END,
    EMPTY,
    END,
    MIDDLE,
    NOTHING,
    POSITIONS,
    SCORED,
    UNSCORED,
)

NAMES = ("Ayşe", "Boris")
OPTIONS = PictureOptions(names=NAMES)


def written(observation: IyeObservation, options: PictureOptions = OPTIONS) -> list[Placed]:
    return list(paint("iye", observation, options).texts)


def words(observation: IyeObservation, options: PictureOptions = OPTIONS) -> list[str]:
    return [placed.string for placed in written(observation, options)]


def in_card(observation: IyeObservation, card: int, options: PictureOptions = OPTIONS) -> list[str]:
    """What is written in the far (0) or near (1) player's band."""
    _, top, _, bottom = layout(options.size).bands[card].box
    return [
        placed.string for placed in written(observation, options) if top <= placed.box[1] and placed.box[3] <= bottom
    ]


CHANGES: dict[str, tuple[IyeObservation, dict[str, Any]]] = {
    "a tile": (MIDDLE, {"board": "O" + MIDDLE.board[1:]}),
    "an empty square": (MIDDLE, {"board": "." + MIDDLE.board[1:]}),
    "the tile under the drum (I3)": (BEGINNING, {"board": BEGINNING.board[:12] + "S" + BEGINNING.board[13:]}),
    "the drum": (MIDDLE, {"drum": 20}),
    "a natural target (I6)": (MIDDLE, {"natural": MIDDLE.natural[1:]}),
    "who is to move": (MIDDLE, {"to_move": 1}),
    "a tile gathered": (MIDDLE, {"hands": ((2, 1, 0, 1, 1), MIDDLE.hands[1])}),
    "the other's tile gathered": (MIDDLE, {"hands": (MIDDLE.hands[0], (1, 1, 1, 1, 0))}),
    "a tile spent (I7)": (MIDDLE, {"spent": ((0, 2, 0, 0, 0), MIDDLE.spent[1])}),
    "the other's tile spent (I7)": (MIDDLE, {"spent": (MIDDLE.spent[0], (0, 1, 0, 0, 1))}),
    "the number of the cycle": (MIDDLE, {"cycle": 3}),
    "a win": (MIDDLE, {"wins": (1, 1)}),
    "the wins needed (I14)": (MIDDLE, {"wins_needed": 3}),
    "no last move": (MIDDLE, {"last": None}),
    "where the last move began": (MIDDLE, {"last": DrumMove(1, 10, 6, "O", "W")}),
    "what the last move spent": (MIDDLE, {"last": DrumMove(1, 14, 6, "W", "W")}),
    "the move before it": (MIDDLE, {"earlier": (DrumMove(0, 18, 14, None, "S"),)}),
    "what the move before it spent": (MIDDLE, {"earlier": (DrumMove(0, 18, 14, "T", "S"),)}),
    "that nothing was spent": (MIDDLE, {"last": DrumMove(1, 14, 6, None, "W")}),
    "what the last move gave": (MIDDLE, {"last": DrumMove(1, 14, 6, "O", "S")}),
    "who begins": (BEGINNING, {"starter": 1}),
    "who chooses (I15)": (CHOICE, {"to_move": 0}),
    "how the last cycle ended (I13)": (CHOICE, {"last_cycle": replace(UNSCORED, winner=1)}),
    "that the match is over": (END, {"outcome": None}),
    "the phase": (EMPTY, {"phase": "deal"}),
}


@pytest.mark.parametrize("change", CHANGES)
def test_every_change_of_the_observation_changes_the_picture(change: str) -> None:
    observation, fields = CHANGES[change]
    assert render_png("iye", replace(observation, **fields), OPTIONS) != render_png("iye", observation, OPTIONS)


def test_spending_targets_have_their_own_mark() -> None:
    """I13: who can move only by spending must spend. Where the drum moves by itself, only that is marked (I6)."""
    stuck = replace(MIDDLE, natural=())
    assert render_png("iye", stuck, OPTIONS) != render_png("iye", replace(stuck, spend=()), OPTIONS)
    assert render_png("iye", stuck, OPTIONS) != render_png("iye", replace(stuck, natural=(0, 4, 20, 24)), OPTIONS)
    assert render_png("iye", MIDDLE, OPTIONS) == render_png("iye", replace(MIDDLE, spend=()), OPTIONS)


def test_empty_squares_keep_the_trace_of_their_tile() -> None:
    shown = {letter: replace(END, dealt=END.dealt[:7] + letter + END.dealt[8:]) for letter in "SHTWO."}
    assert len({render_png("iye", observation, OPTIONS) for observation in shown.values()}) == 6
    assert render_png("iye", replace(END, dealt=""), OPTIONS) != render_png("iye", END, OPTIONS)


@pytest.mark.parametrize("theme", THEMES)
def test_trace_differs_from_its_tile_without_colour(theme: ThemeName) -> None:
    """It has neither letter nor points, and its drawing stands out less."""
    sprites = sprite_set(theme, "standard", 1000)
    for letter, kind in KIND_COLOURS["standard"].items():
        trace = sprites.cell(letter.lower(), 0)
        corner = trace.crop((trace.width // 8, trace.height // 8, trace.width // 3, trace.height // 4))
        assert len(set(corner.tobytes())) == 1
        assert contrast(*stains(kind, sprites.theme)) < contrast(kind.face, kind.body) / 1.5


def test_legend_explains_the_marks_in_the_picture() -> None:
    def legend(observation: IyeObservation) -> list[str]:
        _, top, _, bottom = layout(1000).legend[0]
        return [placed.string for placed in written(observation) if placed.box[1] == top and placed.box[3] == bottom]

    assert legend(MIDDLE) == ["drum can go here", "drum's way", "spent", "has most: points"]
    assert legend(replace(MIDDLE, natural=())) == ["by spending a tile", "drum's way", "spent", "has most: points"]
    assert legend(BEGINNING) == ["drum can go here"]
    scored = replace(CYCLE_END, last_cycle=UNSCORED, last=None)
    assert legend(CYCLE_END) == ["drum's way", "has most: points"]
    assert legend(END) == ["drum to c3", "has most: points"]
    assert legend(scored) == []  # I13
    assert legend(EMPTY) == []


def test_news_name_the_starter_only_before_the_first_move() -> None:
    assert "Ayşe begins" in words(BEGINNING)
    assert "Ayşe begins" not in words(replace(MIDDLE, last=None))


def test_drum_is_visible_on_every_square() -> None:
    pictures = {render_png("iye", replace(MIDDLE, drum=square, last=None), OPTIONS) for square in range(25)}
    assert len(pictures) == 25


def test_moves_of_the_drum_leave_distinct_traces() -> None:
    squares = (0, 2, 6, 12, 13, 24)
    traces = {
        render_png("iye", replace(MIDDLE, last=DrumMove(1, origin, target, None, "W")), OPTIONS)
        for origin in squares
        for target in squares
        if origin != target
    }
    assert len(traces) == len(squares) * (len(squares) - 1)


def test_coordinates_are_on_the_edge() -> None:
    shown = words(MIDDLE)
    for coordinate in "abcde12345":
        assert coordinate in shown
    plan = layout(1000)
    by_name = {placed.string: placed.box for placed in written(MIDDLE) if placed.box[0] < plan.squares_at[0]}
    for rank in range(5):
        top, bottom = by_name[str(rank + 1)][1::2]
        assert (top + bottom) // 2 == pytest.approx(plan.square(5 * rank)[1] + plan.cell // 2, abs=1)


def test_coordinates_are_written_on_plain_wood() -> None:
    """The ground of a text is read from the first pixel of its box."""
    for theme in THEMES:
        sprites = sprite_set(theme, "standard", 1000)
        for placed in sprites.written:
            assert sprites.table.getpixel(placed.box[:2]) == sprites.palette.nearest(sprites.theme.frame), placed


def test_viewer_is_at_the_bottom_and_opponent_at_the_top() -> None:
    assert "Ayşe" in in_card(MIDDLE, 1)
    assert "Boris" in in_card(MIDDLE, 0)
    rotated = PictureOptions(names=NAMES, viewer=1)
    assert "Boris" in in_card(MIDDLE, 1, rotated)
    assert "Ayşe" in in_card(MIDDLE, 0, rotated)


def test_card_of_the_player_to_move_says_so() -> None:
    assert "to move" in in_card(MIDDLE, 1)
    assert "to move" not in in_card(MIDDLE, 0)
    assert "to move" in in_card(replace(MIDDLE, to_move=1), 0)
    assert "chooses who begins" in in_card(CHOICE, 0)
    assert "winner" in in_card(END, 1)
    assert "winner" not in in_card(END, 0)
    assert "chooses who begins" in in_card(replace(CHOICE, last_cycle=replace(SCORED, number=1)), 0)


def test_points_are_those_of_the_types_led() -> None:
    """I12: strictly more of a type takes all its points; equal counts give no points."""
    assert "12 points" in in_card(MIDDLE, 1)  # Sun 2:1 and Water 1:0; Horse 1:1
    assert "5 points" in in_card(MIDDLE, 0)  # Tree 1:0
    one = replace(MIDDLE, hands=((0, 0, 0, 0, 1), NOTHING))
    assert "1 point" in in_card(one, 1)


def test_unscored_cycle_shows_no_points() -> None:
    """I13."""
    unscored = replace(CYCLE_END, last_cycle=replace(SCORED, scored=False))
    assert not [string for string in words(unscored) if "point" in string]
    assert [string for string in words(CYCLE_END) if "point" in string]


def test_gathered_and_spent_tiles_are_counted_by_type() -> None:
    held, spent = (9, 6, 5, 3, 1), (8, 7, 4, 2, 0)
    card = in_card(replace(MIDDLE, hands=(held, NOTHING), spent=(spent, NOTHING)), 1)
    assert [string for string in card if string.isdigit()] == [*"96531", *"8742"]
    assert "spent" in card


def test_nothing_is_written_where_there_are_no_tiles() -> None:
    card = in_card(replace(MIDDLE, hands=(NOTHING, NOTHING), spent=(NOTHING, NOTHING)), 0)
    assert sorted(card) == ["0 points", "Boris"]


def test_types_led_say_what_they_bring() -> None:
    assert [string for string in in_card(MIDDLE, 1) if string.startswith("+")] == ["+9", "+3"]
    assert [string for string in in_card(MIDDLE, 0) if string.startswith("+")] == ["+5"]


def test_bands_show_the_tiles_of_the_cycle_that_has_just_ended() -> None:
    """Until the first move of the next one, whose tiles are already on the board."""
    ended = replace(CHOICE, last_cycle=replace(SCORED, number=1))
    assert "17 points" in in_card(ended, 1)
    assert "cycle 1" in in_card(ended, 1)
    assert {"+9", "+7", "+1"} <= set(in_card(ended, 1))
    assert {"cycle 1", "to move"} <= set(in_card(replace(ended, phase="play"), 0)), "not tiles to spend now"
    assert "0 points" in in_card(replace(BEGINNING, to_move=1), 1)


def test_ribbon_leaves_the_winners_drum_whole() -> None:
    """The ribbon covered its lower part. Rays and ribbon are gold; the drum reaches 0.86 squares down."""
    plan = layout(1000)
    _, y = plan.square(END.drum)
    (name,) = names_on_board(END)
    assert name.box[1] > y + plan.cell // 2 + 0.86 * plan.cell


def test_headline_tells_the_move_and_the_small_print_its_notation() -> None:
    assert {"Boris wakes the Water for Ayşe", "Ob2, spending an Owl"} <= set(words(MIDDLE))
    natural = replace(MIDDLE, last=DrumMove(0, 7, 6, None, "H"))
    assert {"Ayşe wakes the Horse for Boris", "drum to b2"} <= set(words(natural))


@pytest.mark.parametrize(
    ("letter", "name"), [("S", "Sun"), ("H", "Horse"), ("T", "Tree"), ("W", "Water"), ("O", "Owl")]
)
def test_headline_names_every_tile(letter: str, name: str) -> None:
    shown = words(replace(MIDDLE, last=DrumMove(0, 7, 6, letter, letter)))
    assert f"Ayşe wakes the {name} for Boris" in shown
    assert f"{letter}b2, spending {'an' if letter == 'O' else 'a'} {name}" in shown


def test_drum_leaves_the_headline_for_the_celebration() -> None:
    """A band has no room for it: the winner's name would be cut."""
    plan = layout(1000)

    def hide(observation: IyeObservation, place: tuple[int, int]) -> int:
        """How many pixels there have the colour of the drum's hide."""
        picture, (left, top) = paint("iye", observation, OPTIONS), place
        shown = picture.frame.crop((left, top, left + 84, top + 84)).tobytes()
        colours = [tuple(picture.palette[3 * number : 3 * number + 3]) for number in shown]
        return colours.count(HIDE)

    assert hide(MIDDLE, plan.emblem) > 1500
    assert hide(END, plan.emblem) < 500
    named = replace(OPTIONS, names=("Ayşe", "Computer L2"))
    won = replace(END, outcome=Outcome("wins", T("Over"), ((1,), (0,))))
    assert any("Computer L2" in in_card(won, card, named) for card in (0, 1))


def test_end_celebrates_the_winner_on_the_board() -> None:
    """The drum grows over its square, or as near to it as there is room, with the winner's name below it."""
    plan = layout(1000)
    for square in range(25):
        left, top, right, bottom = names_on_board(replace(END, drum=square))[0].box
        across, down = (left + right) // 2 - plan.squares_at[0], (top + bottom) // 2 - plan.squares_at[1]
        assert across // plan.cell == min(max(square % 5, 1), 3)
        assert (down - 1.14 * plan.cell) // plan.cell == 4 - min(max(square // 5, 1), 3)
    for nobody in (replace(END, planned=True), replace(END, outcome=TIED)):
        assert not names_on_board(nobody)


def test_way_of_the_last_move_is_not_drawn_below_the_drum_of_the_winner() -> None:
    """Only a piece of the arrow was left, which looked like a pole of the ribbon."""

    def board(observation: IyeObservation) -> bytes:
        return paint("iye", observation, OPTIONS).frame.crop(layout(1000).board).tobytes()

    ways = [DrumMove(0, origin, END.drum, None, "W") for origin in (2, 14)]
    assert len({board(replace(END, last=way)) for way in ways}) == 1
    for nobody in (replace(END, planned=True), replace(END, outcome=TIED)):
        assert len({board(replace(nobody, last=way)) for way in ways}) == 2


TIED = Outcome("draw", T("Nobody wins."), ((0, 1),))


def names_on_board(observation: IyeObservation) -> list[Placed]:
    left, top, right, bottom = layout(1000).board
    return [
        placed
        for placed in written(observation)
        if placed.string in OPTIONS.names and left < placed.box[0] < right and top < placed.box[1] < bottom
    ]


def test_every_text_is_legible_on_a_phone() -> None:
    """At least 10 pixels high where 340 pixels are left for the picture, and counters at least 16."""
    for observation in POSITIONS.values():
        for placed in written(observation, PictureOptions(names=("M" * 32, "W" * 32))):
            assert placed.pixels * 0.34 >= 10, placed
    assert COUNTER * 0.34 >= 16


@pytest.mark.parametrize("size", [400, 1000, 1600])
def test_picture_is_upright_for_phones(size: int) -> None:
    frame = paint("iye", MIDDLE, PictureOptions(size=size)).frame
    assert frame.height <= 1.25 * frame.width
    left, _, right, _ = layout(size).board
    assert right - left >= 0.91 * size


@pytest.mark.parametrize(
    ("fields", "news"),
    [
        ({}, "Ayşe wins cycle 2, 17–8"),
        ({"winner": 1}, "Boris wins cycle 2, 8–17"),
        ({"winner": None}, "Cycle 2 is a tie, 17–8"),
        ({"scored": False}, "Ayşe wins cycle 2: no move left"),
    ],
)
def test_news_show_how_a_cycle_ended(fields: dict[str, Any], news: str) -> None:
    ended = replace(CYCLE_END, last_cycle=replace(SCORED, **fields))
    assert news in words(ended)


def test_news_before_the_first_deal() -> None:
    assert "Drawing lots for the start" in words(EMPTY)
    assert "The tiles are being dealt" in words(replace(EMPTY, phase="deal"))


def test_result_is_above_the_board() -> None:
    assert {"Ayşe is the next shaman", "2 cycles to 1"} <= set(words(END))
    assert END.outcome is not None
    given_up = replace(END.outcome, termination="resignation", summary=T("Boris resigns."))
    assert "Boris resigns." in words(replace(END, outcome=given_up))


def test_long_names_are_cut_before_sentences() -> None:
    long = PictureOptions(names=("M" * 32, "Boris"))
    (sentence,) = [string for string in words(END, long) if "shaman" in string]
    assert sentence.startswith("MMM")
    assert sentence.endswith("… is the next shaman")


def test_every_text_is_translated() -> None:
    """What stays untranslated are names, notation, numbers, coordinates and the game's own name."""

    def covered(_: object) -> str:
        return "¤"

    for observation in POSITIONS.values():
        shown = words(observation, PictureOptions(translate=covered))
        assert {string for string in shown if len(string) > 1 and string != "İYE" and string[0] != "+"} == set(), (
            observation.phase
        )


def test_draw_has_no_winner_tag() -> None:
    assert END.outcome is not None
    drawn = replace(END, outcome=replace(END.outcome, termination="draw", summary=T("A draw."), ranking=()))
    assert "winner" not in words(drawn)
    assert "A draw." in words(drawn)


# ------------------------------------------------------------------------------------------------------------- lessons

LESSON = replace(OPTIONS, teaching=True)


def test_picture_of_a_lesson_begins_with_the_bands() -> None:
    whole, picture = paint("iye", MIDDLE, OPTIONS), paint("iye", MIDDLE, LESSON)
    gone = whole.frame.height - picture.frame.height
    assert 80 < gone < 100
    assert picture.frame.tobytes() == whole.frame.crop((0, gone, 1000, whole.frame.height)).tobytes()
    assert set(words(MIDDLE)) - set(words(MIDDLE, LESSON)) == {
        "İYE",
        "Cycle 2, first to 2 wins",
        "Boris wakes the Water for Ayşe",
        "Ob2, spending an Owl",
    }
    assert all(placed.box[1] >= 0 and placed.box[3] <= picture.frame.height for placed in picture.texts)
    assert picture.board == tuple((x, y - gone) for x, y in whole.board)


def test_first_picture_of_a_lesson_is_the_board_alone() -> None:
    picture = paint("iye", BEGINNING, LESSON)
    assert picture.frame.height < 980
    assert {placed.string for placed in picture.texts} == {*"abcde12345", "drum can go here"}


def test_end_and_landscape_of_a_lesson_are_shown_whole() -> None:
    for options in (LESSON, replace(LESSON, landscape=True)):
        for observation in (END, MIDDLE) if options.landscape else (END,):
            shown = paint("iye", observation, options)
            assert shown.frame.tobytes() == paint("iye", observation, replace(options, teaching=False)).frame.tobytes()
