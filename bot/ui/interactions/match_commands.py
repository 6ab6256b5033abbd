"""Which match a typed command is about, when it does not say."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from discord import app_commands

from bot.errors import RefusalError
from bot.matches.errors import MatchNotFoundError, WatchError
from bot.matches.history.queries import NEVER
from bot.matches.model.match import Match, MatchStatus
from bot.ui.boards.board_messages import match_title
from bot.ui.components.custom_id import Action, handles
from bot.ui.components.messages import Choice, Outgoing
from bot.ui.components.text import Writer
from bot.ui.interactions.context import Call
from bot.ui.interactions.permissions import manages_server
from engines.registry import GAMES
from engines.text import Seat, T, Text

Test = Callable[[Match, int], bool]
"""Whether a match is one that a user's errand may be about."""

Run = Callable[[Call, Match, str], Awaitable[None]]

Narrow = Callable[[Call, Sequence[Match], str], Awaitable[Sequence[Match]]]
"""Those of several matches that a detail fits; all of them where it fits none."""


@dataclass(frozen=True, slots=True)
class Errand:
    """Something that is done with one match, by command or by button."""

    name: str
    """Also the name of the action of its buttons."""
    run: Run
    fits: Test
    nothing: Text
    """What is said when no match fits."""
    prefers: tuple[Test, ...]
    """Narrow those that fit, one after the other; a test that none of them passes is left out."""


def seated(match: Match, user_id: int) -> bool:
    """The user has a seat."""
    return match.seat_of(user_id) is not None


ERRANDS: dict[str, Errand] = {}
"""Every errand by name."""


def errand(name: str, *, fits: Test, nothing: Text, prefers: tuple[Test, ...] = (seated,)) -> Callable[[Run], Errand]:
    """Make a function an errand, and the handler of the buttons of that name."""

    def register(run: Run) -> Errand:
        made = ERRANDS[name] = Errand(name, run, fits, nothing, prefers)

        @handles(name)
        async def pressed(call: Call, action: Action) -> None:
            await run(call, await visible_match(call, action.match_id), action.detail)

        return made

    return register


def playing(match: Match, user_id: int) -> bool:
    """The user plays in a running match."""
    seat = match.seat_of(user_id)
    return match.status is MatchStatus.RUNNING and seat is not None and not seat.withdrawn


def to_move(match: Match, user_id: int) -> bool:
    """The user is awaited."""
    return match.status is MatchStatus.RUNNING and match.awaits(user_id)


def begun(match: Match, _user_id: int) -> bool:
    """The match has a position to look at."""
    return match.started_at is not None


def over(match: Match, _user_id: int) -> bool:
    """The match has ended with or without a result."""
    return match.status in {MatchStatus.FINISHED, MatchStatus.ABORTED}


def under_way(match: Match, _user_id: int) -> bool:
    """The match is an open table, or is being played."""
    return match.status in {MatchStatus.OPEN, MatchStatus.RUNNING}


def is_table(match: Match, _user_id: int) -> bool:
    """The match is an open table."""
    return match.status is MatchStatus.OPEN


async def carry_out(
    call: Call, wanted: Errand, match_id: int | None, detail: str = "", narrow: Narrow | None = None
) -> None:
    """Do an errand with the match that is meant; ask where that is not clear, after ``narrow`` has left out those
    that the detail does not fit.
    """
    if match_id is not None:
        await wanted.run(call, await visible_match(call, match_id), detail)
        return
    found = await meant(call, wanted)
    if not found:
        raise MatchNotFoundError(wanted.nothing)
    if len(found) > 1 and narrow is not None:
        found = await narrow(call, found, detail)
    if len(found) == 1:
        await wanted.run(call, found[0], detail)
        return
    await call.answer.say(question(call, Action("pick", detail=f"{wanted.name}:{detail}"), found))


def question(
    call: Call, action: Action, found: Sequence[Match], line: Callable[[Match, Writer], Choice] | None = None
) -> Outgoing:
    """Ask which of several matches is meant, each in a ``line``; ``action`` is what is done with the one chosen.

    Raises:
        RefusalError: what is to be done has no room in a menu.
    """
    if not action.fits:
        raise RefusalError(T("Several matches could be meant: say which one with the option “match”."))
    choices = tuple((line or choice_of)(match, call.write) for match in found[:25])
    menu = action.menu(call.write.plain(T("Choose a match …")), choices)
    return Outgoing(call.write(T("Which match do you mean?")), ((menu,),))


async def meant(call: Call, wanted: Errand) -> Sequence[Match]:
    """The matches that an errand may be about: those of this channel or thread first, then the user's own anywhere,
    then those of others in the threads of this channel.
    """
    here = await call.desk.matches.history.matches_in(call.channel_id)
    # A rematch is played in the thread of the match before it.
    if found := _narrowed(wanted, here, call.user_id, (*wanted.prefers, under_way)):
        return found
    mine = await call.desk.matches.history.matches_of(call.user_id, active_only=False)
    if found := _narrowed(wanted, mine, call.user_id, wanted.prefers):
        return found
    below = await call.desk.matches.history.matches_under(call.channel_id)
    return _narrowed(wanted, below, call.user_id, wanted.prefers)


def _narrowed(wanted: Errand, matches: Iterable[Match], user_id: int, prefers: Sequence[Test]) -> list[Match]:
    fitting = [match for match in matches if wanted.fits(match, user_id)]
    for test in prefers:
        fitting = [match for match in fitting if test(match, user_id)] or fitting
    return sorted(fitting, key=urgency)


def urgency(match: Match) -> tuple[int, int, int]:
    """Sorts running matches first, the nearest deadline and then the longest waiting on top, then tables, then the most
    recently ended.
    """
    order = {MatchStatus.RUNNING: 0, MatchStatus.OPEN: 1}.get(match.status, 2)
    deadline = min((clock.deadline for clock in match.clocks if clock.deadline is not None), default=NEVER)
    return order, deadline, (match.moved_at or match.created_at) * (1 if order < 2 else -1)


async def visible_match(call: Call, match_id: int) -> Match:
    """A match by its number, if it is the asker's own or is played in this channel, or the asker manages or watches it.

    Who watches a match may see its place, too; who may no longer see it no longer watches it.

    Raises:
        MatchNotFoundError: there is none, or it is not to be seen from here.
    """
    try:
        match = await call.desk.matches.history.get(match_id)
    except MatchNotFoundError:
        raise _unknown(match_id) from None
    here = call.channel_id in {match.place.channel_id, match.place.thread_id}
    if here or seated(match, call.user_id) or call.user_id in match.invited:
        return match
    if manages_server(call, match.place.guild_id):
        return match
    if await call.desk.matches.spectators.watcher(match.id, call.user_id) is None:
        raise _unknown(match_id)
    sees = await call.desk.may_see(match.place, call.user_id)
    if sees is False:
        with suppress(WatchError):  # it was ended at this very moment
            await call.desk.matches.spectators.unwatch(match.id, call.user_id)
        raise MatchNotFoundError(out_of_sight(match))
    if sees is None:
        raise MatchNotFoundError(
            T(
                "I cannot check just now whether you may still see the channel of {match}. Please try again in a"
                " minute.",
                match=match_title(match),
            )
        )
    return match


def out_of_sight(match: Match) -> Text:
    """What is said to somebody who can no longer see the channel in which a watched match is played."""
    return T("You can no longer see the channel of {match}, so I send you no more boards.", match=match_title(match))


def _unknown(match_id: int) -> MatchNotFoundError:
    return MatchNotFoundError(T("There is no match #{number} here. /matches lists yours.", number=match_id))


@handles("pick")
async def picked(call: Call, action: Action) -> None:
    """A match was chosen after :func:`carry_out` had asked."""
    name, _, detail = action.detail.partition(":")
    await errand_of(name).run(call, await visible_match(call, call.chosen_number), detail)


def errand_of(name: str) -> Errand:
    """An errand by its name, as it stands in a custom_id.

    Raises:
        RefusalError: it comes from another version of the bot.
    """
    wanted = ERRANDS.get(name)
    if wanted is None:
        raise RefusalError(T("This menu is from another time: I do not know it any more."))
    return wanted


def choice_of(match: Match, write: Writer) -> Choice:
    """A match as a line of a menu."""
    return Choice(str(match.id), match_line(match, write), write.about(match).plain(state_of(match)))


def match_line(match: Match, write: Writer) -> str:
    """A match in one line without markup: ``İYE #12: Ann, Bob``."""
    named = write.about(match)
    names = ", ".join(named.name(Seat(seat.player)) for seat in match.seats)
    return write.plain(T("{title}: {players}", title=match_title(match), players=names))


def state_of(match: Match) -> Text:
    """How a match stands, in a few words."""
    match match.status:
        case MatchStatus.OPEN if _can_start(match):
            return T("waits to be started")
        case MatchStatus.OPEN:
            return T("waits for players")
        case MatchStatus.RUNNING if match.paused_at is not None:
            return T("paused")
        case MatchStatus.RUNNING if len(match.to_move) == 1:
            return T("{player} is to move", player=Seat(match.to_move[0]))
        case MatchStatus.RUNNING:
            return T("in progress")
        case MatchStatus.CANCELLED:
            return T("cancelled")
        case _:
            return match.result or T("over")


def _can_start(match: Match) -> bool:
    return not match.invited and len(match.seats) >= GAMES[match.game].info.min_players


async def match_choices(call: Call, wanted: Errand, typed: Any) -> list[app_commands.Choice[int]]:
    """Matches for the option ``match`` while it is being typed, by number or by a player's name."""
    needle = str(typed).casefold().lstrip("#")
    choices = []
    for match in await meant(call, wanted):
        line = match_line(match, call.write)
        if needle in line.casefold():
            label = f"{line} ({call.write.about(match).plain(state_of(match))})"
            choices.append(app_commands.Choice(name=label[:100], value=match.id))
    return choices
