"""What a player who is typing a decision may go on with: legal continuations only."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import nsmallest

from engines.chiefdom import grammar, rules
from engines.chiefdom.drawing import drawings
from engines.chiefdom.effects import Effects, effects
from engines.chiefdom.grammar import Typed
from engines.chiefdom.moves import Draw, encode
from engines.chiefdom.state import State
from engines.game import Completion, Player
from engines.text import T, Text


def complete(state: State, player: Player, text: str, limit: int) -> tuple[Completion, ...]:
    """Legal decisions that what was typed may become; those that gain most points now come first."""
    typed = grammar.read(text)
    if typed is None or not rules.may_decide(state, player) or state.dice is None:
        return ()
    sheet = state.sheets[player]
    offers = [(effects(sheet, draw, state.cards), encode(state.board, draw)) for draw in _fitting(state, player, typed)]
    best = nsmallest(limit, offers, key=lambda offer: (-offer[0].points, offer[1]))
    found = [Completion(line, _hint(effect)) for effect, line in best]
    if "pass" in typed.heads and len(found) < limit and rules.may_pass(state, player):
        found.append(Completion("pass", T("draw nothing, and keep the bonus")))
    return tuple(found)


def _fitting(state: State, player: Player, typed: Typed) -> Iterator[Draw]:
    """The legal drawings that begin like what was typed, squares in any order."""
    names = state.board.names
    wanted = set(typed.squares)
    for draw in drawings(state.sheets[player], state.dice or (1, 1, 1)):
        if draw.icon not in typed.heads or len(wanted) > len(draw.squares):
            continue
        squares = {names[square] for square in draw.squares}
        if not wanted <= squares or (typed.closed and wanted != squares):
            continue
        if typed.begun and not any(name.startswith(typed.begun) for name in squares - wanted):
            continue
        if typed.closed and not _die_fits(draw, typed):
            continue
        chosen = {names[square]: job for square, job in draw.jobs}
        if typed.asking is not None and typed.asking not in chosen:
            continue
        if all(chosen.get(name) == job for name, job in typed.jobs.items()):
            yield draw


def _die_fits(draw: Draw, typed: Typed) -> bool:
    """Whether the brackets may be those of the drawing: ``(`` alone of any die, ``(~`` of a bonus."""
    if draw.die is None or typed.die not in (None, draw.die):
        return False
    if typed.die is not None:
        return typed.bonus == draw.bonus
    return draw.bonus or not typed.bonus


def _hint(effect: Effects) -> Text:
    """What the drawing gives, at most 100 characters in English."""
    points = T("{points} points", points=f"{effect.points:+d}")
    if effect.logs and effect.fish:
        return T(
            "{points}, logs {logs}, fish {fish}", points=points, logs=f"{effect.logs:+d}", fish=f"{effect.fish:+d}"
        )
    if effect.logs:
        return T("{points}, logs {logs}", points=points, logs=f"{effect.logs:+d}")
    if effect.fish:
        return T("{points}, fish {fish}", points=points, fish=f"{effect.fish:+d}")
    return points
