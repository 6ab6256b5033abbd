"""Runs the bot in a process of its own, with a kill point at every stage boundary.

The bot itself knows nothing of it: in this process, and only here, the functions at the boundaries are wrapped.
"""

import os
import re
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from functools import partial, wraps
from types import ModuleType
from typing import Any

import aiohttp

import bot.acting
import bot.client
import bot.load.thresholds
import bot.runner
import bot.storage.sqlite.engine
from bot.client import KurultaiClient
from bot.matches.outbox import Outbox, OutboxRow
from bot.standby.standby import Standby
from bot.storage.database import Database, Transaction, unix_time
from bot.storage.errors import StorageError
from bot.storage.interaction_claims import ClaimedElsewhereError, is_claimed_elsewhere
from bot.storage.sqlite.migrate import Migration, known_migrations
from bot.ui.boards.board_renderer import BoardRenderer
from bot.ui.components.messages import OutgoingMessage
from bot.ui.interactions.dispatcher import Dispatcher
from tests.wait_limit import WAIT_LIMIT
from tests.wire import bot_process
from tests.wire.crash.kill_points import ACTS_VARIABLE, BUSY_VARIABLE, CLOCK_VARIABLE, NEWER_VARIABLE, KillPoint

REQUESTS = (
    ("answer", re.compile(r"POST .*/interactions/\d+/[^/]+/callback")),
    ("post", re.compile(r"POST .*/channels/\d+/messages")),
    ("edit", re.compile(r"PATCH .*/channels/\d+/messages/\d+")),
    ("thread", re.compile(r"POST .*/channels/\d+/messages/\d+/threads")),
)
"""Requests with two boundaries: before they are sent, and when Discord has accepted them but the answer is unread."""


HANDLING: ContextVar[bool] = ContextVar("handling", default=False)
"""Whether the task handles an interaction or its effects."""

AUTOCOMPLETED = re.compile(r'\{"type": ?8\b')
"""Such an answer is not a boundary: it may be read only after the user has sent a suggestion."""


def patch_interactions(kill_point: KillPoint) -> None:
    """``received``: an interaction has arrived and is not handled yet."""
    for name in ("on_component", "on_command"):
        setattr(Dispatcher, name, _after(kill_point, "received", getattr(Dispatcher, name)))


def _after(
    kill_point: KillPoint, boundary: str, function: Callable[..., Awaitable[Any]]
) -> Callable[..., Awaitable[Any]]:
    @wraps(function)
    async def wrapped(*arguments: Any, **named: Any) -> Any:
        kill_point.reached(boundary)
        token = HANDLING.set(True)
        try:
            return await function(*arguments, **named)
        finally:
            HANDLING.reset(token)

    return wrapped


def patch_transactions(kill_point: KillPoint) -> None:
    """Transactions: before they begin, when their rows are written, when they are committed and nobody knows of it yet;
    when they could not be; and when what was asked was refused.

    ``delivery`` for those that note what has been posted, ``decision`` for others that follow from an interaction, and
    ``upkeep`` for what the bot does by itself, such as the daily round, which comes some time after each start.
    """
    write = Database.write

    async def wrapped(self: Database, work: Callable[[Transaction], Any]) -> Any:
        of_outbox = getattr(work, "__qualname__", "").startswith(Outbox.delivered.__qualname__)
        stage = "delivery" if of_outbox else "decision" if HANDLING.get() else "upkeep"
        kill_point.reached(f"{stage} before")

        def spied(transaction: Transaction) -> Any:
            transaction.after_commit(kill_point.reached, f"{stage} committed")
            result = work(transaction)
            kill_point.reached(f"{stage} written")
            return result

        try:
            return await write(self, spied)
        except StorageError:
            kill_point.reached(f"{stage} failed")
            raise
        except Exception as error:
            kill_point.reached(f"{stage} refused")
            if isinstance(error, ClaimedElsewhereError):
                kill_point.reached("left to another")
            raise

    Database.write = wrapped  # type: ignore[method-assign]


def patch_refusals(kill_point: KillPoint) -> None:
    """``left to another``: an interaction is not answered here, because another process has handled it."""

    async def wrapped(database: Database, interaction_id: int) -> bool:
        found = await is_claimed_elsewhere(database, interaction_id)
        if found:
            kill_point.reached("left to another")
        return found

    put(bot.acting, "is_claimed_elsewhere", wrapped)


def patch_delivery(kill_point: KillPoint) -> None:
    """``row read``: a row is about to be posted; ``drawn``: its picture is ready."""
    next_row, render_message = Outbox.next_row, BoardRenderer.render_message

    async def reading(self: Outbox, queue_key: str) -> OutboxRow | None:
        row = await next_row(self, queue_key)
        if row is not None:
            kill_point.reached("row read")
        return row

    async def drawing(self: BoardRenderer, *arguments: Any) -> OutgoingMessage:
        message = await render_message(self, *arguments)
        kill_point.reached("drawn")
        return message

    Outbox.next_row = reading  # type: ignore[method-assign]
    BoardRenderer.render_message = drawing  # type: ignore[method-assign, assignment]


def patch_requests(kill_point: KillPoint) -> None:
    """Boundaries before requests to Discord, and after Discord has accepted them but before the answer is read."""
    request = aiohttp.ClientSession._request

    async def wrapped(self: aiohttp.ClientSession, method: str, url: Any, **named: Any) -> aiohttp.ClientResponse:
        line = f"{method} {str(url).partition('?')[0]}"
        kind = next((kind for kind, pattern in REQUESTS if pattern.fullmatch(line)), None)
        if kind == "answer" and AUTOCOMPLETED.match(str(named.get("data"))):
            kind = None
        if kind is not None:
            kill_point.reached(f"{kind} before")
        response = await request(self, method, url, **named)
        if kind is not None:
            kill_point.reached(f"{kind} accepted")
        return response

    aiohttp.ClientSession._request = wrapped  # type: ignore[method-assign, assignment]


def change_time(seconds_ahead: int) -> None:
    """Set the bot's clock ahead of the tests' clock, and skip waiting for servers."""
    put(bot.client, "GUILD_READY_SECONDS", 0.01)
    put(bot.runner, "KurultaiClient", partial(KurultaiClient, clock=lambda: unix_time() + seconds_ahead))


def never_acknowledge_early() -> None:
    """Let the answer to a press come after its commit on a slow machine too, where it would be deferred before; and let
    nobody give up the answer, nor the stop that waits for it.
    """
    for threshold in ("DEFER_AFTER", "POLL_AFTER"):
        put(bot.load.thresholds, threshold, 2 * WAIT_LIMIT)
    put(bot.load.thresholds, "LONGEST_CALLBACK", 2 * WAIT_LIMIT)
    put(bot.acting, "RESPONSE_DRAIN_SECONDS", 2 * WAIT_LIMIT)
    put(bot.runner, "SHUTDOWN_TIMEOUT", 3 * WAIT_LIMIT)


def wait_for_others(seconds: float) -> None:
    """Set how long a writer waits for another process."""
    put(bot.load.thresholds, "BUSY_TIMEOUT", seconds)


def act_in_any_case() -> None:
    """Act although another process does, as two versions could before one stood by."""

    async def try_act(self: Standby) -> bool:
        del self
        return True

    Standby.try_act = try_act  # type: ignore[method-assign]


def add_migration() -> None:
    """Know one more migration than this version."""
    known = known_migrations()
    newer = (*known, Migration(known[-1].version + 1, ("CREATE TABLE from_the_future (id INTEGER) STRICT",)))
    put(bot.storage.sqlite.engine, "known_migrations", lambda: newer)


def put(module: ModuleType, name: str, replacement: object) -> None:
    """Replace a name in a module."""
    assert hasattr(module, name), f"{module.__name__} has no {name}"
    setattr(module, name, replacement)


def main() -> int:
    """Run until a kill point or SIGTERM."""
    set_trap = KillPoint.from_environment(os.environ)
    for lay in (patch_interactions, patch_transactions, patch_refusals, patch_delivery, patch_requests):
        lay(set_trap)
    never_acknowledge_early()
    change_time(int(os.environ.get(CLOCK_VARIABLE, "0")))
    wait_for_others(float(os.environ.get(BUSY_VARIABLE, WAIT_LIMIT)))
    if NEWER_VARIABLE in os.environ:
        add_migration()
    if ACTS_VARIABLE in os.environ:
        act_in_any_case()
    return bot_process.main()
