"""The bot on PostgreSQL on the same machine: whole moves as in :mod:`benchmarks.move`, and copies there and back."""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks import move
from bot.storage.copying import checksums, copy
from tests.postgres import Cluster, find_programs
from tests.wire.emulator import DiscordEmulator
from tests.wire.many_servers import ManyServers

MATCHES, SERVERS = 10_000, 100
"""Matches of all games that are copied, and the servers they are in."""


def measure(size: int = MATCHES, **options: Any) -> dict[str, float]:
    """Start a server, play on it, and copy.

    Args:
        size: number of copied matches.
        options: of :func:`benchmarks.move.measure`.

    Returns:
        ``postgresql.answer_ms_p50``, ``postgresql.answer_ms_p99`` and ``postgresql.sustained_per_s`` as of ``move``,
        ``postgresql.copy_there_s`` and ``postgresql.copy_back_s``, and ``postgresql.statement_ms_p50``, the time of
        one round trip.

    Raises:
        AssertionError: a copy differs.
    """
    programs = find_programs()
    if programs is None:
        raise SystemExit("PostgreSQL is not installed (Debian: postgresql).")
    with Cluster.running(programs, shared_buffers="128MB") as cluster:

        def move_to(path: Path) -> str:
            address = cluster.address(cluster.create())
            copy(path, address, lambda _table, _rows: None)
            return address

        moves = move.measure(move_to=move_to, **options)
        return {
            **{name.replace("move.", "postgresql."): value for name, value in moves.items()},
            **asyncio.run(_copies(cluster, size)),
            "postgresql.statement_ms_p50": _round_trip(cluster.address(cluster.create())) * 1000,
        }


async def _copies(cluster: Cluster, matches: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        path, back = Path(folder) / "kurultai.sqlite3", Path(folder) / "back.sqlite3"
        async with DiscordEmulator(validates=False) as discord:
            await ManyServers.build(discord, SERVERS, matches).fill(path)
        address = cluster.address(cluster.create())
        began = time.perf_counter()
        copy(path, address, lambda _table, _rows: None)
        there = time.perf_counter()
        copy(address, back, lambda _table, _rows: None)
        done = time.perf_counter()
        if not checksums(path) == checksums(address) == checksums(back):
            raise AssertionError("a copy differs")
        return {"postgresql.copy_there_s": there - began, "postgresql.copy_back_s": done - there}


def _round_trip(address: str) -> float:
    """Return the median time of a small statement."""
    from bot.storage.postgres.connection import Statements, connect  # noqa: PLC0415 - its package is optional

    connection = connect(address, 2.0)
    statements, times = Statements(connection), []
    for number in range(500):
        began = time.perf_counter()
        statements.execute("SELECT ? + 1", (number,)).fetchone()
        times.append(time.perf_counter() - began)
    connection.close()
    return median(times)
