"""Ratings by OpenSkill (https://openskill.me): an estimate of skill, and how a match changes it.

The model is the package's default, Plackett-Luce (Weng and Lin 2011, algorithm 4), with its default parameters: every
player is a team of one, ties are equal ranks. ADR 0012 says why.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

_MODEL = PlackettLuce()

BASE, SCALE = 800, 40
"""The number shown is ``BASE + SCALE × ordinal``, at least 0: 800 for a new player, about 1500 for an average
player with many matches (μ = 25, σ = 2.5). Between two of those 200 points mean chances of about three to one."""

PROVISIONAL_SIGMA = 6.5
"""A rating is provisional while σ is above this: for the first nine matches of two players or so, a few more among
many."""


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
