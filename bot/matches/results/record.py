"""The results of ended matches: what one was for everybody, and what follows from it for ratings and best scores.

A result is entered in the transaction that ends the match, once: the number that it gets (``matches.settled``) is taken
in the same statement. Ratings and best scores follow from the results in that order and can be made anew from them
(:mod:`bot.matches.results.recompute`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.matches.model.log import Record
from bot.matches.model.match import Match
from bot.matches.model.ratings import Skill, rate
from bot.matches.model.results import Best, Departure, Result, Standing, Tally, Verdict
from bot.matches.results.ranking import standings
from bot.matches.store import matches as match_store
from bot.matches.store import results as result_store
from bot.matches.store.seats import read_departures, read_sitters
from bot.storage.database import Reader, Transaction
from engines.registry import AnyGame

# ------------------------------------------------------------------------------------------------ what follows from it


def rate_standings(found: Sequence[Standing], skills: Mapping[int, Skill]) -> tuple[Result, ...]:
    """What a match changes in ratings; ``skills`` are those before, by number, for who has one.

    Nothing where fewer than two people take part in the rating. Of a match without a result, those who have abandoned
    it lose and nobody else's rating changes.
    """
    parts = [one for one in found if one.place is not None and not one.late]
    if len(parts) < 2:
        return tuple(Result(one) for one in found)

    def skill(one: Standing) -> Skill:
        return skills.get(one.number, Skill())

    # In an order that knows nothing of seats and names, and the same for equals: not a bit of a number depends on who
    # sits where.
    parts.sort(key=lambda one: (one.place, skill(one).mu, skill(one).sigma))
    before = [skill(one) for one in parts]
    after = rate(before, [one.place or 0 for one in parts])
    changes: dict[int, Result] = {}
    worth: dict[tuple[int | None, Skill], Skill] = {}
    for one, old, rated in zip(parts, before, after, strict=True):
        new = worth.setdefault((one.place, old), rated)
        counts = one.verdict is not None or one.departed is Departure.LEFT
        changes[one.number] = Result(one, old, new if counts else old)
    return tuple(changes.get(one.number, Result(one)) for one in found)


def tally_after(tally: Tally, result: Result, at: int) -> Tally:
    """Somebody's rating and figures after a match that ended at ``at``."""
    one = result.standing
    return Tally(
        skill=result.after or tally.skill,
        rated=tally.rated + (result.after is not None),
        finished=tally.finished + (one.verdict is not None),
        won=tally.won + (one.verdict is Verdict.WON),
        drawn=tally.drawn + (one.verdict is Verdict.DRAWN),
        lost=tally.lost + (one.verdict is Verdict.LOST),
        abandoned=tally.abandoned + (one.departed is Departure.LEFT),
        changed_at=at,
    )


def best_after(best: Best | None, score: int, match_id: int, at: int) -> Best:
    """Somebody's best score after one more match alone; of equal ones the first stays."""
    if best is None:
        return Best(score, match_id, at, 1)
    if score > best.score:
        return Best(score, match_id, at, best.played + 1)
    return replace(best, played=best.played + 1)


# ------------------------------------------------------------------------------------------------------------ entering


def settle(tx: Transaction, game: AnyGame, match_id: int) -> bool:
    """Enter the result of an ended match, with all that follows from it; false if it has been entered."""
    taken = result_store.take_number(tx, match_id)
    record = match_store.find_match(tx, match_id)
    if not taken or record is None:
        return False
    match = record.match
    found = standings_of(tx, game, record)
    guild_id = match.place.guild_id
    skills = {
        one.number: result_store.read_tally(tx, guild_id, match.game, one.user_id).skill
        for one in found
        if one.place is not None
    }
    # Matches in direct messages belong to no server, and so to no ratings.
    counts = match.rated and guild_id is not None
    results = rate_standings(found, skills) if counts else tuple(Result(one) for one in found)
    result_store.add_results(tx, match_id, results)
    if guild_id is not None:
        for result in results:
            enter(tx, match, guild_id, result)
    return True


def enter(tx: Transaction, match: Match, guild_id: int, result: Result) -> None:
    """Bring somebody's rating, figures and best score up to date after a match."""
    one, at = result.standing, match.ended_at or 0
    if one.place is not None:
        tally = result_store.read_tally(tx, guild_id, match.game, one.user_id)
        result_store.write_tally(tx, (guild_id, match.game, one.user_id), tally_after(tally, result, at))
    if one.score is not None:
        key = (guild_id, match.game, one.variant or "", one.user_id)
        best = best_after(result_store.read_best(tx, key), one.score, match.id, at)
        result_store.write_best(tx, key, best)


def standings_of(db: Reader, game: AnyGame, record: Record) -> tuple[Standing, ...]:
    """How everybody came out of a match that has ended, from its position and from who has gone."""
    match_id = record.match.id
    return standings(game, record, read_sitters(db, match_id), read_departures(db, match_id))
