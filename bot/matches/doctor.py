"""Check a database: every match must follow from its log, and its draws from its key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.matches.history.given import players_gone
from bot.matches.history.verification import replay_with_keys
from bot.matches.model.jobs import Deadline, key_of
from bot.matches.model.log import Entry, Record
from bot.matches.model.match import Match, MatchStatus
from bot.matches.model.position import Position, first_position, says_position
from bot.matches.results.recompute import differences
from bot.matches.results.record import seat_results
from bot.matches.store import jobs as job_store
from bot.matches.store import matches as match_store
from bot.matches.store import outbox as outbox_store
from bot.matches.store import results as result_store
from bot.matches.store import turns as turn_store
from bot.storage.database import Database, Reader
from engines.errors import GameError
from engines.registry import GAMES, AnyGame, rules_of
from engines.text import Seat, T, Text


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem that was found."""

    match_id: int | None
    """``None`` for the database as a whole."""
    text: Text
    damage: bool = False
    """Whether the file itself is damaged."""


async def examine(
    database: Database, *, games: Mapping[str, AnyGame] = GAMES, match_ids: Sequence[int] = ()
) -> Sequence[Finding]:
    """Check the given matches, or the file and all its matches. Change nothing.

    Raises:
        StorageError: the database cannot be read.
    """
    findings: list[Finding] = []
    wanted = list(match_ids)
    if not wanted:
        if damage := await _damage(database):
            return damage  # the rest could not be read or trusted
        findings += [_broken(table, row) for table, row in await database.broken_references()]
        findings += await database.read_snapshot(_dropped_messages)
        findings += await database.read_snapshot(_examine_ratings)
        wanted = await database.read(match_store.all_ids)
    for match_id in wanted:
        # One read for each match, so that other readers never wait for the whole check.
        findings += await database.read_snapshot(partial(_examine_match, games=games, match_id=match_id))
    return findings


async def _damage(database: Database) -> list[Finding]:
    """Return findings about damage of the file itself."""
    found = await database.find_damage()
    return [Finding(None, T("The file is damaged: {damage}", damage=text), damage=True) for text in found]


def _broken(table: str, row: int | None) -> Finding:
    return Finding(None, T("Row {row} of {table} refers to a row that does not exist.", row=str(row), table=table))


def _dropped_messages(db: Reader) -> list[Finding]:
    """Return findings about dropped messages."""
    findings = []
    for row in outbox_store.failed_rows(db):
        text = T("Message {post} ({kind}) was dropped: {why}", post=row["id"], kind=row["kind"], why=row["failed"])
        findings.append(Finding(row["match_id"], text))
    return findings


def _examine_ratings(db: Reader) -> list[Finding]:
    """Recompute all ratings and return the differences."""
    try:
        return [Finding(match_id, text) for match_id, text in differences(db)]
    except (KeyError, TypeError, ValueError) as error:
        return [Finding(None, T("The stored ratings cannot be recomputed: {error}", error=str(error)))]


def _examine_match(db: Reader, *, games: Mapping[str, AnyGame], match_id: int) -> list[Finding]:
    """Replay one match and return the differences."""
    try:
        record = match_store.find_match(db, match_id)
        entries = turn_store.read_log(db, match_id)
    except (KeyError, TypeError, ValueError) as error:
        return [Finding(match_id, T("The stored match cannot be read: {error}", error=str(error)))]
    if record is None:
        return [Finding(match_id, T("There is no such match."))]
    match = record.match
    if match.started_at is None:
        texts = [T("The match has not started, but it has a log.")] if entries or match.ply else []
        return [Finding(match_id, text) for text in texts]
    game = rules_of(games, match.game, match.rules_version)
    if game is None:
        version = f"{match.game}@{match.rules_version}"
        return [Finding(match_id, T("The rules {rules} are unknown.", rules=version))]
    found = (
        *_differences(game, record, entries),
        *_result_differences(db, game, record),
        *_clock_differences(db, match),
    )
    return [Finding(match_id, text) for text in found]


def _result_differences(db: Reader, game: AnyGame, record: Record) -> Iterator[Text]:
    """Compare the stored results of the players with the position and the seat exits."""
    stored = [result.result for result in result_store.read_results(db, record.match.id)]
    if record.match.status not in {MatchStatus.FINISHED, MatchStatus.ABORTED}:
        if stored:
            yield T("The match is not over, but its result has been recorded.")
        return
    if result_store.is_unrecorded(db, record.match.id):
        yield T("The result has not been recorded for the players yet. The bot does that after its next start.")
        return
    try:
        found = seat_results(db, game, record)
    except GameError:
        return  # the position cannot be read, which is already reported
    known = [replace(one, late=False) for one in found]
    if [one for one in stored if one.user_id > 0] != known:
        yield T("The stored results of the players differ from the result of the match.")


def _clock_differences(db: Reader, match: Match) -> Iterator[Text]:
    """Report clocks that wrongly run or are stopped, and deadlines without a job."""
    going_on = match.status is MatchStatus.RUNNING and not match.clocks_stopped
    known = job_store.deadlines_of(db, match.id)
    for seat in match.people if match.time_control is not None else ():
        clock = match.clock_of(seat.player)
        runs = clock is not None and clock.since is not None
        if clock is None or runs != (going_on and seat.player in match.to_move):
            yield T(
                "The clock of {player} runs when it should be stopped, or is stopped when it should run.",
                player=Seat(seat.player),
            )
        elif runs and clock.expired_at is None and known.get(key_of(Deadline, match.id, seat.player)) != clock.deadline:
            yield T("The deadline of {player} has no job.", player=Seat(seat.player))


def _differences(game: AnyGame, record: Record, entries: Sequence[Entry]) -> Iterator[Text]:
    """Return everything in a stored match that does not follow from its log and key."""
    match = record.match
    try:
        start = first_position(game, len(match.seats), match.options)
    except GameError as error:
        yield T("The match cannot be set up: {why}", why=error.reason)
        return
    replayed = replay_with_keys(game, start, match.id, record.keys, entries, match.given)
    for ply in replayed.wrong_plies:
        yield T("Entry {ply} of the log does not follow from the position before it and the match’s key.", ply=ply)
    if replayed.position is None:
        return
    if replayed.draws != record.draws:
        yield T("The log has {found} draws, {stored} are stored.", found=replayed.draws, stored=record.draws)
    yield from _position_differences(game, record, replayed.position)
    if players_gone(entries) != {seat.player for seat in match.seats if seat.withdrawn}:
        yield T("The log and the seats disagree about who has resigned.")


def _position_differences(game: AnyGame, record: Record, position: Position) -> Iterator[Text]:
    """Compare the stored position with the one that the log leads to."""
    match = record.match
    if position.ply != match.ply:
        yield T("The log has {found} entries, {stored} are stored.", found=position.ply, stored=match.ply)
    compared = (
        ("state", *_lines(game, record.state, position.state)),
        ("trail_ply", str(record.last_turn_ply), str(position.last_turn_ply)),
        ("trail_state", *_lines(game, record.last_turn_state, position.last_turn_state)),
        ("to_move", str(match.to_move), str(_awaited(game, match, position))),
    )
    for column, stored, found in compared:
        if stored != found:
            yield T(
                "{column} is stored as {stored}, but the log leads to {found}.",
                column=column,
                stored=stored or "",
                found=found,
            )
    yield from _end_differences(game, record, position)


def _lines(game: AnyGame, stored: str | None, state: object) -> tuple[str | None, str]:
    """Return the stored line of a position and the expected one, which are the same if both say the same."""
    return stored, stored if stored is not None and says_position(game, stored, state) else game.dump_state(state)


def _awaited(game: AnyGame, match: Match, position: Position) -> tuple[int, ...]:
    return tuple(game.players_to_move(position.state)) if match.status is MatchStatus.RUNNING else ()


def _end_differences(game: AnyGame, record: Record, position: Position) -> Iterator[Text]:
    """Compare the match's status with the position."""
    match, outcome = record.match, game.outcome(position.state)
    if match.status is MatchStatus.RUNNING and outcome is not None:
        yield T("The match is over by the rules but still running.")
    if match.status is MatchStatus.FINISHED:
        without_people = match.has_computers and all(seat.withdrawn for seat in match.people)
        by_users = "resignation" if without_people else "agreement"
        found = by_users if outcome is None else outcome.termination
        if found != record.termination:
            yield T(
                "The match is stored as ended by “{stored}”, but the log leads to “{found}”.",
                stored=record.termination or "",
                found=found,
            )
    if match.status is not MatchStatus.RUNNING and match.result is None:
        yield T("The match has ended without a result.")
