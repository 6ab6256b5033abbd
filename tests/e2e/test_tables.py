"""Tables: opening, joining, starting, closing."""

from collections import Counter
from typing import Any

import discord
import pytest
from simcord.enums import InteractionType

from bot.matches.model.match import MatchStatus
from engines.registry import GAMES
from tests.e2e.world import (
    Answer,
    World,
    alt_texts,
    buttons,
    control,
    labels,
    parts,
    refused,
    shown,
    stored,
    written,
)

MORE = ["Invite", "Options", "Pace", "Computer players", "Cancel"]
"""The buttons of a table that are mostly for its opener."""


async def test_table_shows_game_seats_options_length_and_buttons(world: World) -> None:
    table = await world.open_table(wins="3", first="2")
    text = written(table)
    for part in ("İYE", "Ann", "one free seat", "**Cycles to win:** Three cycles", "Player 2", "24 turns"):
        assert part in text
    assert "The match starts when all seats are taken. Press Join to play." in text
    assert labels(table) == ["Join", "Rules", "Learn", "Leave", *MORE]
    rules = await world.bob.click(table, label="Rules")
    assert rules.ephemeral
    assert written(rules).startswith("## İYE:")


async def test_match_starts_when_the_last_seat_is_taken(world: World) -> None:
    table = await world.open_table()
    await world.bob.click(table, label="Join")
    assert buttons(table) == []
    thread = world.channel_of(table)
    assert thread.is_thread
    assert f"<#{thread.id}>" in written(table)
    assert thread.name == "İYE #1: Ann – Bob"
    first = thread.history()[-1]
    assert first.attachments[0].filename == "iye-1-2.png"
    assert "c3" in alt_texts(first)[0]
    late = await world.carol.slash(world.channel, "match", action="join", match=1)
    assert refused(late).startswith("Too late, the match has already started.")


async def test_only_the_opener_starts_early(world: World) -> None:
    table = await world.open_table(game="totem")
    assert "Start now" not in labels(table)
    await world.bob.click(table, label="Join")
    early = await world.bob.click(table, label="Start now")
    assert refused(early).startswith("Only the person who opened this table can start the match early.")
    await world.ann.click(table, label="Start now")
    assert buttons(table) == []
    assert world.channel_of(table).history()[-1].attachments


def control_of_users(message: Answer) -> dict[str, Any]:
    """Return the menu of members in a message."""
    (menu,) = [part for part in parts(message) if part.get("type") == 5]
    return menu


async def test_invitations_that_are_not_answered_are_withdrawn_at_an_early_start(world: World) -> None:
    table = await world.open_table(game="totem", opponent=world.bob)
    asked = await world.ann.click(table, label="Invite")
    await world.ann.select(shown(asked), [world.carol], custom_id=control_of_users(asked)["custom_id"])
    assert "The match starts when everyone invited has joined." in written(table)
    await world.bob.click(table, label="Join")
    await world.ann.click(table, label="Start now")
    place = world.channel_of(table)
    assert written(place.history()[-1]).startswith("One invited player had not answered")
    late = await world.carol.slash(world.channel, "match", action="join", match=1)
    assert refused(late).startswith("Too late, the match has already started.")


async def test_opener_invites_more_people(world: World) -> None:
    table = await world.open_table(game="totem", opponent=world.bob)
    asked = await world.ann.click(table, label="Invite")
    assert asked.ephemeral
    menu = control_of_users(asked)
    assert menu["max_values"] == 2
    done = await world.ann.select(shown(asked), [world.carol, world.dave], custom_id=menu["custom_id"])
    assert written(done) == "Invited to Totem #1: Carol, Dave"
    assert written(table).count("(invited)") == 3
    said = world.channel.history()[-1]
    assert "You are invited to play Totem." in written(said)
    assert stored(said).ping_user_ids == [world.carol.id, world.dave.id]
    assert "Invite" not in labels(table)
    for member in (world.bob, world.carol, world.dave):
        await member.click(table, label="Join")
    assert buttons(table) == []


async def test_only_the_opener_invites_and_nobody_without_a_seat_to_take(world: World) -> None:
    robot = world.guild.add_member(world.env.create_user("robot", bot=True, global_name="Robot"))
    table = await world.open_table(game="totem", opponent=world.bob)
    other = await world.bob.click(table, label="Invite")
    assert refused(other) == "Only the person who opened this table can invite people to it."
    for guest, says in (
        (robot, "Bots cannot play. Invite people, or invite nobody so that anyone can join."),
        (world.ann, "Ann already has a seat at this table."),
        (world.bob, "Bob is already invited to this table."),
    ):
        asked = await world.ann.click(table, label="Invite")
        answer = await world.ann.select(shown(asked), [guest], custom_id=control_of_users(asked)["custom_id"])
        assert refused(answer) == says
    assert written(table).count("(invited)") == 1


async def test_match_starts_without_the_table_message(world: World) -> None:
    table = await world.open_table()
    world.delete_message(table)
    joined = await world.bob.slash(world.channel, "match", action="join")
    assert written(joined) == "You have joined İYE #1, and it has started."
    assert [message.attachments[0].filename for message in world.channel.history()] == ["iye-1-2.png"]


async def test_player_is_told_if_the_match_starts_where_no_board_can_be_posted(world: World) -> None:
    table = await world.open_table()
    world.deny("send_messages", "create_public_threads")
    await world.env.settle()
    joined = await world.bob.click(table, label="Join")
    (told,) = joined.followups
    assert "İYE #1 has started, but I can no longer post its boards there." in written(told)
    match = await world.bot.services.matches.history.get(1)
    assert (match.status, match.unreachable_since) == (MatchStatus.RUNNING, world.clock.now)
    assert "I can no longer post in the channel of İYE #1" in "".join(world.direct_messages(world.ann))


OWN_CONTROLS = ("move", "turn", "sheet")
"""Actions of the controls under a board that make a move, or open the planner or the private sheet."""


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_own_board_or_first_move_takes_at_most_three_presses(world: World, game: str) -> None:
    """From an empty server; typing /play is not counted. In İYE and Totem, the first move is a press on the board."""
    presses: Counter[int] = Counter()
    info = GAMES[game].info

    async def press(member: Any, message: Any, custom_id: str) -> Answer:
        presses[member.id] += 1
        answer: Answer = await member.click(message, custom_id=custom_id)
        return answer

    panel = await world.ann.slash(world.channel, "play")
    await press(world.ann, shown(panel), next(b["custom_id"] for b in buttons(panel) if b["label"] == info.title))
    begin = "New match" if info.min_players == info.max_players else "2 players"
    await press(world.ann, shown(panel), next(b["custom_id"] for b in buttons(panel) if b["label"] == begin))
    (table,) = (message for message in world.channel.history() if "Table #" in written(message))
    panel = await world.bob.slash(world.channel, "play")
    await press(world.bob, shown(panel), control(panel, "opentables"))
    await press(world.bob, shown(panel), control(panel, "jointable"))
    match = await world.bot.services.matches.history.get(1)
    assert match.status is MatchStatus.RUNNING
    board = world.channel_of(table).history()[-1]
    members = {world.ann.id: world.ann, world.bob.id: world.bob}
    for player in match.to_move:
        member = members[match.seat_at(player).user_id]
        custom_id = next(b["custom_id"] for b in buttons(board) if b["custom_id"].split(":")[1] in OWN_CONTROLS)
        answer = await press(member, board, custom_id)
        if custom_id.split(":")[1] == "move":
            assert (await world.bot.services.matches.history.get(1)).ply > match.ply, "the first move is made"
        else:
            assert answer.ephemeral, "the planner is open"
    assert set(presses) == set(members), "both have been counted"
    assert max(presses.values()) == 3


async def test_nobody_joins_twice(world: World) -> None:
    await world.open_table(game="totem")
    await world.bob.slash(world.channel, "match", action="join")
    again = await world.bob.slash(world.channel, "match", action="join", match=1)
    assert refused(again) == "You already have a seat at this table."


async def test_named_opponent_is_mentioned_once_and_the_seat_is_reserved(world: World) -> None:
    table = await world.open_table(opponent=world.bob)
    stored = world.env.backend.get_message(world.channel.id, table.id)
    assert stored.ping_user_ids == [world.bob.id]
    taken = await world.carol.click(table, label="Join")
    assert refused(taken) == "The free seats at this table are reserved for invited players."
    early = await world.ann.slash(world.channel, "match", action="start")
    assert refused(early) == "One more player is needed."
    await world.bob.click(table, label="Join")
    assert buttons(table) == []
    others = [m for m in world.env.backend.messages[world.channel.id].values() if m.id != table.id]
    assert [m.id for m in others if world.bob.id in m.ping_user_ids] == []


async def test_invitation_can_be_declined(world: World) -> None:
    table = await world.open_table(opponent=world.bob)
    await world.bob.click(table, label="Leave")
    assert "one free seat" in written(table)
    await world.carol.click(table, label="Join")
    assert "Carol" in written(table)


async def test_table_commands_can_be_typed(world: World) -> None:
    table = await world.open_table(game="totem")
    joined = await world.bob.slash(world.channel, "match", action="join")
    assert joined.ephemeral
    assert written(joined) == "You have joined Totem #1."
    assert "Bob" in written(table)
    await world.bob.slash(world.channel, "match", action="leave")
    assert "Bob" not in written(table)
    await world.carol.slash(world.channel, "match", action="join")
    started = await world.ann.slash(world.channel, "match", action="start")
    assert written(started) == "Totem #1 has started."
    assert buttons(table) == []
    second = await world.open_table()
    closed = await world.ann.slash(world.channel, "match", action="cancel")
    assert written(closed) == "You have closed the table İYE #2."
    assert "The table was closed." in written(second)
    assert buttons(second) == []


async def test_only_the_opener_or_a_manager_closes_a_table(world: World) -> None:
    table = await world.open_table()
    tidiers = world.guild.create_role("Tidiers", permissions=discord.Permissions(manage_messages=True))
    for other in (world.bob, world.join("eve", "Eve", roles=[tidiers])):
        assert refused(await other.click(table, label="Cancel")).startswith(
            "Only the person who opened this table and server managers can close it."
        )
    dora = world.join_manager()
    asked = await dora.click(table, label="Cancel")
    done = await dora.submit_modal(asked, {"text": "one table is enough"})
    assert written(done) == "You have closed the table İYE #1."
    assert "A server manager closed the table: one table is enough" in written(table)


async def test_manager_closes_their_own_table_without_a_reason(world: World) -> None:
    dora = world.join_manager()
    table = await world.open_table(opener=dora)
    await dora.click(table, label="Cancel")
    assert "The table was closed." in written(table)


async def test_closed_table_refuses_new_players(world: World) -> None:
    table = await world.open_table()
    await world.ann.click(table, label="Leave")
    assert "Everyone has left the table, so it was closed." in written(table)
    assert refused(await world.bob.slash(world.channel, "match", action="join", match=1)).startswith(
        "This table is closed."
    )


async def test_bots_and_the_opener_cannot_be_invited(world: World) -> None:
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    with_bot = await world.ann.slash(world.channel, "play", game="iye", opponent=robot)
    assert refused(with_bot).startswith("Bots cannot play.")
    with_oneself = await world.ann.slash(world.channel, "play", game="iye", opponent=world.ann)
    assert refused(with_oneself).startswith("You cannot invite yourself")
    assert world.channel.history() == []


async def test_unknown_game_is_refused(world: World) -> None:
    command = next(c for c in world.env.backend.commands[None].values() if c["name"] == "play")
    option = {"name": "game", "type": 3, "value": "chess"}
    data = {"id": command["id"], "name": "play", "type": 1, "options": [option]}
    answer = await world.act(world.ann, world.channel, data)
    assert refused(answer) == "I no longer have that game."
    assert world.channel.history() == []


async def test_table_for_two_is_refused_in_direct_messages(world: World) -> None:
    answer = await world.ann.user.slash("play", game="iye")
    assert refused(answer) == "Nobody can join you here. Please open the table in a server channel."


async def test_table_is_refused_where_boards_could_not_be_posted(world: World) -> None:
    world.deny("send_messages")
    answer = await world.ann.slash(world.channel, "play", game="iye")
    assert "I need these permissions: Send Messages" in refused(answer)
    assert await world.bot.services.matches.history.matches_of(world.ann.id) == []


async def test_match_stays_in_the_channel_without_the_permission_for_threads(world: World) -> None:
    world.deny("create_public_threads")
    game = await world.start_match()
    assert game.place is world.channel
    assert game.board.attachments
    await game.play_on(turns=2)
    assert len(game.boards) == 3


async def test_menus_of_earlier_versions_still_change_options(world: World) -> None:
    table = await world.open_table(wins="3")
    data = {"custom_id": "k:option:1:0:wins", "component_type": 3, "values": ["1"]}
    kind = InteractionType.MESSAGE_COMPONENT
    panel = await world.ann._dispatch_interaction(kind, world.channel, data, source_message_id=table.id)
    assert "**Cycles to win:** One cycle" in written(panel)
    assert "**Cycles to win:** One cycle" in written(table)
    forged = await world.bob._dispatch_interaction(kind, world.channel, data, source_message_id=table.id)
    assert refused(forged) == "Only the person who opened this table can change it."


async def test_wairgka_player_is_chosen_by_name_and_kept_when_others_leave(
    world: World,
) -> None:
    table = await world.open_table(game="awethi")
    for member in (world.bob, world.carol):
        await member.click(table, custom_id=control(table, "join"))
    asked = await world.ann.click(table, label="Options")
    assert asked.modal is not None
    fields = {part["component"]["custom_id"]: part["component"] for part in asked.modal["components"]}
    assert [option["label"] for option in fields["option:wairgka"]["options"]] == [
        "Drawn at random",
        "Ann",
        "Bob",
        "Carol",
        "The fourth player (or the last, if there are fewer)",
        "The last player at the table",
    ]
    given: dict[str, Any] = {"players": "5", "option:wairgka": ["third"], "rated": "yes"}
    await world.ann.submit_modal(asked, {**given, "option:board": "meadow", "option:scoring": "heads"})
    assert "**Wairgka (wolves):** **Carol**" in written(table)
    await world.bob.click(table, custom_id=control(table, "leave"))
    assert "**Wairgka (wolves):** **Carol**" in written(table)
    await world.carol.click(table, custom_id=control(table, "leave"))
    assert "**Wairgka (wolves):** Drawn at random" in written(table)


async def test_same_names_at_a_table_are_numbered(world: World) -> None:
    other = world.join("ann2", "ANN")
    table = await world.open_table(game="totem")
    for member in (world.bob, other):
        await member.click(table, custom_id=control(table, "join"))
    text = written(table)
    assert f"1. **Ann (1)** {world.ann.mention}\n2. **Bob**\n3. **ANN (3)** {other.mention}" in text
    await other.click(table, custom_id=control(table, "leave"))
    assert "1. **Ann**\n2. **Bob**\n" in written(table)


async def test_name_cannot_impersonate_another_seat(world: World) -> None:
    """Totem's second seat is called Blue if its player has no displayable name."""
    yellow, unseen = world.join("yellow", "Yellow"), world.join("unseen", "\u3164\ufe0f")
    table = await world.open_table(opener=yellow, game="totem")
    await unseen.click(table, custom_id=control(table, "join"))
    assert f"1. **Yellow (1)** {yellow.mention}\n2. **Blue**\n" in written(table)
