"""Folders are small, and every module with handlers is registered."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.architecture.source import ROOT, modules, shown

MOST_MODULES = 16
"""Maximum number of modules in a folder, not counting ``__init__``."""

REGISTERS = re.compile(r"^@(handles|match_command|plan_step|_step)\(", re.MULTILINE)
"""Matches decorators that register a handler or command."""


def crowded(paths: list[Path]) -> dict[str, int]:
    """Return folders with too many modules."""
    sizes = Counter(shown(path.parent) for path in paths if path.name != "__init__.py")
    return {folder: size for folder, size in sizes.items() if size > MOST_MODULES}


def imported_modules(path: Path) -> set[str]:
    """Return the full names imported with ``from package import name``."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return {f"{node.module}.{alias.name}" for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names}


@pytest.mark.parametrize("package", ["bot/matches", "bot/ui", "bot/load", "bot/delivery"])
def test_folders_have_few_modules(package: str) -> None:
    assert crowded(modules(package)) == {}


def test_every_module_with_handlers_is_imported_by_the_list_of_handlers() -> None:
    listed = imported_modules(ROOT / "bot/ui/handlers.py")
    with_handlers = [path for path in modules("bot/ui") if REGISTERS.search(path.read_text(encoding="utf-8"))]
    names = {".".join(path.relative_to(ROOT).with_suffix("").parts) for path in with_handlers}
    assert names - listed == set()
    assert len(names) > 20


def test_checks_detect_violations(tmp_path: Path) -> None:
    package = ROOT / "bot/ui/match"
    assert crowded([package / f"module{number}.py" for number in range(MOST_MODULES + 1)]) == {"bot/ui/match": 17}
    module = tmp_path / "module.py"
    for decorator in ("handles", "match_command", "plan_step", "_step"):
        module.write_text(f'from bot.ui.match import menu\n@{decorator}("more")\nasync def show_panel() -> None: ...\n')
        assert imported_modules(module) == {"bot.ui.match.menu"}
        assert REGISTERS.search(module.read_text(encoding="utf-8"))
