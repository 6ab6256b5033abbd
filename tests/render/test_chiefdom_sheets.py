"""Pictures of all sheets of Chiefdom, and the table of scores at the end."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from engines.chiefdom.observation import ChiefdomObservation
from render import paint
from render.chiefdom import pictures
from render.chiefdom.labels import GONE, LINE_LABELS
from render.chiefdom.page import Area, Page
from render.chiefdom.sheet import draw_plan
from render.chiefdom.sprites import sprite_set
from render.options import english
from tests.render.chiefdom_drawing import NAMES, OPTIONS, check_apart, drawn, words, written
from tests.render.chiefdom_positions import EIGHT, END_OF_EIGHT, OPEN, TRIPLE, over


def meant(observation: ChiefdomObservation) -> list[str]:
    """Return all texts, before names above small sheets were shortened."""
    return [placed.wanted for placed in written(observation)]


@pytest.mark.parametrize("seats", range(2, 9))
def test_sheets_of_any_number_of_players_fit_a_phone(seats: int) -> None:
    """The picture is at most a quarter higher than wide, and the table below says what its signs mean. It has no column
    for what nobody has.
    """
    sheets = END_OF_EIGHT.sheets[:seats]
    end = replace(END_OF_EIGHT, decided=(True,) * seats, gone=(False,) * seats, sheets=sheets, outcome=None)
    width, height = Image.open(BytesIO(drawn(end))).size
    assert height <= 1.25 * width
    assert {"Houses", "By trees", "Jobless"} <= set(words(end))
    assert "Full wall" not in words(end)


def test_single_winner_has_a_seal_where_there_is_room() -> None:
    assert END_OF_EIGHT.outcome is not None
    five = replace(
        END_OF_EIGHT,
        decided=(True,) * 5,
        gone=(False,) * 5,
        sheets=END_OF_EIGHT.sheets[:5],
        outcome=replace(END_OF_EIGHT.outcome, ranking=((1,), (3,), (4,), (0,), (2,))),
    )
    assert [meant(five).count(name) for name in NAMES[:5]] == [2, 3, 2, 2, 2]


def test_end_of_eight_shows_the_best_sheets_and_all_ranks() -> None:
    """C18, C21: players of equal rank share a number; a player who has left has none (C24)."""
    assert END_OF_EIGHT.outcome is not None
    tied = replace(END_OF_EIGHT, outcome=replace(END_OF_EIGHT.outcome, ranking=((1,), (3,), (7, 5), (4,), (0,), (2,))))
    texts = meant(tied)
    assert [texts.count(name) for name in NAMES] == [1 + (seat in (1, 3, 7)) for seat in range(8)]
    places = [placed for placed in written(tied) if placed.box[0] < 60 and placed.string in (*"12345678", "–")]
    places = sorted((placed for placed in places if placed.box[1] > 700), key=lambda placed: placed.box[1])
    assert [placed.string for placed in places] == ["1", "2", "3", "3", "5", "6", "7", "–"]


def test_most_points_of_a_column_are_bold() -> None:
    """Four players have 21 points for houses, the most; the first has as many for logs, where another has 37."""
    shown = [placed for placed in written(END_OF_EIGHT) if placed.string == "21" and placed.box[1] > 700]
    widths = [placed.inked[2] - placed.inked[0] for placed in sorted(shown, key=lambda placed: placed.box[0])]
    *houses, logs = widths
    assert len(houses) == 4
    assert min(houses) > logs


def test_groups_of_columns_have_a_name() -> None:
    """Gains and losses stand in the order of their columns, left of the totals."""
    shown = {placed.string: placed.inked for placed in written(END_OF_EIGHT) if placed.box[1] > 700}
    (gains, losses), total = (shown[name] for name in ("Gains", "Losses")), shown["166"]
    assert gains[2] < losses[0] < losses[2] < total[0]
    assert "Cards" not in shown


def test_entries_of_the_key_fill_their_rows() -> None:
    """Three rows of five had holes."""
    words = {english(label) for label in (*LINE_LABELS.values(), GONE)}
    shown = [placed.inked for placed in written(END_OF_EIGHT) if placed.string in words]
    rows = {box[3] // 30 for box in shown}
    assert len(shown) == 14
    assert all(max(box[2] for box in shown if box[3] // 30 == row) > 955 for row in rows)


def test_row_of_the_winner_has_its_own_ground() -> None:
    picture, sprites = paint("chiefdom", END_OF_EIGHT, OPTIONS), sprite_set("dark", "standard", 1000)
    grounds = [
        picture.frame.getpixel(placed.box[:2])
        for placed in sorted(written(END_OF_EIGHT), key=lambda placed: placed.box[1])
        if placed.string in NAMES and placed.box[1] > 700
    ]
    plan, paper = (sprites.palette.nearest(ink) for ink in (sprites.pens.plan, sprites.pens.paper))
    assert grounds == [plan, *[paper] * 7]


def test_paper_is_cut_by_hand() -> None:
    """Its edge is not straight; that of the winner's sheet is a frame."""
    frame, sprites = paint("chiefdom", END_OF_EIGHT, OPTIONS).frame, sprite_set("dark", "standard", 1000)
    edge, paper = (sprites.palette.nearest(ink) for ink in (sprites.pens.paper_edge, sprites.pens.paper))
    sides = [next(x for x in range(10, 60) if frame.getpixel((x, y)) in (edge, paper)) for y in range(740, 1200)]
    assert 2 <= max(sides) - min(sides) <= 6


def test_tie_has_no_seal() -> None:
    assert END_OF_EIGHT.outcome is not None
    tied = replace(
        END_OF_EIGHT,
        decided=(True,) * 5,
        gone=(False,) * 5,
        sheets=END_OF_EIGHT.sheets[:5],
        outcome=replace(END_OF_EIGHT.outcome, ranking=((1, 3), (4,), (0,), (2,))),
    )
    assert {meant(tied).count(name) for name in NAMES[:5]} == {2}
    frames = [paint("chiefdom", each, OPTIONS).frame.crop((892, 0, 984, 84)).tobytes() for each in (tied, END_OF_EIGHT)]
    assert frames[0] != frames[1]


def test_winners_sheet_comes_first() -> None:
    order = [string for string in meant(END_OF_EIGHT) if string in NAMES]
    assert order[:3] == ["Boris Gödünov", "Danièle", "Ilgaz"]
    assert order[3:] == ["Boris Gödünov", "Danièle", "Ilgaz", "Fatma", "Erol", "Ayşe", "Çiğdem", "Göksu"]


def crowd(seats: int, cards: tuple[int, ...]) -> tuple[ChiefdomObservation, ChiefdomObservation]:
    """A match of so many with open sheets, and its end."""
    end = over(*EIGHT[:seats], cards=cards, first=0)
    return replace(OPEN, cards=cards, decided=(True,) + (False,) * (seats - 1), gone=end.gone, sheets=end.sheets), end


@pytest.mark.parametrize("cards", [(), (5, 10, 14)])
@pytest.mark.parametrize("seats", range(2, 9))
def test_squares_are_ten_pixels_large_on_a_phone(
    seats: int, cards: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """That shows the picture 340 pixels wide; the picture is at most a quarter higher than wide."""
    cells: list[int] = []

    def record(page: Page, seen: ChiefdomObservation, seat: int, area: Area, *, coordinates: bool) -> None:
        left, top, right, bottom = page.pixels(area)
        beside, below = (26, 34) if coordinates else (0, 0)
        cells.append(min((right - left - beside) // seen.edition.files, (bottom - top - below) // seen.edition.ranks))
        draw_plan(page, seen, seat, area, coordinates=coordinates)

    monkeypatch.setattr(pictures, "draw_plan", record)
    for observation in crowd(seats, cards):
        frame = paint("chiefdom", observation, OPTIONS).frame
        assert frame.height <= 1.25 * frame.width
        check_apart(written(observation))
    assert min(cells) * 340 / 1000 >= 10


@pytest.mark.parametrize("seats", [5, 7, 8])
def test_free_place_beside_open_sheets_shows_all_points(seats: int) -> None:
    playing, _ = crowd(seats, ())
    totals = [str(sheet.score.total) for sheet in playing.sheets if sheet is not None]
    texts = words(playing)
    assert all(texts.count(total) >= 2 for total in totals)


def test_cards_take_the_free_place_beside_open_sheets() -> None:
    playing, _ = crowd(8, (5, 10, 14))
    assert "5 each" in words(playing)
    assert paint("chiefdom", playing, OPTIONS).frame.height == paint("chiefdom", crowd(8, ())[0], OPTIONS).frame.height


def test_sheets_of_many_tell_who_has_decided() -> None:
    playing, _ = crowd(8, ())
    assert drawn(playing) != drawn(replace(playing, decided=(False,) * 8))
    assert drawn(playing) != drawn(replace(playing, decided=(True, True) + (False,) * 6))


@pytest.mark.parametrize("seats", range(1, 9))
def test_layout_has_room_for_any_number_of_players(seats: int) -> None:
    """Each name at the end, twice if the sheet is shown, and once while all decide, and none over another."""
    end = replace(
        END_OF_EIGHT,
        decided=END_OF_EIGHT.decided[:seats],
        gone=(False,) * seats,
        sheets=END_OF_EIGHT.sheets[:seats],
        outcome=None,
    )
    public = replace(TRIPLE, decided=(False,) * seats, gone=(False,) * seats, sheets=(None,) * seats)
    shown = seats if seats <= 6 else 3
    named = [1] if seats == 1 else [2] * shown + [1] * (seats - shown)
    for observation, times in ((end, named), (public, [0 if seats == 1 else 1] * seats)):
        texts = meant(observation)
        assert [texts.count(name) for name in NAMES[:seats]] == times
        check_apart(written(observation))
