"""İYE as a :class:`engines.game.Game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from engines.errors import InvalidOptionsError
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
    seat_is_lost,
)
from engines.iye import handbook, moves, notation, position, rules, views, wording
from engines.iye.moves import FIRSTS, Move
from engines.iye.observation import IyeObservation
from engines.iye.state import State, new_match
from engines.text import T, Text, excerpt

_FIRST = OptionSpec(
    "first",
    T("First player"),
    T("Who begins the first cycle; later the loser of a cycle chooses."),
    (
        OptionChoice("random", T("By lot")),
        OptionChoice("1", T("Player 1"), 0),
        OptionChoice("2", T("Player 2"), 1),
    ),
    "random",
)
_WINS = OptionSpec(
    "wins",
    T("Cycles to win"),
    T("How many cycles somebody must win to win the match."),
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
    tagline=T("Two apprentices, one drum: gather the spirits, and mind which of them you hand over."),
    min_players=2,
    max_players=2,
    options=(_FIRST, _WINS),
    rules_version=1,
    seat_titles=(T("Apprentice 1"), T("Apprentice 2")),
    typical_length=T("about 24 turns a cycle"),
    usual_turns=(24,),
    # I14 sets no bound: a tied cycle is played again. This leaves room for more than 70 ties in a row.
    max_plies=2000,
    terminations=("wins", "resignation"),
)


class Iye:
    """The rules of İYE; stateless."""

    info = _INFO

    def initial_state(self, num_players: int, options: Mapping[str, str]) -> State:
        if num_players != 2:
            raise InvalidOptionsError(T("İYE is for two players, not for {number}.", number=num_players))
        chosen = {option.name: option.default for option in _INFO.options}
        for name, value in options.items():
            if name not in chosen:
                raise InvalidOptionsError(T("İYE has no option “{name}”.", name=excerpt(name)))
            chosen[name] = value
        for option in _INFO.options:
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
        first = chosen["first"]
        return new_match(None if first == "random" else int(first) - 1, int(chosen["wins"]))

    def players_to_move(self, state: State) -> Sequence[Player]:
        return rules.players_to_move(state)

    def players_who_may_replace(self, state: State) -> Sequence[Player]:  # noqa: ARG002 - the protocol's signature
        return ()

    def legal_moves(self, state: State, player: Player) -> Sequence[Move]:
        return rules.legal_moves(state, player)

    def is_legal(self, state: State, player: Player, move: Move) -> bool:
        return rules.is_legal(state, player, move)

    def sample_chance(self, state: State, rng: Rng) -> Move:
        return FIRSTS[rng.below(2)] if state.phase == "first" else rules.sample_deal(rng)

    def chance_outcomes(self, state: State) -> Sequence[tuple[Move, Fraction]] | None:
        return tuple((first, Fraction(1, 2)) for first in FIRSTS) if state.phase == "first" else None

    def apply(self, state: State, player: Player, move: Move) -> State:
        return rules.apply(state, player, move)

    def withdraw(self, state: State, player: Player) -> State:
        return rules.withdraw(state, player)

    def take_over(self, state: State, player: Player) -> State:  # noqa: ARG002 - the protocol's signature
        raise seat_is_lost()

    def stand_in(self, state: State, player: Player, planned: Move | None) -> None:  # noqa: ARG002 - the protocol's signature
        return None

    def turn_ended(self, state: State) -> bool:
        """Every move is a turn (I5, I10); the deal of a further cycle still belongs to the turn that ended the last."""
        return state.phase != "deal" or not state.board

    def outcome(self, state: State) -> Outcome | None:
        return wording.outcome(state)

    def observe(self, state: State, viewer: Player | None, trail: Sequence[Step[State, Move]] = ()) -> IyeObservation:
        return views.observe(state, viewer, trail)

    def stopped(
        self, state: State, viewer: Player | None, trail: Sequence[Step[State, Move]], outcome: Outcome
    ) -> IyeObservation:
        return replace(self.observe(state, viewer, trail), to_move=None, natural=(), spend=(), outcome=outcome)

    def planned(self, state: State, viewer: Player, trail: Sequence[Step[State, Move]]) -> IyeObservation:
        return replace(self.observe(state, viewer, trail), to_move=viewer, natural=(), spend=(), planned=True)

    def revealed(self, state: State) -> State:
        return state  # nobody has secrets

    def encode_move(self, move: Move) -> str:
        return moves.encode(move)

    def decode_move(self, text: str) -> Move:
        return moves.decode(text)

    def format_move(self, state: State, player: Player, move: Move, viewer: Player | None) -> str:  # noqa: ARG002
        return moves.encode(move)  # short enough for people, and nothing is hidden

    def parse_move(self, state: State, player: Player, text: str) -> Move:
        return notation.parse(state, player, text)

    def parse_turn(self, state: State, player: Player, text: str) -> Sequence[Move]:
        return (notation.parse(state, player, text),)

    def complete_move(self, state: State, player: Player, text: str, limit: int) -> Sequence[Completion]:
        return notation.complete(state, player, text, limit)

    def describe_move(self, state: State, player: Player, move: Move, viewer: Player | None) -> tuple[Text, ...]:  # noqa: ARG002
        return wording.describe_move(state, player, move)

    def phrase_move(self, state: State, player: Player, move: Move, viewer: Player | None) -> Text:  # noqa: ARG002
        return wording.phrase_move(state, player, move)

    def scores_after(self, trail: Sequence[Step[State, Move]]) -> ScoreTable | None:
        result = views.finished_on(trail)
        return None if result is None else wording.score_table(result)

    def score_at(self, state: State) -> ScoreTable | None:
        """The cycles won (I14); a match of a single cycle has no score before its end."""
        return wording.cycles_won(state) if state.wins_needed > 1 else None

    def describe_position(self, observation: IyeObservation) -> tuple[Text, ...]:
        return wording.describe_position(observation)

    def text_board(self, observation: IyeObservation) -> str:
        return wording.text_board(observation)

    def legend(self, observation: IyeObservation) -> Sequence[Text]:
        return wording.legend(observation)

    def dump_state(self, state: State) -> str:
        return position.dump(state)

    def load_state(self, text: str) -> State:
        return position.load(text)

    def rules_pages(self) -> Sequence[RulesPage[IyeObservation]]:
        return handbook.pages()


IYE = Iye()
"""The game."""
