"""Documents name files and code that exist."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.architecture.definitions import is_defined, is_defined_in, module_name
from tests.architecture.source import PACKAGES, ROOT, modules, shown, texts

HISTORICAL = {"CHANGELOG.md"}
"""Documents that also describe earlier versions."""

CODE = re.compile(r"`([^`\n]+)`")
"""Matches inline code in Markdown."""

FENCE = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"(?<![\w/])docs/[\w./-]+\w")
"""Matches paths of documents in code."""

IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*(?:\(.*\))?")
"""Matches dotted names and calls."""


def documents() -> list[Path]:
    return [path for path in texts() if path.suffix == ".md" and shown(path) not in HISTORICAL]


@cache
def words() -> frozenset[str]:
    """Return every word of the code and its data, and the names of modules."""
    sources = [path for path in texts() if path.suffix != ".md" and path != Path(__file__)]
    read = {word for path in sources for word in re.findall(r"\w+", path.read_text(encoding="utf-8"))}
    return frozenset(read | {path.stem for path in sources})


def quoted(text: str) -> Iterator[str]:
    """Yield the inline code of a document, without its blocks of code."""
    yield from CODE.findall(FENCE.sub("", text))


FILE = re.compile(r"[\w./-]+\.(?:py|md|txt|toml|service|pot)")
"""Matches the name of a file, with or without its folders."""


@cache
def files() -> frozenset[str]:
    """Return every text file of the repository, as absolute as ``/bot/client.py``."""
    return frozenset(f"/{shown(path)}" for path in texts())


def is_path(code: str) -> bool:
    """Whether inline code is a file's name, or a path that begins with a folder of this repository."""
    first, slash, _ = code.partition("/")
    below = bool(first) and bool(slash) and (ROOT / first).is_dir() and not re.search(r"[<>*…{} :]", code)
    return below or bool(FILE.fullmatch(code))


def missing_paths(text: str) -> list[str]:
    """Return the paths in a document that lead nowhere; a file may be named without its first folders."""
    paths = [code for code in quoted(text) if is_path(code)]
    return [
        code for code in paths if not (ROOT / code).exists() and not any(file.endswith(f"/{code}") for file in files())
    ]


def unknown_names(text: str) -> list[str]:
    """Return the names in a document that the code does not define: dotted, capitalised or with underscores.

    Dotted names that begin with neither a class nor a package of the project have to occur word by word.
    """
    names = [code for code in quoted(text) if IDENTIFIER.fullmatch(code) and not is_path(code)]
    looks_like_code = [name for name in names if re.search(r"[a-z][A-Z]|_|\.|\(|^[A-Z]{3,}$", name)]
    return [name for name in looks_like_code if not _exists(name.partition("(")[0])]


def _exists(name: str) -> bool:
    defined = is_defined(name) if "." in name else None
    return set(re.findall(r"\w+", name)) <= words() if defined is None else defined


ROLE = re.compile(r":(?:attr|class|data|exc|func|meth|mod):`~?([\w.]+)`")
"""Matches references in docstrings."""


def dead_references(module: str, source: str) -> list[str]:
    """Return the references in the docstrings of a module to what does not exist."""
    return [name for name in ROLE.findall(source) if not is_defined_in(module, name)]


@pytest.mark.parametrize("package", PACKAGES)
def test_references_in_docstrings_exist(package: str) -> None:
    paths = [path for path in modules(package) if path != Path(__file__)]
    dead = {path: dead_references(module_name(path), path.read_text(encoding="utf-8")) for path in paths}
    assert {shown(path): names for path, names in dead.items() if names} == {}


ARGUMENTS = re.compile(r"^Args:\n((?:    .*\n?)+)", re.MULTILINE)
"""Matches the part of a docstring that describes parameters."""


def unknown_arguments(source: str) -> list[str]:
    """Return what the docstrings of a module describe as parameters of functions and classes that do not have them."""
    unknown: list[str] = []
    if "Args:" not in source:
        return unknown  # parsing takes long
    for node in ast.walk(ast.parse(source)):
        made: ast.FunctionDef | ast.AsyncFunctionDef | None
        if isinstance(node, ast.ClassDef):
            made = next((one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"), None)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            made = node
        else:
            continue
        described = ARGUMENTS.search(ast.get_docstring(node) or "")
        if described and made:
            has = {one.arg for one in ast.walk(made.args) if isinstance(one, ast.arg)}
            names = re.findall(r"^    \*{0,2}(\w+):", described[1], re.MULTILINE)
            unknown += [f"{node.name}: {name}" for name in names if name not in has]
    return unknown


@pytest.mark.parametrize("package", PACKAGES)
def test_parameters_in_docstrings_exist(package: str) -> None:
    unknown = {path: unknown_arguments(path.read_text(encoding="utf-8")) for path in modules(package)}
    assert {shown(path): names for path, names in unknown.items() if names} == {}


@pytest.mark.parametrize("document", documents(), ids=shown)
def test_paths_in_documents_exist(document: Path) -> None:
    assert missing_paths(document.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("document", documents(), ids=shown)
def test_names_in_documents_exist(document: Path) -> None:
    assert unknown_names(document.read_text(encoding="utf-8")) == []


LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)")
"""Matches links within the repository, with path and heading."""

HEADING = re.compile(r"^#+ +(.+?)$", re.MULTILINE)


@cache
def headings(document: Path) -> frozenset[str]:
    """Return what links to the headings of a document are called, as GitHub does."""
    found = HEADING.findall(FENCE.sub("", document.read_text(encoding="utf-8")))
    return frozenset(re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in found)


def dead_links(text: str, document: Path) -> list[str]:
    """Return the links of a document that lead to no file or no heading."""
    dead = []
    for path, heading in LINK.findall(FENCE.sub("", text)):
        target = (document.parent / path).resolve() if path else document
        if not target.exists() or (heading and heading not in headings(target)):
            dead.append(f"{path}#{heading}" if heading else path)
    return dead


@pytest.mark.parametrize("document", [*documents(), ROOT / "CHANGELOG.md"], ids=shown)
def test_links_in_documents_lead_somewhere(document: Path) -> None:
    assert dead_links(document.read_text(encoding="utf-8"), document) == []


def test_documents_named_in_code_exist() -> None:
    numbers = {path.name[:4] for path in (ROOT / "docs" / "adr").glob("0*.md")}
    dead = [
        f"{shown(path)}: {name}"
        for path in texts()
        if path.suffix == ".py" and path != Path(__file__)
        for name in COMMENT.findall(path.read_text(encoding="utf-8"))
        if not ((ROOT / name).exists() or (name.startswith("docs/adr/") and name[9:] in numbers))
    ]
    assert dead == []


def test_checks_detect_violations() -> None:
    paths = "see `tests/nowhere.py`, `nowhere.md`, `source.py`, `tests/architecture`"
    names = "`NoSuchClass`, `Path.no_such_method`, `Game.observe()`, `Game.wait`, `Pictures.observe`, `ROOT`, `x y`"
    text = f"{paths} and {names}"
    assert missing_paths(text) == ["tests/nowhere.py", "nowhere.md"]
    assert unknown_names(text) == ["NoSuchClass", "Path.no_such_method", "Game.wait", "Pictures.observe"]
    source = ":class:`Game`, :meth:`~Game.observe`, :meth:`Game.wait`, :data:`engines.game.CHANCE`, :attr:`bot.no.a`"
    dead = dead_references("engines.game", source + ", :meth:`observe`, :meth:`wait`")
    assert dead == ["Game.wait", "bot.no.a", "wait"]
    source = (
        'def one(a: int) -> None:\n    """Do it.\n\n    Args:\n        a: a number.\n        b: another.\n    """\n'
    )
    assert unknown_arguments(source) == ["one: b"]
    links = "[a](README.md) [b](README.md#licence) [c](nowhere.md) [d](README.md#nothing) [e](#figures) [f](#g)"
    assert dead_links(links, ROOT / "README.md") == ["nowhere.md", "README.md#nothing", "#g"]
