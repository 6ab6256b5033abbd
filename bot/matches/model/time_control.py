"""Time controls: what is agreed at the table, one seat's clock, and the decision after a timeout.

A time control is a time bank for the whole match and a time for each turn. In a turn, its own time is used first,
then the bank. What is left of the time per turn is lost, and the bank never grows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType

from bot.matches.errors import TimeControlError
from bot.matches.model.availability import ALWAYS_AVAILABLE, Availability, between
from engines.game import Player
from engines.text import TN, T, Text, excerpt, normalize_typed

MINUTE, HOUR, DAY = 60, 3600, 86400
MIN_PER_TURN, MAX_PER_TURN, MAX_TIME_BANK = MINUTE, 14 * DAY, 30 * DAY
"""Seconds. Without time per turn, no move could be made once the bank is empty. The maximum keeps the deadline of a
user who plays one day a week within the horizon."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time players have. Hash and equality are by value."""

    time_bank: int
    """Seconds for the whole match; 0 for none."""
    per_turn: int
    """Seconds for each turn."""

    def __str__(self) -> str:
        """What :func:`load_time_control` reads: both in seconds, ``259200+86400``."""
        return f"{self.time_bank}+{self.per_turn}"


RELAXED, DAILY, LIVE = TimeControl(3 * DAY, 24 * HOUR), TimeControl(DAY, 12 * HOUR), TimeControl(15 * MINUTE, MINUTE)

PRESETS: Mapping[str, TimeControl | None] = MappingProxyType(
    {"none": None, "relaxed": RELAXED, "daily": DAILY, "live": LIVE}
)
"""The time controls with a name."""


class TimeoutAction(StrEnum):
    """What happens after a timeout."""

    WAIT = "wait"
    """The match keeps waiting."""
    EXTEND = "extend"
    """The player gets the time of another turn."""
    OFFER = "offer"
    """Another user may take over the seat."""
    PLAY_ON = "conduct"
    """The game's rule for missing players decides: an auto-move or a withdrawal."""
    END = "end"
    """The match ends with the result of the rules."""
    COMPUTER = "computer"
    """A computer player takes over the seat; only by a vote, never agreed at the table."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What is agreed at a table about time."""

    time_control: TimeControl | None = None
    """``None``: no clock."""
    holidays: bool = True
    """Whether holidays stop clocks."""
    on_timeout: TimeoutAction = TimeoutAction.PLAY_ON


@dataclass(frozen=True, slots=True)
class TermsRequest:
    """Requested changes of the terms; ``None`` leaves a term as it is."""

    time_control: str | None = None
    """As it was typed, see :func:`parse_time_control`."""
    holidays: bool | None = None
    on_timeout: TimeoutAction | None = None

    def over(self, terms: Terms) -> Terms:
        """Return the terms with the requested changes.

        Raises:
            TimeControlError: there is no such time control.
        """
        return Terms(
            terms.time_control if self.time_control is None else parse_time_control(self.time_control),
            terms.holidays if self.holidays is None else self.holidays,
            terms.on_timeout if self.on_timeout is None else self.on_timeout,
        )


@dataclass(frozen=True, slots=True)
class SeatClock:
    """The time that one player has left."""

    player: Player
    time_bank: int
    """Seconds left in the bank at :attr:`since`; if the clock is stopped, the seconds left now."""
    turn_time: int
    """The same for the time per turn of the current turn or, between turns, of the last one."""
    since: int | None = None
    """When the clock started, in unix seconds; ``None`` while it is stopped."""
    deadline: int | None = None
    """When both are used up, given the player's availability; ``None`` while the clock is stopped."""
    expired_at: int | None = None
    """When the deadline was recorded as passed; ``None`` again once the player's turn is over."""


@dataclass(frozen=True, slots=True)
class StoredClock:
    """A clock with the availability by which its deadline was computed."""

    seat: SeatClock
    availability: Availability = ALWAYS_AVAILABLE

    def read_at(self, now: int) -> SeatClock:
        """Return the clock as it is when stopped at a moment."""
        clock = self.seat
        if clock.since is None:
            return clock
        used = between(self.availability, clock.since, now)
        bank = max(0, clock.time_bank - max(0, used - clock.turn_time))
        return SeatClock(clock.player, bank, max(0, clock.turn_time - used))


class TimeoutState(StrEnum):
    """The state of a timeout."""

    ASKED = "asked"
    """Nothing is decided yet: the others are asked."""
    WAITING = "waiting"
    """The match waits; after a while the others are asked again."""
    EXTENDED = "extended"
    """The players have more time. Nothing is asked until that runs out."""
    OFFERED = "offered"
    """The seats are offered; after a while the others are asked again."""
    NO_VOTERS = "deserted"
    """There is nobody to ask: all active players have run out of time."""


@dataclass(frozen=True, slots=True)
class Vote:
    """The vote of one of the other players."""

    choice: TimeoutAction
    to_user: int | None = None
    """Of :attr:`TimeoutAction.OFFER`: the user to offer the seat to; ``None`` for any user."""
    level: int | None = None
    """Of :attr:`TimeoutAction.COMPUTER`: the level; ``None`` for the usual one."""


@dataclass(frozen=True, slots=True)
class Timeout:
    """A timeout, from the deadline to the move or decision that ends it."""

    stage: TimeoutState
    seats: tuple[Player, ...]
    """Players who have run out of time and have not moved since."""
    until: int
    """When the next step follows if no player acts."""
    votes: Mapping[Player, Vote] = field(default_factory=dict)
    undecided: int = 0
    """How often in a row the vote ended without a decision, so that the agreed action was taken."""
    message_id: int | None = None
    """The message with the question and its buttons, once it is posted."""


def load_time_control(line: str) -> TimeControl | None:
    """Return the time control of a stored line: a name of :data:`PRESETS` or ``time_bank+turn_time`` in seconds.

    Raises:
        ValueError: it is neither.
    """
    if line in PRESETS:
        return PRESETS[line]
    bank, credit = line.split("+")
    return TimeControl(int(bank), int(credit))


def dump_time_control(time_control: TimeControl | None) -> str:
    """Return a time control as :func:`load_time_control` reads it."""
    return "none" if time_control is None else str(time_control)


def preset_name(time_control: TimeControl | None) -> str | None:
    """Return the name of a preset; ``None`` for any other time control."""
    return next((name for name, preset in PRESETS.items() if preset == time_control), None)


# ----------------------------------------------------------------------------------------------------------- reading

_UNITS = {"w": 7 * DAY, "d": DAY, "h": HOUR, "m": MINUTE, "s": 1}
_AMOUNT = re.compile(
    r"(\d{1,6}(?:[.,]\d{1,2})?)\s*(w|weeks?|d|days?|h|hrs?|hours?|m|mins?|minutes?|s|secs?|seconds?)(?![^\W\d])\.?\s*"
    r"(?:,\s*|and\s+)?"
)


def parse_time_control(typed: str) -> TimeControl | None:
    """Parse a typed time control: ``none``, a preset's name, ``2d + 12h``, ``1 day 6 hours + 90 min``, ``12h``.

    A single amount is the time per turn.

    Raises:
        TimeControlError: it cannot be read or is out of range. The sentence says what is possible.
    """
    text = " ".join(normalize_typed(typed).split())
    if text in PRESETS:
        return PRESETS[text]
    parts = text.split("+")
    spans = [_read_span(part) for part in parts]
    if len(spans) > 2 or None in spans:
        raise TimeControlError(
            T(
                "I could not read “{text}” as a pace. Write the time for the whole match, a plus and "
                "the time for each turn, for example 2d + 12h (d days, h hours, m minutes). Or choose"
                " none, relaxed, daily or live.",
                text=excerpt(typed),
            )
        )
    bank, credit = (0, spans[0]) if len(spans) == 1 else spans
    time_control = TimeControl(bank or 0, credit or 0)
    _check(time_control)
    return time_control


def _read_span(part: str) -> int | None:
    """Parse an amount of time in seconds; ``None`` if it cannot be read. An empty text is an empty time bank."""
    part = part.strip()
    if part in {"", "0"}:
        return 0
    position, total = 0, Fraction(0)
    while position < len(part):
        found = _AMOUNT.match(part, position)
        if found is None:
            return None
        total += Fraction(found[1].replace(",", ".")) * _UNITS[found[2][0]]
        position = found.end()
    return round(total)


def _check(time_control: TimeControl) -> None:
    """Check the range of a time control.

    Raises:
        TimeControlError: with the bounds.
    """
    if not MIN_PER_TURN <= time_control.per_turn <= MAX_PER_TURN:
        raise TimeControlError(
            T(
                "The time for each turn must be from {least} to {most}. Write it after the plus, like 2d + 12h.",
                least=span(MIN_PER_TURN),
                most=span(MAX_PER_TURN),
            )
        )
    if time_control.time_bank > MAX_TIME_BANK:
        raise TimeControlError(T("The time for the whole match can be at most {most}.", most=span(MAX_TIME_BANK)))


# ----------------------------------------------------------------------------------------------------------- writing


def span(seconds: int) -> Text:
    """Return an amount of time in words: one unit, or two for precision."""
    if seconds < 2 * MINUTE and seconds != MINUTE:
        return TN("{count} second", "{count} seconds", seconds)
    if seconds < 2 * HOUR and seconds % HOUR:
        return TN("{count} minute", "{count} minutes", seconds // MINUTE)
    if seconds < 2 * DAY:
        return _two(TN("{count} hour", "{count} hours", seconds // HOUR), seconds % HOUR, MINUTE)
    return _two(TN("{count} day", "{count} days", seconds // DAY), seconds % DAY, HOUR)


def _two(larger: Text, rest: int, unit: int) -> Text:
    if rest < unit:
        return larger
    count = rest // unit
    smaller = (
        TN("{count} hour", "{count} hours", count) if unit == HOUR else TN("{count} minute", "{count} minutes", count)
    )
    return T("{larger} {smaller}", larger=larger, smaller=smaller)


def short(time_control: TimeControl) -> str:
    """Return the time control as it can be typed: ``3d + 24h``."""
    return (
        f"{_short(time_control.time_bank)} + {_short(time_control.per_turn)}"
        if time_control.time_bank
        else _short(time_control.per_turn)
    )


def _short(seconds: int) -> str:
    if seconds >= 2 * DAY or seconds == DAY:
        parts = [(seconds // DAY, "d"), (seconds % DAY // HOUR, "h"), (seconds % HOUR // MINUTE, "m")]
    else:
        parts = [(seconds // HOUR, "h"), (seconds % HOUR // MINUTE, "m"), (seconds % MINUTE, "s")]
    return " ".join(f"{count}{unit}" for count, unit in parts if count) or "0"
