"""The golden playthroughs of Totem show each way in which a match can end, for two, three and four players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from engines.game import Outcome, Player
from engines.playthrough import Playthrough, read
from engines.totem import elimination, rules
from engines.totem.game import TOTEM
from engines.totem.moves import Move, Run
from engines.totem.state import State

DIRECTORY = Path(__file__).parent / "totem"


@dataclass(frozen=True)
class Entry:
    """An entry of a playthrough's log, in its place."""

    before: State
    player: Player
    move: Move | None
    after: State

    @property
    def losses(self) -> tuple[str, ...]:
        """The causes of what a run eliminated."""
        if not isinstance(self.move, Run):
            return ()
        lost = elimination.losses(self.before, self.player, self.move.stop, self.move.victim)
        return tuple(loss.cause for loss in lost)


def played(name: str) -> Playthrough:
    return read((DIRECTORY / f"{name}.txt").read_text(encoding="utf-8"))


def entries(name: str) -> list[Entry]:
    return list(_entries(played(name)))


def _entries(match: Playthrough) -> Iterator[Entry]:
    state = TOTEM.initial_state(match.num_players, {})
    for entry in match.entries:
        move = None if entry.move is None else TOTEM.decode_move(entry.move)
        after = TOTEM.withdraw(state, entry.player) if move is None else TOTEM.apply(state, entry.player, move)
        yield Entry(state, entry.player, move, after)
        state = after


def result(name: str) -> Outcome:
    outcome = TOTEM.outcome(entries(name)[-1].after)
    assert outcome is not None
    return outcome


def turns(found: list[Entry]) -> int:
    return sum(not TOTEM.turn_ended(entry.before) and TOTEM.turn_ended(entry.after) for entry in found)


@pytest.mark.parametrize(
    ("name", "players"), [("two_players", 2), ("three_players", 3), ("cascade_onto_the_last_totem", 4)]
)
def test_t24_last_totem_wins(name: str, players: int) -> None:
    assert played(name).num_players == players
    outcome = result(name)
    assert outcome.termination == "last_totem"
    assert "totem" in entries(name)[-1].losses
    assert [len(group) for group in outcome.ranking] == [1] * players


def test_t22_run_uses_cells_freed_in_the_same_move() -> None:
    """In one move a run cuts pieces off (T20), and another goes where they stood to touch the last totem (T19, T21)."""
    found = entries("cascade_onto_the_last_totem")
    cutting, last = found[-2:]
    assert "cut off" in cutting.losses
    assert last.losses[0] == "totem"
    assert "out" in last.losses
    assert isinstance(last.move, Run)
    path = rules.search(last.before).of(last.move.origin).path(last.move.stop, last.move.steps)
    assert any(cutting.before.occupied >> cell & 1 and not cutting.after.occupied >> cell & 1 for cell in path[1:])


@pytest.mark.parametrize(("name", "players"), [("few_pieces", 2), ("few_pieces_of_three", 3)])
def test_t25_match_is_a_tie_with_few_pieces(name: str, players: int) -> None:
    found = entries(name)
    outcome = result(name)
    assert outcome.termination == "few_pieces"
    assert outcome.ranking == (tuple(range(players)),)
    assert all(pieces.bit_count() <= 1 for pieces in found[-1].after.pieces)
    assert not any(found[-1].after.reserves)
    # Only the last turn reduced the pieces that far, and some earlier turns passed automatically (T23).
    assert any(pieces.bit_count() > 1 for pieces in found[-1].before.pieces)
    assert any(entry.before.phase == "pass" for entry in found)


def test_t25_player_without_pieces_shares_the_tie() -> None:
    assert 0 in [pieces.bit_count() for pieces in entries("few_pieces_of_three")[-1].after.pieces]


def test_t26_match_is_a_tie_after_300_quiet_turns() -> None:
    found = entries("quiet")
    assert result("quiet").termination == "quiet"
    assert turns(found) == 300
    assert not any(entry.losses for entry in found)
    assert len({entry.after.reserves for entry in found[-10:]}) == 1


def test_t9_second_roll_after_a_12_occurs() -> None:
    phases = [entry.before.phase for entry in entries("two_players")]
    assert "reroll" in phases


def test_t18_choice_among_equally_far_pieces_occurs() -> None:
    runs = [entry.move for entry in entries("three_players") if isinstance(entry.move, Run)]
    assert any(run.victim is not None for run in runs)


def test_resignation_ends_a_match_of_two() -> None:
    found = entries("resignation")
    assert found[-1].move is None
    assert result("resignation").termination == "resignation"


def test_t21_match_continues_after_two_of_four_resign() -> None:
    found = entries("resignations_of_two_in_four")
    phases = [entry.before.phase for entry in found if entry.move is None]
    assert phases == ["place", "run"]
    outcome = result("resignations_of_two_in_four")
    assert outcome.termination == "last_totem"
    assert found[-1].after.resigned == tuple(sorted(player for group in outcome.ranking[2:] for player in group))
