"""Who can play matches from the command line: the levels of a computer player, and weaker players to compare with."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from engines.game import AnyGame, Player
from engines.text import T
from players import LEVELS
from players.decision import ComputerPlayer, Decision
from players.modules import module_of
from players.reason import neutral
from players.registry import player_of
from players.search import PlainSearch
from players.yardstick import Yardstick


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
        return Contestant(name, Yardstick(partial(_any_move, game)), LEVELS[-1])
    if name == "uct":
        return Contestant(name, PlainSearch(game), LEVELS[-1])
    module = module_of(game.info.slug, "yardsticks")
    known: dict[str, ComputerPlayer[Any]] = {} if module is None else module.YARDSTICKS
    if name not in known:
        names = [*map(str, LEVELS), "random", *known, "uct"]
        raise ValueError(f"{game.info.slug} has no player “{name}”; there are {', '.join(names)}")
    return Contestant(name, known[name], LEVELS[-1])


def _any_move(game: AnyGame, observation: Any, player: Player, random: Random) -> Decision:
    """Choose any legal move. The value is always one half.

    Raises:
        ValueError: the player is not to move.
    """
    state = game.imagine(observation, player, random)
    legal = game.legal_moves(state, player)
    if not legal:
        raise ValueError("the player is not to move")
    return Decision((game.encode_move(random.choice(legal)),), 0.5, neutral(T("Any move may do.")), 0)
