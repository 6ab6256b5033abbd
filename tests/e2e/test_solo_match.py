"""Solo matches: one message, edited for an hour, then posted again without a mention."""

from __future__ import annotations

import pytest
import simcord

from bot.matches.model.match import MatchStatus
from tests.e2e.chiefdom import Chiefdom, load_dice, start_chiefdom
from tests.e2e.world import SINCE, World, alt_texts, buttons, change, changes, control, labels, shown, stored, written

pytestmark = pytest.mark.usefixtures("unpainted")


@pytest.fixture
async def game(world: World, monkeypatch: pytest.MonkeyPatch) -> Chiefdom:
    """Ann alone, whose dice show 2, 3 and 4 in every turn."""
    load_dice(monkeypatch, [(2, 3, 4)])
    return await start_chiefdom(world, 1)


def direct_messages(member: simcord.MemberActor) -> list[int]:
    """Return the ids of the bot's direct messages to a user."""
    return [message.id for message in member.user.dm_channel.history()]


async def test_turns_edit_the_first_board_without_mentions(game: Chiefdom) -> None:
    (first,), (dm,) = game.boards, direct_messages(game.world.ann)
    assert stored(first).ping_user_ids == [game.world.ann.id], "the first board invites into the thread"
    for turn in range(2, 6):
        await game.type_decision(game.world.ann)
        (board,) = game.boards
        assert board.id == first.id
        assert f"Turn {turn}: the dice show" in written(board)
        assert labels(board) == ["My sheet", "Board", "Hint", SINCE, "More"]
        assert game.world.ann.mention not in board.content
        assert "**Ann**, decide what to draw." in board.content
        assert "Nobody can change the luck: " in board.content, "the commitment stays"
        assert f"Turn {turn}" in alt_texts(board)[0]
        assert direct_messages(game.world.ann) == [dm], "there is only one direct message"


async def test_menu_offers_no_draw_with_nobody(game: Chiefdom) -> None:
    more = await game.world.ann.click(game.board, label="More")
    assert "Resign" in changes(more)
    assert "Offer a draw" not in changes(more)


async def test_ending_it_alone_asks_first(game: Chiefdom) -> None:
    world, history = game.world, game.world.bot.services.matches.history
    typed = await world.ann.slash(game.place, "match", action="abort", match=game.id)
    more = await world.ann.click(game.board, label="More")
    chosen = await change(world.ann, more, "End the match")
    for question in (typed, chosen):
        assert "Do you want to end Chiefdom #1 without a result? You cannot undo this." in written(question)
    assert (await history.get(game.id)).status is MatchStatus.RUNNING
    await world.ann.click(shown(more), label="No, play on")
    assert "End the match" in changes(more)
    await change(world.ann, more, "End the match")
    await world.ann.click(shown(more), label="Yes, end it")
    assert "The match has ended without a result." in written(more)
    assert (await history.get(game.id)).status is MatchStatus.ABORTED


async def test_paused_match_offers_no_hint(game: Chiefdom) -> None:
    ann = game.world.ann
    assert "Hint" in labels(await ann.slash(game.place, "match", match=game.id))
    await ann.slash(game.place, "match", action="pause")
    paused = labels(await ann.slash(game.place, "match", match=game.id))
    assert "Resume" in paused
    assert "Hint" not in paused


async def test_board_is_posted_again_after_an_hour_without_the_old_buttons(game: Chiefdom) -> None:
    world = game.world
    await game.type_decision(world.ann)
    world.clock.now += 3601
    await game.type_decision(world.ann)
    old, new = game.boards
    assert buttons(old) == []
    assert "Turn 2: the dice show" in written(old)
    assert "Turn 3: the dice show" in written(new)
    assert stored(new).ping_user_ids == []
    await game.type_decision(world.ann)
    assert len(game.boards) == 2, "then the new board is edited"
    assert "Turn 4: the dice show" in written(game.board)


async def test_result_replaces_the_board(game: Chiefdom) -> None:
    (first,) = game.boards
    await game.type_decision(game.world.ann)
    await game.resign(game.world.ann)
    (board,) = game.boards
    assert board.id == first.id
    assert "🏁" in written(board)
    assert labels(board)[0] == "Rematch"


async def test_deleted_board_is_reposted(game: Chiefdom) -> None:
    world = game.world
    world.delete_message(game.board)
    await world.ann.slash(game.place, "move", text="water a1 a2 b1 b2 (4)", match=1)
    assert "Turn 2: the dice show" in written(game.board)


async def test_board_survives_a_restart_and_a_crash(game: Chiefdom) -> None:
    (first,) = game.boards
    await game.world.restart()
    window = await game.decide(game.world.ann)
    assert [message.id for message in game.boards] == [first.id]
    await game.world.start_after_crash()
    await game.world.ann.click(shown(window), label="Scoring")
    await game.decide(game.world.ann)
    assert [message.id for message in game.boards] == [first.id]
    assert "Turn 3: the dice show" in written(game.board)


async def test_buttons_of_an_edited_board_are_removed_again(game: Chiefdom) -> None:
    """Even if a click has removed them before: the edit has brought them back."""
    world = game.world
    world.bot.services.outbox.note_buttons_removed(game.board.id)
    await game.type_decision(world.ann)
    world.clock.now += 3601
    await game.type_decision(world.ann)
    old, _ = game.boards
    assert buttons(old) == [], "the edit has brought the buttons back, so they are removed again"


async def test_board_of_an_older_version_is_reposted(game: Chiefdom) -> None:
    world = game.world
    database = world.bot.acting.database
    assert database is not None
    await database.write(lambda tx: tx.execute("UPDATE matches SET board_posted_at = NULL").rowcount)
    await game.type_decision(world.ann)
    assert len(game.boards) == 2


async def test_two_players_are_mentioned_every_turn(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, [(2, 3, 4)])
    game = await start_chiefdom(world, 2)
    for member in (world.ann, world.bob):
        await game.type_decision(member)
    assert len(game.boards) == 2
    assert sorted(stored(game.board).ping_user_ids) == sorted((world.ann.id, world.bob.id))
    assert control(game.board, "sheet")
