"""Decodes clicks, chosen values and submitted forms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import discord

from bot.ui.components.custom_id import TEMPLATE, Action

UNKNOWN = Action("")
"""An action without a handler."""


def detached_action(interaction: discord.Interaction[Any]) -> Action | None:
    """Return the action of a click or form that discord.py does not dispatch; ``None`` for all other interactions.

    Discord sends the message of a click in its current state, and an earlier click may just have removed its controls.
    discord.py then does not find the control and leaves the click unanswered. It dispatches only forms that it
    remembers, but ours work forever.
    """
    action, message = action_of(interaction), interaction.message
    is_form = interaction.type is discord.InteractionType.modal_submit
    data: Any = interaction.data or {}
    if action is not None and not is_form and message is not None:
        return None if _is_under(message.components, data["custom_id"], data["component_type"]) else action
    return action


def action_of(interaction: discord.Interaction[Any]) -> Action | None:
    """Return the action of a click or form; ``None`` for all other interactions."""
    if interaction.type not in {discord.InteractionType.component, discord.InteractionType.modal_submit}:
        return None
    data: Any = interaction.data or {}
    found = TEMPLATE.fullmatch(data.get("custom_id", ""))
    return None if found is None else Action.parse(found)


def is_unknown(interaction: discord.Interaction[Any]) -> bool:
    """Return whether a click or form has no custom_id of this bot; it must be answered anyway."""
    pressed = interaction.type in {discord.InteractionType.component, discord.InteractionType.modal_submit}
    return pressed and action_of(interaction) is None


def values_of(data: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the values chosen in a select or typed into a form, as Discord sends them."""
    filled = tuple(_filled(data.get("components", ())))
    return tuple(data.get("values", ())) or filled


def fields_of(data: Mapping[str, Any]) -> dict[str, str]:
    """What was filled into each field of a form, by custom id; a box is ``yes`` or ``no``."""
    return dict(_fields(data.get("components", ())))


def _fields(parts: Iterable[Mapping[str, Any]]) -> Iterable[tuple[str, str]]:
    for part in parts:
        value = part.get("value", next(iter(part.get("values") or ()), None))
        if isinstance(value, bool):
            value = "yes" if value else "no"
        if isinstance(value, str) and isinstance(part.get("custom_id"), str):
            yield part["custom_id"], value
        yield from _fields([*part.get("components", ()), *filter(None, (part.get("component"),))])


def _filled(parts: Iterable[Mapping[str, Any]]) -> Iterable[str]:
    for part in parts:
        if isinstance(part.get("value"), str):
            yield part["value"]
        yield from _filled([*part.get("components", ()), *filter(None, (part.get("component"),))])


def _is_under(components: Iterable[Any], custom_id: str, kind: int) -> bool:
    """Return whether a component of this kind with this custom_id is among these or inside them."""
    for part in components:
        inside = (*getattr(part, "children", ()), *filter(None, (getattr(part, "accessory", None),)))
        if getattr(part, "custom_id", None) == custom_id and part.type.value == kind:
            return True
        if _is_under(inside, custom_id, kind):
            return True
    return False
