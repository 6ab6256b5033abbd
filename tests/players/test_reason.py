"""Reasons in two voices: what each may say, in every reason that the source makes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

import players
from engines.text import TN, Seat, T
from players.reason import Reason, both, neutral

FIRST_PERSON = re.compile(r"(?<!{)\b(I|me|my|mine|we|us)\b", re.IGNORECASE)
SECOND_PERSON = re.compile(r"\b(you|yours?)\b", re.IGNORECASE)
FIELD = re.compile(r"{(\w+)}")


def made_by(function: str) -> Iterator[list[list[str]]]:
    """The texts that each call of a function is given: the messages of ``T`` or ``TN``, and the source of its count."""
    for path in Path(players.__path__[0]).rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if _calls(call, function):
                texts = [text for argument in call.args for text in ast.walk(argument) if _calls(text, "T", "TN")]
                yield [[_source(each) for each in text.args] for text in texts]


def _calls(node: ast.AST, *names: str) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names


def _source(node: ast.expr) -> str:
    return str(node.value) if isinstance(node, ast.Constant) else ast.unparse(node)


def test_each_voice_speaks_of_its_own_person_with_the_same_fields_and_count() -> None:
    reasons = list(made_by("both"))
    assert len(reasons) > 70
    for own, advice in reasons:
        assert own[2:] == advice[2:], f"another count: {advice}"
        for one, other in zip(own[:2], advice[:2], strict=True):
            assert one != other, f"neutral: {one}"
            assert not FIRST_PERSON.search(other), other
            assert set(FIELD.findall(one)) == set(FIELD.findall(other)), other


def test_neutral_reasons_speak_of_nobody() -> None:
    reasons = list(made_by("neutral"))
    assert len(reasons) > 25
    for texts in reasons:
        for message in (text[0] for text in texts):
            assert not FIRST_PERSON.search(message), message
            assert not SECOND_PERSON.search(message), message


def test_both_voices_have_the_values_of_the_fields() -> None:
    reason = both(
        TN("I need {count} point, {owner}.", "I need {count} points, {owner}.", 2),
        TN("You need {count} point, {owner}.", "You need {count} points, {owner}.", 2),
        owner=Seat(1),
    )
    assert str(reason.own) == "I need 2 points, Player 2."
    assert str(reason.advice) == "You need 2 points, Player 2."


def test_neutral_reason_is_one_sentence_for_both_voices() -> None:
    said = T("It {fact}.", fact=T("completes the wall"))
    assert neutral(said) == Reason(said, said)
