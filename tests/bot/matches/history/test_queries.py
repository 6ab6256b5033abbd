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
from tests.bot.matches.harness import ALL_GAMES, ANN, BOB, CEM, CHANNEL, STRANGER, ServiceHarness, user_of

pytestmark = pytest.mark.engines("sqlite", "postgres")


async def test_view_has_everything_a_message_needs(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, first="1")
    view = await harness.service.history.view(match.id)
    assert (view.match, view.ply, view.viewer, view.to_move, view.outcome) == (match, 1, None, (0,), None)
    assert [str(sentence) for sentence in view.sentences] == ["The tiles of cycle 1 are laid out.", "Player 1 begins."]
    assert (await harness.service.history.view(match.id, user_id=BOB.user_id)).viewer == 1
    assert (await harness.service.history.view(match.id, user_id=STRANGER)).viewer is None


async def test_view_shows_only_the_last_turn(harness: ServiceHarness) -> None:
    match = await harness.start()
    for _ in range(3):
        match = (await harness.play(match)).match
        view = await harness.service.history.view(match.id)
        assert len(view.sentences) == 1
        assert view.observation.last.player == 1 - match.to_move[0]  # type: ignore[attr-defined]


async def test_board_is_served_from_the_view_made_with_its_turn(
    harness: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    projections: list[tuple[int, int | None]] = []
    project = views.project

    def counted(game: AnyGame, match: Match, position: Position, viewer: int | None) -> MatchView:
        projections.append((position.ply, viewer))
        return project(game, match, position, viewer)

    monkeypatch.setattr(views, "project", counted)
    matches = [await harness.start() for _ in range(3)]
    moved = [(await harness.play(match)).match for match in matches]
    assert {(match.ply, None) for match in moved} <= set(projections)
    projections.clear()
    for match in moved:
        assert (await harness.service.history.view(match.id, ply=match.ply)).ply == match.ply
    assert projections == []


async def test_earlier_position_is_not_cached_and_can_be_viewed(
    harness: ServiceHarness,
) -> None:
    match = await harness.start()
    before = await harness.service.history.view(match.id)
    moved = (await harness.play(match)).match
    assert harness.service.context.positions.get(match.id, match.ply) is None
    assert harness.service.context.positions.get(match.id, moved.ply) is not None
    assert (await harness.service.history.view(match.id, ply=match.ply)).observation == before.observation


async def test_view_after_a_cycle_shows_its_scores_and_the_new_deal(harness: ServiceHarness) -> None:
    for seed in range(3):
        match = await harness.play_out(await harness.start(wins="2"), seed)
        kinds = [entry[2] for entry in await harness.log(match.id)]
        posted = [ply for ply in range(2, match.ply) if kinds[ply] != "chance"]
        dealt = [ply for ply in posted if kinds[ply - 1] == "chance" and ply > 2]
        assert dealt
        for ply in posted:
            view = await harness.service.history.view(match.id, ply=ply)
            assert (view.scores is not None) == (ply in dealt)
            if ply in dealt:
                assert len(view.sentences) >= 3
                assert view.observation.last_cycle is not None  # type: ignore[attr-defined]
        final = await harness.service.history.view(match.id)
        assert final.scores is not None
        assert final.outcome is not None
        assert final.to_move == ()


async def test_opening_roll_is_shown_with_the_turn_before_until_the_next_move(
    harness: ServiceHarness,
) -> None:
    match = await harness.start(ANN, BOB, game="trek")
    moves = [f"walk {(await harness.state(match.id)).points}", "stop"]
    match = (await harness.play(match, *moves)).match
    sentences = [str(sentence) for sentence in (await harness.service.history.view(match.id)).sentences]
    assert [line.split(":")[0] for line in sentences] == ["Player 1", "Player 1", "Player 1", "Player 2"]
    assert sentences[1:3] == [f"Player 1: {move}." for move in moves]
    assert sentences[3].startswith("Player 2: roll")
    assert (await harness.service.history.view(match.id)).breaks == (3,), "the roll begins another turn"
    match = (await harness.play(match, "walk 1")).match
    sentences = [str(sentence) for sentence in (await harness.service.history.view(match.id)).sentences]
    assert sentences[0].startswith("Player 2: roll")
    assert sentences[1] == "Player 2: walk 1."
    assert (await harness.service.history.view(match.id)).breaks == ()


async def test_earlier_positions_are_replayed(harness: ServiceHarness) -> None:
    for game, people in (("iye", (ANN, BOB)), ("trek", (ANN, BOB, CEM)), ("bids", (ANN, BOB, CEM))):
        match = await harness.start(*people, game=game)
        seen = {match.ply: await harness.service.history.view(match.id, user_id=ANN.user_id)}
        for _ in range(12):
            if not match.to_move:
                break
            match = (await harness.play(match)).match
            seen[match.ply] = await harness.service.history.view(match.id, user_id=ANN.user_id)
        another = ServiceHarness(harness.database)
        for ply, view in seen.items():
            replayed = await another.service.history.view(match.id, user_id=ANN.user_id, ply=ply)
            for field in ("ply", "viewer", "observation", "sentences", "scores"):
                assert getattr(replayed, field) == getattr(view, field), (game, ply, field)


async def test_missing_position_is_refused(harness: ServiceHarness) -> None:
    match = await harness.start()
    for ply in (-1, match.ply + 1):
        with pytest.raises(MatchNotFoundError, match=f"no position {format_number(ply)}"):
            await harness.service.history.view(match.id, ply=ply)


async def test_table_has_no_position(harness: ServiceHarness) -> None:
    table = await harness.service.tables.open_table("iye", {}, ANN, CHANNEL)
    asks = (
        lambda: harness.service.history.view(table.id),
        lambda: harness.service.history.lines(table.id, None),
        lambda: harness.service.history.export(table.id, None),
        lambda: harness.service.history.verify(table.id),
    )
    for ask in asks:
        with pytest.raises(MatchNotStartedError):
            await ask()
    await harness.service.tables.cancel(table.id, ANN.user_id)
    for ask in asks:
        with pytest.raises(MatchOverError, match="closed before"):
            await ask()


# --------------------------------------------------------------------------------------------------------- autocomplete


async def test_completions_are_playable_and_only_players_get_them(harness: ServiceHarness) -> None:
    match = await harness.start()
    mover, waiting = user_of(match, match.to_move[0]), user_of(match, 1 - match.to_move[0])
    offered = await harness.service.typed_moves.complete(match.id, mover, "", limit=3)
    assert len(offered) == 3
    played = await harness.service.typed_moves.play_text(match.id, mover, offered[0].text)
    assert isinstance(played, PlayedTurn)
    assert played.notation == (offered[0].text,)
    assert len(await harness.service.typed_moves.complete(match.id, waiting, "")) > 0
    for match_id, user_id in ((match.id, mover), (match.id, STRANGER), (404, ANN.user_id)):
        assert await harness.service.typed_moves.complete(match_id, user_id, "") == ()
    table = await harness.service.tables.open_table("iye", {}, ANN, CHANNEL)
    assert await harness.service.typed_moves.complete(table.id, ANN.user_id, "") == ()


# ---------------------------------------------------------------------------------------------------------------- lists


async def test_matches_of_a_user_are_listed_urgent_first(harness: ServiceHarness) -> None:
    mine: list[Match] = []
    for _ in range(3):
        harness.clock.now += 10
        mine.append(await harness.start(ANN, BOB, first="1"))
    waiting = await harness.start(ANN, BOB, first="2")
    table = await harness.service.tables.open_table("iye", {}, BOB, CHANNEL, (ANN,))
    over = await harness.start(ANN, BOB)
    await harness.service.turns.resign(over.id, BOB.user_id)
    await harness.start(BOB, CEM)
    harness.clock.now += 10
    moved = (await harness.play(mine[0])).match
    await harness.play(moved)
    listed = [match.id for match in await harness.service.history.matches_of(ANN.user_id)]
    assert listed == [mine[1].id, mine[2].id, mine[0].id, waiting.id, table.id]
    everything = [match.id for match in await harness.service.history.matches_of(ANN.user_id, active_only=False)]
    assert everything == [*listed, over.id]
    assert await harness.service.history.matches_of(STRANGER) == []


async def test_matches_of_a_channel_are_those_posted_there(harness: ServiceHarness) -> None:
    here = await harness.start()
    threaded = await harness.start()
    await harness.service.tables.set_thread(threaded.id, 70)
    table = await harness.service.tables.open_table("iye", {}, ANN, CHANNEL)
    over = await harness.start()
    await harness.service.turns.resign(over.id, ANN.user_id)
    assert [match.id for match in await harness.service.history.matches_in(CHANNEL.channel_id)] == [here.id, table.id]
    assert [match.id for match in await harness.service.history.matches_in(70)] == [threaded.id]
    await harness.service.tables.set_thread(threaded.id, None)
    assert len(await harness.service.history.matches_in(CHANNEL.channel_id)) == 3


async def test_thread_still_finds_its_ended_match(harness: ServiceHarness) -> None:
    match = await harness.start()
    await harness.service.tables.set_thread(match.id, 70)
    await harness.service.turns.resign(match.id, ANN.user_id)
    assert [found.id for found in await harness.service.history.matches_in(70)] == [match.id]
    assert await harness.service.history.matches_in(999) == []


async def test_running_games_are_those_of_running_matches(harness: ServiceHarness) -> None:
    await harness.service.tables.open_table("totem", {}, ANN, CHANNEL)
    over = await harness.start(game="awethi")
    await harness.service.turns.resign(over.id, ANN.user_id)
    assert await harness.service.history.games_with_running_matches() == []
    await harness.start()
    await harness.start(game="chiefdom")
    await harness.start()
    assert await harness.service.history.games_with_running_matches() == ["chiefdom", "iye"]


# -------------------------------------------------------------------------------------------------------------- history


async def test_history_is_the_log_in_human_notation(harness: ServiceHarness) -> None:
    match = await harness.start(ANN, BOB, first="1")
    played = await harness.play(match)
    await harness.service.turns.resign(match.id, ANN.user_id)
    lines = await harness.service.history.lines(match.id, None)
    assert [(line.ply, line.player) for line in lines] == [(1, CHANCE), (2, 0), (3, 0)]
    assert lines[0].text.startswith("deal:")
    assert lines[1].text == played.notation[0]
    assert (lines[2].text, str(lines[2].note)) == ("", "Player 1 has resigned.")


# ------------------------------------------------------------------------------------------------------------- settings


async def test_settings_have_defaults_and_are_remembered(harness: ServiceHarness) -> None:
    assert await harness.service.player_settings.get(ANN.user_id) == PlayerSettings()
    chosen = PlayerSettings("light", "colour-blind", 600, text_board=True, locale="tr")
    await harness.service.player_settings.change(ANN.user_id, **asdict(chosen))
    assert await harness.service.player_settings.get(ANN.user_id) == chosen
    await harness.service.player_settings.change(ANN.user_id, **asdict(PlayerSettings()))
    assert await harness.service.player_settings.get(ANN.user_id) == PlayerSettings()
    assert await harness.service.player_settings.get(BOB.user_id) == PlayerSettings()


async def test_column_defaults_equal_the_defaults_in_code(harness: ServiceHarness) -> None:
    await harness.database.write(lambda tx: tx.executemany("INSERT INTO players (user_id) VALUES (?)", [(7,)]))
    assert await harness.service.player_settings.get(7) == PlayerSettings()


async def test_running_match_is_played_by_its_own_rules_version(harness: ServiceHarness) -> None:
    match = await harness.start()
    await harness.database.write(
        lambda tx: tx.executemany("UPDATE matches SET rules_version = ? WHERE id = ?", [(7, match.id)])
    )
    with pytest.raises(MatchNotFoundError, match="does not have the rules of this match"):
        await harness.play(match)
    old = ServiceHarness(harness.database, {**ALL_GAMES, "iye@7": ALL_GAMES["iye"]})
    assert (await old.play(match)).match.ply == match.ply + 1


async def test_board_is_observed_once_for_picture_and_message(harness: ServiceHarness) -> None:
    observed: list[object] = []
    match = await harness.start(game="iye")
    game = harness.service.context.games["iye"]

    class Counting:
        def __getattr__(self, name: str) -> Any:
            return getattr(game, name)

        def observe(self, state: object, viewer: int | None, steps: Any) -> object:
            observed.append(viewer)
            return game.observe(state, viewer, steps)

    harness = ServiceHarness(harness.database, {"iye": Counting()})  # type: ignore[dict-item]
    await harness.play(match)
    seen = await harness.service.history.view(match.id)
    assert observed.count(None) == 1
    again = await harness.service.history.view(match.id)
    assert again.observation is seen.observation
    harness.service.context.positions.forget([match.id])
    fresh = await harness.service.history.view(match.id)
    assert fresh == seen
    assert fresh.observation is not seen.observation, "a position that was read again is observed again"
