"""Refused moves: the sentence at once, and then a picture with the cells that forbid the move marked."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

from bot.rendering.thread_renderer import ThreadRenderer
from render import PictureOptions
from tests.e2e import awethi, chiefdom, totem
from tests.e2e.forged_controls import forge
from tests.e2e.world import Answer, World, alt_texts, control, labels, refused, shown, stored, written
from tests.engines.refusals import refusals


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, tuple[str, ...]]]:
    """Every observation that was drawn with marked cells, with the cells."""
    found: list[tuple[object, tuple[str, ...]]] = []
    render = ThreadRenderer.render

    async def noted(self: ThreadRenderer, game: str, seen: object, options: PictureOptions, **more: Any) -> bytes:
        if options.marked:
            found.append((seen, options.marked))
        return await render(self, game, seen, options, **more)

    monkeypatch.setattr(ThreadRenderer, "render", noted)
    return found


async def test_refused_typed_move_shows_where_it_is_forbidden(world: World, marked: list[Any]) -> None:
    game = await world.start_match()
    posted = len(game.place.history())
    answer = await game.mover.slash(game.place, "move", text="a1")
    assert refused(answer).startswith("“a1” is not possible. The drum goes one or two squares")
    assert answer.followups == []
    (alt,) = alt_texts(answer)
    assert alt.startswith("Marked: c3, a1. ")
    assert "Rank 5:" in alt
    assert [cells for _, cells in marked] == [("c3", "a1")]
    assert len(game.place.history()) == posted


async def test_sentence_does_not_wait_for_the_picture(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await world.start_match()
    render, drawing, goes_on = world.bot.services.board_renderer.render, asyncio.Event(), asyncio.Event()

    async def slowly(*given: Any, **more: Any) -> Any:
        drawing.set()
        await goes_on.wait()
        return await render(*given, **more)

    monkeypatch.setattr(world.bot.services.board_renderer, "render", slowly, raising=False)
    typing = asyncio.ensure_future(game.mover.slash(game.place, "move", text="a1"))
    await drawing.wait()
    assert "not possible" in str(world.requests("POST", "/callback")[-1])
    assert not world.requests("PATCH", "/messages/@original")
    goes_on.set()
    assert len(alt_texts(await typing)) == 1


async def test_refusal_without_a_place_has_no_picture(world: World, marked: list[Any]) -> None:
    game = await world.start_match()
    answer = await game.mover.slash(game.place, "move", text="start:me")
    assert refused(answer).startswith("“start:me” is not possible. You choose who begins only between two cycles.")
    assert stored(answer).attachments == []
    assert marked == []


async def test_position_after_the_moves_typed_before_is_shown(world: World, marked: list[Any]) -> None:
    game = await totem.start_totem(world)
    await game.stand(SURROUNDED)
    answer = await world.ann.slash(game.place, "move", text="use 6 b4-c4")
    assert refused(answer) == "Part 2: “b4-c4” is not possible. c4 is not empty. Nothing was played."
    ((seen, cells),) = marked
    assert cells == ("c4",)
    assert totem.observation(seen).points == 6
    assert (await game.plan(world.ann)).moves == (), "nothing is planned"


async def test_position_after_the_plan_is_shown(world: World, marked: list[Any]) -> None:
    game = await totem.start_totem(world)
    await game.stand(SURROUNDED)
    await world.ann.slash(game.place, "move", text="use 6")
    answer = await world.ann.slash(game.place, "move", text="b4-c4")
    assert refused(answer) == "“b4-c4” is not possible. c4 is not empty."
    assert [(totem.observation(seen).points, cells) for seen, cells in marked] == [(6, ("c4",))]
    assert len(alt_texts(answer)) == 1


async def test_cells_that_the_sentence_does_not_name_are_named_after_it(world: World) -> None:
    game = await totem.start_totem(world)
    await game.stand(SURROUNDED)
    answer = await world.ann.slash(game.place, "move", text="add g6")
    assert refused(answer) == (
        "“add g6” is not possible. There is no free cell next to your totem. Look at b4, b5, c4, c6, d5, d6."
    )
    assert alt_texts(answer)[0].startswith("Marked: b4, b5, c4, c6, d5, d6. ")


SURROUNDED = "C5b4b5c4c6d5d6/K5j4j5k3k4k6l5 19/19 use 1 64 0 - - 1 - -"
"""Ann's totem has no free cell next to it."""


async def test_refusal_on_a_large_board(world: World, marked: list[Any]) -> None:
    game = await awethi.start_awethi(world)
    one = next(one for one in refusals("awethi") if one.places == ("r6",))
    await game.stand(one.before)
    answer = await world.bob.slash(game.place, "move", text=one.text)
    assert refused(answer) == f"{one.says} Look at r6."
    assert [cells for _, cells in marked] == [("r6",)]


async def test_picture_of_a_private_sheet_shows_only_that_one(
    world: World, monkeypatch: pytest.MonkeyPatch, marked: list[Any]
) -> None:
    chiefdom.load_dice(monkeypatch, [(2, 3, 4)])
    game = await chiefdom.start_chiefdom(world, 2)
    await game.decide(world.bob)
    answer = await world.ann.slash(game.place, "move", text="trees3 a4 a5")
    assert refused(answer) == "a4 is not empty."
    ((seen, cells),) = marked
    assert cells == ("a4",)
    sheets = chiefdom.observation(seen).sheets
    assert [sheet is not None for sheet in sheets] == [True, False]
    assert chiefdom.observation(seen).viewer == 0
    assert alt_texts(answer)[0].startswith("Marked: a4. ")


# -------------------------------------------------------------------------------------------------------------- pressed


async def planner(world: World, game: totem.Totem) -> Answer:
    """Open Ann's planner from a private board."""
    board = await world.ann.slash(game.place, "board")
    await world.ann.click(shown(board), custom_id=control(board, "turn"))
    return board


async def test_refused_press_under_a_board_is_shown_privately(world: World, marked: list[Any]) -> None:
    game = await world.start_match()
    match = await world.bot.services.matches.history.get(game.id)
    board, files = written(game.board), alt_texts(game.board)
    answer = await forge(world, game.mover, game, f"k:move:{match.id}:{match.ply}:a1")
    assert refused(answer).startswith("The drum goes")
    assert alt_texts(answer)[0].startswith("Marked: c3, a1. ")
    assert (written(game.board), alt_texts(game.board)) == (board, files)
    assert [cells for _, cells in marked] == [("c3", "a1")]


@pytest.mark.usefixtures("acknowledging")
async def test_picture_of_a_late_refusal_goes_to_its_own_message(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first response to an acknowledged press is the public board."""
    game = await world.start_match()
    match = await world.bot.services.matches.history.get(game.id)
    board, files = written(game.board), alt_texts(game.board)
    turns = world.bot.services.matches.turns
    play = turns.play

    async def slowly(*given: Any, **more: Any) -> Any:
        await asyncio.sleep(2.0)
        return await play(*given, **more)

    monkeypatch.setattr(turns, "play", slowly)
    answer = await forge(world, game.mover, game, f"k:move:{match.id}:{match.ply}:a1")
    await world.env.advance_time(3)
    (sent,) = answer.followups
    assert sent.ephemeral
    assert alt_texts(sent)[0].startswith("Marked: c3, a1. ")
    assert (written(game.board), alt_texts(game.board)) == (board, files)


async def test_refused_move_in_the_planner_is_shown_in_its_window(world: World, marked: list[Any]) -> None:
    game = await totem.start_totem(world)
    await game.stand(SURROUNDED)
    window = await planner(world, game)
    form = await world.ann.click(shown(window), label="Type a move")
    answer = await world.ann.submit_modal(form, {"text": "use 6 b4-c4"})
    assert answer.followups == []
    assert written(window).endswith("\n⚠️ Part 2: “b4-c4” is not possible. c4 is not empty. Nothing was played.")
    assert "Confirm" in labels(window)
    assert alt_texts(window)[0].startswith("Marked: c4. ")
    assert len(marked) == 1
    form = await world.ann.click(shown(window), label="Type a move")
    await world.ann.submit_modal(form, {"text": "use 6"})
    assert "⚠️" not in written(window)
    assert not alt_texts(window)[0].startswith("Marked")


async def test_sentence_in_the_planner_does_not_wait_for_the_picture(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await totem.start_totem(world)
    await game.stand(SURROUNDED)
    window = await planner(world, game)
    before = alt_texts(window)
    seen: list[tuple[str, list[str]]] = []
    render = world.bot.services.board_renderer.render

    async def noting(*given: Any, **more: Any) -> Any:
        seen.append((written(window), alt_texts(window)))
        return await render(*given, **more)

    form = await world.ann.click(shown(window), label="Type a move")
    monkeypatch.setattr(world.bot.services.board_renderer, "render", noting, raising=False)
    await world.ann.submit_modal(form, {"text": "use 6 b4-c4"})
    ((text, alts),) = seen
    assert text.endswith("\n⚠️ Part 2: “b4-c4” is not possible. c4 is not empty. Nothing was played.")
    assert alts == before, "the earlier picture stays until there is a new one"


async def test_refused_press_in_the_planner_is_shown_in_its_window(world: World, marked: list[Any]) -> None:
    game = await totem.start_totem(world)
    await game.stand(SURROUNDED)
    window = await planner(world, game)
    own = next(b["custom_id"] for b in stored(window).components[0]["components"] if ":plan:" in b["custom_id"])
    raw = stored(window)
    raw.components[0]["components"][0]["custom_id"] = forged = own.partition(":!")[0] + ":!add:g6"
    await world.ann.click(shown(window), custom_id=forged)
    assert "There is no free cell next to your totem" in written(window)
    assert marked[0][1] == ("b4", "b5", "c4", "c6", "d5", "d6")


# ------------------------------------------------------------------------------------------------- without the picture


async def test_refusal_is_words_alone_for_readers_of_text_boards(world: World, marked: list[Any]) -> None:
    game = await totem.start_totem(world)
    await game.stand(SURROUNDED)
    await world.ann.slash(game.place, "player settings", boards="text")
    answer = await world.ann.slash(game.place, "move", text="add g6")
    assert "Look at b4, b5, c4, c6, d5, d6." in refused(answer)
    assert stored(answer).attachments == []
    window = await planner(world, game)
    form = await world.ann.click(shown(window), label="Type a move")
    await world.ann.submit_modal(form, {"text": "add g6"})
    assert "Look at b4, b5, c4, c6, d5, d6." in written(window)
    assert "```" in written(window), "the board is still there, as text"
    assert marked == []


async def test_sentence_stays_if_the_picture_fails(
    world: World, monkeypatch: pytest.MonkeyPatch, unexpected: list[logging.LogRecord]
) -> None:
    game = await world.start_match()

    def fail(*_args: object) -> bytes:
        raise RuntimeError("cannot draw")

    monkeypatch.setattr("bot.rendering.thread_renderer.render_png", fail)
    answer = await game.mover.slash(game.place, "move", text="a1")
    assert refused(answer).startswith("“a1” is not possible.")
    assert answer.followups == []
    assert stored(answer).attachments == []
    assert [record.getMessage() for record in unexpected] == ["a picture could not be drawn"]
    unexpected.clear()


async def test_refusals_are_not_drawn_under_load(world: World, marked: list[Any]) -> None:
    game = await world.start_match()
    with world.overload():
        answer = await game.mover.slash(game.place, "move", text="a1")
    assert "“a1” is not possible." in written(answer)
    assert marked == []
