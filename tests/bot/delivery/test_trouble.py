"""What an error of Discord means for something that is to be posted."""

from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.delivery.trouble import Trouble, trouble_of


def error(status: int, code: int = 0) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="", headers={})
    kind = {403: discord.Forbidden, 404: discord.NotFound}.get(status, discord.HTTPException)
    return kind(response, {"code": code, "message": ""})


@pytest.mark.parametrize(
    ("status", "code", "trouble"),
    [
        (500, 0, Trouble.PASSING),
        (503, 0, Trouble.PASSING),
        (429, 0, Trouble.PASSING),
        (401, 0, Trouble.PASSING),
        (404, 10003, Trouble.NO_PLACE),
        (404, 10008, Trouble.NO_MESSAGE),
        (403, 50001, Trouble.NO_PLACE),
        (403, 50013, Trouble.NO_PLACE),
        (400, 160005, Trouble.NO_PLACE),
        (400, 50083, Trouble.NO_PLACE),
        (400, 50035, Trouble.OURS),
    ],
)
def test_errors_of_discord(status: int, code: int, trouble: Trouble) -> None:
    assert trouble_of(error(status, code)) is trouble


@pytest.mark.parametrize("lost", [aiohttp.ClientConnectionError(), TimeoutError(), ConnectionResetError()])
def test_a_lost_connection_passes(lost: Exception) -> None:
    assert trouble_of(lost) is Trouble.PASSING


def test_our_own_mistakes_do_not_pass() -> None:
    assert trouble_of(ValueError()) is Trouble.OURS
