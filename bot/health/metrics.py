"""The metrics endpoint for Prometheus (docs/metrics.md): counts and times, no ids.

It runs in threads of its own and reads what ``python -m bot status`` reads, so the event loop has no part in it. Import
this module only where an address is set: ``prometheus_client`` is optional.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from prometheus_client import CollectorRegistry, ProcessCollector, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric, SummaryMetricFamily
from prometheus_client.registry import Collector

from bot.health.figures import Figures
from bot.health.report import Report, examine
from bot.health.status_file import BotStatus
from bot.storage.database import unix_time
from bot.storage.inspection import database_bytes
from engines import SLUGS


class MetricsServer:
    """Serves the metrics of a bot until it is closed.

    Args:
        address: host and port.
        database: the database file.
        backups: the folder for backups.
        clock: unix seconds.

    Raises:
        OSError: the address cannot be used.
    """

    def __init__(
        self, address: tuple[str, int], database: Path | str, backups: Path, clock: Callable[[], int] = unix_time
    ) -> None:
        registry = CollectorRegistry()
        registry.register(_BotCollector(database, backups, clock))
        ProcessCollector(registry=registry)
        host, port = address
        self._server, self._thread = start_http_server(port, host, registry)
        self.port: int = self._server.server_port

    def close(self) -> None:
        """Stop serving. Blocks for at most half a second."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _BotCollector(Collector):
    """Examines the bot at every request."""

    def __init__(self, database: Path | str, backups: Path, clock: Callable[[], int]) -> None:
        self._database = database
        self._backups = backups
        self._clock = clock

    def describe(self) -> list[Metric]:
        """Describe no metrics, since the registry would call :meth:`collect` for that."""
        return []

    def collect(self) -> Iterator[Metric]:
        """Return all metrics."""
        now = self._clock()
        report = examine(self._database, self._backups, now)
        yield _gauge("kurultai_healthy", "Whether python -m bot health succeeds.", report.problem is None)
        standbys = len(report.standbys) + sum(not session.acts for session in report.elsewhere)
        yield _gauge("kurultai_standbys", "Processes that stand by.", standbys)
        ready = sum(standby.is_fully_connected for standby in report.standbys)
        yield _gauge("kurultai_standbys_connected", "Those of them that are connected to Discord.", ready)
        if report.status is not None:
            yield from _of_status(report.status)
        yield _gauge("kurultai_database_readable", "Whether the database can be read.", report.figures is not None)
        if report.figures is not None:
            yield from _of_figures(report.figures, now)
        yield from self._of_files(report)

    def _of_files(self, report: Report) -> Iterator[Metric]:
        size = database_bytes(self._database)
        yield _gauge("kurultai_database_bytes", "Size of the database and its write-ahead log.", size)
        if report.last_commit_at is not None:
            yield _gauge(
                "kurultai_commit_timestamp_seconds", "When the database was last written.", report.last_commit_at
            )
        if (at := report.last_backup_at) is not None:
            yield _gauge("kurultai_backup_timestamp_seconds", "When the newest backup was made.", at)
        failed = report.backup_failure is not None
        yield _gauge("kurultai_backup_failed", "Whether the last daily backup failed.", failed)


def _of_status(status: BotStatus) -> Iterator[Metric]:
    yield _by_label("kurultai_info", "The version of the bot.", "version", {status.version: 1})
    yield _gauge("kurultai_start_timestamp_seconds", "When the bot was started.", status.started_at)
    if status.acting_since is not None:
        yield _gauge("kurultai_acting_timestamp_seconds", "Since when this process acts.", status.acting_since)
    connected = status.connected_since is not None
    yield _gauge("kurultai_connected", "Whether the bot is connected to Discord.", connected)
    if status.connected_since is not None:
        yield _gauge("kurultai_connected_timestamp_seconds", "Since when it is connected.", status.connected_since)
    if status.latency is not None:
        yield _gauge(
            "kurultai_gateway_latency_seconds", "How long Discord took to answer the last heartbeat.", status.latency
        )
    yield _gauge("kurultai_servers", "Servers that the bot is in.", status.servers)
    yield _gauge("kurultai_shards", "Shards that share the servers.", status.shards)
    yield _gauge("kurultai_shards_connected", "Shards that are connected to Discord.", status.shards_connected)
    yield _gauge("kurultai_fullest_shard_servers", "Servers of the shard with the most.", status.fullest_shard)
    yield SummaryMetricFamily(
        "kurultai_interaction_seconds",
        "Clicks, commands and forms, and how long they took until everything was answered.",
        count_value=status.interactions,
        sum_value=status.interaction_seconds,
    )
    yield from _of_computer_players(status)


def _of_computer_players(status: BotStatus) -> Iterator[Metric]:
    running = status.computer_process is not None
    yield _gauge("kurultai_computer_process_running", "Whether the process of the computer players runs.", running)
    size = status.computer_process_bytes or 0
    yield _gauge("kurultai_computer_process_bytes", "Its resident memory; 0 while it does not run.", size)
    yield CounterMetricFamily(
        "kurultai_computer_process_restarts",
        "How often it died and was started again.",
        value=status.computer_process_deaths,
    )
    yield _gauge("kurultai_computer_decisions_waiting", "Decisions that are not made yet.", status.decisions_waiting)
    decisions = CounterMetricFamily(
        "kurultai_computer_decisions", "Decisions of computer players, by what became of them.", labels=["result"]
    )
    decisions.add_metric(["made"], status.decisions_made)
    decisions.add_metric(["failed"], status.decisions_failed)
    decisions.add_metric(["over_budget"], status.decisions_over_budget)
    yield decisions


def _of_figures(figures: Figures, now: int) -> Iterator[Metric]:
    matches = {slug: figures.matches.get(slug, 0) for slug in SLUGS}
    tables = {slug: figures.tables.get(slug, 0) for slug in SLUGS}
    yield _by_label("kurultai_matches", "Running matches.", "game", matches)
    yield _by_label("kurultai_tables", "Open tables.", "game", tables)
    outbox = figures.outbox
    yield _gauge("kurultai_messages_waiting", "Messages that are not posted yet.", outbox.waiting)
    yield _gauge("kurultai_messages_failed", "Messages that could not be posted.", outbox.failed)
    oldest = 0 if outbox.oldest_at is None else max(now - outbox.oldest_at, 0)
    yield _gauge("kurultai_oldest_message_seconds", "Age of the oldest waiting message; 0 without one.", oldest)
    overdue = 0 if outbox.due_at is None else max(now - outbox.due_at, 0)
    yield _gauge("kurultai_overdue_message_seconds", "How long a message has been due; 0 without one.", overdue)


def _gauge(name: str, meaning: str, value: float) -> Metric:
    return GaugeMetricFamily(name, meaning, value=float(value))


def _by_label(name: str, meaning: str, label: str, values: dict[str, int]) -> Metric:
    family = GaugeMetricFamily(name, meaning, labels=[label])
    for key, value in values.items():
        family.add_metric([key], value)
    return family
