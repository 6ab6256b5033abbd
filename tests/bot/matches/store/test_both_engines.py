"""The store's statements are one text, which both engines understand."""

import re

import pytest

from tests.architecture.source import modules, shown
from tests.bot.matches.harness import ServiceHarness
from tests.bot.matches.store.every_query import use_everything

ONLY_ONE = {
    r"\bGLOB\b|\binstr\(|\bILIKE\b|\bSIMILAR TO\b": "LIKE",
    r"\bjson_extract\(|->>": "read the column, and compare in Python",
    r"\bINSERT OR (?:REPLACE|IGNORE)\b": "ON CONFLICT",
    r"\blast_insert_rowid\(|\browid\b": "RETURNING id",
    r"\bIS (?:NOT )?\?": "= or IS NULL, for a parameter that may be either",
    r"\b(?:max|min)\([^()]*,": "CASE",
    r"\bsum\([^()]*[=<>]": "sum(CASE …)",
    r"\bPRAGMA\b|\bsqlite_|\bpg_|\binformation_schema\b": "bot.storage, which knows the engine",
    r"::\w|\bNOT DISTINCT FROM\b|\bANY\(": "CAST, IN and json_each",
    r"\bstrftime\(|\bnow\(\)|\bunixepoch\(": "the clock of the service",
    r"\b(?:ifnull|nvl|greatest|least|iif)\(": "coalesce or CASE",
    r"\bgroup_concat\((?!DISTINCT kind\))": "a name that postgres/sql.py knows",
}
"""What only one engine understands, and what to write instead."""


def found_in(text: str) -> list[str]:
    return [f"{found[0]}: {instead}" for wrong, instead in ONLY_ONE.items() for found in re.finditer(wrong, text)]


def test_store_uses_what_both_engines_understand() -> None:
    statements = [
        (shown(path), line)
        for path in modules("bot/matches/store")
        for line in path.read_text("utf-8").splitlines()
        if re.search(r"\b(?:SELECT|INSERT|UPDATE|DELETE|WHERE|SET|AND|FROM|VALUES|ORDER BY)\b", line)
    ]
    assert len(statements) > 300
    assert {where: found for where, line in statements if (found := found_in(line))} == {}


@pytest.mark.parametrize(
    "line",
    [
        "WHERE lane GLOB '*:1'",
        "UPDATE due SET at = max(at, ?)",
        "AND paused_at IS ?",
        "SELECT sum(verdict = 'won')",
        "SELECT group_concat(name) FROM seats",
        "INSERT OR REPLACE INTO ratings",
    ],
)
def test_check_finds_what_only_one_understands(line: str) -> None:
    assert len(found_in(line)) == 1
    assert found_in("SELECT max(at) FROM due WHERE at IS NULL") == []


@pytest.mark.engines("postgres")
async def test_every_query_runs_on_postgresql(harness: ServiceHarness) -> None:
    await use_everything(harness)
