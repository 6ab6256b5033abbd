"""Controls carry everything that they need in their custom_id."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.every import HANDLERS
from bot.ui.items import TEMPLATE, Action, handles

actions = st.builds(
    Action,
    name=st.sampled_from(sorted(HANDLERS)),
    match_id=st.integers(0, 10**12),
    ply=st.integers(0, 9999),
    detail=st.text(st.characters(blacklist_categories=["Cc", "Cs", "Zl"]), max_size=20),
)


@given(actions)
def test_an_action_survives_its_custom_id(action: Action) -> None:
    found = TEMPLATE.fullmatch(action.custom_id)
    assert found is not None
    assert Action.parse(found) == action
    assert len(action.custom_id) <= 100


@pytest.mark.parametrize(
    "action", [Action("move", 1, 1, "x" * 90), Action("Move"), Action("move", -1), Action("move", 1, 1, "a\nb")]
)
def test_a_custom_id_that_would_never_fire_is_not_made(action: Action) -> None:
    with pytest.raises(ValueError, match="not fit for a custom_id"):
        _ = action.custom_id


def test_the_longest_encoded_move_fits_whatever_the_match() -> None:
    assert len(Action("move", 10**18 - 1, 10**9 - 1, "m" * 40).custom_id) <= 100


def test_a_name_has_one_handler() -> None:
    with pytest.raises(ValueError, match="two handlers"):
        handles("move")(HANDLERS["move"])
