"""Pictures of Chiefdom: the viewer's sheet and plan, the public state, and all sheets at the end."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from random import Random
from typing import Any

import pytest
from PIL import Image, ImageChops

from engines.chiefdom.game import CHIEFDOM
from engines.chiefdom.moves import Move
from engines.chiefdom.observation import CARD_TITLES, SQUARE_NAMES, ChiefdomObservation, Reading, Score
from engines.chiefdom.state import State
from engines.game import CHANCE, Step
from engines.text import T, format_number
from render import PictureOptions, paint, render_png
from render.canvas import Canvas
from render.chiefdom.icons import LETTER, SQUARES, TOOLS
from render.chiefdom.labels import LINE_LABELS
from render.chiefdom.pen import Pen
from render.chiefdom.signs import SIGNS
from render.chiefdom.sprites import sprite_set
from render.options import english
from tests.render.chiefdom_drawing import NAMES, OPTIONS, drawn, words, written
from tests.render.chiefdom_positions import (
    ASKING,
    BARRED,
    CARDS,
    CHOSEN,
    DEAL,
    DECIDED,
    END,
    END_OF_EIGHT,
    FREE,
    IMPOSSIBLE,
    MIDDLE,
    OPEN,
    OTHER_EDITION,
    OWN,
    OWN_OF_OPEN,
    OWN_OF_STOPPED,
    PASSING,
    PLANNED,
    PUBLIC,
    ROLL,
    SOLO,
    SOLO_END,
    STOPPED,
    TRIPLE,
    numbers,
)


def in_line(observation: ChiefdomObservation, label: str) -> list[str]:
    """Return the texts in the line of the score with this label, from left to right."""
    texts = written(observation)
    line = next(placed.box for placed in texts if placed.string == label and placed.box[0] > 668)
    return [placed.string for placed in texts if placed.box[1] == line[1] and placed.box[0] > line[0]]


def on_card(observation: ChiefdomObservation, place: int) -> list[str]:
    """Return the texts at the foot of a scoring card, from left to right: count and points."""
    texts = written(observation)
    worth = [placed.box for placed in texts if placed.string in ("5 each", "10 first, 5 second")]
    left = (worth[place][0], worth[place][3])
    return [
        placed.string for placed in texts if placed.box[1] >= left[1] and left[0] <= placed.box[0] <= worth[place][2]
    ][:2]


def with_own(observation: ChiefdomObservation, **fields: Any) -> ChiefdomObservation:
    own = observation.own
    assert own is not None
    sheets = list(observation.sheets)
    sheets[observation.viewer or 0] = replace(own, **fields)
    return replace(observation, sheets=tuple(sheets))


def moved(observation: ChiefdomObservation, **fields: Any) -> ChiefdomObservation:
    assert observation.ghost is not None
    return replace(observation, ghost=replace(observation.ghost, **fields))


def _other(observation: ChiefdomObservation, **fields: Any) -> tuple[Reading, ...]:
    """The readings, the first one changed."""
    return (replace(observation.readings[0], **fields), *observation.readings[1:])


CHANGES: dict[str, tuple[ChiefdomObservation, ChiefdomObservation]] = {
    "the dice that are added": (MIDDLE, replace(MIDDLE, readings=_other(MIDDLE, sum=(1, 4)))),
    "the placement die": (MIDDLE, replace(MIDDLE, readings=_other(MIDDLE, die=5))),
    "the turn": (MIDDLE, replace(MIDDLE, turn=23)),
    "a reading": (MIDDLE, replace(MIDDLE, readings=MIDDLE.readings[1:])),
    "that a reading is possible": (MIDDLE, replace(MIDDLE, readings=FREE)),
    "a card": (MIDDLE, replace(MIDDLE, cards=(5, 10, 15))),
    "players still to decide": (MIDDLE, replace(MIDDLE, decided=(False, False, False))),
    "who has left (C24)": (MIDDLE, replace(MIDDLE, gone=(False, False, False))),
    "a bonus used (C16)": (MIDDLE, with_own(MIDDLE, bonuses_used=1)),
    "logs": (MIDDLE, with_own(MIDDLE, logs=2)),
    "fish": (MIDDLE, with_own(MIDDLE, fish=3)),
    "what was drawn last": (MIDDLE, with_own(MIDDLE, drawn=numbers("i4 j5"))),
    "a plan": (MIDDLE, PLANNED),
    "that it is decided": (PLANNED, moved(PLANNED, decided=True)),
    "that it is not legal": (BARRED, moved(BARRED, reason=None)),
    "which square is in the way": (IMPOSSIBLE, moved(IMPOSSIBLE, squares=numbers("f8 g8 h7"))),
    "the square left out (C16)": (ASKING, moved(ASKING, left_out=None)),
    "the bonus that the plan uses (C16)": (ASKING, moved(ASKING, bonus=False)),
    "the job chosen (C11)": (ASKING, moved(ASKING, jobs=((numbers("c8")[0], "F"),))),
    "another job": (CHOSEN, moved(CHOSEN, jobs=tuple((square, "L") for square in numbers("f8 g8")))),
    "a pass (C17)": (PASSING, replace(PASSING, passed=False)),
    "dice to the public": (PUBLIC, replace(PUBLIC, readings=_other(PUBLIC, sum=(1, 4)))),
    "the placement die to the public": (PUBLIC, replace(PUBLIC, readings=_other(PUBLIC, die=5))),
    "the number of a triple": (TRIPLE, replace(TRIPLE, dice=(6, 6, 6))),
    "a triple (C5)": (TRIPLE, replace(TRIPLE, readings=TRIPLE.readings[:1])),
    "the phase": (DEAL, replace(DEAL, phase="roll")),
    "an open sheet": (OPEN, replace(OPEN, sheets=(OPEN.sheets[1], *OPEN.sheets[1:]))),
    "points of open sheets": (OWN_OF_OPEN, replace(OWN_OF_OPEN, open_sheets=False)),
    "who has won": (END, replace(END, outcome=None)),
}


@pytest.mark.parametrize("change", CHANGES)
def test_every_change_of_the_observation_changes_the_picture(change: str) -> None:
    before, after = CHANGES[change]
    assert drawn(before) != drawn(after)


def test_letters_of_a_sheet_have_distinct_drawings() -> None:
    assert set(SQUARES) == set(SQUARE_NAMES) - {"."} | {"?"}
    files = OWN.replace("/", "")
    square = numbers("j1")[0]
    pictures = {
        drawn(with_own(MIDDLE, squares=files[:square] + letter + files[square + 1 :])) for letter in SQUARE_NAMES
    }
    assert len(pictures) == len(SQUARE_NAMES)


def test_squares_differ_without_colour() -> None:
    """Without any colour, each square looks different, also as small as with eight sheets on a phone."""
    sprites = sprite_set("dark", "standard", 400)
    seen = set()
    for letter in SQUARE_NAMES:
        numbers_ = sprites.square(letter, None, 12)
        grey = [sum(sprites.palette.colours[number]) // 24 for number in numbers_.tobytes()]
        seen.add(tuple(grey))
    assert len(seen) == len(SQUARE_NAMES)


def test_letters_on_people_are_legible_on_a_phone() -> None:
    """They tell the jobs without colour. On a sheet that is shown 340 pixels wide their capitals have eight pixels."""
    across, _ = zip(*paint("chiefdom", MIDDLE, OPTIONS).board, strict=True)
    square = (max(across) - min(across)) / (MIDDLE.edition.files + 0.5)  # with the numbers of the ranks
    letter = LETTER / 100 * square * 0.34
    assert letter >= 12
    assert letter * 0.66 >= 8, "the height of capitals"


@pytest.mark.parametrize("letter", TOOLS)
def test_tools_of_people_are_visible_on_a_phone(letter: str) -> None:
    """They tell the jobs without letters. On a sheet that is shown 340 pixels wide a square has 20 pixels."""
    canvas = Canvas(20, 20, 5)
    TOOLS[letter](Pen(canvas, 0, 0, 20), (0, 0, 0))
    left, top, right, bottom = canvas.finish().getbbox() or (0, 0, 0, 0)
    assert min(right - left, bottom - top) / 5 >= 6.5


def test_signs_are_visible_on_a_phone() -> None:
    """Thin lines keep their ink when they are smaller than a pixel."""
    sprites = sprite_set("dark", "standard", 400)
    paper = sprites.palette.nearest(sprites.pens.paper)
    pictures = [sprites.sign(name, 13).tobytes() for name in SIGNS]
    assert all(len(picture) - picture.count(paper) > 12 for picture in pictures)


def test_squares_are_where_their_names_say() -> None:
    """File a in the west, rank 1 in the south, letters below and numbers beside."""
    texts = written(SOLO)
    placed = {each.string: each.box for each in texts if each.string in "abcdefghij" or each.box[2] < 62}
    frames = [paint("chiefdom", each, OPTIONS).frame for each in (SOLO, _with_letter(SOLO, "c7", "W"))]
    box = _difference(*frames)
    column, row = placed["c"], placed["7"]
    assert column[0] <= box[0] < box[2] <= column[2]
    assert row[1] <= box[1] < box[3] <= row[3]


def _with_letter(observation: ChiefdomObservation, name: str, letter: str) -> ChiefdomObservation:
    own = observation.own
    assert own is not None
    square = numbers(name)[0]
    return with_own(observation, squares=own.squares[:square] + letter + own.squares[square + 1 :])


def _difference(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int]:
    box = ImageChops.difference(one, other).getbbox()
    assert box is not None
    return box


# --------------------------------------------------------------------------------------------------- what is written


def test_score_is_shown_line_by_line() -> None:
    """C19: what is counted and its points, with a proper minus sign."""
    own = MIDDLE.own
    assert own is not None
    assert f"{own.score.total} points" in words(MIDDLE)
    assert in_line(MIDDLE, "Houses") == ["1", "7"]
    score_line = own.score.line("homeless")
    assert in_line(MIDDLE, "Homeless") == [str(score_line.number), f"−{-score_line.points}"]
    assert in_line(MIDDLE, "Lake") == [str(own.score.line("lake").number), str(own.score.line("lake").points)]


@pytest.mark.parametrize("observation", [MIDDLE, PLANNED, SOLO_END, END], ids=["own", "planned", "alone", "end"])
def test_words_of_the_score_are_ten_pixels_large_on_a_phone(observation: ChiefdomObservation) -> None:
    """That shows the picture 340 pixels wide. The table of several sheets has no column without any points."""
    labels = {name: english(label) for name, label in LINE_LABELS.items()}
    scored = {line.name for sheet in observation.sheets if sheet for line in sheet.score.lines if line.points}
    shown = {placed.string: placed.pixels for placed in written(observation) if placed.string in labels.values()}
    assert set(shown) == {label for name, label in labels.items() if observation is not END or name in scored}
    assert min(shown.values()) * 340 / 1000 >= 10


@pytest.mark.parametrize("observation", [END, END_OF_EIGHT], ids=["two", "eight"])
def test_table_of_scores_is_ten_pixels_large_on_a_phone(observation: ChiefdomObservation) -> None:
    """Its numbers had 26 units, which are 8.8 pixels."""
    assert min(placed.pixels for placed in written(observation) if placed.box[1] > 700) * 340 / 1000 >= 10


def test_comparing_cards_have_no_points_before_the_end() -> None:
    """C3: they would reveal other sheets."""
    own = MIDDLE.own
    assert own is not None
    assert own.score.cards[2].points is None
    texts = [on_card(MIDDLE, place) for place in range(3)]
    assert texts[0] == [str(own.score.cards[0].number), str(own.score.cards[0].points)]
    assert texts[2] == [str(own.score.cards[2].number), "?"]


def test_cards_show_number_title_and_points() -> None:
    """C23."""
    texts = " ".join(words(PUBLIC))
    for card in CARDS:
        assert CARD_TITLES[card].singular in texts
        assert str(card) in words(PUBLIC)
    assert "5 each" in texts
    assert "10 first, 5 second" in texts


def test_cards_have_pictures_and_fitting_titles() -> None:
    pictures = set()
    for card in CARD_TITLES:
        texts = written(replace(PUBLIC, cards=(card,)))
        assert all(placed.string == placed.wanted for placed in texts)
        pictures.add(drawn(replace(PUBLIC, cards=(card,))))
    assert len(pictures) == len(CARD_TITLES)


@pytest.mark.parametrize(
    ("observation", "news"),
    [
        (MIDDLE, "Choose what to draw"),
        (PLANNED, "Planned, not confirmed: water on g8 h8 i8"),
        (DECIDED, "Decided: water on g8 h8 i8"),
        (IMPOSSIBLE, "g7 is not empty."),
        (PASSING, "You pass this turn"),
        (ASKING, "Planned, not complete: a person on c8"),
        (PUBLIC, "Waiting for one chieftain"),
        (replace(SOLO, viewer=None, sheets=(None,), may_decide=False), "Your turn"),
        (TRIPLE, "Waiting for everyone"),
        (DEAL, "The scoring cards are being dealt"),
        (SOLO_END, "Your story will be told! Ayşe has 185 points."),
    ],
)
def test_status_line_says_what_to_do(observation: ChiefdomObservation, news: str) -> None:
    assert news in " ".join(words(observation))


def test_position_between_turns_has_no_status_line() -> None:
    """After a step of a lesson, nothing is rolled."""
    texts = [placed.string for placed in written(ROLL) if placed.box[0] > 270 and placed.box[3] < 92]
    assert texts == []


def test_score_shows_the_planned_total() -> None:
    """The points after a legal plan are shown beside the present points."""
    assert PLANNED.ghost is not None
    assert PLANNED.ghost.gain is not None
    own = MIDDLE.own
    assert own is not None
    now, then = own.score.total, own.score.total + PLANNED.ghost.gain.points
    assert then != now
    assert f"{now} → {then} points" in words(PLANNED)
    assert f"{now} → {then} points" in words(DECIDED)
    assert f"{now} points" in words(IMPOSSIBLE)


@pytest.mark.parametrize("observation", [PLANNED, DECIDED], ids=["planned", "decided"])
def test_changing_lines_of_the_score_show_both_values(observation: ChiefdomObservation) -> None:
    """Before the decision is confirmed and after it; the other lines show the count and the points."""
    assert observation.ghost is not None
    assert observation.ghost.gain is not None
    assert in_line(observation, "Fish") == ["9 → 12"]
    assert in_line(observation, "Empty") == ["−14 → −11"]
    assert in_line(observation, "Houses") == ["1", "7"]
    own = observation.own
    assert own is not None
    texts = [string for string in words(observation) if " → " in string and "points" not in string]
    lines = [
        f"{format_number(one.points)} → {format_number(other.points)}"
        for one, other in own.score.changes(_after(observation))
    ]
    assert texts[0] == f"{own.fish} → {own.fish + observation.ghost.gain.fish}", "the fish in the tracks"
    assert texts[1:] == [*lines, f"{own.fish} → {own.fish + observation.ghost.gain.fish}"], "and on the card"


@pytest.mark.parametrize("size", [400, 1000])
def test_changed_points_keep_clear_of_their_edges(size: int) -> None:
    for observation in (PLANNED, DECIDED):
        picture = paint("chiefdom", observation, PictureOptions(size=size))
        changes = [placed for placed in picture.texts if " → " in placed.string and "points" not in placed.string]
        assert "−14 → −11" in {placed.string for placed in changes}
        for placed in changes:
            left, top, right, bottom = placed.inked
            ground, clear = picture.frame.getpixel(placed.box[:2]), 4 * size // 1000
            for x in (left - clear, right + clear - 1):
                assert {picture.frame.getpixel((x, y)) for y in range(top, bottom)} == {ground}, placed


def _after(observation: ChiefdomObservation) -> Score:
    assert observation.ghost is not None
    assert observation.ghost.gain is not None
    return observation.ghost.gain.score


def test_plan_beside_a_decision_says_that_the_decision_counts() -> None:
    assert DECIDED.ghost is not None
    texts = " ".join(words(moved(PLANNED, decision=replace(DECIDED.ghost, squares=numbers("g1 h1 i1")))))
    assert "Planned: water on g8 h8 i8. Still decided: water on g1 h1 i1" in texts


def test_long_reason_takes_two_lines() -> None:
    reason = T("A house stands beside a jobless person, who becomes a builder. No jobless person is here.")
    wrong = written(moved(IMPOSSIBLE, reason=reason))
    texts = [placed.string for placed in wrong if placed.box[0] > 270 and placed.box[3] < 92]
    assert len(texts) == 2
    assert " ".join(texts) == reason.singular


def test_public_picture_shows_nothing_of_the_sheets() -> None:
    """C3: only who has decided; there is no number but the turn, the sums, and what the cards are worth."""
    texts = words(replace(PUBLIC, cards=()))
    assert set(texts) == {
        "Chiefdom",
        "Turn 22",
        "Waiting for one chieftain",
        "= 5",
        "= 8",
        "= 9",
        "Water",
        "House",
        "People",
        "three in a row",
        "one square",
        "two in a row",
        *NAMES[:3],
    }


def test_solo_match_names_its_player_once() -> None:
    assert words(SOLO).count("Ayşe") == 1


# ------------------------------------------------------------------------------------------------------ which picture


def size(observation: ChiefdomObservation, options: PictureOptions = OPTIONS) -> tuple[int, int]:
    return Image.open(BytesIO(drawn(observation, options))).size


def test_open_sheets_begin_with_the_viewers_sheet() -> None:
    order = [string for string in words(OPEN, replace(OPTIONS, viewer=2)) if string in NAMES]
    assert order[:4] == ["Çiğdem", "Danièle", "Ayşe", "Boris Gödünov"]


def test_focus_shows_one_large_sheet_or_all() -> None:
    assert size(OPEN) == size(OWN_OF_OPEN, replace(OPTIONS, focus="sheets"))
    third = replace(OPTIONS, focus="seat:2")
    assert "Full wall" in words(OPEN, third)
    assert words(OPEN, third).count("Çiğdem") == 2
    assert "Full wall" in words(END, replace(OPTIONS, focus="seat:1"))


@pytest.mark.parametrize("focus", ["seat:0", "seat:2", "seat:9", "seat:-1", "seat:", "sheets", "e5", "seat:٣", ""])
def test_focus_shows_nothing_hidden(focus: str) -> None:
    """C3."""
    assert drawn(MIDDLE, replace(OPTIONS, focus=focus)) == drawn(MIDDLE)
    assert drawn(PUBLIC, replace(OPTIONS, focus=focus)) == drawn(PUBLIC)


def test_observation_of_another_game_is_rejected() -> None:
    with pytest.raises(TypeError, match="Chiefdom cannot draw a str"):
        render_png("chiefdom", "a sheet", OPTIONS)


@pytest.mark.parametrize("viewer", [-1, 3])
def test_viewer_without_a_seat_is_rejected(viewer: int) -> None:
    with pytest.raises(ValueError, match=f"no seat {viewer}; there are 0 to 2"):
        drawn(MIDDLE, replace(OPTIONS, viewer=viewer))


@pytest.mark.parametrize("sheets", ["closed", "open"])
def test_every_position_of_a_match_is_drawn_for_every_viewer(sheets: str) -> None:
    """From the deal to the end, for each seat and for a spectator; no text but a name is shortened."""
    state = CHIEFDOM.initial_state(2, {"cards": "on", "sheets": sheets})
    rng = Random(5)
    last_turn: tuple[Step[State, Move], ...] = ()
    while players := CHIEFDOM.players_to_move(state):
        player = players[0]
        if player == CHANCE:
            move = CHIEFDOM.sample_chance(state, rng)
        else:
            moves = CHIEFDOM.legal_moves(state, player)
            move = moves[rng.randrange(len(moves))]
        last_turn = (*last_turn[-4:], Step(state, player, move))
        state = CHIEFDOM.apply(state, player, move)
        if rng.randrange(4) == 0 or state.phase == "over":
            for viewer in (None, 0, 1):
                texts = written(CHIEFDOM.observe(state, viewer, last_turn), replace(OPTIONS, size=400))
                assert all(placed.string == placed.wanted or placed.wanted in NAMES for placed in texts)
    assert state.phase == "over"


def test_match_ended_by_agreement_shows_every_sheet() -> None:
    """C3: the match is over, so that every viewer sees the same."""
    texts = words(STOPPED)
    assert "The match is drawn by agreement." in texts
    assert all(texts.count(name) == 2 for name in NAMES[:3])
    assert "?" not in texts
    assert words(OWN_OF_STOPPED) == texts


def test_another_edition_is_drawn_in_its_dimensions() -> None:
    """The grid, the walls and the shapes are data."""
    texts = words(OTHER_EDITION)
    assert [string for string in texts if string in tuple("abcdefghij")] == list("abcdef")
    assert "9" in texts
    assert drawn(OTHER_EDITION) != drawn(SOLO)
