"""``python -m bot status`` and ``python -m bot health``: the state of the running bot, read by another process."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from bot.cli.console import Console
from bot.gateway.shards import MAX_SERVERS, NEARLY_FULL
from bot.health.figures import Figures
from bot.health.report import Report, examine
from bot.health.status_file import BotStatus
from bot.matches.model.time_control import span
from bot.settings import Settings
from bot.storage.database import unix_time
from bot.storage.sessions import BotSession
from engines.text import TN, T, Text

HEALTHY, UNHEALTHY = 0, 1
"""Exit statuses."""


def print_status(settings: Settings, console: Console) -> int:
    """Print a line for each known fact; return the exit status."""
    now = unix_time()
    report = examine(settings.address, settings.backup_folder, now)
    for line in _lines(settings, report, now):
        console.print(line)
    if report.problem is not None:
        console.print(T("Problem: {problem}", problem=report.problem))
    return HEALTHY if report.problem is None else UNHEALTHY


def print_health(settings: Settings, console: Console) -> int:
    """Print one line; returns the exit status."""
    now = unix_time()
    report = examine(settings.address, settings.backup_folder, now)
    problem = report.problem or _none_here(report)
    if problem is not None:
        console.print(T("unhealthy: {problem}", problem=problem))
        return UNHEALTHY
    console.print(_summary(report, now))
    return HEALTHY


def _none_here(report: Report) -> Text | None:
    """Return the problem of a machine on which no process acts or stands by, although one acts elsewhere."""
    if report.status is not None or report.standbys:
        return None
    acting = report.elsewhere[0]
    return T(
        "No process acts or stands by on this machine; process {process} on {host} acts.",
        process=str(acting.process),
        host=acting.host,
    )


def _summary(report: Report, now: int) -> Text:
    if report.figures is None:
        raise ValueError("a healthy bot has a database")
    if report.status is None:
        acting = report.elsewhere[0]
        return T(
            "healthy: process {process} on {host} (version {version}) acts, another one here stands by. {matches}"
            " {queue} {commit}",
            process=str(acting.process),
            host=acting.host,
            version=acting.version,
            matches=_matches(report.figures),
            queue=_queue(report.figures, now),
            commit=_commit(report.last_commit_at, now),
        )
    return T(
        "healthy: version {version}. {connection} {matches} {queue} {commit} {computer_players}",
        version=report.status.version,
        connection=_connection(report.status, now),
        matches=_matches(report.figures),
        queue=_queue(report.figures, now),
        commit=_commit(report.last_commit_at, now),
        computer_players=_computer_players(report.status),
    )


def _lines(settings: Settings, report: Report, now: int) -> Iterator[Text]:
    if report.status is not None:
        yield T(
            "Version {version}, process {process}, started {moment}.",
            version=report.status.version,
            process=str(report.status.process),
            moment=_moment(report.status.started_at, now),
        )
        if report.status.acting_since is not None:
            yield T("It has been acting since {moment}.", moment=_moment(report.status.acting_since, now))
        yield _connection(report.status, now)
        if report.status.connected_since is not None:
            yield TN("It is in {count} server.", "It is in {count} servers.", report.status.servers)
        yield from _shards(report.status)
        yield _computer_players(report.status)
        if report.status.computer_players != "off":
            yield _decisions(report.status)
    for session in report.elsewhere:
        yield _session(session, now)
    for standby in report.standbys:
        yield _standby(standby, now)
        if standby.schema is not None and report.schema is not None and standby.schema < report.schema:
            yield T(
                "Process {process} cannot take over: a newer version has upgraded the database. Stop it, and start the"
                " new version instead.",
                process=str(standby.process),
            )
    if report.figures is not None:
        yield _matches(report.figures)
        yield _queue(report.figures, now)
        if report.figures.outbox.failed:
            yield TN(
                "{count} message could not be posted. “python -m bot doctor” says why.",
                "{count} messages could not be posted. “python -m bot doctor” says why.",
                report.figures.outbox.failed,
            )
        yield _commit(report.last_commit_at, now)
        yield _backup(settings, report, now)
    if report.backup_failure is not None:
        yield T("The last daily backup failed: {reason}", reason=report.backup_failure)


def _session(session: BotSession, now: int) -> Text:
    """Tell of a process that only the database server knows."""
    process = T(
        "Process {process} on {host} (version {version})",
        process=str(session.process),
        host=session.host,
        version=session.version,
    )
    if session.since is None:
        return T("{process} acts.", process=process) if session.acts else T("{process} stands by.", process=process)
    moment = _moment(session.since, now)
    if session.acts:
        return T(
            "{process} acts. It has been connected to the database since {moment}.", process=process, moment=moment
        )
    return T(
        "{process} stands by. It has been connected to the database since {moment}.", process=process, moment=moment
    )


def _standby(status: BotStatus, now: int) -> Text:
    moment = _moment(status.waits_since, now)
    if status.is_fully_connected:
        return T(
            "Process {process} (version {version}) has been standing by since {moment}, connected to Discord.",
            process=str(status.process),
            version=status.version,
            moment=moment,
        )
    return T(
        "Process {process} (version {version}) has been standing by since {moment}. It is not connected to Discord"
        " yet.",
        process=str(status.process),
        version=status.version,
        moment=moment,
    )


def _connection(status: BotStatus, now: int) -> Text:
    if status.connected_since is not None:
        return T("Connected to Discord since {moment}.", moment=_moment(status.connected_since, now))
    if status.disconnected_since is not None:
        return T("Not connected to Discord since {moment}.", moment=_moment(status.disconnected_since, now))
    return T("Not connected to Discord yet.")


def _shards(status: BotStatus) -> Iterator[Text]:
    """Say how the shards are, if there are several or one is nearly full."""
    if status.shards > 1:
        yield T(
            "{connected} of {shards} shards are connected. The fullest has {servers} of at most {most} servers.",
            connected=str(status.shards_connected),
            shards=str(status.shards),
            servers=str(status.fullest_shard),
            most=str(MAX_SERVERS),
        )
    if status.fullest_shard >= NEARLY_FULL:
        yield T("A shard is nearly full. Start the bot again soon, so that it gets more shards.")


def _computer_players(status: BotStatus) -> Text:
    if status.computer_players == "off":
        return T("Computer players are switched off.")
    if status.computer_players == "inside":
        return T("Computer players decide inside the bot’s process.")
    if status.computer_process is None:
        return T("The process of the computer players is not running: it starts when it is needed.")
    if status.computer_process_bytes is None:
        return T("The process of the computer players is running.")
    megabytes = f"{status.computer_process_bytes / 1_000_000:.0f}"
    return T("The process of the computer players is running, with {megabytes} MB of memory.", megabytes=megabytes)


def _decisions(status: BotStatus) -> Text:
    return T(
        "Decisions of computer players since the start: {made} made, {waiting} waiting, {failed} failed,"
        " {over_budget} put off to stay within the processor time of a person. Restarts of the process: {restarts}.",
        made=str(status.decisions_made),
        waiting=str(status.decisions_waiting),
        failed=str(status.decisions_failed),
        over_budget=str(status.decisions_over_budget),
        restarts=str(status.computer_process_deaths),
    )


def _matches(figures: Figures) -> Text:
    return T(
        "{matches}, {tables}.",
        matches=TN("{count} match is running", "{count} matches are running", sum(figures.matches.values())),
        tables=TN("{count} table is open", "{count} tables are open", sum(figures.tables.values())),
    )


def _queue(figures: Figures, now: int) -> Text:
    if figures.outbox.oldest_at is None:
        return T("No message is waiting to be posted.")
    return TN(
        "{count} message is waiting to be posted, for {time}.",
        "{count} messages are waiting to be posted, the oldest for {time}.",
        figures.outbox.waiting,
        time=span(max(now - figures.outbox.oldest_at, 0)),
    )


def _commit(at: int | None, now: int) -> Text:
    if at is None:
        return T("Nothing has been stored yet.")
    return T("Last commit: {moment}.", moment=_moment(at, now))


def _backup(settings: Settings, report: Report, now: int) -> Text:
    if report.last_backup_at is not None:
        return T("Last backup: {moment}.", moment=_moment(report.last_backup_at, now))
    return T("There is no backup in {folder}.", folder=str(settings.backup_folder))


def _moment(at: int, now: int) -> Text:
    """A moment with its distance from now."""
    moment = datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")
    return T("{moment} ({time} ago)", moment=moment, time=span(max(now - at, 0)))
