"""Suggestions for typed moves: by notation first, then by any word of their labels."""

from __future__ import annotations

import pytest

from bot.matches.play.suggestions import SEARCHED, folded, suggestions
from engines.game import AnyGame, Completion
from engines.registry import GAMES
from engines.text import fill
from render.options import english

WITH_A_HORSE = "SHTSW/HS.HS/.H..T/SHSTH/SW.HS c3 play 1 ST/WO -/- 2 1 0-0 2 -"
"""The drum reaches the Horse on b3."""
WITH_TILES_IN_HAND = "SHTSW/HS.HS/.T..T/SHSTH/SW.HS c3 play 1 SHT/WO -/- 2 1 0-0 2 -"
RUNNING_TURN = "G3f2f3g2h2h3g4/G7f7f6g6h6h7g8 19/19 use 1 54 0 - - 3 - -"


def label(completion: Completion) -> str:
    """Return a completion as a reader sees it, with names that have diacritics."""
    if completion.hint is None:
        return completion.text
    return f"{completion.text}: " + fill(completion.hint, english, lambda seat: ("Çağrı", "Björk")[seat.player])


def offered(slug: str, line: str, text: str, limit: int = 25) -> list[str]:
    game = GAMES[slug]
    return [label(each) for each in suggestions(game, game.load_state(line), 0, text, limit, label)]


@pytest.mark.parametrize("typed", ["horse", "HORSE", "3", "drum", "drum b", "bjork horse", "Björk", "goes to b"])
def test_words_match_anywhere_ignoring_case_and_diacritics(typed: str) -> None:
    assert "b3: the Horse goes to Björk" in offered("iye", WITH_A_HORSE, typed)


@pytest.mark.parametrize("typed", ["horses", "water zebra", "çağrı", "x3"])
def test_every_word_must_match(typed: str) -> None:
    assert offered("iye", WITH_A_HORSE, typed) == []


def test_notation_matches_come_first() -> None:
    found = offered("iye", WITH_TILES_IN_HAND, "horse")
    spending = [line.startswith("H") for line in found]
    assert spending == sorted(spending, reverse=True)
    assert 0 < spending.count(True) < len(spending)
    assert all(" the Horse " in line for line in found[spending.count(True) :])


def test_matches_at_the_start_of_a_word_come_before_its_middle() -> None:
    game, hints = GAMES["iye"], {"b3": "a sandal", "c2": "an almond", "c5": "a pebble"}
    found = suggestions(game, game.load_state(WITH_A_HORSE), 0, "al", 25, lambda each: hints.get(each.text, ""))
    assert [each.text for each in found] == ["c2", "b3"]


def test_single_letter_matches_only_the_start_of_a_notation() -> None:
    assert all(line[0] in "bB" or line[1] == "b" for line in offered("iye", WITH_TILES_IN_HAND, "b"))


def test_words_after_whole_moves_match_the_next_move() -> None:
    found = offered("totem", RUNNING_TURN, "use 9 bjork")
    assert found
    assert all(line.startswith("use 9 ") and "Björk" in line for line in found)


def test_suggestions_and_the_search_for_them_are_limited() -> None:
    asked: list[int] = []

    class LimitsRecorded:
        def __init__(self, game: AnyGame) -> None:
            self.game = game

        def complete_move(self, state: object, player: int, text: str, limit: int) -> object:
            asked.append(limit)
            return self.game.complete_move(state, player, text, limit)

        def parse_turn(self, state: object, player: int, text: str) -> object:
            return self.game.parse_turn(state, player, text)

    game = GAMES["iye"]
    found = suggestions(LimitsRecorded(game), game.load_state(WITH_TILES_IN_HAND), 0, "goes", 5, label)  # type: ignore[arg-type]
    assert len(found) == 5
    assert asked == [5, SEARCHED]


def test_long_input_is_not_searched_by_words() -> None:
    assert offered("iye", WITH_A_HORSE, "the horse goes to bjork " * 3) == []


def test_folding_removes_case_and_diacritics() -> None:
    assert folded("ÇAĞRI İlkay ıssız Øre Łódź") == "cagri ilkay issiz ore lodz"


def test_dice_and_totem_are_found_by_their_words() -> None:
    assert offered("totem", RUNNING_TURN, "both") == ["use 9: both dice, 9 points to run with"]
    assert all(" the totem, " in line for line in offered("totem", RUNNING_TURN, "use 9 totem,"))
