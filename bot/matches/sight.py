"""What a viewer may see of a position: the only way from states to anything that is shown."""

from __future__ import annotations

from typing import Any

from bot.matches.models import Match, MatchStatus, MatchView
from bot.matches.positions import Position, Withdrawal
from engines.errors import IllegalMoveError
from engines.game import CHANCE, Outcome, Player
from engines.registry import AnyGame
from engines.text import Seat, T, Text

ABORTED = T("The match has ended without a result.")
"""What a picture says of a match that was called off; the reason, which anybody may have written, is left to texts."""


def see(game: AnyGame, match: Match, position: Position, viewer: Player | None) -> MatchView:
    """The match at a position, as the viewer may see it."""
    steps = position.steps
    outcome = game.outcome(position.state)
    awaited = tuple(player for player in game.players_to_move(position.state) if player != CHANCE)
    last = position.ply == match.ply and match.status is not MatchStatus.RUNNING
    observation = game.observe(position.state, viewer, steps)
    if last and outcome is None:
        outcome = agreed_outcome(game, match, position.state)
        observation = game.stopped(observation, outcome or Outcome("abort", ABORTED, ()))
    scores = outcome.scores if outcome is not None and outcome.scores is not None else game.scores_after(steps)
    return MatchView(
        match=match,
        ply=position.ply,
        viewer=viewer,
        observation=observation,
        to_move=() if last else awaited,
        sentences=_sentences(game, position, viewer),
        scores=scores,
        outcome=outcome,
    )


def _sentences(game: AnyGame, position: Position, viewer: Player | None) -> tuple[Text, ...]:
    """What the last turn did, oldest first."""
    sentences: list[Text] = []
    for step in position.trail:
        if isinstance(step, Withdrawal):
            sentences.append(resigned(step.player))
        else:
            sentences += game.describe_move(step.before, step.player, step.move, viewer)
    return tuple(sentences)


def resigned(player: Player) -> Text:
    """Say that somebody has left for good."""
    return T("{player} has resigned.", player=Seat(player))


def agreed_outcome(game: AnyGame, match: Match, state: Any) -> Outcome | None:
    """How a match was ended by agreement: everybody still playing shares the first place."""
    if match.status is not MatchStatus.FINISHED or match.result is None:
        return None
    return Outcome("agreement", match.result, (still_playing(game, match, state),))


def still_playing(game: AnyGame, match: Match, state: Any) -> tuple[Player, ...]:
    """Who has a say in a running match: everybody but those who have left, or are out by the rules."""

    def can_leave(player: Player) -> bool:
        try:
            game.withdraw(state, player)
        except IllegalMoveError:
            return False
        return True

    return tuple(seat.player for seat in match.seats if not seat.withdrawn and can_leave(seat.player))
