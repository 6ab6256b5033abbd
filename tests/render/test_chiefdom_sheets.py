"""Pictures of all sheets of Chiefdom, and the table of scores at the end."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from engines.chiefdom.observation import ChiefdomObservation
from tests.render.chiefdom_drawing import NAMES, check_apart, drawn, words, written
from tests.render.chiefdom_positions import END_OF_EIGHT, TRIPLE


def meant(observation: ChiefdomObservation) -> list[str]:
    """Return all texts, before names above small sheets were shortened."""
    return [placed.wanted for placed in written(observation)]


@pytest.mark.parametrize("seats", range(2, 9))
def test_sheets_of_any_number_of_players_fit_a_phone(seats: int) -> None:
    """The picture is at most a quarter higher than wide, and the table below says what its signs mean."""
    sheets = END_OF_EIGHT.sheets[:seats]
    end = replace(END_OF_EIGHT, decided=(True,) * seats, gone=(False,) * seats, sheets=sheets, outcome=None)
    width, height = Image.open(BytesIO(drawn(end))).size
    assert height <= 1.25 * width
    assert {"Houses", "By trees", "Full wall", "Jobless"} <= set(words(end))


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


def test_end_shows_every_sheet_and_the_ranks() -> None:
    """C18, C21: players of equal rank share a number; a player who has left has none (C24)."""
    assert END_OF_EIGHT.outcome is not None
    tied = replace(END_OF_EIGHT, outcome=replace(END_OF_EIGHT.outcome, ranking=((1,), (3,), (7, 5), (4,), (0,), (2,))))
    texts = meant(tied)
    assert [texts.count(name) for name in NAMES] == [2] * 8
    places = [placed for placed in written(tied) if placed.box[0] < 60 and placed.string in (*"12345678", "–")]
    places.sort(key=lambda placed: placed.box[1])
    assert [placed.string for placed in places] == ["1", "2", "3", "3", "5", "6", "7", "–"]


def test_tie_has_no_seal() -> None:
    assert END_OF_EIGHT.outcome is not None
    tied = replace(END_OF_EIGHT, outcome=replace(END_OF_EIGHT.outcome, ranking=((1, 3), (7, 5), (4,), (0,), (2,))))
    assert {meant(tied).count(name) for name in NAMES} == {2}


def test_winners_sheet_comes_first() -> None:
    order = [string for string in meant(END_OF_EIGHT) if string in NAMES]
    assert order[:8] == ["Boris Gödünov", "Danièle", "Ilgaz", "Fatma", "Erol", "Ayşe", "Çiğdem", "Göksu"]


@pytest.mark.parametrize("seats", range(1, 9))
def test_layout_has_room_for_any_number_of_players(seats: int) -> None:
    """Each sheet at the end and each name while all decide, once or twice, and none over another."""
    end = replace(
        END_OF_EIGHT,
        decided=END_OF_EIGHT.decided[:seats],
        gone=(False,) * seats,
        sheets=END_OF_EIGHT.sheets[:seats],
        outcome=None,
    )
    public = replace(TRIPLE, decided=(False,) * seats, gone=(False,) * seats, sheets=(None,) * seats)
    for observation, times in ((end, 1 if seats == 1 else 2), (public, 0 if seats == 1 else 1)):
        texts = meant(observation)
        assert all(texts.count(name) == times for name in NAMES[:seats])
        check_apart(written(observation))
