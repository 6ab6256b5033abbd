"""Trek: 2 to 4 walkers; a turn has several small moves with chance in the middle, and players can be eliminated.

A die of three is rolled; its points are walked in as many moves as wished. Then the walker stops, or pushes on once:
the die is rolled again, and a 1 eliminates. The first on square 8, or the last walker left, wins. (As in Totem.)
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from engines.base import BaseGame, parse_moves
from engines.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidMoveError,
    InvalidPositionError,
    MoveError,
)
from engines.game import CHANCE, Completion, GameInfo, Outcome, Player, Rng, RulesPage, Step
from engines.text import Seat, T, Text, excerpt
from tests.engines.toys.typed import plain

GOAL = 8


@dataclass(frozen=True, slots=True)
class Move:
    """``roll``, ``walk``, ``push`` or ``stop``."""

    kind: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class Trek:
    """A position; also what everybody sees of it, since nothing is hidden."""

    places: tuple[int, ...]
    out: tuple[bool, ...]
    turn: Player
    points: int | None
    """Points left to walk; ``None`` while the die is to be rolled."""
    pushed: bool

    @property
    def alive(self) -> list[Player]:
        return [seat for seat, out in enumerate(self.out) if not out]

    @property
    def over(self) -> bool:
        return len(self.alive) == 1 or max(self.places) >= GOAL


class TrekGame(BaseGame[Trek, Move, Trek]):
    """The rules."""

    info = GameInfo(
        slug="trek",
        title="Trek",
        tagline=T("Walk, and push your luck."),
        min_players=2,
        max_players=4,
        options=(),
        rules_version=3,
        seat_titles=(T("Red"), T("Blue"), T("Green"), T("Grey")),
        typical_length=T("twelve turns"),
        max_plies=9 * 4 * GOAL,
        terminations=("goal", "last"),
    )

    def new_match(self, num_players: int, options: Mapping[str, str]) -> Trek:
        return Trek((0,) * num_players, (False,) * num_players, 0, None, pushed=False)

    def players_to_move(self, state: Trek) -> Sequence[Player]:
        if state.over:
            return ()
        return (CHANCE,) if state.points is None else (state.turn,)

    def legal_moves(self, state: Trek, player: Player) -> Sequence[Move]:
        if state.over or player != state.turn or state.points is None:
            return ()
        if state.points == 0:
            return (Move("push"), Move("stop"))
        return tuple(Move("walk", number) for number in range(1, state.points + 1))

    def is_legal(self, state: Trek, player: Player, move: Move) -> bool:
        if move.kind == "roll":
            return player == CHANCE and state.points is None and not state.over and move.number in (1, 2, 3)
        return move in self.legal_moves(state, player)

    def sample_chance(self, state: Trek, rng: Rng) -> Move:
        return Move("roll", 1 + rng.randrange(3))

    def chance_outcomes(self, state: Trek) -> Sequence[tuple[Move, Fraction]] | None:
        return tuple((Move("roll", number), Fraction(1, 3)) for number in (1, 2, 3))

    def apply(self, state: Trek, player: Player, move: Move) -> Trek:
        if not self.is_legal(state, player, move):
            raise IllegalMoveError(T("That is not possible now."))
        if move.kind == "roll":
            if state.pushed and move.number == 1:
                return self._without(state, state.turn)
            return replace(state, points=move.number)
        if move.kind == "push":
            return replace(state, points=None, pushed=True)
        if move.kind == "stop":
            return self._next_turn(state)
        places = list(state.places)
        places[player] += move.number
        points = (state.points or 0) - move.number
        after = replace(state, places=tuple(places), points=points)
        return self._next_turn(after) if points == 0 and (state.pushed or after.over) else after

    def _next_turn(self, state: Trek) -> Trek:
        seats = len(state.out)
        order = [(state.turn + step) % seats for step in range(1, seats + 1)]
        turn = next(seat for seat in order if not state.out[seat])
        return replace(state, turn=turn, points=None, pushed=False)

    def _without(self, state: Trek, player: Player) -> Trek:
        out = (*state.out[:player], True, *state.out[player + 1 :])
        after = replace(state, out=out)
        return self._next_turn(after) if player == state.turn or after.over else after

    def withdraw(self, state: Trek, player: Player) -> Trek:
        if state.over or state.out[player]:
            raise IllegalMoveError(T("You are out already."))
        return self._without(state, player)

    def turn_ended(self, state: Trek) -> bool:
        return state.over or (state.points is None and not state.pushed)

    def outcome(self, state: Trek) -> Outcome | None:
        if not state.over:
            return None
        winner = state.alive[0] if len(state.alive) == 1 else state.places.index(max(state.places))
        others = tuple(seat for seat in range(len(state.out)) if seat != winner)
        termination = "last" if len(state.alive) == 1 else "goal"
        return Outcome(termination, T("{winner} wins.", winner=Seat(winner)), ((winner,), others))

    def observe(self, state: Trek, viewer: Player | None, last_turn: Sequence[Step[Trek, Move]] = ()) -> Trek:
        return state

    def imagine(self, observation: Trek, player: Player, rng: Rng) -> Trek:
        return observation

    def observe_ended(
        self, state: Trek, viewer: Player | None, last_turn: Sequence[Step[Trek, Move]], outcome: Outcome
    ) -> Trek:
        return self.observe(state, viewer, last_turn)

    def observe_planned(self, state: Trek, viewer: Player, last_turn: Sequence[Step[Trek, Move]]) -> Trek:
        return self.observe(state, viewer, last_turn)

    def encode_move(self, move: Move) -> str:
        return f"{move.kind} {move.number}" if move.number else move.kind

    def decode_move(self, text: str) -> Move:
        if text in ("push", "stop"):
            return Move(text)
        if found := re.fullmatch("(roll|walk) ([123])", text):
            return Move(found[1], int(found[2]))
        raise InvalidMoveError(T("“{text}” is no recorded move.", text=excerpt(text)))

    def parse_move(self, state: Trek, player: Player, text: str) -> Move:
        typed = plain(text)
        legal = self.legal_moves(state, player)
        fitting = [move for move in legal if typed in (move.kind, self.encode_move(move), str(move.number or "-"))]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            raise AmbiguousMoveError(T("How far?"), [self.encode_move(move) for move in fitting])
        if re.fullmatch("[123]|push|stop|walk(?: [123])?", typed):
            raise IllegalMoveError(T("“{text}” is not possible now.", text=excerpt(text)))
        raise InvalidMoveError(T("“{text}” is no move.", text=excerpt(text)))

    def parse_turn(self, state: Trek, player: Player, text: str) -> Sequence[Move]:
        parts = re.findall("[a-z]+ *[0-9]*|[0-9]+", plain(text)) or [text]
        typed = [(part, part.strip()) for part in parts]
        return parse_moves(self, state, player, typed, lambda at, seat, part, _: self.parse_move(at, seat, part))

    def complete_move(self, state: Trek, player: Player, text: str, limit: int) -> Sequence[Completion]:
        done, parts = "", re.findall("[a-z]+ *[0-9]*|[0-9]+", text.lower()) or [text]
        while len(parts) > 1 or (parts and text.endswith(" ")):
            try:
                move = self.parse_move(state, player, parts[0])
            except MoveError:
                break
            state, done, parts = self.apply(state, player, move), f"{done}{self.encode_move(move)} ", parts[1:]
        typed = "".join(parts).strip()
        texts = [self.encode_move(move) for move in self.legal_moves(state, player)]
        return [Completion(done + each) for each in texts if each.startswith(typed)][:limit]

    def describe_move(self, state: Trek, player: Player, move: Move, viewer: Player | None) -> tuple[Text, ...]:
        return (T("{player}: {move}.", player=Seat(state.turn), move=self.encode_move(move)),)

    def describe_position(self, observation: Trek) -> tuple[Text, ...]:
        return tuple(
            T("{player} is on {place}.", player=Seat(seat), place=place)
            for seat, place in enumerate(observation.places)
        )

    def text_board(self, observation: Trek) -> str:
        return " ".join(map(str, observation.places))

    def dump_state(self, state: Trek) -> str:
        return " ".join(
            (
                ",".join(map(str, state.places)),
                "".join("x" if out else "." for out in state.out),
                str(state.turn + 1),
                "-" if state.points is None else str(state.points),
                "pushed" if state.pushed else "fresh",
            )
        )

    def load_state(self, text: str) -> Trek:
        wrong = InvalidPositionError(T("This is not a position of Trek."))
        found = re.fullmatch(r"([0-9]+(?:,[0-9]+)*) ([.x]+) ([1-4]) ([-0-3]) (pushed|fresh)", text)
        if not found:
            raise wrong
        state = Trek(
            tuple(map(int, found[1].split(","))),
            tuple(letter == "x" for letter in found[2]),
            int(found[3]) - 1,
            None if found[4] == "-" else int(found[4]),
            found[5] == "pushed",
        )
        if not (2 <= len(state.places) == len(state.out) <= 4) or state.turn >= len(state.out):
            raise wrong
        if state.out[state.turn] or max(state.places) > GOAL + 3 or (state.pushed and state.points == 0):
            raise wrong
        return state

    def rules_pages(self) -> Sequence[RulesPage[Trek]]:
        return (RulesPage(T("Trek"), (T("Walk."),)),)


TREK = TrekGame()
