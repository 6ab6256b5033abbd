"""``python -m sandbox``: play in the browser, alone or with someone next to you; no Discord account needed."""

from __future__ import annotations

import argparse
import asyncio
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from secrets import token_bytes

from bot.client import KurultaiClient
from bot.locales import Catalogues
from bot.log import configure_logging
from bot.settings import Settings
from bot.standby.locks import is_bot_running
from bot.storage.errors import StorageError
from sandbox import demo
from sandbox.pages import Pages, listen
from sandbox.personas import DEFAULT_COUNT, PERSONAS, Persona
from sandbox.simulation import ClockError, Simulation

EXIT_OK, EXIT_FAILED, EXIT_USAGE = 0, 1, 2

PORT = 8137
LAST_PORT = 65535
TICK_SECONDS = 1.0

BUSY_NOTICE_SECONDS = 5.0
BUSY = (
    "Still starting: the bot has many messages to post, or this machine is slow or busy. The links follow as soon as it"
    " is ready; press Ctrl-C to stop."
)

WELCOME = (
    "Type **/play** below to open a table. Then be the second person: open another member's page in a new tab with the"
    " links at the top, and join the table there. After a restart the old messages are gone, but the matches are still"
    " there: continue them with **/next** or **/board**."
)
DEMO_WELCOME = (
    "A match of every game is under way between {first} and {second}, with its newest board above. The board says whose"
    " turn it is: to play that turn, open the player's page in a new tab with the links at the top. **/next** shows the"
    " match that waits for you; **/play** opens a table."
)
STOPPED = "The sandbox has stopped. Your matches are saved; “make play” continues them."
DEMO_STOPPED = "The sandbox has stopped. The next demonstration begins with new matches."
DEMO_FOLDER = "demo"


class InUseError(Exception):
    """Another sandbox uses the database."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the sandbox and return the exit status: 0 stopped on request, 1 failed, 2 could not start."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.demo and options.members is not None and options.members < len(demo.MEMBERS):
        parser.error(f"--demo needs at least {len(demo.MEMBERS)} members")
    try:
        listener = listen(options.port)
    except OSError as error:
        return _print_error(
            f"Port {options.port} cannot be used ({_reason(error)}). Another sandbox may be running. Choose another"
            " port with --port, or use --port 0 for any free port."
        )
    with listener:
        folder: Path = options.directory / DEMO_FOLDER if options.demo else options.directory
        try:
            database = _database(folder, fresh=options.fresh or options.demo)
        except InUseError:
            return _print_error(
                f"Another sandbox uses the folder {folder}. Stop it first, or choose another folder with --directory."
            )
        except OSError as error:
            return _print_error(f"The folder {folder} cannot be used: {_reason(error)}.")
        configure_logging(options.log_level, "text")
        settings = Settings(database=database, painter="inside")
        members = options.members or (len(demo.MEMBERS) if options.demo else DEFAULT_COUNT)
        return asyncio.run(_play(settings, PERSONAS[:members], listener, with_demo=options.demo))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m sandbox", description="Play in a simulated Discord, in the browser."
    )
    parser.add_argument("--port", type=_port, default=PORT, help="port of the pages (default: %(default)s)")
    parser.add_argument("--fresh", action="store_true", help="delete all matches and start with an empty database")
    parser.add_argument(
        "--members",
        type=int,
        choices=range(1, len(PERSONAS) + 1),
        metavar="N",
        help=f"number of members in the server, 1 to {len(PERSONAS)} (default: {DEFAULT_COUNT}, with --demo"
        f" {len(demo.MEMBERS)})",
    )
    parser.add_argument(
        "--demo",
        action="store_true",
        help="begin with two members and a match of every game under way, in a database of its own that is new every"
        " time",
    )
    parser.add_argument(
        "--directory", type=Path, default=Path(".play"), help="folder of the database (default: %(default)s)"
    )
    parser.add_argument(
        "--log-level",
        choices=("DEBUG", "INFO", "WARNING", "ERROR"),
        default="WARNING",
        help="what the bot logs to the terminal (default: %(default)s)",
    )
    return parser


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) <= LAST_PORT):
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to {LAST_PORT}, not {text}")
    return int(text)


def _database(directory: Path, *, fresh: bool) -> Path:
    """Return the path of the database; ``fresh`` deletes an existing one.

    Raises:
        InUseError: another sandbox uses it; this one's bot would stand by, and answer nobody.
        OSError: the folder cannot be used.
    """
    directory.mkdir(parents=True, exist_ok=True)
    database = directory / "kurultai.sqlite3"
    if is_bot_running(database):
        raise InUseError
    if fresh:
        for suffix in ("", "-wal", "-shm"):
            database.with_name(database.name + suffix).unlink(missing_ok=True)
    return database


async def _play(settings: Settings, personas: Sequence[Persona], listener: socket.socket, *, with_demo: bool) -> int:
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    entropy = demo.seeded_entropy() if with_demo else token_bytes
    try:
        simulation = Simulation(KurultaiClient(settings, entropy=entropy), personas, _print)
    except ClockError as error:
        return _print_error(str(error))

    async def prepare() -> None:
        if with_demo:
            await demo.play_demo(simulation)
            await simulation.post(DEMO_WELCOME.format(first=personas[0].name, second=personas[1].name))
        else:
            await simulation.post(WELCOME)

    try:
        if not await _open(simulation, stop, prepare):
            return EXIT_OK
    except StorageError as error:
        return _print_error(Catalogues().for_locale(None).text(error.reason))
    pages = Pages(simulation, personas, listener)
    try:
        await pages.open()
        _print(_greeting(pages, personas, settings.database))
        await _run_clock(simulation, stop)
    finally:
        await pages.close()
        await simulation.close()
    _print(DEMO_STOPPED if with_demo else STOPPED)
    return EXIT_OK


async def _open(simulation: Simulation, stop: asyncio.Event, prepare: Callable[[], Awaitable[None]]) -> bool:
    """Open the simulation and print a notice if that takes long; return false if it was stopped meanwhile.

    This must run in the main task: SimCord can only be closed by the task that started it.
    """
    loop = asyncio.get_running_loop()
    notice = loop.call_later(BUSY_NOTICE_SECONDS, _print, BUSY)
    stopping = asyncio.create_task(stop.wait(), name="stop signal")
    limit = asyncio.timeout(None)
    try:
        async with limit:
            stopping.add_done_callback(lambda done: None if done.cancelled() else limit.reschedule(loop.time()))
            await simulation.open(prepare)
    except TimeoutError:
        if limit.expired():
            return False
        raise
    finally:
        notice.cancel()
        stopping.cancel()
    return True


def _greeting(pages: Pages, personas: Sequence[Persona], database: Path) -> str:
    width = max(len(pages.link(persona)) for persona in personas)
    return "\n".join(
        (
            "Kurultai runs in a simulated Discord. Open the page of each member you want to play, each in its own tab:",
            "",
            *(f"    {pages.link(persona):{width}}   {persona.name}" for persona in personas),
            "",
            f"Matches are saved in {database}. Direct messages are shown here. Press Ctrl-C to stop.",
        )
    )


async def _run_clock(simulation: Simulation, stop: asyncio.Event) -> None:
    """Keep the simulated clock in sync until a stop signal, or until a user ends the session in a page."""
    ended = asyncio.create_task(simulation.wait_ended(), name="session end")
    stopping = asyncio.create_task(stop.wait(), name="stop signal")
    try:
        while not (ended.done() or stopping.done()):
            await simulation.sync_clock()
            await asyncio.wait({ended, stopping}, timeout=TICK_SECONDS, return_when=asyncio.FIRST_COMPLETED)
    finally:
        ended.cancel()
        stopping.cancel()
        await asyncio.wait({ended, stopping})


def _print(text: str) -> None:
    print(text, flush=True)


def _reason(error: OSError) -> str:
    return error.strerror or str(error)


def _print_error(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return EXIT_USAGE


if __name__ == "__main__":
    raise SystemExit(main())
