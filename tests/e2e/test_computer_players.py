"""Matches against the computer: begun with buttons, played to the end, told in one message."""

from __future__ import annotations

import re
from dataclasses import replace

import discord
import pytest
import simcord

from bot.load import thresholds
from bot.matches.model.match import OfferKind
from bot.matches.play.loader import Loader
from engines.iye.game import IYE
from engines.registry import GAMES
from players.awethi.levels import ROLE_ADVICE
from players.registry import player_of
from tests.e2e.against_computers import begin, level_panel, type_turn
from tests.e2e.world import Game, World, buttons, control, labels, refused, selects, shown, stored, written

pytestmark = pytest.mark.usefixtures("fast_presses")


@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("game", sorted(GAMES))
async def test_match_against_the_computer_is_played_to_its_end(world: World, game: str) -> None:
    match = await begin(world, game, "1 · Beginner")
    for _ in range(400):
        if match.over:
            break
        await type_turn(match)
    assert "🏁" in written(match.board)
    assert len(match.boards) == 1, "one message is edited"
    view = await world.bot.services.matches.history.view(match.id)
    more = shown(await world.ann.click(match.board, label="More"))
    assert ("Why?" in labels(more)) == bool(view.decisions)
    if view.decisions:
        assert "**Computer L1**:" in written(await world.ann.click(more, label="Why?"))


async def test_match_is_played_with_buttons(world: World) -> None:
    game = await begin(world, "iye", "1 · Beginner")
    while not game.over:
        moves = [button for button in buttons(game.board) if ":move:" in button["custom_id"]]
        if moves:
            await world.ann.click(game.board, custom_id=game.rng.choice(moves)["custom_id"])
        else:
            choices = await world.ann.autocomplete(game.place, "move", "text", "")
            await world.ann.slash(game.place, "move", text=game.rng.choice(choices)["value"])
        await world.until_computers_have_moved()
    assert len(game.boards) == 1


async def test_answered_board_has_its_buttons_however_late_the_press_is_confirmed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thresholds, "HEAD_START", 0.5)
    game = await begin(world, "iye", "1 · Beginner")
    ply = (await world.bot.services.matches.history.get(1)).ply
    await world.ann.click(game.board, custom_id=next(one["custom_id"] for one in buttons(game.board)))
    await world.until_computers_have_moved()
    assert (await world.bot.services.matches.history.get(1)).ply > ply + 1
    assert "More" in labels(game.board)


async def test_person_may_choose_private_sheets_against_the_computer(world: World) -> None:
    asked = await world.ann.click(await level_panel(world, "chiefdom"), label="Choose options …")
    assert asked.modal is not None
    fields = {part["component"]["custom_id"]: part["component"] for part in asked.modal["components"]}
    chosen = [one["value"] for one in fields["option:sheets"]["options"] if one.get("default")]
    assert chosen == ["open"]
    await world.ann.submit_modal(asked, {"level": ["3"], "option:cards": "off", "option:sheets": "closed"})
    await world.until_computers_have_moved()
    table = next(message for message in world.channel.history() if "Table #1" in written(message))
    game = Game(world, world.channel_of(table), {0: world.ann})
    await type_turn(game)
    assert "draws: " not in game.board.content
    assert "💭" not in game.board.content
    await world.ann.slash(world.channel, "play", game="chiefdom", options="computer: 1, sheets: private")
    await world.until_computers_have_moved()
    assert (await world.bot.services.matches.history.get(2)).options["sheets"] == "closed"


async def green(world: World) -> list[str]:
    """Return the levels of İYE that are offered first."""
    found = buttons(await level_panel(world, "iye"))
    return [button["label"] for button in found if button["style"] == discord.ButtonStyle.success.value]


async def test_levels_say_how_they_play_and_casual_is_offered_before_a_first_win(world: World) -> None:
    panel = await level_panel(world, "iye")
    assert labels(panel)[:5] == ["1 · Beginner", "2 · Casual", "3 · Skilled", "4 · Expert", "5 · Master"]
    assert "Looks three moves ahead" in written(panel)
    assert await green(world) == ["2 · Casual"]
    await world.ann.click(panel, label="4 · Expert")
    assert await green(world) == ["2 · Casual"]


async def test_level_played_last_is_offered_after_a_win(world: World) -> None:
    await win(world, await begin(world, "iye", "1 · Beginner"))
    await world.ann.click(await level_panel(world, "iye"), label="4 · Expert")
    assert await green(world) == ["4 · Expert"]


async def test_form_begins_a_match_with_options(world: World) -> None:
    asked = await world.ann.click(await level_panel(world, "iye"), label="Choose options …")
    assert asked.modal is not None
    fields = {part["component"]["custom_id"]: part["component"] for part in asked.modal["components"]}
    chosen = [option["value"] for option in fields["level"]["options"] if option.get("default")]
    assert chosen == ["2"]
    first = [option["label"] for option in fields["option:first"]["options"]]
    assert first == ["At random", "You", "The computer player"]
    await world.ann.submit_modal(asked, {"level": ["3"], "option:wins": "1", "option:first": "1"})
    await world.until_computers_have_moved()
    match = await world.bot.services.matches.history.get(1)
    assert [seat.computer.level for seat in match.seats if seat.computer is not None] == [3]
    assert match.options["wins"] == "1"


async def test_first_match_of_awethi_is_played_as_a_herder_and_so_is_its_rematch(world: World) -> None:
    """The wairgka of a match for two may never have a turn, so nobody gets them unasked."""
    panel = await level_panel(world, "awethi")
    chosen = [one["label"] for menu in selects(panel) for one in menu["options"] if one.get("default")]
    assert chosen == ["1 computer player", "The computer player"]
    game = await begin(world, "awethi", "1 · Beginner")
    assert "**Computer L1** plays the wairgka" in written(game.board)
    await world.bot.services.matches.turns.resign(1, world.ann.id)
    await world.bot.services.matches.offers.offer(1, world.ann.id, OfferKind.REMATCH)
    await world.until_computers_have_moved()
    assert (await world.bot.services.matches.history.get(2)).seats[0].user_id == world.ann.id


async def test_person_who_plays_the_wairgka_is_advised_and_offered_the_lowest_level(world: World) -> None:
    panel = await level_panel(world, "awethi")
    advice = str(ROLE_ADVICE["first"]).split(".")[0]
    assert advice not in written(panel)
    role = next(one["custom_id"] for one in selects(panel) if "versusrole" in one["custom_id"])
    panel = shown(await world.ann.select(panel, ["first"], custom_id=role))
    assert advice in written(panel)
    offered = [one["label"] for one in buttons(panel) if one["style"] == discord.ButtonStyle.success.value]
    assert offered == ["1 · Beginner"]


async def test_match_in_direct_messages(world: World) -> None:
    games = shown(await world.ann.user.slash("play"))
    panel = shown(await world.ann.user.click(games, label="Totem"))
    levels = shown(await world.ann.user.click(panel, label="Against the computer"))
    await world.ann.user.click(levels, label="1 · Beginner")
    await world.until_computers_have_moved()
    board = world.ann.user.dm_channel.history()[-1]
    assert board.attachments


async def test_computer_player_joins_a_waiting_table(world: World) -> None:
    table = await world.open_table(game="totem", players=3)
    await world.bob.click(table, custom_id=control(table, "join"))
    panel = await world.ann.click(table, label="Computer players")
    assert "starts when a person takes the last seat, or when you press Start now" in written(panel)
    (menu,) = [one["custom_id"] for one in selects(panel)]
    panel = await world.ann.select(shown(panel), ["4"], custom_id=menu)
    assert "It starts when you press Start now" in written(panel), "no seat is free for a person"
    await world.until_computers_have_moved()
    table = next(message for message in world.channel.history() if message.id == table.id)
    assert "Computer L4" in written(table)
    assert "Rated:** no" in written(table)
    await world.ann.click(table, custom_id=control(table, "start"))
    await world.until_computers_have_moved()
    assert "has started" in written(next(m for m in world.channel.history() if m.id == table.id))


async def test_only_the_opener_chooses_computer_players(world: World) -> None:
    table = await world.open_table(game="totem", players=3)
    await world.bob.click(table, custom_id=control(table, "join"))
    said = refused(await world.bob.click(table, label="Computer players"))
    assert said == "Only the person who opened this table can choose computer players."


async def test_why_tells_more_than_the_board(world: World) -> None:
    game = await begin(world, "iye", "4 · Expert")
    await type_turn(game)
    why = await world.ann.click(game.board, label="Why?")
    assert why.ephemeral
    assert "**Computer L4**:" in written(why)
    assert "I expected to win the match with a " in written(why) or "calculated everything" in written(why)
    (reason,) = re.findall("💭 (.*)", game.board.content)
    assert reason not in written(why)
    private = await world.bob.click(game.board, label="Why?")
    assert written(private) == written(why)


async def test_only_people_with_others_are_told_that_these_have_to_agree(world: World) -> None:
    """Computer players agree to all but a draw."""
    alone = await begin(world, "iye", "1 · Beginner")
    together = await world.start_match()
    found = []
    for game in (alone, together):
        panel = await world.ann.slash(game.place, "match", match=game.id)
        lines = [option for menu in selects(panel) if ":change:" in menu["custom_id"] for option in menu["options"]]
        found.append([line["label"] for line in lines if line["description"].endswith("if the others agree")])
    assert found == [["Offer a draw"], ["Take back", "Pause", "Offer a draw", "Propose to abort"]]


async def win(world: World, game: Game) -> None:
    """Play Ann's turns much better than the computer player."""
    loader = Loader(world.bot.services.matches.context)
    while not game.over:
        record = await loader.load(game.id)
        state = (await loader.position(record)).state
        player = next(seat.player for seat in record.match.seats if seat.user_id == world.ann.id)
        decision = player_of(IYE).decide(IYE.observe(state, player), player, 5, 1, nodes=1000)
        text = " ".join(IYE.format_move(state, player, IYE.decode_move(move), player) for move in decision.moves)
        await world.ann.slash(game.place, "move", text=text)
        await world.until_computers_have_moved()


async def test_winner_goes_on_one_level_higher(world: World) -> None:
    game = await begin(world, "iye", "1 · Beginner")
    await win(world, game)
    assert f"{world.ann.mention} is the next shaman" in written(game.board)
    result = game.board
    for _ in range(3):  # in one moment
        world.press(world.ann, result, control(result, "harder"))
    await world.until_computers_have_moved()
    assert [match.id for match in await world.bot.services.matches.history.matches_of(world.ann.id)] == [2]
    again = await world.bot.services.matches.history.get(2)
    assert [seat.computer.level for seat in again.seats if seat.computer is not None] == [2]
    assert again.started_at is not None
    stranger = await world.bob.click(result, label="One level higher")
    assert "Only the player of this match" in refused(stranger)


async def test_winner_keeps_the_seat_one_level_higher(world: World) -> None:
    """Options may give it a role. A rematch or a copy can have led to another than the first."""
    game = await begin(world, "iye", "1 · Beginner")
    await game.resign(world.ann)
    await world.ann.click(game.board, label="Rematch")
    await world.until_computers_have_moved()
    await win(world, game)
    await world.ann.click(game.board, label="One level higher")
    await world.until_computers_have_moved()
    matches = [await world.bot.services.matches.history.get(number) for number in (1, 2, 3)]
    assert [[seat.player for seat in match.people] for match in matches] == [[0], [1], [1]]
    assert [match.seats[0].computer is None for match in matches] == [True, False, False]


async def test_rematch_begins_with_one_press(world: World) -> None:
    game = await begin(world, "iye", "1 · Beginner")
    await game.resign(world.ann)
    await world.ann.click(game.board, label="Rematch")
    await world.until_computers_have_moved()
    again = await world.bot.services.matches.history.get(2)
    assert [seat.user_id for seat in again.people] == [world.ann.id]
    assert again.to_move


async def test_match_waits_while_computer_players_are_switched_off(world: World) -> None:
    game = await begin(world, "iye", "1 · Beginner")
    games = shown(await world.ann.slash(world.channel, "play"))
    panel = shown(await world.ann.click(games, label="Totem"))
    settings, world.settings = world.settings, replace(world.settings, computer_players="off")
    await world.restart()
    await type_turn(game)
    assert "**Computer L1** is to move." in written(game.board)
    assert "Computer players are switched off here" in written(game.board)
    assert "switched off" in refused(await world.ann.click(panel, label="Against the computer"))
    world.settings = settings
    await world.restart()
    await world.until_computers_have_moved()
    assert "switched off" not in written(game.board)
    assert world.ann.mention in game.board.content or "**Ann**" in game.board.content


async def levels_of_seats(world: World) -> list[int]:
    """Return the levels of the computer players of the first match, in seat order."""
    match = await world.bot.services.matches.history.get(1)
    return [seat.computer.level for seat in match.seats if seat.computer is not None]


async def three_different_levels(world: World, game: str = "totem") -> simcord.ResponseMessage:
    """Press to the menus of three computer players, and choose other levels for two of them."""
    panel = await level_panel(world, game)
    assert "Different levels …" not in labels(panel), "one computer player has one level"
    number = next(one["custom_id"] for one in selects(panel) if "versusnumber" in one["custom_id"])
    panel = shown(await world.ann.select(panel, ["3"], custom_id=number))
    panel = shown(await world.ann.click(panel, label="Different levels …"))
    assert [one["placeholder"] for one in selects(panel)] == [f"Level of player {number}" for number in (2, 3, 4)]
    panel = shown(await world.ann.select(panel, ["1"], custom_id=selects(panel)[0]["custom_id"]))
    return shown(await world.ann.select(panel, ["4"], custom_id=selects(panel)[2]["custom_id"]))


async def test_computer_players_of_a_new_match_have_different_levels(world: World) -> None:
    await world.ann.click(await three_different_levels(world), label="Start now")
    await world.until_computers_have_moved()
    assert await levels_of_seats(world) == [1, 2, 4]


async def test_different_levels_are_kept_while_options_are_chosen(world: World) -> None:
    asked = await world.ann.click(await three_different_levels(world, "awethi"), label="Choose options …")
    assert asked.modal is not None
    fields = {part["component"]["custom_id"]: part["component"] for part in asked.modal["components"]}
    assert "level" not in fields
    last = {name: field["options"][-1]["value"] for name, field in fields.items()}
    is_menu = {name: field["type"] == discord.ComponentType.select.value for name, field in fields.items()}
    await world.ann.submit_modal(asked, {name: [last[name]] if is_menu[name] else last[name] for name in last})
    await world.until_computers_have_moved()
    assert await levels_of_seats(world) == [1, 2, 4]


async def test_menus_of_different_levels_go_back_to_one_for_all(world: World) -> None:
    panel = shown(await world.ann.click(await three_different_levels(world), label="Back"))
    await world.ann.click(panel, label="3 · Skilled")
    await world.until_computers_have_moved()
    assert await levels_of_seats(world) == [3, 3, 3]


async def test_seven_computer_players_of_chiefdom_have_a_menu_each(world: World) -> None:
    panel = await level_panel(world, "chiefdom")
    number = next(one["custom_id"] for one in selects(panel) if "versusnumber" in one["custom_id"])
    panel = shown(await world.ann.select(panel, ["7"], custom_id=number))
    panel = shown(await world.ann.click(panel, label="Different levels …"))
    assert len(selects(panel)) == 7


def bot_itself(world: World) -> simcord.MemberActor:
    """Return the bot as a member, as it can be chosen in a command."""
    return simcord.MemberActor(world.env, world.guild, simcord.UserHandle(world.env, world.env.backend.bot_user))


async def test_bot_as_the_opponent_is_a_computer_player(world: World) -> None:
    robot = bot_itself(world)
    panel = shown(await world.ann.slash(world.channel, "play", game="iye", opponent=robot))
    assert labels(panel)[:5] == ["1 · Beginner", "2 · Casual", "3 · Skilled", "4 · Expert", "5 · Master"]
    await world.ann.click(panel, label="3 · Skilled")
    await world.until_computers_have_moved()
    assert await levels_of_seats(world) == [3]


async def test_challenge_of_the_bot_leads_to_the_levels_of_a_game(world: World) -> None:
    games = shown(await world.ann.context_menu(world.channel, "Challenge", bot_itself(world)))
    panel = shown(await world.ann.click(games, label="Chiefdom"))
    await world.ann.click(panel, label="1 · Beginner")
    await world.until_computers_have_moved()
    assert await levels_of_seats(world) == [1]


async def test_typed_level_begins_a_match_at_once(world: World) -> None:
    await world.ann.slash(world.channel, "play", game="awethi", players=3, options="board: meadow, computer: 1")
    await world.until_computers_have_moved()
    assert await levels_of_seats(world) == [1, 1]
    match = await world.bot.services.matches.history.get(1)
    assert match.started_at is not None
    assert match.options["board"] == "meadow"
    assert not match.rated


async def test_level_is_suggested_and_typed_by_name_even_in_a_game_without_options(world: World) -> None:
    found = await world.ann.user.autocomplete("play", "options", "expert", game="totem")
    assert [(choice["name"], choice["value"]) for choice in found] == [("Computer: Expert", "computer: 4")]
    await world.ann.user.slash("play", game="totem", options="Computer: expert")
    await world.until_computers_have_moved()
    assert await levels_of_seats(world) == [4]


async def test_typed_computer_player_is_refused_where_it_cannot_be(world: World) -> None:
    robot = bot_itself(world)
    number = await world.ann.slash(world.channel, "play", game="iye", options="computer: 2", players=3)
    assert "İYE is for 2 players." in refused(number)
    person = await world.ann.slash(world.channel, "play", game="totem", options="computer: 2", opponent=world.bob)
    assert "Open the table with that person first" in refused(person)
    options = await world.ann.slash(world.channel, "play", game="awethi", opponent=robot, options="board: meadow")
    assert "choose the level as well" in refused(options)
    clock = await world.ann.slash(world.channel, "play", game="iye", options="computer: 2", pace="daily")
    assert "has no clock" in refused(clock)
    rated = await world.ann.slash(world.channel, "play", game="iye", options="computer: 2", rated=True)
    assert "never rated" in refused(rated)
    world.settings = replace(world.settings, computer_players="off")
    await world.restart()
    assert "switched off" in refused(await world.ann.slash(world.channel, "play", opponent=robot))
    assert await world.ann.autocomplete(world.channel, "play", "options", "comp", game="iye") == []


async def test_match_alone_is_one_message_for_an_hour_and_then_posted_again_without_a_mention(world: World) -> None:
    game = await begin(world, "iye", "1 · Beginner")
    (first,) = game.boards
    for _ in range(2):
        await type_turn(game)
        assert [board.id for board in game.boards] == [first.id]
    world.clock.now += 3601
    await type_turn(game)
    old, new = game.boards
    assert old.id == first.id
    assert buttons(old) == []
    assert stored(new).ping_user_ids == []
    await type_turn(game)
    assert [board.id for board in game.boards] == [old.id, new.id], "then the new board is edited"


async def test_chiefdoms_result_after_resigning_tells_no_reason_without_its_drawing(world: World) -> None:
    game = await begin(world, "chiefdom", "1 · Beginner")
    await type_turn(game)
    await game.resign(world.ann)
    assert "🏁" in written(game.board)
    assert (await world.bot.services.matches.history.view(game.id)).decisions
    assert "💭" not in written(game.board)
    assert "Why?" not in labels(shown(await world.ann.click(game.board, label="More")))


async def test_chiefdoms_private_sheet_after_resigning_tells_no_reason_without_its_drawing(world: World) -> None:
    game = await begin(world, "chiefdom", "1 · Beginner")
    await type_turn(game)
    sheet = shown(await world.ann.click(game.board, label="My sheet"))
    await game.resign(world.ann)
    assert (await world.bot.services.matches.history.view(game.id, user_id=world.ann.id)).decisions
    assert "resigns" in written(sheet)
    assert "💭" not in written(sheet)
