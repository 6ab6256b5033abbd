"""Locate the project's own files for the checks in this package."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

PACKAGES = ("bot", "engines", "lessons", "players", "render", "sandbox", "benchmarks", "proofs", "tests")

TEXT_SUFFIXES = {
    ".cfg",
    ".css",
    ".html",
    ".in",
    ".js",
    ".md",
    ".po",
    ".pot",
    ".py",
    ".service",
    ".sh",
    ".sql",
    ".toml",
    ".txt",
    ".yaml",
}
TEXT_NAMES = {
    ".dockerignore",
    ".editorconfig",
    ".env.example",
    ".gitignore",
    "Dockerfile",
    "LICENSE",
    "Makefile",
    "Procfile",
    "run",
}


def modules(package: str) -> list[Path]:
    """Return every Python module of a package, sorted."""
    return sorted((ROOT / package).rglob("*.py"))


@cache
def imported_packages(path: Path) -> frozenset[str]:
    """Return the top-level packages that a module imports absolutely."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found.add(node.module.partition(".")[0])
    return frozenset(found)


def texts() -> Iterator[Path]:
    """Yield every text file of the project: code, documents, configuration; no generated files (locks, caches)."""
    folders = [ROOT / name for name in (*PACKAGES, ".ci", "docs")]
    files = [path for folder in folders for path in folder.rglob("*")]
    files += [path for path in ROOT.iterdir() if path.name != ".env"]
    for path in sorted(files):
        named = path.suffix in TEXT_SUFFIXES or path.name in TEXT_NAMES
        if named and path.is_file() and "__pycache__" not in path.parts:
            yield path


def shown(path: Path) -> str:
    """Return the path relative to the project's root."""
    return str(path.relative_to(ROOT))
