"""Every error becomes a sentence that says what to do; unexpected ones get an id, which is in the log."""

import logging
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from discord import app_commands

from bot.errors import DISCORD_UNAVAILABLE, UserError, explain, user_error_text
from bot.matches.errors import NotYourTurnError
from bot.storage.errors import StorageError
from engines.errors import IllegalMoveError
from engines.text import T

REASON = T("Because.")


@pytest.mark.parametrize("kind", [NotYourTurnError, IllegalMoveError, UserError, StorageError])
def test_user_error_keeps_its_sentence(kind: type[Exception]) -> None:
    assert explain(kind(REASON)).text == REASON
    assert explain(kind(REASON)).error_id is None


def discord_error(status: int, code: int) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="", headers={})
    return discord.HTTPException(response, {"code": code, "message": ""})


@pytest.mark.parametrize(
    "error",
    [
        discord_error(500, 0),
        discord_error(429, 0),
        discord_error(403, 0),
        discord_error(403, 40333),
        discord.RateLimited(3600),
        TimeoutError(),
        aiohttp.ClientConnectionError(),
    ],
)
def test_failures_of_discord_are_reported_as_such(error: Exception) -> None:
    assert user_error_text(error) == DISCORD_UNAVAILABLE


def test_known_error_code_of_discord_has_its_sentence() -> None:
    assert "permission" in str(user_error_text(discord_error(403, 50013)))
    assert "cannot see this channel" in str(user_error_text(discord_error(403, 50001)))


def test_error_wrapped_by_discord_py_is_unwrapped() -> None:
    command: Any = SimpleNamespace(name="move")
    assert explain(app_commands.CommandInvokeError(command, NotYourTurnError(REASON))).text == REASON


@pytest.mark.parametrize("error", [RuntimeError("secret"), discord_error(400, 50035)])
def test_unexpected_error_gets_an_id_and_its_traceback_goes_to_the_log(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    explained = explain(error)
    assert explained.error_id is not None
    assert explained.error_id in str(explained.text)
    assert "secret" not in str(explained.text)
    (record,) = caplog.records
    assert record.levelno == logging.ERROR
    assert getattr(record, "error_id", None) == explained.error_id
    assert record.exc_info is not None
    assert record.exc_info[1] is error
