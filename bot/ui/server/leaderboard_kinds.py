"""The leaderboards of a server, and what their lines say."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from bot.matches.model.results import RatingLine, ScoreLine
from bot.ui.boards.ratings import rating_of
from engines.game import GameInfo
from engines.registry import GAMES
from engines.text import TN, T, Text, format_number, listed

NAME_LIMIT = 24
"""Maximum length of a name: rank, number and name fit on a phone."""

SOMEONE = T("someone")
"""In place of a name that cannot be shown."""


@dataclass(frozen=True, slots=True)
class LeaderboardKind:
    """One of a server's leaderboards."""

    info: GameInfo
    variant: str | None = None
    """Options of a leaderboard of solo scores; ``None`` for ratings."""

    @property
    def key(self) -> str:
        """Identifier for commands and custom_ids."""
        return self.info.slug if self.variant is None else f"{self.info.slug}/{self.variant}"

    @property
    def subtitle(self) -> Text:
        """What is ranked, without the game."""
        if self.variant is None:
            return T("Ratings")
        if not self.variant:
            return T("Best scores, alone")
        return T("Best scores, alone · {options}", options=variant_title(self.info, self.variant))

    @property
    def title(self) -> Text:
        """Its title."""
        if self.variant is None:
            return T("{game}", game=self.info.title)
        if not self.variant:
            return T("{game}, alone", game=self.info.title)
        return T("{game}, alone · {options}", game=self.info.title, options=variant_title(self.info, self.variant))


def leaderboard_kinds() -> dict[str, LeaderboardKind]:
    """Return all leaderboards by key: ratings of games for several players, best scores of games for one."""
    kinds: list[LeaderboardKind] = []
    for game in GAMES.values():
        info = game.info
        if info.max_players > 1:
            kinds.append(LeaderboardKind(info))
        if info.min_players == 1:
            kinds += (LeaderboardKind(info, variant) for variant in _variants(info))
    return {kind.key: kind for kind in kinds}


def leaderboard_titles() -> dict[str, Text]:
    """Return the titles of all leaderboards by key."""
    return {key: kind.title for key, kind in leaderboard_kinds().items()}


def _variants(info: GameInfo) -> list[str]:
    """Return every combination of the options that affect scores."""
    specs = [spec for name in info.scored_options for spec in info.options if spec.name == name]
    chosen = product(*([f"{spec.name}={choice.value}" for choice in spec.choices] for spec in specs))
    return [",".join(parts) for parts in chosen]


def variant_title(info: GameInfo, variant: str) -> Text:
    """Describe the options of a variant: ``Scoring cards: None``."""
    values = dict(part.split("=", 1) for part in variant.split(",") if part)
    return listed(
        T("{option}: {choice}", option=spec.title, choice=choice.title)
        for spec in info.options
        for choice in spec.choices
        if values.get(spec.name) == choice.value
    )


def number_of(line: RatingLine | ScoreLine) -> str:
    """Return a player's rating or best score."""
    return format_number(line.best.score) if isinstance(line, ScoreLine) else rating_of(line.rating.skill)


def level_of(line: RatingLine | ScoreLine) -> int | None:
    """Return the highest level of the computer players that a player has beaten; best scores have none."""
    return line.level_beaten if isinstance(line, RatingLine) else None


def record_of(line: RatingLine | ScoreLine) -> Text:
    """Describe a player's record."""
    if isinstance(line, ScoreLine):
        return TN("{count} match", "{count} matches", line.best.played)
    rating = line.rating
    record = T("won {won} of {rated}", won=line.won, rated=rating.rated)
    if rating.abandoned:
        record = TN("{record}, {count} abandoned", "{record}, {count} abandoned", rating.abandoned, record=record)
    return record
