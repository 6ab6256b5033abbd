"""The commands that look after the database, and the one that checks an exported match."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from bot.console import Console
from bot.matches.chance import SHOWN_DIGITS, shown_digits
from bot.matches.doctor import Finding, examine
from bot.matches.errors import MatchError
from bot.matches.models import Verification
from bot.matches.ratebook import recompute
from bot.matches.service import MatchService
from bot.matches.verify import verify_export
from bot.settings import Settings
from bot.storage.backup import backup_path, copy_database, prune_backups
from bot.storage.connection import way_out
from bot.storage.database import Database, unix_time
from bot.storage.errors import StorageError, reason_of
from engines.text import TN, T, Text

FINE, WRONG, UNTRIED = 0, 1, 2
"""Exit statuses: all is well, something is wrong, it could not be tried."""

LEAST_USER_ID = 10**15
"""Ids of users are larger (https://discord.com/developers/docs/reference#snowflakes); what is smaller is a mistake."""


async def back_up_database(settings: Settings, path: Path | None, console: Console) -> int:
    """Copy the database while the bot may be running; returns the exit status."""
    if not settings.database.is_file():
        return _absent(settings, console)
    # Not opened as a database: that would bring an older one, which a running bot may be using, to a newer schema.
    folder = settings.backups or settings.database.absolute().parent
    copy = path or backup_path(settings.database, folder, unix_time())
    try:
        await asyncio.to_thread(copy_database, settings.database, copy)
        gone = await asyncio.to_thread(prune_backups, settings.database, folder, unix_time(), settings.backup_days)
    except StorageError as error:
        console.complain(error.reason)
        return WRONG
    console.say(T("The database was copied to {path}.", path=str(copy)))
    if gone:
        console.say(
            TN(
                "One backup was older than {days} days and has been deleted.",
                "{count} backups were older than {days} days and have been deleted.",
                len(gone),
                days=settings.backup_days,
            )
        )
    return FINE


async def forget_person(settings: Settings, user_id: int, console: Console) -> int:
    """Delete everything about a person, as ``/player privacy`` does; returns the exit status.

    What running matches are to be told is posted by the bot, which should not run meanwhile, after its next start.
    """
    if user_id < LEAST_USER_ID:
        console.complain(T("{user} is not the id of somebody on Discord.", user=str(user_id)))
        return UNTRIED
    if not settings.database.is_file():
        return _absent(settings, console)
    try:
        async with await Database.open(settings.database, backups=settings.backups) as database:
            service = MatchService(database, clock=unix_time, wake=lambda _lane: None)
            standing = await service.forget(user_id)
            await database.rebuild()
    except StorageError as error:
        console.complain(error.reason)
        return WRONG
    if not any(standing):
        # Whoever deletes a mistyped id must not believe that somebody has been forgotten.
        console.say(
            T(
                "{user} had no part in any match or table; settings and the like, if there were any, are deleted. If"
                " you expected matches, please check the id.",
                user=str(user_id),
            )
        )
        return FINE
    console.say(
        TN(
            "Done: {user} had a part in one match or table, and is not known any more. Backups are as they were.",
            "Done: {user} had a part in {count} matches and tables, and is not known any more. Backups are as they"
            " were.",
            sum(standing),
            user=str(user_id),
        )
    )
    return FINE


async def examine_database(settings: Settings, matches: Sequence[int], console: Console) -> int:
    """Replay matches and name what differs; returns the exit status."""
    if not settings.database.is_file():
        return _absent(settings, console)
    try:
        async with await Database.inspect(settings.database) as database:
            findings = await examine(database, match_ids=matches)
            counted = () if findings or matches else await database.rows("SELECT count(*) FROM matches")
    except StorageError as error:
        console.complain(error.reason)
        return WRONG
    for finding in findings:
        console.say(_where(finding))
    if any(finding.damage for finding in findings):
        file = settings.database.absolute()
        console.say(T("Stop the bot. {what}", what=way_out(file, settings.backups or file.parent)))
    if findings:
        console.say(
            TN("{count} thing is not as it should be.", "{count} things are not as they should be.", len(findings))
        )
        return WRONG
    count = counted[0][0] if counted else len(matches)
    console.say(TN("{count} match was replayed: all is well.", "{count} matches were replayed: all is well.", count))
    return FINE


async def recompute_ratings(settings: Settings, console: Console) -> int:
    """Make all ratings and best scores anew from the results; returns the exit status."""
    if not settings.database.is_file():
        return _absent(settings, console)
    try:
        async with await Database.open(settings.database, backups=settings.backups) as database:
            count = await recompute(database)
    except StorageError as error:
        console.complain(error.reason)
        return WRONG
    console.say(
        TN(
            "All ratings were computed anew from {count} result.",
            "All ratings were computed anew from {count} results.",
            count,
        )
    )
    return FINE


def verify_file(path: Path, console: Console) -> int:
    """Recompute every deal and roll of an exported match; returns the exit status."""
    try:
        found = verify_export(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        console.complain(T("{path} cannot be read: {error}.", path=str(path), error=reason_of(error)))
        return UNTRIED
    except MatchError as error:
        console.complain(error.reason)
        return UNTRIED
    console.say(_verdict(found))
    if found.holds:
        # A file can be made up together with its key; what the bot has posted cannot.
        console.say(
            T(
                "The key’s SHA-256 is {sha}. Now compare: under the match’s first board stand its first {count} digits,"
                " {digits}.",
                sha=found.commitment,
                count=SHOWN_DIGITS,
                digits=shown_digits(found.commitment),
            )
        )
    return FINE if found.holds else WRONG


def _absent(settings: Settings, console: Console) -> int:
    console.complain(T("There is no database {path}.", path=str(settings.database)))
    return UNTRIED


def _where(finding: Finding) -> Text:
    if finding.match_id is None:
        return finding.text
    return T("Match {match}: {finding}", match=str(finding.match_id), finding=finding.text)


def _verdict(found: Verification) -> Text:
    if found.holds:
        return TN(
            "Match {match} is as it was promised: {count} deal or roll was recomputed from the revealed key.",
            "Match {match} is as it was promised: {count} deals and rolls were recomputed from the revealed key.",
            found.draws,
            match=str(found.match_id),
        )
    if not found.key_matches:
        return T(
            "Match {match} does not hold: the key is not the one whose SHA-256 was shown at the start.",
            match=str(found.match_id),
        )
    if found.wrong_plies:
        return T(
            "Match {match} does not hold: these entries of its log do not follow: {plies}.",
            match=str(found.match_id),
            plies=", ".join(map(str, found.wrong_plies)),
        )
    return T("Match {match} does not hold: its log does not lead to its last position.", match=str(found.match_id))
