"""Cards in the running bot: results and leaderboards that are shared, titles of games and tables, boards to choose."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import discord
import pytest
from PIL import Image
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.load import thresholds
from bot.rendering.thread_renderer import ThreadRenderer
from render import CARD
from tests.e2e.chiefdom import start_chiefdom
from tests.e2e.world import Game, Message, World, alt_texts, buttons, labels, refused, shown, stored, written


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tables wait for their cards on a busy machine."""
    monkeypatch.setattr(thresholds, "LONGEST_TITLE", 60.0)


@pytest.fixture
def broken(world: World, monkeypatch: pytest.MonkeyPatch, unexpected: list[logging.LogRecord]) -> Iterator[None]:
    """Let no card be drawn; boards are."""
    del world  # it looks at the log after this fixture
    render = ThreadRenderer.render

    async def failing(self: ThreadRenderer, game: str, *more: Any, **options: Any) -> bytes:
        if game == CARD:
            raise OSError("no card today")
        return await render(self, game, *more, **options)

    monkeypatch.setattr(ThreadRenderer, "render", failing)
    yield
    assert {record.getMessage() for record in unexpected} == {"a picture could not be drawn"}
    unexpected.clear()


async def ended(world: World) -> Game:
    """Let Ann resign a match against Bob."""
    game = await world.start_match()
    await game.resign(world.ann)
    return game


def posted_after(game: Game, before: int) -> Message:
    """Return the only message that was posted since."""
    assert len(game.place.history()) == before + 1
    return game.place.history()[-1]


def forbid_writing(world: World) -> None:
    denied = discord.Permissions(send_messages=True, send_messages_in_threads=True).value
    everybody = Overwrite(target_id=world.guild.id, type=OverwriteType.ROLE, allow=0, deny=denied)
    world.env.backend.set_overwrite(world.channel.id, everybody)


async def width_of(message: Message) -> int:
    (attachment,) = message.attachments
    return Image.open(BytesIO(await attachment.read())).width


# ------------------------------------------------------------------------------------------------------------ results


async def test_result_is_seen_alone_first_and_then_shared(world: World) -> None:
    game = await ended(world)
    before = len(game.place.history())
    card = await world.bob.click(game.board, label="Share")
    assert card.ephemeral
    assert "Only you can see this so far." in written(card)
    assert labels(card) == ["Show everyone"]
    assert len(game.place.history()) == before
    await world.bob.click(shown(card), label="Show everyone")
    posted = posted_after(game, before)
    assert buttons(card) == [], "a second press would post it twice"
    assert posted.content == "🏁 **Ann** resigns. **Bob** wins.\n-# İYE #1"
    assert stored(posted).ping_user_ids == []
    assert await width_of(posted) == 1000
    (alt,) = alt_texts(posted)
    assert alt.startswith("Result of İYE #1, 20"), alt
    assert "1. Bob, rating " in alt
    assert "2. Ann, rating " in alt


async def test_card_of_an_unrated_match_tells_no_rating(world: World) -> None:
    game = await world.start_match(rated=False)
    await game.resign(world.ann)
    (alt,) = alt_texts(await world.bob.click(game.board, label="Share"))
    assert "1. Bob. 2. Ann. " in alt


async def test_deleted_player_is_not_named_on_the_card(world: World) -> None:
    game = await ended(world)
    panel = shown(await world.ann.slash(world.channel, "player privacy"))
    await world.ann.click(panel, label="Delete it …")
    await world.ann.click(panel, label="Yes, delete everything")
    (alt,) = alt_texts(await world.bob.click(game.board, label="Share"))
    assert "Ann" not in alt
    assert "2. Apprentice" in alt, "the seat's title, and no rating"


async def test_chiefdoms_card_shows_points(world: World) -> None:
    game = await start_chiefdom(world, players=2)
    await game.resign(world.ann)
    await game.resign(world.bob)
    card = await world.bob.slash(game.place, "match", action="replay", detail="result", match=game.id)
    assert labels(card) == ["Show everyone"]
    assert alt_texts(card)


async def test_running_match_has_no_result_to_share(world: World) -> None:
    game = await world.start_match()
    answer = await world.ann.slash(game.place, "match", action="replay", detail="result")
    assert "There is no finished match here." in refused(answer)


async def test_result_is_not_shared_where_the_user_may_not_write(world: World) -> None:
    game = await ended(world)
    card = shown(await world.bob.click(game.board, label="Share"))
    forbid_writing(world)
    before = len(game.place.history())
    again = await world.bob.click(game.board, label="Share")
    assert labels(again) == []
    assert "You can save the picture" in written(again)
    assert refused(await world.bob.click(card, label="Show everyone")).startswith("You cannot post in this channel")
    assert len(game.place.history()) == before


async def test_result_with_others_is_shared_only_where_it_was_played(world: World) -> None:
    await ended(world)
    other = world.guild.create_text_channel("other")
    card = await world.bob.slash(other, "match", action="replay", detail="result", match=1)
    assert "have not agreed to be shown here" in written(card)
    assert labels(card) == []
    in_table_channel = await world.bob.slash(world.channel, "match", action="replay", detail="result", match=1)
    assert labels(in_table_channel) == ["Show everyone"]


async def test_own_match_of_direct_messages_is_shared_by_its_player(world: World) -> None:
    await world.ann.user.slash("play", game="chiefdom")
    await world.bot.services.matches.turns.resign(1, world.ann.id)
    card = await world.ann.slash(world.channel, "match", action="replay", detail="result", match=1)
    assert labels(card) == ["Show everyone"]


@pytest.mark.usefixtures("broken")
async def test_result_is_told_in_lines_if_its_card_fails(world: World) -> None:
    game = await ended(world)
    before = len(game.place.history())
    card = await world.bob.click(game.board, label="Share")
    await world.bob.click(shown(card), label="Show everyone")
    posted = posted_after(game, before)
    assert not posted.attachments
    assert "1. **Bob**, rating " in posted.content
    assert "2. **Ann**, rating " in posted.content


async def test_result_is_told_in_lines_where_no_files_are_allowed(world: World) -> None:
    game = await ended(world)
    world.deny("attach_files")
    before = len(game.place.history())
    card = await world.bob.click(game.board, label="Share")
    assert alt_texts(card), "only the user sees it"
    await world.bob.click(shown(card), label="Show everyone")
    assert "1. **Bob**, rating " in posted_after(game, before).content


# ------------------------------------------------------------------------------------------------------- leaderboards


async def test_leaderboard_is_shared_as_a_picture(world: World) -> None:
    await ended(world)
    page = await world.carol.slash(world.channel, "leaderboard", game="iye")
    before = len(world.channel.history())
    await world.carol.click(shown(page), label="Show everyone")
    assert len(world.channel.history()) == before + 1
    posted = world.channel.history()[-1]
    assert "Show everyone" not in labels(page), "a second press would post it twice"
    assert await width_of(posted) == 1000
    (alt,) = alt_texts(posted)
    assert f"Leaderboard of {world.guild.name}, 20" in alt
    assert ": İYE 1. Bob, " in alt
    assert "2. Ann, " in alt
    assert stored(posted).ping_user_ids == []


async def test_empty_leaderboard_cannot_be_shared(world: World) -> None:
    assert "Show everyone" not in labels(await world.ann.slash(world.channel, "leaderboard", game="iye"))


async def test_leaderboard_is_not_shared_where_the_user_may_not_write(world: World) -> None:
    await ended(world)
    page = shown(await world.carol.slash(world.channel, "leaderboard", game="iye"))
    forbid_writing(world)
    assert refused(await world.carol.click(page, label="Show everyone")).startswith("You cannot post in this channel")
    assert "Show everyone" not in labels(await world.carol.slash(world.channel, "leaderboard", game="iye"))


@pytest.mark.usefixtures("broken")
async def test_leaderboard_is_told_in_lines_if_its_picture_fails(world: World) -> None:
    await ended(world)
    page = shown(await world.carol.slash(world.channel, "leaderboard", game="iye"))
    await world.carol.click(page, label="Show everyone")
    posted = world.channel.history()[-1]
    assert not posted.attachments
    assert "**Bob** · won 1 of 1" in written(posted)


# -------------------------------------------------------------------------------------------------------------- titles


async def test_table_has_its_title_card_until_it_is_full(world: World) -> None:
    table = await world.open_table()
    assert [attachment.filename for attachment in table.attachments] == ["iye-title.png"]
    (alt,) = alt_texts(table)
    assert alt.startswith("İYE: ")
    await world.bob.click(table, label="Join")
    assert stored(table).attachments == []


async def test_title_card_shows_the_chosen_board(world: World) -> None:
    table = await world.open_table(game="awethi", board="river")
    assert [attachment.filename for attachment in table.attachments] == ["awethi-title-river.png"]


async def test_table_without_permission_for_files_has_words(world: World) -> None:
    world.deny("attach_files")
    table = await world.open_table()
    assert table.attachments == []
    assert "Two apprentices" in written(table)


@pytest.mark.usefixtures("broken")
async def test_table_opens_though_its_card_fails(world: World) -> None:
    table = await world.open_table()
    assert table.attachments == []
    assert "Two apprentices" in written(table)


async def test_first_page_of_the_rules_has_the_title_card(world: World) -> None:
    first = shown(await world.ann.slash(world.channel, "rules", game="totem"))
    assert [attachment.filename for attachment in first.attachments] == ["totem-title.png", "totem-rules-1.png"]
    second = await world.ann.click(first, label="Next")
    assert [attachment.filename for attachment in shown(second).attachments] == ["totem-rules-2.png"]


# ------------------------------------------------------------------------------------------------------------- choices


async def test_boards_to_choose_from_are_shown_with_the_game(world: World) -> None:
    games = shown(await world.ann.slash(world.channel, "play"))
    panel = shown(await world.ann.click(games, label="Awéthi"))
    assert [attachment.filename for attachment in panel.attachments] == ["awethi-board.png"]
    (alt,) = alt_texts(panel)
    assert alt.startswith("The boards of Awéthi, side by side: Meadow")
    await world.ann.click(panel, label="Back")
    await world.ann.click(games, label="İYE")
    assert stored(games).attachments == []


async def test_boards_are_shown_beside_the_options_of_a_table(world: World) -> None:
    table = await world.open_table(game="awethi")
    options = await world.bob.click(table, label="Options")
    assert [attachment.filename for attachment in shown(options).attachments] == ["awethi-board.png"]
