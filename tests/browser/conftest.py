"""A browser, and a running ``make play``."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.browser.chromium import Browser, connected, running_chromium
from tests.browser.installed import ABSENT, find_chromium
from tests.wait_limit import WAIT_LIMIT
from tests.wire.forkserver import fork

PROJECT = Path(__file__).resolve().parents[2]
GREETING_END = "Press Ctrl-C to stop."
"""What the sandbox prints last when its pages can be opened."""


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """One browser for all tests, since it takes long to start."""
    binary = find_chromium()
    if binary is None:
        if os.environ.get("KURULTAI_REQUIRE_BROWSER") == "1":
            pytest.fail(ABSENT)
        pytest.skip(ABSENT)
    with running_chromium(binary, tmp_path_factory.mktemp("profile")) as address:
        yield address


@pytest.fixture
async def browser(chromium: str) -> AsyncIterator[Browser]:
    async with connected(chromium) as browser:
        yield browser


@pytest.fixture
async def links(browser: Browser, tmp_path: Path) -> AsyncIterator[dict[str, str]]:
    """Run the sandbox like ``make play``; return the printed links by name."""
    async with running_sandbox(tmp_path) as found:
        yield found


@pytest.fixture
async def demo_links(browser: Browser, tmp_path: Path) -> AsyncIterator[dict[str, str]]:
    """Run the sandbox like ``make play ARGS="--demo"``; return the printed links by name."""
    async with running_sandbox(tmp_path, "--demo") as found:
        yield found


@asynccontextmanager
async def running_sandbox(folder: Path, *arguments: str) -> AsyncIterator[dict[str, str]]:
    """Run it in a forked process, which imports nothing; `tests.sandbox.test_main` starts it as people do."""
    output = folder / "output"
    given = ("--port", "0", "--directory", str(folder / "play"), *arguments)
    process = fork("sandbox.__main__", os.environ, PROJECT, output, given)
    async with asyncio.timeout(WAIT_LIMIT):
        while process.returncode is None and GREETING_END not in _text(output):  # noqa: ASYNC110 - as in BotProcess
            await asyncio.sleep(0.05)
    lines = [line.split() for line in _text(output).splitlines()]
    yield {" ".join(words[1:]): words[0] for words in lines if words and words[0].startswith("http://127.0.0.1:")}
    process.send_signal(signal.SIGTERM)
    async with asyncio.timeout(WAIT_LIMIT):
        assert await process.wait() == 0
    rest = _text(output).partition(GREETING_END)[2]
    assert ("continues them" in rest) == ("--demo" not in arguments)


def _text(output: Path) -> str:
    return output.read_text(encoding="utf-8") if output.exists() else ""
