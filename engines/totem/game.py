"""Totem as a :class:`engines.game.Game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from engines.base import BaseGame, parse_moves
from engines.game import Completion, GameInfo, Outcome, Player, Rng, RulesPage, Step
from engines.text import T, Text
from engines.totem import (
    board_text,
    chance,
    completion,
    imagine,
    moves,
    notation,
    observe,
    rules,
    rules_pages,
    state_text,
    texts,
    turns,
)
from engines.totem.moves import Move
from engines.totem.observation import TotemObservation
from engines.totem.state import State, new_match

_INFO = GameInfo(
    slug="totem",
    title="Totem",
    tagline=T("Roll, run and cut off: keep your pieces connected to your totem, and touch the others."),
    min_players=2,
    max_players=4,
    options=(),
    rules_version=1,
    seat_titles=(T("Red"), T("Blue"), T("Yellow"), T("Green")),
    typical_length=T("about 11 turns for two players, 17 for three, 22 for four"),
    cover=6,
    usual_turns=(11, 17, 22),
    max_plies=20_000,
    terminations=("last_totem", "few_pieces", "quiet", "resignation"),
)


class Totem(BaseGame[State, Move, TotemObservation]):
    """The rules of Totem; stateless."""

    info = _INFO

    def new_match(self, num_players: int, options: Mapping[str, str]) -> State:  # noqa: ARG002 - it has none
        return new_match(num_players)

    def players_to_move(self, state: State) -> Sequence[Player]:
        return rules.players_to_move(state)

    def legal_moves(self, state: State, player: Player) -> Sequence[Move]:
        return rules.legal_moves(state, player)

    def is_legal(self, state: State, player: Player, move: Move) -> bool:
        return rules.is_legal(state, player, move)

    def sample_chance(self, state: State, rng: Rng) -> Move:
        return chance.sample(state, rng)

    def chance_outcomes(self, state: State) -> Sequence[tuple[Move, Fraction]] | None:
        return chance.outcomes(state)

    def apply(self, state: State, player: Player, move: Move) -> State:
        return turns.apply(state, player, move)

    def withdraw(self, state: State, player: Player) -> State:
        return turns.withdraw(state, player)

    def turn_ended(self, state: State) -> bool:
        """A turn runs from its first roll until the next seat's; each choice of the set-up is a turn of its own."""
        return state.phase in ("first", "place", "roll", "over")

    def outcome(self, state: State) -> Outcome | None:
        return texts.outcome(state)

    def observe(
        self, state: State, viewer: Player | None, last_turn: Sequence[Step[State, Move]] = ()
    ) -> TotemObservation:
        return observe.observe(state, viewer, last_turn)

    def imagine(self, observation: TotemObservation, player: Player, rng: Rng) -> State:  # noqa: ARG002 - nothing is secret
        return imagine.imagine(observation)

    def observe_ended(
        self, state: State, viewer: Player | None, last_turn: Sequence[Step[State, Move]], outcome: Outcome
    ) -> TotemObservation:
        return replace(
            self.observe(state, viewer, last_turn),
            phase="over",
            turn=None,
            to_move=None,
            uses=(),
            placements=(),
            points=0,
            unfinished=(),
            movable=(),
            outcome=outcome,
        )

    def observe_planned(self, state: State, viewer: Player, last_turn: Sequence[Step[State, Move]]) -> TotemObservation:
        seen = self.observe(state, viewer, last_turn)
        return replace(seen, turn=viewer, to_move=None, uses=(), placements=(), planned=True)

    def encode_move(self, move: Move) -> str:
        return moves.encode(move)

    def decode_move(self, text: str) -> Move:
        return moves.decode(text)

    def format_move(self, state: State, player: Player, move: Move, viewer: Player | None) -> str:  # noqa: ARG002
        return notation.write(state, move)  # nothing is hidden

    def parse_move(self, state: State, player: Player, text: str) -> Move:
        return notation.parse(state, player, text)

    def parse_turn(self, state: State, player: Player, text: str) -> Sequence[Move]:
        return parse_moves(self, state, player, notation.all_typed(text), notation.meant)

    def complete_move(self, state: State, player: Player, text: str, limit: int) -> Sequence[Completion]:
        return completion.complete(state, player, text, limit)

    def describe_move(self, state: State, player: Player, move: Move, viewer: Player | None) -> tuple[Text, ...]:  # noqa: ARG002
        return texts.describe_move(state, player, move)

    def phrase_move(self, state: State, player: Player, move: Move, viewer: Player | None) -> Text:  # noqa: ARG002
        return texts.phrase_move(state, player, move)

    def describe_position(self, observation: TotemObservation) -> tuple[Text, ...]:
        return board_text.describe_position(observation)

    def text_board(self, observation: TotemObservation) -> str:
        return board_text.text_board(observation)

    def legend(self, observation: TotemObservation) -> Sequence[Text]:
        return board_text.legend(observation)

    def dump_state(self, state: State) -> str:
        return state_text.dump(state)

    def load_state(self, text: str) -> State:
        return state_text.load(text)

    def rules_pages(self) -> Sequence[RulesPage[TotemObservation]]:
        return rules_pages.pages()


TOTEM = Totem()
"""The game."""
