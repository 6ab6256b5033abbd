"""What cards show. Plain values, which the bot sends to the process that draws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engines.game import Player
from engines.text import Text


@dataclass(frozen=True, slots=True)
class Figure:
    """A board on a card."""

    game: str
    """Slug."""
    observation: object
    seat_titles: tuple[Text, ...] = ()
    focus: str | None = None
    """As in :class:`render.options.PictureOptions`."""
    whole: bool = False
    """Whether the whole board is to be seen even where a part of it would be larger."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's line on the card of a result."""

    player: Player
    place: int | None
    """1 is first, ties share a place; ``None``: not ranked."""
    score: str = ""
    rating: str = ""
    """The new rating; empty if it did not change."""
    change: str = ""
    """By how much it changed, with its sign."""


@dataclass(frozen=True, slots=True)
class ResultCard:
    """The result of a match; the names of the players are those of the options."""

    title: str
    """The game's name."""
    headline: Text
    """How the match ended."""
    date: str
    facts: tuple[Text, ...]
    """Lines of a few words each, at most three."""
    standings: tuple[Standing, ...]
    """In the order of the result: 1 to 8."""
    figure: Figure
    """The last position."""


@dataclass(frozen=True, slots=True)
class TitleCard:
    """The title of a game."""

    title: str
    tagline: Text
    facts: tuple[Text, ...]
    """Lines of a few words each, at most three."""
    figure: Figure


@dataclass(frozen=True, slots=True)
class NamedFigure:
    """A board with its name."""

    name: Text
    figure: Figure


@dataclass(frozen=True, slots=True)
class FiguresCard:
    """Boards side by side: all games, or the choices of an option."""

    title: Text
    figures: tuple[NamedFigure, ...]
    subtitle: Text | None = None


@dataclass(frozen=True, slots=True)
class Rank:
    """A line of a leaderboard; the name is that of the options at the same place."""

    rank: int
    number: str
    """The rating or score."""
    record: Text
    level: int | None = None
    """The highest level of the computer players that was beaten; ``None``: none."""


@dataclass(frozen=True, slots=True)
class LeaderboardCard:
    """The best players of a server; their names are those of the options."""

    title: str
    """The game's name."""
    subtitle: Text | None
    """What is ranked, if the title does not say it."""
    server: str
    """Its name, as users wrote it."""
    date: str
    ranks: tuple[Rank, ...]
    """1 to 10, the best first."""
    note: Text | None
    """What the numbers mean."""
    level_note: Text
    """What the sign with a level means."""
    figure: Figure | None
    """A board of the game."""


Card: TypeAlias = ResultCard | TitleCard | FiguresCard | LeaderboardCard
"""What a card shows."""
