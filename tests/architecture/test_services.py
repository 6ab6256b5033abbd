"""Structure of the services in ``bot.matches``."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.source import modules, shown

MOST_METHODS = 12
"""Maximum number of public methods per class."""

VALUES = re.compile(r"^(Protocol|Generic\[.*\]|NamedTuple|(Int|Str)?Enum|.*Error|.*Exception)$")
"""Permitted base classes: protocols, values and exceptions."""

SQL = re.compile(
    r"\bSELECT\b.*\bFROM\b|\bINSERT\b.*\bINTO\b|\bUPDATE\b.*\bSET\b|\bDELETE\s+FROM\b|\bPRAGMA\b", re.DOTALL
)
"""Matches the beginning of an SQL statement."""


def classes(path: Path) -> Iterator[ast.ClassDef]:
    """Return every class that a module defines."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    yield from (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))


def derived(path: Path) -> list[str]:
    """Return the classes of a module that inherit code from another class."""
    return [each.name for each in classes(path) if not all(VALUES.match(ast.unparse(base)) for base in each.bases)]


def public_methods(each: ast.ClassDef) -> list[str]:
    """Return the public methods of a class."""
    methods = [node for node in each.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return [method.name for method in methods if not method.name.startswith("_")]


def reached_into(path: Path) -> list[str]:
    """Return the places where a module uses a private name of another object."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    used = (node for node in ast.walk(tree) if isinstance(node, ast.Attribute))
    private = (node for node in used if node.attr.startswith("_") and not node.attr.startswith("__"))
    return [ast.unparse(node) for node in private if ast.unparse(node.value) not in {"self", "cls"}]


def literals(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Return the string literals of a module, f-strings whole, with their lines; without docstrings."""
    inner = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if id(node) in inner | documentation:
            continue
        if isinstance(node, ast.JoinedStr):
            yield (
                node.lineno,
                "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values),
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def statements(path: Path) -> list[int]:
    """Return the lines of a module where an SQL statement begins or is executed."""
    source = path.read_text(encoding="utf-8")
    if "execute" not in source and not SQL.search(source):
        return []  # parsing takes long
    tree = ast.parse(source)
    used = (node for node in ast.walk(tree) if isinstance(node, ast.Attribute))
    return sorted(
        [line for line, text in literals(tree) if SQL.search(text)]
        + [node.lineno for node in used if node.attr in {"execute", "executemany"}]
    )


def test_services_have_no_base_classes() -> None:
    assert {shown(path): found for path in modules("bot/matches") if (found := derived(path))} == {}


def test_services_have_few_public_methods() -> None:
    large = {
        f"{shown(path)}: {each.name}": len(public_methods(each))
        for path in modules("bot/matches")
        for each in classes(path)
        if len(public_methods(each)) > MOST_METHODS
    }
    assert large == {}


def test_sql_is_only_in_the_store() -> None:
    elsewhere = [path for path in modules("bot") if not shown(path).startswith(("bot/matches/store/", "bot/storage/"))]
    assert len(elsewhere) > 100
    assert {shown(path): found for path in elsewhere if (found := statements(path))} == {}


@pytest.mark.parametrize("package", ["bot/matches", "bot/storage"])
def test_private_names_are_not_used_from_outside(package: str) -> None:
    assert {shown(path): found for path in modules(package) if (found := reached_into(path))} == {}


def test_checks_detect_violations(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(
        "class Turns(Core):\n    def play(self): return self._own, self.other._private\n    def _hidden(self): ...\n"
        "class Refused(MatchError): ...\nclass Kind(StrEnum): ...\nclass Listener(Protocol): ...\n"
    )
    assert derived(module) == ["Turns"]
    assert [public_methods(each) for each in classes(module)] == [["play"], [], [], []]
    assert reached_into(module) == ["self.other._private"]


def test_check_detects_sql(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(
        '"""Documentation may say: SELECT ply FROM log."""\n'
        'READ = "SELECT ply FROM log"\n'
        'SAVE = """\n    INSERT INTO log (ply)\n    VALUES (?)\n"""\n'
        'TOLD = "Select one from the list, update or delete it"\n'
        "def rows(tx, table):\n"
        '    """DELETE FROM nothing."""\n'
        "    tx.execute(READ)\n"
        '    return f"UPDATE {table} SET ply = 1", f"DELETE FROM {table}", "PRAGMA quick_check"\n'
    )
    assert statements(module) == [2, 3, 10, 11, 11, 11]
