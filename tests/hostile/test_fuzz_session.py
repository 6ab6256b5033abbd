"""A short session. `python -m benchmarks hostile --size N` is the long one."""

from __future__ import annotations

import asyncio

import pytest

from tests.discord_schema import RequestValidator
from tests.hostile import judge
from tests.hostile.fuzz_session import run_fuzz_session
from tests.hostile.reading import try_texts


@pytest.mark.parametrize("seed", [1, 2])
def test_short_fuzz_session_finds_no_problems(seed: int) -> None:
    report = asyncio.run(run_fuzz_session(500, seed, RequestValidator.find(), threads=seed == 2))
    assert report.problems == []
    assert report.refused > 100
    assert report.matches > 10


def test_every_text_is_parsed_or_refused() -> None:
    assert try_texts(20_000, 1) == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Hello @everyone", "unescaped '@everyone'"),
        ("<@&666>", "unescaped '<@&'"),
        ("<@666> is to move", "a mention of nobody, 666"),
        ("</play:666>", "unescaped '</play:666>'"),
        ("<a:evil:666>", "unescaped '<a:evil:666>'"),
        (r"\\||spoil\||", "unescaped '||'"),
        ("[x](https://evil666.example)", "unescaped ']('"),
        ("x\n# h", "a line that begins with '# h'"),
        ("```\nx", "a code block is left open"),
        ("**x", "bold text is left open"),
    ],
)
def test_judge_detects_unescaped_markup(text: str, problem: str) -> None:
    assert problem in list(judge.markup_problems(text, frozenset({1})))


@pytest.mark.parametrize(
    "text", ["**Ann** and <@1>", r"\|\|spoil\|\|", "@\u200beveryone", "```\n@everyone <@6>\n```", r"https:\\//evil"]
)
def test_judge_accepts_escaped_markup(text: str) -> None:
    assert list(judge.markup_problems(text, frozenset({1}))) == []
