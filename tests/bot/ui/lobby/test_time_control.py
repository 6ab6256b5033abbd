"""Time control in the messages of tables and boards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.errors import UserError
from bot.matches.model.match import Match, MatchStatus, SeatHolder
from bot.matches.model.time_control import (
    DAILY,
    DAY,
    HOUR,
    LIVE,
    PRESETS,
    RELAXED,
    SeatClock,
    Terms,
    TermsRequest,
    TimeControl,
    TimeoutAction,
)
from bot.ui.boards.clocks import clock_lines, downtime_lines, seat_times
from bot.ui.components.messages import SelectSpec
from bot.ui.components.panels import TEXT_LIMIT
from bot.ui.components.text import OPTION_LIMIT, Writer
from bot.ui.lobby.table_message import table
from bot.ui.lobby.time_control import (
    NAMES,
    TIMEOUT_EXPLANATIONS,
    TIMEOUT_TITLES,
    longest_match,
    parse_terms_request,
    terms_rows,
    terms_summary,
)
from bot.ui.match.lists import match_list
from engines.registry import GAMES
from tests.bot.ui.views import state, view, writer

NOW = 1_700_000_000


def running(*clocks: SeatClock, **changes: Any) -> Match:
    """Return a running match with a time control and these clocks."""
    match = view(state()).match
    return replace(match, terms=Terms(DAILY), clocks=clocks, **changes)


def clock(player: int, deadline: int | None = None, expired_at: int | None = None) -> SeatClock:
    return SeatClock(player, DAY, 12 * HOUR, None if deadline is None else NOW, deadline, expired_at)


def texts(items: Any) -> Iterator[str]:
    for item in items:
        if isinstance(item, discord.ui.TextDisplay):
            yield item.content
        yield from texts(getattr(item, "children", ()))


def about(match: Match) -> Writer:
    return writer().about(match)


# --------------------------------------------------------------------------------------------------------------- tables


@pytest.mark.parametrize("slug", sorted(GAMES))
@pytest.mark.parametrize("pace", [*PRESETS.values(), TimeControl(29 * DAY + HOUR, 13 * DAY + HOUR)])
def test_tables_of_maximum_size_fit_into_a_message(slug: str, pace: TimeControl | None) -> None:
    info = GAMES[slug].info
    seats = tuple(SeatHolder(player, 10**18 + player, "M" * 32, alias="W" * 32) for player in range(info.max_players))
    options = {option.name: option.default for option in info.options}
    match = replace(
        running(), game=slug, status=MatchStatus.OPEN, options=options, seats=seats, terms=Terms(pace), to_move=()
    )
    message = table(match, about(match), computers_off=False)
    container: Any = message.layout[0]
    assert sum(map(len, texts(message.layout))) <= TEXT_LIMIT
    assert 1 + len(list(container.walk_children())) <= 40
    for row in terms_rows(match, info, about(match)):
        for control in () if isinstance(row, str) else row:
            if isinstance(control, SelectSpec):
                assert len(control.choices) <= 25
                assert all(len(choice.label) <= OPTION_LIMIT for choice in control.choices)
                assert all(len(choice.description or "") <= OPTION_LIMIT for choice in control.choices)
                assert sum(choice.chosen for choice in control.choices) == 1


@pytest.mark.parametrize(
    ("slug", "players", "pace", "says"),
    [
        ("iye", 1, DAILY, "24 turns take 14 days at most"),
        ("iye", 2, LIVE, "24 turns take 54 minutes at most"),
        ("totem", 2, RELAXED, "11 turns take 17 days at most"),
        ("totem", 4, DAILY, "22 turns take 15 days at most"),
        ("chiefdom", 8, TimeControl(0, HOUR), "35 turns take 35 hours at most"),
        ("awethi", 3, TimeControl(DAY, DAY), "60 turns take 63 days at most"),
    ],
)
def test_maximum_duration_is_shown(slug: str, players: int, pace: TimeControl, says: str) -> None:
    assert says in str(longest_match(pace, GAMES[slug].info, players))


def test_duration_of_unknown_length_uses_the_games_text() -> None:
    info = replace(GAMES["iye"].info, usual_turns=())
    assert str(longest_match(DAILY, info, 2)) == "Expected length: about 24 turns a cycle."


def test_terms_have_titles_and_explanations() -> None:
    assert set(NAMES) == set(PRESETS)
    assert set(TIMEOUT_TITLES) == set(TIMEOUT_EXPLANATIONS) == set(TimeoutAction) - {TimeoutAction.COMPUTER}


def test_table_without_a_clock_shows_no_timeout_or_holidays() -> None:
    match = replace(running(), terms=Terms(), status=MatchStatus.OPEN)
    text, *controls = terms_rows(match, GAMES["iye"].info, about(match))
    assert isinstance(text, str)
    assert text.startswith("**Pace:** No clock\n-# Time never runs out")
    assert len(controls) == 1


def test_terms_summary() -> None:
    match = replace(running(), terms=Terms(TimeControl(DAY, HOUR), False, TimeoutAction.WAIT))
    assert str(terms_summary(match)) == (
        "Pace: 1d + 1h (1 hour for each turn, and 24 hours more for the whole match). If time runs out and the"
        " others do not decide: Keep waiting. Clocks keep running during holidays."
    )


def test_parse_terms_request() -> None:
    assert parse_terms_request() == TermsRequest()
    assert parse_terms_request(" daily ", "no", "extend") == TermsRequest("daily", False, TimeoutAction.EXTEND)
    for holidays, timeout in (("perhaps", ""), ("", "cry")):
        with pytest.raises(UserError, match="not one of the choices"):
            parse_terms_request("", holidays, timeout)


# --------------------------------------------------------------------------------------------------------------- boards


def test_single_deadline_is_a_timestamp_without_a_name() -> None:
    match = running(clock(0, NOW + HOUR), clock(1))
    assert clock_lines(match, (0,), about(match)) == (f"⏳ Deadline: <t:{NOW + HOUR}:f> (<t:{NOW + HOUR}:R>)",)


def test_deadlines_name_their_players_unless_equal() -> None:
    match = running(clock(0, NOW + HOUR), clock(1, NOW + DAY, NOW + DAY))
    first, second = clock_lines(match, (0, 1), about(match))
    assert first.startswith("⏳ **Ann**: deadline")
    assert second.startswith("⌛ **Bob**: time ran out")
    assert clock_lines(match, (1,), about(match)) == (second,)
    same = running(clock(0, NOW), clock(1, NOW))
    assert len(clock_lines(same, (0, 1), about(same))) == 1


def test_paused_match_shows_no_deadline() -> None:
    match = running(clock(0), clock(1), paused_at=NOW)
    (line,) = clock_lines(match, (0,), about(match))
    assert line == (
        f"⏸️ Paused since <t:{NOW}:f> (<t:{NOW}:R>). To propose playing on, press Resume or use /match action: resume."
        " The match resumes when the others accept."
    )
    dated = replace(match, resumes_at=NOW + DAY)
    (line,) = clock_lines(dated, (0,), about(dated))
    assert f"resumes <t:{NOW + DAY}:f>" in line


def test_ended_match_shows_no_clock() -> None:
    match = running(clock(0, NOW), status=MatchStatus.FINISHED)
    assert clock_lines(match, (0,), about(match)) == ()
    assert seat_times(match, about(match)) == ()


def test_remaining_times() -> None:
    match = running(clock(0, NOW + HOUR), clock(1))
    mine, other = seat_times(match, about(match))
    assert f"<t:{NOW + HOUR}:R>" in mine
    assert other == "**Bob**: 24 hours left, plus the time for each turn"


def test_downtime_is_described() -> None:
    assert downtime_lines(0, writer()) == ()
    assert downtime_lines(2 * HOUR, writer()) == ("-# I was offline for 2 hours. All clocks were stopped.",)


def test_match_list_with_eight_deadlines_each_fits_into_a_message() -> None:
    seats = tuple(SeatHolder(player, 10**18 + player, "M" * 32) for player in range(8))
    clocks = tuple(clock(player, NOW + player) for player in range(8))
    match = running(*clocks, game="chiefdom", seats=seats, to_move=tuple(range(8)))
    message = match_list([match] * 6, 0, 5, (), writer(), {}, (), {})
    assert sum(map(len, texts(message.layout))) <= TEXT_LIMIT
