"""Panels of Chiefdom’s planner, and their labels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.matches.model.match import SeatHolder
from bot.matches.model.views import MatchView
from bot.ui.components.messages import ButtonSpec, SelectSpec
from bot.ui.components.text import Writer
from bot.ui.planners.chiefdom import CHIEFDOM_PLANNER
from bot.ui.planners.panel import Panel, split_version
from engines.chiefdom.observation import ChiefdomObservation
from tests.bot.ui.views import plan, view, writer


def shown(state: Any, viewer: int | None = 0) -> MatchView:
    return view(state, viewer=viewer, game="chiefdom", seats=SEATS[: len(state.sheets)])


def write(game_view: MatchView) -> Writer:
    return writer(game="chiefdom", seats=game_view.match.seats)


def panel_of(state: Any, place: str = "", *moves: str) -> Panel:
    game_view = shown(state)
    panel = CHIEFDOM_PLANNER.panel(plan(game_view, *moves), place, write(game_view))
    assert panel is not None, place
    return panel


def controls(panel: Panel) -> Iterator[tuple[str, str]]:
    """Yield the steps to which enabled controls lead, with their labels."""
    for row in panel.rows:
        for control in row:
            if isinstance(control, ButtonSpec) and not control.disabled:
                yield step_of(control.custom_id), name_of(control)
            elif isinstance(control, SelectSpec):
                yield from ((choice.value, choice.label) for choice in control.choices)


def labelled(panel: Panel, label: str) -> str:
    """Return the step to which the control with this label leads."""
    (place,) = [place for place, text in controls(panel) if text == label]
    return place


def disabled(panel: Panel) -> set[str]:
    """Return the labels of disabled buttons."""
    return {name_of(each) for row in panel.rows for each in row if isinstance(each, ButtonSpec) and each.disabled}


def ghost(panel: Panel) -> Any:
    assert isinstance(panel.shown, ChiefdomObservation)
    return panel.shown.ghost


SEATS = tuple(SeatHolder(seat, 101 + seat, name) for seat, name in enumerate(("Ann", "Bob", "Cem")))


def name_of(press: ButtonSpec) -> str:
    """Return a button's name here, or else its label."""
    return SIGNS.get(press.emoji or "", press.label)


def step_of(custom_id: str) -> str:
    name, detail = custom_id.split(":", 4)[1], custom_id.split(":", 4)[4]
    return "" if name == "askcell" else split_version(detail)[1]


SIGNS = {
    "⬅️": "West",
    "⬆️": "North",
    "⬇️": "South",
    "➡️": "East",
    "⏭️": "Next place",
    "🔄": "Rotate",
    "↔️": "Flip",
    "🎯": "Go to",
}
"""Names of the buttons that move and turn the held shape."""
