"""A game's options as text."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import UserError
from bot.locales import Catalogues
from bot.ui.components.text import OPTION_LIMIT, Writer
from bot.ui.lobby.typed_options import OPTIONS_LIMIT, option_suggestions, parse_options
from engines.awethi.game import AWETHI
from engines.game import AnyGame
from engines.iye.game import IYE
from tests.engines.conformance.cases import each_game
from tests.locales.pseudo import pseudo, write_catalogue

ENGLISH = Writer(Catalogues(Path()).for_locale("en"))


@pytest.fixture(scope="module")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> Writer:
    """Write in a generated language."""
    return Writer(Catalogues(write_catalogue(tmp_path_factory.mktemp("locales"), "tr")).for_locale("tr"))


@pytest.mark.parametrize(
    "typed",
    [
        "board: river, scoring: points",
        "Board:River;SCORING = points",
        "ｂｏａｒｄ：ｒｉｖｅｒ，ｓｃｏｒｉｎｇ：ｐｏｉｎｔｓ",
        "  scoring :  Points: calf 1, cow 3, bull 5 ,board: River: four rivers from the forest to the edge,",
    ],
)
def test_names_and_titles_are_read_in_any_order_and_case(typed: str) -> None:
    assert parse_options(AWETHI.info, typed, ENGLISH) == {"board": "river", "scoring": "points"}


def test_seat_whose_title_contains_commas_is_read() -> None:
    typed = "wairgka (wolves): The third player (or the last, if there are fewer), board: lake"
    assert parse_options(AWETHI.info, typed, ENGLISH) == {"wairgka": "third", "board": "lake"}


def test_translated_names_are_read(foreign: Writer) -> None:
    typed = f"{pseudo('Cycles to win')}: {pseudo('One cycle')}, first: {pseudo('Player 2')}"
    assert parse_options(IYE.info, typed, foreign) == {"wins": "1", "first": "2"}
    assert parse_options(IYE.info, "Cycles to win: One cycle", foreign) == {"wins": "1"}


@pytest.mark.parametrize(("typed", "named"), [(": river", ": river"), ("=", "="), ("lake: board", "lake")])
def test_refusal_quotes_what_is_no_option(typed: str, named: str) -> None:
    with pytest.raises(UserError, match=f"has no option “{named}”"):
        parse_options(AWETHI.info, typed, ENGLISH)


@each_game
def test_every_suggestion_can_be_sent_and_typed(game: AnyGame, foreign: Writer) -> None:
    for write in (ENGLISH, foreign):
        typed = ""
        while found := [s for s in option_suggestions(game.info, typed, write) if s.value != typed]:
            for suggestion in found:
                chosen = parse_options(game.info, suggestion.value, write)
                assert chosen == parse_options(game.info, suggestion.name, write)
                assert max(len(suggestion.name), len(suggestion.value)) <= OPTION_LIMIT
            typed = found[-1].value
        assert len(parse_options(game.info, typed, write)) == len(game.info.options)


@given(st.text(max_size=OPTIONS_LIMIT) | st.text(":,; boardrivefstwn", max_size=OPTIONS_LIMIT))
def test_any_text_is_options_or_refused(typed: str) -> None:
    list(option_suggestions(AWETHI.info, typed, ENGLISH))
    try:
        chosen = parse_options(AWETHI.info, typed, ENGLISH)
    except UserError:
        return
    AWETHI.initial_state(3, chosen)
