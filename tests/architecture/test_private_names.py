"""Tests use matches and the database as the rest of the program does: by public names.

Tests of the database itself, in ``tests/bot/storage``, are exempt.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.source import ROOT, modules, shown

PACKAGES = ("bot/matches", "bot/storage")
EXEMPT = (
    "tests/bot/storage",
    # It runs against the code of earlier versions.
    "tests/fixtures/older_databases",
)
LIBRARIES = {"_connection", "_request"}
"""Private names of discord.py and aiohttp that are names of ours too."""

MAY_BE_PRIVATE = re.compile(r"\._|defaults__|\bimport (?:\([^)]*?|[^\n(]*?)\b_")
"""Matches something in every module that :func:`used_in` finds."""


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name != "_"


def defined_in(path: Path) -> Iterator[str]:
    """Every private name that a module defines or assigns."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Attribute(attr=name, ctx=ast.Store()) | ast.Name(id=name, ctx=ast.Store()):
                yield name


def private_names() -> frozenset[str]:
    """The private names that only matches and storage have."""
    inside, outside = set[str](), set[str]()
    for path in [*modules("bot"), *modules("engines"), *modules("render")]:
        names = inside if shown(path).startswith(PACKAGES) else outside
        names.update(filter(is_private, defined_in(path)))
    return frozenset(inside - outside - LIBRARIES)


def used_in(source: str, private: frozenset[str], *, own: bool) -> list[str]:
    """Private names of other objects that a test uses.

    Args:
        source: the test's module.
        private: names that are private wherever they are found.
        own: whether the test is one of matches, where every private name of another object counts.
    """
    found: list[str] = []
    if not MAY_BE_PRIVATE.search(source):
        return found  # parsing takes long
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(value=value, attr=name) if is_private(name) and ast.unparse(value) not in {
                "self",
                "cls",
            }:
                if own or name in private:
                    found.append(ast.unparse(node))
            case ast.ImportFrom(module=str(module), names=names) if module.startswith(("bot.matches", "bot.storage")):
                found += [f"{module}.{each.name}" for each in names if is_private(each.name)]
            case ast.Constant(value=str(text)) if text.startswith(("bot.matches.", "bot.storage.")):
                found += [text] if is_private(text.rpartition(".")[2]) else []
            case ast.Attribute(attr="__kwdefaults__" | "__defaults__"):
                found.append(ast.unparse(node))
            case _:
                pass
    return found


def test_no_private_names_of_matches_and_storage_in_tests() -> None:
    private = private_names()
    found = {}
    for path in modules("tests"):
        if shown(path).startswith(EXEMPT):
            continue
        own = path.is_relative_to(ROOT / "tests/bot/matches")
        if used := used_in(path.read_text(encoding="utf-8"), private, own=own):
            found[shown(path)] = used
    assert found == {}


@pytest.mark.parametrize(
    ("source", "own", "number"),
    [
        ("harness.database._writer.run(work)", False, 1),
        ("scheduler._open = True", True, 1),
        ("scheduler._open = True", False, 0),  # workers have that name too
        ("self._writer = 1", True, 0),
        ("from bot.storage.database import _commit", False, 1),
        ("setattr('bot.storage.database._commit', broken)", False, 1),
        ("Database.open.__func__.__kwdefaults__", False, 1),
        ("harness.database.path", True, 0),
    ],
)
def test_private_names_are_found(source: str, own: bool, number: int) -> None:
    assert len(used_in(source, frozenset({"_writer"}), own=own)) == number
