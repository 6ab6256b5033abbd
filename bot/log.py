"""Structured logs: one JSON object per line, with the match and the interaction it belongs to.

Secrets, above all the token, are redacted in every line, libraries' lines included. Positions, moves and private
sheets are never logged: the match log in the database has them. Nor are ids and names of users.
"""

from __future__ import annotations

import faulthandler
import json
import logging
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime

_CONTEXT: ContextVar[dict[str, str | int]] = ContextVar("log_context")

_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
REDACTED = "[redacted]"
_ID = re.compile(r"[0-9]{15,20}")


@contextmanager
def log_context(**fields: str | int) -> Iterator[None]:
    """Add fields such as ``match`` or ``interaction`` to every line logged in the block, or by tasks started in it."""
    token = _CONTEXT.set({**_CONTEXT.get({}), **fields})
    try:
        yield
    finally:
        _CONTEXT.reset(token)


def redact_ids(text: str) -> str:
    """Remove Discord ids, which may be those of users; match numbers stay."""
    return _ID.sub("…", text)


def enable_faulthandler() -> None:
    """Make the interpreter write its stack to stderr when a fatal signal ends the process.

    SQLite's memory-mapped files make that possible: if the disk can no longer be written, touching them is a bus error
    (https://www.sqlite.org/walformat.html#the_wal_index_file_format), which Python code cannot handle.
    """
    faulthandler.enable()


class _Fields(logging.Filter):
    """Adds the context to the record, in the task that logs it, and removes ids from discord.py's messages."""

    def filter(self, record: logging.LogRecord) -> bool:
        for key, value in _CONTEXT.get({}).items():
            if not hasattr(record, key):
                setattr(record, key, value)
        if record.name.startswith("discord"):
            record.msg, record.args = redact_ids(record.getMessage()), ()
        return True


def _fields(record: logging.LogRecord) -> dict[str, object]:
    return {key: value for key, value in vars(record).items() if key not in _STANDARD}


class _Formatter(logging.Formatter):
    def __init__(self, secrets: tuple[str, ...]) -> None:
        super().__init__()
        written = (form for secret in secrets for form in (secret, json.dumps(secret, ensure_ascii=False)[1:-1]))
        self._secrets = tuple(form for form in dict.fromkeys(written) if form)

    def redact(self, line: str) -> str:
        for secret in self._secrets:
            line = line.replace(secret, REDACTED)
        return line


class JsonFormatter(_Formatter):
    """One JSON object per line: ``at``, ``level``, ``logger``, ``event`` and the fields of the record."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
            **_fields(record),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return self.redact(json.dumps(line, ensure_ascii=False, default=str))


class TextFormatter(_Formatter):
    """A readable line: time, level, event, ``field=value`` …; then the traceback, if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).strftime("%H:%M:%S")
        fields = "".join(f" {key}={value}" for key, value in _fields(record).items())
        line = f"{at} {record.levelname.lower():7} {record.getMessage()}{fields}"
        if record.exc_info:
            line += "\n" + self.formatException(record.exc_info)
        return self.redact(line)


def configure_logging(level: str, style: str, secrets: tuple[str, ...] = ()) -> None:
    """Send all logs of the process to standard error.

    Args:
        level: ``DEBUG``, ``INFO``, ``WARNING`` or ``ERROR``, for the bot; libraries stay at ``WARNING`` or above.
        style: ``json`` or ``text``.
        secrets: strings to redact in every line.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter((JsonFormatter if style == "json" else TextFormatter)(secrets))
    handler.addFilter(_Fields())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(max(logging.getLevelName(level), logging.WARNING))
    logging.getLogger("bot").setLevel(level)
