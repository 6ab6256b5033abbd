"""Lists of many matches of many players, within Discord's limits."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.matches.model.match import Match, MatchChannel, SeatHolder
from bot.matches.model.time_control import SeatClock, Terms, TimeControl
from bot.ui.components.text import Writer
from bot.ui.match.lists import match_list
from bot.ui.match.reminders import reminder_digest
from tests.bot.ui.views import ENGLISH, match
from tests.discord_limits import CONTENT_CHARACTERS, message_problems

USER, WRITE = 10**18, Writer(ENGLISH)


def matches(count: int, players: int, name: str) -> Sequence[Match]:
    """Matches of Chiefdom in which everybody decides, in channels that were lost."""
    seats = tuple(SeatHolder(player, USER + player, f"{name}{player}") for player in range(players))
    clocks = tuple(SeatClock(player, 0, 0, 1, 1_764_360_000 + player) for player in range(players))
    return [
        match(
            id=1_000 + number,
            game="chiefdom",
            seats=seats,
            to_move=tuple(range(players)),
            clocks=clocks,
            terms=Terms(TimeControl(1, 1)),
            channel=MatchChannel(USER, USER, USER),
            unreachable_since=1,
        )
        for number in range(count)
    ]


@pytest.mark.parametrize(("players", "name"), [(2, "Anna"), (2, "x" * 31), (8, "Anna"), (8, "x" * 31), (8, "_" * 31)])
def test_digest_is_never_cut(players: int, name: str) -> None:
    digest = reminder_digest(USER, matches(40, players, name), WRITE)
    assert len(digest.content) <= CONTENT_CHARACTERS
    title, *lines, more, last = digest.content.splitlines()
    assert title == "⏰ It is your turn in 40 matches:"
    assert all(line.startswith("- **Chiefdom #10") and line.endswith(":R>)") for line in lines)
    assert more == f"{40 - len(lines)} more: /matches"
    assert last.startswith("-# /next shows the most urgent board.")


@pytest.mark.parametrize("name", ["Anna", "x" * 31, "_" * 31])
def test_list_of_matches_fits_into_a_message(name: str) -> None:
    away = {USER + player: 1_764_370_000 for player in range(8)}
    watched = ["👁️ You are watching: " + ", ".join(f"Chiefdom #{number}" for number in range(100))]
    listed = match_list(matches(7, 8, name), 0, USER, (), WRITE, away, watched, {})
    body = {"components": listed.to_send()["view"].to_components(), "flags": 1 << 15}
    assert list(message_problems(body, creates=True)) == []
