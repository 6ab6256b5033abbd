"""What an ended match was for everybody who took part, and what follows from it: ratings, figures, best scores."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from bot.matches.model.ratings import Skill
from engines.game import Player


class ExitReason(StrEnum):
    """How somebody has gone."""

    RESIGNED = "resigned"
    """Gave up: an ordinary loss."""
    LEFT = "left"
    """Stayed away, so that the others had to go on or end the match: last, whatever the position."""
    REPLACED = "replaced"
    """Handed the seat over with everybody's consent: the match counts neither for nor against."""


@dataclass(frozen=True, slots=True)
class SeatExit:
    """Somebody who has gone."""

    player: Player
    """The seat that was given up."""
    user_id: int
    """0 when that person's data has been deleted."""
    reason: ExitReason


class ResultKind(StrEnum):
    """What a match was for somebody."""

    WON = "won"
    """Alone in the first place."""
    DRAWN = "drawn"
    """A draw, or the first place shared with others."""
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How one person came out of a match."""

    number: int
    """The seat; for those whose seat somebody else has now, numbers after the last seat."""
    player: Player
    user_id: int
    place: int | None
    """1 is first, equal places are shared; ``None`` for who played alone."""
    kind: ResultKind | None
    """``None``: the match had no result, or the person played alone."""
    exit_reason: ExitReason | None
    """:attr:`~ExitReason.RESIGNED` or :attr:`~ExitReason.LEFT`."""
    late: bool
    """Took a seat over while the match was running: no rating is won or lost on somebody else's position."""
    role: str | None
    score: int | None
    """What was reached by somebody who played alone to the end."""
    variant: str | None = None
    """What keeps the score apart from others: the options that change what it is worth, such as ``cards=on``."""


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """Who holds a seat at the end."""

    player: Player
    user_id: int
    withdrawn: bool
    late: bool


@dataclass(frozen=True, slots=True)
class RatedResult:
    """What an ended match was for one person."""

    result: SeatResult
    """Its ``late`` is not stored: of a stored result it is always false."""
    before: Skill | None = None
    """The rating; ``None`` where the match did not count for it."""
    after: Skill | None = None


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """Somebody's rating in one game on one server, and what it is made of."""

    skill: Skill = field(default_factory=Skill)
    rated: int = 0
    """From how many matches the rating was computed."""
    finished: int = 0
    """How many matches came to a result, rated or not."""
    won: int = 0
    drawn: int = 0
    lost: int = 0
    abandoned: int = 0
    """How many were left unfinished."""
    changed_at: int = 0


@dataclass(frozen=True, slots=True)
class BestScore:
    """Somebody's best score alone."""

    score: int
    match_id: int
    reached_at: int
    played: int
    """How many matches alone were played to the end."""


@dataclass(frozen=True, slots=True)
class EndedMatch:
    """What ratings need to know of a match that has ended, beside its results."""

    match_id: int
    game: str
    guild_id: int | None
    at: int


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A line of a game's board."""

    rank: int
    """1 is first."""
    user_id: int
    name: str | None
    """Unescaped; ``None`` when nothing of that person is left but the rating."""
    rating: PlayerRating
    won: int
    """How many of the ``tally.rated`` matches that the rating comes from were won."""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A line of the board of those who play a game alone."""

    rank: int
    user_id: int
    name: str | None
    best: BestScore


@dataclass(frozen=True, slots=True)
class RoleStats:
    """How somebody does in one role."""

    role: str
    finished: int
    won: int
    drawn: int
