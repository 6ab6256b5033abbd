"""Reading the panels of planners."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from bot.ui.components.custom_id import Action
from bot.ui.components.messages import ButtonSpec, SelectSpec
from bot.ui.components.text import LABEL_LIMIT, OPTION_LIMIT
from bot.ui.planners.panel import MOVE, Panel, split_version

PLACEHOLDER_WIDTH = 40
"""Characters of a placeholder that a phone shows, about; it cuts the rest."""


def leads(panel: Panel) -> Iterator[str]:
    """Yield where the controls lead: steps, and moves with their prefix."""
    for row in panel.rows:
        for control in row:
            if isinstance(control, SelectSpec):
                yield from (choice.value for choice in control.choices)
            elif isinstance(control, ButtonSpec):
                found = Action("", 0, 0, control.custom_id.split(":", 4)[4])
                yield MOVE * panel.at_once + split_version(found.detail)[1]


def check(panel: Panel) -> None:
    """Check Discord's limits (https://discord.com/developers/docs/components/reference)."""
    assert len(panel.rows) <= 4
    ids = [control.custom_id for row in panel.rows for control in row if isinstance(control, ButtonSpec | SelectSpec)]
    assert len(set(ids)) == len(ids)
    assert all(len(custom_id) <= 100 for custom_id in ids)
    for row in panel.rows:
        assert len(row) == 1 or (len(row) <= 5 and all(isinstance(control, ButtonSpec) for control in row))
        for control in row:
            if isinstance(control, SelectSpec):
                values = [choice.value for choice in control.choices]
                assert 1 <= len(values) <= 25
                assert len(control.placeholder) <= PLACEHOLDER_WIDTH, control.placeholder
                assert len(set(values)) == len(values)
                assert all(len(choice.label) <= OPTION_LIMIT for choice in control.choices)
                assert all(len(choice.description or "") <= OPTION_LIMIT for choice in control.choices)
            elif isinstance(control, ButtonSpec):
                assert len(control.label) <= LABEL_LIMIT
                assert control.label or control.emoji


def labels(panel: Panel) -> list[str]:
    return [control.label for row in panel.rows for control in row if isinstance(control, ButtonSpec)]


def menus(panel: Panel) -> list[SelectSpec]:
    return [control for row in panel.rows for control in row if isinstance(control, SelectSpec)]


def planned_from(panel_of: Callable[[str], Panel]) -> Counter[str]:
    """Return the moves that can be planned, with the number of panels that offer each; check every panel."""
    seen, ahead, moves = {""}, [""], Counter[str]()
    while ahead:
        panel = panel_of(ahead.pop())
        check(panel)
        for lead in leads(panel):
            if lead.startswith(MOVE):
                moves[lead.removeprefix(MOVE)] += 1
            elif lead not in seen:
                seen.add(lead)
                ahead.append(lead)
    return moves
