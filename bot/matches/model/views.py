"""What a viewer may see of a position: pictures and texts are made from nothing else."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from bot.matches.model.log import TIME_RAN_OUT, ComputerDecision
from bot.matches.model.match import Match, MatchStatus
from bot.matches.model.position import Position, Takeover, TurnStep, Withdrawal
from bot.matches.model.rng import FormerKey
from bot.matches.model.time_control import SeatClock
from engines.errors import IllegalMoveError
from engines.game import CHANCE, HasScore, Outcome, Player, ScoreTable, Step
from engines.registry import AnyGame
from engines.text import Seat, T, Text


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match as one viewer may see it at one ply; every message about it is made from this."""

    match: Match
    ply: int
    """The ply shown; equals ``match.ply`` unless an earlier position was asked for."""
    viewer: Player | None
    """``None``: a spectator; public messages use this view."""
    observation: object
    """The game's observation; painters and planners know its type."""
    to_move: tuple[Player, ...]
    """The players to move at :attr:`ply`."""
    sentences: tuple[Text, ...]
    """The story: what happened in the last turn, and what was rolled since."""
    scores: ScoreTable | None
    """The score table of this turn: a cycle that ended, or the final scores."""
    outcome: Outcome | None
    breaks: tuple[int, ...] = ()
    """The positions in :attr:`sentences` at which another turn begins."""
    rolled: bool = False
    """Whether the last of those turns has only been rolled for: nobody has moved in it."""
    known: int = 0
    """How many of the first sentences the previous board already had: deals and rolls that open a turn are announced at
    once, to the players to move.
    """
    away: tuple[tuple[Player, int], ...] = ()
    """The players to move who are away, and until when."""
    opening: bool = False
    """Whether no player had acted before the story begins; in a copy, none after the given entries."""
    newcomers: bool = False
    """Whether the story is an opening, and a person here has never played the game to its end."""
    decisions: tuple[ComputerDecision, ...] = ()
    """What computer players decided in the story, oldest first; empty while sheets are private."""
    may_take_back: bool = False
    """Whether a person who plays alone can take back the last turn: nothing was rolled or dealt since, and nobody has
    left or joined.
    """
    renewed: FormerKey | None = None
    """The former key, if the match continued from this position after a backup was restored."""

    def since(self, before: MatchView) -> MatchView:
        """Return the same position with the story from an earlier announcement on."""
        return replace(
            self,
            sentences=before.sentences,
            breaks=before.breaks,
            rolled=before.rolled,
            known=before.known,
            scores=before.scores,
            opening=before.opening,
            newcomers=before.newcomers,
            decisions=before.decisions,
            renewed=before.renewed,
        )

    def news(self) -> MatchView:
        """Return the same position without the sentences of the previous board."""
        if not self.known:
            return self
        breaks = tuple(at - self.known for at in self.breaks if at > self.known)
        return replace(self, sentences=self.sentences[self.known :], breaks=breaks, known=0)

    def after_first_turn(self) -> MatchView:
        """Return the same position without the first turn of the story, if there is more of it."""
        if not self.breaks:
            return self
        first, *others = self.breaks
        return replace(self, sentences=self.sentences[first:], breaks=tuple(at - first for at in others), known=0)

    def without_story(self) -> MatchView:
        """Return the same position without what has happened, where something else is to be read first."""
        return replace(self, sentences=(), breaks=(), known=0, decisions=())

    def without_setup(self) -> MatchView:
        """Return the same position without how the match was set up, which its first board has told."""
        if not (self.opening and self.breaks):
            return self
        return replace(self, sentences=self.sentences[self.breaks[-1] :], breaks=(), known=0)

    @property
    def paragraphs(self) -> tuple[tuple[Text, ...], ...]:
        """Return the sentences of each turn."""
        bounds = [0, *self.breaks, len(self.sentences)]
        return tuple(self.sentences[start:end] for start, end in pairwise(bounds))


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A committed turn."""

    match: Match
    """The match after the turn."""
    player: Player
    """The player who took the turn."""
    notation: tuple[str, ...]
    """The moves in human notation."""
    phrases: tuple[Text, ...]
    """The moves in a few words (see :meth:`engines.game.Game.phrase_move`)."""
    board_due: bool
    """Whether a new board is posted for it: not for a part of a turn, nor for one decision of a simultaneous turn while
    others are still deciding.
    """


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """A log entry as one viewer may read it."""

    ply: int
    player: Player
    """``CHANCE`` for deals and rolls."""
    text: str
    """Human notation; empty if there is a :attr:`note`."""
    at: int
    note: Text | None = None
    """A sentence for an entry that is not a move, such as a resignation."""
    turn: int = 0
    """The turn that it belongs to, as replays count turns; 0 before a player has acted."""
    phrase: Text | None = None
    """The move in a few words (see :meth:`engines.game.Game.phrase_move`); ``None`` if there is a :attr:`note`."""
    given: bool = False
    """Whether it is given from another match."""


ABORTED = T("The match has ended without a result.")
"""Pictures of an aborted match show this; the reason, which users may have written, is only in texts."""


FORGOTTEN = T("A player whose data was deleted")
"""Shown instead of a deleted name."""


def project(
    game: AnyGame,
    match: Match,
    position: Position,
    viewer: Player | None,
    *,
    planner: Player | None = None,
    drawn: Position | None = None,
) -> MatchView:
    """Return the match at a position as the viewer may see it.

    ``planner``: the player who has planned the whole turn that leads there and not confirmed it; until then no other
    player is to move. ``drawn``: the same position with the last turn to draw, if that is not all of the story.
    """
    steps = (drawn or position).steps
    outcome = game.outcome(position.state)
    awaited = tuple(player for player in game.players_to_move(position.state) if player != CHANCE)
    last = position.ply == match.ply and match.status is not MatchStatus.RUNNING
    if last and outcome is None:
        outcome = agreed_outcome(game, match, position.state)
        aborted = outcome or Outcome("abort", ABORTED, ())
        observation = game.observe_ended(position.state, viewer, steps, aborted)
    elif planner is not None:
        awaited, observation = (planner,), game.observe_planned(position.state, planner, steps)
    else:
        observation = game.observe(position.state, viewer, steps)
    sentences, breaks, known = _story(game, position, viewer)
    return MatchView(
        match=match,
        ply=position.ply,
        viewer=viewer,
        observation=observation,
        to_move=() if last else awaited,
        sentences=(*sentences, *_goes_on_alone(game, match, position)),
        scores=_scores(game, position, outcome, position.steps),
        outcome=outcome,
        breaks=breaks,
        rolled=bool(breaks) and _is_rolled_for(game, position),
        known=known,
        renewed=next((one for one in match.earlier[-1:] if one.ply == position.ply), None),
        opening=_is_opening(match, position),
    )


def _is_rolled_for(game: AnyGame, position: Position) -> bool:
    """Return whether a new turn has begun after the last move, with a roll."""
    for step in reversed(position.last_turn):
        if step.player != CHANCE:
            return False
        if game.turn_ended(step.before):
            return True
    return False


def _is_opening(match: Match, position: Position) -> bool:
    """Return whether nothing but deals and rolls has been logged since the start, or since the given entries."""
    own = position.ply - match.given
    steps = position.last_turn
    return 0 <= own <= len(steps) and all(step.player == CHANCE for step in steps[len(steps) - own :])


def _scores(
    game: AnyGame, position: Position, outcome: Outcome | None, steps: Sequence[Step[Any, Any]]
) -> ScoreTable | None:
    """Return the scores to show: those of the result, else of the position, else of the turn."""
    if outcome is not None and outcome.scores is not None:
        return outcome.scores
    if outcome is not None and isinstance(game, HasScore) and (score := game.score_at(position.state)) is not None:
        return replace(score, title=T("Score when it ended"))
    return game.scores_after(steps)


class ViewCache:
    """The newest views of running matches, so that a prerendered board is drawn and described from the same view.

    Args:
        size: number of cached views: more than turns taken at the same moment, so that no waiting board is computed
            twice. Most take less than 3 KB, those of Awéthi up to 11 KB.
    """

    def __init__(self, size: int = 512) -> None:
        self._size = size
        self._seen: OrderedDict[tuple[int, int, Player | None], tuple[Position, MatchView]] = OrderedDict()

    def project(self, game: AnyGame, match: Match, position: Position, viewer: Player | None) -> MatchView:
        """Return what :func:`project` returns. A cached view is used only for the very same position."""
        if match.status is not MatchStatus.RUNNING:
            return project(game, match, position, viewer)
        key = match.id, position.ply, viewer
        known, view = self._seen.pop(key, (None, None))
        if view is None or known is not position:
            view = project(game, match, position, viewer)
        elif view.match is not match:
            view = replace(view, match=match)
        self._seen[key] = position, view
        if len(self._seen) > self._size:
            self._seen.popitem(last=False)
        return view

    def forget(self) -> None:
        """Drop all views."""
        self._seen.clear()


def _story(game: AnyGame, position: Position, viewer: Player | None) -> tuple[tuple[Text, ...], tuple[int, ...], int]:
    """Return what the last turn did, oldest first; where another turn begins; how many sentences were shown before.

    In a simultaneous turn the roll was announced when it fell: a roll of a finished turn is not repeated beside the new
    one. Of several decisions of a player in a turn only the last is described, because only that one counts.
    """
    sentences: list[Text] = []
    starts: set[int] = set()
    begun = [number for number, step in enumerate(position.last_turn) if game.turn_ended(step.before)]
    known, acted = 0, False
    for number, step in enumerate(position.last_turn):
        if number in begun:
            starts.add(len(sentences))
        if game.info.is_simultaneous and step.player == CHANCE and number < begun[-1]:
            continue
        if step.player != CHANCE and not acted:
            # In a simultaneous turn the board is only updated, so it still has to mention the roll.
            known, acted = (0 if game.info.is_simultaneous else len(sentences)), True
        if _is_replaced(game, position.last_turn, number):
            continue
        sentences += _sentences(game, position.last_turn, number, viewer)
    return tuple(sentences), tuple(sorted(at for at in starts if 0 < at < len(sentences))), known


def _goes_on_alone(game: AnyGame, match: Match, position: Position) -> Sequence[Text]:
    """Say that all others have left a match that can be played on, and how to end it."""
    if match.status is not MatchStatus.RUNNING or not any(isinstance(step, Withdrawal) for step in position.last_turn):
        return ()
    playing = active_players(game, match, position.state)
    if len(playing) != 1:
        return ()
    return (T("{player} plays on alone. Press ⚙️ More to end the match.", player=Seat(playing[0])),)


def _is_replaced(game: AnyGame, last_turn: Sequence[TurnStep], number: int) -> bool:
    """Whether a step is a decision in a simultaneous turn that its player has changed since."""
    step = last_turn[number]
    if step.player == CHANCE or not isinstance(step, Step):
        return False
    later = (other for other in last_turn[number + 1 :] if isinstance(other, Step) and other.player == step.player)
    again = next(later, None)
    return again is not None and step.player not in game.players_to_move(again.before)


def _sentences(game: AnyGame, last_turn: Sequence[TurnStep], number: int, viewer: Player | None) -> Sequence[Text]:
    """Return the sentences about one step of the last turn."""
    step = last_turn[number]
    match step:
        case Withdrawal():
            later = (one for one in last_turn[number:] if isinstance(one, Takeover) and one.player == step.player)
            left = left_text(step.player, step.why, next((one.names.former for one in later), None))
            return (left, *game.describe_withdrawal(step.before, step.player, viewer))
        case Takeover():
            return (taken_over_text(step.names.former, step.names.newcomer),)
        case _:
            return game.describe_move(step.before, step.player, step.move, viewer)


def left_text(player: Player, why: str = "", name: str | None = None) -> Text:
    """Say that a player has left for good, ``why`` as in the log; by ``name`` if another user has the seat now."""
    who = Seat(player) if name is None else _known(name)
    if why == TIME_RAN_OUT:
        return T("{player} ran out of time and is out of the match.", player=who)
    return T("{player} has resigned.", player=who)


def taken_over_text(former: str, newcomer: Seat | str) -> Text:
    """Say that a user has taken over a seat."""
    player = newcomer if isinstance(newcomer, Seat) else _known(newcomer)
    return T("{player} takes over the seat of {former}.", player=player, former=_known(former))


def _known(name: str) -> str | Text:
    """Return a name from the log, or a placeholder if the name was deleted."""
    return name or FORGOTTEN


def taken_back_text(player: Player, turn: int) -> Text:
    """Say that a turn was taken back, for a list of numbered turns; ``turn``: the last one that remains."""
    if not turn:
        return T("{player} takes back a turn: the match is back at its start.", player=Seat(player))
    return T(
        "{player} takes back a turn: the match is back to where it was after turn {number}.",
        player=Seat(player),
        number=turn,
    )


def agreed_outcome(game: AnyGame, match: Match, state: Any) -> Outcome | None:
    """Return the outcome of a match that ended by agreement: all active players share first place."""
    if match.status is not MatchStatus.FINISHED or match.result is None:
        return None
    return Outcome("agreement", match.result, (active_players(game, match, state),))


def active_players(game: AnyGame, match: Match, state: Any) -> tuple[Player, ...]:
    """Return the active players: all but those who have left or are out by the rules."""

    def can_leave(player: Player) -> bool:
        try:
            game.withdraw(state, player)
        except IllegalMoveError:
            return False
        return True

    return tuple(seat.player for seat in match.seats if not seat.withdrawn and can_leave(seat.player))


def active_people(game: AnyGame, match: Match, state: Any) -> tuple[Player, ...]:
    """Return the active players that are people: nobody waits for a computer player to agree."""
    people = {seat.player for seat in match.people}
    return tuple(player for player in active_players(game, match, state) if player in people)


def _left(clock: SeatClock) -> int:
    return clock.time_bank + clock.turn_time


def timed_out_players(match: Match) -> tuple[Player, ...]:
    """Return the players to move who have run out of time; while clocks are stopped, those with no time left."""
    still = match.clocks_stopped
    late = {clock.player for clock in match.clocks if clock.expired_at is not None or (still and not _left(clock))}
    return tuple(player for player in match.to_move if player in late)


def nearest_page(page: int, total: int, size: int) -> tuple[int, int]:
    """Return the existing page nearest to ``page``, counted from 0, and the number of pages, at least one."""
    pages = max(1, -(-total // size))
    return min(max(page, 0), pages - 1), pages
