"""Two people and two computer players at one table of Chiefdom whose sheets are private."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.matches.doctor import examine
from bot.matches.model.log import ComputerDecision
from bot.matches.store import turns as turn_store
from players.chiefdom.masks import BOARD
from tests.e2e.chiefdom import Chiefdom
from tests.e2e.drawn import observations_drawn
from tests.e2e.private_sheets import decide_in_direct_message, sheet_message, sheet_messages
from tests.e2e.world import Message, World, alt_texts, labels, refused, selects, shown, written

LEVELS = {2: 1, 3: 4}
"""Of the computer players, by seat."""


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Each observation of which a picture is drawn."""
    return observations_drawn(monkeypatch, "chiefdom")


@pytest.fixture
async def game(world: World, drawn: list[Any]) -> Chiefdom:
    """Ann, Bob and computer players of level 1 and 4, whose sheets are private unless the table says otherwise."""
    table = await world.open_table(game="chiefdom", players=4)
    await world.bob.click(table, label="Join")
    panel = shown(await world.ann.click(table, label="Computer players"))
    for level in LEVELS.values():
        panel = shown(await world.ann.select(panel, [str(level)], custom_id=selects(panel)[-1]["custom_id"]))
    await world.begin(table)
    await world.until_computers_have_moved()
    match = await world.bot.services.matches.history.get(1)
    assert match.options["sheets"] == "closed"
    assert {seat.player: seat.computer.level for seat in match.seats if seat.computer is not None} == LEVELS
    return Chiefdom(world, world.channel_of(table), {0: world.ann, 1: world.bob})


async def decisions(game: Chiefdom) -> tuple[ComputerDecision, ...]:
    """Return all decisions of the computer players."""
    database = game.world.bot.acting.database
    assert database is not None
    return await database.read(lambda db: turn_store.decisions_between(db, game.id, 0, 10_000))


def read(message: Message) -> str:
    """Return all words of a message, those of its pictures included."""
    return "\n".join((written(message), *alt_texts(message)))


def told(game: Chiefdom) -> str:
    """Return all that stands in the channel and in the direct messages of both people."""
    people = (game.world.ann, game.world.bob)
    messages = [*game.place.history(), *(one for member in people for one in sheet_messages(member))]
    return "\n".join(map(read, messages))


async def assert_secret(game: Chiefdom, drawn: list[Any]) -> None:
    """Nobody has been told or shown anything of another player’s sheet."""
    words = told(game)
    assert "💭" not in words
    assert "Why?" not in labels(game.board)
    for decision in await decisions(game):
        assert str(decision.reason) not in words
    for seen in drawn:
        assert [seat for seat, sheet in enumerate(seen.sheets) if sheet is not None] in ([], [seen.viewer])
        assert seen.viewer not in LEVELS


async def assert_stored_whole(game: Chiefdom) -> None:
    """The stored match follows from its log."""
    database = game.world.bot.acting.database
    assert database is not None
    assert await examine(database) == []


async def turn(game: Chiefdom) -> int:
    return (await game.seen()).turn


async def finish_turn(game: Chiefdom) -> None:
    """Let all people decide who have not."""
    for member in await game.undecided():
        await game.type_decision(member)
    await game.world.until_computers_have_moved()


async def test_nobody_sees_what_computer_players_draw_before_the_end(game: Chiefdom, drawn: list[Any]) -> None:
    world = game.world
    assert f"Still deciding: {world.ann.mention}, {world.bob.mention}." in written(game.board)
    assert "Decided: **Computer L1**, **Computer L4**." in written(game.board)
    number = await turn(game)
    await decide_in_direct_message(world.ann)
    assert "✅ You can change this until " in written(sheet_message(world.ann))
    assert "until **Bob** has decided" in written(sheet_message(world.ann))
    assert await turn(game) == number
    await game.decide(world.bob)
    await world.until_computers_have_moved()
    assert await turn(game) == number + 1
    assert f"Everybody has decided: turn {number} is drawn on every sheet." in written(game.board)
    await assert_secret(game, drawn)
    opened = {entry.json["recipient_id"] for entry in world.requests("POST", "/users/@me/channels")}
    assert {int(user_id) for user_id in opened} == {world.ann.id, world.bob.id}


@pytest.mark.usefixtures("unpainted")
async def test_everything_is_told_once_the_match_is_over(game: Chiefdom, drawn: list[Any]) -> None:
    while not game.over:
        await assert_secret(game, drawn)
        await finish_turn(game)
    assert all(sheet is not None for sheet in (await game.seen()).sheets)
    for level in LEVELS.values():
        assert f"💭 **Computer L{level}**: " in written(game.board)
    more = shown(await game.world.carol.click(game.board, label="More"))
    assert "I expected about" in written(await game.world.carol.click(more, label="Why?"))
    await assert_stored_whole(game)


async def test_decision_is_changed_while_a_person_is_still_to_decide_and_never_taken_back(
    game: Chiefdom, drawn: list[Any]
) -> None:
    world, place = game.world, game.place
    await finish_turn(game)
    number = await turn(game)
    first, *_, last = await world.ann.autocomplete(place, "move", "text", "", match=game.id)
    for choice in (first, last):
        await world.ann.slash(place, "move", text=choice["value"], match=game.id)
        await world.until_computers_have_moved()
        assert await game.undecided() == [world.bob]
    asked = await world.ann.slash(place, "match", action="undo", match=game.id)
    assert "nothing can be taken back once everyone has decided" in refused(asked)
    await finish_turn(game)
    assert await turn(game) == number + 1
    after = (await game.seen(world.ann)).sheets[0]
    assert after is not None
    assert {BOARD.names[square] for square in after.drawn} == set(re.findall("[a-j][1-8]", last["value"]))
    await assert_secret(game, drawn)
    await assert_stored_whole(game)


async def test_computer_player_that_takes_over_a_seat_keeps_its_sheet_secret(game: Chiefdom, drawn: list[Any]) -> None:
    world = game.world
    await finish_turn(game)
    await world.bob.slash(game.place, "match", action="replace", detail="computer 3", match=1)
    question = next(one for one in reversed(game.place.history()) if "Do you agree?" in one.content)
    await world.ann.click(question, label="Accept")
    await world.until_computers_have_moved()
    del game.players[1]
    sent, number = [read(message) for message in sheet_messages(world.bob)], len(drawn)
    for _ in range(3):
        await finish_turn(game)
    await assert_secret(game, drawn)
    assert [read(message) for message in sheet_messages(world.bob)] == sent, "no sheet is sent to who has left"
    assert all(seen.viewer in (None, 0) for seen in drawn[number:])
    seen = await game.seen(world.bob)
    assert seen.sheets == (None,) * 4
    await assert_stored_whole(game)
