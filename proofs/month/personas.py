"""Simulated users: prompt and slow ones, dropouts, quiet hours, notification preferences."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from bot.matches.model.settings import PlayerSettings
from proofs.month.virtual_time import DAY, HOUR

FIRST_ID = 2 * 10**17
ZONES = (
    "UTC",
    "Europe/Berlin",
    "Europe/London",
    "America/New_York",
    "America/St_Johns",
    "America/Sao_Paulo",
    "Asia/Kolkata",
    "Asia/Kathmandu",
    "Asia/Tokyo",
    "Australia/Lord_Howe",
    "Pacific/Auckland",
    "Pacific/Chatham",
)
QUIET = (None, None, (1320, 480), (1380, 420), (0, 540), (780, 900))
"""Minutes of the day."""
STEP = 900
"""Seconds in which availability changes only by a holiday: all quiet hours and zones are whole quarters of an hour."""


@dataclass
class Persona:
    """A user with habits."""

    id: int
    name: str
    guild: int
    """Number of the server."""
    pace: tuple[int, int]
    """Minimum and maximum seconds between two visits to Discord."""
    vanishes: int | None = None
    """When the user stops visiting, in seconds since the beginning."""
    quits: float = 0.0
    """The chance of giving up a match during a visit."""
    pauses: float = 0.0
    travels: float = 0.0
    """The chance of announcing a holiday during a visit."""
    opens: float = 0.0
    neglects: bool = False
    """Opens tables and never starts them."""
    forgets_at: int | None = None
    """When the user's data is deleted, in seconds since the beginning."""
    settings: PlayerSettings = field(default_factory=PlayerSettings)
    away_until: int = 0

    def rests(self, moment: int) -> bool:
        """Return whether the user has quiet hours or a day off."""
        settings = self.settings
        local = datetime.fromtimestamp(moment, ZoneInfo(settings.zone))
        if local.weekday() in settings.days_off:
            return True
        if settings.quiet_hours is None:
            return False
        begin, end = settings.quiet_hours
        minute = local.hour * 60 + local.minute
        return begin <= minute < end if begin < end else minute >= begin or minute < end

    def time_between(self, start: int, end: int, away: list[tuple[int, int]]) -> int:
        """Return the seconds in which the user could play, counted by quarters of an hour; ``away`` are holidays."""
        total, moment = 0, start
        while moment < end:
            following = min(end, (moment // STEP + 1) * STEP)
            if not self.rests(moment):
                total += following - moment
                total -= sum(max(0, min(following, last) - max(moment, first)) for first, last in away)
            moment = following
        return total


def population(number: int, days: int, guilds: int, rng: random.Random) -> list[Persona]:
    """Return users of mixed habits, spread over the servers."""
    return [persona(index, days, index % guilds, rng) for index in range(number)]


def persona(index: int, days: int, guild: int, rng: random.Random, comes: int = 0) -> Persona:
    """Create a user who joins a server ``comes`` seconds after the start."""
    kind = rng.choices(("prompt", "usual", "slow", "rare"), (25, 40, 25, 10))[0]
    paces = {"prompt": (3, 10), "usual": (7, 20), "slow": (16, 44), "rare": (36, 110)}
    least, most = paces[kind]
    person = Persona(FIRST_ID + index, f"Player {index}", guild, (least * HOUR, most * HOUR))
    person.opens = 0.06
    if rng.random() < 0.22:
        person.vanishes = comes + rng.randrange(2 * DAY, max(2 * DAY + 1, days * DAY))
    if rng.random() < 0.15:
        person.quits = 0.01
    if rng.random() < 0.15:
        person.pauses = 0.03
    if rng.random() < 0.2:
        person.travels = 0.02
    if rng.random() < 0.1:
        person.neglects, person.opens = True, 0.1
    if rng.random() < 0.05:
        person.forgets_at = comes + rng.randrange(3 * DAY, max(3 * DAY + 1, days * DAY))
    if rng.random() < 0.75:
        person.settings = random_settings(rng)
    return person


def random_settings(rng: random.Random) -> PlayerSettings:
    """Return random settings."""
    days_off = frozenset({5, 6}) if rng.random() < 0.15 else frozenset(rng.sample(range(7), rng.choice((0, 0, 0, 1))))
    return PlayerSettings(
        zone=rng.choice(ZONES),
        quiet_hours=rng.choice(QUIET),
        days_off=days_off,
        remind_every=rng.choice((0, 6 * HOUR, 12 * HOUR, DAY, DAY, 2 * DAY)),
        notify_by=rng.choice(("mention", "dm", "both")),
        sheets=rng.choice(("dm", "button")),
        text_board=rng.random() < 0.2,
    )


def next_visit(person: Persona, now: int, rng: random.Random) -> int:
    """Return when a user visits Discord next, outside quiet hours and holidays."""
    moment = max(now + rng.randrange(*person.pace), person.away_until)
    for _ in range(96 * 3):
        if not person.rests(moment):
            return moment
        moment += STEP + rng.randrange(STEP)
    return moment


def start_of_month() -> int:
    """Return midnight of a day whose following month contains the end of summer time in Europe and America."""
    return round((datetime(2026, 10, 5, tzinfo=ZoneInfo("UTC")) + timedelta(0)).timestamp())
