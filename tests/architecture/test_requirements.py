"""pyproject.toml and requirements/*.txt agree."""

import re
import sys
import tomllib
from importlib.metadata import packages_distributions

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.architecture.source import ROOT, imported_packages, modules

GROUPS = {
    "run": ("fonts",),
    "run-postgres": ("fonts", "postgres"),
    "metrics": ("fonts", "metrics"),
    "image": ("fonts", "metrics", "postgres"),
    "play": ("fonts", "play"),
    "bench": ("fonts", "bench"),
    "dev": ("dev", "fonts", "metrics", "postgres", "play", "bench"),
}

PIN = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)(?:\[[\w,-]+\])?==(?P<version>[^\s;\\]+)", re.MULTILINE)


def wanted(group: str) -> list[Requirement]:
    """Return the requirements in pyproject.toml: the bot's own and the extras of a group."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [line for extra in GROUPS[group] for line in project["optional-dependencies"][extra]]
    return [Requirement(line) for line in [*project["dependencies"], *extras]]


def locked(group: str) -> dict[str, str]:
    """Return the versions in a lock file by name."""
    text = (ROOT / "requirements" / f"{group}.txt").read_text(encoding="utf-8")
    return {canonicalize_name(pin["name"]): pin["version"] for pin in PIN.finditer(text)}


@pytest.mark.parametrize("group", GROUPS)
def test_every_requirement_is_locked_at_a_version_it_admits(group: str) -> None:
    pins = locked(group)
    for requirement in wanted(group):
        version = pins.get(canonicalize_name(requirement.name))
        assert version is not None, f"{requirement} is not locked: make lock"
        assert requirement.specifier.contains(version), f"{requirement} is locked at {version}: make lock"


@pytest.mark.parametrize("group", GROUPS)
def test_all_locks_agree_with_the_one_for_development(group: str) -> None:
    assert locked(group).items() <= locked("dev").items()


@pytest.mark.parametrize("group", GROUPS)
def test_every_locked_package_has_hashes_and_no_address(group: str) -> None:
    text = (ROOT / "requirements" / f"{group}.txt").read_text(encoding="utf-8")
    blocks = re.split(r"^(?=[A-Za-z0-9])", text, flags=re.MULTILINE)[1:]
    assert len(blocks) == len(locked(group))
    assert [block.split()[0] for block in blocks if "--hash=sha256:" not in block] == []
    assert not re.search(r"index-url|find-links|file:|https?:|@ ", text)


def test_production_imports_are_installed() -> None:
    providers = packages_distributions()
    imported = {
        name
        for package in ("bot", "engines", "lessons", "players", "render")
        for path in modules(package)
        for name in imported_packages(path)
    }
    foreign = imported - sys.stdlib_module_names - {"bot", "engines", "lessons", "players", "render"}
    missing = {
        name
        for name in foreign
        if not {canonicalize_name(dist) for dist in providers.get(name, ())} & locked("run").keys()
    }
    assert missing == {"prometheus_client", "psycopg"}, "the only optional packages"


def test_only_the_metrics_and_postgresql_need_their_packages() -> None:
    importers = [path for path in modules("bot") if "prometheus_client" in imported_packages(path)]
    assert [path.name for path in importers] == ["metrics.py"]
    folders = {path.parent.name for path in modules("bot") if "psycopg" in imported_packages(path)}
    assert folders == {"postgres"}
    assert "prometheus-client" in locked("metrics")


def test_production_does_not_install_the_simulator() -> None:
    assert "simcord" not in locked("run")
    assert "simcord" in locked("play")


def test_python_floor_is_the_same_everywhere() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert settings["project"]["requires-python"] == ">=3.11"
    assert settings["tool"]["mypy"]["python_version"] == "3.11"
    assert settings["tool"]["ruff"]["target-version"] == "py311"
    assert "--python-version 3.11" in (ROOT / "requirements" / "compile.sh").read_text(encoding="utf-8")
