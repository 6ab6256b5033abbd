"""Recording results of ended matches, with ratings and best scores.

The transaction that ends the match records its result once; the same statement takes its number (``matches.settled``).
Ratings and best scores follow from the results in that order and can be recomputed
(:mod:`bot.matches.results.recompute`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.matches.model.log import Record
from bot.matches.model.match import Match
from bot.matches.model.results import (
    BestScore,
    ExitReason,
    PlayerRating,
    RatedResult,
    ResultKind,
    SeatResult,
    Skill,
    began_with_computers,
    rate,
)
from bot.matches.results.ranking import rank_seats
from bot.matches.store import matches as match_store
from bot.matches.store import results as result_store
from bot.matches.store.seats import read_seat_exits, read_seat_records
from bot.storage.database import Reader, Transaction
from engines.registry import AnyGame

# --------------------------------------------------------------------------------------------- ratings and best scores


def rate_results(found: Sequence[SeatResult], skills: Mapping[int, Skill]) -> tuple[RatedResult, ...]:
    """Rate the results of a match; ``skills``: ratings before, by number, if there are any.

    Nothing changes if fewer than two players are rated. In a match without a result, players who abandoned it lose,
    and nobody else's rating changes.
    """
    participants = [one for one in found if one.place is not None and not one.late]
    if len(participants) < 2:
        return tuple(RatedResult(one) for one in found)

    def skill(one: SeatResult) -> Skill:
        return skills.get(one.number, Skill())

    # The order is independent of seats and names, and so is every bit of the ratings.
    participants.sort(key=lambda one: (one.place, skill(one).mu, skill(one).sigma))
    before = [skill(one) for one in participants]
    after = rate(before, [one.place or 0 for one in participants])
    changes: dict[int, RatedResult] = {}
    worth: dict[tuple[int | None, Skill], Skill] = {}
    for one, old, rated in zip(participants, before, after, strict=True):
        new = worth.setdefault((one.place, old), rated)
        counts = one.kind is not None or one.exit_reason is ExitReason.LEFT
        changes[one.number] = RatedResult(one, old, new if counts else old)
    return tuple(changes.get(one.number, RatedResult(one)) for one in found)


def rating_after(rating: PlayerRating, result: RatedResult, at: int) -> PlayerRating:
    """Return a player's rating after a match that ended at ``at``."""
    one = result.result
    return PlayerRating(
        skill=result.after or rating.skill,
        rated=rating.rated + (result.after is not None),
        finished=rating.finished + (one.kind is not None),
        won=rating.won + (one.kind is ResultKind.WON),
        drawn=rating.drawn + (one.kind is ResultKind.DRAWN),
        lost=rating.lost + (one.kind is ResultKind.LOST),
        abandoned=rating.abandoned + (one.exit_reason is ExitReason.LEFT),
        changed_at=at,
    )


def best_score_after(best: BestScore | None, score: int, match_id: int, at: int) -> BestScore:
    """Return a player's best score after another solo match; of equal scores the first stays."""
    if best is None:
        return BestScore(score, match_id, at, 1)
    if score > best.score:
        return BestScore(score, match_id, at, best.played + 1)
    return replace(best, played=best.played + 1)


# ----------------------------------------------------------------------------------------------------------- recording


def record_result(tx: Transaction, game: AnyGame, match_id: int) -> bool:
    """Record the result of an ended match with its ratings; false if it is already recorded."""
    taken = result_store.assign_result_number(tx, match_id)
    record = match_store.find_match(tx, match_id)
    if not taken or record is None:
        return False
    match = record.match
    found = seat_results(tx, game, record)
    guild_id = match.channel.guild_id
    skills = {
        one.number: result_store.read_rating(tx, guild_id, match.game, one.user_id).skill
        for one in found
        if one.place is not None
    }
    # Matches in direct messages belong to no server, and so to no ratings.
    counts = match.rated and guild_id is not None
    results = rate_results(found, skills) if counts else tuple(RatedResult(one) for one in found)
    result_store.add_results(tx, match_id, results)
    if guild_id is not None:
        for result in results:
            update_ratings(tx, match, guild_id, result)
    return True


def update_ratings(tx: Transaction, match: Match, guild_id: int, result: RatedResult) -> None:
    """Update a player's rating and best score after a match."""
    one, at = result.result, match.ended_at or 0
    if one.place is not None and not began_with_computers(match):
        rating = result_store.read_rating(tx, guild_id, match.game, one.user_id)
        result_store.save_rating(tx, (guild_id, match.game, one.user_id), rating_after(rating, result, at))
    if one.score is not None:
        key = (guild_id, match.game, one.variant or "", one.user_id)
        best = best_score_after(result_store.read_best_score(tx, key), one.score, match.id, at)
        result_store.save_best_score(tx, key, best)


def seat_results(db: Reader, game: AnyGame, record: Record) -> tuple[SeatResult, ...]:
    """Return the results of an ended match, from its position and the players who left."""
    match_id = record.match.id
    return rank_seats(game, record, read_seat_records(db, match_id), read_seat_exits(db, match_id))
