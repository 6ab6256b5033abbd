"""Moves: one of a hundred clicks counts, every refusal changes nothing, a failed commit never rolls again."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.matches.errors import (
    AlreadyPlayedError,
    MatchNotStartedError,
    MatchOverError,
    NotSeatedError,
    NotYourTurnError,
    StorageError,
)
from bot.matches.models import Match, MatchStatus, Played
from bot.matches.outbox import Post
from engines.errors import IllegalMoveError, InvalidMoveError, MoveError
from engines.game import Rng
from tests.bot.matches.house import ALL_GAMES, ANN, BOB, CEM, PLACE, STRANGER, House, user_of
from tests.engines.toys.trek import TrekGame


async def refused(house: House, kind: type[Exception], ask: Callable[[], Awaitable[object]]) -> str:
    """The refusal's sentence; nothing is changed, nobody woken."""
    before, woken = await house.dump(), list(house.woken)
    with pytest.raises(kind) as caught:
        await ask()
    assert await house.dump() == before
    assert house.woken == woken
    return str(caught.value)


async def test_a_move_is_stored_with_its_board_in_one_step(house: House) -> None:
    match = await house.start()
    await house.rows(match.id)
    house.woken.clear()
    house.clock.now += 60
    player, (move, *_) = match.to_move[0], await house.legal(match)
    played = await house.play(match, move)
    after = played.view.match
    assert after == await house.service.get(match.id)
    assert (after.ply, after.moved_at, after.to_move) == (match.ply + 1, house.clock.now, (1 - player,))
    assert (await house.log(match.id))[-1] == (after.ply, player, "move", move, None, house.clock.now)
    (row,) = await house.rows(match.id)
    assert (row.kind, dict(row.args)) == ("turn", {"ply": after.ply, "call": [1 - player]})
    assert house.woken == [f"match:{match.id}"]


async def test_the_mover_sees_the_new_position_and_what_was_played(house: House) -> None:
    match = await house.start()
    played = await house.play(match)
    assert played.view.viewer == match.to_move[0]
    assert played.view == await house.service.view(match.id, user_id=user_of(match, match.to_move[0]))
    assert len(played.notation) == 1
    assert played.notation[0] in (await house.service.history(match.id, None))[-1].text
    assert len(played.view.sentences) == 1


async def test_of_a_hundred_clicks_on_one_button_one_counts(house: House) -> None:
    match = await house.start()
    await house.rows(match.id)
    moves = await house.legal(match)
    outcomes = await asyncio.gather(
        *(house.play(match, moves[number % len(moves)]) for number in range(100)), return_exceptions=True
    )
    assert sum(isinstance(outcome, Played) for outcome in outcomes) == 1
    assert sum(isinstance(outcome, AlreadyPlayedError) for outcome in outcomes) == 99
    assert (await house.service.get(match.id)).ply == match.ply + 1
    assert await house.kinds(match.id) == ["turn"]


async def test_of_a_hundred_clicks_that_end_a_match_one_counts(house: House) -> None:
    game, match = house.games["trek"], await house.start(ANN, BOB, game="trek")
    last: str | None = None
    while last is None:
        state, player = await house.state(match.id), match.to_move[0]
        ends = [move for move in game.legal_moves(state, player) if game.outcome(game.apply(state, player, move))]
        if ends:
            last = game.encode_move(ends[0])
        else:
            match = (await house.play(match, (await house.legal(match))[-1])).view.match
    outcomes = await asyncio.gather(*(house.play(match, last) for _ in range(100)), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes].count(Played) == 1
    assert [type(outcome) for outcome in outcomes].count(MatchOverError) == 99


async def test_two_processes_on_one_database_commit_one_of_two_moves(path: Path) -> None:
    async with await House.open(path) as one, await House.open(path) as two:
        match = await one.start(wins="1")
        number = 0
        while match.to_move:
            moves = await one.legal(match)
            outcomes = await asyncio.gather(
                one.play(match, moves[0]), two.play(match, moves[-1]), return_exceptions=True
            )
            won = [outcome for outcome in outcomes if isinstance(outcome, Played)]
            lost = [outcome for outcome in outcomes if not isinstance(outcome, Played)]
            assert len(won) == 1
            assert isinstance(lost[0], AlreadyPlayedError | MatchOverError)
            match = won[0].view.match
            number += 1
        assert [entry[0] for entry in await two.log(match.id)] == list(range(1, match.ply + 1))
        assert number > 5
        assert await one.service.view(match.id) == await two.service.view(match.id)


async def test_two_processes_take_turns_in_one_match(path: Path) -> None:
    async with await House.open(path) as one, await House.open(path) as two:
        match = await one.start(wins="1")
        houses = [one, two]
        while match.to_move:
            houses.reverse()
            match = (await houses[0].play(match)).view.match
        assert await one.service.view(match.id) == await two.service.view(match.id)


async def test_a_typed_move_of_another_process_in_between_is_played_on_the_newer_position(path: Path) -> None:
    """Loaded at one ply, committed by somebody else meanwhile: the turn is tried again, and refused for its reason."""
    async with await House.open(path) as one, await House.open(path) as two:
        match = await one.start()
        load = one.service._load
        loaded = asyncio.Event()

        async def load_then_lose(match_id: int) -> Any:
            record = await load(match_id)
            if not loaded.is_set():
                loaded.set()
                await two.play(match)
            return record

        one.service._load = load_then_lose  # type: ignore[method-assign]
        text = one.games["iye"].complete_move(await one.state(match.id), match.to_move[0], "", 1)[0].text
        with pytest.raises(NotYourTurnError):
            await one.service.play_text(match.id, user_of(match, match.to_move[0]), text)
        assert (await two.service.get(match.id)).ply == match.ply + 1


# --------------------------------------------------------------------------------------------------------- refusals


async def test_who_may_not_move_is_told_why(house: House) -> None:
    table = await house.service.open_table("iye", {}, ANN, PLACE)
    assert "not begun" in await refused(
        house, MatchNotStartedError, lambda: house.service.play(table.id, ANN.user_id, 0, ["a1"])
    )
    match = await house.start()
    waiting = user_of(match, 1 - match.to_move[0])
    moves = await house.legal(match)
    for ask in (
        lambda: house.service.play(match.id, waiting, match.ply, moves[:1]),
        lambda: house.service.play_text(match.id, waiting, "a1"),
    ):
        assert "not your turn" in await refused(house, NotYourTurnError, ask)
    strange: tuple[Callable[[], Awaitable[object]], ...] = (
        lambda: house.service.play(match.id, STRANGER, match.ply, moves[:1]),
        lambda: house.service.play_text(match.id, STRANGER, "a1"),
        lambda: house.service.resign(match.id, STRANGER),
    )
    for ask_strangely in strange:
        assert "do not play in this match" in await refused(house, NotSeatedError, ask_strangely)


async def test_a_stale_button_says_so(house: House) -> None:
    match = await house.start()
    for _ in range(2):
        current = await house.service.get(match.id)
        await house.play(current)
    for ply in (0, match.ply, match.ply + 1, match.ply + 9):
        user = user_of(match, match.to_move[0])
        said = await refused(house, AlreadyPlayedError, partial(house.service.play, match.id, user, ply, ["a1"]))
        assert "moved on" in said


async def test_moves_that_the_game_refuses(house: House) -> None:
    match = await house.start()
    user = user_of(match, match.to_move[0])
    for moves, kind in (
        (["nonsense"], InvalidMoveError),
        (["c3"], IllegalMoveError),
        (["deal:" + "/".join(["SSSSS"] * 5)], MoveError),
        ([], IllegalMoveError),
    ):
        await refused(house, kind, partial(house.service.play, match.id, user, match.ply, moves))
    await refused(house, MoveError, lambda: house.service.play_text(match.id, user, "to the moon"))


async def test_an_ended_match_takes_nothing_more(house: House) -> None:
    match = await house.play_out(await house.start())
    for ask in (
        lambda: house.service.play(match.id, ANN.user_id, match.ply, ["a1"]),
        lambda: house.service.play_text(match.id, ANN.user_id, "a1"),
        lambda: house.service.resign(match.id, ANN.user_id),
    ):
        assert "over" in await refused(house, MatchOverError, ask)


# ------------------------------------------------------------------------------------------------------- whole turns


async def trek(house: House, points: int = 3) -> Match:
    """A match of Trek in which the first walker has that many points to walk."""
    while True:
        match = await house.start(ANN, BOB, CEM, game="trek")
        if (await house.state(match.id)).points == points:
            await house.rows(match.id)
            return match


async def test_the_moves_of_a_turn_are_made_all_or_none(house: House) -> None:
    match = await trek(house)
    user = user_of(match, match.to_move[0])
    for moves in (["walk 1", "walk 3"], ["walk 1", "walk 1", "walk 1", "walk 1"], ["walk 3", "nonsense"]):
        await refused(house, MoveError, partial(house.service.play, match.id, user, match.ply, moves))
    played = await house.play(match, "walk 1", "walk 2", "stop")
    assert played.notation == ("walk 1", "walk 2", "stop")
    assert [entry[2:4] for entry in (await house.log(match.id))[match.ply :]][:3] == [
        ("move", "walk 1"),
        ("move", "walk 2"),
        ("move", "stop"),
    ]


async def test_nothing_is_planned_beyond_the_end_of_a_turn_or_a_roll(house: House) -> None:
    match = await trek(house)
    user = user_of(match, match.to_move[0])
    for moves in (["walk 3", "stop", "walk 1"], ["walk 3", "push", "walk 1"]):
        said = await refused(house, IllegalMoveError, partial(house.service.play, match.id, user, match.ply, moves))
        assert said == "These moves are more than one turn."


async def test_a_part_of_a_turn_posts_no_board_and_makes_older_buttons_of_its_player_stale(house: House) -> None:
    match = await trek(house)
    user = user_of(match, match.to_move[0])
    await house.play(match, "walk 1")
    assert await house.rows(match.id) == []
    with pytest.raises(AlreadyPlayedError):
        await house.service.play(match.id, user, match.ply, ["walk 1"])
    match = (await house.play(await house.service.get(match.id), "walk 2", "stop")).view.match
    (row,) = await house.rows(match.id)
    assert (row.kind, row.args["call"]) == ("turn", [match.to_move[0]])


async def test_a_roll_in_the_middle_of_a_turn_shows_a_board_and_calls_nobody_again(house: House) -> None:
    """Never mention somebody twice for one turn."""
    seen: set[bool] = set()
    while seen != {True, False}:
        match = await trek(house)
        after = (await house.play(match, "walk 3", "push")).view.match
        (row,) = await house.rows(match.id)
        goes_on = after.to_move == match.to_move
        assert (row.kind, row.args["call"]) == ("turn", [] if goes_on else list(after.to_move))
        seen.add(goes_on)


# ------------------------------------------------------------------------------------- simultaneous and secret turns


async def bids(house: House, *dice: int) -> Match:
    """A match of Bids for three in which two different dice were rolled."""
    while True:
        match = await house.start(ANN, BOB, CEM, game="bids")
        if len(set((await house.state(match.id)).dice)) == 2:
            await house.rows(match.id)
            return match


async def test_decisions_of_one_simultaneous_turn_may_come_in_any_order_from_one_board(house: House) -> None:
    match = await bids(house)
    low, high = await house.legal(match)
    for person in (CEM, ANN):
        await house.service.play(match.id, person.user_id, match.ply, [low])
        assert await house.rows(match.id) == [], "who decides is not told before everybody has"
    current = await house.service.get(match.id)
    assert (current.ply, current.to_move) == (match.ply + 2, (1,))
    after = (await house.service.play(match.id, BOB.user_id, match.ply, [high])).view.match
    (row,) = await house.rows(match.id)
    assert (row.kind, row.args["call"]) == ("turn", [0, 1, 2])
    assert after.to_move == (0, 1, 2)


async def test_a_click_of_a_decision_that_is_made_already_is_stale_and_may_be_replaced_on_a_new_one(
    house: House,
) -> None:
    match = await bids(house)
    low, high = await house.legal(match)
    await house.service.play(match.id, ANN.user_id, match.ply, [low])
    with pytest.raises(AlreadyPlayedError):
        await house.service.play(match.id, ANN.user_id, match.ply, [low])
    await house.service.play(match.id, ANN.user_id, match.ply + 1, [high])
    assert (await house.state(match.id)).taken[0] == int(high[-1])


async def test_a_board_of_the_turn_before_is_stale_though_its_reader_has_not_decided_since(house: House) -> None:
    match = await bids(house)
    low, *_ = await house.legal(match)
    for person in (ANN, BOB, CEM):
        await house.service.play(match.id, person.user_id, match.ply, [low])
    for person in (ANN, BOB, CEM):
        with pytest.raises(AlreadyPlayedError):
            await house.service.play(match.id, person.user_id, match.ply, [low])


async def test_simultaneous_decisions_in_two_processes_are_all_kept(path: Path) -> None:
    async with await House.open(path) as one, await House.open(path) as two:
        match = await bids(one)
        low, *_ = await one.legal(match)
        await asyncio.gather(
            one.service.play(match.id, ANN.user_id, match.ply, [low]),
            two.service.play(match.id, BOB.user_id, match.ply, [low]),
        )
        assert (await one.service.get(match.id)).to_move == (2,)


# --------------------------------------------------------------------------------------------------------- resigning


async def test_resigning_from_a_match_of_two_ends_it(house: House) -> None:
    match = await house.start()
    await house.rows(match.id)
    ended = await house.service.resign(match.id, BOB.user_id)
    assert ended == await house.service.get(match.id)
    assert (ended.status, ended.to_move, ended.ply) == (MatchStatus.FINISHED, (), match.ply + 1)
    assert ended.seats[1].withdrawn
    assert await house.kinds(match.id) == ["result"]
    view = await house.service.view(match.id)
    assert view.outcome is not None
    assert view.outcome.winners == (0,)
    assert [str(sentence) for sentence in view.sentences] == ["Player 2 has resigned."]


async def test_resigning_is_possible_when_somebody_else_is_to_move(house: House) -> None:
    match = await house.start()
    waiting = 1 - match.to_move[0]
    ended = await house.service.resign(match.id, user_of(match, waiting))
    assert ended.seats[waiting].withdrawn


async def test_resigning_from_a_match_of_three_lets_the_others_go_on(house: House) -> None:
    match = await trek(house)
    left = match.to_move[0]
    after = await house.service.resign(match.id, user_of(match, left))
    assert after.status is MatchStatus.RUNNING
    assert after.to_move not in ((left,), ())
    notice, turn = await house.rows(match.id)
    assert (notice.kind, notice.args["mention"], notice.args["offer"]) == ("notice", [], None)
    assert (turn.kind, turn.args["call"]) == ("turn", list(after.to_move))
    with pytest.raises(NotSeatedError, match="left this match"):
        await house.service.resign(match.id, user_of(match, left))


async def test_when_somebody_who_waits_resigns_nobody_is_called_twice(house: House) -> None:
    match = await trek(house)
    await house.service.resign(match.id, user_of(match, (match.to_move[0] + 1) % 3))
    after = await house.service.get(match.id)
    assert after.to_move == match.to_move
    _, turn = await house.rows(match.id)
    assert turn.args["call"] == []
    await house.play(after, "walk 1")


async def test_between_two_turns_too_nobody_is_called_twice_when_somebody_resigns(house: House) -> None:
    match = await house.start(ANN, BOB, CEM, game="lap")
    await house.rows(match.id)
    await house.service.resign(match.id, user_of(match, 2))
    assert [row.args.get("call") for row in await house.rows(match.id)] == [None, []]
    after = await house.service.resign(match.id, user_of(match, 0))
    assert [row.kind for row in await house.rows(match.id)] == ["result"]
    assert after.status is MatchStatus.FINISHED
    match = await house.start(ANN, BOB, CEM, game="lap")
    await house.rows(match.id)
    await house.service.resign(match.id, user_of(match, 0))
    assert [row.args.get("call") for row in await house.rows(match.id)] == [None, [1]]


async def test_who_begins_another_turn_is_called_again_and_does_not_play_two_at_once(house: House) -> None:
    match = await house.start(ANN, BOB, CEM, game="lap")
    for _ in range(3):
        match = (await house.play(match)).view.match
    await house.rows(match.id)
    user = user_of(match, 0)
    said = await refused(
        house, IllegalMoveError, lambda: house.service.play(match.id, user, match.ply, ["step", "step"])
    )
    assert said == "These moves are more than one turn."
    assert (await house.play(match)).view.match.to_move == (0,)
    assert [row.args["call"] for row in await house.rows(match.id)] == [[0]]


async def test_when_the_last_undecided_resigns_the_turn_is_applied(house: House) -> None:
    match = await bids(house)
    low, high = await house.legal(match)
    for person, move in ((ANN, low), (BOB, high)):
        await house.service.play(match.id, person.user_id, match.ply, [move])
    after = await house.service.resign(match.id, CEM.user_id)
    assert after.to_move == (0, 1)
    assert [row.args.get("call") for row in await house.rows(match.id)] == [None, [0, 1]]


# ---------------------------------------------------------------------------------------- luck and failing commits


class Rolls(TrekGame):
    """Trek that notes every roll it makes."""

    def __init__(self) -> None:
        self.made: list[int] = []

    def sample_chance(self, state: Any, rng: Rng) -> Any:
        move = super().sample_chance(state, rng)
        self.made.append(move.number)
        return move


async def test_a_commit_that_fails_is_never_rolled_again(path: Path) -> None:
    rolls = Rolls()
    async with await House.open(path, {**ALL_GAMES, "trek": rolls}) as house:
        match = await trek(house, points=1)
        rolls.made.clear()
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            for _ in range(5):
                with pytest.raises(StorageError, match="busy"):
                    await house.play(match, "walk 1", "stop")
            other.execute("ROLLBACK")
        await house.play(match, "walk 1", "stop")
        assert len(rolls.made) == 6
        assert len(set(rolls.made)) == 1
        assert (await house.log(match.id))[-1][3] == f"roll {rolls.made[0]}"
    async with await House.open(path) as again:
        current = await again.service.get(match.id)
        assert current.ply == match.ply + 3


async def test_a_start_that_fails_deals_the_same_tiles_when_it_is_tried_again(house: House, path: Path) -> None:
    seen = []
    deal = ALL_GAMES["iye"].sample_chance
    table = await house.service.open_table("iye", {}, ANN, PLACE)
    await house.service.join(table.id, BOB)

    class Dealt:
        def __getattr__(self, name: str) -> Any:
            return getattr(ALL_GAMES["iye"], name)

        def sample_chance(self, state: Any, rng: Rng) -> Any:
            seen.append(move := deal(state, rng))
            return move

    house.service._games = {"iye": Dealt()}
    await house.database._writer.run(
        lambda c: c.execute(
            "CREATE TEMP TRIGGER full BEFORE INSERT ON log BEGIN SELECT raise(ABORT, 'no'); END"
        ).fetchone()
    )
    with pytest.raises(sqlite3.IntegrityError):
        await house.service.start(table.id, ANN.user_id)
    assert (await house.service.get(table.id)).status is MatchStatus.OPEN
    await house.database._writer.run(lambda c: c.execute("DROP TRIGGER full").fetchone())
    await house.service.start(table.id, ANN.user_id)
    assert len(seen) == 4
    assert seen[:2] == seen[2:]


async def test_draws_count_through_the_whole_match_and_the_log_says_which(house: House) -> None:
    match = await house.play_out(await house.start(ANN, BOB, game="trek"), seed=3)
    firsts = [entry[4] for entry in await house.log(match.id) if entry[2] == "chance"]
    assert firsts == list(range(len(firsts)))
    assert len(firsts) > 3
    assert all(entry[4] is None for entry in await house.log(match.id) if entry[2] != "chance")


@pytest.mark.parametrize("stage", ["advance", "add_entries", "post"])
async def test_a_turn_that_breaks_off_in_the_middle_leaves_nothing(
    house: House, stage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await house.start()
    before, woken = await house.dump(), list(house.woken)

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("killed here")

    with monkeypatch.context() as patch:
        if stage == "post":
            patch.setattr(Post, "about_match", broken)
        else:
            patch.setattr(f"bot.matches.repository.{stage}", broken)
        with pytest.raises(RuntimeError, match="killed here"):
            await house.play(match)
    assert await house.dump() == before
    assert house.woken == woken
    assert (await house.play(match)).view.match.ply == match.ply + 1


async def test_a_disk_that_is_full_refuses_the_move_and_takes_it_when_there_is_room(house: House) -> None:
    match = await house.start()

    def limit(pages: int) -> Callable[[sqlite3.Connection], object]:
        return lambda c: c.execute(f"PRAGMA max_page_count = {pages}").fetchone()

    used = (await house.database.rows("PRAGMA page_count"))[0][0]
    await house.database._writer.run(limit(used))
    refusal: StorageError | None = None
    before = await house.dump()
    while refusal is None:
        before = await house.dump()
        try:
            match = (await house.play(match)).view.match if match.to_move else await house.start()
        except StorageError as error:
            refusal = error
    assert "disk is full" in str(refusal)
    assert await house.dump() == before
    assert match.to_move, "it was a move that did not fit"
    await house.database._writer.run(limit(1_000_000))
    assert (await house.play(match)).view.match.ply > match.ply


async def test_a_player_who_stops_waiting_loses_nothing(house: House) -> None:
    """The move is committed and its lane woken though the interaction was cancelled meanwhile, or nothing happened."""
    for steps in range(8):
        match = await house.start()
        await house.rows(match.id)
        house.woken.clear()
        click = asyncio.create_task(house.play(match))
        for _ in range(steps):
            await asyncio.sleep(0)
        click.cancel()
        await asyncio.gather(click, return_exceptions=True)
        await house.service.set_table_message(match.id, 1)  # the writer has done everything before this
        moved = (await house.service.get(match.id)).ply > match.ply
        assert (await house.kinds(match.id) == ["turn"]) == moved
        assert (house.woken == [f"match:{match.id}"]) == moved
        await house.play(await house.service.get(match.id))


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE matches SET state = trail_state",
        "UPDATE matches SET trail_state = 'rubbish'",
        "UPDATE log SET move = 'c3' WHERE kind = 'move'",
        "DELETE FROM log WHERE kind = 'move'",
    ],
)
async def test_nothing_is_played_on_a_position_that_the_log_does_not_give(path: Path, damage: str) -> None:
    async with await House.open(path) as house:
        match = (await house.play(await house.start())).view.match
        await house.database.write(lambda tx: tx.executemany(damage, [()]))
    async with await House.open(path) as again:
        user = user_of(match, match.to_move[0])
        said = await refused(again, StorageError, lambda: again.service.play(match.id, user, match.ply, ["a1"]))
        assert "does not follow from its log" in said
