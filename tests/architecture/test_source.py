"""Rules for the source that import-linter cannot express."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.source import PACKAGES, ROOT, imported_packages, modules, shown, texts

LONGEST_MODULE = 450

# Usual places of checkouts: a path below one of them is specific to one machine.
MACHINE_PATH = re.compile(r"(?<![\w./~-])/(?:home|Users|root|mnt|work|workspaces?|builds?)/[\w.]")
LEFTOVER = re.compile(r"\b(?:T[O]DO|F[I]XME|X[X]X)\b")

LINK = re.compile(r"\]\(([^)\s#]+)[^)\s]*\)")
"""Matches the target of a Markdown link."""

IO_CALLS = {"breakpoint", "exec", "eval", "input", "open", "print", "__import__"}


def called_names(path: Path) -> set[str]:
    """Return the names that a module calls as plain functions."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    return {func.id for func in calls if isinstance(func, ast.Name)}


def test_engines_do_no_io() -> None:
    for path in modules("engines"):
        if path.name != "__main__.py":
            assert not called_names(path) & IO_CALLS, shown(path)


def test_engines_import_only_the_standard_library() -> None:
    allowed = sys.stdlib_module_names | {"engines"}
    for path in modules("engines"):
        assert imported_packages(path) <= allowed, shown(path)


@pytest.mark.parametrize("package", PACKAGES)
def test_modules_stay_short(package: str) -> None:
    long = {
        shown(path): lines
        for path in modules(package)
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > LONGEST_MODULE
    }
    assert long == {}


@pytest.mark.parametrize("package", PACKAGES)
def test_every_folder_of_modules_is_a_package(package: str) -> None:
    folders = {path.parent for path in modules(package)}
    assert {shown(folder) for folder in folders if not (folder / "__init__.py").exists()} == set()


def test_files_contain_no_leftover_markers() -> None:
    assert [shown(path) for path in texts() if LEFTOVER.search(path.read_text(encoding="utf-8"))] == []


def test_files_contain_no_machine_specific_paths() -> None:
    found = {
        shown(path): match.group()
        for path in texts()
        if (match := MACHINE_PATH.search(path.read_text(encoding="utf-8")))
    }
    assert found == {}


def test_checks_detect_violations(tmp_path: Path) -> None:
    sample = tmp_path / "sample.py"
    sample.write_text("import discord\nprint(open('x'))\n", encoding="utf-8")
    assert called_names(sample) == {"print", "open"}
    assert imported_packages(sample) == {"discord"}
    assert MACHINE_PATH.search("see " + "/home" + "/ann/x")
    assert LEFTOVER.search("# TO" + "DO: later")


def test_document_links_resolve() -> None:
    dead = [
        f"{shown(path)}: {target}"
        for path in texts()
        if path.suffix == ".md"
        for target in LINK.findall(path.read_text(encoding="utf-8"))
        if "://" not in target and not (path.parent / target).exists()
    ]
    assert dead == []


PERSONAL = re.compile(r"user|name(?!_given)|member|person|holder|recipient|alias|mention")
"""Matches names of variables with ids or names of people; translated command names do not count."""


def logged_values(path: Path) -> Iterator[str]:
    """Return the values that a module passes to its log."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        func = node.func
        about_log = isinstance(func, ast.Attribute) and getattr(func.value, "id", "").lower() in {"log", "_log"}
        given = [keyword.value for keyword in node.keywords if keyword.arg == "extra"]
        if about_log:
            given += node.args[1:]
        if getattr(func, "id", "") == "log_context":
            given += [keyword.value for keyword in node.keywords]
        yield from map(ast.unparse, given)


def test_log_calls_contain_no_ids_or_names_of_people() -> None:
    """``docs/privacy.md`` says so."""
    found = {shown(path): [text for text in logged_values(path) if PERSONAL.search(text)] for path in modules("bot")}
    allowed = {
        "bot/ui/interactions/dispatcher.py": ["action.name", "command.qualified_name if command is not None else ''"]
    }
    assert {path: texts for path, texts in found.items() if texts and texts != allowed.get(path)} == {}


def test_check_detects_logged_ids(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text('log.info("said %s", seat.name, extra={"user": 5})\nlog_context(match=1, who=call.user_id)\n')
    assert [bool(PERSONAL.search(text)) for text in logged_values(module)] == [True, True, False, True]


def lost_tasks(path: Path) -> list[str]:
    """Return where a module starts a task without a name, or one that nothing references, awaits or cancels."""
    source = path.read_text(encoding="utf-8")
    if "create_task" not in source and "ensure_future" not in source:
        return []  # parsing takes long
    tree = ast.parse(source)
    dropped = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute | ast.Name):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
        nameless = all(keyword.arg != "name" for keyword in node.keywords)
        # Tasks from ``ensure_future`` cannot have a name.
        if called == "ensure_future" or (called == "create_task" and (nameless or id(node) in dropped)):
            found.append(f"{path.name}:{node.lineno}")
    return found


@pytest.mark.parametrize("package", ["bot", "sandbox"])
def test_tasks_are_named_and_referenced(package: str) -> None:
    assert [place for path in modules(package) for place in lost_tasks(path)] == []


def test_check_detects_unreferenced_tasks(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(
        'asyncio.create_task(go(), name="go")\ntask = loop.create_task(go())\nkept = create_task(go(), name="go")\n'
        "kept = ensure_future(go())\n"
    )
    assert lost_tasks(module) == ["module.py:1", "module.py:2", "module.py:4"]


MAY_IMPORT_TESTS = re.compile(r"\bimport (?:\([^)]*?|[^\n(]*?)\btest_|\bfrom [^\n]*\btest_")
"""Matches something in every module that imports a test module."""


def imported_tests(path: Path) -> list[str]:
    """Return the test modules that a module imports."""
    found: list[str] = []
    source = path.read_text(encoding="utf-8")
    if not MAY_IMPORT_TESTS.search(source):
        return found  # parsing takes long
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module:
            found += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
    return [name for name in found if name.startswith("tests.") and is_test(name)]


def is_test(module: str) -> bool:
    """Whether a module contains tests."""
    folder, _, name = module.rpartition(".")
    return name.startswith("test_") and (ROOT / folder.replace(".", "/") / f"{name}.py").exists()


@pytest.mark.parametrize("package", ["benchmarks", "proofs", "tests"])
def test_test_modules_are_not_imported(package: str) -> None:
    """Shared helpers belong in a module of their own."""
    assert {shown(path): found for path in modules(package) if (found := imported_tests(path))} == {}


def test_check_detects_imports_of_test_modules(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(
        "from tests.architecture.test_source import shown\nfrom tests.architecture import test_source, source\n"
        "from tests.architecture.source import modules\n"
    )
    assert imported_tests(module) == ["tests.architecture.test_source"] * 2
