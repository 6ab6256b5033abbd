"""Interactions that Discord's clients cannot send: one sentence each, nothing changed, no error in the log."""

from __future__ import annotations

import pytest

from bot.matches.model.match import MatchStatus
from bot.ui.planners.panel import version_of
from tests.e2e.awethi import start_awethi
from tests.e2e.forged_controls import forge
from tests.e2e.totem import load_dice, start_totem
from tests.e2e.world import World, buttons, labels, private, refused, written

NO_CHOICE = "That is not one of the choices. Please choose from the list."


@pytest.mark.parametrize(
    ("custom_id", "values"),
    [
        ("k:pick:0:0:board:", []),
        ("k:pick:0:0:board:", ["one"]),
        ("k:pick:0:0:board:", ["9" * 30]),
        ("k:rulespage:0:0:iye", ["²"]),
        ("k:settings:0:0:theme", []),
        ("k:rankboard:0:0:", []),
    ],
)
async def test_unoffered_choice_is_refused(world: World, custom_id: str, values: list[str]) -> None:
    game = await world.start_match()
    assert refused(await forge(world, world.ann, game, custom_id, values)) == NO_CHOICE


@pytest.mark.parametrize(
    ("custom_id", "values"),
    [
        ("k:turn:{match}:{ply}:", None),
        ("k:turn:{match}:999999999:", None),
        ("k:turn:404:{ply}:", None),
        ("k:plan:{match}:{ply}:", []),
        ("k:plan:{match}:{ply}:nonsense", None),
        ("k:plan:{match}:{ply}:{mark}:nonsense", None),
        ("k:plan:{match}:{ply}:{mark}:#pieces", None),
        ("k:plan:{match}:{ply}:{mark}:!nonsense", None),
        ("k:plan:{match}:{ply}:{mark}:!dice:66", None),
        ("k:plan:{match}:{ply}:{mark}:!first:66", None),
        ("k:plan:{match}:{ply}:{mark}:!pass", None),
        ("k:plan:{match}:{ply}:{mark}:!use:7", None),
        ("k:plan:{match}:{ply}:{mark}:!reroll", None),
        ("k:plan:{match}:{ply}:{mark}:!", None),
        ("k:plan:{match}:{ply}:{mark}:#pieces", ["e5" * 40]),
        ("k:plan:{match}:{ply}:{mark}:#pieces", ["!" + "9" * 90]),
        ("k:plan:{match}:{ply}:ffffffff:!use:8", None),
        ("k:confirm:{match}:{ply}:{mark}:", None),
        ("k:confirm:{match}:{ply}:", None),
        ("k:undo:{match}:{ply}:{mark}:", None),
        ("k:anew:{match}:{ply}:{mark}:", None),
        ("k:written:{match}:{ply}:{mark}:", None),
        ("k:written:{match}:{ply}:{mark}:", ["to the moon"]),
        ("k:move:{match}:{ply}:dice:66", None),
    ],
)
async def test_forged_planner_controls_are_answered_privately_and_play_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch, custom_id: str, values: list[str] | None
) -> None:
    load_dice(monkeypatch, [(5, 3)])
    game = await start_totem(world)
    await game.place_totems("c3")
    before = await world.bot.services.matches.history.get(1)
    forged = custom_id.format(match=before.id, ply=before.ply, mark=version_of(()))
    answer = await forge(world, game.mover, game, forged, values)
    assert "Something went wrong" not in private(answer).content
    assert (await game.plan(game.mover)).moves == ()
    assert await world.bot.services.matches.history.get(1) == before
    for stranger in (game.waiter, world.carol):
        text = refused(await forge(world, stranger, game, forged, values))
        assert text.startswith(("It is not your turn", "You do not play in this match", "There is no such match")) or (
            "moved on" in text
        )


EACH = "meadow heads HHW e10ce20w/t9b e9d9f9e8/y5y6x5x6 i14t7 110/320 loose 30 each 1 1 1224 ---- - -"
HUNT = "meadow heads HHW e10ce20w/t9bx9c e9d10h10a25/y5y6x5x6 i14t7 110/220 loose 30 hunt 1 1 - ---- N4 -"


FORGED: tuple[tuple[str, list[str] | None], ...] = (
    ("k:plan:{match}:{ply}:{mark}:5", None),
    ("k:plan:{match}:{ply}:{mark}:1(4)1", None),
    ("k:plan:{match}:{ply}:{mark}:W9", None),
    ("k:plan:{match}:{ply}:{mark}:#ends", None),
    ("k:plan:{match}:{ply}:{mark}:#ends", ["!1(4):e10"]),
    ("k:plan:{match}:{ply}:{mark}:#ends", ["!1(9):e10"]),
    ("k:plan:{match}:{ply}:{mark}:!each", None),
    ("k:plan:{match}:{ply}:{mark}:!dice:1111", None),
    ("k:plan:{match}:{ply}:{mark}:!herd:1", None),
    ("k:plan:{match}:{ply}:{mark}:!prowl:N6", None),
    ("k:plan:{match}:{ply}:{mark}:!W1:z99", None),
    ("k:plan:{match}:{ply}:{mark}:!W4:t9", None),
    ("k:plan:{match}:{ply}:ffffffff:!1(4):home", None),
    ("k:confirm:{match}:{ply}:{mark}:", None),
    ("k:move:{match}:{ply}:wairgka:0", None),
    ("k:area:{match}:{ply}:", ["z9-z9"]),
    ("k:area:{match}:{ply}:", []),
    ("k:takeover:{match}:0:2", None),
    ("k:takeover:{match}:0:-1", None),
    ("k:takeover:{match}:0:²", None),
    ("k:board:{match}:0:text:h9-r17", None),
    ("k:board:{match}:0::" + "9" * 60, None),
)
"""Controls that no position above offers, with the selected values."""


@pytest.mark.parametrize("line", [EACH, HUNT])
async def test_forged_awethi_controls_are_answered_privately_and_play_nothing(
    world: World, unpainted: None, line: str
) -> None:
    game = await start_awethi(world, 3)
    await game.stand(line)
    before = await world.bot.services.matches.history.get(1)
    mover = game.players[before.to_move[0]]
    for custom_id, values in FORGED:
        forged = custom_id.format(match=before.id, ply=before.ply, mark=version_of(()))
        for member in (mover, world.bob, world.dave):
            answer = await forge(world, member, game, forged, values)
            assert "Something went wrong" not in private(answer).content, forged
        assert (await game.plan(mover)).moves == (), forged
    assert await world.bot.services.matches.history.get(1) == before


async def test_planner_controls_in_a_game_without_a_planner_show_the_board(world: World) -> None:
    game = await world.start_match()
    assert refused(await forge(world, game.mover, game, "k:plan:1:1:spend")) == NO_CHOICE
    for custom_id in ("k:turn:1:1:", f"k:plan:1:1:{version_of(())}:"):
        answer = await forge(world, game.mover, game, custom_id)
        assert answer.ephemeral
        assert "it is your turn: move the drum" in written(answer), "the board, from which moves are played at once"
        assert "Confirm" not in labels(answer)
    match = await world.bot.services.matches.history.get(1)
    assert (match.status, match.ply) == (MatchStatus.RUNNING, 1)


@pytest.mark.parametrize("name", ["board", "more", "history", "turnpage", "export", "verify", "join", "cancel"])
async def test_button_cannot_reach_matches_of_other_channels(world: World, name: str) -> None:
    game = await world.start_match()
    elsewhere = world.guild.create_text_channel("elsewhere")
    answer = await forge(world, world.carol, game, f"k:{name}:1:0:", channel=elsewhere)
    assert refused(answer) == "There is no match #1 here. /matches lists yours."


async def test_non_player_cannot_move_resign_accept_or_abort(world: World) -> None:
    game = await world.start_match()
    move = next(button["custom_id"] for button in buttons(game.board) if ":move:" in button["custom_id"])
    for custom_id in (move, "k:typed:1:0:d3", "k:resign:1:0:yes", "k:accept:1:0:draw", "k:manage:1:0:spam"):
        answer = await forge(world, world.carol, game, custom_id)
        assert refused(answer).startswith(("You do not play in this match", "Only server managers"))
    match = await world.bot.services.matches.history.get(1)
    assert (match.status, match.ply) == (MatchStatus.RUNNING, 1)


@pytest.mark.parametrize("name", ["move", "cell", "turn", "undo", "resign", "draw", "accept"])
async def test_result_of_a_match_elsewhere_names_nobody(world: World, name: str) -> None:
    """Controls can be forged with the number of any match, and its result says who won."""
    game = await world.start_match()
    await game.resign(world.ann)
    elsewhere = world.guild.create_text_channel("elsewhere")
    answer = await forge(world, world.carol, game, f"k:{name}:1:1:yes", channel=elsewhere)
    assert "Ann" not in written(answer)
    assert "Bob" not in written(answer)
    here = await forge(world, world.carol, game, "k:turn:1:1:")
    assert "Bob" in refused(here), "users who can see the match learn how it ended"
