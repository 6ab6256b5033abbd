"""A plan as a value, and how it is applied to the committed position; :mod:`bot.matches.play.plans` stores it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.matches.model.match import Match
from bot.matches.model.position import Position, is_whole_turn, may_act, positions_of_turn
from bot.matches.model.views import MatchView, project
from engines.game import Player
from engines.registry import AnyGame
from engines.text import T

UNFINISHED = T("Your turn is not complete yet. Please make the choices that are left.")


@dataclass(frozen=True, slots=True)
class Plan:
    """Moves that a player plans on top of the committed position; nobody else sees them."""

    match_id: int
    player: Player
    """Who plans."""
    ply: int
    """The ply at which the plan was begun; pass it to :meth:`bot.matches.play.turns.Turns.play`."""
    moves: tuple[str, ...]
    """Encoded moves of one turn, in order; empty when nothing is planned."""
    view: MatchView
    """The planned position as its player may see it, with the planned moves as the last turn. If the last move would
    reveal the others' decisions, the position before it, with a sentence about the move.
    """
    base: MatchView
    """The committed position as its player may see it, without the plan."""
    complete: bool
    """Whether the plan is a whole turn and can be played."""
    may_act: bool
    """Whether the player is to move or may change a decision; otherwise nothing can be planned."""
    teaching: bool = False
    """Whether it is a step of a lesson: planners then offer all choices in a plain order, and do not say which of them
    do what the learner is to find.
    """
    is_void: bool = False
    """Whether there was a plan for a position that has changed since: it has to be made again."""


@dataclass(frozen=True, slots=True)
class PlannedTurn:
    """A plan with the positions that it leads from and to."""

    plan: Plan
    before: Position
    """The committed position."""
    after: Position


def planned_turn(
    game: AnyGame, match: Match, position: Position, player: Player, ply: int, moves: Sequence[str], base: MatchView
) -> PlannedTurn:
    """Apply a plan in memory.

    Args:
        game: the rules.
        match: the match.
        position: the committed position.
        player: who plans.
        ply: that of the board or panel on which the plan was begun.
        moves: encoded.
        base: the committed position as the player may see it.

    Raises:
        MoveError: a move is not legal.
    """
    decoded = [game.decode_move(text) for text in moves]
    positions = positions_of_turn(game, position, player, decoded)
    after, view, complete = positions[-1], base, False
    if decoded:
        complete = is_whole_turn(game, after.state, player)
        if complete and _reveals(game, positions[-2].state, player):
            before_reveal = positions[-2]
            view = project(game, match, before_reveal, player)
            described = game.describe_move(before_reveal.state, player, decoded[-1], player)
            view = replace(view, sentences=(*view.sentences, *described))
        else:
            view = project(game, match, after, player, planner=player if complete else None)
    able = may_act(game, position.state, player)
    plan = Plan(match.id, player, ply, tuple(moves), replace(view, ply=ply), replace(base, ply=ply), complete, able)
    return PlannedTurn(plan, position, after)


def _reveals(game: AnyGame, state: Any, player: Player) -> bool:
    """Return whether a decision of the player would be the last of a simultaneous turn, and so reveal the others'
    decisions.
    """
    others_decided = any(other != player for other in game.players_who_may_replace(state))
    return others_decided and tuple(game.players_to_move(state)) == (player,)
