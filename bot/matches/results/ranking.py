"""Places in an ended match, for ratings and statistics.

1. Places are those of the game's ranking; after an agreed draw, all active players share the first.
2. If seats have roles (:class:`engines.game.HasRoles`), the rules name winners and compare nothing else across roles:
   winners come first, all others who stayed share the next place.
3. Unranked players follow, players who resigned behind the others.
4. Players who abandoned the match, or whose seat a computer player took over, come last, whatever the position; all
   others keep their order. A computer player that took over a seat has no place: the people who stayed win, draw or
   lose among themselves.
5. A match of one person in which hints were used has no score.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.matches.model.log import Record
from bot.matches.model.match import Match, MatchStatus
from bot.matches.model.results import ExitReason, ResultKind, SeatExit, SeatRecord, SeatResult
from bot.matches.model.views import agreed_outcome
from engines.game import GameInfo, HasRoles, Outcome, Player
from engines.registry import AnyGame


def rank_seats(
    game: AnyGame, record: Record, seats: Sequence[SeatRecord], gone: Sequence[SeatExit]
) -> tuple[SeatResult, ...]:
    """Return the results of an ended match, by number.

    Empty if the match was aborted and nobody had abandoned it, and for a copy, which counts for nothing. Users whose
    data was deleted are left out; the others keep their numbers and places.
    """
    match, state = record.match, game.load_state(record.state or "")
    if match.given:
        return ()
    outcome = game.outcome(state) or agreed_outcome(game, match, state)
    if match.status is not MatchStatus.FINISHED:
        outcome = None
        if all(one.reason is not ExitReason.LEFT for one in gone):
            return ()
    roles = game.roles_of(state) if isinstance(game, HasRoles) else ()
    replaced = _replaced(seats, gone)
    away = {one.player for one in seats if one.is_computer and one.late}
    people = [*(one for one in _seated(seats, gone) if one.player not in away), *replaced]
    if len(people) == 1:
        used_hints = any(seat.used_hints for seat in seats if seat.player == people[0].player)
        alone = _alone(game, match, people[0], None if used_hints else outcome)
        return (alone,) if alone.user_id > 0 else ()
    groups = _groups(people, outcome, away, unlike=bool(roles))
    places = _places(groups)
    winners = groups[0] if outcome is not None and outcome.ranking else ()
    return tuple(
        SeatResult(
            one.number,
            one.player,
            one.user_id,
            places[one.number],
            None if outcome is None else _kind(one, winners),
            one.exit_reason,
            one.late,
            roles[one.player] if roles else None,
            None,
        )
        for one in people
        if one.user_id > 0
    )


@dataclass(frozen=True, slots=True)
class _Participant:
    """A user who took part."""

    number: int
    player: Player
    user_id: int
    exit_reason: ExitReason | None
    late: bool = False
    is_last: bool = False
    """Abandoned the match, or was replaced by a computer player."""


def _seated(seats: Sequence[SeatRecord], gone: Sequence[SeatExit]) -> list[_Participant]:
    how = {(one.player, _known(one.user_id)): one.reason for one in gone}
    computers = {one.player for one in seats if one.is_computer}
    participants = []
    for holder in seats:
        exit_reason = ExitReason.RESIGNED if holder.withdrawn else None
        if holder.player not in computers and how.get((holder.player, _known(holder.user_id))) is ExitReason.LEFT:
            exit_reason = ExitReason.LEFT
        is_last = exit_reason is ExitReason.LEFT
        participants.append(
            _Participant(holder.player, holder.player, holder.user_id, exit_reason, holder.late, is_last)
        )
    return participants


def _known(user_id: int) -> int:
    """Return a user's id, or 0 for deleted data, for which seats and exits have different numbers."""
    return max(user_id, 0)


def _replaced(seats: Sequence[SeatRecord], gone: Sequence[SeatExit]) -> list[_Participant]:
    """Return players who still lose though someone else has their seat: those who resigned or left, and the one whose
    seat a computer player has taken over.
    """
    holders = {holder.player: None if holder.is_computer else _known(holder.user_id) for holder in seats if holder.late}
    last_people = {one.player: one for one in gone if one.player in holders and holders[one.player] is None}
    participants: list[_Participant] = []
    vacated: set[Player] = set()
    for one in gone:
        if one.player in holders and _known(one.user_id) != holders[one.player]:
            by_computer = one is last_people.get(one.player)
            if by_computer or one.reason is not ExitReason.REPLACED:
                number = len(seats) + len(participants)
                reason = ExitReason.RESIGNED if one.reason is ExitReason.REPLACED else one.reason
                is_last = by_computer or reason is ExitReason.LEFT
                participants.append(
                    _Participant(number, one.player, one.user_id, reason, one.player in vacated, is_last)
                )
            vacated.add(one.player)
    return participants


def variant_of(info: GameInfo, options: Mapping[str, str]) -> str:
    """Return the options that separate best scores, such as ``cards=on``; empty if there are none."""
    defaults = {spec.name: spec.default for spec in info.options}
    return ",".join(f"{name}={options.get(name, defaults[name])}" for name in info.scored_options)


def _alone(game: AnyGame, match: Match, one: _Participant, outcome: Outcome | None) -> SeatResult:
    score = None
    # A resigned solo match has no score if the game ranks nobody.
    if outcome is not None and outcome.ranking and outcome.scores is not None and outcome.scores.total is not None:
        total = outcome.scores.total.values[0]
        score = total if isinstance(total, int) else None
    variant = None if score is None else variant_of(game.info, match.options)
    return SeatResult(one.number, one.player, one.user_id, None, None, one.exit_reason, one.late, None, score, variant)


def _groups(
    people: Sequence[_Participant], outcome: Outcome | None, away: Collection[Player], *, unlike: bool
) -> list[list[int]]:
    """Return groups of numbers from first to last place; no group is empty. Seats that are ``away`` have no place."""
    left = {one.number for one in people if one.is_last}
    resigned = {one.number for one in people if one.exit_reason is ExitReason.RESIGNED}
    ranking = () if outcome is None else outcome.ranking
    groups = [[player for player in group if player not in left and player not in away] for group in ranking]
    if unlike and groups:
        stayed = [player for group in groups[1:] for player in group if player not in resigned]
        groups = [groups[0], stayed, *([player for player in group if player in resigned] for group in groups[1:])]
    ranked = {number for group in groups for number in group} | left
    others = [one.number for one in people if one.number not in ranked]
    groups.append([number for number in others if number not in resigned])
    groups.append([number for number in others if number in resigned])
    groups.append(sorted(left))
    return [group for group in groups if group]


def _places(groups: Iterable[Sequence[int]]) -> dict[int, int]:
    places: dict[int, int] = {}
    place = 1
    for group in groups:
        places |= dict.fromkeys(group, place)
        place += len(group)
    return places


def _kind(one: _Participant, winners: Sequence[int]) -> ResultKind:
    if one.exit_reason is ExitReason.LEFT or one.number not in winners:
        return ResultKind.LOST
    return ResultKind.WON if len(winners) == 1 else ResultKind.DRAWN
