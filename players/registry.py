"""The computer player of each game."""

from __future__ import annotations

from typing import Any

from engines.game import AnyGame
from players.decision import ComputerPlayer
from players.modules import module_of
from players.search import PlainSearch


def player_of(game: AnyGame) -> ComputerPlayer[Any]:
    """Return the computer player of a game: ``PLAYER`` in ``players.<slug>.player``, or a plain search.

    A player is imported when it is first needed, so that a process knows only the games that are played.
    """
    module = module_of(game.info.slug, "player")
    if module is None:
        return PlainSearch(game)
    player: ComputerPlayer[Any] = module.PLAYER
    return player
