"""What every test shares."""

import logging
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.browser import installed
from tests.discord_schema import ABSENT, SCHEMA

# How long an example takes says more about the machine than about the code.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    """Whatever a test runs may set up the logs of the process; the next test finds them as they were."""
    root, ours = logging.getLogger(), logging.getLogger("bot")
    handlers, levels = root.handlers[:], (root.level, ours.level)
    yield
    root.handlers[:] = handlers
    root.setLevel(levels[0])
    ours.setLevel(levels[1])


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say which judge was absent, once for the whole run."""
    if not SCHEMA.exists():
        terminalreporter.write_line(ABSENT)
    if installed.find_chromium() is None:
        terminalreporter.write_line(installed.ABSENT)
