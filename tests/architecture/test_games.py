"""A game is registered in one place: there is no other list of games."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from engines.registry import GAMES
from tests.architecture.source import PACKAGES, ROOT, modules, shown

REGISTRY = ROOT / "engines" / "__init__.py"
MOST = 2
"""More game names than this in one literal count as a list, which the next game would be missing from."""
TITLES = {game.info.title: slug for slug, game in GAMES.items()}


def lists_of_games(path: Path) -> Iterator[int]:
    """Return the lines where a literal list, set, tuple or mapping names more than :data:`MOST` games."""
    source = path.read_text(encoding="utf-8")
    if sum(slug in source or title in source for title, slug in TITLES.items()) <= MOST:
        return  # parsing takes long
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Dict | ast.List | ast.Set | ast.Tuple):
            continue
        parts = node.keys if isinstance(node, ast.Dict) else node.elts
        texts = {part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)}
        named = {TITLES.get(text, text.rpartition(" ")[2]) for text in texts} & set(GAMES)
        if len(named) > MOST:
            yield node.lineno


@pytest.mark.parametrize("package", PACKAGES)
def test_games_are_listed_in_one_place(package: str) -> None:
    found = [f"{shown(path)}:{line}" for path in modules(package) if path != REGISTRY for line in lists_of_games(path)]
    assert found == []


def test_check_detects_lists_of_games(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    for literal in (
        "{'iye': 2, 'totem': 3, 'awethi': 3}",
        "('İYE', 'Totem', 'Awéthi')",
        "{'play iye', 'play totem', 'play awethi'}",
    ):
        module.write_text(f"PLAYERS = {literal}\n", encoding="utf-8")
        assert list(lists_of_games(module)) == [1]
    assert list(lists_of_games(REGISTRY))
