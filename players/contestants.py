"""Who can play matches from the command line: the levels of a computer player, and weaker players to compare with."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from engines.game import AnyGame, Player
from engines.text import T
from players import LEVELS
from players.decision import ComputerPlayer, Decision
from players.modules import module_of
from players.registry import player_of
from players.search import PlainSearch


class RandomMoves:
    """Makes any legal move, whatever level it is asked for."""

    version = 1

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def decide(
        self,
        observation: Any,
        player: Player,
        level: int,  # noqa: ARG002 - it has no levels
        seed: int,
        *,
        nodes: int | None = None,  # noqa: ARG002 - it looks at no position
    ) -> Decision:
        """Decide; see :class:`players.decision.ComputerPlayer`. The value is always one half."""
        random = Random(seed)
        state = self._game.imagine(observation, player, random)
        legal = self._game.legal_moves(state, player)
        if not legal:
            raise ValueError("the player is not to move")
        return Decision((self._game.encode_move(random.choice(legal)),), 0.5, T("Any move may do."), 0)


@dataclass(frozen=True, slots=True)
class Contestant:
    """A player of matches from the command line."""

    name: str
    """As given: ``5``, ``random`` …"""
    player: ComputerPlayer[Any]
    level: int


def contestant(game: AnyGame, name: str) -> Contestant:
    """Return the player that a name stands for.

    Args:
        game: the game to play.
        name: a level, ``random`` (any legal move), ``uct`` (the plain search at its highest level), or one of the
            weaker players of this game (``greedy``, ``careful``).

    Raises:
        ValueError: with a sentence: there is no such level or player.
    """
    if name.isdecimal() and int(name) in LEVELS:
        return Contestant(name, player_of(game), int(name))
    if name == "random":
        return Contestant(name, RandomMoves(game), LEVELS[-1])
    if name == "uct":
        return Contestant(name, PlainSearch(game), LEVELS[-1])
    module = module_of(game.info.slug, "yardsticks")
    known: dict[str, ComputerPlayer[Any]] = {} if module is None else module.YARDSTICKS
    if name not in known:
        names = [*map(str, LEVELS), "random", *known, "uct"]
        raise ValueError(f"{game.info.slug} has no player “{name}”; there are {', '.join(names)}")
    return Contestant(name, known[name], LEVELS[-1])
