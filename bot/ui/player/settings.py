"""``/player settings``: change settings, and test notifications."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from discord import app_commands

from bot.errors import UserError
from bot.matches.clocks.time_parsing import checked_days_off
from bot.matches.clocks.time_zones import find_zones, local_time, offset_of
from bot.matches.errors import InvalidTimeError
from bot.matches.model.settings import choices_of
from bot.ui.components.custom_id import Action
from bot.ui.components.forms import ModalSpec, TextFieldSpec
from bot.ui.components.messages import OutgoingMessage, SelectOptionSpec
from bot.ui.components.panels import panel
from bot.ui.components.text import OPTION_LIMIT, Writer
from bot.ui.interactions.context import NO_CHOICE, InteractionContext
from bot.ui.interactions.permissions import can_post
from bot.ui.interactions.registry import handles
from bot.ui.player.setting_texts import SETTINGS, TEXTS, clock_title
from bot.ui.player.settings_panel import page_of, settings_panel
from engines.text import T, excerpt

ZONE_LIMIT = 60
"""Maximum length of a typed time zone."""
UNKNOWN_SETTING = T("There is no such setting.")


@dataclass(frozen=True, slots=True)
class SettingInput:
    """A setting with its chosen or typed value."""

    name: str
    values: Sequence[str]
    is_typed: bool = False
    """Whether it was typed as a command option."""

    @property
    def value(self) -> str:
        """The only value; empty if nothing was chosen."""
        return self.values[0] if self.values else ""


@handles("settings")
async def on_setting_chosen(context: InteractionContext, action: Action) -> None:
    """Save one setting from its menu or form."""
    await change_settings(context, [SettingInput(action.detail, context.values)])


@handles("settingspage")
async def on_settings_page(context: InteractionContext, action: Action) -> None:
    """Show another page of the panel."""
    settings = await context.services.matches.player_settings.get(context.user_id)
    await context.responder.show(await settings_panel(context, settings, page=action.ply))


async def change_settings(context: InteractionContext, chosen: Sequence[SettingInput]) -> None:
    """Save settings and show the panel. An ambiguous time zone is asked for again, and nothing is saved."""
    settings = await context.services.matches.player_settings.get(context.user_id)
    if not chosen:
        await context.responder.show(await settings_panel(context, settings))
        return
    changes: dict[str, Any] = {}
    for one in chosen:
        if one.name == "zone" and one.value:
            zones = await _zones(context, one.value)
            if len(zones) > 1:
                await context.responder.show(_zone_question(context, zones))
                return
            changes["zone"] = zones[0]
        else:
            changes |= changes_of(context, one)
    settings = await context.services.matches.player_settings.change(context.user_id, **changes)
    if "locale" in changes:
        context.write = context.services.writer(settings.locale or str(context.interaction.locale))
    changed = [one.name for one in chosen]
    await context.responder.show(await settings_panel(context, settings, changed=changed, page=page_of(changed[0])))


def changes_of(context: InteractionContext, chosen: SettingInput) -> Mapping[str, Any]:
    """Return the fields that an input changes.

    Raises:
        UserError: the setting or value does not exist.
        InvalidTimeError: hours or days are unreadable, or leave no time to play.
    """
    value = chosen.value
    if not chosen.values and chosen.name != "days":
        raise UserError(NO_CHOICE)
    if chosen.name not in SETTINGS:
        raise UserError(UNKNOWN_SETTING)
    setting, texts = SETTINGS[chosen.name], TEXTS[chosen.name]
    choices = choices_of(setting, context.services.catalogues.languages)
    if value in choices:
        return {setting.field: choices[value]}
    if chosen.name == "days" and not chosen.is_typed:
        return {setting.field: checked_days_off(frozenset(map(int, _digits(chosen.values))))}
    if texts.read is None:
        raise UserError(UNKNOWN_SETTING)
    return {setting.field: texts.read(value)}


def _digits(values: Sequence[str]) -> Sequence[str]:
    """Check numbers of days of the week, as the menu sends them."""
    if not all(re.fullmatch(r"[0-6]", value) for value in values):
        raise UserError(UNKNOWN_SETTING)
    return values


# ------------------------------------------------------------------------------------------------------- time zones


async def _zones(context: InteractionContext, typed: str) -> Sequence[str]:
    """Return the time zones that match.

    Raises:
        InvalidTimeError: none matches.
    """
    found = await asyncio.to_thread(find_zones, typed, context.services.clock())
    if not found:
        raise InvalidTimeError(
            T(
                "I do not know the time zone “{typed}”. Type a large city nearby, such as Istanbul, or the"
                " difference from UTC, such as UTC+5:30.",
                typed=excerpt(typed),
            )
        )
    return found


def _zone_question(context: InteractionContext, zones: Sequence[str]) -> OutgoingMessage:
    now = context.services.clock()
    choices = tuple(SelectOptionSpec(zone, _zone_label(zone, now, context.write)) for zone in zones)
    menu = Action("settings", detail="zone").select(context.write.plain(T("Choose a time zone …")), choices)
    return panel(
        [context.write(T("Several time zones match. Which one is yours? Nothing has been changed yet."))], ((menu,),)
    )


async def zone_choices(context: InteractionContext, typed: str) -> Sequence[app_commands.Choice[str]]:
    """Suggest time zones for the option ``timezone``, with their current time."""
    now = context.services.clock()
    zones = await asyncio.to_thread(find_zones, typed or "UTC", now)
    return [app_commands.Choice(name=_zone_label(zone, now, context.write), value=zone) for zone in zones]


def _zone_label(zone: str, now: int, write: Writer) -> str:
    """Return a zone with its current time."""
    label = T("{zone}: now {time} ({offset})", zone=zone, time=local_time(zone, now), offset=offset_of(zone, now))
    return write.plain(label, OPTION_LIMIT)


@handles("askzone")
async def ask_for_zone(context: InteractionContext, _action: Action) -> None:
    """Show the form for the time zone."""
    await context.responder.open_modal(
        ModalSpec(
            Action("settings", detail="zone").custom_id,
            title=context.write.plain(T("Your time zone")),
            fields=(
                TextFieldSpec(
                    label=context.write.plain(T("A city nearby, or the difference from UTC")),
                    hint=context.write.plain(T("For example Istanbul, New York, Asia/Kolkata or UTC+5:30.")),
                    longest=ZONE_LIMIT,
                ),
            ),
        )
    )


@handles("askquiet")
async def ask_for_quiet_hours(context: InteractionContext, _action: Action) -> None:
    """Show the form for quiet hours, to the minute."""
    quiet = (await context.services.matches.player_settings.get(context.user_id)).quiet_hours
    await context.responder.open_modal(
        ModalSpec(
            Action("settings", detail="quiet").custom_id,
            title=context.write.plain(T("Your quiet hours")),
            fields=(
                TextFieldSpec(
                    label=context.write.plain(T("From and to")),
                    hint=context.write.plain(T("For example 22:30-07:15, or none. At most 16 hours.")),
                    longest=ZONE_LIMIT,
                    filled="22:00-07:00" if quiet is None else "-".join(map(clock_title, quiet)),
                ),
            ),
        )
    )


# ----------------------------------------------------------------------------------------------------------- a test


@handles("testtell")
async def send_test_notification(context: InteractionContext, _action: Action) -> None:
    """Send a test notification as set, with advice if it fails."""
    notify_by = (await context.services.matches.player_settings.get(context.user_id)).notify_by
    lines = []
    may_post = context.interaction.guild_id is None or can_post(context)
    if notify_by in {"mention", "both"} and not may_post:
        denied = T("🔔 You cannot write in this channel, so I do not mention you here. Press the button where you can.")
        lines.append(context.write(denied))
    elif notify_by in {"mention", "both"}:
        context.count_notification()  # everyone in the channel reads it
        test = T("This is the test you asked for. In a match I mention you like this when it is your turn.")
        message = OutgoingMessage(f"<@{context.user_id}> {context.write(test)}", mentions=(context.user_id,))
        await context.responder.reply_publicly(message, OutgoingMessage(context.write(T("Here it comes."))))
        lines.append(context.write(T("🔔 I have mentioned you in this channel.")))
    if notify_by in {"dm", "both"}:
        test = T("This is the test you asked for. I send you a message like this when it is your turn.")
        reached = await context.services.send_dm(
            context.user_id, OutgoingMessage(context.write(test)), f"t{context.interaction.id}"
        )
        lines.append(context.write(T("✉️ I have sent you a direct message.") if reached else DM_BLOCKED))
    await context.responder.reply(OutgoingMessage("\n".join(lines)))


DM_BLOCKED = T(
    "⚠️ I cannot send you direct messages. In Discord, open the menu of a server that we share, then Privacy"
    " Settings, and turn on Direct Messages. If you have blocked me, unblock me. Then press the button again."
    " Until then I mention you in the match."
)
