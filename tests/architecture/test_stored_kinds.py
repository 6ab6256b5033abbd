"""Stored kinds of messages and jobs are named only where they are defined."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from bot.matches.model import jobs
from bot.matches.model.outbox_messages import Message
from tests.architecture.source import ROOT, modules, shown

DEFINED_IN = {"bot/matches/model/outbox_messages.py", "bot/matches/model/jobs.py"}
JOBS: list[type[Any]] = [value for value in vars(jobs).values() if isinstance(value, type) and "subject" in vars(value)]
KINDS = {message.kind for message in get_args(Message)} | {job.kind for job in JOBS}
OTHER_MEANINGS = {"status", "result", "place", "lost", "deadline", "resume", "remind", "table", "sheet"}
"""Kinds that are also ordinary words: only reported where they can only be kinds."""
STRICT = ("bot/matches", "bot/delivery")
"""Folders in which every other kind is reported anywhere."""
POSTS = {"enqueue", "enqueue_all", "has_later", "cancel", "key_of", "handlers"}
SQL = re.compile(r"\b(?:outbox|due)\b")
IN_SQL = re.compile("'(" + "|".join(sorted(KINDS)) + ")[':]")


def is_kind(node: ast.AST) -> bool:
    """Whether a node is the stored kind of a message or job, as a string."""
    return isinstance(node, ast.Constant) and node.value in KINDS


def is_called_kind(node: ast.AST) -> bool:
    """Whether a node is a ``kind`` attribute or a name ending in it."""
    return (isinstance(node, ast.Attribute) and node.attr == "kind") or (
        isinstance(node, ast.Name) and node.id == "kind"
    )


def compared(tree: ast.AST) -> Iterator[ast.AST]:
    """Return nodes of a module that can only be kinds."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            if any(map(is_called_kind, sides)):
                yield from (inner for side in sides for inner in ast.walk(side))
        elif isinstance(node, ast.Match) and is_called_kind(node.subject):
            yield from (inner for case in node.cases for inner in ast.walk(case.pattern))
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in POSTS:
            yield from node.args


def bare_kinds(path: Path, *, strict: bool) -> list[str]:
    """Return the kinds that a module names itself."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    words = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    found = {f"{node.lineno}: {node.value}" for node in compared(tree) if is_kind(node)}  # type: ignore[attr-defined]
    for node in words:
        text = str(node.value)
        if strict and text in KINDS - OTHER_MEANINGS:
            found.add(f"{node.lineno}: {text}")
        if SQL.search(text):
            found |= {f"{node.lineno}: {kind}" for kind in IN_SQL.findall(text)}
    return sorted(found)


def test_stored_kinds_are_named_only_where_defined() -> None:
    found = {
        shown(path): kinds
        for path in modules("bot")
        if shown(path) not in DEFINED_IN and (kinds := bare_kinds(path, strict=shown(path).startswith(STRICT)))
    }
    assert found == {}


def test_stored_kinds_are_found_where_defined() -> None:
    named = {kind.partition(": ")[2] for path in DEFINED_IN for kind in bare_kinds(ROOT / path, strict=True)}
    assert named == KINDS - OTHER_MEANINGS


def test_check_detects_bare_kinds(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(
        "outbox.enqueue(tx, 'place')\n"
        "if row.kind == 'result': ...\n"
        "if row.kind in ('status', 'sheet'): ...\n"
        "match row.kind:\n    case 'table' | 'turn': ...\n"
        "schedule.cancel(tx, 'deadline', 12)\n"
        "waiting = \"SELECT 1 FROM outbox WHERE match_id = ? AND kind = 'turn'\"\n"
        "moved = \"UPDATE due SET at = ? WHERE key = 'resume:' || match_id\"\n"
        "REMINDER = 'nudge'\n"
        "columns = row['status'], row['result']\n"
    )
    always = ["1: place", "2: result", "3: sheet", "3: status", "5: table", "5: turn", "6: deadline", "7: turn"]
    assert bare_kinds(module, strict=False) == [*always, "8: resume"]
    assert bare_kinds(module, strict=True) == [*always, "8: resume", "9: nudge"]
