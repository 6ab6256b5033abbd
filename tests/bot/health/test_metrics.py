"""The metrics endpoint: what it serves is documented, and it contains no ids."""

from __future__ import annotations

import asyncio
import http.client
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.health.metrics import MetricsServer
from bot.health.status_file import BotStatus, write_status
from bot.matches.model.match import MatchChannel, Person
from bot.matches.model.text_json import dump_text
from bot.matches.service import build as build_matches
from bot.process.gc_tuning import GcTuning
from bot.runner import serve
from bot.settings import Settings, SettingsError, load_settings
from bot.standby.locks import ACTING, beside, lock_file
from bot.storage.database import Database
from bot.storage.sqlite.backup import backup_path
from engines import SLUGS
from engines.text import T

NOW = 1_800_000_000
ADA, BEN = Person(1_000_000_000_000_000_001, "Ada"), Person(2_000_000_000_000_000_002, "Ben")
STATUS = BotStatus(
    version="1.2.3",
    process=7,
    started_at=NOW - 5_000,
    written_at=NOW,
    acting_since=NOW - 4_995,
    connected_since=NOW - 4_990,
    servers=2,
    interactions=40,
    interaction_seconds=2.5,
    latency=0.05,
    computer_process=8,
    computer_process_bytes=41_600_000,
    computer_process_deaths=5,
    decisions_waiting=2,
    decisions_made=30,
    decisions_failed=3,
    decisions_over_budget=4,
)
OF_THE_LIBRARY = {
    "process_cpu_seconds",
    "process_max_fds",
    "process_open_fds",
    "process_resident_memory_bytes",
    "process_start_time_seconds",
    "process_virtual_memory_bytes",
}
ROOT = Path(__file__).parents[3]
DOCUMENT = ROOT / "docs" / "metrics.md"


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    """A database with two matches and messages about them."""
    path = tmp_path / "kurultai.sqlite3"
    async with await Database.open(path) as opened:
        service = build_matches(opened, clock=lambda: NOW - 70, wake=lambda _queue_key: None)
        for game in ("iye", "totem"):
            table = await service.tables.open_table(game, {}, ADA, MatchChannel(5, 6))
            await service.tables.join(table.id, BEN)
    backup_path(path, tmp_path, NOW - 900).touch()
    return path


@pytest.fixture
def server(database: Path) -> Iterator[MetricsServer]:
    """The metrics of a bot that is running and well."""
    lock = lock_file(beside(database, ACTING))
    assert lock is not None
    write_status(database, STATUS)
    made = MetricsServer(("127.0.0.1", 0), database, database.parent, lambda: NOW)
    yield made
    made.close()
    os.close(lock)


def scrape(port: int, path: str = "/metrics") -> str:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", path)
    response = connection.getresponse()
    assert response.status == 200
    text = response.read().decode()
    connection.close()
    return text


def values(text: str) -> dict[str, float]:
    """Every sample by its name, with the value of its label."""
    return {
        sample.name + "".join(f" {value}" for value in sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def families(text: str) -> set[str]:
    return {family.name for family in text_string_to_metric_families(text)}


def test_every_metric_is_documented_and_every_documented_metric_is_served(server: MetricsServer) -> None:
    documented = set(re.findall(r"^\| `(\w+)` \|", DOCUMENT.read_text("utf-8"), re.MULTILINE))
    assert families(scrape(server.port)) == documented
    assert {name for name in documented if not name.startswith("kurultai_")} == OF_THE_LIBRARY


def test_values_are_those_of_the_bot(server: MetricsServer) -> None:
    found = values(scrape(server.port))
    assert found["kurultai_healthy"] == 1
    assert found["kurultai_info 1.2.3"] == 1
    assert found["kurultai_connected"] == 1
    assert found["kurultai_connected_timestamp_seconds"] == NOW - 4_990
    assert found["kurultai_acting_timestamp_seconds"] == NOW - 4_995
    assert (found["kurultai_standbys"], found["kurultai_standbys_connected"]) == (0, 0)
    assert found["kurultai_servers"] == 2
    assert (found["kurultai_interaction_seconds_count"], found["kurultai_interaction_seconds_sum"]) == (40, 2.5)
    counted = {slug: found[f"kurultai_matches {slug}"] + found[f"kurultai_tables {slug}"] for slug in SLUGS}
    assert counted == {**dict.fromkeys(SLUGS, 0.0), "iye": 1.0, "totem": 1.0}
    assert found["kurultai_messages_waiting"] > 0
    assert found["kurultai_oldest_message_seconds"] == 70
    assert found["kurultai_backup_timestamp_seconds"] == NOW - 900
    assert found["kurultai_backup_failed"] == 0
    assert found["process_resident_memory_bytes"] > 1e6


def test_process_of_the_computer_players_is_served(database: Path, server: MetricsServer) -> None:
    found = values(scrape(server.port))
    assert found["kurultai_computer_process_running"] == 1
    assert found["kurultai_computer_process_bytes"] == 41_600_000
    assert found["kurultai_computer_process_restarts_total"] == 5
    assert found["kurultai_computer_decisions_waiting"] == 2
    results = ("made", "failed", "over_budget")
    assert [found[f"kurultai_computer_decisions_total {result}"] for result in results] == [30, 3, 4]
    write_status(database, replace(STATUS, computer_process=None, computer_process_bytes=None))
    ended = values(scrape(server.port))
    assert (ended["kurultai_computer_process_running"], ended["kurultai_computer_process_bytes"]) == (0, 0)


def test_nothing_served_could_be_an_id_or_a_name(server: MetricsServer) -> None:
    lines = [line for line in scrape(server.port).splitlines() if not line.startswith(("#", "process_"))]
    labels = {label for line in lines for label in re.findall(r'(\w+)="', line)}
    assert labels == {"game", "result", "version"}
    assert not re.search(r"[0-9]{15}", "\n".join(lines))


def test_disconnected_bot_without_a_database_still_has_metrics(database: Path, server: MetricsServer) -> None:
    lost = replace(STATUS, connected_since=None, latency=None, disconnected_since=NOW - 10)
    write_status(database, replace(lost, backup_failure=dump_text(T("The disk is full."))))
    for file in database.parent.glob("*.sqlite3*"):
        if ".status." not in file.name:
            file.unlink()
    found = values(scrape(server.port))
    assert (found["kurultai_healthy"], found["kurultai_connected"]) == (0, 0)
    assert (found["kurultai_database_readable"], found["kurultai_database_bytes"]) == (0, 0)
    assert found["kurultai_backup_failed"] == 1
    absent = {"kurultai_connected_timestamp_seconds", "kurultai_gateway_latency_seconds", "kurultai_messages_waiting"}
    assert not absent & found.keys()


async def test_event_loop_goes_on_while_a_request_waits_for_the_database(server: MetricsServer) -> None:
    """The endpoint has threads of its own, so this coroutine can wait for its answer."""
    assert "kurultai_healthy" in await asyncio.to_thread(scrape, server.port)


def test_closed_server_frees_its_port(database: Path) -> None:
    first = MetricsServer(("127.0.0.1", 0), database, database.parent)
    with pytest.raises(OSError, match="in use"):
        MetricsServer(("127.0.0.1", first.port), database, database.parent)
    first.close()
    MetricsServer(("127.0.0.1", first.port), database, database.parent).close()


# --------------------------------------------------------------------------------------------------------- the setting


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("127.0.0.1:9464", ("127.0.0.1", 9464)),
        ("[::1]:9464", ("::1", 9464)),
        ("localhost:1", ("localhost", 1)),
        ("0.0.0.0:65535", ("0.0.0.0", 65_535)),
    ],
)
def test_address_is_a_host_and_a_port(typed: str, address: tuple[str, int]) -> None:
    assert load_settings({}, None).metrics_address is None
    assert load_settings({"KURULTAI_METRICS_ADDRESS": typed}, None).metrics_address == address


@pytest.mark.parametrize("typed", ["9464", ":9464", "127.0.0.1", "::1:9464", "h:0", "h:65536", "http://h:1", "a b:1"])
def test_other_addresses_are_refused(typed: str) -> None:
    with pytest.raises(SettingsError) as caught:
        load_settings({"KURULTAI_METRICS_ADDRESS": typed}, None)
    assert str(caught.value) == (
        f"KURULTAI_METRICS_ADDRESS: {typed} is not a host and a port. It must look like 127.0.0.1:9464."
    )


async def refusal(folder: Path, host: str, port: int) -> str:
    """Start the bot with an address that cannot be used; returns the sentence."""
    settings = Settings(token="x", database=folder / "k.sqlite3", metrics_address=(host, port))
    with GcTuning() as gc_tuning, pytest.raises(SettingsError) as caught:
        await serve(settings, gc_tuning)
    return str(caught.value)


async def test_unusable_address_is_a_sentence(tmp_path: Path) -> None:
    text = await refusal(tmp_path, "192.0.2.1", 9464)
    assert text == (
        "KURULTAI_METRICS_ADDRESS: metrics cannot be served at 192.0.2.1, port 9464: Cannot assign requested address."
    )


async def test_missing_package_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    monkeypatch.delitem(sys.modules, "bot.health.metrics")
    assert await refusal(tmp_path, "127.0.0.1", 9464) == (
        "KURULTAI_METRICS_ADDRESS is set, but the package prometheus-client is not installed. Install it:"
        " .venv/bin/python -m pip install --require-hashes --requirement requirements/metrics.txt"
    )


def test_port_in_use_ends_the_start(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        environment = {
            "DISCORD_TOKEN": "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE." + "x" * 38,
            "KURULTAI_DATABASE": str(tmp_path / "k.sqlite3"),
            "KURULTAI_METRICS_ADDRESS": f"127.0.0.1:{port}",
        }
        ended = subprocess.run(
            [sys.executable, "-m", "bot"], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
    assert (ended.returncode, ended.stdout, ended.stderr.strip()) == (
        2,
        "",
        f"KURULTAI_METRICS_ADDRESS: metrics cannot be served at 127.0.0.1, port {port}: Address already in use.",
    )
