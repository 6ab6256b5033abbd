"""Options of animations, and the size of long ones."""

from __future__ import annotations

import random

import pytest

from bot.matches.history.replays import Replay, turn_positions
from bot.matches.model.log import Entry, EntryKind
from bot.matches.model.position import Position, first_position
from bot.ui.history.animations import DEFAULT_WIDTH, MAX_BYTES, MAX_FRAMES, WIDTHS, AnimationOptions, most_bytes
from engines.game import CHANCE
from engines.iye.game import IYE
from render import PictureOptions
from render.animate import animate
from render.animation import Animation, Frame, spread
from tests.bot.ui.views import match


@pytest.mark.parametrize(
    "options", [AnimationOptions(), AnimationOptions(5), AnimationOptions(9999, 480), AnimationOptions(None, 1000)]
)
def test_options_survive_a_custom_id(options: AnimationOptions) -> None:
    assert AnimationOptions.parse(options.detail) == options


@pytest.mark.parametrize("detail", ["", ":", "0:720", "-3:720", "x:y", ":100000", "²:³", "draw"])
def test_invalid_options_show_the_whole_match(detail: str) -> None:
    assert AnimationOptions.parse(detail) == AnimationOptions()


def test_default_width_is_a_choice() -> None:
    assert DEFAULT_WIDTH in WIDTHS


def test_animation_of_a_thousand_turns_is_short_and_small() -> None:
    replay = thousand_turns()
    assert replay.total >= 1000
    turns = spread(range(replay.total + 1), MAX_FRAMES)
    frames = tuple(Frame(replay.view(turn).observation, turn) for turn in turns)
    gif = animate("iye", Animation(frames, replay.total), PictureOptions(size=DEFAULT_WIDTH), most_bytes(DEFAULT_WIDTH))
    assert gif.frames == MAX_FRAMES
    assert len(gif.data) <= MAX_BYTES / 2
    assert gif.data.startswith(b"GIF89a")


def thousand_turns() -> Replay:
    """Return matches of İYE, one after another: only the positions matter here."""
    rng, choose = random.Random(3), random.Random(3)
    positions: list[Position] = []
    while len(positions) <= 1000:
        state = IYE.initial_state(2, {})
        start = first_position(IYE, 2, {})
        entries: list[Entry] = []
        while players := IYE.players_to_move(state):
            player = players[0]
            chance = player == CHANCE
            move = IYE.sample_chance(state, rng) if chance else choose.choice(IYE.legal_moves(state, player))
            state = IYE.apply(state, player, move)
            kind = EntryKind.CHANCE if chance else EntryKind.MOVE
            entries.append(Entry(len(entries) + 1, player, kind, IYE.encode_move(move), None, 0))
        positions += turn_positions(IYE, start, entries)
    return Replay(match(), None, 0, len(positions) - 1, IYE, tuple(positions))
