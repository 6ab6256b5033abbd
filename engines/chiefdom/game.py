"""Chiefdom as a :class:`engines.game.Game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from engines.base import BaseGame
from engines.chiefdom import (
    auto_move,
    board_text,
    completion,
    dice,
    imagine,
    moves,
    notation,
    observe,
    result,
    rules,
    rules_pages,
    state_text,
    texts,
)
from engines.chiefdom.board import board_of
from engines.chiefdom.edition import FIRST, Edition
from engines.chiefdom.moves import Deal, Draw, Move, Pass, Roll
from engines.chiefdom.observation import ChiefdomObservation
from engines.chiefdom.state import State, new_match
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
from engines.text import T, Text

_CARDS = OptionSpec(
    "cards",
    T("Scoring cards"),
    T("Whether three of the 18 scoring cards score as well, for everybody."),
    (OptionChoice("off", T("None")), OptionChoice("on", T("Three cards"))),
    "off",
)
_SHEETS = OptionSpec(
    "sheets",
    T("Sheets"),
    T("Whether you see the other players’ sheets before the match is over."),
    (OptionChoice("closed", T("Private")), OptionChoice("open", T("Open"), is_open=True)),
    "closed",
)
_INFO = GameInfo(
    slug="chiefdom",
    title="Chiefdom",
    tagline=T("One roll for everybody: draw lakes, forests, houses and people, and feed and shelter them all."),
    min_players=1,
    max_players=8,
    options=(_CARDS, _SHEETS),
    rules_version=1,
    seat_titles=tuple(T("Chieftain {number}", number=seat + 1) for seat in range(8)),
    typical_length=T("about 32 turns alone, 35 together; everybody decides at the same time"),
    cover=11,
    usual_turns=(32, 35),
    # A turn is a roll and up to eight decisions, some of them changed; random matches have at most about 50 turns.
    max_plies=2000,
    scored_options=(_CARDS.name,),
    has_hidden_information=True,
    is_simultaneous=True,
    has_private_sheets=True,
    plays_for_points=True,
    has_auto_move=True,
    terminations=("nobody_draws", "resignation"),
)


class Chiefdom(BaseGame[State, Move, ChiefdomObservation]):
    """The rules of Chiefdom; stateless.

    Args:
        edition: the sheet and the shapes.
    """

    info = _INFO
    legend_names_players = False

    def __init__(self, edition: Edition = FIRST) -> None:
        self._board = board_of(edition)

    def new_match(self, num_players: int, options: Mapping[str, str]) -> State:
        return new_match(
            self._board, num_players, with_cards=options["cards"] == "on", open_sheets=options["sheets"] == "open"
        )

    def players_to_move(self, state: State) -> Sequence[Player]:
        return rules.players_to_move(state)

    def players_who_may_replace(self, state: State) -> Sequence[Player]:
        return rules.players_who_may_replace(state)

    def legal_moves(self, state: State, player: Player) -> Sequence[Move]:
        return rules.legal_moves(state, player)

    def is_legal(self, state: State, player: Player, move: Move) -> bool:
        return rules.is_legal_move(state, player, move)

    def sample_chance(self, state: State, rng: Rng) -> Move:
        return dice.deal(len(state.sheets), rng) if state.phase == "deal" else dice.roll(rng)

    def chance_outcomes(self, state: State) -> Sequence[tuple[Move, Fraction]] | None:
        return dice.deal_chances(len(state.sheets)) if state.phase == "deal" else dice.roll_chances()

    def apply(self, state: State, player: Player, move: Move) -> State:
        return rules.apply(state, player, move)

    def withdraw(self, state: State, player: Player) -> State:
        return rules.withdraw(state, player)

    def auto_move(self, state: State, player: Player, planned: Move | None) -> Move:
        """Decide for the player: a missed deadline does not lose the match (C24)."""
        return auto_move.auto_move(state, player, planned if isinstance(planned, Draw | Pass) else None)

    def turn_ended(self, state: State) -> bool:
        return rules.turn_ended(state)

    def outcome(self, state: State) -> Outcome | None:
        return result.outcome(state)

    def observe(
        self, state: State, viewer: Player | None, last_turn: Sequence[Step[State, Move]] = ()
    ) -> ChiefdomObservation:
        return observe.observe(state, viewer, last_turn)

    def imagine(self, observation: ChiefdomObservation, player: Player, rng: Rng) -> State:
        return imagine.imagine(self._board, observation, player, rng)

    def observe_ended(
        self, state: State, viewer: Player | None, last_turn: Sequence[Step[State, Move]], outcome: Outcome
    ) -> ChiefdomObservation:
        return replace(observe.observe_ended(state, viewer, last_turn), outcome=outcome)

    def observe_planned(
        self, state: State, viewer: Player, last_turn: Sequence[Step[State, Move]]
    ) -> ChiefdomObservation:
        seen = self.observe(state, viewer, last_turn)
        decided = tuple(done and seat != viewer for seat, done in enumerate(seen.decided))
        ghost = None if seen.ghost is None else replace(seen.ghost, decided=False)
        return replace(seen, decided=decided, ghost=ghost)

    def reveal(self, state: State) -> State:
        return replace(state, open_sheets=True)

    def encode_move(self, move: Move) -> str:
        return moves.encode(self._board, move)

    def decode_move(self, text: str) -> Move:
        return moves.decode(self._board, text)

    def format_move(self, state: State, player: Player, move: Move, viewer: Player | None) -> str:
        public = isinstance(move, (Deal, Roll)) or viewer == player
        return moves.encode(state.board, move) if public else "?"

    def parse_move(self, state: State, player: Player, text: str) -> Move:
        return notation.parse(state, player, text)

    def complete_move(self, state: State, player: Player, text: str, limit: int) -> Sequence[Completion]:
        return completion.complete(state, player, text, limit)

    def describe_move(self, state: State, player: Player, move: Move, viewer: Player | None) -> tuple[Text, ...]:
        return texts.describe_move(state, player, move, viewer)

    def describe_withdrawal(self, state: State, player: Player, viewer: Player | None) -> tuple[Text, ...]:
        return texts.describe_withdrawal(state, player, viewer)

    def phrase_move(self, state: State, player: Player, move: Move, viewer: Player | None) -> Text:
        return texts.phrase_move(state, player, move, viewer)

    def score_at(self, state: State) -> ScoreTable:
        return result.score_table(state, result.final_scores(state))

    def describe_position(self, observation: ChiefdomObservation) -> tuple[Text, ...]:
        return board_text.describe_position(observation)

    def text_board(self, observation: ChiefdomObservation) -> str:
        return board_text.text_board(observation)

    def legend(self, observation: ChiefdomObservation) -> Sequence[Text]:
        return tuple(board_text.legend(observation))

    def dump_state(self, state: State) -> str:
        return state_text.dump(state)

    def load_state(self, text: str) -> State:
        return state_text.load(self._board, text)

    def rules_pages(self) -> Sequence[RulesPage[ChiefdomObservation]]:
        return rules_pages.pages()


CHIEFDOM = Chiefdom()
"""The game."""
