"""What every test shares."""

import pytest

from tests.browser import installed
from tests.discord_schema import ABSENT, SCHEMA


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say which judge was absent, once for the whole run."""
    if not SCHEMA.exists():
        terminalreporter.write_line(ABSENT)
    if installed.find_chromium() is None:
        terminalreporter.write_line(installed.ABSENT)
