"""The golden playthroughs of Awéthi show each way in which a match can end, for one to four herders."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from engines.awethi.game import AWETHI
from engines.awethi.moves import Hunt, Move, Prowl, Walk
from engines.awethi.observe import prey_of
from engines.awethi.scoring import heads, points
from engines.awethi.state import State
from engines.game import Outcome, Player
from engines.playthrough import Playthrough, read

DIRECTORY = Path(__file__).parent / "awethi"


@dataclass(frozen=True)
class Entry:
    """An entry of a playthrough's log, in its place."""

    before: State
    player: Player
    move: Move | None
    after: State


def played(name: str) -> Playthrough:
    return read((DIRECTORY / f"{name}.txt").read_text(encoding="utf-8"))


def entries(name: str) -> list[Entry]:
    return list(_entries(played(name)))


def _entries(match: Playthrough) -> Iterator[Entry]:
    state = AWETHI.initial_state(match.num_players, dict(match.options))
    for entry in match.entries:
        move = None if entry.move is None else AWETHI.decode_move(entry.move)
        after = AWETHI.withdraw(state, entry.player) if move is None else AWETHI.apply(state, entry.player, move)
        yield Entry(state, entry.player, move, after)
        state = after


def result(name: str) -> Outcome:
    outcome = AWETHI.outcome(entries(name)[-1].after)
    assert outcome is not None
    return outcome


@pytest.mark.parametrize(
    ("name", "herders", "ending", "first"),
    [
        ("one_herder_wins", 1, "sheltered", "herders"),
        ("one_herder_draws", 1, "eaten", "both"),
        ("one_herder_loses", 1, "eaten", "wairgka"),
        ("two_herders", 2, "sheltered", "herders"),
        ("shared_victory", 2, "sheltered", "herders"),
        ("points", 2, "sheltered", "herders"),
        ("two_herders_lose", 2, "eaten", "wairgka"),
        ("three_herders_lose", 3, "eaten", "wairgka"),
        ("four_herders_lose", 4, "eaten", "wairgka"),
        ("three_share", 3, "eaten", "herders"),
        ("four_share", 4, "eaten", "herders"),
        ("three_for_points", 3, "eaten", "herders"),
        ("four_for_points", 4, "sheltered", "herders"),
        ("river", 3, "sheltered", "herders"),
        ("four_herders", 4, "sheltered", "herders"),
        ("rounds", 1, "rounds", "wairgka"),
    ],
)
def test_a24_to_a28_every_ending_has_a_playthrough(name: str, herders: int, ending: str, first: str) -> None:
    found = entries(name)[-1].after
    outcome = result(name)
    assert len(found.herders) == herders
    assert outcome.termination == ending
    wairgka = found.wairgka_seat in outcome.winners
    assert first == ("both" if wairgka and len(outcome.winners) > 1 else "wairgka" if wairgka else "herders")


def test_a25_heads_decide_for_one_herder() -> None:
    for name, enough in (("one_herder_wins", (4, 5, 6)), ("one_herder_draws", (3,)), ("one_herder_loses", (0, 1, 2))):
        assert heads(entries(name)[-1].after.herders[0]) in enough


@pytest.mark.parametrize("name", ["two_herders_lose", "three_herders_lose", "four_herders_lose"])
def test_a26_wairgka_player_wins_if_no_herder_has_three_heads(name: str) -> None:
    assert max(map(heads, entries(name)[-1].after.herders)) < 3


@pytest.mark.parametrize("name", ["shared_victory", "three_share", "four_share"])
def test_a26_shared_victory_has_two_winners(name: str) -> None:
    assert len(result(name).winners) == 2


@pytest.mark.parametrize("name", ["points", "three_for_points", "four_for_points"])
def test_a27_points_make_another_winner_than_heads(name: str) -> None:
    end = entries(name)[-1].after
    (winner,) = result(name).winners
    herder = next(herder for number, herder in enumerate(end.herders) if end.seat_of(number) == winner)
    assert heads(herder) < max(map(heads, end.herders))
    assert points(herder) == max(map(points, end.herders))


def test_a28_match_ends_after_200_rounds() -> None:
    found = entries("rounds")
    assert found[-1].before.round == 200
    assert found[-1].after.herders[0].grazing


def test_a21_wairgk_turn_passes_if_no_wairgk_can_move() -> None:
    names = [path.stem for path in DIRECTORY.glob("*.txt")]
    passed = [
        entry
        for name in names
        for entry in entries(name)
        if isinstance(entry.move, Prowl) and entry.after.phase != "hunt"
    ]
    assert passed


def test_a16_a17_a21_rare_events_occur() -> None:
    found = [entry for path in DIRECTORY.glob("*.txt") for entry in entries(path.stem)]
    assert any(isinstance(entry.move, Walk) and entry.move.end < 0 for entry in found)
    assert any(isinstance(entry.move, Hunt) and prey_of(entry.before, entry.move.end) for entry in found)
    assert any(entry.before.unleashed != entry.after.unleashed for entry in found)


def test_match_of_two_ends_by_resignation() -> None:
    found = entries("resignation")
    assert (len(found[-1].before.herders), found[-1].move) == (1, None)
    assert result("resignation").termination == "resignation"


def test_match_continues_after_a_herder_and_the_wairgka_player_leave() -> None:
    found = entries("leaving")
    assert [entry.before.phase for entry in found if entry.move is None] == ["each", "hunt"]
    end = found[-1].after
    assert end.left == (2, 0)
    assert result("leaving").ranking[-2:] == ((0,), (2,))
    number = 1  # the herder in seat 3, after the wairgka player in seat 1
    assert end.seat_of(number) == 2
    leaves = next(index for index, entry in enumerate(found) if entry.move is None)
    herds = {entry.after.herders[number].herd for entry in found[leaves:]}
    awethi = {entry.after.herders[number].awethi for entry in found[leaves:]}
    assert len(herds) > 1
    assert len(awethi) == 1
