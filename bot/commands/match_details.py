"""Parsing and suggesting the typed details of ``/match`` actions.

Each reader returns what the action's handler gets, or ``None`` where the text is something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from discord import app_commands

from bot.matches.model.time_control import TimeoutAction
from bot.matches.servers.moderation import REASON_LENGTH
from bot.ui.components.selects import PLAYED_IN
from bot.ui.components.text import OPTION_LIMIT, Writer
from bot.ui.history.animations import DEFAULT_WIDTH, WIDTHS
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.permissions import manages_server, missing_permissions, sees
from bot.ui.lobby.tables import terms_detail
from bot.ui.lobby.time_control import NAMES, TIMEOUT_TITLES, pace_choices
from engines.text import TN, T, Text, normalize_typed
from players import LEVELS

DETAIL_LIMIT = REASON_LENGTH + 50
"""Maximum characters of a detail: a reason, and the word before it."""

Choices = Sequence[app_commands.Choice[str]]

NUMBER = re.compile(r"[0-9]{1,4}")
PERSON, CHANNEL = re.compile(r"(?:<@!?)?([0-9]{15,19})>?"), re.compile(r"(?:<#)?([0-9]{15,19})>?")
"""A mention in Discord's notation, or a plain id."""

WHOLE = T("The whole match")
HOLIDAYS: Mapping[str, Text] = {
    "yes": T("Clocks stop during holidays"),
    "no": T("Clocks keep running during holidays"),
}


def folded(text: str) -> str:
    """Return a text for comparison, with case, spaces and signs that are not seen normalised."""
    return " ".join(normalize_typed(text).split())


def means(write: Writer, text: Text, typed: str) -> bool:
    """Whether a typed text is this name or title, in the user's language or in English."""
    return folded(typed) in {folded(form.removeprefix("/")) for form in (str(text), write.plain(text))}


def suggestion(write: Writer, title: Text, value: str) -> app_commands.Choice[str]:
    """A line of the suggestions."""
    return app_commands.Choice(name=write.plain(title, OPTION_LIMIT), value=value)


def containing(choices: Choices, typed: str) -> Choices:
    """The suggestions that contain every typed word."""
    return [one for one in choices if contains(f"{one.name} {one.value}", typed)]


def contains(text: str, typed: str) -> bool:
    """Whether a text contains every typed word."""
    return all(word in folded(text) for word in folded(typed).split())


def _after(context: InteractionContext, word: Text, typed: str) -> str | None:
    """Return the text after a word, in the user's language or in English; ``None`` if it does not begin with it."""
    for form in (str(word), context.write.plain(word)):
        word_then_rest = rf"\s*{re.escape(form.removeprefix('/'))}(?:\s*:|\b)\s*(.*)"
        found = re.fullmatch(word_then_rest, typed, re.IGNORECASE | re.DOTALL)
        if found:
            return found[1].strip()
    return None


# ------------------------------------------------------------------------------------------------------------- replays


def read_step(context: InteractionContext, typed: str) -> str | None:
    """Read ``step 5``."""
    number = _after(context, T("/step"), typed)
    return number if number is not None and NUMBER.fullmatch(number) else None


async def suggest_steps(context: InteractionContext, typed: str) -> Choices:
    """Suggest the turn with the typed number."""
    number = read_step(context, typed) or typed.strip()
    if not NUMBER.fullmatch(number):
        return []
    return [suggestion(context.write, T("Turn {number}", number=int(number)), f"step {int(number)}")]


def read_replay(context: InteractionContext, typed: str) -> str | None:
    """Read ``3``, ``480 px``, ``3, 480 px`` or ``whole, 480 px``."""
    turns, width = "", DEFAULT_WIDTH
    for part in map(folded, typed.split(",")):
        if part.removesuffix("px").strip() in map(str, WIDTHS) and part.endswith("px"):
            width = int(part.removesuffix("px"))
        elif NUMBER.fullmatch(part) and int(part):
            turns = part
        elif part != "whole" and not means(context.write, WHOLE, part):
            return None
    return f"{turns}:{width}"


async def suggest_replays(context: InteractionContext, typed: str) -> Choices:
    """Suggest numbers of turns, and widths."""
    first = typed.split(",", maxsplit=1)[0].strip()
    counts = (int(first),) if NUMBER.fullmatch(first) and int(first) else (3, 10)
    titles = {str(count): TN("The last turn", "The last {count} turns", count) for count in counts}
    start = str(counts[0]) if len(counts) == 1 else "whole"
    what = titles.get(start, WHOLE)
    sized = {f"{start}, {width} px": T("{what}: {width}", what=what, width=title) for width, title in WIDTHS.items()}
    return containing([suggestion(context.write, title, value) for value, title in (titles | sized).items()], typed)


# --------------------------------------------------------------------------------------------------------------- time


def read_pause(_context: InteractionContext, typed: str) -> str | None:
    """Read a number of days."""
    number = typed.strip()
    return number if NUMBER.fullmatch(number) else None


async def suggest_pauses(context: InteractionContext, typed: str) -> Choices:
    """Suggest numbers of days."""
    counts = (int(typed),) if NUMBER.fullmatch(typed.strip()) else (7, 14, 30)
    days = [suggestion(context.write, TN("{count} day", "{count} days", count), str(count)) for count in counts]
    return containing(days, typed)


def read_terms(context: InteractionContext, typed: str) -> str | None:
    """Read any of a pace, ``holidays: no`` and ``timeout: end``, in any order."""
    pace = holidays = timeout = ""
    for part in typed.split(","):
        about_holidays, about_timeout = _after(context, T("/holidays"), part), _after(context, T("/timeout"), part)
        if about_holidays is not None:
            holidays = _key_of(context, HOLIDAYS, about_holidays)
        elif about_timeout is not None:
            timeout = _key_of(context, TIMEOUT_TITLES, about_timeout)
        else:
            pace = _key_of(context, NAMES, part) or part.strip()
        if not (holidays or about_holidays is None) or not (timeout or about_timeout is None):
            return None
    return terms_detail(pace, holidays, timeout)


def _key_of(context: InteractionContext, titles: Mapping[Any, Text], typed: str) -> str:
    """Return the key that is typed by name or title; empty if there is none."""
    return next(
        (str(key) for key, title in titles.items() if key == folded(typed) or means(context.write, title, typed)), ""
    )


async def suggest_terms(context: InteractionContext, typed: str) -> Choices:
    """Suggest what can follow the last comma."""
    before, comma, last = typed.rpartition(",")
    start = f"{before}{comma} " if before else ""
    paces = await pace_choices(context, last)
    others = [suggestion(context.write, title, f"holidays: {value}") for value, title in HOLIDAYS.items()]
    for timeout, title in TIMEOUT_TITLES.items():
        others.append(suggestion(context.write, T("When time runs out: {what}", what=title), f"timeout: {timeout}"))
    offered = [*paces, *containing(others, last)]
    return [app_commands.Choice(name=f"{start}{one.name}", value=f"{start}{one.value}") for one in offered]


# -------------------------------------------------------------------------------------------------- people, places, why


def read_person(_context: InteractionContext, typed: str) -> str | None:
    """Read a mention."""
    found = PERSON.fullmatch(typed.strip())
    return found and found[1]


async def suggest_people(context: InteractionContext, typed: str) -> Choices:
    """Suggest users with whom the user has played on this server."""
    known = {
        seat.user_id: seat.name
        for match in await context.services.matches.history.matches_of(context.user_id, active_only=False)
        for seat in match.seats
        if match.channel.guild_id == context.interaction.guild_id and seat.has_user
    }
    known.pop(context.user_id, None)
    return containing(
        [suggestion(context.write, T("{player}", player=name), f"<@{user_id}>") for user_id, name in known.items()],
        typed.strip().removeprefix("@"),
    )


def read_seat_offer(context: InteractionContext, typed: str) -> str | None:
    """Read ``offer @Carol``."""
    named = _after(context, T("/offer"), typed)
    person = None if named is None else read_person(context, named)
    return person and f"{TimeoutAction.OFFER}:{person}"


async def suggest_seat_offers(context: InteractionContext, typed: str) -> Choices:
    """Suggest users to offer the seat to."""
    named = _after(context, T("/offer"), typed)
    people = await suggest_people(context, typed if named is None else named)
    label = context.write.plain(T("Offer the seat"))
    return [app_commands.Choice(name=f"{label}: {one.name}", value=f"offer {one.value}") for one in people]


COMPUTER = re.compile(r"\s*([1-9])\s*(?:,\s*(?:\w+\s*)?([1-9]))?\s*")
"""A level and the number of a seat from 1 on; without a number, the seat of the user."""


def read_computer(context: InteractionContext, typed: str) -> str | None:
    """Read ``computer 3`` (the user's own seat) or ``computer 3, seat 2``."""
    found = COMPUTER.fullmatch(_after(context, T("/computer"), typed) or "")
    return found and f"{found[1]}:{int(found[2]) - 1 if found[2] else ''}"


async def suggest_computers(context: InteractionContext, typed: str) -> Choices:
    """Suggest computer players for seats in the user’s matches, once a word is typed."""
    found: list[app_commands.Choice[str]] = []
    if not typed.strip():
        return found
    for match in await context.services.matches.history.matches_of(context.user_id, active_only=True):
        own = match.seat_of(context.user_id)
        if own is None or match.channel.guild_id != context.interaction.guild_id:
            continue
        for player in await context.services.matches.replacement.replaceable_seats(match.id, own.player):
            for level in LEVELS:
                title = T(
                    "A computer player of level {level} for the seat of {player}",
                    level=level,
                    player=match.seat_at(player).display_name,
                )
                found.append(suggestion(context.write, title, f"computer {level}, seat {player + 1}"))
    return containing(found, typed)[:25]


def read_channel(context: InteractionContext, typed: str) -> str | None:
    """Read a mention of a channel, or the name of one that the user can see."""
    found = CHANNEL.fullmatch(typed.strip())
    if found:
        return found[1]
    name = folded(typed).removeprefix("#")
    return next((str(channel.id) for channel in _channels(context) if folded(channel.name) == name), None)


async def suggest_channels(context: InteractionContext, typed: str) -> Choices:
    """Suggest channels in which the bot can post."""
    usable = [
        app_commands.Choice(name=f"#{channel.name}"[:OPTION_LIMIT], value=f"<#{channel.id}>")
        for channel in _channels(context)
        if not missing_permissions(channel, channel.guild.me)
    ]
    return containing(usable, typed)


def _channels(context: InteractionContext) -> Iterator[Any]:
    """Return the other channels of this server that the user can see and in which matches can be played."""
    guild = context.interaction.guild
    for channel in () if guild is None else (*guild.channels, *guild.threads):
        if channel.type in PLAYED_IN and channel.id != context.channel_id and sees(context, channel):
            yield channel


def read_reason(context: InteractionContext, typed: str) -> str | None:
    """Read ``reason: nobody plays``."""
    return _after(context, T("/reason"), typed) or None


async def suggest_reason(context: InteractionContext, typed: str) -> Choices:
    """Suggest the typed text as a manager's reason."""
    reason = read_reason(context, typed) or typed.strip()
    if not reason or not manages_server(context, context.interaction.guild_id):
        return []
    label = T("End it now, as a server manager: {reason}", reason=reason)
    return [suggestion(context.write, label, f"reason: {reason}")]
