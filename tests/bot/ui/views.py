"""Matches and views made by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.locales import Catalogue, Catalogues
from bot.matches.model.match import Match, MatchChannel, MatchStatus, SeatHolder
from bot.matches.model.views import MatchView
from bot.matches.play.planning import Plan
from bot.ui.components.text import Writer
from engines.game import Step
from engines.iye.game import IYE
from engines.registry import GAMES

ENGLISH: Catalogue = Catalogues().for_locale("en")

POSITION = "THSOW/SHSSH/SSWST/HSTWT/HSHTH"
"""Ranks of a full board, from rank 5 down."""


def match(**changes: Any) -> Match:
    """Match 12 of İYE between Ann and Bob; Ann is to move."""
    made = Match(
        id=12,
        game="iye",
        rules_version=1,
        status=MatchStatus.RUNNING,
        options={"first": "1", "wins": "1"},
        opener_id=101,
        seats=(SeatHolder(0, 101, "Ann"), SeatHolder(1, 102, "Bob")),
        channel=MatchChannel(1, 2, 3),
        ply=2,
        to_move=(0,),
        commitment="ab" * 32,
        table_message_id=3,
        board_message_id=55,
        created_at=1_700_000_000,
        started_at=1_700_000_100,
        moved_at=1_700_000_200,
    )
    return replace(made, **changes)


def state(moves: Sequence[str] = (), deal: str = POSITION) -> Any:
    """The position of İYE after the deal and the given encoded moves."""
    position = IYE.initial_state(2, {"first": "1", "wins": "1"})
    for text in (f"deal:{deal}", *moves):
        move = IYE.decode_move(text)
        (player,) = IYE.players_to_move(position)
        position = IYE.apply(position, player, move)
    return position


def view(
    position: Any, *, viewer: int | None = None, last_turn: Sequence[Step[Any, Any]] = (), **changes: Any
) -> MatchView:
    """Match 12 at a position."""
    game = GAMES[changes.get("game", "iye")]
    to_move = tuple(player for player in game.players_to_move(position) if player >= 0)
    shown = match(**{"to_move": to_move} | changes)
    return MatchView(
        match=shown,
        ply=shown.ply,
        viewer=viewer,
        observation=game.observe(position, viewer, last_turn),
        to_move=to_move,
        sentences=(),
        scores=None,
        outcome=game.outcome(position),
    )


def plan(shown: MatchView, *moves: str) -> Plan:
    """A plan of the viewer, or of the player to move, whose position is that of the view."""
    player = next(iter(shown.to_move), 0) if shown.viewer is None else shown.viewer
    return Plan(shown.match.id, player, shown.ply, moves, shown, shown, complete=False, may_act=True)


def writer(**changes: Any) -> Writer:
    """Writes English about match 12."""
    return Writer(ENGLISH).about(match(**changes))
