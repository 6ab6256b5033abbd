"""Dockerfile, .dockerignore and the unit of systemd keep what docs/hosting/container.md promises."""

from __future__ import annotations

import configparser
import fnmatch
import re
from pathlib import Path

import pytest

from bot.runner import FINAL_CLOSE_TIMEOUT, SHUTDOWN_TIMEOUT
from tests.wire.hosting.containerfile import ROOT, exec_form, read_dockerfile

ARGUMENTS, STAGES = read_dockerfile()
FINAL = STAGES[-1]


def is_sent(path: str) -> bool:
    """Whether .dockerignore lets a file into the build; the last line that matches it or a folder of it decides."""
    parents = [path, *map(str, Path(path).parents)]
    sent = True
    for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        pattern = line.removeprefix("!").removeprefix("**/")
        anywhere = "**/" in line
        candidates = Path(path).parts if anywhere else parents
        if any(fnmatch.fnmatchcase(part, pattern) for part in candidates):
            sent = line.startswith("!")
    return sent


def copied() -> list[str]:
    """Return what is copied from the project."""
    texts = [text for stage in STAGES for text in stage.texts("COPY") if not text.startswith("--from=")]
    return [source for text in texts for source in text.split()[:-1]]


def test_base_is_named_with_version_and_distribution() -> None:
    version = re.fullmatch(r"python:3\.(\d+)-slim-[a-z]+", ARGUMENTS["PYTHON_IMAGE"])
    assert version is not None
    assert int(version[1]) >= 11
    assert {stage.base for stage in STAGES} == {"${PYTHON_IMAGE}"}


def test_everything_copied_exists_and_is_sent_to_the_builder() -> None:
    assert [source for source in copied() if not (ROOT / source).exists() or not is_sent(source)] == []
    assert set(copied()) >= {"bot", "engines", "lessons", "players", "render", "LICENSE"}
    assert is_sent("bot/client.py")


@pytest.mark.parametrize(
    "path", [".env", "kurultai.sqlite3", ".git/config", ".venv/bin/python", "tests/fakes.py", "bot/__pycache__/a.pyc"]
)
def test_secrets_data_and_tests_are_not_sent(path: str) -> None:
    assert not is_sent(path)


def test_packages_are_locked_and_not_compiled() -> None:
    (step,) = [text for text in STAGES[0].texts("RUN") if " pip " in text]
    assert "--require-hashes --requirement requirements/image.txt" in step
    assert "--only-binary=:all:" in step


def test_bot_runs_as_a_user_without_privileges() -> None:
    user, group = FINAL.last("USER").split(":")
    assert int(user) > 1_000
    names = [instruction.name for instruction in FINAL.instructions]
    assert "RUN" not in names[names.index("USER") :]
    assert any(f"--owner={user} --group={group}" in text and text.endswith("/data") for text in FINAL.texts("RUN"))


def test_command_and_health_check_need_no_shell() -> None:
    assert FINAL.command == ["python", "-m", "bot"]
    assert FINAL.health_check == ["python", "-m", "bot", "health"]
    assert FINAL.last("VOLUME") == "/data"
    assert FINAL.environment["KURULTAI_DATABASE"].startswith("/data/")
    with pytest.raises(ValueError, match="Expecting value"):
        exec_form("python -m bot")


def test_systemd_waits_until_the_bot_has_stopped() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.read_string((ROOT / "docs" / "kurultai.service").read_text(encoding="utf-8"))
    assert int(unit["Service"]["TimeoutStopSec"]) > SHUTDOWN_TIMEOUT + FINAL_CLOSE_TIMEOUT


def test_requirements_of_platforms_are_those_of_the_bot() -> None:
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not line.startswith("#")] == ["-r requirements/run.txt"]
