"""What every test shares."""

import pytest
from hypothesis import settings

from tests.browser import installed
from tests.discord_schema import ABSENT, SCHEMA

# How long an example takes says more about the machine than about the code.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say which judge was absent, once for the whole run."""
    if not SCHEMA.exists():
        terminalreporter.write_line(ABSENT)
    if installed.find_chromium() is None:
        terminalreporter.write_line(installed.ABSENT)
