"""What players and servers set: the values, and one table of each kind from which panels, commands and SQL are made."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from bot.matches.errors import TimeControlError
from bot.matches.model.availability import Availability
from bot.matches.model.time_control import parse_time_control
from engines.text import Text


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """How a user wants to see boards, when to play and how to be notified. Looks have the values of ``render.options``,
    times those of :class:`bot.matches.model.availability.Availability`.
    """

    theme: str = "dark"
    palette: str = "standard"
    size: int = 1000
    """Width of pictures in pixels."""
    text_board: bool = False
    """Boards as text instead of pictures."""
    locale: str | None = None
    """Language tag; ``None`` follows Discord."""
    sheets: str = "dm"
    """How private sheets come: ``dm``, or ``button``: only when they are asked for."""
    orientation: str = "own"
    """``own``: the player's seat is at the bottom of boards; ``fixed``: drawn as spectators see them."""
    layout: str = "upright"
    """``upright``, for phones, or ``landscape``, in the games that have both."""
    zone: str = "UTC"
    quiet_hours: tuple[int, int] | None = None
    days_off: frozenset[int] = frozenset()
    remind_every: int = 86_400
    """Seconds between reminders; 0: none."""
    notify_by: str = "mention"
    """How to be notified: ``mention`` in the match, ``dm``, or ``both``."""


@dataclass(frozen=True, slots=True)
class NotificationPreferences:
    """How a user wants to be notified."""

    every: int
    """Seconds between reminders; 0: none but warnings before a deadline."""
    notify_by: str
    """``mention`` in the match, ``dm`` or ``both``."""
    availability: Availability
    """When reminders may be sent."""


OPEN_TABLES, RUNNING_MATCHES = 5, 50
"""Default maximum of open tables and of running matches of one player on one server."""


MOST_OPEN_TABLES, MOST_RUNNING_MATCHES = 50, 500
"""The highest limits that managers can set."""


TIME_CONTROLS = ("none", "relaxed", "daily", "live")
"""Time controls with a name."""


_CUSTOM_TIME_CONTROL = re.compile(r"[1-9][0-9]{0,2}[mhd]\+[1-9][0-9]{0,2}[mhd]")


CHANNELS = 25
"""Maximum number of allowed channels: as many as one select can hold."""


class Openers(StrEnum):
    """Who may open tables."""

    EVERYBODY = "everybody"
    ROLE = "role"
    MANAGERS = "managers"


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """What the managers of a server have set."""

    channels: tuple[int, ...] = ()
    """Ids of the channels and categories in which tables may be opened; if empty, everywhere."""
    threads: bool = True
    """Whether a match gets a thread of its own."""
    time_control: str = "relaxed"
    """The time control of new tables: one of :data:`TIME_CONTROLS`, or ``<time bank>+<time per turn>``."""
    language: str | None = None
    """Language of public messages, as the catalogue names it; ``None``: the server's language on Discord."""
    openers: Openers = Openers.EVERYBODY
    opener_role: int | None = None
    """Id of the role that may open tables; set if and only if ``openers`` is ``role``."""
    open_tables: int = OPEN_TABLES
    running_matches: int = RUNNING_MATCHES


@dataclass(frozen=True, slots=True)
class ManagerAction:
    """An action of a server's manager."""

    user_id: int
    text: Text
    at: int


def is_time_control(text: str) -> bool:
    """Whether a text is a time control: a preset, or a time bank and a time per turn such as ``3d+24h`` (m, h or
    d).
    """
    if text in TIME_CONTROLS:
        return True
    if _CUSTOM_TIME_CONTROL.fullmatch(text) is None:
        return False
    try:
        parse_time_control(text)
    except TimeControlError:
        return False
    return True


# ------------------------------------------------------------------------------------------------------------- tables


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: its name, its choices, and how its value is stored."""

    name: str
    """In commands and custom ids, also of messages that earlier versions have posted."""
    field: str
    """Its attribute of :class:`PlayerSettings` or :class:`ServerSettings`."""
    choices: Mapping[str, Any] | None = None
    """Values by the names that commands and custom ids use; see :func:`choices_of`."""
    numbers: range | None = None
    """Numbers that can be typed besides the choices."""
    columns: tuple[str, ...] = ()
    """Columns of its value, if not one named like the field."""
    write: Callable[[Any], tuple[Any, ...]] = lambda value: (value,)
    """Return the stored values, one for each column."""
    read: Callable[..., Any] = lambda stored: stored
    """Return the value from the stored ones, one argument for each column."""

    @property
    def stored_in(self) -> tuple[str, ...]:
        """Return the columns of its value."""
        return self.columns or (self.field,)


def _same(*values: str) -> Mapping[str, str]:
    """Return choices that are stored under their own names."""
    return {value: value for value in values}


def _numbers(*numbers: int, unit: int = 1) -> Mapping[str, int]:
    """Return numbers to choose from, in ``unit`` of the stored value."""
    return {str(number): number * unit for number in numbers}


PLAYER_SETTINGS = (
    Setting("zone", "zone"),
    Setting(
        "quiet",
        "quiet_hours",
        columns=("quiet_from", "quiet_until"),
        write=lambda hours: hours or (None, None),
        read=lambda begin, end: None if begin is None or end is None else (begin, end),
    ),
    Setting(
        "days",
        "days_off",
        write=lambda days: ("".join(map(str, sorted(days))),),
        read=lambda digits: frozenset(map(int, digits)),
    ),
    Setting("remind", "remind_every", _numbers(0, 6, 12, 24, 48, unit=3600)),
    Setting("tell", "notify_by", _same("mention", "dm", "both"), columns=("tell",)),
    Setting("language", "locale"),
    Setting("sheets", "sheets", _same("dm", "button")),
    Setting("theme", "theme", _same("light", "dark")),
    Setting("palette", "palette", _same("standard", "colour-blind")),
    Setting("size", "size", _numbers(600, 800, 1000, 1400)),
    Setting("boards", "text_board", {"picture": False, "text": True}, read=bool),
    Setting("orientation", "orientation", _same("own", "fixed")),
    Setting("layout", "layout", _same("upright", "landscape")),
)
"""The settings of players."""

SERVER_SETTINGS = (
    Setting(
        "channels", "channels", write=lambda ids: (json.dumps(ids),), read=lambda stored: tuple(json.loads(stored))
    ),
    Setting("threads", "threads", {"on": True, "off": False}, read=bool),
    Setting("pace", "time_control", _same(*TIME_CONTROLS), columns=("pace",)),
    Setting("language", "language"),
    Setting("openers", "openers", {"everybody": Openers.EVERYBODY, "managers": Openers.MANAGERS}, read=Openers),
    Setting("role", "opener_role"),
    Setting("tables", "open_tables", _numbers(1, 2, 3, 5, 10, 20, 50), range(1, MOST_OPEN_TABLES + 1)),
    Setting(
        "matches",
        "running_matches",
        _numbers(1, 5, 10, 20, 50, 100, 200, 500),
        range(1, MOST_RUNNING_MATCHES + 1),
    ),
)
"""The settings of servers."""

AS_DISCORD = "discord"
"""The choice that follows the language set in Discord."""


def choices_of(setting: Setting, languages: Sequence[str]) -> Mapping[str, Any]:
    """Return the choices by the names that commands and custom ids use; empty if the value is typed."""
    if setting.name == "language":
        return {AS_DISCORD: None, **_same(*languages)}
    return setting.choices or {}
