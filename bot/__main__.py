"""``python -m bot``: run the bot, or one of the tools that need no Discord."""

from __future__ import annotations

import argparse
import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from bot import VERSION
from bot.cli.console import Console
from bot.host import require_host
from bot.invite import application_id_of, invite_link
from bot.locales import Catalogues
from bot.log import configure_logging, enable_faulthandler
from bot.process.gc_tuning import GcTuning
from bot.settings import LARGEST_ID, Settings, SettingsError, load_settings, require_token
from bot.storage.errors import UnavailableError
from engines.text import T

EXIT_OK, EXIT_FAILED, EXIT_USAGE = 0, 1, 2

Command = Callable[[Settings, argparse.Namespace, Console], int]


def _number(typed: str) -> int:
    """Read a number of a match or an id of Discord.

    Raises:
        ArgumentTypeError: it is none.
    """
    if not typed.isdecimal() or not 0 < int(typed) <= LARGEST_ID:
        raise argparse.ArgumentTypeError(f"{typed!r} is not such a number")
    return int(typed)


def main(arguments: Sequence[str] | None = None, environment: Mapping[str, str] = os.environ) -> int:
    """Run a command; returns the exit status: 0 success, 1 problems found, 2 not run."""
    options = _parser().parse_args(arguments)
    try:
        settings = load_settings(environment)
        console = Console(Catalogues(settings.locales), environment)
        for warning in settings.warnings:
            console.print_error(warning)
        command: Command = options.command
        return command(settings, options, console)
    except SettingsError as error:
        console = Console(Catalogues(), environment)
        for reason in error.reasons:
            console.print_error(reason)
        return EXIT_USAGE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bot", description="Kurultai, tabletop games in Discord.")
    parser.set_defaults(command=run)
    parser.add_argument("--version", action="version", version=f"Kurultai {VERSION}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    commands.add_parser("run", help="run the bot (the default)").set_defaults(command=run)
    invite = commands.add_parser("invite", help="print the link that adds the bot to a server")
    invite.add_argument(
        "--application", type=_number, metavar="ID", help="the Application ID; taken from the token by default"
    )
    invite.set_defaults(command=print_invite)
    check = commands.add_parser(
        "check", help="test everything the bot needs without starting it; the bot may be running"
    )
    check.set_defaults(command=try_everything)
    standby = commands.add_parser(
        "standby-check", help="find out whether a process that stands by can be connected to Discord"
    )
    standby.set_defaults(command=check_standing_by)
    status = commands.add_parser("status", help="print the running bot's state: connection, matches, queue, backups")
    status.set_defaults(command=show_status)
    health = commands.add_parser("health", help="print its state in one line; the exit status is 0 if it is healthy")
    health.set_defaults(command=show_health)
    backup = commands.add_parser("backup", help="back up the database; the bot may be running")
    backup.add_argument(
        "path", nargs="?", type=Path, help="the file to write; a new one in the backup folder by default"
    )
    backup.set_defaults(command=back_up)
    copying = commands.add_parser(
        "copy", help="copy a whole database, between SQLite files and PostgreSQL, either way; stop the bot first"
    )
    copying.add_argument("source", metavar="FROM", help="a file, or an address like postgresql://user@host/kurultai")
    copying.add_argument("target", metavar="TO", help="a new file, or the address of an empty database")
    copying.set_defaults(command=copy)
    restore = commands.add_parser("restore", help="replace the database with a backup; stop the bot first")
    restore.add_argument("file", type=Path, help="a file made by the backup command")
    restore.set_defaults(command=restore_backup)
    doctor = commands.add_parser("doctor", help="check the database and replay every match")
    doctor.add_argument("match", nargs="*", type=_number, help="only these match numbers")
    doctor.set_defaults(command=examine)
    ratings = commands.add_parser("recompute", help="recompute all ratings from the results; the bot may be running")
    ratings.set_defaults(command=recompute)
    forget = commands.add_parser("forget", help="delete all data of a user; stop the bot first")
    forget.add_argument("user", type=_number, help="the user's Discord ID")
    forget.set_defaults(command=forget_user)
    verify = commands.add_parser("verify", help="check an exported match: moves, random draws, result, digest")
    verify.add_argument("file", type=Path, help="a file from /match action: export")
    verify.set_defaults(command=verify_export)
    return parser


def run(settings: Settings, _options: argparse.Namespace, console: Console) -> int:
    """Run the bot until SIGTERM or SIGINT."""
    require_token(settings)
    try:
        require_host(settings)
    except UnavailableError as error:
        console.print_error(error.reason)
        return EXIT_FAILED
    configure_logging(settings.log_level, settings.log_format, settings.secrets)
    enable_faulthandler()
    with GcTuning() as gc_tuning:
        # Imported here: the other commands need no Discord and should start at once.
        from bot.runner import serve

        fatal = asyncio.run(serve(settings, gc_tuning))
    if fatal is None:
        return EXIT_OK
    console.print_error(fatal.reason)
    return EXIT_USAGE if fatal.refused_by_discord else EXIT_FAILED


def print_invite(settings: Settings, options: argparse.Namespace, console: Console) -> int:
    """Print the invite link."""
    application = options.application or application_id_of(settings.token)
    if application is None:
        console.print_error(
            T(
                "I do not know which application to invite. Put DISCORD_TOKEN into .env, or run “python -m bot"
                " invite --application ID” with the Application ID from"
                " https://discord.com/developers/applications."
            )
        )
        return EXIT_USAGE
    console.print(T("{link}", link=invite_link(application)))
    return EXIT_OK


def try_everything(settings: Settings, _options: argparse.Namespace, console: Console) -> int:
    """Check the token, the folders, the disk, the database and the servers."""
    from bot.cli.check import check_everything

    return asyncio.run(check_everything(settings, console))


def check_standing_by(settings: Settings, _options: argparse.Namespace, console: Console) -> int:
    """Open two sessions and see whether both hear of a command."""
    from bot.cli.standby_check import check_standby

    return asyncio.run(check_standby(settings, console))


def show_status(settings: Settings, _options: argparse.Namespace, console: Console) -> int:
    """Print everything that is known about the running bot."""
    from bot.cli.status import print_status

    return print_status(settings, console)


def show_health(settings: Settings, _options: argparse.Namespace, console: Console) -> int:
    """Print one line about the running bot."""
    from bot.cli.status import print_health

    return print_health(settings, console)


def back_up(settings: Settings, options: argparse.Namespace, console: Console) -> int:
    """Copy the database."""
    from bot.cli.commands import back_up_database

    return asyncio.run(back_up_database(settings, options.path, console))


def copy(settings: Settings, options: argparse.Namespace, console: Console) -> int:
    """Copy a database to another one, and check the copy."""
    from bot.cli.copying import copy_database

    return copy_database(options.source, options.target, settings, console)


def restore_backup(settings: Settings, options: argparse.Namespace, console: Console) -> int:
    """Replace the database with a backup."""
    from bot.cli.restore import restore_database

    return restore_database(settings, options.file, console)


def examine(settings: Settings, options: argparse.Namespace, console: Console) -> int:
    """Check the database and every match in it."""
    from bot.cli.commands import examine_database

    return asyncio.run(examine_database(settings, tuple(options.match), console))


def recompute(settings: Settings, _options: argparse.Namespace, console: Console) -> int:
    """Recompute all ratings."""
    from bot.cli.commands import recompute_ratings

    return asyncio.run(recompute_ratings(settings, console))


def forget_user(settings: Settings, options: argparse.Namespace, console: Console) -> int:
    """Delete all data of a user."""
    from bot.cli.commands import forget_person

    return asyncio.run(forget_person(settings, options.user, console))


def verify_export(_settings: Settings, options: argparse.Namespace, console: Console) -> int:
    """Check an exported match."""
    from bot.cli.commands import verify_file

    return verify_file(options.file, console)


if __name__ == "__main__":
    raise SystemExit(main())
