"""Holidays: announced, ended, shown."""

from __future__ import annotations

from bot.matches.clocks.holidays import ALLOWANCE, DAY
from bot.matches.clocks.time_parsing import read_begin, read_until
from bot.matches.model.availability import Holiday
from bot.ui.components.panels import panel
from bot.ui.interactions.context import Call
from engines.text import TN, T, Text


async def go_away(call: Call, until: str, begin: str | None) -> None:
    """Announce a holiday and say what it means."""
    now = call.desk.clock()
    zone = (await call.desk.matches.players.player_settings(call.user_id)).zone
    start = now if begin is None else max(now, read_begin(begin, zone, now))
    end = read_until(until, zone, start, now)
    call.call_others()  # all own matches read it
    absence = await call.desk.matches.holidays.go_away(call.user_id, start, end)
    holiday = absence.holiday
    said = [call.write(_announced(holiday)), call.write(_told(absence.told))]
    said.append(call.write(await _allowance(call, holiday)))
    said.append(
        "-# " + call.write(T("/player back ends it early. Days are those of {zone}: /player settings.", zone=zone))
    )
    await call.answer.say(panel(["\n".join(said)]))


async def come_back(call: Call) -> None:
    """End a holiday, or call it off."""
    call.call_others()
    absence = await call.desk.matches.holidays.come_back(call.user_id)
    called_off = absence.holiday.begins >= call.desk.clock()
    done = T("Your holiday is called off.") if called_off else T("Welcome back! Your clocks run again.")
    await call.answer.say(panel([f"{call.write(done)} {call.write(_told(absence.told))}"]))


async def away_lines(call: Call) -> list[str]:
    """How somebody's holiday and allowance stand, for the panel of settings."""
    holiday = await call.desk.matches.holidays.holiday_of(call.user_id)
    left = T(
        "**Holidays:** {left} of {all} days are left this year.",
        left=_days(await call.desk.matches.holidays.allowance_left(call.user_id)),
        all=_days(ALLOWANCE),
    )
    return [call.write(left) if holiday is None else f"{call.write(_announced(holiday))}\n{call.write(left)}"]


def _announced(holiday: Holiday) -> Text:
    return T("☂️ You are away from <t:{begins}:f> until <t:{ends}:f>.", begins=holiday.begins, ends=holiday.ends)


def _told(matches: int) -> Text:
    if not matches:
        return T("You play in no match at present, so nobody had to be told.")
    return TN("The others in your match have been told.", "The others in your {count} matches have been told.", matches)


async def _allowance(call: Call, holiday: Holiday) -> Text:
    if holiday.rests_until < holiday.ends:
        return T(
            "Your yearly allowance lasts until <t:{rests}:f>: till then your clocks stand still, then they run.",
            rests=holiday.rests_until,
        )
    return T(
        "Your clocks stand still meanwhile, except in matches that agreed on no holidays. It counts against the {left}"
        " days that you have left this year only if a deadline would have run out in it.",
        left=_days(await call.desk.matches.holidays.allowance_left(call.user_id)),
    )


def _days(seconds: int) -> int:
    """Whole days."""
    return seconds // DAY
