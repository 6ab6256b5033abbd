"""Playthroughs are written, read and compared line by line."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engines.game import AnyGame
from engines.playthrough import Entry, PlaythroughError, final_state, play_at_random, read, record, replay
from tests.engines.toys.bids import BIDS
from tests.engines.toys.trek import TREK

TOYS: list[AnyGame] = [BIDS, TREK]
each_toy = pytest.mark.parametrize("game", TOYS, ids=["bids", "trek"])


@each_toy
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_recorded_match_can_be_read_and_replayed(game: AnyGame, seed: int) -> None:
    played = play_at_random(game, 3, {}, Random(seed))
    text = record(game, played)
    assert read(text) == played
    assert replay(game, text) == game.outcome(final_state(game, played)) is not None


@each_toy
def test_changed_line_is_found(game: AnyGame) -> None:
    lines = record(game, play_at_random(game, 2, {}, Random(4))).splitlines()
    for number, line in enumerate(lines):
        if line.startswith("  "):
            changed = [*lines[:number], line + "!", *lines[number + 1 :]]
            with pytest.raises(PlaythroughError, match=f"line {number + 1} "):
                replay(game, "\n".join(changed) + "\n")


@each_toy
def test_missing_or_added_line_is_found(game: AnyGame) -> None:
    text = record(game, play_at_random(game, 2, {}, Random(4)))
    for changed in (text + "  more\n", text.rstrip().rpartition("\n")[0]):
        with pytest.raises(PlaythroughError):
            replay(game, changed)


def test_comments_are_ignored() -> None:
    text = record(TREK, play_at_random(TREK, 2, {}, Random(4)))
    assert replay(TREK, "# how it was made\n" + text) is not None


def test_options_are_part_of_a_playthrough() -> None:
    played = play_at_random(BIDS, 2, {"double": "no"}, Random(4))
    text = record(BIDS, played)
    assert "\noption double no\n" in text
    assert read(text).options == (("double", "no"),)


def test_spectators_texts_are_recorded_where_they_differ() -> None:
    """A secret decision is described and written only for its player."""
    text = record(BIDS, play_at_random(BIDS, 2, {}, Random(4)))
    assert "> Player 1 takes" in text
    assert "\n  ~ nothing\n" in text
    assert " ~ ?\n" in text
    assert "~" not in record(TREK, play_at_random(TREK, 2, {}, Random(4)))


def test_positions_are_recorded_as_often_as_requested() -> None:
    played = play_at_random(TREK, 2, {}, Random(4))
    dense, sparse = (record(TREK, replace(played, every=every)) for every in (1, 1000))
    assert dense.count("\n  position ") == len(played.entries)
    assert sparse.count("\n  position ") == 1
    assert "\nevery 1000\n" in sparse
    assert read(sparse).every == 1000
    assert replay(TREK, sparse) == replay(TREK, dense) is not None
    assert "every" not in record(TREK, played)


def test_withdrawal_is_an_entry() -> None:
    played = play_at_random(TREK, 2, {}, Random(4))
    cut = replace(played, entries=(*played.entries[:3], Entry(1, None)))
    text = record(TREK, cut)
    assert "\n3 player 2 withdraws\n" in text
    assert read(text) == cut
    outcome = replay(TREK, text)
    assert outcome is not None
    assert outcome.termination == "last"


def test_unfinished_match_has_no_result() -> None:
    played = play_at_random(TREK, 2, {}, Random(4))
    assert replay(TREK, record(TREK, replace(played, entries=played.entries[:3]))) is None


def test_other_version_of_the_rules_or_game_is_refused() -> None:
    text = record(TREK, play_at_random(TREK, 2, {}, Random(4)))
    with pytest.raises(PlaythroughError, match="version 2 of trek"):
        replay(TREK, text.replace("rules 3", "rules 2"))
    with pytest.raises(PlaythroughError, match="of trek"):
        replay(BIDS, text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "game trek\n",
        "game trek\nrules x\nplayers 2\n",
        "hello\n",
        "game trek\nrules 3\nplayers 2\n1 chance: roll 2\n",
        "game trek\nrules 3\nplayers 2\nevery 0\n",
    ],
)
def test_invalid_playthrough_is_refused(text: str) -> None:
    with pytest.raises(PlaythroughError):
        read(text)
