"""Databases for proofs: SQLite files, or databases on a PostgreSQL server of the proof's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tests.postgres import FAST, Cluster, find_programs

KINDS = ("sqlite", "postgresql")


@contextmanager
def databases(kind: str) -> Iterator[Callable[[], str | None]]:
    """Yield what creates an empty database and returns its address: ``None`` for a file, which the proof names.

    Raises:
        SystemExit: PostgreSQL is not installed.
    """
    if kind == "sqlite":
        yield lambda: None
        return
    programs = find_programs()
    if programs is None:
        raise SystemExit("PostgreSQL is not installed (Debian: postgresql).")
    with Cluster.running(programs, **FAST) as cluster:
        yield lambda: cluster.address(cluster.create())
