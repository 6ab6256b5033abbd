"""The protocol of a game, and its value types.

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

    def randrange(self, bound: int, /) -> int:
        """A number from ``0`` to ``bound - 1``, every one equally likely."""


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """One value of an option."""

    value: str
    """Machine text: stored with the match, typed in commands."""
    title: Text
    """A few words for menus."""
    seat: Player | None = None
    """The seat that it means, in the order of joining. If a player has it, their name replaces the title."""
    is_open: bool = False
    """Whether it lets everybody see what players otherwise keep from each other, once a turn is over."""


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """An option that is chosen before the match."""

    name: str
    """Machine name, a valid name of a slash-command option: lower case, no spaces."""
    title: Text
    explanation: Text
    """One line (at most 100 characters in English) that says what the option changes."""
    choices: tuple[OptionChoice, ...]
    default: str
    """The :attr:`OptionChoice.value` used if nothing is chosen."""
    is_board: bool = False
    """Whether its choices are boards, which a picture shows side by side."""


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
    """Increased with every change after which the same log leads to another position."""
    seat_titles: tuple[Text, ...]
    """A short name for each of :attr:`max_players` seats, used where a player's name cannot be shown."""
    typical_length: Text
    """The length of a match, for the table: for example ``about 25 turns``."""
    max_plies: int
    """Upper limit of log entries in any real match; the conformance suite tests it with random matches. Not a rule:
    replaced decisions (:meth:`Game.players_who_may_replace`) count as well, and a game that is repeated after a tie has
    no limit of its own."""
    has_hidden_information: bool = False
    """Whether players have secrets from each other (private sheets, simultaneous decisions)."""
    is_simultaneous: bool = False
    """Whether several players decide a turn at the same time, each in secret until all have decided."""
    has_private_sheets: bool = False
    """Whether each player has a sheet, private until the end."""
    plays_for_points: bool = False
    """Whether nobody can know who is ahead, and so everyone aims at many points and not at more than the others. What a
    computer player expects is then always a score and not a chance to win; so it never finds a match hopeless."""
    has_auto_move: bool = False
    """Whether the game plays for a player whose time runs out (:meth:`Game.auto_move`) instead of removing them."""
    terminations: tuple[str, ...] = ()
    """Every :attr:`Outcome.termination` that the game has."""
    scored_options: tuple[str, ...] = ()
    """Names of the options that change the value of a score; best scores are separate for each of their choices."""
    cover: int = 0
    """The rules page, counted from 0, whose figure shows the game beside others."""
    usual_turns: tuple[int, ...] = ()
    """Estimated turns of a match (in a game of several rounds: of a round), by number of players from
    :attr:`min_players` on. The last entry is also for more players. Empty if unknown."""

    @property
    def usual_players(self) -> int:
        """How many players a match usually has: two, if the game allows that."""
        return min(max(self.min_players, 2), self.max_players)

    def keeps_secrets(self, options: Mapping[str, str]) -> bool:
        """Return whether players have secrets from each other that outlast a turn, with these options."""
        open_now = any(
            choice.is_open and choice.value == options.get(spec.name, spec.default)
            for spec in self.options
            for choice in spec.choices
        )
        return self.has_hidden_information and not open_now

    def turns_for(self, players: int) -> int | None:
        """Return the estimated turns of a match with this number of players; ``None`` if unknown."""
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
    """A move with the positions around it, for pictures and sentences."""

    before: StateT
    player: Player
    move: MoveT


@dataclass(frozen=True, slots=True)
class Completion:
    """A legal continuation of a typed text."""

    text: str
    """The text to type: human notation that :meth:`Game.parse_turn` reads back."""
    hint: Text | None = None
    """A few words on what it does."""


@dataclass(frozen=True, slots=True)
class RulesPage(Generic[ObservationT]):
    """One page of a game's rules, for ``/rules``."""

    title: Text
    paragraphs: tuple[Text, ...]
    """At most about 1,200 characters in total in English, with Discord's markup for bold and lists."""
    figure: ObservationT | None = None
    """A position that the painter draws for the page."""
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
        """All legal moves, sorted by their encoding, without duplicates.

        Empty unless the player is to move or may replace; for :data:`CHANCE` always empty (see
        :meth:`chance_outcomes`).
        """

    def is_legal(self, state: StateT, player: Player, move: MoveT) -> bool:
        """Whether :meth:`apply` would accept the move (chance moves too), found without enumerating."""

    def sample_chance(self, state: StateT, rng: Rng) -> MoveT:
        """A deal or roll for a position in which :data:`CHANCE` is to move."""

    def chance_outcomes(self, state: StateT) -> Sequence[tuple[MoveT, Fraction]] | None:
        """Every chance move with its probability (their sum is 1), or ``None`` if there are too many."""

    @abstractmethod
    def apply(self, state: StateT, player: Player, move: MoveT) -> StateT:
        """The position after the move.

        Raises:
            IllegalMoveError: with a sentence that says why.
        """

    @abstractmethod
    def withdraw(self, state: StateT, player: Player) -> StateT:
        """The position after the player resigned or left for good, by the rules of the game.

        Raises:
            IllegalMoveError: the match is over or the player is already out.
        """

    def take_over(self, state: StateT, player: Player) -> StateT:
        """The position after another user took the seat of a player who had left for good.

        Raises:
            IllegalMoveError: this seat cannot be taken over: its player has not left, the match is over, or it has
                nothing left to play with.
        """

    def auto_move(self, state: StateT, player: Player, planned: MoveT | None) -> MoveT | None:
        """The move made for a player whose time ran out.

        ``planned`` is the player's plan, if there is one. ``None`` if the game has no such rule; then a timeout
        counts as leaving (:meth:`withdraw`).
        """

    def turn_ended(self, state: StateT) -> bool:
        """Whether the position is between two turns: the last turn is complete, or none has begun."""

    @abstractmethod
    def outcome(self, state: StateT) -> Outcome | None:
        """The result; not ``None`` exactly when nobody is to move."""

    @abstractmethod
    def observe(
        self, state: StateT, viewer: Player | None, last_turn: Sequence[Step[StateT, MoveT]] = ()
    ) -> ObservationT:
        """The part of the position, and of the turn that led to it, that ``viewer`` (``None``: a spectator) may know.

        ``last_turn`` has the moves to show as the last turn, oldest first. Pictures, texts and planners need nothing
        but the observation.
        """

    @abstractmethod
    def imagine(self, observation: ObservationT, player: Player, rng: Rng) -> StateT:
        """A position that a player who has to decide may take an observation of theirs for.

        Without secrets the position itself, as far as it matters for what follows. Otherwise one that could be: the
        player observes the same in it and has the same legal moves.
        """

    def observe_ended(
        self, state: StateT, viewer: Player | None, last_turn: Sequence[Step[StateT, MoveT]], outcome: Outcome
    ) -> ObservationT:
        """Observe a match that was ended early, by agreement or by a manager, with this ``outcome``. Nobody is to move.

        Nothing is secret then. ``outcome`` ranks nobody if there is no result.
        """

    def observe_planned(self, state: StateT, viewer: Player, last_turn: Sequence[Step[StateT, MoveT]]) -> ObservationT:
        """Observe the position after a complete planned turn that is not confirmed yet.

        Only the viewer is to move: the next players are not shown as waiting for their move.
        """

    def reveal(self, state: StateT) -> StateT:
        """The same position without secrets, to look back at it after the match."""

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
        """The notation of a move made in ``state``, without secrets from ``viewer``."""

    def parse_move(self, state: StateT, player: Player, text: str) -> MoveT:
        """Read a typed move; case, spaces and common variants do not matter.

        Raises:
            InvalidMoveError: it is not in the notation.
            IllegalMoveError: not legal for this player in this position.
            AmbiguousMoveError: fits several legal moves.
        """

    def parse_turn(self, state: StateT, player: Player, text: str) -> Sequence[MoveT]:
        """Read a typed turn, or its beginning: moves separated by spaces, read like :meth:`parse_move`.

        At least one move; exactly one if every move is a turn.

        Raises:
            InvalidMoveError, IllegalMoveError, AmbiguousMoveError: one of the moves is refused, or the text goes on
                when the next decision is not the player's: the turn is over, or chance comes first. If there are
                several moves, the sentence says which one is refused.
        """

    def complete_move(self, state: StateT, player: Player, text: str, limit: int) -> Sequence[Completion]:
        """At most ``limit`` legal continuations of ``text``, the most useful first.

        Complete moves at the beginning of the text are kept, and the move after them is completed.
        """

    @abstractmethod
    def describe_move(self, state: StateT, player: Player, move: MoveT, viewer: Player | None) -> tuple[Text, ...]:
        """Sentences about the effects of a move made in ``state``; empty if it is secret from ``viewer``."""

    def describe_withdrawal(self, state: StateT, player: Player, viewer: Player | None) -> tuple[Text, ...]:
        """Sentences about what else happens because a player leaves in ``state``, such as the end of a turn that only
        this player had still to decide; without secrets from ``viewer``.
        """

    def phrase_move(self, state: StateT, player: Player, move: MoveT, viewer: Player | None) -> Text:
        """A move or chance move made in ``state`` in a few words: ``both dice``, ``i3–f2``.

        At most 100 characters in English, without a full stop and without secrets from ``viewer``. A phrase that names
        the player is a sentence; others are put after the player's name.
        """

    def scores_after(self, last_turn: Sequence[Step[StateT, MoveT]]) -> ScoreTable | None:
        """The table to show if this turn ended a part of the match (a cycle, a round), else ``None``."""

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
    """A role in a game whose seats differ."""

    name: str
    """Machine name, stored with results."""
    title: Text
    """A word or two for statistics, such as ``herder``."""


@runtime_checkable
class HasRoles(Protocol):
    """A game whose seats differ, so that only their wins can be compared."""

    roles: tuple[Role, ...]

    def roles_of(self, state: Any) -> Sequence[str]:
        """The :attr:`Role.name` of each seat; empty until decided."""


@runtime_checkable
class HasLegend(Protocol):
    """A game whose text board needs words."""

    legend_names_players: bool
    """Whether the legend names the players, so that no list of the seats is needed."""

    def legend(self, observation: Any) -> Sequence[Text]:
        """The lines below the board, each of at most 40 columns in English: the meaning of its letters, and
        everything without room on it.
        """


@runtime_checkable
class HasScore(Protocol):
    """A game with a running score, which can be shown even if a match was ended early."""

    def score_at(self, state: Any) -> ScoreTable | None:
        """The score in a position, secrets included; ``None`` if there is none yet."""


AnyGame: TypeAlias = Game[Any, Any, Any]
"""A game whose states, moves and observations are opaque to the caller."""


def unconfirmed(player: Player) -> Text:
    """The sentence of a planned turn (:meth:`Game.observe_planned`) that replaces “It is {player}’s turn”."""
    return T("{player} has planned this turn but not confirmed it yet.", player=Seat(player))
