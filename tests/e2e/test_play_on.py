"""“Play on from here”: a copy of an ended match, played against the computer from a turn that Turn by turn shows."""

from __future__ import annotations

from dataclasses import replace

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.matches.errors import MatchNotFoundError
from bot.matches.model.match import Match, MatchStatus
from tests.e2e.against_computers import begin, level_panel
from tests.e2e.chiefdom import Chiefdom, start_chiefdom
from tests.e2e.forged_controls import forge
from tests.e2e.world import Answer, Game, World, buttons, control, labels, refused, shown, written

BUTTON = "Play on from here"


pytestmark = pytest.mark.usefixtures("fast_presses")


async def stepped(game: Game, member: simcord.MemberActor, turn: int, match: int = 1) -> Answer:
    """Open Turn by turn, and go to a turn, or to the last one."""
    replay = await member.slash(game.place, "match", action="replay", match=match)
    step = await member.click(shown(replay), label="Turn by turn")
    for _ in range(turn):
        (forward,) = (button for button in buttons(step) if button["label"] == "Next")
        if forward.get("disabled"):
            break
        await member.click(shown(step), label="Next")
    return step


async def ended_match(world: World, turns: int = 4) -> Game:
    """A match of Ann and Bob that Ann gives up after some turns."""
    game = await world.start_match()
    await game.play_on(turns=turns)
    await game.resign(world.ann)
    return game


async def played_on(game: Game, member: simcord.MemberActor, turn: int) -> Match:
    """Press the button after a turn, and return the copy."""
    step = await stepped(game, member, turn)
    answer = await member.click(shown(step), label=BUTTON)
    assert "⚠️" not in written(answer), written(answer)
    assert answer.ephemeral
    await game.world.until_computers_have_moved()
    return await game.world.bot.services.matches.history.get(2)


async def type_turn(world: World, place: simcord.ChannelHandle, member: simcord.MemberActor) -> None:
    """Type the first suggested move in the copy, and wait for the computer."""
    choices = await member.autocomplete(place, "move", "text", "", match=2)
    answer = await member.slash(place, "move", text=choices[0]["value"], match=2)
    assert "⚠️" not in written(answer), written(answer)
    await world.until_computers_have_moved()


async def to_its_end(world: World, place: simcord.ChannelHandle, member: simcord.MemberActor) -> Match:
    """Play the copy until it is over."""
    for _ in range(200):
        copy = await world.bot.services.matches.history.get(2)
        if copy.status is not MatchStatus.RUNNING:
            return copy
        await type_turn(world, place, member)
    pytest.fail("the copy does not end")


async def board_of(world: World, place: simcord.ChannelHandle) -> discord.Message:
    """Return the board of the copy."""
    match = await world.bot.services.matches.history.get(2)
    return next(message for message in place.history() if message.id == match.board_message_id)


async def test_ended_match_is_played_on_to_the_end_of_the_copy(world: World) -> None:
    game = await ended_match(world)
    copy = await played_on(game, world.bob, 2)
    assert [seat.user_id for seat in copy.people] == [world.bob.id]
    assert copy.channel == (await world.bot.services.matches.history.get(1)).channel
    board = await board_of(world, game.place)
    assert "Computer L2" in written(board)
    assert "Ann" not in written(board)
    assert "The first 2 turns come from another match. 🔒 Nobody can change the luck after that: " in (written(board))
    assert world.bob.mention in board.content
    before = copy.ply
    await type_turn(world, game.place, world.bob)
    after = await world.bot.services.matches.history.get(2)
    assert after.ply > before + 1, "the computer has answered"
    secret = written(await world.bob.slash(game.place, "match", action="verify", match=2))
    assert secret.endswith("For the given turns, only the rules can be checked.")
    await to_its_end(world, game.place, world.bob)
    result = await board_of(world, game.place)
    assert "🏁" in result.content
    assert "The first 2 turns come from another match" in result.content
    assert "📈" not in result.content
    checked = written(await world.bob.slash(game.place, "match", action="verify", match=2))
    assert "✅ The first 2 turns come from another match. There, only the rules could be checked." in checked
    assert len([message for message in game.place.history() if message.attachments]) == len(game.boards)


async def test_turn_by_turn_says_what_the_button_does_and_which_turns_are_given(world: World) -> None:
    game = await ended_match(world)
    step = await stepped(game, world.ann, 2)
    assert BUTTON in labels(step)
    assert "a copy of your own against the computer, level 2 (Casual). It is not rated." in written(step)
    await played_on(game, world.bob, 2)
    animated = await world.bob.slash(game.place, "match", action="replay", match=2)
    assert written(animated).endswith("-# İYE #2 · The first 2 turns come from another match.")
    running = await stepped(game, world.bob, 1, match=2)
    assert written(running).startswith("Turn 1 of ")
    assert ", given from another match:" in written(running)
    assert BUTTON not in labels(running), "it is not over"
    await to_its_end(world, game.place, world.bob)
    own = await stepped(game, world.bob, 3, match=2)
    assert "given" not in written(own).splitlines()[0]
    assert BUTTON in labels(own), "a copy can be played on like any other match"
    last = await stepped(game, world.bob, 999, match=2)
    assert BUTTON not in labels(last), "the rules have ended it there"
    history = written(await world.bob.slash(game.place, "match", action="history", match=2))
    assert history.count("Everything up to here comes from another match.") == 1


async def test_turn_by_turn_offers_to_play_on_at_each_turn(world: World) -> None:
    game = await ended_match(world)
    step = await stepped(game, world.bob, 0)
    for _ in range(4):
        assert BUTTON in labels(step)
        await world.bob.click(shown(step), label="Next")


async def test_running_match_cannot_be_played_on(world: World) -> None:
    game = await world.start_match()
    await game.play_on(turns=2)
    step = await stepped(game, world.ann, 1)
    assert BUTTON not in labels(step)


async def test_spectator_plays_the_seat_that_is_to_move(world: World) -> None:
    game = await ended_match(world, turns=3)
    copy = await played_on(game, world.carol, 3)
    assert [seat.user_id for seat in copy.people] == [world.carol.id]
    assert copy.awaits(world.carol.id)


async def test_one_press_begins_one_copy(world: World) -> None:
    game = await ended_match(world)
    step = await stepped(game, world.bob, 2)
    await world.bob.click(shown(step), label=BUTTON)
    again = await world.bob.click(shown(step), label=BUTTON)
    assert "already played on from this message" in refused(again)
    other = await stepped(game, world.bob, 1)
    assert "⚠️" not in written(await world.bob.click(shown(other), label=BUTTON))


async def test_copy_survives_a_restart_and_the_deletion_of_the_other_player(world: World) -> None:
    game = await ended_match(world)
    await played_on(game, world.bob, 2)
    await world.bot.services.matches.personal_data.forget(world.ann.id)
    await world.restart()
    await to_its_end(world, game.place, world.bob)
    assert (await world.bot.services.matches.history.verify(2)).holds


async def test_computer_players_that_are_switched_off_are_named(world: World) -> None:
    game = await ended_match(world)
    step = await stepped(game, world.bob, 2)
    world.settings = replace(world.settings, computer_players="off")
    await world.restart()
    assert "Computer players are switched off" in refused(await world.bob.click(shown(step), label=BUTTON))
    assert BUTTON not in labels(await stepped(game, world.bob, 2))


async def test_match_of_chiefdom_is_played_on_with_sheets_of_its_own(world: World) -> None:
    game = await start_chiefdom(world, 2)
    for _ in range(2):
        for member in await game.undecided():
            await game.type_decision(member)
    await game.resign(world.ann)
    if not game.over:
        await game.resign(world.bob)
    copy = await played_on(game, world.bob, 1)
    assert [seat.user_id for seat in copy.people] == [world.bob.id]
    mine = Chiefdom(world, game.place, {1: world.bob})
    sheet = await world.bob.click(
        await board_of(world, game.place), custom_id=control(await board_of(world, game.place), "sheet")
    )
    assert buttons(sheet)
    assert (await mine.seen(world.bob)).viewer == 1
    await to_its_end(world, game.place, world.bob)
    assert (await world.bot.services.matches.history.verify(2)).holds


async def test_match_is_played_on_in_direct_messages(world: World) -> None:
    game = await ended_match(world)
    replay = await world.bob.user.slash("match", action="replay", match=1)
    step = await world.bob.user.click(shown(replay), label="Turn by turn")
    for _ in range(2):
        await world.bob.user.click(shown(step), label="Next")
    await world.bob.user.click(shown(step), label=BUTTON)
    await world.until_computers_have_moved()
    copy = await world.bot.services.matches.history.get(2)
    assert copy.channel.guild_id is None
    board = world.bob.user.dm_channel.history()[-1]
    assert "The first 2 turns come from another match" in written(board)
    assert game.place.id != copy.channel.channel_id


async def test_copy_gets_a_post_of_its_own_where_matches_are_in_a_forum(world: World) -> None:
    game = await ended_match(world)
    step = await stepped(game, world.bob, 2)
    forum = world.guild.create_forum_channel("matches")
    role = world.guild.roles[world.env.backend.bot_user.name]
    allowed = discord.Permissions(manage_channels=True).value
    overwrite = Overwrite(target_id=role.id, type=OverwriteType.ROLE, allow=allowed, deny=0)
    world.env.backend.set_overwrite(forum.id, overwrite)
    await world.join_manager().slash(world.channel, "server settings", allow=forum)
    answer = await world.bob.click(shown(step), label=BUTTON)
    await world.until_computers_have_moved()
    (post,) = forum.threads
    assert f"<#{post.id}>" in written(answer)
    assert "The first 2 turns come from another match" in written(await board_of(world, post))


async def test_solo_match_is_played_on_alone(world: World) -> None:
    game = await start_chiefdom(world, 1)
    for _ in range(3):
        await game.type_decision(world.ann)
    await game.resign(world.ann)
    step = await stepped(game, world.ann, 2)
    assert "Play on from here makes a copy of your own. It is not rated." in written(step)
    answer = await world.ann.click(shown(step), label=BUTTON)
    assert written(answer).startswith("Chiefdom #2 goes on from there. It is not rated.")
    await world.env.settle()
    copy = await world.bot.services.matches.history.get(2)
    assert (len(copy.seats), copy.given_turns) == (1, 2)
    assert (await to_its_end(world, game.place, world.ann)).result is not None


@pytest.mark.parametrize("ply", ["999999999", "-1", "x"])
async def test_position_that_no_button_has_is_refused(world: World, ply: str) -> None:
    game = await ended_match(world)
    answer = await forge(world, world.bob, game, f"k:playon:1:{ply}:")
    assert refused(answer)
    with pytest.raises(MatchNotFoundError):
        await world.bot.services.matches.history.get(2)


async def test_running_match_is_not_copied_by_a_forged_press(world: World) -> None:
    game = await world.start_match()
    await game.play_on(turns=2)
    assert "still running" in refused(await forge(world, world.ann, game, "k:playon:1:2:"))


async def test_match_that_a_user_may_not_see_is_not_copied(world: World) -> None:
    game = await ended_match(world)
    hall = world.guild.create_text_channel("hall")
    assert "There is no match #1 here" in refused(await forge(world, world.carol, game, "k:playon:1:2:", channel=hall))


async def test_match_against_the_computer_is_played_on_at_its_level(world: World) -> None:
    game = await begin(world, "iye", "4 · Expert")
    await game.resign(world.ann)
    await world.ann.click(await level_panel(world, "iye"), label="1 · Beginner")
    await world.until_computers_have_moved()
    step = await stepped(game, world.ann, 0)
    assert "against the computer, level 4 (Expert). It is not rated." in written(step)
