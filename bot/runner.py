"""Runs the bot: start, restart after connection failures, clean shutdown."""

from __future__ import annotations

import asyncio
import logging
import math
import signal
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.client import KurultaiClient
from bot.gateway.connection import (
    FATAL_ERRORS,
    SHARDING_REQUIRED,
    TRANSIENT_ERRORS,
    describe_error,
    log_unreachable,
    startup_error,
)
from bot.health.status_writer import StatusWriter
from bot.process.connections import limited_connector, shrink_tls_buffers
from bot.process.gc_tuning import GcTuning
from bot.process.malloc import limit_arenas
from bot.process.thread_switching import switch_threads_often
from bot.settings import Settings, SettingsError
from bot.standby.locks import Locks, file_locks, server_locks
from bot.standby.standby import Standby
from bot.storage.errors import StorageError, UnavailableError, reason_of
from engines.text import T, Text

if TYPE_CHECKING:
    from aiohttp import BaseConnector

    from bot.health.metrics import MetricsServer

log = logging.getLogger(__name__)

SHUTDOWN_TIMEOUT, FINAL_CLOSE_TIMEOUT = 9.0, 1.0
"""Timeouts of a shutdown and of the final close after it, ten seconds altogether. Committed messages that were not
posted are posted after the next start."""
INITIAL_BACKOFF, MAX_BACKOFF = 1.0, 60.0
"""Seconds between attempts to connect, doubling from the first to the longest."""

RESHARD_INTERVAL = 3600.0
"""Seconds within which the bot is started only once because Discord wants more shards."""

MakeConnector = Callable[[], "BaseConnector"]


@dataclass(frozen=True, slots=True)
class FatalExit:
    """Why the bot ended without being asked to; a retry would not help."""

    reason: Text
    """For the operator."""
    refused_by_discord: bool
    """True if Discord refuses the bot permanently; otherwise the database cannot be used."""


async def serve(
    settings: Settings, gc_tuning: GcTuning, make_connector: MakeConnector = limited_connector
) -> FatalExit | None:
    """Run the bot until SIGTERM or SIGINT.

    After the login a client reconnects by itself. If the login fails, or an unexpected error ends the client, another
    one is started here, with growing pauses.

    Returns:
        Why the bot ended, or ``None`` after a requested stop.

    Raises:
        SettingsError: the metrics cannot be served.
    """
    metrics_server = _start_metrics(settings)
    limit_arenas()
    switch_threads_often()
    shrink_tls_buffers()
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for signal_number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(signal_number, stop.set)
    standby = Standby(_locks(settings))
    status_writer = StatusWriter(settings.database_file, standby)
    status_writer.start()
    try:
        return await _run_until(stop, settings, gc_tuning, make_connector, status_writer, standby)
    finally:
        await status_writer.close()
        await standby.release()
        if metrics_server is not None:
            await asyncio.to_thread(metrics_server.close)


def _locks(settings: Settings) -> Locks:
    """Return the locks that decide which process acts.

    Raises:
        SettingsError: the package for PostgreSQL is not installed.
    """
    if settings.postgres is None:
        return file_locks(settings.database_file)
    try:
        return server_locks(settings.postgres, settings.database_file)
    except StorageError as error:
        raise SettingsError((error.reason,)) from error


def _start_metrics(settings: Settings) -> MetricsServer | None:
    """Serve metrics if an address is set.

    Raises:
        SettingsError: the optional package is missing, or the address cannot be used.
    """
    if settings.metrics_address is None:
        return None
    try:
        from bot.health.metrics import MetricsServer  # noqa: PLC0415 - its package is optional

        return MetricsServer(settings.metrics_address, settings.address, settings.backup_folder)
    except ModuleNotFoundError as error:
        if error.name != "prometheus_client":
            raise
        raise SettingsError(
            (
                T(
                    "KURULTAI_METRICS_ADDRESS is set, but the package prometheus-client is not installed. Install it:"
                    " .venv/bin/python -m pip install --require-hashes --requirement requirements/metrics.txt"
                ),
            )
        ) from error
    except OSError as error:
        host, port = settings.metrics_address
        raise SettingsError(
            (
                T(
                    "KURULTAI_METRICS_ADDRESS: metrics cannot be served at {host}, port {port}: {error}.",
                    host=host,
                    port=str(port),
                    error=reason_of(error),
                ),
            )
        ) from error


async def _run_until(
    stop: asyncio.Event,
    settings: Settings,
    gc_tuning: GcTuning,
    make_connector: MakeConnector,
    status_writer: StatusWriter,
    standby: Standby,
) -> FatalExit | None:
    """Run one client after the other until a requested stop or a fatal error."""
    pause, resharded_at = INITIAL_BACKOFF, -math.inf
    while not stop.is_set():
        await standby.try_act()
        client = KurultaiClient(settings, connector=make_connector(), standby=standby)
        status_writer.watch(client)
        try:
            if await _run_once(client, settings.token, stop, gc_tuning, standby):
                return None
        except FATAL_ERRORS as error:
            now = asyncio.get_running_loop().time()
            if getattr(error, "code", None) == SHARDING_REQUIRED and now - resharded_at >= RESHARD_INTERVAL:
                log.warning("Discord wants more shards; the bot starts again with as many as it recommends")
                settings, resharded_at = replace(settings, shards=None), now
                status_writer.disconnected()
                gc_tuning.enable()
                continue
            return FatalExit(startup_error(error), refused_by_discord=True)
        except UnavailableError as error:
            log.warning("the database cannot be used now", extra={"reason": str(error), "retry_in_s": pause})
        except StorageError as error:
            return FatalExit(error.reason, refused_by_discord=False)
        except TRANSIENT_ERRORS as error:
            log_unreachable(describe_error(error), pause)
        except Exception:
            log.exception("the bot ended by a mistake of its own", extra={"retry_in_s": pause})
        status_writer.disconnected()
        gc_tuning.enable()
        await _wait(stop, pause)
        pause = INITIAL_BACKOFF if client.was_ready else min(pause * 2, MAX_BACKOFF)
    return None


async def _run_once(
    client: KurultaiClient, token: str, stop: asyncio.Event, gc_tuning: GcTuning, standby: Standby
) -> bool:
    """Run one client. True after a requested stop, false if another process may act; raises the error that ended it."""

    async def settle() -> None:
        gc_tuning.freeze()

    client.add_listener(settle, "on_ready")
    gateway = asyncio.create_task(client.start(token), name="gateway")
    stopping = asyncio.create_task(stop.wait(), name="stop")
    losing = asyncio.create_task(standby.until_lost(), name="lock")
    try:
        await asyncio.wait({gateway, stopping, losing}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        is_lost = client.is_replaced = losing.done()
        stopping.cancel()
        losing.cancel()
        await _close(client, FINAL_CLOSE_TIMEOUT if is_lost else SHUTDOWN_TIMEOUT)
        gateway.cancel()  # it may be waiting to reconnect
        await asyncio.wait({gateway, stopping, losing})
        # A start in progress may have opened the database meanwhile; its threads would keep the process alive.
        await _close(client, FINAL_CLOSE_TIMEOUT)
    if is_lost:
        log.warning("the database server has not heard this process for long; another one may act now")
        await standby.release()
        return stop.is_set()
    if gateway.cancelled():
        return True
    if stop.is_set():
        log.debug("the connection ended with the stop", extra={"error": repr(gateway.exception())})
        return True
    gateway.result()
    return False


async def _close(client: KurultaiClient, seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            await client.close()
    except TimeoutError:
        log.warning("the stop was cut short; what is not posted yet will be after the next start")


async def _wait(stop: asyncio.Event, seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            await stop.wait()
    except TimeoutError:
        return
