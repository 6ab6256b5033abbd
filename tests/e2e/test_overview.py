"""``/help``: what can be done here and now."""

from __future__ import annotations

import pytest

from bot.ui.handlers import HANDLERS
from tests.e2e.world import Answer, World, buttons, labels, shown, written

pytestmark = pytest.mark.usefixtures("unpainted")


def lines(answer: Answer) -> list[str]:
    """Return the lines of the help, whose buttons all work."""
    assert answer.ephemeral
    assert all(button["custom_id"].split(":")[1] in HANDLERS for button in buttons(answer))
    found = written(answer).split("\n")
    assert len(found) <= 8
    return found


async def test_newcomer_is_told_how_to_play(world: World) -> None:
    answer = await world.ann.slash(world.channel, "help")
    assert lines(answer) == [
        "🎲 /play begins a match: choose a game, and others join with a press. You can also play against the computer.",
        "📖 /learn teaches a game in minutes, and /rules explains it page by page.",
        "⚙️ In your settings you choose time zone, notifications and how boards look.",
    ]
    assert labels(answer) == ["Play", "Learn", "My settings"]
    settings = await world.ann.click(shown(answer), label="My settings")
    assert written(settings).startswith("## Your settings")
    games = await world.ann.click(shown(await world.ann.slash(world.channel, "help")), label="Play")
    assert "What would you like to play?" in written(games)


async def test_open_tables_are_joined_from_the_help(world: World) -> None:
    await world.open_table()
    answer = await world.bob.slash(world.channel, "help")
    assert "🪑 A table here has a free seat." in lines(answer)
    assert "Join İYE #1" not in labels(await world.ann.slash(world.channel, "help"))
    await world.bob.click(shown(answer), label="Join İYE #1")
    match = await world.bot.services.matches.history.get(1)
    assert [seat.user_id for seat in match.seats] == [world.ann.id, world.bob.id]


async def test_in_a_match_it_says_whose_turn_it_is(world: World) -> None:
    game = await world.start_match()
    mover = await game.mover.slash(game.place, "help")
    found = lines(mover)
    assert found[0] == "🖼️ İYE #1: it is your turn. Press Board."
    assert not any("turn in one match" in line for line in found), "nothing is said twice"
    assert labels(mover) == ["Board", "Play", "Learn", "Rules", "My matches", "My settings"]
    assert "İYE #1" in written(await game.mover.click(shown(mover), label="Board"))
    elsewhere = await game.mover.slash(world.channel, "help")
    assert "▶️ It is your turn in one match." in lines(elsewhere)
    assert "İYE #1" in written(await game.mover.click(shown(elsewhere), label="My turn"))
    waiter = lines(await game.waiter.slash(game.place, "help"))
    assert waiter[0].endswith("I will notify you when it is your turn.")
    guest = await world.carol.slash(game.place, "help")
    assert lines(guest)[0].endswith("Board shows it to you.")
    assert labels(guest) == ["Board", "Play", "Learn", "Rules", "My settings"]


async def test_managers_get_the_server_settings(world: World) -> None:
    dora = world.join_manager()
    answer = await dora.slash(world.channel, "help")
    assert "🛠️ As a server manager you choose channels, pace and limits." in lines(answer)
    panel = await dora.click(shown(answer), label="Server settings")
    assert "Saved." not in written(panel)
    assert "As a server manager" not in written(panel)


async def test_manager_with_a_seat_gets_every_button_beside_a_running_match(world: World) -> None:
    dora = world.join_manager()
    await dora.click(await world.open_table(game="totem", players=3), label="Join")
    game = await world.start_match()
    everything = ["Board", "Play", "Learn", "Rules", "My matches", "My settings", "Server settings"]
    assert labels(await dora.slash(game.place, "help")) == everything


async def test_where_no_match_may_be_opened_it_says_where(world: World) -> None:
    hall = world.guild.create_text_channel("hall")
    dora = world.join_manager()
    await dora.slash(world.channel, "server settings", allow=hall)
    found = lines(await world.ann.slash(world.channel, "help"))
    assert found[0] == f"🎲 Matches are not played in this channel. Please go to: <#{hall.id}>"
    assert lines(await world.ann.slash(hall, "help"))[0].startswith("🎲 /play begins a match")


async def test_in_a_direct_message_it_says_what_works_there(world: World) -> None:
    await world.start_match()
    answer = await world.ann.user.slash("help")
    found = lines(answer)
    opening = "🎲 /play begins a match for you alone here: Chiefdom. Play with others on a server."
    assert f"{opening} You can also play against the computer." in found
    assert "My matches" in labels(answer)
    listed = await world.ann.user.click(shown(answer), label="My matches")
    assert "İYE #1" in written(listed)
