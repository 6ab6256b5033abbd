"""From a private answer to the board: links, and private boards that are no longer the newest."""

from __future__ import annotations

import pytest
import simcord

from tests.e2e.against_computers import begin
from tests.e2e.stale_windows import let_windows_age
from tests.e2e.totem import Totem
from tests.e2e.world import SINCE, Game, World, buttons, control, labels, parts, selects, shown, stored, written

BOARD, RESULT = "Go to the board", "Go to the result"


pytestmark = pytest.mark.usefixtures("fast_presses", "unpainted")


def address(game: Game, message_id: int | None = None) -> str:
    """Return the address of the match's channel or thread, or of a message there."""
    place = f"https://discord.com/channels/{game.world.guild.id}/{game.place.id}"
    return place if message_id is None else f"{place}/{message_id}"


def links(message: simcord.ResponseMessage | simcord.InteractionResult) -> dict[str, str]:
    """Return the addresses of a message's link buttons by their labels."""
    return {part["label"]: part["url"] for part in parts(message) if part.get("type") == 2 and part.get("url")}


async def next_board(game: Game) -> simcord.ResponseMessage:
    """Show Ann's most urgent board in private."""
    return shown(await game.world.ann.slash(game.world.channel, "next"))


def move_under(message: simcord.ResponseMessage) -> str:
    """Return the control of a move under a board of İYE."""
    return control(message, "move")


async def test_turn_from_a_private_board_leads_to_the_board_that_shows_it(world: World) -> None:
    game = await begin(world, "iye", "1 · Beginner")
    private = await next_board(game)
    played = shown(await world.ann.click(private, custom_id=move_under(private)))
    await world.until_computers_have_moved()
    assert played.id == private.id, "the private board is replaced"
    assert written(played).startswith("Played in İYE #1: ")
    assert links(played) == {BOARD: address(game, game.board.id)}


async def test_planned_hint_leads_to_the_board(world: World) -> None:
    game = await begin(world, "totem", "1 · Beginner")
    message = shown(await world.ann.click(shown(await world.ann.click(game.board, label="More")), label="Hint"))
    for label in ("Hint 2 of 3", "Hint 3 of 3", "Plan this", "Confirm"):
        message = shown(await world.ann.click(message, label=label))
    assert links(message) == {BOARD: address(game, game.board.id)}


async def test_window_of_a_confirmed_turn_serves_for_the_next_one(world: World) -> None:
    """Else each turn against the computer would leave a private message below the board."""
    begun = await begin(world, "totem", "1 · Beginner")
    game = Totem(world, begun.place, {0: world.ann})
    await game.place_totems()
    await world.until_computers_have_moved()
    window = await game.take_turn(world.ann)
    assert labels(shown(window)) == ["Take turn"]
    assert links(shown(window)) == {BOARD: address(game, game.board.id)}
    await world.until_computers_have_moved()
    planner = shown(await world.ann.click(shown(window), label="Take turn"))
    assert planner.id == shown(window).id
    assert "moved on" not in written(planner)
    assert selects(planner)


async def test_window_of_a_confirmed_turn_leads_to_the_result_of_a_match_that_has_ended(world: World) -> None:
    begun = await begin(world, "totem", "1 · Beginner")
    game = Totem(world, begun.place, {0: world.ann})
    await game.place_totems()
    await world.until_computers_have_moved()
    window = await game.take_turn(world.ann)
    await world.until_computers_have_moved()
    let_windows_age(world)
    await game.resign(world.ann)
    answer = shown(await world.ann.click(shown(window), label="Take turn"))
    assert "Show the result" in labels(answer), (written(answer), labels(answer))


async def test_turn_between_people_leads_to_where_the_next_board_is_posted(world: World) -> None:
    game = await world.start_match()
    answer = await game.mover.slash(world.channel, "move", text="d3")
    assert links(answer) == {BOARD: address(game)}


async def test_resignation_leads_to_the_result(world: World) -> None:
    game = await begin(world, "iye", "1 · Beginner")
    asked = shown(await world.ann.slash(game.place, "match", action="resign"))
    done = shown(await world.ann.click(asked, label="Yes, resign"))
    assert links(done) == {RESULT: address(game, game.board.id)}
    assert "🏁" in written(game.board)


async def test_playing_on_after_the_question_leads_back(world: World) -> None:
    game = await begin(world, "iye", "1 · Beginner")
    asked = shown(await world.ann.slash(game.place, "match", action="resign"))
    assert BOARD in links(shown(await world.ann.click(asked, label="No, play on")))


async def test_rematch_leads_to_the_new_match(world: World) -> None:
    game = await begin(world, "iye", "1 · Beginner")
    await game.resign(world.ann)
    done = shown(await world.ann.click(game.board, label="Rematch"))
    assert written(done) == "The rematch has started."
    assert links(done).keys() == {BOARD}


async def test_private_answers_about_a_match_lead_to_it(world: World) -> None:
    game = await world.start_match()
    await game.click_move()
    for action in ("history", "export", "verify", "draw"):
        assert links(await game.mover.slash(world.channel, "match", action=action)) == {BOARD: address(game)}, action
    assert BOARD in links(await game.mover.slash(world.channel, "board"))


@pytest.mark.parametrize(
    ("action", "answer"), [("draw", "Accept"), ("draw", "Decline"), ("undo", "Accept"), ("pause", "Decline")]
)
async def test_answer_to_a_public_question_leads_to_the_match(world: World, action: str, answer: str) -> None:
    game = await world.start_match()
    await game.click_move()
    asking, asked = game.waiter, game.mover  # who has moved can ask to take that back
    await asking.slash(game.place, "match", action=action)
    question = game.place.history()[-1]
    answered = await asked.click(question, label=answer)
    assert not buttons(question)
    told = links(answered.followups[-1])
    assert told.keys() == {RESULT if (action, answer) == ("draw", "Accept") else BOARD}
    assert next(iter(told.values())).startswith(address(game))


async def test_where_nothing_can_be_posted_the_board_is_shown(world: World) -> None:
    game = await world.start_match()
    world.delete_channel(world.channel)
    elsewhere = world.guild.create_text_channel("elsewhere")
    await game.mover.slash(elsewhere, "move", text="d3")
    await world.env.settle()
    answer = await game.mover.slash(elsewhere, "match", action="draw")
    assert (links(answer), labels(answer)) == ({}, ["Board"])


async def test_outdated_private_board_is_replaced_by_the_newest(world: World) -> None:
    game = await begin(world, "iye", "1 · Beginner")
    old = await next_board(game)
    let_windows_age(world)
    choices = await world.ann.autocomplete(game.place, "move", "text", "")
    await world.ann.slash(game.place, "move", text=choices[0]["value"])
    await world.until_computers_have_moved()
    newest = shown(await world.ann.click(old, custom_id=move_under(old)))
    assert newest.id == old.id
    assert written(newest).startswith("⚠️ The match has moved on. This is the newest board.")
    ply = (await world.bot.services.matches.history.get(1)).ply
    assert f":{ply}:" in move_under(newest), "it can be played on"
    assert stored(newest).attachments[0]["filename"] == f"iye-1-{ply}.png"


async def test_private_board_of_an_ended_match_is_replaced_by_the_result(world: World) -> None:
    game = await begin(world, "iye", "1 · Beginner")
    old = await next_board(game)
    let_windows_age(world)
    await game.resign(world.ann)
    newest = shown(await world.ann.click(old, custom_id=move_under(old)))
    assert newest.id == old.id
    assert not selects(newest)
    assert links(newest) == {RESULT: address(game, game.board.id)}


async def test_first_board_has_nothing_since_one_last_looked(world: World) -> None:
    game = await world.start_match()
    assert SINCE not in labels(game.board)
    await game.click_move()
    assert SINCE in labels(game.board)


async def test_refused_line_of_a_menu_can_be_chosen_again(world: World) -> None:
    game = await world.start_match()
    await game.click_move()
    menu = selects(game.board)[0]
    await game.waiter.select(game.board, [menu["options"][0]["value"]], custom_id=menu["custom_id"])
    *_, updated, told = [entry.json for entry in world.requests("POST", "/") if "GET" not in entry.path]
    assert updated["type"] == 7, "Discord forgets the chosen line"
    assert not updated["data"].keys() & {"content", "components", "attachments"}, "and nothing else changes"
    assert "It is not your turn" in told["content"]
    assert buttons(game.board)
