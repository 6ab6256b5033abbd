"""The protocol that every game fulfils, and the values that pass through it.

A game is a stateless object; a position is an immutable, hashable value. Dice and deals are moves of a chance player,
so that the list of moves alone rebuilds any position. What a person may know leaves a position through
:meth:`Game.observe` alone.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, runtime_checkable

from engines.errors import IllegalMoveError
from engines.text import Seat, T, Text

Player: TypeAlias = int
"""A zero-based seat number, or :data:`CHANCE`."""

CHANCE: Player = -1
"""The player who rolls and deals."""

StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")
ObservationT = TypeVar("ObservationT")


class Rng(Protocol):
    """The only source of randomness for an engine."""

    def randbelow(self, bound: int) -> int:
        """A number from ``0`` to ``bound - 1``, every one equally likely."""


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """One value of an option."""

    value: str
    """Machine text: stored with the match, typed in commands."""
    title: Text
    """A few words for menus."""
    seat: Player | None = None
    """The seat that it means, counted in the order of joining. If a player sits there, their name replaces the
    title."""


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """Something the players agree on before the match."""

    name: str
    """Machine name, a valid name of a slash-command option: lower case, no spaces."""
    title: Text
    explanation: Text
    """One line (at most 100 characters in English) that says what the option changes."""
    choices: tuple[OptionChoice, ...]
    default: str
    """The :attr:`OptionChoice.value` that holds when nothing is chosen."""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """Static facts about a game; data, so that tests and menus read them."""

    slug: str
    """Machine name, also of the slash subcommand."""
    title: str
    """The game's proper name; never translated."""
    tagline: Text
    """A description of the game, in one line of at most 100 characters in English."""
    min_players: int
    max_players: int
    options: tuple[OptionSpec, ...]
    rules_version: int
    """Raised whenever the same log would lead to another position."""
    seat_titles: tuple[Text, ...]
    """A short name for each seat (as many as :attr:`max_players`), used where a person's name cannot be shown."""
    typical_length: Text
    """The length of a match, for the table: for example ``about 25 turns``."""
    max_plies: int
    """No match played in earnest has more log entries than this; conformance tests hold random matches to it.

    Not a rule: replaced decisions (:meth:`Game.players_who_may_replace`) count as well, and a game that repeats what
    ends in a tie has no bound of its own."""
    has_hidden_information: bool = False
    """Whether players have secrets from each other (private sheets, simultaneous decisions)."""
    has_auto_move: bool = False
    """Whether the game plays for a player whose time runs out (:meth:`Game.auto_move`) instead of removing them."""
    terminations: tuple[str, ...] = ()
    """Every :attr:`Outcome.termination` that the game has."""
    scored_options: tuple[str, ...] = ()
    """Names of the options that change what a score is worth: best scores are kept apart by them."""
    usual_turns: tuple[int, ...] = ()
    """About how many turns follow each other in a match (of a game in several rounds: in one of them), by the number of
    players from :attr:`min_players` on; for more players as for the last number. Empty: it is not known."""

    def turns_for(self, players: int) -> int | None:
        """About how many turns follow each other in a match of so many; ``None``: it is not known."""
        if not self.usual_turns:
            return None
        return self.usual_turns[min(max(players - self.min_players, 0), len(self.usual_turns) - 1)]


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A line of a score table."""

    label: Text
    values: tuple[int | Text | None, ...]
    """One value for each seat; ``None`` where the line does not apply to it."""


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """Scores of every seat, line by line."""

    title: Text
    rows: tuple[ScoreRow, ...]
    total: ScoreRow | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a match by the rules."""

    termination: str
    """Machine name of the way it ended, for example ``wins`` or ``resignation``; each has a golden playthrough."""
    summary: Text
    """One sentence for the players."""
    ranking: tuple[tuple[Player, ...], ...]
    """Groups of seats from first to last; a group of several shares its place. Unranked seats are left out."""
    scores: ScoreTable | None = None

    @property
    def winners(self) -> tuple[Player, ...]:
        """The seats in first place; empty when nobody is ranked first alone or together (a lost solo match)."""
        return self.ranking[0] if self.ranking else ()


@dataclass(frozen=True, slots=True)
class Step(Generic[StateT, MoveT]):
    """A move in its place: what the picture and the sentence of a turn are made of."""

    before: StateT
    player: Player
    move: MoveT


@dataclass(frozen=True, slots=True)
class Completion:
    """A legal continuation of a text being typed."""

    text: str
    """The text to type: human notation that :meth:`Game.parse_turn` reads back."""
    hint: Text | None = None
    """A few words on what it does."""


@dataclass(frozen=True, slots=True)
class RulesPage(Generic[ObservationT]):
    """One page of a game's rules, for ``/rules``."""

    title: Text
    paragraphs: tuple[Text, ...]
    """At most about 1,200 characters together in English. Discord's bold and lists may be used."""
    figure: ObservationT | None = None
    """A position that the painter draws beside the words."""
    figure_alt: Text | None = None
    """A description of the figure, for readers who cannot see it (at most 1,024 characters when filled)."""
    figure_focus: str | None = None
    """The part of the figure to zoom in on, in the words of the game's painter."""


class Game(Protocol[StateT, MoveT, ObservationT]):
    """The rules of one game. Methods never mutate; states and moves are hashable values.

    :class:`engines.base.BaseGame` has a default for every method that is not abstract.
    """

    info: GameInfo

    def initial_state(self, num_players: int, options: Mapping[str, str]) -> StateT:
        """The position before any move; missing options take their defaults.

        Raises:
            InvalidOptionsError: unknown option or value, or a number of players the game does not have.
        """

    @abstractmethod
    def players_to_move(self, state: StateT) -> Sequence[Player]:
        """The players to move now: one seat, several in a simultaneous turn, ``(CHANCE,)``, or ``()`` at the end."""

    def players_who_may_replace(self, state: StateT) -> Sequence[Player]:
        """The players who may still replace their decision in the simultaneous turn; usually ``()``."""

    @abstractmethod
    def legal_moves(self, state: StateT, player: Player) -> Sequence[MoveT]:
        """All legal moves, sorted by their encoding, no two equal.

        Empty unless the player is to move or may replace; for :data:`CHANCE` always empty (see
        :meth:`chance_outcomes`).
        """

    def is_legal(self, state: StateT, player: Player, move: MoveT) -> bool:
        """Whether :meth:`apply` would accept the move (chance moves too), found without enumerating."""

    def sample_chance(self, state: StateT, rng: Rng) -> MoveT:
        """A deal or roll for a position in which :data:`CHANCE` is to move."""

    def chance_outcomes(self, state: StateT) -> Sequence[tuple[MoveT, Fraction]] | None:
        """Every chance move with its probability (they add up to 1), or ``None`` where there are too many to list."""

    @abstractmethod
    def apply(self, state: StateT, player: Player, move: MoveT) -> StateT:
        """The position after the move.

        Raises:
            IllegalMoveError: with a sentence that says why.
        """

    @abstractmethod
    def withdraw(self, state: StateT, player: Player) -> StateT:
        """The position after the player has resigned or left for good, by the game's own rule for that.

        Raises:
            IllegalMoveError: the match is over or the player is already out.
        """

    def take_over(self, state: StateT, player: Player) -> StateT:
        """The position after another user took the seat of a player who had left for good.

        Raises:
            IllegalMoveError: this seat cannot be taken over: nobody has left it, the match is over, or nothing of it is
                left to play with.
        """

    def auto_move(self, state: StateT, player: Player, planned: MoveT | None) -> MoveT | None:
        """The move made for a player whose time ran out without leaving.

        ``planned`` is what the player had in mind, if that is known. ``None`` where the game has no such rule: then
        a player who stays away has left (:meth:`withdraw`).
        """

    def turn_ended(self, state: StateT) -> bool:
        """Whether the position lies between two turns: the last player's turn is complete (or none has begun)."""

    @abstractmethod
    def outcome(self, state: StateT) -> Outcome | None:
        """The result; not ``None`` exactly when nobody is to move."""

    @abstractmethod
    def observe(
        self, state: StateT, viewer: Player | None, last_turn: Sequence[Step[StateT, MoveT]] = ()
    ) -> ObservationT:
        """The part of the position, and of the turn that led to it, that ``viewer`` (``None``: a spectator) may know.

        ``last_turn`` holds the moves to be shown as the last turn, oldest first. The observation is complete: pictures,
        texts and planners need nothing else.
        """

    def observe_ended(
        self, state: StateT, viewer: Player | None, last_turn: Sequence[Step[StateT, MoveT]], outcome: Outcome
    ) -> ObservationT:
        """The same when the match was ended there by agreement or from outside: nobody is to move, ``outcome`` holds.

        Nothing is secret then. ``outcome`` ranks nobody when there is no result.
        """

    def observe_planned(self, state: StateT, viewer: Player, last_turn: Sequence[Step[StateT, MoveT]]) -> ObservationT:
        """The observation of a position that a whole planned turn would lead to, before that turn is confirmed.

        Until then nobody but the viewer is to move: nothing is asked of those who would be next.
        """

    def reveal(self, state: StateT) -> StateT:
        """The same position with nothing in it that anybody may not know: to look back at it once the match is over."""

    @abstractmethod
    def encode_move(self, move: MoveT) -> str:
        """Short machine text for logs and buttons: at most 40 printable ASCII characters, no ``|``.

        Deals may be longer.
        """

    @abstractmethod
    def decode_move(self, text: str) -> MoveT:
        """The move that :meth:`encode_move` wrote.

        Raises:
            InvalidMoveError: any other text.
        """

    def format_move(self, state: StateT, player: Player, move: MoveT, viewer: Player | None) -> str:
        """Human notation of a move made in ``state``, without anything that ``viewer`` may not know."""

    def parse_move(self, state: StateT, player: Player, text: str) -> MoveT:
        """Read a typed move liberally: case, spaces and common variants do not matter.

        Raises:
            InvalidMoveError: no notation of this game.
            IllegalMoveError: not legal for this player in this position.
            AmbiguousMoveError: fits several legal moves.
        """

    def parse_turn(self, state: StateT, player: Player, text: str) -> Sequence[MoveT]:
        """Read a typed turn, or the beginning of one: moves with spaces between, each as :meth:`parse_move` reads it.

        At least one move. Where every move is a turn, exactly one.

        Raises:
            InvalidMoveError, IllegalMoveError, AmbiguousMoveError: one of the moves is refused, or the text goes on
                when the next decision is not the player's: the turn is over, or chance comes first.
        """

    def complete_move(self, state: StateT, player: Player, text: str, limit: int) -> Sequence[Completion]:
        """At most ``limit`` legal continuations of ``text``, the most useful first.

        Whole moves that the text begins with are kept, and the move after them is completed.
        """

    @abstractmethod
    def describe_move(self, state: StateT, player: Player, move: MoveT, viewer: Player | None) -> tuple[Text, ...]:
        """Sentences that tell what a move made in ``state`` did; empty when ``viewer`` may not know of it."""

    def phrase_move(self, state: StateT, player: Player, move: MoveT, viewer: Player | None) -> Text:
        """A move made in ``state`` in a few words, as people say it: ``both dice``, ``i3–f2``; a chance move, too.

        At most 100 characters in English, without a full stop and without anything that ``viewer`` may not know. A
        phrase that names the player is a sentence; any other stands after the player's name.
        """

    def scores_after(self, last_turn: Sequence[Step[StateT, MoveT]]) -> ScoreTable | None:
        """The table to show with this turn when it closed a part of the match (a cycle, a round), else ``None``."""

    @abstractmethod
    def describe_position(self, observation: ObservationT) -> tuple[Text, ...]:
        """The whole position in sentences, for alt texts and screen readers: at most 900 characters in English."""

    @abstractmethod
    def text_board(self, observation: ObservationT) -> str:
        """The board in fixed-width characters, at most 60 columns, with coordinates; no words (:class:`HasLegend`)."""

    @abstractmethod
    def dump_state(self, state: StateT) -> str:
        """The position as one line of text; ``load_state`` gives an equal position back."""

    @abstractmethod
    def load_state(self, text: str) -> StateT:
        """Read a position line.

        Raises:
            InvalidPositionError: with a sentence that says which field is wrong.
        """

    @abstractmethod
    def rules_pages(self) -> Sequence[RulesPage[ObservationT]]:
        """The rules in pages, complete enough to play by."""


@dataclass(frozen=True, slots=True)
class Role:
    """A role in a game whose seats are not alike."""

    name: str
    """Machine name, stored with results."""
    title: Text
    """A word or two for statistics, such as ``herder``."""


@runtime_checkable
class HasRoles(Protocol):
    """A game whose seats are not alike, so that beside winning nothing in one can be compared with another."""

    roles: tuple[Role, ...]

    def roles_of(self, state: Any) -> Sequence[str]:
        """The :attr:`Role.name` of each seat; empty as long as it has not been decided."""


@runtime_checkable
class HasLegend(Protocol):
    """A game whose board in fixed-width characters needs words."""

    legend_names_players: bool
    """Whether the legend says who plays where, so that no list of the seats is needed."""

    def legend(self, observation: Any) -> Sequence[Text]:
        """The lines below the board, each of at most 40 columns in English: what its letters mean, and what it
        has no room for.
        """


@runtime_checkable
class HasScore(Protocol):
    """A game that keeps a score from the beginning, so that it can be told of a match that did not come to its end."""

    def score_at(self, state: Any) -> ScoreTable | None:
        """The score in a position, with what is secret until the end; ``None`` as long as there is none."""


AnyGame: TypeAlias = Game[Any, Any, Any]
"""A game whose states, moves and observations only itself looks into."""


def unconfirmed(player: Player) -> Text:
    """The sentence of a planned turn (:meth:`Game.observe_planned`) that replaces “It is {player}’s turn”."""
    return T("{player} has planned this turn but not confirmed it yet.", player=Seat(player))


def seat_cannot_be_taken_over() -> IllegalMoveError:
    """The refusal of :meth:`Game.take_over` for a seat of which nothing is left to play with."""
    return IllegalMoveError(T("This seat cannot be taken over."))
