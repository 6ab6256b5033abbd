"""What Chiefdom's computer player says of its drawings, and whether the engine agrees."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from random import Random
from typing import NamedTuple

from engines.chiefdom.board import board_of
from engines.chiefdom.dice import roll_chances
from engines.chiefdom.drawing import drawings, drawn, find_error
from engines.chiefdom.edition import FIRST
from engines.chiefdom.game import CHIEFDOM
from engines.chiefdom.moves import Draw
from engines.chiefdom.observation import (
    EMPTY,
    FISHERMAN,
    FORESTS,
    JOBLESS,
    LAKES,
    LUMBERJACK,
    PRINTED,
    WALL,
    name_of,
    phrase_of,
)
from engines.chiefdom.scoring import (
    PEOPLE_PER_HOUSE,
    largest_lake,
    running_total,
    score,
    trees_in_largest_forest,
    wall_is_completed,
)
from engines.chiefdom.sheet import Sheet
from engines.chiefdom.state import State
from engines.game import CHANCE
from engines.text import Text
from players.chiefdom.estimate import estimate
from players.chiefdom.masks import masks_of
from players.chiefdom.player import LAST_LEVEL_BY_POINTS, PLAYER, REACHED, judge_draws, outlook
from players.chiefdom.reasons import reason
from players.decision import Alternative, Decision
from tests.engines.chiefdom.sheets import sheet
from tests.players.chiefdom.positions import CARDS, waiting
from tests.players.claims import Claim

Vary = Callable[[Random], Iterable[Claim]]
"""What is said in a position that differs a little."""


class Told(NamedTuple):
    """A drawing, the sheets before and after it, and what is told of it."""

    before: Sheet
    after: Sheet
    cards: tuple[int, ...]
    choices: int
    """How many drawings were legal."""
    text: Text
    legal: tuple[Draw, ...] = ()
    """All of them, where the sentence compares them."""

    def gains(self) -> list[int]:
        """The points of every legal drawing at once, without cards."""
        return [running_total(drawn(self.before, draw), ()) - running_total(self.before, ()) for draw in self.legal]

    def is_expected_to_bring_more(self) -> bool:
        """Whether the estimate of the drawing is above that of each drawing that brings most points at once."""
        gains = self.gains()
        most = [draw for draw, gain in zip(self.legal, gains, strict=True) if gain == max(gains)]
        mine = expected(self.after, self.cards)
        return self.gained < max(gains) and all(mine > expected(drawn(self.before, draw), self.cards) for draw in most)

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

    @staticmethod
    def wants(sheet: Sheet) -> int:
        """How many homes, meals and jobs are missing."""
        missing = ("homeless", "hungry", "jobless")
        return sum(line.number for line in score(sheet, ()).lines if line.name in missing)

    @property
    def built(self) -> bool:
        return self.after.houses == self.before.houses + 1


def expected(sheet: Sheet, cards: tuple[int, ...]) -> float:
    """The final score that the computer player expects without a look ahead."""
    return estimate(masks_of(sheet)) + running_total(sheet, cards) - running_total(sheet, ())


def beside(sheet: Sheet, person: str, letters: str) -> int:
    """How many people with a job stand next to a square of some kind."""
    return (sheet.mask(person) & sheet.board.around(sheet.mask(letters))).bit_count()


def facts(text: Text) -> list[Text]:
    """The facts told in a reason, and the reason itself unless it only joins them."""
    told = [fact for _, value in text.args if isinstance(value, Text) for fact in facts(value)]
    return told if told and text.singular not in CHECKS else [*told, text]


FEWEST = "Every drawing costs me points now; mine costs the fewest: {number}."
NO_FEWER = "My drawing {what}, but {costs}; no other costs fewer."
LATER = (
    "My drawing {what}, but {costs}; I expect more from it in the end.",
    "My drawing {costs}, but I expect more from it in the end.",
)

CHECKS: dict[str, Callable[[Told, int], bool]] = {
    "cuts {count} log": lambda told, count: count == told.after.logs_cut - told.before.logs_cut > 0,
    "catches {count} fish": lambda told, count: count == told.after.fish - told.before.fish > 0,
    "enlarges the largest forest by {count} tree": lambda told, count: (
        count == trees_in_largest_forest(told.after) - trees_in_largest_forest(told.before) > 0
    ),
    "enlarges the largest lake by {count} square": lambda told, count: (
        count == largest_lake(told.after) - largest_lake(told.before) > 0
    ),
    "finds work for {count} jobless person": lambda told, count: (
        count == told.before.mask("J").bit_count() - told.after.mask("J").bit_count() > 0
    ),
    "brings {count} fisherman and trees together": lambda told, count: (
        count == beside(told.after, FISHERMAN, FORESTS) - beside(told.before, FISHERMAN, FORESTS) > 0
    ),
    "brings {count} lumberjack and water together": lambda told, count: (
        count == beside(told.after, LUMBERJACK, LAKES) - beside(told.before, LUMBERJACK, LAKES) > 0
    ),
    "settles {count} person with a home, food and work": lambda told, count: (
        count == told.after.people - told.before.people > 0
        and told.after.mask(JOBLESS) & ~told.before.mask(JOBLESS) == 0
        and not {line.name for line in score(told.after, ()).lines if line.number} & {"homeless", "hungry"}
    ),
    "adds a wall square": lambda told, _: told.after.squares.count(WALL) == told.before.squares.count(WALL) + 1,
    "fills {count} empty square": lambda told, count: (
        count == told.gained == told.before.squares.count(EMPTY) - told.after.squares.count(EMPTY)
    ),
    "{count} point now": lambda told, count: count == told.gained > 0 and not told.cards,
    "{count} point now without the cards": lambda told, count: count == told.gained > 0 and bool(told.cards),
    "brings {count} point now": lambda told, count: count == told.gained > 0 and not told.cards,
    "brings {count} point now without the cards": lambda told, count: count == told.gained > 0 and bool(told.cards),
    "costs {count} point now": lambda told, count: count == -told.gained > 0 and not told.cards,
    "costs {count} point now without the cards": lambda told, count: count == -told.gained > 0 and bool(told.cards),
    "{count} more person needs a home, food or work": lambda told, count: (
        count == told.after.people - told.before.people and told.wants(told.after) > told.wants(told.before)
    ),
    "earns {count} point of the cards": lambda told, count: count == told.gained_by_cards > 0,
    "gives a home to {count} person": lambda told, count: (
        told.built and count == min(PEOPLE_PER_HOUSE, told.unhoused) > 0
    ),
    "builds a house for people to come": lambda told, _: told.built and told.unhoused == 0,
    "completes the wall": lambda told, _: wall_is_completed(told.after) and not wall_is_completed(told.before),
    "Nothing else can be drawn.": lambda told, _: told.choices == 1,
    "My drawing changes no points now and fills {count} square.": lambda told, count: (
        told.gained == 0 and count == told.before.squares.count(".") - told.after.squares.count(".")
    ),
    FEWEST: lambda told, _: dict(told.text.args)["number"] == -told.gained == -max(told.gains()) > 0,
    NO_FEWER: lambda told, _: told.gained == max(told.gains()) < 0,
    **dict.fromkeys(LATER, lambda told, _: told.gained < 0 and told.is_expected_to_bring_more()),
}

PASS = "I pass: every drawing would lower my score."
LESS, SAME, MORE = (
    "{icon} at {square} would have brought {count} point less at once.",
    "{icon} at {square} would have brought as many points at once.",
    "{icon} at {square} would have brought {count} point more at once.",
)
"""Sentences on another drawing."""
EXPECTED_OF_OTHERS = {
    "Drawing {icon} at {square} would bring about {count} point less in the end, I expect.": 1,
    "Drawing {icon} at {square} {what}, but I expect about {count} point less in the end.": 1,
    "Drawing {icon} at {square} looks about as good.": 0,
    "Drawing {icon} at {square} looks about as good: it {what}.": 0,
    "Perhaps drawing {icon} at {square} was better: it {what}, and I expect about {count} point more in all.": -1,
    "Perhaps drawing {icon} at {square} was better: I expect about {count} point more from it in the end.": -1,
}
"""Sentences on another drawing, by the estimate; the sign of the points that it is said to bring less."""

KINDS = {*CHECKS, PASS, LESS, SAME, MORE, *EXPECTED_OF_OTHERS}
MOST = 60
"""Matches in which the proof seeks what is rarely said."""
VARIATIONS = 12000
"""Positions, varied from those in which something was said rarely, in which the proof seeks more."""
LATE, FEW = 6, 4
"""How many of the last positions of a match are taken, and with how many drawings at most."""
SAMPLED = 30
"""Of how many drawings of a position what would be said is looked at."""


def claims(seed: int) -> Iterator[Claim]:
    """What level 1, 2 or 3 says in the positions of a match, then what would be said of other drawings.

    Matches are random or of level 3, with and without cards. So that rare sentences are found as well, positions with
    few drawings follow, and of the legal drawings of a position one is taken for each sentence.
    """
    cards, level = CARDS if seed % 2 else (), 1 + seed // 2 % 3
    for state in (
        *(state for state, _ in (waiting, of_level_3)[seed // 4 % 2](seed, 1, cards)),
        *with_few_drawings(seed, cards),
    ):
        yield from claims_at(state, level, Random(seed))
    yield from wall_claims(Random(seed))


def claims_at(state: State, level: int, random: Random) -> Iterator[Claim]:
    """What a level says in a position, then what would be said of other drawings."""
    where, vary = CHIEFDOM.dump_state(state), partial(varied_claims, state, level)
    before, legal = state.sheets[0], [*drawings(state.sheets[0], state.dice)] if state.dice else []
    decision = PLAYER.decide(CHIEFDOM.observe(state, 0), 0, level, random.getrandbits(32))
    move = CHIEFDOM.decode_move(*decision.moves)
    if isinstance(move, Draw):
        told = Told(before, drawn(before, move), state.cards, len(legal), decision.reason.own, tuple(legal))
        yield from _of(told, where, vary)
        if (other := decision.alternative) is not None:
            check = _compares if level <= LAST_LEVEL_BY_POINTS else _expects
            yield Claim(other.reason.singular, partial(check, state, decision, other), where, vary)
    elif level <= LAST_LEVEL_BY_POINTS:
        yield Claim(decision.reason.own.singular, partial(_loses, before, state.cards, legal), where, vary)
    found = {fact.singular for fact in facts(decision.reason.own)}
    judged = judge_draws(before, state.cards, legal, by_points=False)
    for one in judged if len(judged) < SAMPLED else random.sample(judged, SAMPLED):
        seen = outlook(before, judged, one, by_points=False)
        text = reason(before, one.draw, state.cards, is_only=len(legal) == 1, outlook=seen).own
        if not found.issuperset(fact.singular for fact in facts(text)):
            found |= {fact.singular for fact in facts(text)}
            told = Told(before, drawn(before, one.draw), state.cards, len(legal), text, tuple(legal))
            yield from _of(told, where, vary)


def varied_claims(state: State, level: int, random: Random) -> Iterator[Claim]:
    """What is said in a position with one other square on the sheet."""
    sheet, dice = state.sheets[0], state.dice
    squares = [square for square, letter in enumerate(sheet.squares) if letter not in PRINTED]
    for _ in range(20):
        square, letter = random.choice(squares), random.choice(".HBLFJ23dt~=W")
        then = replace(sheet, squares=sheet.squares[:square] + letter + sheet.squares[square + 1 :])
        if then != sheet and find_error(then) is None and dice is not None and any(True for _ in drawings(then, dice)):
            yield from claims_at(replace(state, sheets=(then,)), level, random)
            return


def with_few_drawings(seed: int, options: tuple[tuple[str, str], ...]) -> Iterator[State]:
    """Late positions of a random match, as they are and with fuller sheets, with all rolls that leave few drawings."""
    random = Random(seed)
    for state, _ in [*waiting(seed, 1, options)][-LATE:]:
        for sheets in state.sheets, (filled(state.sheets[0], random),):
            for roll, _ in roll_chances():
                if 0 < len([*islice(drawings(sheets[0], roll.dice), FEW + 1)]) <= FEW:
                    yield replace(state, sheets=sheets, dice=roll.dice)


def filled(before: Sheet, random: Random) -> Sheet:
    """The sheet with something on most of its empty squares, such as drawings can have led to."""
    then, empty = before, [square for square, letter in enumerate(before.squares) if letter == "."]
    for square in random.sample(empty, max(0, len(empty) - random.randint(1, 5))):
        for letter in random.sample("HBLFJ2~", 4):
            squares = then.squares[:square] + letter + then.squares[square + 1 :]
            tried = replace(then, squares=squares)
            if find_error(tried) is None:
                then = tried
                break
    return then


def of_level_3(seed: int, seats: int, options: tuple[tuple[str, str], ...]) -> Iterator[tuple[State, int]]:
    """The positions of a match of level 3 in which it is to move."""
    rng, state = Random(seed), CHIEFDOM.initial_state(seats, dict(options))
    while players := CHIEFDOM.players_to_move(state):
        if players[0] == CHANCE:
            state = CHIEFDOM.apply(state, CHANCE, CHIEFDOM.sample_chance(state, rng))
            continue
        yield state, players[0]
        (text,) = PLAYER.decide(CHIEFDOM.observe(state, players[0]), players[0], 3, seed).moves
        state = CHIEFDOM.apply(state, players[0], CHIEFDOM.decode_move(text))


def _of(told: Told, where: str, vary: Vary) -> Iterator[Claim]:
    for fact in facts(told.text):
        yield Claim(fact.singular, partial(CHECKS[fact.singular], told, fact.count or 0), where, vary)


def _compares(state: State, decision: Decision, other: Alternative) -> bool:
    """Whether the other drawing brings as many points at once as is said."""
    move, args = CHIEFDOM.decode_move(*other.moves), dict(other.reason.args)
    assert isinstance(move, Draw)
    less = _brings(state, *decision.moves) - _brings(state, *other.moves)
    told = {LESS: 1, SAME: 0, MORE: -1}[other.reason.singular] * (other.reason.count or 0)
    named = (args["icon"], args["square"]) == (
        name_of(move.icon, len(move.squares)),
        state.sheets[0].board.names[move.squares[0]],
    )
    return named and less == told


def _expects(state: State, decision: Decision, other: Alternative) -> bool:
    """Whether level 3 expects as many points less of the other drawing as is said, which does what is said."""
    args = dict(other.reason.args)
    move, chosen = CHIEFDOM.decode_move(*other.moves), CHIEFDOM.decode_move(*decision.moves)
    assert isinstance(move, Draw)
    assert isinstance(chosen, Draw)
    before = state.sheets[0]
    then = drawn(before, move)
    less = REACHED[3] * (expected(drawn(before, chosen), state.cards) - expected(then, state.cards))
    said = EXPECTED_OF_OTHERS[other.reason.singular] * (other.reason.count or 0)
    named = (args["icon"], args["square"]) == (
        phrase_of(move.icon, len(move.squares)),
        before.board.names[move.squares[0]],
    )
    what = args.get("what")
    told = Told(before, then, state.cards, 2, other.reason)
    does = what is None or (isinstance(what, Text) and CHECKS[what.singular](told, what.count or 0))
    return named and does and abs(less - said) < 0.5 + 1e-6


def _brings(state: State, text: str) -> int:
    """The points of a drawing at once, with cards."""
    move = CHIEFDOM.decode_move(text)
    assert isinstance(move, Draw)
    return running_total(drawn(state.sheets[0], move), state.cards)


def _loses(before: Sheet, cards: tuple[int, ...], legal: list[Draw]) -> bool:
    """Whether every drawing lowers the score."""
    return all(running_total(drawn(before, draw), cards) < running_total(before, cards) for draw in legal)


def wall_claims(random: Random) -> Iterator[Claim]:
    """What is said of walls drawn on every free square of a row in which one or two are missing."""
    board, files = board_of(FIRST), "cdefgh"
    line = [f"{file}4" for file in files]
    for name in random.sample(line, random.randint(1, 2)):
        line.remove(name)
    trees = ("c1d", "d1d", "e1d", "f1d", "g1d", "h1d", "c2L", "d2L", "e2L")
    before = sheet(" ".join((*(f"{name}W" for name in line), *random.sample(trees, random.randint(4, len(trees))))))
    for file in files:
        square = board.square_of[f"{file}4"]
        if before.squares[square] == ".":
            draw = Draw("wall", (square,), None, bonus=False, jobs=())
            told = Told(before, drawn(before, draw), (), 2, reason(before, draw, (), is_only=False).own)
            yield from _of(told, f"{before.squares}: {draw}", wall_claims)
