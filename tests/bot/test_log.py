"""Logs: structured, with match and interaction, never with the token."""

from __future__ import annotations

import asyncio
import json
import logging

import pytest

from bot.log import REDACTED, configure_logging, log_context, redact_ids


def test_json_line_has_the_fields_of_its_record(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging("INFO", "json")
    logging.getLogger("bot.delivery").info("posted", extra={"queue": "match:3"})
    line = json.loads(capsys.readouterr().err)
    assert (line["level"], line["logger"], line["event"], line["queue"]) == (
        "info",
        "bot.delivery",
        "posted",
        "match:3",
    )


async def test_context_is_logged_within_its_tasks_only(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging("INFO", "json")
    log = logging.getLogger("bot.test")

    async def handle(match: int) -> None:
        with log_context(match=match, interaction=match * 10):
            await asyncio.gather(asyncio.create_task(_log_one(log)))

    await asyncio.gather(handle(1), handle(2))
    log.info("outside")
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [(line.get("match"), line.get("interaction")) for line in lines] == [
        (1, 10),
        (2, 20),
        (None, None),
    ]


async def _log_one(log: logging.Logger) -> None:
    log.info("inside")


@pytest.mark.parametrize("style", ["json", "text"])
def test_secret_is_removed_from_messages_fields_and_tracebacks(capsys: pytest.CaptureFixture[str], style: str) -> None:
    configure_logging("INFO", style, ("s3cret",))
    log = logging.getLogger("bot.test")
    try:
        raise RuntimeError("with s3cret inside")
    except RuntimeError:
        log.exception("failed with %s", "s3cret", extra={"header": "Bot s3cret"})
    output = capsys.readouterr().err
    assert "s3cret" not in output
    assert output.count(REDACTED) >= 3


def test_secret_is_removed_as_json_writes_it(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging("INFO", "json", ('a"b\\cé',))
    logging.getLogger("bot.test").error("failed", extra={"reason": 'with a"b\\cé inside'})
    assert json.loads(capsys.readouterr().err)["reason"] == f"with {REDACTED} inside"


def test_libraries_do_not_log_payloads_even_at_debug(capsys: pytest.CaptureFixture[str]) -> None:
    """discord.py logs whole payloads at DEBUG, private answers among them."""
    configure_logging("DEBUG", "json")
    logging.getLogger("discord.http").debug("payload")
    logging.getLogger("bot.test").debug("ours")
    assert [json.loads(line)["event"] for line in capsys.readouterr().err.splitlines()] == ["ours"]


def test_text_format_is_one_readable_line(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging("INFO", "text")
    logging.getLogger("bot.test").warning("slow", extra={"seconds": 3})
    assert capsys.readouterr().err.rstrip().endswith("warning slow seconds=3")


def test_user_ids_are_removed_and_match_numbers_kept() -> None:
    assert redact_ids("watch:12:1234567890123456789") == "watch:12:…"
    assert redact_ids("match:12345") == "match:12345"
