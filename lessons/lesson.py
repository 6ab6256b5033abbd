"""The values a lesson is made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from engines.game import Player
from engines.text import Text

TEXT_LIMIT = 300
"""Maximum characters of a step's text with its goal, in English."""

OPPONENTS = ("Ada", "Bruno", "Ceyda", "Duarte", "Elif", "Farid", "Greta", "Hugo")
"""Names of the other seats of a lesson, the same in every language; one of them may be the learner's own."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A legal turn of a learner, complete or up to a roll."""

    player: Player
    """The learner's seat."""
    before: Any
    """The position of the step."""
    moves: tuple[Any, ...]
    """The moves in order; at least one."""
    after: Any
    """The position after the last move, before anything is dealt or rolled."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a learner is told about an attempt."""

    is_right: bool
    """Whether the attempt reaches the goal."""
    text: Text
    """What the turn does; if it is wrong, also why another one is wanted. A right one is told after “Right:” or, as the
    solution, after “This is it:”.
    """


Judge: TypeAlias = Callable[[Attempt], Answer]
"""Answers every legal turn at a step."""

Standing: TypeAlias = Callable[[Any, Player], Text]
"""Says in a short sentence how a position stands for a player, from what the player may know."""

Teller: TypeAlias = Callable[[Any, Player, Any, Player], Sequence[Text]]
"""Tells a move made by a player in a position to another player, the last argument."""


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One position and one thing to do in it."""

    text: Text
    """What the learner needs to know for it; with the goal at most :data:`TEXT_LIMIT` characters in English."""
    goal: Text
    """What to do, in one sentence."""
    position: str
    """A position line of the game, in which the learner is to move."""
    judge: Judge
    solution: tuple[str, ...]
    """A turn that reaches the goal, in encoded moves: what *Show me* plays."""
    player: Player = 0
    """The learner's seat."""


@dataclass(frozen=True, slots=True)
class FreePlay:
    """The end of a lesson: a few turns against computer players of level 1."""

    text: Text
    goal: Text
    position: str
    """A position line of the game; the learner is to move, or a computer player."""
    turns: int
    """How many turns the learner takes, unless the match ends before."""
    standing: Standing
    """Said with the number of each turn, and at the end."""
    player: Player = 0
    """The learner's seat."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A part of the rules that a lesson does not teach."""

    text: Text
    """What it is, in a few words."""
    rules_page: int
    """The page of the rules, from 0, that explains it."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: steps in order, with a short free play at the end."""

    slug: str
    """Stored with the learner's progress: the game's slug, with ``-role`` after it if a game has several lessons."""
    game: str
    """The game's slug."""
    title: Text
    """A few words for menus, such as the game's name and a role."""
    minutes: int
    """How long it takes, about."""
    steps: tuple[LessonStep, ...]
    """Six to ten steps with the free play."""
    free_play: FreePlay
    leaves_out: tuple[LeftOut, ...]
    """What the lesson does not teach; at least one."""
    about: Text | None = None
    """What one does in this role: a sentence for menus. ``None``: the game's tagline."""
    tells: Teller | None = None
    """Tells moves instead of the game's own sentences, where these are long."""
