"""Messages as rows of the outbox: ``queue_key``, ``match_id``, ``kind`` and ``args``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, get_args

from bot.matches.model.json_values import UnreadableError, from_json, to_json
from bot.matches.model.outbox_messages import Message, Priority, Queue
from bot.matches.model.text_json import compact_json

BY_KIND: Mapping[str, type[Message]] = {message.kind: message for message in get_args(Message)}

_QUEUES = {queue.prefix: queue for queue in Queue}
_NAMES = {
    "user_id": "user",
    "guild_id": "guild",
    "channel_id": "channel",
    "downtime": "outage",
    "announces": "called",
}
"""Stored names of fields."""
_NOT_IN_ARGS: Mapping[Queue, frozenset[str]] = {
    Queue.MATCH: frozenset({"match_id"}),
    Queue.SHEET: frozenset({"match_id"}),
    Queue.WATCH: frozenset({"match_id"}),
    Queue.USER: frozenset({"match_id", "user_id"}),
    Queue.GUILD: frozenset({"guild_id"}),
}
"""Fields that are not in the args: the match has its own column, and the recipient is part of the queue's key."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """The message of a row that this version cannot read."""

    priority: ClassVar[Priority] = Priority.PUBLIC
    kind: str
    reason: str
    """What is wrong with the row."""


def queue_key_of(message: Message) -> str:
    """Return the key of a message's queue."""
    return message.queue.key(*(getattr(message, name) for name in message.queue.about))


def match_of(message: Message) -> int | None:
    """Return the match of a message, if it has one."""
    return getattr(message, "match_id", None)


def dump_message(message: Message) -> str:
    """Return the args of a message: a JSON object on one line."""
    return compact_json(to_json(message, _NAMES, _NOT_IN_ARGS[message.queue]))


def load_message(kind: str, queue_key: str, match_id: int | None, args: str) -> Message | Unreadable:
    """Return the message of a row that this or an earlier version wrote."""
    found = BY_KIND.get(kind)
    if found is None:
        return Unreadable(kind, f"unknown kind {kind}")
    try:
        known = _about(queue_key) | ({} if match_id is None else {"match_id": match_id}) | _object(args)
        return from_json(found, known, _NAMES)
    except ValueError as error:
        return Unreadable(kind, f"{kind}: {error}")


def priority_of(kinds: Iterable[str]) -> Priority:
    """The priority of a queue with rows of these kinds: that of the most urgent row."""
    known = (BY_KIND[kind].priority if kind in BY_KIND else Unreadable.priority for kind in kinds)
    return min(known, default=Priority.PUBLIC)


def _about(queue_key: str) -> dict[str, int]:
    """Return what a queue's key says, by the names of args.

    Raises:
        ValueError: the key is invalid.
    """
    prefix, *numbers = queue_key.split(":")
    if prefix not in _QUEUES:
        raise ValueError(f"{queue_key} is no queue key")
    names = _QUEUES[prefix].about
    return {_NAMES.get(name, name): int(number) for name, number in zip(names, numbers, strict=True)}


def _object(args: str) -> dict[str, Any]:
    """Return the JSON object on a line.

    Raises:
        ValueError: it is not one.
    """
    stored = json.loads(args)
    if not isinstance(stored, dict):
        raise UnreadableError(f"{args!r} is no object")
    return stored
