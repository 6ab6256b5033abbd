"""Results of ended matches for each player, and what is computed from them: ratings, statistics, best scores.

Ratings are by OpenSkill (https://openskill.me). The model is the package's default, Plackett-Luce (Weng and Lin 2011,
algorithm 4), with its default parameters: every player is a team of one, ties are equal ranks. ADR 0012 says why.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from openskill.models import PlackettLuce

from bot.matches.model.match import Match
from engines.game import Player

_MODEL = PlackettLuce()

BASE, SCALE = 800, 40
"""The number shown is ``BASE + SCALE × ordinal``, at least 0: 800 for a new player, about 1500 for an average
player with many matches (μ = 25, σ = 2.5). Between two of those 200 points mean chances of about three to one."""

PROVISIONAL_SIGMA = 6.5
"""A rating is provisional while σ is above this: for the first nine matches of two players or so, a few more among
many."""


class ExitReason(StrEnum):
    """How a player left a seat."""

    RESIGNED = "resigned"
    """Resigned: an ordinary loss."""
    LEFT = "left"
    """Abandoned the match through a timeout: last, whatever the position."""
    REPLACED = "replaced"
    """Handed the seat over with the others' consent: the match does not count if a person took it, and counts as a
    resignation if a computer player did."""


@dataclass(frozen=True, slots=True)
class SeatExit:
    """A player who left a seat."""

    player: Player
    """The seat that was given up."""
    user_id: int
    """0 if the user's data has been deleted."""
    reason: ExitReason


class ResultKind(StrEnum):
    """The result of a match for one player."""

    WON = "won"
    """First place, not shared."""
    DRAWN = "drawn"
    """A draw, or a shared first place."""
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of one user in a match."""

    number: int
    """The seat; for former holders, numbers after the last seat."""
    player: Player
    user_id: int
    place: int | None
    """1 is first, ties share a place; ``None`` in solo matches."""
    kind: ResultKind | None
    """``None``: the match had no result, or was a solo match."""
    exit_reason: ExitReason | None
    """:attr:`~ExitReason.RESIGNED` or :attr:`~ExitReason.LEFT`."""
    late: bool
    """Took over a seat during the match, so that no rating depends on another player's position."""
    role: str | None
    score: int | None
    """The score of a completed solo match."""
    variant: str | None = None
    """The options that separate best scores, such as ``cards=on``."""


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """The holder of a seat at the end."""

    player: Player
    user_id: int
    withdrawn: bool
    late: bool
    is_computer: bool = False
    used_hints: bool = False


@dataclass(frozen=True, slots=True)
class Skill:
    """The estimate of a player's skill in one game on one server: a normal distribution."""

    mu: float = _MODEL.mu
    """The mean."""
    sigma: float = _MODEL.sigma
    """The standard deviation."""

    @property
    def ordinal(self) -> float:
        """OpenSkill's cautious number, μ − 3σ: the true skill is above it with 99.7 % certainty."""
        return self.mu - 3.0 * self.sigma

    @property
    def shown(self) -> int:
        """The number that users see."""
        return max(0, round(BASE + SCALE * self.ordinal))

    @property
    def is_provisional(self) -> bool:
        """Whether the estimate is still uncertain."""
        return self.sigma > PROVISIONAL_SIGMA


def rate(skills: Sequence[Skill], places: Sequence[int]) -> tuple[Skill, ...]:
    """Return the estimates of at least two players after a match; lower places are better, equal ones ties."""
    teams = [[_MODEL.rating(skill.mu, skill.sigma)] for skill in skills]
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return tuple(Skill(player.mu, player.sigma) for (player,) in rated)


@dataclass(frozen=True, slots=True)
class RatedResult:
    """The result of an ended match for one user, with ratings."""

    result: SeatResult
    """:attr:`SeatResult.late` is not stored, so it is always false in a stored result."""
    before: Skill | None = None
    """The rating; ``None`` if the match did not count for it."""
    after: Skill | None = None


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """A user's rating in one game on one server, with the numbers of matches."""

    skill: Skill = field(default_factory=Skill)
    rated: int = 0
    """The number of matches in the rating."""
    finished: int = 0
    """The number of finished matches, rated or not."""
    won: int = 0
    drawn: int = 0
    lost: int = 0
    abandoned: int = 0
    """The number of abandoned matches."""
    changed_at: int = 0


@dataclass(frozen=True, slots=True)
class BestScore:
    """A user's best solo score."""

    score: int
    match_id: int
    reached_at: int
    played: int
    """How many solo matches were completed."""


@dataclass(frozen=True, slots=True)
class EndedMatch:
    """The facts of an ended match that ratings need besides its results."""

    match_id: int
    game: str
    guild_id: int | None
    at: int
    began_with_computers: bool
    """Whether computer players took part from the start, so that it counts for no rating."""


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A line of a game's leaderboard."""

    rank: int
    """1 is first."""
    user_id: int
    name: str | None
    """Unescaped; ``None`` if only the rating of that user is left."""
    rating: PlayerRating
    won: int
    """How many of the ``tally.rated`` matches were won."""
    level_beaten: int | None = None
    """The highest level of the computer players beaten on this server, without help."""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A line of the leaderboard of solo matches."""

    rank: int
    user_id: int
    name: str | None
    best: BestScore


@dataclass(frozen=True, slots=True)
class RoleStats:
    """A user's statistics in one role."""

    role: str
    finished: int
    won: int
    drawn: int


def began_with_computers(match: Match) -> bool:
    """Return whether a computer player has held a seat from the start, so that the match counts for no rating."""
    return any(seat.computer is not None and not seat.took_over for seat in match.seats)


def is_rated(match: Match) -> bool:
    """Return whether the match counts for ratings, or would if the open table began as it is."""
    return match.rated and not began_with_computers(match)
