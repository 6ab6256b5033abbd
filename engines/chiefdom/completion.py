"""Autocompletion of a typed decision: legal continuations only."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from engines.chiefdom import grammar, rules
from engines.chiefdom.drawing import drawings
from engines.chiefdom.evaluation import Evaluator
from engines.chiefdom.grammar import Typed
from engines.chiefdom.moves import Dice, Draw, encode
from engines.chiefdom.sheet import Sheet
from engines.chiefdom.state import State
from engines.game import Completion, Player
from engines.text import T, Text, format_change


class Candidate(NamedTuple):
    """A legal drawing; sorts by the running score after it, the highest first."""

    loss: int
    """The points that the running score loses."""
    line: str
    draw: Draw
    logs: int
    """Logs cut, less those that it costs."""
    fish: int
    """Fish caught."""


def complete(state: State, player: Player, text: str, limit: int) -> tuple[Completion, ...]:
    """Legal decisions that begin like the typed text; those with most points now come first."""
    typed = grammar.read(text)
    if typed is None or not rules.may_decide(state, player) or state.dice is None:
        return ()
    sheet = state.sheets[player]
    candidates = islice(_fitting(sheet, ranked(sheet, state.dice, state.cards), typed), limit)
    found = [Completion(candidate.line, _hint(candidate)) for candidate in candidates]
    if "pass" in typed.heads and len(found) < limit and rules.may_pass(state, player):
        found.append(Completion("pass", T("draw nothing, and keep the bonus")))
    return tuple(found)


@lru_cache(maxsize=16)
def ranked(sheet: Sheet, dice: Dice, cards: tuple[int, ...]) -> tuple[Candidate, ...]:
    """Every legal drawing, the most useful first. Cached, since each typed letter needs it again."""
    return tuple(sorted(_candidates(sheet, dice, cards)))


def _candidates(sheet: Sheet, dice: Dice, cards: tuple[int, ...]) -> Iterator[Candidate]:
    evaluator = Evaluator(sheet, cards)
    for draw in drawings(sheet, dice):
        points, logs, fish = evaluator.evaluate(draw)
        yield Candidate(-points, encode(sheet.board, draw), draw, logs, fish)


def _fitting(sheet: Sheet, candidates: tuple[Candidate, ...], typed: Typed) -> Iterator[Candidate]:
    """The drawings that fit the typed text, squares in any order."""
    names = sheet.board.names
    wanted = set(typed.squares)
    for candidate in candidates:
        draw = candidate.draw
        if draw.icon not in typed.heads or len(wanted) > len(draw.squares):
            continue
        if not (typed.squares or typed.begun):
            yield candidate
            continue
        squares = {names[square] for square in draw.squares}
        chosen = {names[square]: job for square, job in draw.jobs}
        fits = (
            (wanted == squares and _die_fits(draw, typed) if typed.closed else wanted <= squares)
            and (not typed.begun or any(name.startswith(typed.begun) for name in squares - wanted))
            and (typed.asking is None or typed.asking in chosen)
            and all(chosen.get(name) == job for name, job in typed.jobs.items())
        )
        if fits:
            yield candidate


def _die_fits(draw: Draw, typed: Typed) -> bool:
    """Whether the brackets may be those of the drawing: ``(`` alone of any die, ``(~`` of a bonus."""
    if draw.die is None or typed.die not in (None, draw.die):
        return False
    if typed.die is not None:
        return typed.bonus == draw.bonus
    return draw.bonus or not typed.bonus


def _hint(candidate: Candidate) -> Text:
    """The gain of the drawing, at most 100 characters in English."""
    points, logs, fish = (format_change(gain) for gain in (-candidate.loss, candidate.logs, candidate.fish))
    if candidate.logs and candidate.fish:
        return T("points {points}, logs {logs}, fish {fish}", points=points, logs=logs, fish=fish)
    if candidate.logs:
        return T("points {points}, logs {logs}", points=points, logs=logs)
    if candidate.fish:
        return T("points {points}, fish {fish}", points=points, fish=fish)
    return T("points {points}", points=points)
