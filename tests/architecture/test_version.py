"""The version is in one place, and the changelog has a section for it."""

from __future__ import annotations

import re
import tomllib

from bot import VERSION
from tests.architecture.source import ROOT


def test_package_takes_its_version_from_the_bot() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert settings["project"]["dynamic"] == ["version"]
    assert settings["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "bot.VERSION"}
    assert re.fullmatch(r"\d+\.\d+\.\d+", VERSION)


def test_changelog_begins_with_the_current_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.+)$", changelog, re.MULTILINE)
    released = [heading for heading in headings if heading != "Unreleased"]
    assert headings[0] in ("Unreleased", released[0])
    assert re.fullmatch(rf"{re.escape(VERSION)} - \d{{4}}-\d\d-\d\d", released[0])
    numbers = [tuple(map(int, heading.split(" ")[0].split("."))) for heading in released]
    assert numbers == sorted(numbers, reverse=True)
