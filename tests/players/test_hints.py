"""Hints of every game: steps, said to the person, and nothing but what the person may know."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

import players
from engines.game import AnyGame, Player
from engines.registry import GAMES
from engines.text import T, Text
from players.hints import LEVEL, Hint, advice_of, hint_of, part_of_board
from players.modules import module_of
from players.registry import player_of
from tests.engines.conformance.cases import ALL
from tests.players.random_matches import positions

each_game = pytest.mark.parametrize("game", ALL, ids=lambda game: game.info.slug)

FIRST_PERSON = re.compile(r"(?<!{)\b(I|me|my|mine|My)\b")
TELLS_ALTERNATIVES = re.compile(r"cost|_?other_.*|_?alternative")
"""Functions whose sentences hints do not tell."""

OF_AN_ALTERNATIVE = "The other way round you would have the better start, I think."
"""The only one that stands in another function."""


def hinted(game: AnyGame, number: int = 12, nodes: int = 400) -> list[tuple[Any, Player, Hint]]:
    """Hints in some positions of a game: the observation, the player and the hint."""
    found: list[tuple[Any, Player, Hint]] = []
    all_positions = positions(game, max(2, game.info.min_players), 5)
    for state, player in all_positions[:: max(1, len(all_positions) // number)]:
        seen = game.observe(state, player)
        decision = player_of(game).decide(seen, player, LEVEL, 3, nodes=nodes)
        found.append((seen, player, hint_of(game, seen, player, decision)))
    return found


@each_game
def test_each_step_is_a_sentence_to_the_person_and_the_moves_are_those_decided(game: AnyGame) -> None:
    for seen, player, hint in hinted(game):
        decision = player_of(game).decide(seen, player, LEVEL, 3, nodes=400)
        assert hint.moves == decision.moves
        assert hint.steps in (1, 3)
        for step in (*hint.clues, hint.reason):
            said = str(step)
            assert re.fullmatch(r"[A-Z0-9].*\.", said), said
            assert not FIRST_PERSON.search(said), said
        # Neither of the first steps gives the move away.
        for text in decision.moves[-1:]:
            assert all(text not in str(clue).split() for clue in hint.clues[:1])


@each_game
def test_hint_says_the_same_of_what_could_be_instead(game: AnyGame) -> None:
    for seen, player, hint in hinted(game, 6):
        twin = game.observe(game.imagine(seen, player, Random(9)), player)
        decision = player_of(game).decide(twin, player, LEVEL, 3, nodes=400)
        assert hint_of(game, twin, player, decision) == hint


def test_starting_cells_that_are_all_alike_are_told_in_one_step() -> None:
    game = GAMES["totem"]
    state = game.load_state("-/- 25/25 place 1 - 0 - - 0 1: -")
    seen = game.observe(state, 0)
    hint = hint_of(game, seen, 0, player_of(game).decide(seen, 0, LEVEL, 3, nodes=400))
    assert hint.steps == 1
    assert str(hint.reason) == "All starting cells are alike."


def advice_in(slug: str) -> Mapping[str, Text]:
    """The sentences of a game that are said to the person."""
    module = module_of(slug, "hints")
    assert module is not None, f"{slug} has no hints of its own"
    advice: Mapping[str, Text] = module.ADVICE
    return advice


def _sentences(module: object) -> list[tuple[str, str]]:
    """The functions of a module and the first literals of the texts that they make."""
    tree = ast.parse(inspect.getsource(module))  # type: ignore[arg-type]
    return [
        (function.name, str(call.args[0].value))
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for call in ast.walk(function)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in ("T", "TN")
        if isinstance(call.args[0], ast.Constant)
    ]


@pytest.mark.parametrize("slug", GAMES)
def test_every_reason_of_the_first_person_has_advice(slug: str) -> None:
    advice = advice_in(slug)
    told = {
        english
        for path in (Path(players.__path__[0]) / slug).glob("*.py")
        if path.stem == "player" or path.stem.endswith("reasons")
        for function, english in _sentences(import_module(f"players.{slug}.{path.stem}"))
        if not TELLS_ALTERNATIVES.fullmatch(function) and english != OF_AN_ALTERNATIVE
    }
    assert {english for english in told if FIRST_PERSON.search(english)} <= advice.keys()
    assert advice.keys() <= told, "advice for a sentence that no reason says"
    for said in advice.values():
        assert not FIRST_PERSON.search(said.singular)


@pytest.mark.parametrize("slug", GAMES)
def test_advice_has_the_fields_of_its_reason(slug: str) -> None:
    for english, said in advice_in(slug).items():
        for form in (said.singular, said.plural or said.singular):
            assert set(re.findall(r"{(\w+)}", english)) == set(re.findall(r"{(\w+)}", form))


def test_reason_without_advice_stays_as_it_is() -> None:
    said = T("It {fact}.", fact=T("completes the wall"))
    assert advice_of("chiefdom", said) is said


@pytest.mark.parametrize(
    ("across", "down", "part"),
    [(0, 0, "at the top left"), (0.5, 0.5, "in the middle"), (1, 1, "at the bottom right"), (0, 0.5, "on the left")],
)
def test_parts_of_a_board(across: float, down: float, part: str) -> None:
    assert part_of_board(across, down) == Text(part)


def test_iye_speaks_of_the_opponent() -> None:
    """“You” in a reason is the opponent, in a hint the person."""
    for english, said in advice_in("iye").items():
        if re.search(r"\byou\b", english, re.IGNORECASE):
            assert said.singular != english
