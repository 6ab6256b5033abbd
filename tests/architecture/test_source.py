"""What must be true of the source itself and import-linter cannot say."""

import ast
import re
import sys
from pathlib import Path

import pytest

from tests.architecture.source import PACKAGES, imported_packages, modules, shown, texts

LONGEST_MODULE = 450

# Where people and machines keep their checkouts: a path below one of these means one machine only.
MACHINE_PATH = re.compile(r"(?<![\w./~-])/(?:home|Users|root|mnt|work|workspaces?|builds?)/[\w.]")
LEFTOVER = re.compile(r"\b(?:T[O]DO|F[I]XME|X[X]X)\b")

LINK = re.compile(r"\]\(([^)\s#]+)[^)\s]*\)")
"""Where a link of a document leads."""

IO_CALLS = {"breakpoint", "exec", "eval", "input", "open", "print", "__import__"}


def called_names(path: Path) -> set[str]:
    """Names that a module calls as plain functions."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    return {func.id for func in calls if isinstance(func, ast.Name)}


def test_engines_call_nothing_that_reads_or_writes() -> None:
    for path in modules("engines"):
        if path.name != "__main__.py":
            assert not called_names(path) & IO_CALLS, shown(path)


def test_engines_need_the_standard_library_alone() -> None:
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


def test_nothing_is_left_to_do_in_the_text() -> None:
    assert [shown(path) for path in texts() if LEFTOVER.search(path.read_text(encoding="utf-8"))] == []


def test_no_text_names_a_path_of_one_machine() -> None:
    found = {
        shown(path): match.group()
        for path in texts()
        if (match := MACHINE_PATH.search(path.read_text(encoding="utf-8")))
    }
    assert found == {}


def test_the_checks_above_can_fail(tmp_path: Path) -> None:
    sample = tmp_path / "sample.py"
    sample.write_text("import discord\nprint(open('x'))\n", encoding="utf-8")
    assert called_names(sample) == {"print", "open"}
    assert imported_packages(sample) == {"discord"}
    assert MACHINE_PATH.search("see " + "/home" + "/ann/x")
    assert LEFTOVER.search("# TO" + "DO: later")


def test_links_between_documents_lead_somewhere() -> None:
    dead = [
        f"{shown(path)}: {target}"
        for path in texts()
        if path.suffix == ".md"
        for target in LINK.findall(path.read_text(encoding="utf-8"))
        if "://" not in target and not (path.parent / target).exists()
    ]
    assert dead == []
