"""Lap: three seats take one step each in turn, without chance; the first on step 3 wins, or the last one left.

Smaller than any real game, and unlike the other toys: between two turns there is always a player to move, and a player
who has just reached step 2 begins another turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engines.errors import IllegalMoveError, seat_cannot_be_taken_over
from engines.game import GameInfo, Outcome, Player
from engines.text import Seat, T, Text

GOAL = 3


@dataclass(frozen=True, slots=True)
class Lap:
    """A position."""

    steps: tuple[int, ...] = (0, 0, 0)
    left: tuple[bool, ...] = (False, False, False)
    turn: Player = 0


class LapGame:
    """The rules, as far as the match service uses them."""

    info = GameInfo(
        slug="lap",
        title="Lap",
        tagline=T("Run."),
        min_players=3,
        max_players=3,
        options=(),
        rules_version=1,
        seat_titles=(T("A"), T("B"), T("C")),
        typical_length=T("short"),
        max_plies=12,
        terminations=("goal",),
    )

    def initial_state(self, _players: int, _options: object) -> Lap:
        return Lap()

    def players_to_move(self, state: Lap) -> Sequence[Player]:
        return () if self.outcome(state) else (state.turn,)

    def players_who_may_replace(self, _state: Lap) -> Sequence[Player]:
        return ()

    def legal_moves(self, state: Lap, player: Player) -> Sequence[str]:
        return ("step",) if player in self.players_to_move(state) else ()

    def apply(self, state: Lap, player: Player, move: str) -> Lap:
        if player not in self.players_to_move(state) or move != "step":
            raise IllegalMoveError(T("Not now."))
        steps = tuple(number + (seat == player) for seat, number in enumerate(state.steps))
        after = replace(state, steps=steps)
        return after if steps[player] == GOAL - 1 else self._next(after)

    def _next(self, state: Lap) -> Lap:
        order = [(state.turn + step) % 3 for step in (1, 2, 3)]
        return replace(state, turn=next(seat for seat in order if not state.left[seat]))

    def withdraw(self, state: Lap, player: Player) -> Lap:
        after = replace(state, left=tuple(gone or seat == player for seat, gone in enumerate(state.left)))
        return self._next(after) if state.turn == player else after

    def take_over(self, state: Lap, player: Player) -> Lap:
        if not state.left[player] or self.outcome(state) is not None:
            raise seat_cannot_be_taken_over()
        return replace(state, left=tuple(gone and seat != player for seat, gone in enumerate(state.left)))

    def auto_move(self, _state: Lap, _player: Player, _planned: object) -> None:
        return None

    def turn_ended(self, _state: Lap) -> bool:
        return True

    def outcome(self, state: Lap) -> Outcome | None:
        present = [seat for seat in range(3) if not state.left[seat]]
        winner = present[0] if len(present) == 1 else state.steps.index(GOAL) if GOAL in state.steps else None
        return None if winner is None else Outcome("goal", T("{who} wins.", who=Seat(winner)), ((winner,),))

    def observe(self, state: Lap, _viewer: object, _last_turn: object = ()) -> Lap:
        return state

    def observe_ended(self, state: Lap, _viewer: object, _last_turn: object, _outcome: object) -> Lap:
        return state

    def observe_planned(self, state: Lap, _viewer: Player, _last_turn: object) -> Lap:
        return state

    def reveal(self, state: Lap) -> Lap:
        return state

    def encode_move(self, move: str) -> str:
        return move

    decode_move = encode_move

    def format_move(self, _state: Lap, _player: Player, move: str, _viewer: object) -> str:
        return move

    def describe_withdrawal(self, _state: Lap, _player: Player, _viewer: object) -> tuple[Text, ...]:
        return ()

    def describe_move(self, _state: Lap, player: Player, _move: str, _viewer: object) -> tuple[Text, ...]:
        return (T("{who} steps.", who=Seat(player)),)

    def phrase_move(self, _state: Lap, _player: Player, move: str, _viewer: object) -> Text:
        return T("{move}", move=move)

    def scores_after(self, _last_turn: object) -> None:
        return None

    def dump_state(self, state: Lap) -> str:
        return repr((state.steps, state.left, state.turn))

    def load_state(self, text: str) -> Any:
        return Lap(*eval(text))


LAP: Any = LapGame()
