"""Defaults for what most games do the same way, so that a game has only its rules to write."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeVar, cast

from engines.errors import IllegalMoveError, InvalidMoveError, InvalidOptionsError, MoveError, seat_cannot_be_taken_over
from engines.game import (
    CHANCE,
    Completion,
    Game,
    GameInfo,
    MoveT,
    ObservationT,
    Outcome,
    Player,
    Rng,
    ScoreTable,
    StateT,
    Step,
)
from engines.text import T, Text, excerpt, normalize_typed, number_word

TypedT = TypeVar("TypedT")


class BaseGame(Game[StateT, MoveT, ObservationT]):
    """A game without secrets or chance in which every move is a turn; games override what differs.

    Methods without a default are abstract. A game with chance, secrets or turns of several moves overrides the
    defaults that its rules change.
    """

    @abstractmethod
    def new_match(self, num_players: int, options: Mapping[str, str]) -> StateT:
        """The position before any move. The options are complete and checked."""

    def initial_state(self, num_players: int, options: Mapping[str, str]) -> StateT:
        check_players(self.info, num_players)
        return self.new_match(num_players, chosen_options(self.info, options))

    # --------------------------------------------------------------------------------------- without chance and secrets

    def players_who_may_replace(self, state: StateT) -> Sequence[Player]:  # noqa: ARG002 - the protocol's signature
        return ()

    def sample_chance(self, state: StateT, rng: Rng) -> MoveT:  # noqa: ARG002
        raise LookupError(f"nothing is drawn in {self.info.title}")

    def chance_outcomes(self, state: StateT) -> Sequence[tuple[MoveT, Fraction]] | None:  # noqa: ARG002
        return None

    def reveal(self, state: StateT) -> StateT:
        return state

    # ------------------------------------------------------------------------------------------ who leaves or is away

    def take_over(self, state: StateT, player: Player) -> StateT:  # noqa: ARG002
        """Refuse: a player who has withdrawn is out, with nothing left to play."""
        raise seat_cannot_be_taken_over()

    def auto_move(self, state: StateT, player: Player, planned: MoveT | None) -> MoveT | None:  # noqa: ARG002
        return None

    # ----------------------------------------------------------------------------------------------- every move a turn

    def turn_ended(self, state: StateT) -> bool:  # noqa: ARG002
        return True

    def parse_turn(self, state: StateT, player: Player, text: str) -> Sequence[MoveT]:
        return (self.parse_move(state, player, text),)

    def scores_after(self, last_turn: Sequence[Step[StateT, MoveT]]) -> ScoreTable | None:  # noqa: ARG002
        """Return ``None``: a match has no parts that are scored before its end."""
        return None

    # ------------------------------------------------------- observations with ``to_move``, ``outcome`` and ``planned``

    def observe_ended(
        self, state: StateT, viewer: Player | None, last_turn: Sequence[Step[StateT, MoveT]], outcome: Outcome
    ) -> ObservationT:
        return _changed(self.observe(state, viewer, last_turn), to_move=None, outcome=outcome)

    def observe_planned(self, state: StateT, viewer: Player, last_turn: Sequence[Step[StateT, MoveT]]) -> ObservationT:
        return _changed(self.observe(state, viewer, last_turn), to_move=None, planned=True)

    # --------------------------------------------------------------- moves that people write as the machine does, or so

    def is_legal(self, state: StateT, player: Player, move: MoveT) -> bool:
        return player != CHANCE and move in self.legal_moves(state, player)

    def format_move(self, state: StateT, player: Player, move: MoveT, viewer: Player | None) -> str:  # noqa: ARG002
        return self.encode_move(move)

    def parse_move(self, state: StateT, player: Player, text: str) -> MoveT:
        written = self._written(state, player)
        for move, notation in written:
            if _bare(notation) == _bare(text):
                return move
        quoted, examples = excerpt(text), ", ".join(notation for _, notation in written[:3])
        try:
            self.decode_move(text.strip().casefold())
        except InvalidMoveError:
            raise InvalidMoveError(
                T("“{text}” is not a move. Type it like this: {moves}.", text=quoted, moves=examples)
            ) from None
        raise IllegalMoveError(T("“{text}” is not possible. You could play: {moves}.", text=quoted, moves=examples))

    def complete_move(self, state: StateT, player: Player, text: str, limit: int) -> Sequence[Completion]:
        begun = _bare(text)
        written = [notation for _, notation in self._written(state, player)]
        return [Completion(notation) for notation in written if _bare(notation).startswith(begun)][:limit]

    def describe_withdrawal(self, state: StateT, player: Player, viewer: Player | None) -> tuple[Text, ...]:  # noqa: ARG002
        return ()

    def phrase_move(self, state: StateT, player: Player, move: MoveT, viewer: Player | None) -> Text:
        return T("{move}", move=self.format_move(state, player, move, viewer))

    def _written(self, state: StateT, player: Player) -> list[tuple[MoveT, str]]:
        """The legal moves of a player, each with its notation."""
        return [(move, self.format_move(state, player, move, player)) for move in self.legal_moves(state, player)]


def _bare(text: str) -> str:
    """The letters and digits of a typed move; other characters do not matter."""
    return re.sub(r"[\W_]+", "", normalize_typed(text))


def _changed(observation: ObservationT, **changes: Any) -> ObservationT:
    return cast("ObservationT", replace(cast("Any", observation), **changes))


def parse_moves(
    game: Game[StateT, MoveT, Any],
    state: StateT,
    player: Player,
    parts: Sequence[tuple[TypedT, str]],
    meant: Callable[[StateT, Player, TypedT, str], MoveT],
) -> Sequence[MoveT]:
    """Read a turn of several moves, or its beginning, for :meth:`Game.parse_turn`.

    Args:
        game: the rules.
        state: the position.
        player: who types.
        parts: the moves as the game's grammar reads them, at least one, each with its text for sentences.
        meant: returns the legal move of a position, a player and a part.

    Raises:
        IllegalMoveError: the next decision is not the player's, but the text goes on. What ``meant`` raises, with the
            moves before it and, if there are several parts, the number of the part.
    """
    moves: list[MoveT] = []
    for number, (typed, text) in enumerate(parts, 1):
        if moves:
            before, state = state, game.apply(state, player, moves[-1])
            if game.turn_ended(state) or player not in game.players_to_move(state):
                refusal = IllegalMoveError(
                    T(
                        "“{text}” comes after “{move}”, but the next choice is not yours.",
                        text=excerpt(text),
                        move=game.format_move(before, player, moves[-1], player),
                    )
                )
                refusal.name_part(number)
                raise refusal
        try:
            moves.append(meant(state, player, typed, text))
        except MoveError as error:
            if isinstance(error, IllegalMoveError):
                error.earlier = tuple(moves)
            if len(parts) > 1:
                error.name_part(number)
            raise
    return moves


def check_players(info: GameInfo, num_players: int) -> None:
    """Check the number of players of a game.

    Raises:
        InvalidOptionsError: too few or too many.
    """
    if info.min_players <= num_players <= info.max_players:
        return
    least, most = number_word(info.min_players), number_word(info.max_players)
    if info.min_players == info.max_players:
        reason = T("{game} is for {least} players, not for {number}.", game=info.title, least=least, number=num_players)
    else:
        reason = T(
            "{game} is for {least} to {most} players, not for {number}.",
            game=info.title,
            least=least,
            most=most,
            number=num_players,
        )
    raise InvalidOptionsError(reason)


def chosen_options(info: GameInfo, options: Mapping[str, str]) -> Mapping[str, str]:
    """A value for every option of a game: the given one, else the default.

    Raises:
        InvalidOptionsError: unknown option or value.
    """
    chosen = {option.name: option.default for option in info.options}
    for name, value in options.items():
        if name not in chosen:
            raise InvalidOptionsError(
                T("{game} has no option “{name}”.", game=info.title, name=excerpt(name)),
            )
        chosen[name] = value
    for option in info.options:
        values = [choice.value for choice in option.choices]
        if chosen[option.name] not in values:
            raise InvalidOptionsError(
                T(
                    "The option “{name}” can be {values}, not “{value}”.",
                    name=option.name,
                    values=", ".join(values),
                    value=excerpt(chosen[option.name]),
                )
            )
    return chosen
