"""İYE as a :class:`engines.game.Game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from engines.base import BaseGame
from engines.game import (
    Completion,
    GameInfo,
    OptionChoice,
    OptionSpec,
    Outcome,
    Player,
    Rng,
    RulesPage,
    ScoreTable,
    Step,
)
from engines.iye import imagine, moves, notation, observe, rules, rules_pages, state_text, texts
from engines.iye.moves import FIRSTS, Move
from engines.iye.observation import IyeObservation
from engines.iye.state import State, new_match
from engines.text import T, Text

_FIRST = OptionSpec(
    "first",
    T("First player"),
    T("Who begins the first cycle; later the loser of a cycle chooses."),
    (
        OptionChoice("random", T("At random")),
        OptionChoice("1", T("Player 1"), 0),
        OptionChoice("2", T("Player 2"), 1),
    ),
    "random",
)
_WINS = OptionSpec(
    "wins",
    T("Cycles to win"),
    T("How many cycles a player must win to win the match."),
    (
        OptionChoice("1", T("One cycle")),
        OptionChoice("2", T("Two cycles")),
        OptionChoice("3", T("Three cycles")),
    ),
    "2",
)
_INFO = GameInfo(
    slug="iye",
    title="İYE",
    tagline=T("Two apprentices, one drum: gather the spirits, and mind which ones you hand over."),
    min_players=2,
    max_players=2,
    options=(_FIRST, _WINS),
    rules_version=1,
    seat_titles=(T("Apprentice 1"), T("Apprentice 2")),
    typical_length=T("about 24 turns a cycle"),
    usual_turns=(24,),
    # I14 sets no limit: a tied cycle is played again. This is enough for more than 70 ties in a row.
    max_plies=2000,
    terminations=("wins", "resignation"),
)


class Iye(BaseGame[State, Move, IyeObservation]):
    """The rules of İYE; stateless."""

    info = _INFO

    def new_match(self, num_players: int, options: Mapping[str, str]) -> State:  # noqa: ARG002 - always two
        first = options["first"]
        return new_match(None if first == "random" else int(first) - 1, int(options["wins"]))

    def players_to_move(self, state: State) -> Sequence[Player]:
        return rules.players_to_move(state)

    def legal_moves(self, state: State, player: Player) -> Sequence[Move]:
        return rules.legal_moves(state, player)

    def is_legal(self, state: State, player: Player, move: Move) -> bool:
        return rules.is_legal(state, player, move)

    def sample_chance(self, state: State, rng: Rng) -> Move:
        return FIRSTS[rng.randrange(2)] if state.phase == "first" else rules.sample_deal(rng)

    def chance_outcomes(self, state: State) -> Sequence[tuple[Move, Fraction]] | None:
        return tuple((first, Fraction(1, 2)) for first in FIRSTS) if state.phase == "first" else None

    def apply(self, state: State, player: Player, move: Move) -> State:
        return rules.apply(state, player, move)

    def withdraw(self, state: State, player: Player) -> State:
        return rules.withdraw(state, player)

    def turn_ended(self, state: State) -> bool:
        """Every move is a turn (I5, I10); the deal of the next cycle belongs to the turn that ended the last."""
        return state.phase != "deal" or not state.board

    def outcome(self, state: State) -> Outcome | None:
        return texts.outcome(state)

    def observe(
        self, state: State, viewer: Player | None, last_turn: Sequence[Step[State, Move]] = ()
    ) -> IyeObservation:
        return observe.observe(state, viewer, last_turn)

    def imagine(self, observation: IyeObservation, player: Player, rng: Rng) -> State:  # noqa: ARG002 - nothing is secret
        return imagine.imagine(observation)

    def observe_ended(
        self, state: State, viewer: Player | None, last_turn: Sequence[Step[State, Move]], outcome: Outcome
    ) -> IyeObservation:
        return replace(self.observe(state, viewer, last_turn), to_move=None, natural=(), spend=(), outcome=outcome)

    def observe_planned(self, state: State, viewer: Player, last_turn: Sequence[Step[State, Move]]) -> IyeObservation:
        return replace(self.observe(state, viewer, last_turn), to_move=viewer, natural=(), spend=(), planned=True)

    def encode_move(self, move: Move) -> str:
        return moves.encode(move)

    def decode_move(self, text: str) -> Move:
        return moves.decode(text)

    def parse_move(self, state: State, player: Player, text: str) -> Move:
        return notation.parse(state, player, text)

    def complete_move(self, state: State, player: Player, text: str, limit: int) -> Sequence[Completion]:
        return notation.complete(state, player, text, limit)

    def describe_move(self, state: State, player: Player, move: Move, viewer: Player | None) -> tuple[Text, ...]:  # noqa: ARG002
        return texts.describe_move(state, player, move)

    def phrase_move(self, state: State, player: Player, move: Move, viewer: Player | None) -> Text:  # noqa: ARG002
        return texts.phrase_move(state, player, move)

    def scores_after(self, last_turn: Sequence[Step[State, Move]]) -> ScoreTable | None:
        result = observe.finished_on(last_turn)
        return None if result is None else texts.score_table(result)

    def score_at(self, state: State) -> ScoreTable | None:
        """The cycles won (I14); a match of one cycle has no score before its end."""
        return texts.cycles_won(state) if state.wins_needed > 1 else None

    def describe_position(self, observation: IyeObservation) -> tuple[Text, ...]:
        return texts.describe_position(observation)

    def text_board(self, observation: IyeObservation) -> str:
        return texts.text_board(observation)

    def legend(self, observation: IyeObservation) -> Sequence[Text]:
        return texts.legend(observation)

    def dump_state(self, state: State) -> str:
        return state_text.dump(state)

    def load_state(self, text: str) -> State:
        return state_text.load(text)

    def rules_pages(self) -> Sequence[RulesPage[IyeObservation]]:
        return rules_pages.pages()


IYE = Iye()
"""The game."""
