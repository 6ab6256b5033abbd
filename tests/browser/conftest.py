"""A browser, and a running ``make play``."""

import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.browser.chromium import Browser, connected, running_chromium
from tests.browser.installed import ABSENT, find_chromium
from tests.sandbox.forked import GREETING_END, ForkedSandbox


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
    sandbox = await ForkedSandbox.start(folder / "play", folder / "output", *arguments)
    lines = [line.split() for line in sandbox.printed().splitlines()]
    yield {" ".join(words[1:]): words[0] for words in lines if words and words[0].startswith("http://127.0.0.1:")}
    assert await sandbox.stop() == 0
    rest = sandbox.printed().partition(GREETING_END)[2]
    assert ("continues them" in rest) == ("--demo" not in arguments)
