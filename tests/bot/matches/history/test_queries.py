"""Boards, lists and histories: what is shown, to whom, from memory or replayed."""

from dataclasses import asdict
from typing import Any

import pytest

from bot.matches.errors import MatchNotFoundError, MatchNotStartedError, MatchOverError
from bot.matches.model import views
from bot.matches.model.match import Match
from bot.matches.model.position import Position
from bot.matches.model.settings import PlayerSettings
from bot.matches.model.views import MatchView, PlayedTurn
from engines.game import CHANCE
from engines.registry import AnyGame
from engines.text import format_number
from tests.bot.matches.harness import ALL_GAMES, ANN, BOB, CEM, PLACE, STRANGER, ServiceHarness, user_of


async def test_view_has_everything_a_message_needs(house: ServiceHarness) -> None:
    match = await house.start(ANN, BOB, first="1")
    view = await house.service.history.view(match.id)
    assert (view.match, view.ply, view.viewer, view.to_move, view.outcome) == (match, 1, None, (0,), None)
    assert [str(sentence) for sentence in view.sentences] == ["The tiles of cycle 1 are laid out.", "Player 1 begins."]
    assert (await house.service.history.view(match.id, user_id=BOB.user_id)).viewer == 1
    assert (await house.service.history.view(match.id, user_id=STRANGER)).viewer is None


async def test_view_shows_only_the_last_turn(house: ServiceHarness) -> None:
    match = await house.start()
    for _ in range(3):
        match = (await house.play(match)).match
        view = await house.service.history.view(match.id)
        assert len(view.sentences) == 1
        assert view.observation.last.player == 1 - match.to_move[0]  # type: ignore[attr-defined]


async def test_board_shows_the_observation_made_with_its_turn(
    house: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[tuple[int, int | None]] = []
    look = views.project

    def counted(game: AnyGame, match: Match, position: Position, viewer: int | None) -> MatchView:
        looks.append((position.ply, viewer))
        return look(game, match, position, viewer)

    monkeypatch.setattr(views, "project", counted)
    matches = [await house.start() for _ in range(3)]
    moved = [(await house.play(match)).match for match in matches]
    assert {(match.ply, None) for match in moved} <= set(looks)
    looks.clear()
    for match in moved:
        assert (await house.service.history.view(match.id, ply=match.ply)).ply == match.ply
    assert looks == []


async def test_earlier_position_is_not_cached_and_can_be_viewed(
    house: ServiceHarness,
) -> None:
    match = await house.start()
    before = await house.service.history.view(match.id)
    moved = (await house.play(match)).match
    assert house.service.context.positions.get(match.id, match.ply) is None
    assert house.service.context.positions.get(match.id, moved.ply) is not None
    assert (await house.service.history.view(match.id, ply=match.ply)).observation == before.observation


async def test_view_after_a_cycle_shows_its_scores_and_the_new_deal(house: ServiceHarness) -> None:
    for seed in range(3):
        match = await house.play_out(await house.start(wins="2"), seed)
        kinds = [entry[2] for entry in await house.log(match.id)]
        posted = [ply for ply in range(2, match.ply) if kinds[ply] != "chance"]
        dealt = [ply for ply in posted if kinds[ply - 1] == "chance" and ply > 2]
        assert dealt
        for ply in posted:
            view = await house.service.history.view(match.id, ply=ply)
            assert (view.scores is not None) == (ply in dealt)
            if ply in dealt:
                assert len(view.sentences) >= 3
                assert view.observation.last_cycle is not None  # type: ignore[attr-defined]
        final = await house.service.history.view(match.id)
        assert final.scores is not None
        assert final.outcome is not None
        assert final.to_move == ()


async def test_opening_roll_is_shown_with_the_turn_before_until_the_next_move(
    house: ServiceHarness,
) -> None:
    match = await house.start(ANN, BOB, game="trek")
    moves = [f"walk {(await house.state(match.id)).points}", "stop"]
    match = (await house.play(match, *moves)).match
    said = [str(sentence) for sentence in (await house.service.history.view(match.id)).sentences]
    assert [line.split(":")[0] for line in said] == ["Player 1", "Player 1", "Player 1", "Player 2"]
    assert said[1:3] == [f"Player 1: {move}." for move in moves]
    assert said[3].startswith("Player 2: roll")
    assert (await house.service.history.view(match.id)).breaks == (3,), "the roll begins another turn"
    match = (await house.play(match, "walk 1")).match
    said = [str(sentence) for sentence in (await house.service.history.view(match.id)).sentences]
    assert said[0].startswith("Player 2: roll")
    assert said[1] == "Player 2: walk 1."
    assert (await house.service.history.view(match.id)).breaks == ()


async def test_earlier_positions_are_replayed(house: ServiceHarness) -> None:
    for game, people in (("iye", (ANN, BOB)), ("trek", (ANN, BOB, CEM)), ("bids", (ANN, BOB, CEM))):
        match = await house.start(*people, game=game)
        seen = {match.ply: await house.service.history.view(match.id, user_id=ANN.user_id)}
        for _ in range(12):
            if not match.to_move:
                break
            match = (await house.play(match)).match
            seen[match.ply] = await house.service.history.view(match.id, user_id=ANN.user_id)
        another = ServiceHarness(house.database)
        for ply, view in seen.items():
            replayed = await another.service.history.view(match.id, user_id=ANN.user_id, ply=ply)
            for field in ("ply", "viewer", "observation", "sentences", "scores"):
                assert getattr(replayed, field) == getattr(view, field), (game, ply, field)


async def test_missing_position_is_refused(house: ServiceHarness) -> None:
    match = await house.start()
    for ply in (-1, match.ply + 1):
        with pytest.raises(MatchNotFoundError, match=f"no position {format_number(ply)}"):
            await house.service.history.view(match.id, ply=ply)


async def test_table_has_no_position(house: ServiceHarness) -> None:
    table = await house.service.tables.open_table("iye", {}, ANN, PLACE)
    asks = (
        lambda: house.service.history.view(table.id),
        lambda: house.service.history.lines(table.id, None),
        lambda: house.service.history.export(table.id, None),
        lambda: house.service.history.verify(table.id),
    )
    for ask in asks:
        with pytest.raises(MatchNotStartedError):
            await ask()
    await house.service.tables.cancel(table.id, ANN.user_id)
    for ask in asks:
        with pytest.raises(MatchOverError, match="closed before"):
            await ask()


# ---------------------------------------------------------------------------------------------------- autocomplete


async def test_completions_are_legal_moves_only_for_the_player_to_move(house: ServiceHarness) -> None:
    match = await house.start()
    mover, waiting = user_of(match, match.to_move[0]), user_of(match, 1 - match.to_move[0])
    offered = await house.service.typed_moves.complete(match.id, mover, "", limit=3)
    assert len(offered) == 3
    played = await house.service.typed_moves.play_text(match.id, mover, offered[0].text)
    assert isinstance(played, PlayedTurn)
    assert played.notation == (offered[0].text,)
    assert len(await house.service.typed_moves.complete(match.id, waiting, "")) > 0
    for match_id, user_id in ((match.id, mover), (match.id, STRANGER), (404, ANN.user_id)):
        assert await house.service.typed_moves.complete(match_id, user_id, "") == ()
    table = await house.service.tables.open_table("iye", {}, ANN, PLACE)
    assert await house.service.typed_moves.complete(table.id, ANN.user_id, "") == ()


# ------------------------------------------------------------------------------------------------------------ lists


async def test_matches_of_a_user_are_listed_urgent_first(house: ServiceHarness) -> None:
    mine: list[Match] = []
    for _ in range(3):
        house.clock.now += 10
        mine.append(await house.start(ANN, BOB, first="1"))
    waiting = await house.start(ANN, BOB, first="2")
    table = await house.service.tables.open_table("iye", {}, BOB, PLACE, (ANN,))
    over = await house.start(ANN, BOB)
    await house.service.turns.resign(over.id, BOB.user_id)
    await house.start(BOB, CEM)
    house.clock.now += 10
    moved = (await house.play(mine[0])).match
    await house.play(moved)
    listed = [match.id for match in await house.service.history.matches_of(ANN.user_id)]
    assert listed == [mine[1].id, mine[2].id, mine[0].id, waiting.id, table.id]
    everything = [match.id for match in await house.service.history.matches_of(ANN.user_id, active_only=False)]
    assert everything == [*listed, over.id]
    assert await house.service.history.matches_of(STRANGER) == []


async def test_matches_of_a_channel_are_those_posted_there(house: ServiceHarness) -> None:
    here = await house.start()
    threaded = await house.start()
    await house.service.tables.set_thread(threaded.id, 70)
    table = await house.service.tables.open_table("iye", {}, ANN, PLACE)
    over = await house.start()
    await house.service.turns.resign(over.id, ANN.user_id)
    assert [match.id for match in await house.service.history.matches_in(PLACE.channel_id)] == [here.id, table.id]
    assert [match.id for match in await house.service.history.matches_in(70)] == [threaded.id]
    await house.service.tables.set_thread(threaded.id, None)
    assert len(await house.service.history.matches_in(PLACE.channel_id)) == 3


async def test_thread_still_finds_its_ended_match(house: ServiceHarness) -> None:
    match = await house.start()
    await house.service.tables.set_thread(match.id, 70)
    await house.service.turns.resign(match.id, ANN.user_id)
    assert [found.id for found in await house.service.history.matches_in(70)] == [match.id]
    assert await house.service.history.matches_in(999) == []


async def test_running_games_are_those_of_running_matches(house: ServiceHarness) -> None:
    await house.service.tables.open_table("totem", {}, ANN, PLACE)
    over = await house.start(game="awethi")
    await house.service.turns.resign(over.id, ANN.user_id)
    assert await house.service.history.games_with_running_matches() == []
    await house.start()
    await house.start(game="chiefdom")
    await house.start()
    assert await house.service.history.games_with_running_matches() == ["chiefdom", "iye"]


# ---------------------------------------------------------------------------------------------------------- history


async def test_history_is_the_log_in_human_notation(house: ServiceHarness) -> None:
    match = await house.start(ANN, BOB, first="1")
    played = await house.play(match)
    await house.service.turns.resign(match.id, ANN.user_id)
    lines = await house.service.history.lines(match.id, None)
    assert [(line.ply, line.player) for line in lines] == [(1, CHANCE), (2, 0), (3, 0)]
    assert lines[0].text.startswith("deal:")
    assert lines[1].text == played.notation[0]
    assert (lines[2].text, str(lines[2].note)) == ("", "Player 1 has resigned.")


# --------------------------------------------------------------------------------------------------------- settings


async def test_settings_have_defaults_and_are_remembered(house: ServiceHarness) -> None:
    assert await house.service.player_settings.get(ANN.user_id) == PlayerSettings()
    chosen = PlayerSettings("light", "colour-blind", 600, text_board=True, locale="tr")
    await house.service.player_settings.change(ANN.user_id, **asdict(chosen))
    assert await house.service.player_settings.get(ANN.user_id) == chosen
    await house.service.player_settings.change(ANN.user_id, **asdict(PlayerSettings()))
    assert await house.service.player_settings.get(ANN.user_id) == PlayerSettings()
    assert await house.service.player_settings.get(BOB.user_id) == PlayerSettings()


async def test_column_defaults_equal_the_defaults_in_code(house: ServiceHarness) -> None:
    await house.database.write(lambda tx: tx.executemany("INSERT INTO players (user_id) VALUES (?)", [(7,)]))
    assert await house.service.player_settings.get(7) == PlayerSettings()


async def test_running_match_keeps_its_rules(house: ServiceHarness) -> None:
    match = await house.start()
    await house.database.write(
        lambda tx: tx.executemany("UPDATE matches SET rules_version = ? WHERE id = ?", [(7, match.id)])
    )
    with pytest.raises(MatchNotFoundError, match="does not have the rules of this match"):
        await house.play(match)
    old = ServiceHarness(house.database, {**ALL_GAMES, "iye@7": ALL_GAMES["iye"]})
    assert (await old.play(match)).match.ply == match.ply + 1


async def test_board_is_observed_once_for_picture_and_message(house: ServiceHarness) -> None:
    observed: list[object] = []
    match = await house.start(game="iye")
    game = house.service.context.games["iye"]

    class Counting:
        def __getattr__(self, name: str) -> Any:
            return getattr(game, name)

        def observe(self, state: object, viewer: int | None, steps: Any) -> object:
            observed.append(viewer)
            return game.observe(state, viewer, steps)

    house = ServiceHarness(house.database, {"iye": Counting()})  # type: ignore[dict-item]
    await house.play(match)
    seen = await house.service.history.view(match.id)
    assert observed.count(None) == 1
    again = await house.service.history.view(match.id)
    assert again.observation is seen.observation
    house.service.context.positions.forget([match.id])
    fresh = await house.service.history.view(match.id)
    assert fresh == seen
    assert fresh.observation is not seen.observation, "of another position nothing is taken over, even of the same ply"
