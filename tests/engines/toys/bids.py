"""Bids: 1 to 8 players decide at the same time and in secret, and may decide again until everybody has.

Chance rolls two dice. Everyone takes one of them; a number that only one player has taken counts twice. After five
rounds the most points win. A player who withdraws keeps their points, is unranked and no longer to move. (As in
Chiefdom.)
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from engines.base import BaseGame
from engines.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidMoveError,
    InvalidPositionError,
)
from engines.game import (
    CHANCE,
    GameInfo,
    OptionChoice,
    OptionSpec,
    Outcome,
    Player,
    Rng,
    RulesPage,
    ScoreRow,
    ScoreTable,
    Step,
)
from engines.text import Seat, T, Text, excerpt
from tests.engines.toys.typed import plain

ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Roll:
    """Both dice."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Take:
    """A player's secret decision."""

    number: int


@dataclass(frozen=True, slots=True)
class Bids:
    """A position."""

    round: int
    dice: tuple[int, int] | None
    points: tuple[int, ...]
    taken: tuple[int | None, ...]
    gone: tuple[bool, ...]
    double: bool
    """Option: being alone with a number doubles it."""

    @property
    def over(self) -> bool:
        return self.round == ROUNDS or all(self.gone)


@dataclass(frozen=True, slots=True)
class Seen:
    """What a viewer knows."""

    viewer: Player | None
    round: int
    dice: tuple[int, int] | None
    points: tuple[int, ...]
    decided: tuple[bool, ...]
    own: int | None
    revealed: tuple[tuple[Player, int], ...]
    gone: tuple[bool, ...]
    double: bool


Move = Roll | Take

_ROLLS = tuple(Roll(low, high) for low in range(1, 7) for high in range(low, 7))


class BidsGame(BaseGame[Bids, Move, Seen]):
    """The rules."""

    info = GameInfo(
        slug="bids",
        title="Bids",
        tagline=T("Take a die that nobody else takes."),
        min_players=1,
        max_players=8,
        options=(
            OptionSpec(
                "double",
                T("Double"),
                T("Whether a number taken alone counts twice."),
                (OptionChoice("yes", T("Yes")), OptionChoice("no", T("No"))),
                "yes",
            ),
        ),
        rules_version=1,
        seat_titles=tuple(T("Bidder {number}", number=seat + 1) for seat in range(8)),
        typical_length=T("five rounds"),
        max_plies=ROUNDS * 9,
        has_hidden_information=True,
        is_simultaneous=True,
        has_private_sheets=True,
        terminations=("rounds", "abandoned"),
    )

    def new_match(self, num_players: int, options: Mapping[str, str]) -> Bids:
        nobody = (None,) * num_players
        return Bids(0, None, (0,) * num_players, nobody, (False,) * num_players, options["double"] == "yes")

    def players_to_move(self, state: Bids) -> Sequence[Player]:
        if state.over:
            return ()
        return (CHANCE,) if state.dice is None else self._seats(state, decided=False)

    def players_who_may_replace(self, state: Bids) -> Sequence[Player]:
        return () if state.dice is None else self._seats(state, decided=True)

    def _seats(self, state: Bids, *, decided: bool) -> tuple[Player, ...]:
        return tuple(
            seat for seat, taken in enumerate(state.taken) if not state.gone[seat] and (taken is not None) == decided
        )

    def legal_moves(self, state: Bids, player: Player) -> Sequence[Move]:
        if state.dice is None or not 0 <= player < len(state.gone) or state.gone[player]:
            return ()
        return tuple(Take(number) for number in sorted(set(state.dice)))

    def is_legal(self, state: Bids, player: Player, move: Move) -> bool:
        if isinstance(move, Roll):
            return player == CHANCE and state.dice is None and not state.over and move in _ROLLS
        return move in self.legal_moves(state, player)

    def sample_chance(self, state: Bids, rng: Rng) -> Move:
        low, high = sorted((1 + rng.randrange(6), 1 + rng.randrange(6)))
        return Roll(low, high)

    def chance_outcomes(self, state: Bids) -> Sequence[tuple[Move, Fraction]] | None:
        return tuple((roll, Fraction(1 if roll.low == roll.high else 2, 36)) for roll in _ROLLS)

    def apply(self, state: Bids, player: Player, move: Move) -> Bids:
        if not self.is_legal(state, player, move):
            raise IllegalMoveError(T("That is not possible now."))
        if isinstance(move, Roll):
            return replace(state, dice=(move.low, move.high))
        taken = (*state.taken[:player], move.number, *state.taken[player + 1 :])
        return self._settled(replace(state, taken=taken))

    def _settled(self, state: Bids) -> Bids:
        """Apply the decisions of a round once everybody has decided."""
        if state.dice is None or self._seats(state, decided=False):
            return state
        points = list(state.points)
        for seat, number in enumerate(state.taken):
            if number is not None:
                alone = state.taken.count(number) == 1 and state.double
                points[seat] += 2 * number if alone else number
        nobody = (None,) * len(points)
        return replace(state, round=state.round + 1, dice=None, points=tuple(points), taken=nobody)

    def withdraw(self, state: Bids, player: Player) -> Bids:
        if state.over or state.gone[player]:
            raise IllegalMoveError(T("You are out already."))
        gone = (*state.gone[:player], True, *state.gone[player + 1 :])
        taken = (*state.taken[:player], None, *state.taken[player + 1 :])
        if all(gone):
            return replace(state, gone=gone, dice=None, taken=taken)
        return self._settled(replace(state, gone=gone, taken=taken))

    def turn_ended(self, state: Bids) -> bool:
        return state.dice is None

    def outcome(self, state: Bids) -> Outcome | None:
        if not state.over:
            return None
        present = [seat for seat, gone in enumerate(state.gone) if not gone]
        if not present:
            return Outcome("abandoned", T("Nobody is left."), ())
        marks = sorted({state.points[seat] for seat in present}, reverse=True)
        ranking = tuple(tuple(seat for seat in present if state.points[seat] == mark) for mark in marks)
        table = ScoreTable(T("Result"), (ScoreRow(T("Points"), state.points),))
        return Outcome("rounds", T("{winner} leads.", winner=Seat(ranking[0][0])), ranking, table)

    def observe(self, state: Bids, viewer: Player | None, last_turn: Sequence[Step[Bids, Move]] = ()) -> Seen:
        revealed = tuple(
            (step.player, step.move.number)
            for step in last_turn
            if isinstance(step.move, Take) and (step.before.round < state.round or step.player == viewer)
        )
        return Seen(
            viewer,
            state.round,
            state.dice,
            state.points,
            tuple(number is not None for number in state.taken),
            None if viewer is None else state.taken[viewer],
            revealed,
            state.gone,
            state.double,
        )

    def imagine(self, observation: Seen, player: Player, rng: Rng) -> Bids:
        dice = observation.dice or (1, 1)
        decided = [done and seat != player for seat, done in enumerate(observation.decided)]
        taken = tuple(dice[rng.randrange(2)] if done else None for done in decided)
        return Bids(
            observation.round, observation.dice, observation.points, taken, observation.gone, observation.double
        )

    def observe_ended(
        self, state: Bids, viewer: Player | None, last_turn: Sequence[Step[Bids, Move]], outcome: Outcome
    ) -> Seen:
        return self.observe(state, viewer, last_turn)

    def observe_planned(self, state: Bids, viewer: Player, last_turn: Sequence[Step[Bids, Move]]) -> Seen:
        return self.observe(state, viewer, last_turn)

    def encode_move(self, move: Move) -> str:
        return f"roll {move.low} {move.high}" if isinstance(move, Roll) else f"take:{move.number}"

    def decode_move(self, text: str) -> Move:
        if found := re.fullmatch("roll ([1-6]) ([1-6])", text):
            roll = Roll(int(found[1]), int(found[2]))
            if roll in _ROLLS:
                return roll
        elif found := re.fullmatch("take:([1-6])", text):
            return Take(int(found[1]))
        raise InvalidMoveError(T("“{text}” is no recorded move.", text=excerpt(text)))

    def format_move(self, state: Bids, player: Player, move: Move, viewer: Player | None) -> str:
        if isinstance(move, Roll):
            return f"roll {move.low} {move.high}"
        return str(move.number) if viewer == player else "?"

    def parse_move(self, state: Bids, player: Player, text: str) -> Move:
        found = re.fullmatch("(?:take)? ?([1-6]?)", plain(text))
        if not found:
            raise InvalidMoveError(T("“{text}” is no move: type the number you take.", text=excerpt(text)))
        legal = self.legal_moves(state, player)
        if found[1]:
            move = Take(int(found[1]))
            if move in legal:
                return move
            raise IllegalMoveError(T("You cannot take “{text}” now.", text=excerpt(text)))
        if len(legal) == 1:
            return legal[0]
        if not legal:
            raise IllegalMoveError(T("You cannot take anything now."))
        raise AmbiguousMoveError(T("Which one?"), [self.format_move(state, player, move, player) for move in legal])

    def describe_move(self, state: Bids, player: Player, move: Move, viewer: Player | None) -> tuple[Text, ...]:
        if isinstance(move, Roll):
            return (T("The dice show {low} and {high}.", low=move.low, high=move.high),)
        if viewer != player:
            return ()
        return (T("{player} takes {number}.", player=Seat(player), number=move.number),)

    def scores_after(self, last_turn: Sequence[Step[Bids, Move]]) -> ScoreTable | None:
        if not last_turn:
            return None
        after = self.apply(last_turn[-1].before, last_turn[-1].player, last_turn[-1].move)
        if after.round == last_turn[-1].before.round:
            return None
        return ScoreTable(T("Round {number}", number=after.round), (ScoreRow(T("Points"), after.points),))

    def describe_position(self, observation: Seen) -> tuple[Text, ...]:
        return tuple(
            T("{player}: {points}.", player=Seat(seat), points=points) for seat, points in enumerate(observation.points)
        )

    def text_board(self, observation: Seen) -> str:
        return " ".join(map(str, observation.points))

    def dump_state(self, state: Bids) -> str:
        return " ".join(
            (
                str(state.round),
                "-" if state.dice is None else "{}/{}".format(*state.dice),
                ",".join(map(str, state.points)),
                "".join("-" if number is None else str(number) for number in state.taken),
                "".join("x" if gone else "." for gone in state.gone),
                "double" if state.double else "single",
            )
        )

    def load_state(self, text: str) -> Bids:
        wrong = InvalidPositionError(T("This is not a position of Bids."))
        found = re.fullmatch(
            r"([0-5]) (-|[1-6]/[1-6]) ((?:0|[1-9][0-9]?)(?:,(?:0|[1-9][0-9]?))*) ([-1-6]+) ([.x]+) (double|single)",
            text,
        )
        if not found:
            raise wrong
        first, _, second = found[2].partition("/")
        state = Bids(
            int(found[1]),
            (int(first), int(second)) if second else None,
            tuple(map(int, found[3].split(","))),
            tuple(None if letter == "-" else int(letter) for letter in found[4]),
            tuple(letter == "x" for letter in found[5]),
            found[6] == "double",
        )
        if not (len(state.points) == len(state.taken) == len(state.gone) <= 8):
            raise wrong
        numbers = set(state.taken) - {None}
        if any(number is not None and gone for number, gone in zip(state.taken, state.gone, strict=True)):
            raise wrong
        if state.dice is None:
            fits = not numbers
        else:
            low, high = state.dice
            fits = low <= high and numbers <= {low, high} and not state.over
            fits = fits and bool(self._seats(state, decided=False))
        if not fits:
            raise wrong
        return state

    def rules_pages(self) -> Sequence[RulesPage[Seen]]:
        return (RulesPage(T("Bids"), (T("Take a die."),)),)


BIDS = BidsGame()
