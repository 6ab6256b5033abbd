"""The files for Compose set what exists: settings, paths, images, commands, and services that wait for each other."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.runner import FINAL_CLOSE_TIMEOUT, SHUTDOWN_TIMEOUT
from bot.settings import load_settings
from tests.wire.hosting.containerfile import ROOT, read_dockerfile

FILES = {"compose.yaml": ["kurultai"], "compose.postgres.yaml": ["first", "second"]}
"""The services of each that are bots."""
PASSWORD = "a password"
VARIABLE = re.compile(r"\$\{(?P<name>\w+)(:\?[^}]*)?\}")
OTHERS = {"PGPASSWORD", "PYTHONPATH"}
"""Variables of a bot that are no settings: of libpq and of Python."""
FINAL = read_dockerfile()[1][-1]
COMMANDS = {"up", "down", "exec", "run", "stop", "start", "build", "logs"}
"""Of Compose, as far as they are documented."""
BOTS = [(file, service) for file, services in FILES.items() for service in services]


def read(file: str) -> Mapping[str, Any]:
    """Return a file as Compose reads it, with the variables of ``.env``."""
    text = (ROOT / file).read_text(encoding="utf-8")
    assert {found["name"] for found in VARIABLE.finditer(text)} <= {"POSTGRES_PASSWORD"}
    found: Mapping[str, Any] = yaml.safe_load(VARIABLE.sub(PASSWORD, text))
    return found


def service_of(file: str, name: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = read(file)["services"][name]
    return found


def environment_of(file: str, name: str) -> dict[str, str]:
    """Return the variables in a container of the bot: those of its image, then those of Compose."""
    return {**FINAL.environment, **service_of(file, name)["environment"]}


def mounts(service: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Return each volume with its path in the container."""
    for line in service.get("volumes", ()):
        volume, _, path = line.partition(":")
        yield volume, path


@pytest.mark.parametrize(("file", "name"), BOTS)
def test_every_variable_of_bots_is_a_setting(file: str, name: str) -> None:
    environment = environment_of(file, name)
    settings = {key: value for key, value in environment.items() if key.startswith("KURULTAI_")}
    assert set(service_of(file, name)["environment"]) - set(settings) <= OTHERS
    database = settings.pop("KURULTAI_DATABASE")  # its folder is not here
    assert database == "/data/kurultai.sqlite3" or load_settings({"KURULTAI_DATABASE": database}, None).postgres
    assert load_settings(settings, None).warnings == ()


@pytest.mark.parametrize(("file", "name"), BOTS)
def test_bots_keep_their_files_in_volumes_of_their_own(file: str, name: str) -> None:
    service = service_of(file, name)
    ((volume, path),) = mounts(service)
    assert path == FINAL.last("VOLUME")
    assert volume in read(file)["volumes"]
    database = environment_of(file, name)["KURULTAI_DATABASE"]
    assert Path(database).is_relative_to(path) or service["working_dir"] == path
    others = [other for other in FILES[file] if other != name]
    assert all(volume not in dict(mounts(service_of(file, other))) for other in others)


@pytest.mark.parametrize(("file", "name"), BOTS)
def test_bots_are_the_image_of_the_dockerfile_with_its_command(file: str, name: str) -> None:
    service = service_of(file, name)
    assert (ROOT / service["build"] / "Dockerfile").is_file()
    assert service["env_file"] == ".env"
    assert (ROOT / ".env.example").is_file()
    assert not {"command", "entrypoint", "user", "healthcheck"} & set(service), "those of the image"
    code = service["environment"].get("PYTHONPATH", FINAL.last("WORKDIR"))
    assert code == FINAL.last("WORKDIR"), "python -m bot finds the bot from any working folder"
    assert "working_dir" not in service or "PYTHONPATH" in service["environment"]


@pytest.mark.parametrize(("file", "name"), BOTS)
def test_bots_may_write_only_their_data_and_have_time_to_stop(file: str, name: str) -> None:
    service = service_of(file, name)
    assert service["read_only"] is True
    assert [mount.partition(":")[0] for mount in service["tmpfs"]] == ["/tmp"]
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["restart"] == "unless-stopped"
    assert int(service["stop_grace_period"].removesuffix("s")) > SHUTDOWN_TIMEOUT + FINAL_CLOSE_TIMEOUT


def test_both_bots_use_the_database_of_the_server_beside_them_and_wait_for_it() -> None:
    file = "compose.postgres.yaml"
    server = service_of(file, "database")
    assert re.fullmatch(r"postgres:\d+-[a-z]+", server["image"])
    set_there = server["environment"]
    for name in FILES[file]:
        environment = environment_of(file, name)
        settings = load_settings({"KURULTAI_DATABASE": environment["KURULTAI_DATABASE"]}, None)
        assert settings.postgres == f"postgresql://{set_there['POSTGRES_USER']}@database/{set_there['POSTGRES_DB']}"
        assert environment["PGPASSWORD"] == set_there["POSTGRES_PASSWORD"] == PASSWORD
        assert service_of(file, name)["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert server["healthcheck"]["test"][:2] == ["CMD", "pg_isready"]
    assert f"--username={set_there['POSTGRES_USER']}" in server["healthcheck"]["test"]
    ((volume, path),) = mounts(server)
    assert volume in read(file)["volumes"]
    assert path == "/var/lib/postgresql/data", "where the image has its data, up to version 17"
    assert int(server["image"].partition(":")[2].partition("-")[0]) <= 17


def test_every_volume_is_used() -> None:
    for file in FILES:
        used = {volume for service in read(file)["services"].values() for volume, _ in mounts(service)}
        assert used == set(read(file)["volumes"])


@pytest.mark.parametrize("page", ["docs/hosting/container.md", "docs/hosting/postgresql.md", "docs/upgrading.md"])
def test_documented_commands_name_files_and_services_that_exist(page: str) -> None:
    text = (ROOT / page).read_text("utf-8").replace("\\\n", "")
    chosen = re.search(r"^COMPOSE_FILE=(.*)$", text, re.MULTILINE)
    lines = [line for line in text.splitlines() if "docker compose " in line]
    assert lines
    for line in lines:
        words = shlex.split(line[line.index("docker compose ") :].partition("`")[0], comments=True)
        file = words[words.index("--file") + 1] if "--file" in words else chosen[1] if chosen else "compose.yaml"
        assert file in FILES
        command = next(word for word in words[2:] if word in COMMANDS)
        named = [word for word in words[words.index(command) + 1 :] if not word.startswith("-")]
        services = named[:1] if command in {"exec", "run"} else named
        assert services or command not in {"exec", "run"}
        assert set(services) <= set(read(file)["services"])


def test_database_is_healthy_only_when_it_is_reached_over_the_network() -> None:
    """While the image creates the database, its server answers at its socket, and ends before the real one starts."""
    assert "--host=127.0.0.1" in service_of("compose.postgres.yaml", "database")["healthcheck"]["test"]


def test_status_names_each_bot_as_its_service() -> None:
    for name in FILES["compose.postgres.yaml"]:
        assert service_of("compose.postgres.yaml", name)["hostname"] == name
