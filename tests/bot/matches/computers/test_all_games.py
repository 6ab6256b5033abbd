"""Undo and substitution in matches with computer players, in every game."""

from pathlib import Path

import pytest

from bot.cli.commands import verify_file
from bot.cli.console import Console
from bot.locales import Catalogues
from bot.matches.doctor import examine
from bot.matches.errors import OfferError
from bot.matches.history.verification import verify_export
from bot.matches.model.match import Match, MatchStatus
from engines.registry import GAMES
from tests.bot.matches.computers.steps import ann_to_move, until_person
from tests.bot.matches.harness import ALL_GAMES, ANN, BOB, CEM, CHANNEL, ServiceHarness

FOR_THREE = [slug for slug in GAMES if GAMES[slug].info.max_players > 2]


async def played(harness: ServiceHarness, match: Match) -> Match:
    """Play the first legal move of a person who is to move, and wait for the computer players."""
    holder = next(seat for seat in match.people if seat.player in match.to_move)
    moves = (await harness.legal(match, holder.player))[:1]
    await harness.service.turns.play(match.id, holder.user_id, match.ply, moves)
    return await until_person(harness, match)


@pytest.mark.parametrize("game", GAMES)
async def test_undo_against_computer_players_crosses_no_roll(harness: ServiceHarness, game: str) -> None:
    match = await ann_to_move(harness, 1, game=game)
    hidden = GAMES[game].info.has_hidden_information
    taken_back = refused = 0
    for _ in range(12):
        before, match = match, await played(harness, match)
        if not match.to_move:
            break
        rolled = any(kind == "chance" and ply > before.ply for ply, _, kind, *_ in await harness.log(match.id))
        try:
            await harness.service.undo.ask_undo(match.id, ANN.user_id)
        except OfferError:
            refused += 1
            assert rolled or hidden
            continue
        taken_back += 1
        assert not rolled
        back = await until_person(harness, match)
        assert back.ply == match.ply + 1, "nobody has moved since"
        match = await played(harness, back)
    assert taken_back + refused > 0
    assert not (hidden and taken_back)


@pytest.mark.parametrize("game", FOR_THREE)
async def test_person_takes_over_a_seat_in_a_match_with_computer_players(harness: ServiceHarness, game: str) -> None:
    table = await harness.service.tables.open_table(game, {}, ANN, CHANNEL, players=3, computers=(1,))
    match = await harness.service.tables.join(table.id, BOB)
    await harness.service.computer_turns.open()
    match = await until_person(harness, match)
    computers = [seat.user_id for seat in match.seats if seat.computer is not None]
    for _ in range(4):
        match = await played(harness, match)
    await harness.service.substitution.offer_seat(match.id, BOB.user_id)
    await harness.service.substitution.take_over(match.id, CEM)
    match = await until_person(harness, match)
    assert {seat.user_id for seat in match.people} == {ANN.user_id, CEM.user_id}
    assert [seat.user_id for seat in match.seats if seat.computer is not None] == computers
    for _ in range(4):
        match = await played(harness, match)
    for person in (ANN, CEM):
        await harness.service.turns.resign(match.id, person.user_id)
    ended = await until_person(harness, match)
    assert ended.status is MatchStatus.FINISHED
    assert verify_export(await harness.service.history.export(match.id, None)).holds
    assert await examine(harness.database, games=ALL_GAMES) == []


async def test_computer_player_decides_at_once_in_a_simultaneous_turn_and_is_shown_with_all(
    harness: ServiceHarness,
) -> None:
    table = await harness.service.tables.open_table("chiefdom", {}, ANN, CHANNEL, players=3, computers=(1,))
    match = await harness.service.tables.join(table.id, BOB)
    await harness.service.computer_turns.open()
    match = await until_person(harness, match)
    people = tuple(seat.player for seat in match.people)
    assert match.to_move == people, "the computer player has decided before the people"
    await harness.rows(match.id)
    match = await played(harness, match)
    assert len(match.to_move) == 1
    assert "turn" not in await harness.kinds(match.id), "nothing is shown before everybody has decided"
    match = await played(harness, match)
    assert match.to_move == people
    assert (await harness.kinds(match.id)).count("turn") == 1, "one board shows what all have decided"


@pytest.mark.parametrize("game", GAMES)
async def test_match_of_several_computer_players_is_verified_by_the_command(
    harness: ServiceHarness, tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str
) -> None:
    """A match without a person cannot be begun; here the person plays with as many computer players as there can be."""
    levels = (1, 2, 3, 1)[: GAMES[game].info.max_players - 1]
    match = await ann_to_move(harness, *levels, game=game)
    for _ in range(25):
        if match.to_move:
            match = await played(harness, match)
    if match.status is MatchStatus.RUNNING:
        await harness.service.turns.resign(match.id, ANN.user_id)
    decided = {player for _, player, kind, *_ in await harness.log(match.id) if kind == "move"}
    assert len(decided) == 1 + len(levels), "everybody has moved"
    file = tmp_path / "match.json"
    file.write_text(await harness.service.history.export(match.id, None), "utf-8")
    assert verify_file(file, Console(Catalogues(), {})) == 0, capsys.readouterr().out
    assert await examine(harness.database, games=harness.games) == []
    assert (await harness.service.history.verify(match.id)).holds
