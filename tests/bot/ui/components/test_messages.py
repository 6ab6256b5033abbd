"""Messages as values are sent exactly like discord.py's own items."""

from __future__ import annotations

import discord
from discord.ui import View
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.components.messages import ButtonSpec, OutgoingMessage, Rows, SelectOptionSpec, SelectSpec

BUTTONS = st.builds(
    ButtonSpec,
    custom_id=st.text("abc:!", min_size=1, max_size=100),
    label=st.text(max_size=90),
    style=st.sampled_from([style for style in discord.ButtonStyle if style.value < 5]),
    emoji=st.sampled_from([None, "🖼️", "⏪", "✅", "🧍"]),
    disabled=st.booleans(),
)
MENU = SelectSpec("menu", "Choose", (SelectOptionSpec("a", "A", "first", "✅"), SelectOptionSpec("b", "B")))


def of_discord(rows: Rows) -> View:
    """Return the rows as a view of discord.py's own items."""
    view = View(timeout=None)
    for number, row in enumerate(rows):
        for control in row:
            item = control.item()
            item.row = number
            view.add_item(item)
    return view


@given(st.lists(st.lists(BUTTONS, max_size=5), max_size=4))
async def test_controls_are_sent_as_discord_py_sends_its_own_items(rows: list[list[ButtonSpec]]) -> None:
    message = OutgoingMessage("text", (*rows, (MENU,)))
    for arguments in (message.to_send(), message.to_edit()):
        assert arguments["view"].to_components() == of_discord(message.rows).to_components()
        assert not arguments["view"].has_components_v2()


async def test_sent_view_is_not_kept_in_memory() -> None:
    assert OutgoingMessage("text", ((ButtonSpec("k", "Press"),),)).to_send()["view"].is_finished()


def test_menu_of_another_choice_is_another_component() -> None:
    """Else a client that keeps what was chosen shows an old line in the next menu at the same place."""
    ids = [SelectSpec(custom_id, "Choose", MENU.choices).item().id for custom_id in ("menu", "menu", "next menu")]
    assert ids[0] == ids[1] != ids[2]
    assert all(0 < one < 2**31 for one in ids if one is not None)
