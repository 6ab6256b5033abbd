"""Forged controls of private sheets, and concurrent clicks."""

from __future__ import annotations

import pytest

from bot.ui.planners.panel import version_of
from tests.e2e.chiefdom import Chiefdom, load_dice, readings, start_chiefdom
from tests.e2e.forged_controls import forge
from tests.e2e.world import World, buttons, control, private, refused, shown, written

pytestmark = pytest.mark.usefixtures("unpainted")


@pytest.fixture
async def game(world: World, monkeypatch: pytest.MonkeyPatch) -> Chiefdom:
    """Ann and Bob, whose dice show 2, 3 and 4 in every turn."""
    load_dice(monkeypatch, [(2, 3, 4)])
    return await start_chiefdom(world, 2)


@pytest.mark.parametrize(
    ("detail", "values"),
    [
        ("read:wall", None),
        ("read:2+9", None),
        ("any", None),
        ("pass", None),
        (">house..0.3.3..", None),
        (">water.4.9.0.0..", None),
        ("e>water.4.0.-99.99..", None),
        ("j999F>person.1.0.3.3..", None),
        ("!dice 1 1 1", None),
        ("!cards 1 2 3", None),
        ("!pass", None),
        ("!water a1 (1)", None),
        ("#jobs", ["j1F>"]),
        ("#jobs", ["x" * 200]),
    ],
)
async def test_forged_controls_are_answered_privately_and_plan_nothing_illegal(
    game: Chiefdom, detail: str, values: list[str] | None
) -> None:
    world = game.world
    match = await world.bot.services.matches.history.get(game.id)
    forged = f"k:plan:{match.id}:{match.ply}:{version_of(())}:{detail}"
    answer = await forge(world, world.ann, game, forged, values)
    assert "Something went wrong" not in private(answer).content
    moves = (await game.plan(world.ann)).moves
    assert all(move.endswith("(4)") and move.startswith("water") for move in moves), moves
    assert await world.bot.services.matches.history.get(game.id) == match
    text = refused(await forge(world, world.carol, game, forged, values))
    assert text.startswith("You do not play in this match")


@pytest.mark.parametrize(
    "name", ["askcell", "cell", "ask", "written", "sheet", "sheets", "name", "named", "confirm", "anew"]
)
async def test_other_forged_controls_are_answered(game: Chiefdom, name: str) -> None:
    world = game.world
    match = await world.bot.services.matches.history.get(game.id)
    for detail in ("", f"{version_of(())}:", f"{version_of(())}:>water.4.0.0.0..", "x" * 60):
        answer = await forge(world, world.ann, game, f"k:{name}:{match.id}:{match.ply}:{detail}")
        assert answer.acknowledged
        assert answer.response is None or "Something went wrong" not in answer.response.content
    assert await world.bot.services.matches.history.get(game.id) == match


@pytest.mark.parametrize(("action", "values"), [("sheets", ["2"]), ("sheets", ["*"]), ("sheet", None)])
async def test_forged_choice_of_a_sheet_shows_no_secret(game: Chiefdom, action: str, values: list[str] | None) -> None:
    """Neither a menu that is offered only after the match, nor a button with another player's number."""
    world = game.world
    await game.decide(world.bob)
    match = await world.bot.services.matches.history.get(game.id)
    detail = ":2" if values is None else ""
    for member in (world.ann, world.carol):
        text = refused(await forge(world, member, game, f"k:{action}:{match.id}:{match.ply}:{detail}", values))
        assert "private until" in text


async def test_concurrent_decisions_are_both_made_with_one_board(game: Chiefdom) -> None:
    windows = {}
    for member in game.players.values():
        windows[member] = await game.open_sheet(member)
        await member.click(shown(windows[member]), custom_id=readings(windows[member])[0])
    first, boards = game.board, len(game.boards)
    records = [game.world.press(member, first, control(shown(window), "confirm")) for member, window in windows.items()]
    await game.world.env.settle()
    assert all(record.responded for record in records)
    assert len(game.boards) == boards + 1
    assert "Turn 2: the dice show" in written(game.board)
    for member in game.players.values():
        own = (await game.seen(member)).own
        assert own is not None
        assert own.squares.count("~") == 4
        (dm,) = member.user.dm_channel.history()
        assert "Turn 2: the dice show" in written(dm)


async def test_repeated_clicks_make_one_decision(game: Chiefdom) -> None:
    ann = game.world.ann
    window = await game.open_sheet(ann)
    await ann.click(shown(window), custom_id=readings(window)[0])
    before = (await game.world.bot.services.matches.history.get(game.id)).ply
    for _ in range(5):
        game.world.press(ann, game.board, control(shown(window), "confirm"))
    await game.world.env.settle()
    assert (await game.world.bot.services.matches.history.get(game.id)).ply == before + 1


async def test_click_on_a_sheet_after_the_end_shows_the_final_sheet(game: Chiefdom) -> None:
    ann = game.world.ann
    (dm,) = ann.user.dm_channel.history()
    stale = next(button["custom_id"] for button in buttons(dm) if ":read:" in button["custom_id"])
    for member in (game.world.bob, ann):
        await game.resign(member)
    assert game.over
    game.world.press(ann, dm, stale)
    await game.world.env.settle()
    (dm,) = ann.user.dm_channel.history()
    assert not any(":plan:" in button["custom_id"] for button in buttons(dm))
    assert "Everybody has left: nobody wins." in written(dm)
