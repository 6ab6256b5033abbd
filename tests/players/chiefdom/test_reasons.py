"""Whether the reasons of Chiefdom's computer player are true: each kind of sentence is checked by the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import NamedTuple

from engines.chiefdom import rules
from engines.chiefdom.board import board_of
from engines.chiefdom.drawing import drawings, drawn
from engines.chiefdom.edition import FIRST
from engines.chiefdom.game import CHIEFDOM
from engines.chiefdom.moves import Dice, Draw
from engines.chiefdom.observation import ICON_NAMES
from engines.chiefdom.scoring import (
    PEOPLE_PER_HOUSE,
    largest_lake,
    running_total,
    trees_in_largest_forest,
    wall_is_completed,
)
from engines.chiefdom.sheet import Sheet
from engines.chiefdom.state import State
from engines.text import Text
from players.chiefdom.player import PLAYER
from players.chiefdom.reasons import reason
from players.decision import Decision
from tests.engines.chiefdom.sheets import sheet
from tests.players.chiefdom.positions import CARDS, waiting

OFTEN = 500
"""How many drawings each kind of sentence is checked on; kinds that are rare in play are sought."""

EXPECTED = "I pass: I expect every drawing to cost me points in the end."


class Told(NamedTuple):
    """A drawing, the sheets before and after it, and what is told of it."""

    before: Sheet
    after: Sheet
    cards: tuple[int, ...]
    choices: int
    """How many drawings were legal."""
    text: Text

    @property
    def gained(self) -> int:
        """The points at once, without cards."""
        return running_total(self.after, ()) - running_total(self.before, ())

    @property
    def gained_by_cards(self) -> int:
        """The points of cards at once."""
        return running_total(self.after, self.cards) - running_total(self.before, self.cards) - self.gained

    @property
    def unhoused(self) -> int:
        """The people without a home before the drawing."""
        return max(0, self.before.people - PEOPLE_PER_HOUSE * self.before.houses)

    @property
    def built(self) -> bool:
        return self.after.houses == self.before.houses + 1


def facts(text: Text) -> list[Text]:
    """The facts told in a reason, or the reason itself."""
    return [value for _, value in text.args if isinstance(value, Text)] or [text]


@cache
def decided() -> list[tuple[State, int, Decision]]:
    """What levels 1 to 3 decide in positions of random matches, half of them with cards."""
    return [
        (state, level, PLAYER.decide(CHIEFDOM.observe(state, player), player, level, seed))
        for seed in range(90)
        for level in [1 + seed % 3]
        for state, player in waiting(seed, 1, CARDS if seed % 2 else ())
    ]


def dice_of(state: State) -> Dice:
    assert state.dice is not None
    return state.dice


def told() -> Iterator[Told]:
    """What is told of decisions, then of any legal drawings, of the last ones most."""
    for state, _, decision in decided():
        move = CHIEFDOM.decode_move(*decision.moves)
        before = state.sheets[0]
        if isinstance(move, Draw):
            choices = len(list(drawings(before, dice_of(state))))
            yield Told(before, drawn(before, move), state.cards, choices, decision.reason)
    random = Random(1)
    for seed in range(200):
        for state, _ in list(waiting(seed, 1, CARDS))[-15:]:
            before = state.sheets[0]
            legal = list(drawings(before, dice_of(state)))
            for draw in random.sample(legal, min(len(legal), 3)):
                text = reason(before, draw, state.cards, is_only=len(legal) == 1)
                yield Told(before, drawn(before, draw), state.cards, len(legal), text)
    for before, draw in of_walls():
        yield Told(before, drawn(before, draw), (), 2, reason(before, draw, (), is_only=False))


def of_walls() -> Iterator[tuple[Sheet, Draw]]:
    """Walls drawn on every square of sheets on which few are missing."""
    board = board_of(FIRST)
    files = "cdefgh"
    for seed in range(60):
        random = Random(seed)
        line = [f"{file}4" for file in files]
        for name in random.sample(line, 1 + seed % 2):
            line.remove(name)
        trees = ("c1d", "d1d", "e1d", "f1d", "g1d", "h1d", "c2L", "d2L", "e2L")
        before = sheet(" ".join((*(f"{name}W" for name in line), *trees)))
        for file in files:
            square = board.square_of[f"{file}4"]
            if before.squares[square] == ".":
                yield before, Draw("wall", (square,), None, bonus=False, jobs=())


CHECKS: dict[str, Callable[[Told, int], bool]] = {
    "cuts {count} log at once": lambda told, count: count == told.after.logs_cut - told.before.logs_cut > 0,
    "catches {count} fish at once": lambda told, count: count == told.after.fish - told.before.fish > 0,
    "makes the largest forest larger by {count} tree": lambda told, count: (
        count == trees_in_largest_forest(told.after) - trees_in_largest_forest(told.before) > 0
    ),
    "makes the largest lake larger by {count} square": lambda told, count: (
        count == largest_lake(told.after) - largest_lake(told.before) > 0
    ),
    "gives a job to {count} jobless person": lambda told, count: (
        count == told.before.mask("J").bit_count() - told.after.mask("J").bit_count() > 0
    ),
    "brings {count} point at once, cards apart": lambda told, count: count == told.gained > 0,
    "brings {count} point of the cards at once": lambda told, count: count == told.gained_by_cards > 0,
    "gives a home to {count} person": lambda told, count: (
        told.built and count == min(PEOPLE_PER_HOUSE, told.unhoused) > 0
    ),
    "builds a house for people to come": lambda told, _: told.built and told.unhoused == 0,
    "completes the wall": lambda told, _: wall_is_completed(told.after) and not wall_is_completed(told.before),
    "Nothing else can be drawn.": lambda told, _: told.choices == 1,
    "It costs nothing now, cards apart, and fills squares.": lambda told, _: told.gained == 0,
    "It costs points now, cards apart, but the sheet has to be filled.": lambda told, _: told.gained < 0,
}

RARE = {
    "brings {count} point of the cards at once",
    "builds a house for people to come",
    "completes the wall",
    "Nothing else can be drawn.",
    "It costs nothing now, cards apart, and fills squares.",
}
"""Kinds of sentences that even the sought positions have fewer times."""


def test_each_kind_of_sentence_is_true() -> None:
    checked: Counter[str] = Counter()
    for each in told():
        for fact in facts(each.text):
            checked[fact.singular] += 1
            if checked[fact.singular] <= OFTEN:
                assert CHECKS[fact.singular](each, fact.count or 0), (fact, each.before.squares)
    assert {kind for kind, number in checked.items() if number < OFTEN} <= RARE
    assert checked.keys() == CHECKS.keys()


def brings(state: State, text: str) -> int:
    """The points of a drawing at once, with cards."""
    move = CHIEFDOM.decode_move(text)
    assert isinstance(move, Draw)
    return running_total(drawn(state.sheets[0], move), state.cards)


def test_what_another_drawing_would_have_cost_is_right() -> None:
    checked: Counter[str] = Counter()
    for state, level, decision in decided():
        other = decision.alternative
        if other is None:
            continue
        move, args = CHIEFDOM.decode_move(*other.moves), dict(other.reason.args)
        assert isinstance(move, Draw)
        assert args["icon"] == ICON_NAMES[move.icon]
        assert args["square"] == state.sheets[0].board.names[move.squares[0]]
        text, count = other.reason.singular, other.reason.count or 0
        checked[text] += 1
        if "more" in text:
            count = -count
        if level <= 2:
            assert ("at once" in text) == (count == brings(state, *decision.moves) - brings(state, *other.moves))
        else:
            assert "at once" not in text
            assert count == round(decision.value - other.value)
    assert len(checked) == 6
    assert min(checked.values()) > 20


def test_passes_are_told_only_where_every_drawing_costs_points() -> None:
    passed: Counter[int] = Counter()
    for seed in range(60):
        for state, player in list(waiting(seed))[-6:]:
            if not rules.may_pass(state, player):
                continue
            gains = [
                running_total(drawn(state.sheets[0], draw), ()) for draw in drawings(state.sheets[0], dice_of(state))
            ]
            for level in (2, 4):
                decision = PLAYER.decide(CHIEFDOM.observe(state, player), player, level, seed)
                loses = max(gains) < running_total(state.sheets[0], ())
                if level == 2:
                    assert (decision.moves == ("pass",)) == loses
                if decision.moves == ("pass",):
                    passed[level] += 1
                    told_so = "I pass: every drawing would lower my score." if level == 2 else EXPECTED
                    assert decision.reason.singular == told_so
                    assert decision.value == running_total(state.sheets[0], ())
    assert min(passed[2], passed[4]) > 0
