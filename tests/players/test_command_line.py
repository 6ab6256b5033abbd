"""``python -m players``, run as a user runs it: matches, and the line protocol."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from engines.game import CHANCE, AnyGame, Player
from engines.registry import GAMES
from players.arena import compete, line_ups, percentile, rate
from players.contestants import contestant
from players.registry import player_of

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.info.slug)


def run(*arguments: str, lines: Sequence[str] = ()) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "players", *arguments],
        input="".join(line + "\n" for line in lines),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def decision_position(game: AnyGame, num_players: int, moves: int) -> tuple[Any, Player]:
    rng, state = Random(4), game.initial_state(num_players, {})
    while moves > 0 or game.players_to_move(state)[0] == CHANCE:
        mover = game.players_to_move(state)[0]
        legal = game.legal_moves(state, mover)
        move = game.sample_chance(state, rng) if mover == CHANCE else legal[rng.randrange(len(legal))]
        state = game.apply(state, mover, move)
        moves -= 1
    return state, game.players_to_move(state)[0]


def test_matches_are_counted_and_the_same_for_the_same_seed() -> None:
    command = ("match", "iye", "--levels", "3", "random", "--matches", "6", "--seed", "4")
    first, second = (run(*command).stdout.splitlines() for _ in range(2))
    assert first[0] == "iye: 6 matches of 2 seats from seed 4"
    assert first[1].startswith("3: won ")
    assert first[2].startswith("random: won ")
    assert "(n = 6)" in first[1]

    def without_times(lines: list[str]) -> list[str]:
        return [line.split("; cpu")[0] for line in lines]

    assert without_times(first) == without_times(second)


def test_roles_are_counted_apart() -> None:
    done = run("match", "awethi", "--levels", "1", "random", "--matches", "1", "--option", "wairgka=last")
    assert "; as herder " in done.stdout.splitlines()[1]
    assert "; as wairgka " in done.stdout.splitlines()[2]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("iye", "--levels", "6", "1"), "iye has no player “6”"),
        (("chiefdom", "--levels", "careful"), "chiefdom has no player “careful”; there are 1, 2"),
        (("iye", "--levels", "1", "2", "--matches", "0"), "must be 1 or more"),
        (("totem", "--levels", "1", "2", "3", "--seats", "2"), "3 players need as many seats, not 2"),
        (("totem", "--levels", "1", "--seats", "9"), "players"),
        (("iye", "--levels", "1", "2", "--option", "colour=red"), "colour"),
    ],
)
def test_impossible_matches_are_refused_with_a_sentence(arguments: tuple[str, ...], message: str) -> None:
    done = run("match", *arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


@each_game
@pytest.mark.parametrize("word", ["position", "seen"])
def test_engine_decides_as_the_computer_player(game: AnyGame, word: str) -> None:
    state, seat = decision_position(game, max(2, game.info.min_players), 25)
    seen = game.observe(state, seat)
    shown = state if word == "position" else game.imagine(seen, seat, Random(9))
    done = run(
        "engine",
        game.info.slug,
        "--level",
        "3",
        lines=[f"{word} {game.dump_state(shown)}", f"seat {seat + 1}", "seed 8", "go 60", "quit", "go"],
    )
    decision = player_of(game).decide(seen, seat, 3, 8, nodes=60)
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        *["ok"] * 3,
        "move " + " | ".join(decision.moves),
        f"value {decision.value:.4f}",
        f"reason {decision.reason.own}",
    ]


def test_lines_that_cannot_be_obeyed_are_answered_with_an_error_each() -> None:
    start = GAMES["iye"].dump_state(GAMES["iye"].initial_state(2, {}))
    state, seat = decision_position(GAMES["iye"], 2, 5)
    there = "position " + GAMES["iye"].dump_state(state)
    lines = {
        "go": "no position was given",
        "hello": "unknown line “hello”",
        "position": "",
        "position nonsense": "",
        "seat 0": "seat must be a whole number from 1 on",
        "seat ²": "seat must be a whole number",
        "seed -1": "seed must be a whole number from 0 on",
        "go many": "nodes must be a whole number from 1 on",
        "position " + "x" * 100_000: "longer than",
    }
    done = run("engine", "iye", lines=[*lines])
    answers = done.stdout.splitlines()
    assert len(answers) == len(lines)
    for answer, expected in zip(answers, lines.values(), strict=True):
        assert answer.startswith("error ")
        assert expected in answer
    done = run("engine", "iye", lines=[f"position {start}", "go", there, f"seat {2 - seat}", "go", "seat 3", "go"])
    refused = [line for line in done.stdout.splitlines() if line != "ok"]
    assert refused == [
        "error no player is to move in this position",
        f"error seat {2 - seat} is not to move",
        "error seat 3 is not to move",
    ]


def test_position_that_was_refused_leaves_none() -> None:
    state, _ = decision_position(GAMES["iye"], 2, 5)
    there = "position " + GAMES["iye"].dump_state(state)
    answers = run("engine", "iye", lines=[there, "position wrong", "go"]).stdout.splitlines()
    assert answers[0] == "ok"
    assert answers[-1] == "error no position was given"


def test_each_player_has_each_seat_once_with_the_same_chance() -> None:
    assert list(line_ups(2, 2, 4, rotate=True)) == [(0, (0, 1)), (0, (1, 0)), (1, (0, 1)), (1, (1, 0))]
    assert [line_up for _, line_up in line_ups(2, 3, 3, rotate=True)] == [(0, 1, 0), (1, 0, 0), (0, 0, 1)]
    assert [line_up for _, line_up in line_ups(2, 4, 3, rotate=True)] == [(0, 1, 0, 1), (1, 0, 1, 0), (0, 1, 0, 1)]
    assert list(line_ups(2, 1, 4, rotate=True)) == [(0, (0,)), (0, (1,)), (1, (0,)), (1, (1,))]
    assert list(line_ups(2, 2, 2, rotate=False)) == [(0, (0, 1)), (1, (0, 1))]


def test_alone_the_same_player_scores_the_same_with_the_same_dice() -> None:
    chiefdom = GAMES["chiefdom"]
    tallies, _ = compete(chiefdom, [contestant(chiefdom, "1")] * 2, 1, 4, 3, {})
    assert tallies[0].scores == tallies[1].scores
    assert tallies[0].results == tallies[1].results == [0.5, 0.5]


def test_rates_and_percentiles() -> None:
    value, error = rate([1.0, 0.0, 1.0, 0.0])
    assert value == 0.5
    assert error == pytest.approx((1 / 3) ** 0.5 / 2)
    assert rate([1.0]) == (1.0, 0.0)
    assert percentile([4.0, 1.0, 3.0, 2.0], 50) == 2.0
    assert percentile([4.0, 1.0, 3.0, 2.0], 99) == 4.0
