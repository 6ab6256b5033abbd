"""Time control of a table: how it is shown, chosen and typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from discord import app_commands

from bot.errors import UserError
from bot.matches.errors import TimeControlError
from bot.matches.model.match import Match, seats_named
from bot.matches.model.time_control import (
    PRESETS,
    Terms,
    TermsRequest,
    TimeControl,
    TimeoutAction,
    parse_time_control,
    preset_name,
    short,
    span,
)
from bot.ui.components.custom_id import Action
from bot.ui.components.forms import ModalSpec, TextFieldSpec
from bot.ui.components.messages import Row, SelectOptionSpec
from bot.ui.components.text import OPTION_LIMIT, Writer
from bot.ui.interactions.context import InteractionContext
from engines.game import GameInfo
from engines.text import TN, T, Text, normalize_typed

PACE_LIMIT = 40
"""Maximum length of a typed pace."""
CUSTOM = "own"
"""Value of the menu's entry for a typed pace."""

NAMES: Mapping[str, Text] = {
    "none": T("No clock"),
    "relaxed": T("Relaxed"),
    "daily": T("Daily"),
    "live": T("Live"),
}
"""Titles of the presets."""

TIMEOUT_TITLES: Mapping[TimeoutAction, Text] = {
    TimeoutAction.WAIT: T("Keep waiting"),
    TimeoutAction.EXTEND: T("Give more time"),
    TimeoutAction.OFFER: T("Offer the seat to anyone"),
    TimeoutAction.PLAY_ON: T("Continue by the rules of the game"),
    TimeoutAction.END: T("End the match"),
}
"""Titles of the actions after a timeout."""

TIMEOUT_LABELS: Mapping[TimeoutAction, Text] = {**TIMEOUT_TITLES, TimeoutAction.PLAY_ON: T("Continue by the rules")}
"""The titles in a menu, which a phone cuts after some 24 characters."""

TIMEOUT_EXPLANATIONS: Mapping[TimeoutAction, Text] = {
    TimeoutAction.WAIT: T("The match waits, and the others are asked again every week."),
    TimeoutAction.EXTEND: T("The player gets the time for one turn again."),
    TimeoutAction.OFFER: T("Anyone may take over the seat and play on."),
    TimeoutAction.PLAY_ON: T("This counts as if the player had resigned. The rules of the game say what happens then."),
    TimeoutAction.END: T("The match ends with the result that the rules give when a player leaves."),
}

AUTO_MOVES_EXPLANATION = T("The game plays for the player, who keeps the seat and can play on at any time.")
"""Explains :attr:`TimeoutAction.PLAY_ON` in games with auto moves."""


def explanation(choice: TimeoutAction, info: GameInfo) -> Text:
    """Return what a choice means in a game."""
    if choice is TimeoutAction.PLAY_ON and info.has_auto_move:
        return AUTO_MOVES_EXPLANATION
    return TIMEOUT_EXPLANATIONS[choice]


def pace_title(pace: TimeControl | None) -> Text:
    """Return a short title of a pace."""
    name = preset_name(pace)
    return T("{pace}", pace=short(pace)) if name is None and pace is not None else NAMES[name or "none"]


def pace_line(pace: TimeControl | None) -> Text:
    """Return one line that explains a pace."""
    if pace is None:
        return T("Time never runs out. A match ends if nobody plays in it for two months.")
    if not pace.time_bank:
        return T("{credit} for each turn", credit=span(pace.per_turn))
    return T(
        "{credit} for each turn, and {bank} more for the whole match",
        credit=span(pace.per_turn),
        bank=span(pace.time_bank),
    )


def terms_lines(match: Match) -> list[Text]:
    """Describe the terms for the table's message: the pace, and what differs from the usual terms."""
    pace = match.time_control
    if pace is None:
        return [T("**Pace:** No clock")]
    lines = [T("**Pace:** {pace}: {meaning}", pace=pace_title(pace), meaning=pace_line(pace))]
    if match.on_timeout is not Terms().on_timeout:
        lines.append(_timeout(match))
    if not match.terms.holidays:
        lines.append(_holidays(match))
    return lines


def _timeout(match: Match) -> Text:
    return T("**If time runs out and the others do not decide:** {what}", what=TIMEOUT_TITLES[match.on_timeout])


def _holidays(match: Match) -> Text:
    if match.terms.holidays:
        return T("**Holidays:** a player’s clock stops while they are away")
    return T("**Holidays:** none, clocks keep running")


def longest_match(pace: TimeControl, info: GameInfo, players: int) -> Text:
    """Return how long a match can last at a pace."""
    seats = max(players, info.min_players, 2)
    turns = info.turns_for(seats)
    if turns is None:
        return T("Expected length: {length}.", length=info.typical_length)
    most = span(seats * pace.time_bank + turns * pace.per_turn)
    return TN(
        "{count} turn takes {most} at most. Most players need far less.",
        "{count} turns take {most} at most. Most players need far less.",
        turns,
        most=most,
    )


def terms_rows(match: Match, info: GameInfo, write: Writer) -> Sequence[Row | str]:
    """Return the terms of an open table with explanations, each above the control that changes it; nothing for games
    of one player.
    """
    if info.max_players == 1:
        return ()
    pace = match.time_control
    meaning = [write(T("**Pace:** {pace}", pace=pace_title(pace))), f"-# {write(pace_line(pace))}"]
    if pace is not None:
        meaning.append(f"-# {write(longest_match(pace, info, seats_named(match)))}")
    typed = SelectOptionSpec(
        CUSTOM, write.plain(T("Another pace …")), write.plain(T("Type the time for the match and for each turn."))
    )
    menu = Action("pace", match.id).select(write.plain(T("Pace …")), (*pace_options(pace, write), typed))
    rows: list[Row | str] = ["\n".join(meaning), (menu,)]
    return rows if pace is None else [*rows, *_timeout_rows(match, info, write), *_holiday_rows(match, write)]


def _timeout_rows(match: Match, info: GameInfo, write: Writer) -> Sequence[Row | str]:
    choices = tuple(
        SelectOptionSpec(
            what, write.plain(title), write.plain(explanation(what, info)), chosen=what is match.on_timeout
        )
        for what, title in TIMEOUT_LABELS.items()
    )
    meaning = f"{write(_timeout(match))}\n-# {write(explanation(match.on_timeout, info))}"
    return meaning, (Action("timeout", match.id).select(write.plain(T("When time runs out …")), choices),)


def _holiday_rows(match: Match, write: Writer) -> Sequence[Row | str]:
    allowed = match.terms.holidays
    change = Action("holidays", match.id, detail="no" if allowed else "yes")
    other = T("Forbid holidays") if allowed else T("Allow holidays")
    return write(_holidays(match)), (change.button(write.plain(other), emoji="🏖️"),)


def pace_options(chosen: TimeControl | None, write: Writer) -> tuple[SelectOptionSpec, ...]:
    """Return the presets as lines of a menu, and the chosen pace if it is another one."""
    paces = dict(PRESETS)
    if chosen is not None and preset_name(chosen) is None:
        paces[short(chosen)] = chosen
    return tuple(
        SelectOptionSpec(value, write.plain(pace_title(pace)), write.plain(pace_line(pace)), chosen=pace == chosen)
        for value, pace in paces.items()
    )


def pace_form(match: Match, write: Writer) -> ModalSpec:
    """Return the form for a typed pace."""
    return ModalSpec(
        Action("pacetyped", match.id).custom_id,
        title=write.plain(T("Pace")),
        fields=(
            TextFieldSpec(
                label=write.plain(T("Time for the match + time for each turn")),
                hint=write.plain(T("For example 2d + 12h (d: days, h: hours, m: minutes)")),
                longest=PACE_LIMIT,
                filled="" if match.time_control is None else short(match.time_control),
            ),
        ),
    )


async def pace_choices(context: InteractionContext, typed: str) -> Sequence[app_commands.Choice[str]]:
    """Suggest paces: the presets that match, or the typed pace if it is valid."""

    def choice(pace: TimeControl | None, value: str) -> app_commands.Choice[str]:
        label = T("{pace}: {meaning}", pace=pace_title(pace), meaning=pace_line(pace))
        return app_commands.Choice(name=context.write.plain(label, OPTION_LIMIT), value=value)

    needle = normalize_typed(typed).strip()
    choices = [choice(pace, name) for name, pace in PRESETS.items()]
    found = [entry for entry in choices if needle in normalize_typed(entry.name) or needle in entry.value]
    try:
        own = parse_time_control(typed)
    except TimeControlError:
        return found
    if own is not None and preset_name(own) is None:
        return [choice(own, short(own))]
    return found


def parse_terms_request(pace: str = "", holidays: str = "", timeout: str = "") -> TermsRequest:
    """Parse chosen or typed terms.

    Raises:
        UserError: not one of the choices; only a modified client can send that.
    """
    if holidays not in ("", "yes", "no") or timeout not in ("", *TIMEOUT_TITLES):
        raise UserError(T("That is not one of the choices. Please choose from the list."))
    return TermsRequest(
        pace.strip() or None,
        None if not holidays else holidays == "yes",
        TimeoutAction(timeout) if timeout else None,
    )


def terms_summary(match: Match) -> Text:
    """Describe the terms in one line."""
    if match.time_control is None:
        return T("{pace} {meaning}", pace=T("This match has no clock."), meaning=pace_line(None))
    still, on = T("Clocks stop during holidays."), T("Clocks keep running during holidays.")
    return T(
        "Pace: {pace} ({line}). If time runs out and the others do not decide: {what}. {holidays}",
        pace=pace_title(match.time_control),
        line=pace_line(match.time_control),
        what=TIMEOUT_TITLES[match.on_timeout],
        holidays=still if match.terms.holidays else on,
    )
