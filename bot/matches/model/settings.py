"""What players and servers set."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from bot.matches.errors import PaceError
from bot.matches.model.availability import Rhythm
from bot.matches.model.time_control import read_pace
from engines.text import Text


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """How somebody wants to see boards, when to play and how to be told. Looks have the values of ``render.options``,
    times those of :class:`bot.matches.model.availability.Rhythm`.
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
    """``own``: the own seat is at the bottom of boards; ``fixed``: they are drawn as spectators see them."""
    zone: str = "UTC"
    quiet: tuple[int, int] | None = None
    days_off: frozenset[int] = frozenset()
    remind_every: int = 86_400
    """Seconds between reminders; 0: none."""
    tell: str = "mention"
    """How to be told: ``mention`` in the match, ``dm``, or ``both``."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What somebody wants."""

    every: int
    """Seconds between reminders; 0: none but warnings before a deadline."""
    tell: str
    """``mention`` in the match, ``dm`` or ``both``."""
    rhythm: Rhythm
    """When reminders disturb nobody."""


OPEN_TABLES, RUNNING_MATCHES = 5, 50
"""Most open tables and running matches of one player in one server, where nothing is set."""


MOST_OPEN_TABLES, MOST_RUNNING_MATCHES = 50, 500
"""The highest limits that can be set."""


PACES = ("none", "relaxed", "daily", "live")
"""Paces with a name."""


_OWN_PACE = re.compile(r"[1-9][0-9]{0,2}[mhd]\+[1-9][0-9]{0,2}[mhd]")


CHANNELS = 25
"""Most channels that can be allowed: as many as one select holds."""


class Openers(StrEnum):
    """Who may open tables."""

    EVERYBODY = "everybody"
    ROLE = "role"
    MANAGERS = "managers"


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """What the managers of a server have set."""

    channels: tuple[int, ...] = ()
    """Ids of the channels and categories in which tables may be opened; none: everywhere."""
    threads: bool = True
    """Whether a match gets a thread of its own."""
    pace: str = "none"
    """What is offered as the pace of a new table: one of :data:`PACES` or ``<bank>+<credit>``, see :func:`is_pace`."""
    language: str | None = None
    """Language of public messages, as the catalogue names it; ``None``: the one that the server has on Discord."""
    openers: Openers = Openers.EVERYBODY
    opener_role: int | None = None
    """Id of the role that may open tables; set if and only if ``openers`` is ``role``."""
    open_tables: int = OPEN_TABLES
    running_matches: int = RUNNING_MATCHES


@dataclass(frozen=True, slots=True)
class ManagerAct:
    """Something that a manager of a server has done."""

    user_id: int
    text: Text
    at: int


def is_pace(text: str) -> bool:
    """Whether a text names a pace: a preset, or a bank and a credit per turn such as ``3d+24h`` (m, h or d)."""
    if text in PACES:
        return True
    if _OWN_PACE.fullmatch(text) is None:
        return False
    try:
        read_pace(text)
    except PaceError:
        return False
    return True
