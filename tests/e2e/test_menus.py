"""Right-click menus: *Challenge* on a person, *Explain this board* on a message."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from engines.registry import GAMES
from tests.e2e.chiefdom import start_chiefdom
from tests.e2e.world import World, alt_texts, buttons, control, labels, parts, refused, shown, written

pytestmark = pytest.mark.usefixtures("unpainted")


async def explained(world: World, member: Any, message: discord.Message, place: Any) -> Any:
    return await member.context_menu(place, "Explain this board", message)


# ----------------------------------------------------------------------------------------------------------- challenge


async def test_challenge_opens_a_table_with_the_person_invited(world: World) -> None:
    asked = await world.ann.context_menu(world.channel, "Challenge", world.bob)
    assert asked.ephemeral
    assert written(asked).startswith(f"## What would you like to play?\nWith {world.bob.mention}\n")
    assert labels(asked) == [game.info.title for game in GAMES.values()]
    answer = await world.ann.click(shown(asked), label="İYE")
    table = next(message for message in world.channel.history() if "İYE" in written(message))
    assert world.bob.mention in written(table)
    assert [user.id for user in table.mentions] == [world.bob.id]
    assert written(answer) == "İYE #1 is open.", "the private question is replaced"
    joined = await world.bob.click(table, custom_id=control(table, "join"))
    assert joined.acknowledged
    match = await world.bot.services.matches.history.get(1)
    assert {seat.user_id for seat in match.seats} == {world.ann.id, world.bob.id}


async def test_bots_and_oneself_cannot_be_challenged(world: World) -> None:
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    assert refused(await world.ann.context_menu(world.channel, "Challenge", robot)) == (
        "Bots cannot play. Challenge a person."
    )
    assert refused(await world.ann.context_menu(world.channel, "Challenge", world.ann)) == (
        "You cannot challenge yourself. /play begins a match that anyone can join."
    )


async def test_challenge_is_refused_where_no_tables_may_be_opened(world: World) -> None:
    hall = world.guild.create_text_channel("hall")
    dora = world.join_manager()
    await dora.slash(world.channel, "server settings", allow=hall)
    refusal = refused(await world.ann.context_menu(world.channel, "Challenge", world.bob))
    assert refusal == f"Matches are not played in this channel. Please go to: <#{hall.id}>"


async def test_challenge_of_someone_who_has_left_is_refused(world: World) -> None:
    asked = await world.ann.context_menu(world.channel, "Challenge", world.bob)
    world.guild.remove_member(world.bob)
    await world.env.settle()
    answer = await world.ann.click(shown(asked), label="İYE")
    assert refused(answer) == "The person you named is not on this server. Please use /play again."


# ------------------------------------------------------------------------------------------------------- explain board


async def test_newest_board_is_explained(world: World) -> None:
    game = await world.start_match()
    await game.click_move()
    public = alt_texts(game.board)[0]
    answer = await explained(world, game.mover, game.board, game.place)
    assert answer.ephemeral
    text = written(answer)
    assert text.startswith("### İYE #1\n")
    for title in ("What the picture shows", "What happened last", "Whose turn it is", "What you can do now"):
        assert f"**{title}**" in text
    assert public.split(".")[1] in text
    assert "a   b   c" in text, "the text board"
    assert "is to move." in text
    assert "The turn before ended <t:" in text
    assert "Press Board to begin." in text
    assert "old board" not in text
    assert labels(answer) == ["Board", "Rules", "More"]
    others = written(await explained(world, game.waiter, game.board, game.place))
    assert "It is not your turn. I will notify you when it is." in others
    guest = written(await explained(world, world.carol, game.board, game.place))
    assert "You are not playing in this match." in guest


async def test_old_board_leads_to_the_newest(world: World) -> None:
    game = await world.start_match()
    await game.play_on(turns=3)
    old, newest = game.boards[0], game.boards[-1]
    answer = await explained(world, world.carol, old, game.place)
    assert "⚠️ This is an old board: the match has continued." in written(answer)
    links = [part["url"] for part in parts(answer) if part.get("type") == 2 and part.get("url")]
    assert links == [newest.jump_url]
    assert alt_texts(newest)[0].split(".")[1] in written(answer)


async def test_result_and_paused_boards_are_explained(world: World) -> None:
    game = await world.start_match()
    await world.ann.slash(game.place, "match", action="pause")
    await world.bob.slash(game.place, "match", action="pause", detail="accept")
    paused = await explained(world, world.ann, game.board, game.place)
    assert "Nobody’s: the match is paused." in written(paused)
    assert "Resume" in labels(paused)
    assert "Resume" not in labels(await explained(world, world.carol, game.board, game.place)), "she would be refused"
    await game.resign(world.ann)
    over = await explained(world, world.carol, game.board, game.place)
    assert "The match is over." in written(over)
    assert "Show the result" in labels(over)


async def test_other_messages_are_refused_in_a_sentence(world: World) -> None:
    table = await world.open_table()
    assert refused(await explained(world, world.bob, table, world.channel)) == (
        "There is no board in this message. /match shows the match or table of this channel."
    )
    said = await world.bob.send(world.channel, "Hello")
    assert refused(await explained(world, world.ann, said, world.channel)) == (
        "I can only explain my own boards. Choose a message of mine with a board."
    )


async def test_board_is_explained_without_the_secrets_of_others(world: World) -> None:
    game = await start_chiefdom(world, 2)
    guest = written(await explained(world, world.carol, game.board, game.place))
    mine = written(await explained(world, world.ann, game.board, game.place))
    view = await world.bot.services.matches.history.view(game.id, user_id=world.carol.id)
    assert view.viewer is None
    assert "You are not playing in this match." in guest
    assert mine != guest


async def test_text_board_without_picture_is_explained(world: World) -> None:
    game = await world.start_match()
    world.deny("attach_files")
    await game.click_move()
    board = next(message for message in reversed(game.place.history()) if "move" in str(buttons(message)))
    assert not board.attachments
    text = written(await explained(world, world.carol, board, game.place))
    assert text.startswith("### İYE #1\n")
    assert "old board" not in text
