"""Fixtures for all tests."""

import gc
import logging
import os
from collections.abc import Generator, Iterator
from contextlib import closing
from math import ceil
from zlib import crc32

import pytest
from hypothesis import settings

from tests import postgres, sqlite_schema
from tests.browser import installed
from tests.discord_schema import ABSENT, SCHEMA

# How long an example takes says more about the machine than about the code.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# Each test leaves reference cycles behind; by default, looking for them is a tenth of the work of simulated servers.
gc.set_threshold(4000, 10, 10)


@pytest.fixture(scope="session")
def databases() -> Iterator[postgres.Databases]:
    """PostgreSQL databases on a server of this run's own."""
    with (
        postgres.Cluster.running(postgres.require(), **postgres.FAST) as cluster,
        closing(postgres.Databases(cluster)) as found,
    ):
        yield found


@pytest.fixture(scope="session", autouse=True)
def copied_schema() -> Iterator[None]:
    """New SQLite databases are copies of one with the current schema, and do not wait for the disk."""
    with sqlite_schema.copied():
        yield


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    """Restore the process's logging configuration after each test."""
    root, ours = logging.getLogger(), logging.getLogger("bot")
    handlers, levels = root.handlers[:], (root.level, ours.level)
    yield
    root.handlers[:] = handlers
    root.setLevel(levels[0])
    ours.setLevel(levels[1])


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Run three tests for two processors: a third of the time, tests wait for sockets, disks and other processes."""
    return ceil(1.5 * (os.cpu_count() or 1))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage while tests are collected, since nearly all that is made is kept."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


CALCULATING = ("tests/engines/", "tests/players/")
"""Folders whose files share matches that are played once in each process."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mix files that wait with files that calculate: in the order of their folders, processors are idle in the end."""

    def place(item: pytest.Item) -> tuple[int, int]:
        file = item.nodeid.partition("::")[0]
        shared = file.rpartition("/")[0] if file.startswith(CALCULATING) else file
        return crc32(shared.encode()), crc32(file.encode())

    items.sort(key=place)


def pytest_collection_finish() -> None:
    """Exclude all modules and tests from collections of garbage, which would otherwise look at them again and again."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report once per run which checks were unavailable."""
    if not SCHEMA.exists():
        terminalreporter.write_line(ABSENT)
    if installed.find_chromium() is None:
        terminalreporter.write_line(installed.ABSENT)
    if not postgres.is_available():
        terminalreporter.write_line(postgres.ABSENT)
