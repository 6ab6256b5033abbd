"""Disk failures under a database in use, each for the duration of a ``with`` block."""

from __future__ import annotations

import contextlib
import errno
import os
import resource
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing
from pathlib import Path

import pytest

from tests.wire.crash.harness import BotHarness

BALLAST = "ballast"
SMALL = 4 << 20
"""Bytes of a small disk."""


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """Mount a small disk for a bot's folder; skip the test without the permission to mount one."""
    folder.mkdir()
    if shutil.which("mount") is None or _fails("mount", "-t", "tmpfs", "-o", f"size={SMALL}", "none", str(folder)):
        pytest.skip("a disk that can be full takes the right to mount one")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@contextlib.contextmanager
def full_disk(harness: BotHarness) -> Iterator[None]:
    """Fill the disk to the last byte."""
    ballast = harness.folder / BALLAST
    try:
        with ballast.open("wb", buffering=0) as file:
            for size in (4096, 1):
                _fill(file.fileno(), bytes(size))
        yield
    finally:
        ballast.unlink()


def _fill(file: int, block: bytes) -> None:
    try:
        while os.write(file, block):
            pass
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise


@contextlib.contextmanager
def failing_writes(harness: BotHarness) -> Iterator[None]:
    """Let every write of the bot to a file fail: the maximum size of its files is zero."""
    pid = _pid(harness)
    before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, before)


@contextlib.contextmanager
def immutable_files(harness: BotHarness) -> Iterator[None]:
    """Make the files of the database immutable, even for processes that have them open.

    But for the index of the write-ahead log, which SQLite has in memory: touching a page of it that the system has
    written back by chance would be a bus error, the end of the process.
    """
    index = harness.database.with_name(f"{harness.database.name}-shm")
    files = [str(file) for file in harness.folder.glob(f"{harness.database.name}*") if file != index]
    if shutil.which("chattr") is None or _fails("chattr", "+i", *files):
        pytest.skip("files that cannot be changed take a file system that has them, and the right to make them so")
    try:
        yield
    finally:
        subprocess.run(["chattr", "-i", *files], check=True)


@contextlib.contextmanager
def locked_database(harness: BotHarness) -> Iterator[None]:
    """Hold the write lock in another process."""
    with closing(sqlite3.connect(harness.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


Fault = Callable[[BotHarness], AbstractContextManager[None]]


def corrupt(path: Path, first: int = 1) -> None:
    """Overwrite every page of a database from the given one on with a constant byte; pages count from 0."""
    size = int.from_bytes(path.read_bytes()[16:18], "big")
    with path.open("r+b") as file:
        file.seek(first * size)
        file.write(b"\xa5" * (path.stat().st_size - first * size))


def _pid(harness: BotHarness) -> int:
    assert harness.run is not None
    return harness.run.pid


def _fails(*command: str) -> bool:
    return subprocess.run(command, check=False, capture_output=True).returncode != 0
