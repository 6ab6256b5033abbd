"""A failed request delays only its own recipient: a rate limit of an hour, a request that hangs, a
connection that breaks, a refusal that means nothing.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.delivery.request_limits import RequestRateLimiter, trace_rate_limits
from bot.load import thresholds
from tests.wait_limit import WAIT_LIMIT
from tests.wire.conftest import SmallBot, Start
from tests.wire.emulator import FOREVER, Channel, DiscordEmulator, Interaction
from tests.wire.many_servers import PLAYERS, ManyServers, Planner, play_models
from tests.wire.process import BOT, PATIENT, BotProcess

POST = "POST /channels/*/messages"
EDIT = "PATCH /channels/*/messages/*"
CALLBACK = "POST /interactions/*/*/callback"

MATCHES = thresholds.ACTIVE_QUEUES + 2
HOUR = 3600.0
LONG = 25.0
"""Seconds until a delayed answer, which no test waits for."""


class Club:
    """Matches of İYE, each in a channel of its own, and the bot."""

    def __init__(self, emulated: DiscordEmulator, folder: Path) -> None:
        self.discord = emulated
        self.many_servers = ManyServers.build(emulated, 2, MATCHES * len(PLAYERS))
        self.path = folder / "kurultai.sqlite3"
        self.matches = range(1, MATCHES * len(PLAYERS), len(PLAYERS))
        self._folder = folder
        self.bot: BotProcess

    async def begin(self, models: Path, module: str = BOT) -> None:
        """Start the bot on copies of played matches, and let it greet its servers."""
        shutil.copyfile(models, self.path)
        self.many_servers.place_matches(self.path)
        self.bot = BotProcess.fork(self.discord, self._folder, module=module)
        greeted = self.many_servers.channels[: len(self.many_servers.guilds)]
        await self.discord.until(lambda: all(channel.messages for channel in greeted), "two greetings")
        for channel in greeted:
            channel.messages.clear()
        self.discord.requests.clear()

    def channel(self, match_id: int) -> Channel:
        """Return the channel of a match."""
        return self.many_servers.channels[match_id - 1]

    def play(self, match_id: int) -> Interaction:
        """Let the player to move type a turn."""
        with closing(Planner(self.path, match_id)) as planner:
            turn = planner.turn(match_id)
        assert turn is not None
        return self.many_servers.take(turn)

    async def until_board(self, match_id: int, boards: int = 1) -> None:
        """Wait until the channel of a match has some messages."""
        channel = self.channel(match_id)
        try:
            await self.discord.until(lambda: len(channel.messages) >= boards, f"board {boards} of {match_id}")
        except TimeoutError as error:
            raise AssertionError(f"{error}\n{self.bot.log[-4000:]}") from None

    def rows(self, sql: str) -> list[Any]:
        """Query the database."""
        with closing(sqlite3.connect(f"file:{self.path}?mode=ro", uri=True)) as db:
            return db.execute(sql).fetchall()


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a match of every game."""
    path = tmp_path_factory.mktemp("models") / "kurultai.sqlite3"
    asyncio.run(play_models(path, 1))
    return path


@pytest.fixture
async def club(emulated: DiscordEmulator, models: Path, tmp_path: Path) -> AsyncIterator[Club]:
    made = Club(emulated, tmp_path)
    await made.begin(models)
    yield made
    await made.bot.kill()


@pytest.fixture
async def patient_club(emulated: DiscordEmulator, models: Path, tmp_path: Path) -> AsyncIterator[Club]:
    """A club whose bot never gives up a response because it comes late, as it may on a busy machine."""
    made = Club(emulated, tmp_path)
    await made.begin(models, PATIENT)
    yield made
    await made.bot.kill()


COSMETIC_FAILURES: dict[str, Callable[[DiscordEmulator], object]] = {
    "429 for an hour": lambda discord: discord.rate_limit(EDIT, HOUR, times=FOREVER),
    "429 of Cloudflare's": lambda discord: discord.fail(EDIT, 429, times=FOREVER, answer="<html>slow down</html>"),
    "429 with an unreadable time": lambda discord: discord.fail(
        EDIT, 429, times=FOREVER, answer={"retry_after": "a while"}, headers={"Via": "1.1 google"}
    ),
    "broken connections": lambda discord: discord.drop(EDIT, times=FOREVER),
    "403 of Cloudflare's": lambda discord: discord.refuse(EDIT, 403, 40333, "internal network error"),
}


@pytest.mark.parametrize("name", COSMETIC_FAILURES)
async def test_boards_are_posted_although_old_buttons_cannot_be_removed(club: Club, name: str) -> None:
    (match_id, *_) = club.matches
    COSMETIC_FAILURES[name](club.discord)
    for boards in range(1, 4):
        await club.play(match_id).until_complete()
        await club.until_board(match_id, boards)
    assert club.discord.requests_for(EDIT), "the bot tried to remove the buttons"


QUEUE_FAILURES: dict[str, Callable[[DiscordEmulator], object]] = {
    "429 for an hour": lambda discord: discord.rate_limit(POST, HOUR, times=thresholds.ACTIVE_QUEUES),
    "429 of Cloudflare's": lambda discord: discord.fail(
        POST, 429, times=thresholds.ACTIVE_QUEUES, answer="<html>no</html>"
    ),
    "requests that hang": lambda discord: discord.delay(POST, LONG, times=thresholds.ACTIVE_QUEUES),
}


@pytest.mark.parametrize("name", QUEUE_FAILURES)
async def test_failed_queues_do_not_block_other_matches(club: Club, name: str) -> None:
    *failing, other = club.matches
    QUEUE_FAILURES[name](club.discord)
    for match_id in failing[: thresholds.ACTIVE_QUEUES]:
        club.play(match_id)
    await club.discord.until(
        lambda: len(club.discord.requests_for(POST)) >= thresholds.ACTIVE_QUEUES, "a board of each of them"
    )
    club.play(other)
    await club.until_board(other)
    assert not any(club.channel(match_id).messages for match_id in failing[: thresholds.ACTIVE_QUEUES])


async def test_hanging_responses_do_not_block_others(patient_club: Club) -> None:
    club = patient_club
    hung = thresholds.CONCURRENT_INTERACTIONS + thresholds.OVERLOAD_THRESHOLD + 28
    channel = club.channel(1)
    guests = [club.discord.create_member(club.many_servers.guilds[0], f"Guest {number}") for number in range(hung + 1)]
    late = [guest.send_slash(channel, "matches") for guest in guests[1:]]
    for interaction in late:
        club.discord.delay(f"POST /interactions/{interaction.id}/*/callback", 2 * WAIT_LIMIT)
    answered = guests[0].send_slash(channel, "play", {"game": "iye"})
    await answered.until_complete()
    assert not any(interaction.first.done() for interaction in late)


async def test_board_is_posted_although_the_response_hangs(club: Club) -> None:
    club.discord.delay(CALLBACK, LONG, times=1)
    (match_id, *_) = club.matches
    typed = club.play(match_id)
    await club.until_board(match_id)
    assert not typed.first.done()


async def test_unrelated_refusal_keeps_the_match_in_its_channel(club: Club) -> None:
    (match_id, *_) = club.matches
    refused = club.discord.refuse(POST, 403, 40333, "internal network error", times=1)
    club.play(match_id)
    await club.until_board(match_id)
    assert len(refused.matched) == 1
    assert club.rows("SELECT count(*) FROM matches WHERE lost_at IS NOT NULL") == [(0,)]
    assert club.rows("SELECT count(*) FROM outbox WHERE failed IS NOT NULL") == [(0,)]


async def test_too_large_board_is_posted_without_its_picture(club: Club) -> None:
    (match_id, *_) = club.matches
    club.discord.refuse(POST, 413, 40005, "Request entity too large", times=1)
    club.play(match_id)
    await club.until_board(match_id)
    (board,) = club.channel(match_id).everything
    assert board["attachments"] == []


# --------------------------------------------------------------------------------------------- rate limits of requests


@pytest.fixture
async def limited_bot(
    emulated: DiscordEmulator, start: Start, monkeypatch: pytest.MonkeyPatch
) -> tuple[SmallBot, RequestRateLimiter]:
    """Return a small bot, and the limiter that it reports rate limits to."""
    limiter = RequestRateLimiter(1000)
    usual = SmallBot.__init__

    def made(bot: SmallBot, *arguments: Any, **named: Any) -> None:
        usual(bot, *arguments, **named)
        bot.http.http_trace = trace_rate_limits(limiter)

    monkeypatch.setattr(SmallBot, "__init__", made)
    return await start(), limiter


async def ask(bot: SmallBot) -> object:
    """Ask Discord for something."""
    return await bot.http.get_user(bot.application_id or 0)


USER = "GET /users/*"


def statuses(emulated: DiscordEmulator) -> list[int | None]:
    """Return the status of each answer."""
    return [request.status for request in emulated.requests_for(USER) if request.path != "/users/@me"]


@pytest.mark.parametrize("answer", ["<html>banned</html>", {"retry_after": "soon"}, {"retry_after": -1}, ["x"], {}])
async def test_unreadable_rate_limit_fails_only_its_request(
    emulated: DiscordEmulator, limited_bot: tuple[SmallBot, RequestRateLimiter], answer: Any
) -> None:
    emulated.fail(USER, 429, answer=answer, headers={"Via": "1.1 google"})
    with pytest.raises(discord.RateLimited):
        await ask(limited_bot[0])
    assert statuses(emulated) == [429]
    assert limited_bot[1].blocked_for == 0
    await ask(limited_bot[0])


async def test_retry_after_of_a_cloudflare_limit_is_read(
    emulated: DiscordEmulator, limited_bot: tuple[SmallBot, RequestRateLimiter]
) -> None:
    emulated.fail(USER, 429, answer="<html>banned</html>", headers={"Retry-After": "1800"})
    with pytest.raises(discord.RateLimited) as limited:
        await ask(limited_bot[0])
    assert limited.value.retry_after == 1800


async def test_short_limit_is_waited_out(
    emulated: DiscordEmulator, limited_bot: tuple[SmallBot, RequestRateLimiter]
) -> None:
    emulated.rate_limit(USER, 0.05)
    await ask(limited_bot[0])
    assert statuses(emulated) == [429, 200]


async def test_global_limit_blocks_the_limiter(
    emulated: DiscordEmulator, limited_bot: tuple[SmallBot, RequestRateLimiter]
) -> None:
    emulated.rate_limit(USER, 30.0, everywhere=True)
    with pytest.raises(discord.RateLimited):
        await ask(limited_bot[0])
    assert 0 < limited_bot[1].blocked_for <= 30.0


@pytest.mark.parametrize(
    ("status", "headers", "counts"),
    [
        (401, {}, True),
        (403, {}, True),
        (429, {"Retry-After": "9"}, True),
        (429, {"Retry-After": "9", "X-RateLimit-Scope": "shared"}, False),
        (404, {}, False),
    ],
)
async def test_refusals_are_counted(
    emulated: DiscordEmulator,
    limited_bot: tuple[SmallBot, RequestRateLimiter],
    monkeypatch: pytest.MonkeyPatch,
    status: int,
    headers: dict[str, str],
    counts: bool,
) -> None:
    counted: list[int] = []
    monkeypatch.setattr(limited_bot[1], "note_refusal", lambda: counted.append(status))
    emulated.fail(USER, status, answer={"message": "no", "code": 0}, headers=headers)
    with pytest.raises((discord.HTTPException, discord.RateLimited)):
        await ask(limited_bot[0])
    assert bool(counted) is counts


async def test_response_limit_is_reported_like_other_limits(
    emulated: DiscordEmulator, limited_bot: tuple[SmallBot, RequestRateLimiter]
) -> None:
    emulated.rate_limit("POST /webhooks/*/*", HOUR)
    webhook = discord.Webhook.partial(1, "token", client=limited_bot[0])
    with pytest.raises(discord.RateLimited):
        await webhook.send("hello")
