"""Places: the game's ranking, and behind it the players who left."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from bot.matches.model.log import Record
from bot.matches.model.match import Match, MatchStatus
from bot.matches.model.results import ExitReason, SeatExit, SeatRecord, SeatResult
from bot.matches.results.ranking import rank_seats
from engines.errors import IllegalMoveError
from engines.game import Outcome, Role, ScoreRow, ScoreTable
from engines.text import T
from tests.bot.ui.views import match as sample_match

RESIGNED, LEFT, REPLACED = ExitReason.RESIGNED, ExitReason.LEFT, ExitReason.REPLACED
Ranking = tuple[tuple[int, ...], ...]


class Rules:
    """A game with a given outcome; ``out``: seats that the rules have eliminated."""

    def __init__(self, ranking: Ranking | None, *, total: int | None = None, out: Sequence[int] = ()) -> None:
        self._ranking, self._total, self._out = ranking, total, out
        cards = SimpleNamespace(name="cards", default="off")
        self.info = SimpleNamespace(slug="iye", options=(cards,), scored_options=("cards",))

    def load_state(self, line: str) -> str:
        return line

    def outcome(self, _state: str) -> Outcome | None:
        if self._ranking is None:
            return None
        scores = None
        if self._total is not None:
            scores = ScoreTable(T("x"), (), ScoreRow(T("x"), (self._total,)))
        return Outcome("goal", T("x"), self._ranking, scores)

    def withdraw(self, state: str, player: int) -> str:
        if player in self._out:
            raise IllegalMoveError(T("Out."))
        return state


class UnequalRules(Rules):
    """The same with three herders and, on the last seat, the wairgka."""

    roles = (Role("herder", T("Herder")), Role("wairgka", T("Wairgka")))

    def roles_of(self, _state: str) -> Sequence[str]:
        return ("herder", "herder", "herder", "wairgka")


def results(
    game: Any,
    players: int,
    gone: Sequence[SeatExit] = (),
    *,
    late: Sequence[int] = (),
    computers: Sequence[int] = (),
    users: Sequence[int] | None = None,
    status: MatchStatus = MatchStatus.FINISHED,
) -> tuple[SeatResult, ...]:
    """Return the results of a match; user 101 holds seat 0 and so on, a substitute has 201 and so on."""
    ids = users or [(201 if seat in late else 101) + seat for seat in range(players)]
    withdrawn = {one.player for one in gone if one.user_id == ids[one.player] and one.reason is not REPLACED}
    seats = tuple(
        SimpleNamespace(player=seat, user_id=ids[seat], withdrawn=seat in withdrawn) for seat in range(players)
    )
    match: Match = sample_match(status=status, result=T("x"), seats=seats, to_move=())
    record = Record(match, b"", 0, "state", 0, "state", 0, "goal")
    seat_records = [
        SeatRecord(seat, ids[seat], seat in withdrawn, seat in (*late, *computers), is_computer=seat in computers)
        for seat in range(players)
    ]
    return rank_seats(game, record, seat_records, gone)


def places(found: Sequence[SeatResult]) -> dict[int, int | None]:
    return {one.user_id: one.place for one in found}


def kinds(found: Sequence[SeatResult]) -> dict[int, str | None]:
    return {one.user_id: one.kind for one in found}


@pytest.mark.parametrize(
    ("ranking", "expected", "expected_kinds"),
    [
        (((1,), (0,), (2,)), {101: 2, 102: 1, 103: 3}, {101: "lost", 102: "won", 103: "lost"}),
        (((0, 2), (1,)), {101: 1, 102: 3, 103: 1}, {101: "drawn", 102: "lost", 103: "drawn"}),
        (((0, 1, 2),), {101: 1, 102: 1, 103: 1}, {101: "drawn", 102: "drawn", 103: "drawn"}),
        (((1,),), {101: 2, 102: 1, 103: 2}, {101: "lost", 102: "won", 103: "lost"}),
        ((), {101: 1, 102: 1, 103: 1}, {101: "lost", 102: "lost", 103: "lost"}),
    ],
)
def test_places_are_those_of_the_ranking_with_ties_and_the_unranked_behind(
    ranking: Ranking, expected: dict[int, int], expected_kinds: dict[int, str]
) -> None:
    found = results(Rules(ranking), 3)
    assert places(found) == expected
    assert kinds(found) == expected_kinds


@pytest.mark.parametrize("reason", [RESIGNED, LEFT, REPLACED])
@pytest.mark.parametrize("ranking", [((1,), (0,), (2,)), ((0,), (1,), (2,)), ((0,), (2,), (1,)), ((0, 1), (2,))])
def test_player_whom_a_computer_player_replaced_is_last_and_its_place_counts_for_nobody(
    ranking: Ranking, reason: ExitReason
) -> None:
    found = results(Rules(ranking), 3, [SeatExit(1, 102, reason)], computers=[1], users=[101, -2, 103])
    assert places(found) == {101: 1, 103: 2, 102: 3}
    assert kinds(found) == {101: "won", 103: "lost", 102: "lost"}


def test_deleted_data_of_the_replaced_player_leaves_the_other_places() -> None:
    found = results(Rules(((1,), (0,), (2,))), 3, [SeatExit(1, 0, LEFT)], computers=[1], users=[101, -2, 103])
    assert places(found) == {101: 1, 103: 2}


def test_only_the_last_of_several_holders_was_replaced_by_the_computer_player() -> None:
    gone = [SeatExit(1, 102, REPLACED), SeatExit(1, 202, REPLACED)]
    found = results(Rules(((1,), (0,), (2,))), 3, gone, computers=[1], users=[101, -2, 103])
    assert places(found) == {101: 1, 103: 2, 202: 3}
    assert [one.late for one in found if one.user_id == 202] == [True]


def test_agreed_draw_gives_active_players_the_first_place() -> None:
    found = results(Rules(None, out=[1]), 4, [SeatExit(3, 104, RESIGNED)])
    assert places(found) == {101: 1, 103: 1, 102: 3, 104: 4}
    assert kinds(found) == {101: "drawn", 103: "drawn", 102: "lost", 104: "lost"}


def test_resigned_player_keeps_the_place_by_the_rules() -> None:
    found = results(Rules(((2,), (0,), (1,))), 3, [SeatExit(0, 101, RESIGNED)])
    assert places(found) == {103: 1, 101: 2, 102: 3}
    assert {one.user_id: one.exit_reason for one in found} == {101: RESIGNED, 102: None, 103: None}


def test_unranked_resigned_player_is_behind_other_unranked_players() -> None:
    assert places(results(Rules(((2,),)), 4, [SeatExit(0, 101, RESIGNED)])) == {103: 1, 102: 2, 104: 2, 101: 4}


@pytest.mark.parametrize("ranking", [((0,), (1,), (2,)), ((0, 1, 2),), ((1,), (0,), (2,)), ()])
def test_abandoning_player_is_last_and_the_others_keep_their_order(ranking: Ranking) -> None:
    before = places(results(Rules(ranking), 3))
    found = results(Rules(ranking), 3, [SeatExit(0, 101, LEFT)])
    after = places(found)
    assert after[101] == 3
    assert kinds(found)[101] == "lost"
    for user in (102, 103):
        assert (after[user] or 0) <= (before[user] or 0)


def test_win_of_a_player_who_left_passes_to_the_next() -> None:
    found = results(Rules(((0,), (1,), (2,))), 3, [SeatExit(0, 101, LEFT)])
    assert kinds(found) == {101: "lost", 102: "won", 103: "lost"}


def test_aborted_match_has_no_results_unless_abandoned() -> None:
    rules, status = Rules(None), MatchStatus.ABORTED
    assert results(rules, 3, status=status) == ()
    assert results(rules, 3, [SeatExit(0, 101, RESIGNED)], status=status) == ()
    found = results(rules, 3, [SeatExit(0, 101, LEFT)], status=status)
    assert places(found) == {102: 1, 103: 1, 101: 3}
    assert set(kinds(found).values()) == {None}


def test_player_who_gave_up_a_seat_loses_even_if_the_seat_wins() -> None:
    found = results(Rules(((1,), (0,))), 2, [SeatExit(1, 102, RESIGNED)], late=[1])
    assert places(found) == {202: 1, 101: 2, 102: 3}
    assert [(one.number, one.player, one.late) for one in found] == [(0, 0, False), (1, 1, True), (2, 1, False)]


def test_player_who_handed_over_a_seat_has_no_result() -> None:
    assert places(results(Rules(((1,), (0,))), 2, [SeatExit(1, 102, REPLACED)], late=[1])) == {202: 1, 101: 2}


def test_player_who_returns_to_a_handed_over_seat_counts_normally() -> None:
    (_, back) = results(Rules(((1,), (0,))), 2, [SeatExit(1, 202, REPLACED)], late=[1])
    assert (back.user_id, back.place, back.exit_reason, back.late) == (202, 1, None, True)


def test_every_later_holder_of_a_seat_counts_as_a_substitute() -> None:
    gone = [SeatExit(1, 102, RESIGNED), SeatExit(1, 152, LEFT)]
    found = results(Rules(((0,), (1,))), 2, gone, late=[1])
    assert {one.user_id: one.late for one in found} == {101: False, 202: True, 102: False, 152: True}


@pytest.mark.parametrize(
    ("ranking", "expected"),
    [
        (((1,), (0,), (2,), (3,)), {102: 1, 101: 2, 103: 2, 104: 2}),
        (((0, 1), (2,), (3,)), {101: 1, 102: 1, 103: 3, 104: 3}),
        (((3,), (0,), (1,), (2,)), {104: 1, 101: 2, 102: 2, 103: 2}),
        (((0, 1, 2, 3),), {101: 1, 102: 1, 103: 1, 104: 1}),
    ],
)
def test_unequal_roles_have_winners_and_others(ranking: Ranking, expected: dict[int, int]) -> None:
    found = results(UnequalRules(ranking), 4)
    assert places(found) == expected
    assert [one.role for one in found] == ["herder", "herder", "herder", "wairgka"]


def test_unequal_roles_rank_resigned_players_behind() -> None:
    found = results(UnequalRules(((1,), (0,), (3,), (2,))), 4, [SeatExit(2, 103, RESIGNED)])
    assert places(found) == {102: 1, 101: 2, 104: 2, 103: 4}


def test_solo_player_has_a_score_and_no_place() -> None:
    (found,) = results(Rules(((0,),), total=182), 1)
    assert (found.score, found.variant, found.place, found.kind) == (182, "cards=off", None, None)


def test_resigned_solo_player_has_no_score() -> None:
    (found,) = results(Rules((), total=182), 1, [SeatExit(0, 101, RESIGNED)])
    assert (found.score, found.place) == (None, None)


def test_deleted_users_are_left_out_and_the_others_keep_their_places() -> None:
    found = results(Rules(((1,), (0,), (2,))), 3, users=[101, -5, 103])
    assert places(found) == {101: 2, 103: 3}
    assert [one.number for one in found] == [0, 2]
