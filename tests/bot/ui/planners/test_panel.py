"""Custom ids of plans, and pages, as used by every planner."""

from hypothesis import given
from hypothesis import strategies as st

from bot.ui.components.messages import SelectOptionSpec
from bot.ui.planners.panel import (
    MENU_SIZE,
    in_rows,
    move_action,
    pages_of,
    path_action,
    path_select,
    split_version,
    version_of,
)
from tests.bot.ui.views import plan, state, view

moves = st.lists(st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=40), max_size=12)


@given(moves, moves)
def test_different_plans_have_different_versions(one: list[str], other: list[str]) -> None:
    assert (version_of(one) == version_of(other)) == (one == other)


@given(moves, st.text(st.characters(blacklist_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=40))
def test_version_and_rest_of_a_detail_are_split(planned: list[str], detail: str) -> None:
    assert split_version(f"{version_of(planned)}:{detail}") == (version_of(planned), detail)


def test_controls_under_boards_have_no_version() -> None:
    for detail in ("", "spend", "S", "abc:def"):
        assert split_version(detail) == (None, detail)


def test_components_carry_plan_version_and_ply() -> None:
    made = plan(view(state()), "d3")
    assert path_action(made, "e5").custom_id == f"k:plan:12:2:{version_of(['d3'])}:e5"
    assert move_action(made, "e5-f7.2").custom_id == f"k:plan:12:2:{version_of(['d3'])}:!e5-f7.2"
    assert (
        path_select(made, "a", "…", [SelectOptionSpec("x", "X")]).custom_id
        != path_select(made, "b", "…", [SelectOptionSpec("x", "X")]).custom_id
    )


def test_longest_move_and_step_fit_into_a_custom_id() -> None:
    made = plan(view(state(), viewer=0, id=10**18 - 1, ply=10**9 - 1))
    assert len(move_action(made, "m" * 40).custom_id) <= 100
    assert len(path_action(made, "p" * 50).custom_id) <= 100
    assert made.player == 0


def test_pages_and_rows_keep_every_item() -> None:
    for number in (0, 1, 24, 25, 26, 50, 51):
        pages = pages_of(range(number))
        assert [item for page in pages for item in page] == list(range(number))
        assert all(len(page) <= MENU_SIZE for page in pages)
        assert all(len(page) > 0 for page in pages) or number == 0
    press = path_action(plan(view(state())), "e5").button("e5")
    assert [len(row) for row in in_rows([press] * 9)] == [4, 4, 1]
