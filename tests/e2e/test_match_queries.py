"""Private boards, lists, history, export and verification, and how the match is selected."""

import json
import re

from bot.matches.model.rng import shown_digits
from tests.e2e.chiefdom import start_chiefdom
from tests.e2e.world import Game, World, alt_texts, as_typed, buttons, labels, refused, selects, shown, written


async def test_board_shows_the_position_privately_with_controls_for_the_mover(world: World) -> None:
    game = await world.start_match()
    mine = await game.mover.click(game.board, label="Board")
    assert mine.ephemeral
    assert any(":move:" in button["custom_id"] for button in buttons(mine))
    assert alt_texts(mine)[0]
    others = await world.carol.slash(game.place, "board")
    assert others.ephemeral
    assert labels(others) == ["More"]
    assert "**Ann** is to move." in written(others)


async def test_move_on_the_private_board_is_confirmed_there_and_posted(world: World) -> None:
    game = await world.start_match()
    old, mover = game.board, game.mover
    mine = await mover.slash(game.place, "next")
    button = next(button for button in buttons(mine) if ":move:" in button["custom_id"])
    await mover.click(shown(mine), custom_id=button["custom_id"])
    assert written(mine).startswith("Played in ")
    assert buttons(mine) == []
    assert buttons(old) == []
    assert len(game.boards) == 2


async def test_board_as_text_has_coordinates_and_no_picture(world: World) -> None:
    game = await world.start_match()
    answer = await world.bob.slash(game.place, "board", form="text")
    text = written(answer)
    assert shown(answer).attachments == []
    assert "    a   b   c   d   e" in text
    assert re.search(r"^1  Ann$", text, re.MULTILINE)


async def test_next_shows_the_longest_waiting_match(world: World) -> None:
    assert written(await world.ann.slash(world.channel, "next")).startswith("✅ Nothing to do")
    first, second = await two_matches(world)
    waiting = await world.ann.slash(world.channel, "next")
    assert alt_texts(waiting)
    assert shown(waiting).attachments[0].filename == "iye-1-1.png"
    (more,) = waiting.followups
    assert written(more) == "Match 1 of 2 where it is your turn."
    other = await world.ann.click(more, label="Next match")
    assert shown(other).attachments[0].filename == "iye-2-1.png"
    last = other.followups[-1]
    assert written(last) == "Match 2 of 2, the last one where it is your turn."
    around = await world.ann.click(last, label="Back to the first")
    assert shown(around).attachments[0].filename == "iye-1-1.png", "after the last comes the first"
    assert written(around.followups[-1]) == "Match 1 of 2 where it is your turn."
    await first.mover.slash(first.place, "move", text="d3")
    waiting = await world.ann.slash(world.channel, "next")
    assert shown(waiting).attachments[0].filename == "iye-2-1.png"
    assert waiting.followups == [], "only one waits"
    assert second.mover is world.ann


async def two_matches(world: World) -> tuple[Game, Game]:
    """Start Ann's match against Bob, and an hour later hers against Carol."""
    first = await world.start_match()
    await world.pass_time(3600)
    table = await world.open_table(first="1")
    await world.carol.click(table, label="Join")
    return first, Game(world, world.channel_of(table), {0: world.ann, 1: world.carol})


async def test_matches_lists_own_turns_first(world: World) -> None:
    assert "You are not in any match." in written(await world.ann.slash(world.channel, "matches"))
    first, _second = await two_matches(world)
    await first.mover.slash(first.place, "move", text="d3")
    await world.open_table(opener=world.carol, game="totem")
    await world.ann.slash(world.channel, "match", action="join", match=3)
    text = written(await world.ann.slash(world.channel, "matches"))
    assert re.findall(r"(\w+) #(\d)", text) == [("İYE", "2"), ("İYE", "1"), ("Totem", "3")]
    assert text.count("**Your turn**") == 1
    assert "**Bob** is to move" in text
    assert "ready to start" in text


async def test_startable_table_is_marked_in_the_list(world: World) -> None:
    table = await world.open_table(game="totem")
    assert "waiting for players" in written(await world.ann.slash(world.channel, "matches"))
    await world.bob.click(table, label="Join")
    assert "ready to start" in written(await world.ann.slash(world.channel, "matches"))


async def test_long_list_has_pages(world: World) -> None:
    await world.join_manager().slash(world.channel, "server settings", tables=10)
    for _ in range(8):
        await world.open_table()
    answer = await world.ann.slash(world.channel, "matches")
    assert len(re.findall(r"İYE #\d", written(answer))) == 6
    await world.ann.click(shown(answer), label="Next")
    assert len(re.findall(r"İYE #\d", written(answer))) == 2
    await world.ann.click(shown(answer), label="Back")
    assert len(re.findall(r"İYE #\d", written(answer))) == 6


async def test_typed_move_asks_which_match_is_meant(world: World) -> None:
    await two_matches(world)
    answer = await world.ann.slash(world.channel, "move", text="d3")
    menu = selects(answer)[0]
    assert [option["label"] for option in menu["options"]] == ["İYE #1: Ann, Bob", "İYE #2: Ann, Carol"]
    await world.ann.select(shown(answer), ["2"], custom_id=menu["custom_id"])
    assert written(answer).startswith("Played in İYE #2: d3, the ")
    assert (await world.bot.services.matches.history.get(2)).ply == 2
    assert (await world.bot.services.matches.history.get(1)).ply == 1


async def test_typed_move_goes_to_the_only_match_that_it_fits(world: World) -> None:
    await world.start_match()
    chiefdom = await start_chiefdom(world, 2)
    choice = (await world.ann.autocomplete(chiefdom.place, "move", "text", ""))[0]
    drawn = await world.ann.slash(world.channel, "move", text=choice["value"])
    assert f"Chiefdom #{chiefdom.id}" in written(drawn)
    moved = await world.ann.slash(world.channel, "move", text="d3")
    assert written(moved).startswith("Played in İYE #1: d3, "), "in Chiefdom that is not a move"


async def test_unreadable_typed_move_asks_for_the_match(world: World) -> None:
    await two_matches(world)
    answer = await world.ann.slash(world.channel, "move", text="banana")
    assert written(answer) == "Which match do you mean?"


async def test_overlong_typed_move_asks_for_the_match_option(world: World) -> None:
    await two_matches(world)
    answer = await world.ann.slash(world.channel, "move", text="😀" * 60)
    assert refused(answer) == "Several matches fit. Choose one with the option “match”."


async def test_typed_move_in_a_thread_is_played_in_its_match(world: World) -> None:
    _first, second = await two_matches(world)
    answer = await world.ann.slash(second.place, "move", text="d3")
    assert written(answer).startswith("Played in İYE #2: d3, the ")


async def test_thread_of_a_finished_match_selects_that_match(world: World) -> None:
    game = await world.start_match()
    await game.resign(world.ann)
    another = Game(world, world.channel_of(await world.open_table()), {})
    assert another.place.id != game.place.id
    for member in (world.ann, world.carol):
        for command in ("board", "match history", "match verify", "match replay", "match export", "match replay since"):
            name, options = as_typed(command)
            answer = await member.slash(game.place, name, **options)
            assert "İYE #1" in "".join((written(answer), *(written(one) for one in answer.followups))), command
        offered = await member.autocomplete(game.place, "match", "match", "", action="verify")
        assert [choice["value"] for choice in offered] == [1]


async def test_thread_with_a_rematch_selects_the_finished_match_only_to_verify(world: World) -> None:
    game = await world.start_match()
    await game.resign(world.ann)
    await world.ann.slash(game.place, "match", action="rematch")
    await world.bob.slash(game.place, "match", action="rematch", detail="accept")
    for member in (world.bob, world.carol):
        assert "İYE #2" in written(await member.slash(game.place, "board"))
        assert "✅ The luck of İYE #1 was fair" in written(await member.slash(game.place, "match", action="verify"))


async def test_match_option_is_suggested_and_selects_the_match(world: World) -> None:
    await two_matches(world)
    choices = await world.ann.autocomplete(world.channel, "move", "match", "carol")
    assert [choice["value"] for choice in choices] == [2]
    for typed in ("iye", "İYE", "İye #", "ＩＹＥ", "ıye"):
        by_game = await world.ann.autocomplete(world.channel, "move", "match", typed)
        assert sorted(choice["value"] for choice in by_game) == [1, 2], typed
    moves = await world.ann.autocomplete(world.channel, "move", "text", "", match=2)
    assert len(moves) > 4
    several = await world.ann.autocomplete(world.channel, "move", "text", "d")
    assert {choice["name"].partition(" · ")[0] for choice in several} == {"İYE #1", "İYE #2"}
    assert "Choose the match" not in str(several)
    assert await world.ann.autocomplete(world.channel, "move", "text", "", match=99) == []  # and no error in the log
    answer = await world.ann.slash(world.channel, "move", text=moves[0]["value"], match=2)
    assert "İYE #2" in written(answer)


async def test_two_matches_in_one_channel_are_independent(world: World) -> None:
    world.deny("create_public_threads")
    await two_matches(world)
    boards = {message.attachments[0].filename: message for message in world.channel.history() if message.attachments}
    first, second = boards["iye-1-1.png"], boards["iye-2-1.png"]
    button = next(button for button in buttons(second) if ":move:" in button["custom_id"])
    await world.ann.click(second, custom_id=button["custom_id"])
    assert buttons(first)
    assert (await world.bot.services.matches.history.get(1)).ply == 1
    assert (await world.bot.services.matches.history.get(2)).ply == 2


async def test_match_of_another_channel_cannot_be_viewed_by_number(world: World) -> None:
    await world.start_match()
    other = world.guild.create_text_channel("other")
    answer = await world.carol.slash(other, "board", match=1)
    assert refused(answer) == "There is no match #1 here. /matches lists yours."
    assert refused(await world.carol.slash(other, "board", match=99)).startswith("There is no match #99 here.")


async def test_history_shows_moves_and_chance_in_pages(world: World, unpainted: None) -> None:
    game = await world.start_match(first="random", wins="2")
    await game.play_on()
    answer = await world.ann.slash(game.place, "match", action="history", match=game.id)
    text = written(answer)
    assert "page" in text
    assert (await world.bot.services.matches.history.get(1)).ply > 10
    await world.ann.click(shown(answer), label="Back")
    first = written(answer)
    assert re.search(r"^-# \*\*(Ann|Bob)\*\* is drawn to begin$", first, re.MULTILINE)
    assert re.search(r"^-# The tiles of cycle 1 are laid out$", first, re.MULTILINE)
    assert re.search(
        r"^`1 ?` \*\*(Ann|Bob)\*\*: \w+, the \w+ goes to \*\*(Ann|Bob)\*\*$",
        first.replace("` 1`", "`1 `"),
        re.MULTILINE,
    )
    for notation in ("first:", "deal:", "start:"):
        assert notation not in text + first


async def test_history_and_replay_count_the_same_turns(world: World) -> None:
    game = await world.start_match(first="random")
    await game.play_on()
    numbers = re.findall(
        r"^` *(\d+)`", written(await world.ann.slash(game.place, "match", action="history")), re.MULTILINE
    )
    replay = await world.bot.services.matches.replays.replay(game.id, None)
    assert int(numbers[-1]) == replay.total


async def test_export_gives_one_file_with_the_log_and_no_key_while_running(world: World) -> None:
    game = await world.start_match()
    await game.play_on(turns=3)
    answer = await world.bob.slash(game.place, "match", action="export")
    (attachment,) = shown(answer).attachments
    assert attachment.filename == "kurultai-iye-1.json"
    panel = await world.bob.click(game.board, label="More")
    pressed = await world.bob.click(shown(panel), label="Export")
    assert [file.filename for file in shown(pressed).attachments] == ["kurultai-iye-1.json"]
    data = json.loads((await attachment.read()).decode())
    text = json.dumps(data)
    assert "deal:" in text
    secret = world.bot.acting.database
    assert secret is not None
    rows = await secret.rows("SELECT hex(secret) AS key FROM matches")
    assert rows[0]["key"].casefold() not in text.casefold()


async def test_verify_shows_the_commitment_and_later_the_proof(world: World) -> None:
    game = await world.start_match(first="random")
    match = await world.bot.services.matches.history.get(1)
    assert match.commitment is not None
    answer = await world.ann.slash(game.place, "match", action="verify")
    assert match.commitment in written(answer)
    await game.play_on()
    answer = await world.carol.slash(game.place, "match", action="verify", match=1)
    ended = await world.bot.services.matches.history.get(1)
    assert ended.key is not None
    assert ended.key in written(answer)
    assert match.commitment in written(answer), "the whole, to compare with"
    assert f"first board, {shown_digits(match.commitment)}." in written(answer)
    assert "The luck of İYE #1 was fair" in written(answer)
    digest = await world.bot.services.matches.history.digest(1)
    assert digest is not None
    assert f"its record begins with {shown_digits(digest)}" in game.board.content
    assert digest in written(answer)
    assert f"under the result, {shown_digits(digest)}." in written(answer)
    assert "Seats: 1. **Ann**, 2. **Bob**" in written(answer)
    assert "moves in its log lead to this result: " in written(answer)
    panel = await world.ann.click(game.board, label="More")
    assert "Verify luck" in labels(panel)
    proof = await world.ann.click(shown(panel), label="Verify luck")
    assert "was fair" in written(proof)


async def test_list_names_invited_players(world: World) -> None:
    await world.ann.slash(world.channel, "play", game="iye", opponent=world.bob)
    assert f"**Ann**, {world.bob.mention} (invited)" in written(await world.ann.slash(world.channel, "matches"))


async def test_verify_selects_a_finished_match_of_the_reader(world: World) -> None:
    world.deny("create_public_threads")
    first = await world.start_match()
    await first.resign(world.ann)
    table = await world.open_table(opener=world.carol)
    await world.dave.click(table, label="Join")
    answer = await world.bob.slash(world.channel, "match", action="verify")
    assert "İYE #1" in written(answer)
    assert "still running" not in written(answer)
