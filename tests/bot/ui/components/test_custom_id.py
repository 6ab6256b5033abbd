"""Custom ids of controls, and the values of selects and forms."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.components.custom_id import TEMPLATE, Action, begin_epoch
from bot.ui.components.forms import ModalSpec, TextFieldSpec
from bot.ui.handlers import HANDLERS
from bot.ui.interactions.presses import values_of
from bot.ui.interactions.registry import handles

actions = st.builds(
    Action,
    name=st.sampled_from(sorted(HANDLERS)),
    match_id=st.integers(0, 10**12),
    ply=st.integers(0, 9999),
    detail=st.text(st.characters(blacklist_categories=["Cc", "Cs", "Zl"]), max_size=20),
)


@given(actions)
def test_actions_survive_their_custom_ids(action: Action) -> None:
    found = TEMPLATE.fullmatch(action.custom_id)
    assert found is not None
    assert Action.parse(found) == action
    assert len(action.custom_id) <= 100


@pytest.mark.parametrize(
    "action", [Action("move", 1, 1, "x" * 90), Action("Move"), Action("move", -1), Action("move", 1, 1, "a\nb")]
)
def test_invalid_custom_ids_are_refused(action: Action) -> None:
    with pytest.raises(ValueError, match="not fit for a custom_id"):
        _ = action.custom_id


def test_longest_move_fits_into_a_custom_id() -> None:
    assert len(Action("move", 10**18 - 1, 10**9 - 1, "m" * 40).custom_id) <= 100


def test_second_handler_of_a_name_is_refused() -> None:
    with pytest.raises(ValueError, match="two handlers"):
        handles("move")(HANDLERS["move"])


def test_values_of_selects_and_both_layouts_of_forms_are_found() -> None:
    label = {"type": 18, "component": {"type": 4, "custom_id": "text", "value": "e5-f7"}}
    row = {"type": 1, "components": [{"type": 4, "custom_id": "text", "value": "e5-f7"}]}
    assert values_of({"values": ["a", "b"]}) == ("a", "b")
    assert values_of({"components": [label]}) == values_of({"components": [row]}) == ("e5-f7",)
    assert values_of({}) == values_of({"components": []}) == ()


async def test_form_is_within_discords_limits_and_not_kept_in_memory() -> None:
    modal = ModalSpec("k:written:1:2:", "t" * 60, (TextFieldSpec("l" * 60, "h" * 120, 200),)).modal()
    assert modal.is_finished(), "discord.py keeps unfinished forms in memory"
    payload = modal.to_dict()
    (line,) = payload["components"]
    assert (payload["custom_id"], len(payload["title"])) == ("k:written:1:2:", 45)
    assert (len(line["label"]), len(line["description"])) == (45, 100)


@pytest.mark.parametrize("epoch", [0, 1, 0x6924E5A1])
def test_custom_id_contains_the_epoch(epoch: int) -> None:
    begin_epoch(epoch)
    try:
        made = Action("move", 12, 31, "c5")
        assert made.custom_id == ("k:move:12:31:c5" if epoch == 0 else f"k{epoch:x}:move:12:31:c5")
    finally:
        begin_epoch(0)
    found = TEMPLATE.fullmatch(made.custom_id)
    assert found is not None
    assert Action.parse(found) == made
    assert made.epoch == epoch


def test_longest_move_fits_with_an_epoch() -> None:
    assert Action("plan", 9_999_999_999, 99_999, f"{'0' * 8}:{'p' * 50}", 2**32 - 1).is_encodable
