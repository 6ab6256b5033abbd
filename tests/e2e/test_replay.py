"""``/match action: replay`` and “Since you last looked”."""

from __future__ import annotations

import io
import logging
from typing import Any

import discord
import pytest
import simcord
from PIL import Image
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from render.animation import Animation, Gif
from tests.e2e.against_computers import begin, type_turn
from tests.e2e.chiefdom import load_dice, start_chiefdom
from tests.e2e.forged_controls import forge
from tests.e2e.world import SINCE, Answer, Game, World, alt_texts, buttons, labels, refused, shown, written


async def animation_of(message: Any) -> Any:
    """Return the animation of a message."""
    (attachment,) = message.attachments
    assert attachment.filename.endswith(".gif")
    image = Image.open(io.BytesIO(await attachment.read()))
    assert image.format == "GIF"
    return image


def public(game: Game) -> list[Any]:
    """Return everything public in the match's channel."""
    return list(game.place.history())


async def test_replay_of_a_running_match_is_private(world: World) -> None:
    game = await world.start_match()
    await game.play_on(turns=4)
    before = len(public(game))
    answer = await world.ann.slash(game.place, "match", action="replay")
    assert answer.ephemeral
    assert written(answer) == "🎞️ The match so far: 4 turns.\n-# İYE #1"
    image = await animation_of(shown(answer))
    assert (image.width, image.n_frames) == (720, 5)
    (alt,) = alt_texts(answer)
    assert alt.startswith("Animation: The match so far: 4 turns. ")
    assert "The drum is on" in alt
    assert labels(answer) == ["Show everyone", "Turn by turn", "More"]
    assert len(public(game)) == before


async def test_number_of_turns_and_width_can_be_chosen(world: World) -> None:
    game = await world.start_match()
    await game.play_on(turns=4)
    answer = await world.bob.slash(game.place, "match", action="replay", detail="2, 480 px")
    assert written(answer).startswith("🎞️ The last 2 turns.\n")
    image = await animation_of(shown(answer))
    assert (image.width, image.n_frames) == (480, 3)


async def test_new_match_has_nothing_to_replay(world: World) -> None:
    game = await world.start_match()
    answer = await world.ann.slash(game.place, "match", action="replay")
    assert refused(answer) == "Nothing has been played yet, so there is nothing to replay."


async def test_replay_of_a_finished_match_can_be_shared(world: World) -> None:
    game = await world.start_match()
    await game.play_on()
    panel = await world.bob.click(game.board, label="More")
    answer = await world.bob.click(shown(panel), label="Replay")
    assert answer.ephemeral
    (replay,) = answer.followups or [shown(answer)]
    assert "The whole match: " in written(replay)
    before = len(public(game))
    await world.bob.click(replay, label="Show everyone")
    posted = public(game)[-1]
    assert len(public(game)) == before + 1
    assert "The whole match: " in posted.content
    assert (await animation_of(posted)).n_frames == (await animation_of(replay)).n_frames
    assert labels(posted) == ["Turn by turn", "More"]
    assert buttons(replay) == []


async def test_replay_cannot_be_shared_without_the_right_to_write(world: World) -> None:
    game = await world.start_match()
    await game.play_on(turns=1)
    allowed = shown(await world.carol.slash(game.place, "match", action="replay"))
    denied = discord.Permissions(send_messages=True, send_messages_in_threads=True).value
    everybody = Overwrite(target_id=world.guild.id, type=OverwriteType.ROLE, allow=0, deny=denied)
    world.env.backend.set_overwrite(world.channel.id, everybody)
    answer = await world.carol.slash(game.place, "match", action="replay")
    assert labels(answer) == ["Turn by turn", "More"]
    before = len(public(game))
    late = await world.carol.click(allowed, label="Show everyone")
    assert refused(late).startswith("You cannot post in this channel")
    assert len(public(game)) == before
    assert len(buttons(allowed)) == 3


async def test_replay_with_others_is_shared_only_where_it_was_played(world: World) -> None:
    game = await world.start_match()
    await game.play_on(turns=1)
    other = world.guild.create_text_channel("other")
    replay = await world.bob.slash(other, "match", action="replay", match=1)
    assert labels(replay) == ["Turn by turn", "More"]
    answer = await forge(world, world.bob, game, f"k:showfilm:{game.id}:0::720", channel=other)
    assert refused(answer).startswith("The others in this match have not agreed to be shown here.")
    assert f"<#{game.place.id}>" in refused(answer)
    assert not other.history()


async def test_replay_is_refused_in_other_channels(world: World) -> None:
    await (await world.start_match()).play_on(turns=1)
    other = world.guild.create_text_channel("other")
    answer = await world.carol.slash(other, "match", action="replay", match=1)
    assert refused(answer) == "There is no match #1 here. /matches lists yours."


# --------------------------------------------------------------------------------------------------------- turn by turn


async def test_replay_steps_edit_one_message(world: World) -> None:
    game = await world.start_match()
    await game.play_on(turns=4)
    replay = await world.carol.slash(game.place, "match", action="replay", detail="2")
    step = await world.carol.click(shown(replay), label="Turn by turn")
    assert step.ephemeral
    assert written(step).startswith("Turn 2 of 4:\n**")
    pictures = {shown(step).attachments[0].filename}
    for label, opening, dead in (
        ("Next", "Turn 3 of 4:\n", []),
        ("Last", "Turn 4 of 4:\n", ["Next", "Last"]),
        ("Back", "Turn 3 of 4:\n", []),
        ("First", "Before the first turn:\n", ["First", "Back"]),
        ("Next", "Turn 1 of 4:\n**", []),
    ):
        await world.carol.click(shown(step), label=label)
        assert written(step).startswith(opening)
        assert [button["label"] for button in buttons(step) if button.get("disabled")] == dead
        assert labels(step) == ["First", "Back", "Next", "Last", "More"]
        (attachment,) = shown(step).attachments
        pictures.add(attachment.filename)
    assert len(pictures) == 5, "another picture for each turn"


async def test_replay_step_can_be_typed_and_respects_text_boards(world: World) -> None:
    game = await world.start_match()
    assert refused(await world.ann.slash(game.place, "match", action="replay", detail="step 1")).startswith(
        "Nothing has been played yet"
    )
    await game.click_move()
    first = game.board
    await game.click_move()
    await world.carol.slash(game.place, "player settings", boards="text")
    step = await world.carol.slash(game.place, "match", action="replay", detail="step 1")
    opening, event, *_ = written(step).splitlines()
    assert (opening, event) == ("Turn 1 of 2:", first.content.splitlines()[0])
    assert "    a   b   c   d   e" in written(step)
    assert shown(step).attachments == []
    late = await game.mover.slash(game.place, "match", action="replay", detail="step 99")
    assert written(late).startswith("Turn 2 of 2:")
    assert any(":move:" in button["custom_id"] for button in buttons(late)), "the newest one can be answered"


async def test_replay_steps_show_no_more_than_the_animation(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, [(2, 3, 4)])
    game = await start_chiefdom(world)
    for member in [*await game.undecided(), *await game.undecided()]:
        await game.decide(member)

    async def seen_by(member: simcord.MemberActor) -> tuple[list[str], bytes]:
        answer = await member.slash(game.place, "match", action="replay", detail="step 99", match=game.id)
        return written(answer).splitlines()[:3], await shown(answer).attachments[0].read()

    others = [await seen_by(member) for member in (world.bob, world.carol)]
    assert others[0] != others[1], "a player sees their own sheet"
    await game.decide(world.ann)
    assert [await seen_by(member) for member in (world.bob, world.carol)] == others


# ------------------------------------------------------------------------------------------------ since you last looked


async def since(game: Game, member: simcord.MemberActor) -> Answer:
    """Click “Since you last looked” under the newest board."""
    return await member.click(game.board, label=SINCE)


async def test_few_missed_turns_are_described_with_the_playable_board(world: World) -> None:
    game = await world.start_match()
    await game.click_move()
    answer = await since(game, game.mover)
    assert answer.ephemeral
    text = written(answer)
    assert text.startswith("One turn since you last looked:\n")
    assert text.splitlines()[1].startswith("**Ann** moves the drum to ")
    (attachment,) = shown(answer).attachments
    assert attachment.filename == f"iye-1-{(await world.bot.services.matches.history.get(1)).ply}.png"
    assert any(":move:" in button["custom_id"] for button in buttons(answer))


async def test_last_turn_of_all_is_told_while_others_have_begun_the_next(world: World) -> None:
    game = await begin(world, "chiefdom", "1 · Beginner")
    await type_turn(game)
    answer = await since(game, world.ann)
    assert written(answer).startswith("Nothing has happened since you last looked. The last turn:\n")
    told = written(answer)
    assert told.index("**Computer L1** draws: ") < told.index("💭") < told.index("Turn 2: "), "reasons follow turns"


async def test_missed_turns_can_be_requested_by_typing(world: World) -> None:
    game = await world.start_match()
    await game.click_move()
    pressed, waiter = await since(game, world.carol), game.mover
    typed = await world.carol.slash(game.place, "match", action="replay", detail="since")
    assert written(typed) == written(pressed)
    assert written(await waiter.slash(game.place, "match", action="replay", detail="since")).startswith(
        "One turn since you last looked:\n"
    )


async def test_missed_turns_start_after_the_readers_turn_or_last_look(world: World) -> None:
    game = await world.start_match()
    mover, waiter = game.mover, game.waiter
    await game.click_move()
    answer = await since(game, mover)
    assert written(answer).startswith("Nothing has happened since you last looked. The last turn:\n")
    assert "The last turns" in labels(answer)
    watched = await mover.click(shown(answer), label="The last turns")
    (message,) = watched.followups or [shown(watched)]
    assert (await animation_of(message)).n_frames == 2
    await waiter.click(game.board, label="Board")
    assert written(await since(game, waiter)).startswith("Nothing has happened")


async def test_last_look_survives_a_restart(world: World) -> None:
    game = await world.start_match()
    await game.click_move()
    waiter = game.mover
    await waiter.slash(game.place, "board")
    await world.restart()
    assert written(await since(game, waiter)).startswith("Nothing has happened")


async def test_many_missed_turns_are_shown_as_an_animation(world: World) -> None:
    game = await world.start_match()
    await game.play_on(turns=6)
    answer = await since(game, world.carol)
    text = written(answer)
    assert text.startswith("The picture shows the last 5 turns. The newest:\n**")
    assert "is to move." in text
    assert (await animation_of(shown(answer))).n_frames == 6
    assert labels(answer) == ["Turn by turn", "More"]


async def test_missed_turns_are_described_when_text_boards_are_set(world: World) -> None:
    game = await world.start_match()
    await world.carol.slash(game.place, "player settings", boards="text")
    await game.play_on(("click",), turns=6)
    answer = await since(game, world.carol)
    assert shown(answer).attachments == []
    text = written(answer)
    assert text.startswith("The last 5 turns:\n")
    assert "    a   b   c   d   e" in text
    assert len([line for line in text.splitlines() if line.startswith("**") and " moves " in line]) == 5


async def test_failed_animation_falls_back_to_sentences(
    world: World, monkeypatch: pytest.MonkeyPatch, unexpected: list[logging.LogRecord]
) -> None:
    game = await world.start_match()
    await game.play_on(turns=6)

    async def fail(*_: object) -> Gif:
        raise RuntimeError("cannot animate")

    monkeypatch.setattr(world.bot.services.animations._renderer, "animate", fail)
    answer = await since(game, world.carol)
    (message,) = answer.followups or [shown(answer)]
    assert "The replay could not be made." in written(message)
    assert "The last 5 turns:" in written(message)
    assert [attachment.filename.partition(".")[2] for attachment in message.attachments] == ["png"]
    replay = await world.carol.slash(game.place, "match", action="replay")
    assert refused(replay).startswith("The replay could not be made.")
    assert [record.getMessage() for record in unexpected] == ["a replay could not be made"] * 2
    unexpected.clear()


async def test_replays_are_limited_per_user_and_in_total(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await world.start_match()
    await game.play_on(turns=1)
    animations = world.bot.services.animations
    animations._users.add(world.ann.id)
    assert refused(await world.ann.slash(game.place, "match", action="replay")).startswith(
        "Your last replay is still being made."
    )
    monkeypatch.setattr("bot.load.thresholds.ANIMATIONS_WAITING", 1)
    assert refused(await world.bob.slash(game.place, "match", action="replay")).startswith(
        "Many replays are being made"
    )


# ------------------------------------------------------------------------------------------------------------- secrets


async def test_chiefdom_replay_shows_only_what_the_viewer_may_see(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_dice(monkeypatch, [(2, 3, 4)])
    game = await start_chiefdom(world)
    seen: list[tuple[Animation, int | None]] = []
    real = world.bot.services.animations._renderer.animate

    async def watch(slug: str, animation: Animation, options: Any, limit: int) -> Gif:
        seen.append((animation, options.viewer))
        return await real(slug, animation, options, limit)

    monkeypatch.setattr(world.bot.services.animations._renderer, "animate", watch)

    def visible() -> list[set[int]]:
        """Return the players whose sheets the newest animation shows, frame by frame."""
        frames: Any = [frame.observation for frame in seen[-1][0].frames]
        return [{seat for seat, sheet in enumerate(one.sheets) if sheet is not None} for one in frames]

    for _ in range(2):
        for member in await game.undecided():
            await game.decide(member)
    await world.ann.slash(game.place, "match", action="replay", match=game.id)
    assert visible() == [{0}] * 3
    await world.bob.slash(game.place, "match", action="replay", match=game.id)
    assert visible() == [{1}] * 3
    private = await world.carol.slash(game.place, "match", action="replay", match=game.id)
    assert visible() == [set()] * 3
    await world.ann.click(shown(await world.ann.slash(game.place, "match", action="replay")), label="Show everyone")
    assert visible() == [set()] * 3
    assert seen[-1][1] is None
    assert private.ephemeral
    for member in (world.ann, world.bob):
        await game.resign(member)
    await world.bob.slash(game.place, "match", action="replay", match=game.id)
    assert visible()[:3] == [{0, 1}] * 3
    assert seen[-1][1] == 1


async def test_replay_omits_decisions_of_the_current_turn(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, [(2, 3, 4)])
    game = await start_chiefdom(world)
    for member in await game.undecided():
        await game.decide(member)

    async def bytes_for(member: simcord.MemberActor) -> bytes:
        answer = await member.slash(game.place, "match", action="replay", match=game.id)
        return await shown(answer).attachments[0].read()

    before = [await bytes_for(member) for member in (world.bob, world.carol)]
    await game.decide(world.ann)
    assert [await bytes_for(member) for member in (world.bob, world.carol)] == before
