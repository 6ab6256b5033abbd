"""``/play``: one command, the panel of the games, the form, other people's tables. A press is one interaction."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.matches.errors import MatchNotFoundError
from bot.matches.lobby import limits
from bot.matches.model.match import Match, MatchStatus
from engines.registry import GAMES
from tests.e2e.world import Answer, World, alt_texts, buttons, control, labels, refused, shown, stored, written

TITLES = [game.info.title for game in GAMES.values()]


async def match_of(world: World, number: int = 1) -> Match:
    return await world.bot.services.matches.history.get(number)


def tables(world: World) -> list[discord.Message]:
    """Return the tables in the channel, oldest first."""
    return [message for message in world.channel.history() if "Table #" in written(message)]


async def open_panel(world: World, **options: Any) -> Answer:
    panel = await world.ann.slash(world.channel, "play", **options)
    assert panel.ephemeral, written(panel)
    return panel


async def choose(world: World, panel: Answer, game: str) -> Answer:
    custom_id = next(b["custom_id"] for b in buttons(panel) if f":game:0:0:{game};" in b["custom_id"])
    return await world.ann.click(shown(panel), custom_id=custom_id)


async def fill_in(world: World, asked: Answer, **chosen: str | bool) -> Answer:
    """Submit a form as Ann. In names of fields, ``option_`` stands for ``option:``; choices left out stay as shown."""
    assert asked.modal is not None
    given: dict[str, Any] = {}
    for part in (part["component"] for part in asked.modal["components"]):
        shown_value = next((c["value"] for c in part.get("options", ()) if c.get("default")), part.get("default"))
        value = chosen.pop(part["custom_id"].replace("option:", "option_"), shown_value)
        given[part["custom_id"]] = [value] if part["type"] == 3 else value
    assert not chosen
    return await world.ann.submit_modal(asked, given)


async def test_panel_shows_every_game_and_only_what_exists(world: World) -> None:
    panel = await open_panel(world)
    assert labels(panel) == [*TITLES, "New match", "Against the computer", "Learn"]
    assert "Two apprentices, one drum" in written(panel)
    assert "2 to 5 players" in written(panel)
    assert alt_texts(panel) == [f"A part of each game’s board: {', '.join(TITLES)}"]
    assert stored(panel).attachments[0]["filename"] == "games.png"
    await world.open_table(opener=world.bob)
    game = await world.start_match()
    panel = await game.mover.slash(world.channel, "play")
    assert labels(panel)[4:] == ["New match", "Against the computer", "1 open table here", "My turn", "Learn"]


async def test_own_table_takes_two_presses(world: World) -> None:
    panel = await open_panel(world)
    await choose(world, panel, "iye")
    assert labels(panel) == [
        "Against the computer",
        "Learn",
        "New match",
        "Choose options …",
        "Rules",
        "Back",
        "Tell me when a table opens",
    ]
    assert "**Cycles to win:** Two cycles" in written(panel)
    await world.ann.click(shown(panel), label="New match")
    (table,) = tables(world)
    assert control(table, "join")
    assert written(panel) == "İYE #1 is open."
    assert buttons(panel) == [], "pressed once more, it would open a second table"
    assert (await match_of(world)).table_message_id == table.id


async def test_repeated_presses_open_one_table(world: World) -> None:
    panel = await open_panel(world)
    await choose(world, panel, "iye")
    new_match = control(shown(panel), "newmatch")
    records = [world.press_under(world.channel.id, shown(panel).id, world.ann.id, new_match) for _ in range(3)]
    await world.env.settle()
    assert all(record.responded for record in records)
    assert len(tables(world)) == 1
    with pytest.raises(MatchNotFoundError):
        await match_of(world, 2)
    assert written(panel) == "İYE #1 is open."


async def test_panel_that_was_refused_opens_a_table_later(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    panel = await open_panel(world)
    await choose(world, panel, "iye")
    with monkeypatch.context() as full:
        full.setattr(limits, "count_tables", lambda *_: 99)
        answer = await world.ann.click(shown(panel), label="New match")
        assert tables(world) == []
        assert written(answer).startswith("⚠️")
    await world.ann.click(shown(panel), label="New match")
    assert len(tables(world)) == 1


@pytest.mark.parametrize(("slug", "numbers"), [("totem", [2, 3, 4]), ("awethi", [2, 3, 4, 5])])
async def test_number_of_players_is_chosen_with_the_button_that_opens_the_table(
    world: World, slug: str, numbers: list[int]
) -> None:
    panel = await open_panel(world)
    await choose(world, panel, slug)
    assert labels(panel)[: len(numbers)] == [f"{number} players" for number in numbers]
    assert "New match" not in labels(panel)
    assert "How many players?" in written(panel)
    await world.ann.click(shown(panel), label="2 players")
    assert (await match_of(world)).num_seats == 2
    await world.bob.click(tables(world)[0], label="Join")
    assert (await match_of(world)).status is MatchStatus.RUNNING


async def test_solo_match_starts_with_the_button_that_opens_it(world: World) -> None:
    panel = await open_panel(world)
    await choose(world, panel, "chiefdom")
    assert labels(panel)[:5] == ["Alone", "2 players", "3 players", "4 players", "5 players"]
    await world.ann.click(shown(panel), label="Alone")
    match = await match_of(world)
    assert (match.status, match.num_seats) == (MatchStatus.RUNNING, 1)
    assert written(panel) == "Chiefdom #1 starts now."
    assert "Rated" not in written(tables(world)[0]), "one player has no rating to change"


async def test_form_opens_a_table_as_chosen(world: World) -> None:
    panel = await open_panel(world)
    await choose(world, panel, "chiefdom")
    asked = await world.ann.click(shown(panel), label="Choose options …")
    assert asked.modal is not None
    fields = {part["component"]["custom_id"]: part["component"] for part in asked.modal["components"]}
    assert list(fields) == ["players", "option:cards", "option:sheets", "pace", "rated"]
    assert [choice["value"] for choice in fields["players"]["options"] if choice.get("default")] == ["2"]
    await fill_in(world, asked, players="3", option_cards="on", option_sheets="open", pace="daily", rated=False)
    (table,) = tables(world)
    match = await match_of(world)
    assert (match.num_seats, match.options, match.rated) == (3, {"cards": "on", "sheets": "open"}, False)
    assert "**Pace:** Daily" in written(table)
    assert written(panel) == "Chiefdom #1 is open."


async def test_forms_of_all_games_fit(world: World) -> None:
    for slug, game in GAMES.items():
        panel = await open_panel(world)
        await choose(world, panel, slug)
        asked = await world.ann.click(shown(panel), label="Choose options …")
        assert asked.modal is not None
        players = ["players"] if game.info.min_players < game.info.max_players else []
        names = [*players, *(f"option:{option.name}" for option in game.info.options), "pace", "rated"]
        fields = [part["component"] for part in asked.modal["components"]]
        assert [field["custom_id"] for field in fields] == names[:5]
        if players:
            usual = [choice["label"] for choice in fields[0]["options"] if choice.get("default")]
            assert usual == ["2 players"], "not the most"


async def test_what_is_typed_without_a_game_is_kept(world: World) -> None:
    panel = await open_panel(world, opponent=world.bob, players=2, pace="2d + 6h", rated=False)
    assert f"With {world.bob.mention} · 2 players · Pace: 2d + 6h · Not rated" in written(panel)
    await choose(world, panel, "totem")
    await world.ann.click(shown(panel), label="New match")
    match = await match_of(world)
    assert (match.invited, match.num_seats, match.rated) == ((world.bob.id,), 2, False)
    assert "**Pace:** 2d + 6h" in written(tables(world)[0])


async def test_panel_offers_only_games_for_so_many_players(world: World) -> None:
    panel = await open_panel(world, players=5)
    assert labels(panel) == ["Awéthi", "Chiefdom", "New match", "Against the computer", "Learn"]
    games = await world.ann.click(shown(panel), label="New match")
    assert labels(games) == ["Awéthi", "Chiefdom", "All games"]
    assert "\n5 players\n" in written(games)
    none = await world.ann.slash(world.channel, "play", options="wins: 1")
    assert refused(none) == "Options belong to a game. Please choose the game as well."


async def test_named_opponent_may_have_left(world: World) -> None:
    panel = await open_panel(world, opponent=world.bob)
    await choose(world, panel, "iye")
    world.env.backend.guilds[world.guild.id].members.pop(world.bob.id)
    gone = await world.ann.click(shown(panel), label="New match")
    assert refused(gone) == "The person you named is not on this server. Please use /play again."
    assert tables(world) == []


async def test_game_is_joined_in_two_presses(world: World) -> None:
    table = await world.open_table(opener=world.bob, game="totem", players=3)
    panel = await open_panel(world)
    await world.ann.click(shown(panel), label="1 open table here")
    assert "**Totem #1** · **Bob**" in written(panel)
    assert "2 free seats" in written(panel)
    await world.ann.click(shown(panel), label="Join")
    assert written(panel).startswith("You have joined Totem #1. https://discord.com/channels/")
    assert "Ann" in written(table)
    panel = await open_panel(world)
    assert labels(panel) == [*TITLES, "New match", "Against the computer", "Learn"], "nobody joins twice"


async def test_tables_in_hidden_channels_are_not_listed(world: World) -> None:
    secret, other = world.guild.create_text_channel("secret"), world.guild.create_text_channel("other")
    world.hide(secret, world.ann)
    await world.bob.slash(secret, "play", game="iye")
    await world.bob.slash(other, "play", game="iye")
    panel = await open_panel(world)
    await world.ann.click(shown(panel), label="1 open table here")
    assert "İYE #2" in written(panel)
    assert "İYE #1" not in written(panel)
    forged = control(panel, "jointable").replace(":2:", ":1:")
    world.press(world.ann, shown(panel).message, forged)
    await world.env.settle()
    assert len((await match_of(world, 1)).seats) == 1


async def test_table_that_closed_meanwhile_cannot_be_joined(world: World) -> None:
    table = await world.open_table(opener=world.bob)
    panel = await open_panel(world)
    await world.ann.click(shown(panel), label="1 open table here")
    await world.bob.click(table, label="Cancel")
    late = await world.ann.click(shown(panel), label="Join")
    assert refused(late) == "That table is no longer open. /play shows the open ones."
    again = await world.ann.click(shown(panel), label="All games")
    assert "What would you like to play?" in written(again.response or panel)


async def test_my_turn_is_one_press_away(world: World) -> None:
    game = await world.start_match()
    panel = await game.mover.slash(world.channel, "play")
    board = await game.mover.click(shown(panel), label="My turn")
    assert shown(board).attachments


async def test_panel_in_direct_messages_offers_what_one_can_play_alone(world: World) -> None:
    panel = await world.ann.user.slash("play")
    assert labels(panel) == [*TITLES, "Against the computer", "Learn"]
    game = await world.ann.user.click(shown(panel), label="İYE")
    assert labels(game) == ["Against the computer", "Learn", "Rules", "Back"]
    game = await world.ann.user.click(shown(panel), label="Back")
    game = await world.ann.user.click(shown(panel), label="Chiefdom")
    assert game is not None
    await world.ann.user.click(shown(panel), label="New match")
    match = await match_of(world)
    assert (match.num_seats, match.started_at is not None) == (1, True)
    refusal = await world.ann.user.slash("play", opponent=world.bob.user)
    assert refused(refusal) == "Nobody can join you here. Please open the table in a server channel."


async def test_old_panels_work_after_a_restart(world: World) -> None:
    panel = await open_panel(world, players=2)
    await world.restart()
    await choose(world, panel, "totem")
    await world.restart()
    await world.ann.click(shown(panel), label="New match")
    assert (await match_of(world)).num_seats == 2


async def test_options_are_typed_with_suggestions(world: World) -> None:
    async def suggested(typed: str) -> list[str]:
        found = await world.ann.autocomplete(world.channel, "play", "options", typed, game="awethi")
        return [choice["value"] for choice in found]

    first = await suggested("")
    assert first[:2] == ["wairgka: drawn", "wairgka: first"]
    assert "board: river" in first
    assert await suggested("riv") == ["board: river"]
    more = await suggested("board: river,")
    assert more[0] == "board: river"
    assert "board: river, scoring: points" in more
    assert not any(one.count("board") > 1 for one in more)
    await world.ann.slash(world.channel, "play", game="awethi", options="Board: River, Scoring: points")
    assert (await match_of(world)).options == {"wairgka": "drawn", "board": "river", "scoring": "points"}


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("board: hexagon", "“hexagon” is not possible for “Board”. Possible: Meadow, River, Lake"),
        ("board", "What should “Board” be? Possible: Meadow, River, Lake. Write it like this:"),
        (
            "cards: on",
            "Awéthi has no option “cards”. It has these: Wairgka (wolves), Board, Scoring, Computer",
        ),
        ("board: lake, board: river", "“Board” is in your options twice."),
    ],
)
async def test_options_that_a_game_does_not_have_are_named(world: World, options: str, reason: str) -> None:
    answer = await world.ann.slash(world.channel, "play", game="awethi", options=options)
    assert refused(answer).startswith(reason)
    assert tables(world) == []


async def test_game_with_no_options_of_its_own_has_the_level_of_computer_players(world: World) -> None:
    answer = await world.ann.slash(world.channel, "play", game="totem", options="board: river")
    assert refused(answer) == (
        "Totem has no option “board”. It has these: Computer. Write them like this: Computer: Master"
    )
    assert await world.ann.autocomplete(world.channel, "play", "options", "board", game="totem") == []
    assert await world.ann.autocomplete(world.channel, "play", "options", "b") == []


async def test_number_of_players_must_suit_the_game(world: World) -> None:
    answer = await world.ann.slash(world.channel, "play", game="iye", players=3)
    assert refused(answer) == "İYE is for 2 players."


async def test_member_who_cannot_write_is_shown_where_to_open(world: World) -> None:
    world.mute(world.channel, world.ann)
    answer = await world.ann.slash(world.channel, "play", game="iye")
    welcome = next(channel for channel in world.guild.channels.values() if channel.name == "welcome")
    assert refused(answer) == (
        f"You cannot write in this channel, so I do not open a table for you here. You can open it in: <#{welcome.id}>"
    )
    panel = await open_panel(world)
    await choose(world, panel, "iye")
    assert refused(await world.ann.click(shown(panel), label="New match")).startswith("You cannot write")
    dora = world.join_manager()
    await dora.slash(world.channel, "server settings", allow=world.channel)
    await world.ann.click(shown(panel), label="New match")
    assert len(tables(world)) == 1, "managers have chosen this channel for matches"


async def test_opener_changes_a_table_with_the_form(world: World) -> None:
    table = await world.open_table(game="chiefdom", players=4)
    asked = await world.ann.click(table, label="Options")
    assert asked.modal is not None
    players = asked.modal["components"][0]["component"]
    assert [choice["value"] for choice in players["options"] if choice.get("default")] == ["4"]
    await fill_in(world, asked, players="2", option_cards="on", pace="live")
    assert "**Scoring cards:** Three cards" in written(table)
    assert "**Pace:** Live" in written(table)
    assert (await match_of(world)).num_seats == 2


async def test_form_of_a_started_table_changes_nothing(world: World) -> None:
    table = await world.open_table()
    asked = await world.ann.click(table, label="Options")
    again = await world.ann.click(table, label="Options")
    await world.bob.click(table, label="Join")
    late = await fill_in(world, asked, option_wins="3")
    assert refused(late).startswith("The match has already started.")
    await world.carol.click(await world.open_table(opener=world.carol), label="Cancel")
    closed = await fill_in(world, again, option_wins="3")
    assert refused(closed).startswith("The match has already started.")
    other = await world.bob.slash(world.channel, "match", action="options", match=2)
    assert "Options of İYE #2" in written(other)
    assert (await match_of(world)).options["wins"] == "2"
