"""The commands that maintain the database, and the one that checks an exported match."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from bot.cli.console import Console
from bot.cli.stopped import no_bot_acts
from bot.clock_check import clock_warning
from bot.matches.doctor import Finding, examine
from bot.matches.errors import MatchError
from bot.matches.history.verification import Verification, failure_reason, verify_export
from bot.matches.model.rng import SHOWN_DIGITS, shown_digits
from bot.matches.results.recompute import recompute
from bot.matches.service import build as build_matches
from bot.matches.store.matches import all_ids
from bot.settings import Settings
from bot.storage.backups import write_backup
from bot.storage.database import Database, unix_time
from bot.storage.errors import StorageError, reason_of
from bot.storage.key_value import vacuum_if_due
from bot.storage.sqlite.backup import backup_path, prune_backups
from bot.storage.sqlite.connection import recovery_advice
from engines.registry import GAMES
from engines.text import TN, T, Text

FINE, WRONG, UNTRIED = 0, 1, 2
"""Exit statuses: success, problems found, not run."""

LEAST_USER_ID = 10**15
"""Ids of users are larger (https://discord.com/developers/docs/reference#snowflakes); smaller numbers are mistakes."""


async def back_up_database(settings: Settings, path: Path | None, console: Console) -> int:
    """Copy the database while the bot may be running; returns the exit status."""
    if _is_absent(settings, console):
        return UNTRIED
    # Not opened as a database: that would migrate an older one, which a running bot may be using.
    database, folder = settings.database_file, settings.backup_folder
    copy = path or backup_path(database, folder, unix_time())
    try:
        await asyncio.to_thread(write_backup, settings.address, copy)
        gone = await asyncio.to_thread(prune_backups, database, folder, unix_time(), settings.backup_retention)
    except StorageError as error:
        console.print_error(error.reason)
        return WRONG
    console.print(T("The backup was written to {path}.", path=str(copy)))
    if gone:
        console.print(
            TN(
                "One backup older than {days} days was deleted.",
                "{count} backups older than {days} days were deleted.",
                len(gone),
                days=settings.backup_retention,
            )
        )
    return FINE


async def forget_person(settings: Settings, user_id: int, console: Console) -> int:
    """Delete all data of a user, as ``/player privacy`` does; returns the exit status.

    The bot must not run meanwhile. After its next start it posts the notices to running matches.
    """
    if user_id < LEAST_USER_ID:
        console.print_error(T("{user} is not the ID of a Discord user.", user=str(user_id)))
        return UNTRIED
    if _is_absent(settings, console):
        return UNTRIED
    try:
        with no_bot_acts(settings.address):
            async with await Database.open(settings.address, backups=settings.backups) as database:
                # A bot that was cut off from the server, and wakes up with the names that it remembers, writes nothing.
                await database.exclude_others()
                service = build_matches(database, clock=unix_time, wake=lambda _queue_key: None)
                participation = await service.personal_data.forget(user_id)
                await vacuum_if_due(database)
    except StorageError as error:
        console.print_error(error.reason)
        return WRONG
    if not any(participation):
        # A mistyped id must not look like a successful deletion.
        console.print(
            T(
                "{user} was in no match and at no table. Any other data, such as settings, was deleted. "
                "If you expected matches, check the ID.",
                user=str(user_id),
            )
        )
        return FINE
    console.print(
        TN(
            "Done: all data of {user}, who took part in one match or table, was deleted. Backups were not changed.",
            "Done: all data of {user}, who took part in {count} matches and tables, was deleted. Backups were not"
            " changed.",
            sum(participation),
            user=str(user_id),
        )
    )
    return FINE


async def examine_database(settings: Settings, matches: Sequence[int], console: Console) -> int:
    """Check the database and replay matches; returns the exit status."""
    if _is_absent(settings, console):
        return UNTRIED
    try:
        async with await Database.open_read_only(settings.address, backups=settings.backups) as database:
            findings = await examine(database, match_ids=matches)
            count = len(matches) if findings or matches else len(await database.read(all_ids))
            clock = await asyncio.to_thread(clock_warning, settings.address)
    except StorageError as error:
        console.print_error(error.reason)
        return WRONG
    if clock is not None:
        console.print(clock)
    for finding in findings:
        console.print(_where(finding))
    if any(finding.damage for finding in findings):
        console.print(T("Stop the bot. {what}", what=_recovery(settings)))
    if findings:
        console.print(TN("{count} problem was found.", "{count} problems were found.", len(findings)))
        return WRONG
    console.print(
        TN(
            "{count} match was replayed. No problems were found.",
            "{count} matches were replayed. No problems were found.",
            count,
        )
    )
    return FINE


async def recompute_ratings(settings: Settings, console: Console) -> int:
    """Recompute all ratings and best scores from the results; returns the exit status."""
    if _is_absent(settings, console):
        return UNTRIED
    try:
        # An older one would be migrated when it is opened to write, but a running bot may be using it.
        async with await Database.open_read_only(settings.address, backups=settings.backups):
            pass
        async with await Database.open(settings.address, backups=settings.backups) as database:
            count = await recompute(database)
    except StorageError as error:
        console.print_error(error.reason)
        return WRONG
    console.print(
        TN(
            "All ratings were recomputed from {count} result.",
            "All ratings were recomputed from {count} results.",
            count,
        )
    )
    return FINE


def verify_file(path: Path, console: Console) -> int:
    """Check an exported match: moves, random draws, result, digest; returns the exit status."""
    try:
        found = verify_export(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        console.print_error(T("{path} cannot be read: {error}.", path=str(path), error=reason_of(error)))
        return UNTRIED
    except MatchError as error:
        console.print_error(error.reason)
        return UNTRIED
    console.print(_verdict(found))
    if found.holds:
        _say_what_holds(found, console)
    return FINE if found.holds else WRONG


def _say_what_holds(found: Verification, console: Console) -> None:
    """Print players, result, and the digests to compare with the bot's posts.

    A file and its key can be forged together; posts cannot.
    """
    names = [_printable(name) for name in found.players]
    for player, name in enumerate(names):
        if name:
            console.print(T("Seat {number}: {name}", number=player + 1, name=name))
        else:
            console.print(T("Seat {number}: a player whose data was deleted", number=player + 1))
    console.print(T("Result: {result}", result=found.result), lambda seat: names[seat.player] or f"#{seat.player + 1}")
    for number, (part, commitment) in enumerate(zip(found.keys, found.commitments, strict=True)):
        digits = shown_digits(commitment)
        if number == 0:
            said = T(
                "The key’s SHA-256 is {sha}. Compare it with the match’s first board, which shows its first"
                " {count} digits: {digits}.",
                sha=commitment,
                count=SHOWN_DIGITS,
                digits=digits,
            )
        else:
            said = T(
                "From draw {draw} on, another key was used because a backup was restored. Its SHA-256 is {sha}."
                " Compare it with the first board after that, which shows its first {count} digits: {digits}.",
                draw=part.first,
                sha=commitment,
                count=SHOWN_DIGITS,
                digits=digits,
            )
        console.print(said)
    if found.digest is None:
        console.print(
            T(
                "This file has no digest, so names and times could not be checked. Matches that ended in an"
                " earlier version have none. If the result that the bot posted shows a digest, this file was"
                " changed."
            )
        )
    else:
        console.print(
            T(
                "The record’s SHA-256 is {sha}. Compare it with the posted result, which shows its first {count}"
                " digits: {digits}. If they match, nothing was changed, names and times included.",
                sha=found.digest,
                count=SHOWN_DIGITS,
                digits=shown_digits(found.digest),
            )
        )


def _printable(name: str) -> str:
    """Replace control characters, which could move a terminal's cursor."""
    return "".join(sign if sign.isprintable() else "�" for sign in name)


def _is_absent(settings: Settings, console: Console) -> bool:
    """Whether there is no database file, which is then printed; a database on a server says so itself."""
    if settings.postgres is not None or settings.database.is_file():
        return False
    console.print_error(T("There is no database at {path}.", path=str(settings.database)))
    return True


def _recovery(settings: Settings) -> Text:
    if settings.postgres is None:
        return recovery_advice(settings.database_file, settings.backup_folder)
    return T("Restore the database as docs/hosting/postgresql.md says.")


def _where(finding: Finding) -> Text:
    if finding.match_id is None:
        return finding.text
    return T("Match {match}: {finding}", match=str(finding.match_id), finding=finding.text)


def _verdict(found: Verification) -> Text:
    match = str(found.match_id)
    if found.holds:
        verdict = T(
            "Match {match} ({game}) passes the check. {moves} {rolls}",
            match=match,
            game=GAMES[found.game].info.title if found.game in GAMES else found.game,
            moves=TN("{count} move was replayed.", "{count} moves were replayed.", found.moves),
            rolls=TN(
                "{count} random event was recomputed from the revealed key.",
                "{count} random events were recomputed from the revealed key.",
                found.rolls,
            ),
        )
        if not found.given:
            return verdict
        given = TN(
            "The first entry of its log comes from another match: its luck cannot be checked.",
            "The first {count} entries of its log come from another match: their luck cannot be checked.",
            found.given,
        )
        return T("{verdict} {given}", verdict=verdict, given=given)
    return T("Match {match} fails the check: {why}", match=match, why=failure_reason(found))
