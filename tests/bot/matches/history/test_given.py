"""The given entries of a copy lead to the same positions as the log they come from, and say nothing about people."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.matches.history.given import NEWCOMER, given_entries, players_gone, whole_turns
from bot.matches.model.log import Entry, EntryKind, SubstitutionNames, dump_names, load_names
from bot.matches.model.position import Playback, entries_by_turn, first_position, replay
from engines.game import CHANCE
from engines.playthrough import read
from engines.registry import GAMES
from tests.bot.matches.harness import ALL_GAMES

FILES = sorted((Path(__file__).parents[3] / "playthroughs").glob("*/*.txt"))
NOW = 5000


def log_of(moves: Sequence[tuple[int, EntryKind, str]]) -> list[Entry]:
    """Return a log in which each chance move uses one draw, and an entry is made each second."""
    draws = 0
    entries = []
    for ply, (player, kind, move) in enumerate(moves, 1):
        is_chance = kind is EntryKind.CHANCE
        entries.append(Entry(ply, player, kind, move, draws if is_chance else None, 100 + ply))
        draws += is_chance
    return entries


def kind_of(player: int, move: str | None) -> EntryKind:
    if move is None:
        return EntryKind.WITHDRAW
    return EntryKind.CHANCE if player == CHANCE else EntryKind.MOVE


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_position_of_a_playthrough_is_reached_from_its_given_entries(path: Path) -> None:
    played, game = read(path.read_text(encoding="utf-8")), GAMES[path.parent.name]
    moves = [(one.player, kind_of(one.player, one.move), one.move or "") for one in played.entries]
    log = log_of(moves)
    start = first_position(game, played.num_players, dict(played.options))
    playback, turns = Playback(game, start, log), [entry.turn for entry in entries_by_turn(game, start, log)]
    step = max(1, len(log) // 6)
    for ply, entry in enumerate(log, 1):
        position = playback.step(entry)
        if ply % step and ply != len(log):
            continue
        given = given_entries(log[:ply], NOW)
        found = replay(game, start, given)
        assert game.dump_state(found.state) == game.dump_state(position.state)
        assert (found.ply, found.last_turn_ply, found.complete_steps) == (
            position.ply,
            position.last_turn_ply,
            position.complete_steps,
        )
        assert whole_turns(game, start, given) == max(0, turns[ply - 1] - (not position.complete_steps))


def test_given_entries_have_no_times_and_no_draws() -> None:
    played = read(FILES[0].read_text(encoding="utf-8"))
    log = log_of([(one.player, kind_of(one.player, one.move), one.move or "") for one in played.entries])
    given = given_entries(log, NOW)
    assert {entry.at for entry in given} == {NOW}
    assert {entry.first_draw for entry in given if entry.kind is EntryKind.CHANCE} == {0}
    assert {entry.first_draw for entry in given if entry.kind is not EntryKind.CHANCE} == {None}


def move(player: int, to: str) -> tuple[int, EntryKind, str]:
    return player, EntryKind.MOVE, to


def test_what_was_taken_back_is_not_given() -> None:
    undo = (0, EntryKind.UNDO, "1")
    log = log_of([move(0, "a"), move(1, "b"), move(2, "c"), undo, move(1, "d"), undo, move(1, "e")])
    assert [(entry.ply, entry.move) for entry in given_entries(log, NOW)] == [(1, "a"), (2, "e")]
    assert [entry.move for entry in given_entries(log[:5], NOW)] == ["a", "d"]
    assert [entry.move for entry in given_entries(log[:3], NOW)] == ["a", "b", "c"], "as it was then"
    assert [entry.move for entry in given_entries(log[:4], NOW)] == ["a"]


def test_takeovers_are_given_without_names_and_seats_handed_over_are_not() -> None:
    taken = (1, EntryKind.TAKEOVER, dump_names(SubstitutionNames("Bob", "Dana")))
    handed = (0, EntryKind.TAKEOVER, dump_names(SubstitutionNames("Ann", "Eve", handed_over=True)))
    log = log_of([move(0, "a"), (1, EntryKind.WITHDRAW, ""), taken, handed, move(0, "b")])
    given = given_entries(log, NOW)
    assert [(entry.ply, entry.kind) for entry in given] == [
        (1, EntryKind.MOVE),
        (2, EntryKind.WITHDRAW),
        (3, EntryKind.TAKEOVER),
        (4, EntryKind.MOVE),
    ]
    assert load_names(given[2].move) == SubstitutionNames("Player 2", NEWCOMER)


def test_players_who_have_left_and_were_not_replaced_are_gone() -> None:
    names = dump_names(SubstitutionNames("", ""))
    log = log_of([(1, EntryKind.WITHDRAW, ""), (2, EntryKind.WITHDRAW, ""), (1, EntryKind.TAKEOVER, names)])
    assert players_gone(log) == {2}
    assert players_gone(log[:1]) == {1}


def test_no_turn_is_over_before_the_first_one_has_ended() -> None:
    game = ALL_GAMES["trek"]
    start = first_position(game, 3, {})
    assert whole_turns(game, start, []) == 0
