"""Settings from the environment and ``.env``, checked once at the start.

The environment overrides the file. Every mistake is reported in one sentence before anything else happens.
"""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path
from typing import TypeVar

from dotenv import dotenv_values

from bot.locales import SHIPPED
from bot.storage.errors import reason_of
from bot.storage.paths import SERVER_FILE, backup_folder_of, is_server, passwords_in, real_path
from bot.storage.sqlite.backup import BACKUP_DAYS
from engines.text import T, Text

ValueT = TypeVar("ValueT")

LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
LOG_FORMATS = ("json", "text")
PAINTERS = ("process", "inside")
COMPUTER_PLAYERS = ("on", "inside", "off")
STANDBY = ("unconnected", "connected")
MAX_BACKUP_DAYS = 3650
REQUESTS_PER_SECOND, MAX_REQUESTS_PER_SECOND = 50, 10_000
"""Discord's default limit for a bot (https://docs.discord.com/developers/topics/rate-limits#global-rate-limit), and a
limit above that of any bot."""

MAX_SHARDS = 2_000
"""More than any bot has; above 1,000, Discord allows more than 1,000 sessions a day."""

LONGEST_ADDRESS = 512
"""Discord's limit for the address of a button (https://discord.com/developers/docs/components/reference#button)."""
ADDRESS = re.compile(r"https://[^\s/?#]+\.[^\s/?#]+([/?#]\S*)?")

HOST_AND_PORT = re.compile(r"(?P<host>\[[0-9A-Fa-f:.]+\]|[^\s:/\[\]]+):(?P<port>[0-9]{1,5})")
MAX_PORT = 65_535

PREFIX = "KURULTAI_"
"""The prefix of all settings except the token."""
LIKENESS = 0.6
"""How similar a misspelt name must be to suggest a setting, from 0 to 1; difflib's default."""

LARGEST_ID = 2**63 - 1
"""Ids are 64 bits, the first of which is never set
(https://docs.discord.com/developers/reference#snowflakes)."""

TOKEN_SHAPE = re.compile(r"[\w-]{20,}\.[\w-]{4,}\.[\w-]{20,}")
"""Three parts joined by dots; Discord promises no more than that."""


class SettingsError(Exception):
    """The settings cannot be used; :attr:`reasons` holds a sentence for each mistake."""

    def __init__(self, reasons: tuple[Text, ...]) -> None:
        super().__init__("\n".join(str(reason) for reason in reasons))
        self.reasons = reasons


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything an operator can set."""

    token: str = field(default="", repr=False)
    """Discord's bot token; empty where Discord is simulated."""
    database: Path = Path("kurultai.sqlite3")
    """The SQLite file, or a symbolic link to it; its folder must exist."""
    postgres: str | None = field(default=None, repr=False)
    """The URL of the PostgreSQL database used instead of a file; ``database`` then names the files beside it."""
    backups: Path | None = None
    """The backup folder; by default that of the database."""
    backup_days: int = BACKUP_DAYS
    """Days after which backups are deleted, and with them data that was deleted from the database meanwhile. 0: the bot
    makes no backups by itself."""
    privacy_url: str | None = None
    """The address of the privacy page; ``None`` if there is none."""
    terms_url: str | None = None
    """The address of the terms of service; ``None`` if there are none."""
    support_url: str | None = None
    """Where users can ask for help, such as an invite to a server; ``None`` if nowhere."""
    source_url: str | None = None
    """The address of the source code; ``None`` if it is not public."""
    log_level: str = "INFO"
    log_format: str = "json"
    """``json`` for machines, ``text`` for humans."""
    test_guild: int | None = None
    """Register commands in this server only, where they appear at once; for developers."""
    locales: Path = SHIPPED
    """Folder with the message catalogues."""
    painter: str = "process"
    """Where pictures are drawn: in a separate process, or inside the bot's, which takes less memory."""
    computer_players: str = "on"
    """Whether computer players decide, in a separate process; ``inside``: in the bot's."""
    metrics_address: tuple[str, int] | None = None
    """Host and port of the metrics endpoint; ``None`` if there is none."""
    requests_per_second: int = REQUESTS_PER_SECOND
    """How many requests Discord allows the bot, interaction responses aside. Very large bots are allowed more."""
    shards: int | None = None
    """How many connections to Discord share the servers; ``None`` for as many as Discord recommends."""
    standby: str = "unconnected"
    """Whether a process that stands by is ``connected`` to Discord, or connects when it takes over."""
    warnings: tuple[Text, ...] = ()
    """A sentence for each unknown setting."""

    @property
    def connected_standby(self) -> bool:
        """Whether a process that stands by is connected to Discord."""
        return self.standby == "connected"

    @property
    def backup_retention(self) -> int:
        """Days after which backups are deleted, also if the bot makes none by itself."""
        return self.backup_days or BACKUP_DAYS

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must never be logged."""
        return (self.token, *passwords_in(self.postgres or ""))

    @property
    def address(self) -> Path | str:
        """What :meth:`bot.storage.database.Database.open` opens."""
        return self.postgres or self.database_file

    @property
    def database_file(self) -> Path:
        """The database file, with symbolic links resolved."""
        return real_path(self.database)

    @property
    def backup_folder(self) -> Path:
        """The folder for backups."""
        return backup_folder_of(self.database, self.backups)


def load_settings(environment: Mapping[str, str], dotenv: Path | None = Path(".env")) -> Settings:
    """Settings from ``environment`` over the file ``dotenv`` (which may be absent).

    Raises:
        SettingsError: with every mistake found. A missing token is not a mistake here: see :func:`require_token`.
    """
    values = _read(dotenv) | dict(environment)
    reader = _Reader(values)
    default = Settings()
    settings = Settings(
        token=reader.get("DISCORD_TOKEN", "", _token),
        database=reader.get("KURULTAI_DATABASE", default.database, _database),
        postgres=reader.get("KURULTAI_DATABASE", None, _server),
        backups=reader.get("KURULTAI_BACKUPS", None, _folder),
        backup_days=reader.get("KURULTAI_BACKUP_DAYS", default.backup_days, _days),
        privacy_url=reader.get("KURULTAI_PRIVACY_URL", None, _address),
        terms_url=reader.get("KURULTAI_TERMS_URL", None, _address),
        support_url=reader.get("KURULTAI_SUPPORT_URL", None, _address),
        source_url=reader.get("KURULTAI_SOURCE_URL", None, _address),
        log_level=reader.get("KURULTAI_LOG_LEVEL", default.log_level, _one_of(LOG_LEVELS, str.upper)),
        log_format=reader.get("KURULTAI_LOG_FORMAT", default.log_format, _one_of(LOG_FORMATS, str.lower)),
        test_guild=reader.get("KURULTAI_TEST_GUILD", None, _snowflake),
        locales=reader.get("KURULTAI_LOCALES", default.locales, _folder),
        painter=reader.get("KURULTAI_PAINTER", default.painter, _one_of(PAINTERS, str.lower)),
        standby=reader.get("KURULTAI_STANDBY", default.standby, _one_of(STANDBY, str.lower)),
        computer_players=reader.get(
            "KURULTAI_COMPUTER_PLAYERS", default.computer_players, _one_of(COMPUTER_PLAYERS, str.lower)
        ),
        metrics_address=reader.get("KURULTAI_METRICS_ADDRESS", None, _host_and_port),
        requests_per_second=reader.get("KURULTAI_REQUESTS_PER_SECOND", default.requests_per_second, _requests),
        shards=reader.get("KURULTAI_SHARDS", None, _shards),
    )
    if reader.mistakes:
        raise SettingsError(tuple(reader.mistakes))
    return replace(settings, warnings=tuple(_unknown(values, reader.known)))


def _read(file: Path | None) -> dict[str, str]:
    """Read the settings of a file, if it exists.

    Raises:
        SettingsError: it is not UTF-8, or cannot be read.
    """
    if file is None or not file.is_file():
        return {}
    try:
        raw = file.read_bytes()
    except OSError as error:
        raise _refuse(T("{path} cannot be read: {error}.", path=str(file), error=reason_of(error))) from error
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            raise _not_utf8(file) from None
        raise _refuse(
            T(
                "{path}, line {line}: this is not UTF-8. Save the whole file as UTF-8, comments included.",
                path=str(file),
                line=raw.count(b"\n", 0, error.start) + 1,
            )
        ) from None
    if "\0" in text:
        raise _not_utf8(file)
    return {key: value for key, value in dotenv_values(stream=io.StringIO(text)).items() if value is not None}


def _not_utf8(file: Path) -> SettingsError:
    return _refuse(T("{path} is in UTF-16, as some Windows programs save it. Save it as UTF-8.", path=str(file)))


def _unknown(names: Iterable[str], known: Iterable[str]) -> Iterator[Text]:
    """Return a warning for each unknown name with the prefix, with the setting that may be meant."""
    short = {name.removeprefix(PREFIX): name for name in known if name.startswith(PREFIX)}
    for name in sorted(names):
        if not name.upper().startswith(PREFIX) or name in short.values():
            continue
        meant = get_close_matches(name.upper().removeprefix(PREFIX), short, 1, LIKENESS)
        if meant:
            yield T(
                "{name} is not a setting and was ignored. Did you mean {meant}?",
                name=name,
                meant=short[meant[0]],
            )
        else:
            yield T("{name} is not a setting and was ignored. docs/hosting.md lists all settings.", name=name)


def require_token(settings: Settings) -> None:
    """Raise if there is no bot token.

    Raises:
        SettingsError: there is none.
    """
    if not settings.token:
        raise SettingsError(
            (
                T(
                    "There is no bot token. Put DISCORD_TOKEN=<your token> into a file named .env in this "
                    "folder. You can find the token on https://discord.com/developers/applications under "
                    "Bot. To try Kurultai without a token, run “make play”."
                ),
            )
        )


class _Reader:
    """Reads values and collects all mistakes."""

    def __init__(self, values: Mapping[str, str]) -> None:
        self._values = values
        self.known: set[str] = set()
        """The names of all settings."""
        self.mistakes: list[Text] = []

    def get(self, name: str, default: ValueT, parse: Callable[[str, str], ValueT]) -> ValueT:
        self.known.add(name)
        raw = self._values.get(name, "").strip()
        if not raw:
            return default
        try:
            return parse(name, raw)
        except SettingsError as error:
            self.mistakes.extend(error.reasons)
        except OSError as error:  # a folder that may not be looked into, or a name that is too long
            self.mistakes.append(T("{path} cannot be read: {error}.", path=raw, error=reason_of(error)))
        return default


def _refuse(reason: Text) -> SettingsError:
    return SettingsError((reason,))


def _token(name: str, raw: str) -> str:
    token = raw.removeprefix("Bot ").strip()
    if not TOKEN_SHAPE.fullmatch(token):
        raise _refuse(T("{name} does not look like a bot token. A token has three parts joined by dots.", name=name))
    return token


def _server(_name: str, raw: str) -> str | None:
    return raw if is_server(raw) else None


def _database(name: str, raw: str) -> Path:
    if is_server(raw):
        if not _is_readable(raw):
            raise _refuse(
                T(
                    "{name}: the address cannot be read. In its password, write %40 for @, %2F for /, %3A for :, %25"
                    " for % and %20 for a space; or keep the password in PGPASSWORD.",
                    name=name,
                )
            )
        return SERVER_FILE
    if "://" in raw:
        raise _refuse(
            T("{name} must be the path of a file, or an address like postgresql://user@host/kurultai.", name=name)
        )
    path = _path(name, raw)
    folder = real_path(path).parent
    if not folder.is_dir():
        raise _refuse(T("{name}: the folder {folder} does not exist.", name=name, folder=str(folder)))
    if path.is_dir():
        raise _refuse(T("{name}: {path} is a folder, but it must be a file.", name=name, path=raw))
    return path


def _is_readable(address: str) -> bool:
    """Whether the parts of a server's address can be told apart. PostgreSQL's own error would quote the password."""
    before, _, hosts = address.partition("://")[2].partition("/")[0].rpartition("@")
    return (
        "@" not in before
        and not re.search(r"\s|%(?![0-9A-Fa-f]{2})", address)
        and all(re.fullmatch(r"(\[[^\]]*\]|[^:]*)(:[0-9]*)?", host) for host in hosts.partition("?")[0].split(","))
    )


def _path(name: str, raw: str) -> Path:
    try:
        return Path(raw).expanduser()
    except RuntimeError:
        whose = raw.partition("/")[0]
        raise _refuse(T("{name}: {user} has no home folder.", name=name, user=whose)) from None


def _folder(name: str, raw: str) -> Path:
    path = _path(name, raw)
    if not path.is_dir():
        raise _refuse(T("{name}: the folder {folder} does not exist.", name=name, folder=raw))
    return path


def _days(name: str, raw: str) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", raw) or int(raw) > MAX_BACKUP_DAYS:
        raise _refuse(
            T(
                "{name} must be a whole number of days from 0 to {most}, not {value}.",
                name=name,
                value=raw,
                most=MAX_BACKUP_DAYS,
            )
        )
    return int(raw)


def _address(name: str, raw: str) -> str:
    if len(raw) > LONGEST_ADDRESS:
        raise _refuse(
            T("{name}: Discord allows at most {most} characters in this address.", name=name, most=LONGEST_ADDRESS)
        )
    if not ADDRESS.fullmatch(raw):
        raise _refuse(
            T(
                "{name}: {value} is not a web address. It must look like https://example.org/privacy, without spaces.",
                name=name,
                value=raw,
            )
        )
    return raw


def _host_and_port(name: str, raw: str) -> tuple[str, int]:
    found = HOST_AND_PORT.fullmatch(raw)
    if found is None or not 1 <= int(found["port"]) <= MAX_PORT:
        raise _refuse(
            T("{name}: {value} is not a host and a port. It must look like 127.0.0.1:9464.", name=name, value=raw)
        )
    return found["host"].strip("[]"), int(found["port"])


def _requests(name: str, raw: str) -> int:
    if not re.fullmatch(r"[0-9]{1,5}", raw) or not 1 <= int(raw) <= MAX_REQUESTS_PER_SECOND:
        raise _refuse(
            T(
                "{name} must be a whole number of requests from 1 to {most}, not {value}.",
                name=name,
                value=raw,
                most=MAX_REQUESTS_PER_SECOND,
            )
        )
    return int(raw)


def _shards(name: str, raw: str) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", raw) or not 1 <= int(raw) <= MAX_SHARDS:
        raise _refuse(
            T(
                "{name} must be a whole number of shards from 1 to {most}, not {value}.",
                name=name,
                value=raw,
                most=MAX_SHARDS,
            )
        )
    return int(raw)


def _snowflake(name: str, raw: str) -> int:
    if not re.fullmatch(r"[0-9]{15,20}", raw) or int(raw) > LARGEST_ID:
        raise _refuse(T("{name}: {value} is not the ID of a Discord server.", name=name, value=raw))
    return int(raw)


def _one_of(allowed: tuple[str, ...], fold: Callable[[str], str]) -> Callable[[str, str], str]:
    def parse(name: str, raw: str) -> str:
        value = fold(raw)
        if value not in allowed:
            raise _refuse(
                T(
                    "{name} must be one of {allowed}, not {value}.",
                    name=name,
                    value=raw,
                    allowed=", ".join(allowed),
                )
            )
        return value

    return parse
