"""A report on the bot for other processes: its state, and whether it is healthy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.health.figures import Figures, read_figures
from bot.health.standby_file import read_standbys
from bot.health.status_file import BotStatus, read_status
from bot.matches.model.text_json import load_text
from bot.matches.model.time_control import span
from bot.standby.locks import is_bot_running
from bot.storage.errors import StorageError
from bot.storage.inspection import last_commit_at, read_once, read_sessions, schema_of
from bot.storage.paths import file_of, real_path
from bot.storage.sessions import BotSession
from bot.storage.sqlite.backup import newest_backup_at
from engines.text import T, Text

STALE_SECONDS = 30
"""A status older than this is stale: it is written every five seconds."""
DISCONNECTED_SECONDS = 300
"""The bot is unhealthy after this long without Discord; shorter breaks are common."""
OVERDUE_SECONDS = 600
"""The bot is unhealthy if a message has been due for this long, counted from the connection at the earliest."""


@dataclass(frozen=True, slots=True)
class Report:
    """The state of the bot."""

    status: BotStatus | None
    """The bot's last status; ``None`` if it has never run, or was stopped."""
    standbys: tuple[BotStatus, ...]
    """The processes on this machine that stand by, those that wait longest first."""
    elsewhere: tuple[BotSession, ...]
    """Other processes of which the database server knows, the one that acts first."""
    schema: int | None
    """The schema version of the database; ``None`` if it cannot be read, like :attr:`figures`."""
    figures: Figures | None
    """``None`` if the database cannot be read."""
    last_commit_at: int | None
    last_backup_at: int | None
    """``None`` if the backup folder has none, or cannot be read."""
    backup_failure: Text | None
    """Why the last daily backup failed; ``None`` if it did not."""
    problem: Text | None
    """Why the bot is not healthy; ``None`` if it is."""


def examine(address: Path | str, backups: Path, now: int) -> Report:
    """Report on a bot at ``now`` (unix seconds), by the address of its database and its backup folder.

    Blocks; only reads.
    """
    status, schema, figures, problems = None, None, None, list[Text]()
    elsewhere: tuple[BotSession, ...] = ()
    database = real_path(file_of(address))
    standbys = tuple(read_standbys(database))
    try:
        status = read_status(database)
        sessions = read_sessions(address)
        elsewhere = tuple(_not_known(sessions, status, standbys))
        if any(session.acts for session in elsewhere):
            status = None  # it was left by a process that no longer acts
        else:
            # Who took over from a process that was frozen does not have the lock of its file.
            running = any(session.acts for session in sessions) or is_bot_running(database)
            problem = _problem(status, standbys, now) if running else _not_running(status, now)
            problems += [problem] if problem is not None else []
    except StorageError as error:
        problems.append(error.reason)
    try:
        schema = schema_of(address)
        figures = read_once(address, read_figures)
        problem = _overdue(status, figures, now)
        problems += [problem] if problem is not None else []
    except StorageError as error:
        problems.append(error.reason)
    return Report(
        status,
        standbys,
        elsewhere,
        schema,
        figures,
        last_commit_at(address),
        _last_backup_at(database, backups, now),
        _backup_failure(status),
        problems[0] if problems else None,
    )


def _not_known(
    sessions: Sequence[BotSession], status: BotStatus | None, standbys: Sequence[BotStatus]
) -> Iterator[BotSession]:
    """Yield the processes of which no file on this machine tells."""
    known = {each.process for each in standbys} | ({status.process} if status is not None else set())
    return (session for session in sessions if not (session.is_here and session.process in known))


def _last_backup_at(database: Path, backups: Path, now: int) -> int | None:
    try:
        return newest_backup_at(database, backups, now)
    except OSError:
        return None


def _backup_failure(status: BotStatus | None) -> Text | None:
    return None if status is None or status.backup_failure is None else load_text(status.backup_failure)


def _not_running(status: BotStatus | None, now: int) -> Text:
    if status is None:
        return T("The bot is not running.")
    return T(
        "The bot is not running. It was not stopped but ended by itself or was killed, at most {time} ago.",
        time=span(max(now - status.written_at, 0)),
    )


def _problem(status: BotStatus | None, standbys: Sequence[BotStatus], now: int) -> Text | None:
    """Return the problem of a running bot according to its status, if there is one."""
    if status is None:
        return T("The bot is starting.")
    if (age := abs(now - status.written_at)) > STALE_SECONDS:
        if standbys:
            return T(
                "The bot hangs, or cannot write: its status is {time} old. Another process stands by, but a process"
                " that is frozen keeps its place. Kill process {process}, so that the other one takes over.",
                time=span(age),
                process=str(status.process),
            )
        return T("The bot hangs, or cannot write: its status is {time} old.", time=span(age))
    if status.connected_since is not None:
        lost_at = status.shard_disconnected_since
        if lost_at is not None and now - lost_at > DISCONNECTED_SECONDS:
            return T("A shard has not been connected to Discord for {time}.", time=span(now - lost_at))
        return None
    if status.disconnected_since is None:
        return T("The bot is starting: it is not connected to Discord yet.")
    if (gone := now - status.disconnected_since) > DISCONNECTED_SECONDS:
        return T("The bot has not been connected to Discord for {time}.", time=span(gone))
    return None


def _overdue(status: BotStatus | None, figures: Figures, now: int) -> Text | None:
    """Return the problem if messages are overdue although the bot is connected."""
    if status is None or status.connected_since is None or figures.outbox.due_at is None:
        return None
    late = now - max(figures.outbox.due_at, status.connected_since)
    if late <= OVERDUE_SECONDS:
        return None
    return T("A message should have been posted {time} ago.", time=span(late))
