"""What a person's decision was worth, compared with the best other one.

A game's judgements stand in its module ``players.<slug>.review``: ``judge``, and ``MARGIN``, the difference of worth
from which on the search is sure. A game without it has no reviews.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engines.game import AnyGame, Player
from engines.text import Text
from players.modules import module_of


@dataclass(frozen=True, slots=True)
class Judgement:
    """A decision beside the best other one."""

    lead: float
    """How much more the decision was worth than the other one, in the unit of the game's margin; negative: less."""
    other: tuple[str, ...]
    """The other one's encoded moves."""
    reason: Text
    """One sentence, said to the player: why the better one of the two is better, or what it does."""
    difference: Text
    """One sentence, said to the player: what the two are worth."""
    is_exact: bool
    """Whether everything is calculated to the end."""


def has_reviews(game: str) -> bool:
    """Return whether the decisions of a game can be judged; ``game`` is its slug."""
    return module_of(game, "review") is not None


def margin_of(game: str) -> float:
    """Return the least difference of worth that the search of a game is sure of; ``game`` is its slug.

    Raises:
        LookupError: the game has no reviews.
    """
    return float(_module_of(game).MARGIN)


def judge(game: AnyGame, observation: Any, player: Player, moves: tuple[str, ...], *, deep: bool) -> Judgement | None:
    """Judge a decision that a player has made; ``None`` if there was no choice, or none that can be judged.

    The judgement depends on nothing but the arguments.

    Args:
        game: the rules.
        observation: what the player knew.
        player: the seat.
        moves: the encoded moves that were made, at least one: up to the end of the turn or the next chance move.
        deep: whether to look as far as it takes to be sure, instead of finding quickly what is worth a look.

    Raises:
        LookupError: the game has no reviews.
    """
    found: Judgement | None = _module_of(game.info.slug).judge(observation, player, moves, deep=deep)
    return found


def kept(now: float, then: float, part: float) -> tuple[float, float]:
    """Return two worths with a part of their difference: the lower one stays."""
    low = min(now, then)
    return low + part * (now - low), low + part * (then - low)


def _module_of(game: str) -> Any:
    module = module_of(game, "review")
    if module is None:
        raise LookupError(f"{game} has no reviews")
    return module
