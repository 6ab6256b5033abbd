"""The computer player of each game."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from engines.game import AnyGame
from players.decision import ComputerPlayer
from players.search import PlainSearch


def player_of(game: AnyGame) -> ComputerPlayer[Any]:
    """Return the computer player of a game: ``PLAYER`` in ``players.<slug>.player``, or a plain search.

    A player is imported when it is first needed, so that a process knows only the games that are played.
    """
    if find_spec(f"players.{game.info.slug}") is None:
        return PlainSearch(game)
    player: ComputerPlayer[Any] = import_module(f"players.{game.info.slug}.player").PLAYER
    return player
