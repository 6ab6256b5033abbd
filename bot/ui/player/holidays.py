"""``/player away``: holidays."""

from __future__ import annotations

from bot.matches.clocks.holidays import ALLOWANCE
from bot.matches.clocks.time_parsing import read_begin, read_until
from bot.matches.model.availability import Holiday
from bot.matches.model.time_control import DAY
from bot.ui.components.custom_id import Action
from bot.ui.components.panels import panel
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.registry import handles
from engines.text import TN, T, Text


async def announce_holiday(context: InteractionContext, until: str, begin: str | None) -> None:
    """Announce a holiday and explain what it means."""
    now = context.services.clock()
    zone = (await context.services.matches.player_settings.get(context.user_id)).zone
    start = now if begin is None else max(now, read_begin(begin, zone, now))
    end = read_until(until, zone, start, now)
    context.count_notification()  # all matches of the user show it
    announcement = await context.services.matches.holidays.go_away(context.user_id, start, end)
    holiday = announcement.holiday
    lines = [context.write(_announced(holiday)), context.write(_notified(announcement.notified_matches))]
    lines.append(context.write(await _allowance(context, holiday)))
    lines.append(
        "-# "
        + context.write(
            T(
                "/player away ends it early. Dates are in your time zone, {zone}. You can change it in"
                " /player settings.",
                zone=zone,
            )
        )
    )
    await context.responder.reply(panel(["\n".join(lines)]))


async def show_holiday(context: InteractionContext) -> None:
    """Show what is announced, with a button to end or cancel it."""
    holiday = await context.services.matches.holidays.holiday_of(context.user_id)
    lines = await holiday_lines(context)
    if holiday is None:
        lines.append("-# " + context.write(T("To announce a holiday, use /player away until: and its last day.")))
        await context.responder.reply(panel(lines))
        return
    begun = holiday.begins <= context.services.clock()
    label, emoji = (T("End the holiday"), "👋") if begun else (T("Cancel the holiday"), "✖️")
    ending = Action("endholiday").button(context.write.plain(label), emoji=emoji)
    await context.responder.reply(panel(lines, ((ending,),)))


@handles("endholiday")
async def end_holiday(context: InteractionContext, _action: Action) -> None:
    """End a holiday early, or cancel it."""
    context.count_notification()
    announcement = await context.services.matches.holidays.come_back(context.user_id)
    cancelled = announcement.holiday.begins >= context.services.clock()
    done = T("Your holiday is cancelled.") if cancelled else T("Welcome back! Your clocks run again.")
    await context.responder.show(
        panel([f"{context.write(done)} {context.write(_notified(announcement.notified_matches))}"])
    )


async def holiday_lines(context: InteractionContext) -> list[str]:
    """Return the user's holiday and remaining allowance for the settings panel."""
    holiday = await context.services.matches.holidays.holiday_of(context.user_id)
    left = TN(
        "**Holidays:** one of {all} days is left this year.",
        "**Holidays:** {count} of {all} days are left this year.",
        _days(await context.services.matches.holidays.allowance_left(context.user_id)),
        all=_days(ALLOWANCE),
    )
    return [context.write(left) if holiday is None else f"{context.write(_announced(holiday))}\n{context.write(left)}"]


def _announced(holiday: Holiday) -> Text:
    return T("☂️ You are away from <t:{begins}:f> until <t:{ends}:f>.", begins=holiday.begins, ends=holiday.ends)


def _notified(matches: int) -> Text:
    if not matches:
        return T("You are in no running match, so nobody had to be notified.")
    return TN(
        "I have notified the other players in your match.",
        "I have notified the other players in your {count} matches.",
        matches,
    )


async def _allowance(context: InteractionContext, holiday: Holiday) -> Text:
    if holiday.clocks_stopped_until < holiday.ends:
        return T(
            "Your yearly allowance lasts until <t:{rests}:f>. Your clocks are stopped until then and "
            "run again afterwards.",
            rests=holiday.clocks_stopped_until,
        )
    days = _days(await context.services.matches.holidays.allowance_left(context.user_id))
    if not days:
        return T(
            "Your clocks stop meanwhile, except in matches without holidays. Less than a day of your yearly"
            " allowance is left. The holiday counts against it only if a deadline would have passed during it."
        )
    return TN(
        "Your clocks stop meanwhile, except in matches without holidays. The holiday counts against your"
        " one remaining day this year only if a deadline would have passed during it.",
        "Your clocks stop meanwhile, except in matches without holidays. The holiday counts against your"
        " {count} remaining days this year only if a deadline would have passed during it.",
        days,
    )


def _days(seconds: int) -> int:
    """Return whole days."""
    return seconds // DAY
