"""Looking at boards: the newest one, the one that waits longest, a part of it enlarged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from discord import app_commands

from bot.errors import RefusalError
from bot.matches.errors import NotSeatedError
from bot.matches.models import Match, MatchView, PlayerSettings
from bot.ui.boards import match_title, private_board
from bot.ui.call import Call
from bot.ui.finding import begun, errand, meant, playing, seated, to_move, visible_match
from bot.ui.items import Action, handles
from bot.ui.messages import Choice, Outgoing, Rows
from bot.ui.plan_window import sheet_message
from bot.ui.planners import AREAS, sheet_planner_of
from bot.ui.text import OPTION_LIMIT, Writer
from bot.ui.turns import NO_TURN
from engines.text import T

AREA_LIMIT = 20
"""Characters that a typed part of a board may have."""


@errand(
    "board",
    fits=begun,
    prefers=(seated, playing, to_move),
    nothing=T("There is no match here. /matches lists yours, /play opens a table."),
)
async def show_board(call: Call, match: Match, detail: str) -> None:
    """The board for the asker alone, drawn as the asker likes it; see :func:`board_detail` for what overrides that."""
    form, _, typed = detail.partition(":")
    settings = await call.desk.matches.player_settings(call.user_id)
    area = area_of(match, typed) if typed.strip() else None
    if area is not None and form == "text":
        raise RefusalError(T("A board as text is always whole. Leave the area out, or ask for a picture."))
    as_text = form == "text" or (settings.text_board and form != "picture" and area is None)
    view = await call.desk.matches.view(match.id, user_id=call.user_id)
    await call.answer.say(await board_of(call, view, settings, as_text=as_text, area=area))


def board_detail(form: str, area: str) -> str:
    """How a board is to be shown: ``text``, ``picture`` or as the settings say, and which part of it."""
    return f"{form}:{area}" if area else form


def area_of(match: Match, typed: str) -> str:
    """The part of a match's board that is meant, in the painter's words.

    Raises:
        RefusalError: it is none.
    """
    areas = AREAS.get(match.game)
    if areas is None:
        raise RefusalError(
            T("The board of {match} is always shown whole: leave the area out.", match=match_title(match))
        )
    return areas.read(typed)


@handles("area")
async def enlarge(call: Call, action: Action) -> None:
    """A part of the board, or the whole, was chosen under a private board."""
    match = await visible_match(call, action.match_id)
    area = None if call.choice == WHOLE else area_of(match, call.choice)
    settings = await call.desk.matches.player_settings(call.user_id)
    view = await call.desk.matches.view(match.id, user_id=call.user_id)
    message = await board_of(call, view, settings, as_text=False, area=area)
    if call.answer.on_private and not call.answer.on_layout:
        await call.answer.update(message)
    else:
        await call.answer.say(message)


WHOLE = "*"
"""Stands for the whole board in the menu of its parts."""


async def board_of(
    call: Call, view: MatchView, settings: PlayerSettings, *, as_text: bool, area: str | None = None
) -> Outgoing:
    """A private board as message."""
    write = call.write.about(view.match)
    focus = None if area is None else f"area:{area}"
    picture = None if as_text else await call.desk.studio.draw(view, write, settings, focus)
    aside = None if area is None else T("Enlarged: {area}", area=area)
    looking = () if picture is None else _parts(view, area, write)
    return private_board(view, write, picture, aside=aside, looking=looking)


def _parts(view: MatchView, shown: str | None, write: Writer) -> Rows:
    """The menu of parts under the picture of a large board."""
    areas = AREAS.get(view.match.game)
    if areas is None:
        return ()
    choices = [Choice(part, write.plain(title), part, chosen=part == shown) for part, title in areas.named]
    whole = () if shown is None else (Choice(WHOLE, write.plain(T("The whole board"))),)
    menu = Action("area", view.match.id, view.ply).menu(write.plain(T("Enlarge a part …")), (*whole, *choices))
    return ((menu,),)


NO_SHEET = T("You have no sheet of your own in any match here. /matches lists yours.")


def _has_sheet(match: Match, user_id: int) -> bool:
    return begun(match, user_id) and sheet_planner_of(match.game) is not None


@errand("sheet", fits=_has_sheet, prefers=(seated, playing, to_move), nothing=NO_SHEET)
async def show_sheet(call: Call, match: Match, detail: str) -> None:
    """The asker's own sheet, to decide on as long as there is something to decide; ``text`` or ``picture`` as asked.

    For those who watch, the sheets that everybody may see.
    """
    planner = sheet_planner_of(match.game)
    view = await call.desk.matches.view(match.id, user_id=call.user_id)
    if planner is None or not planner.is_shown(view):
        raise NotSeatedError(T("You have no sheet in this match, and those of others are private until it ends."))
    settings = await call.desk.matches.player_settings(call.user_id)
    if detail:
        settings = replace(settings, text_board=detail == "text")
    message = await sheet_message(call.desk, match.id, call.user_id, call.write, settings)
    if call.answer.is_press and call.answer.on_private and not call.answer.on_layout:
        await call.answer.update(message)
    else:
        await call.answer.say(message)


async def show_next(call: Call) -> None:
    """The board that is most urgent for the asker: that of the nearest deadline, else that which has waited longest."""
    waiting = [m for m in await call.desk.matches.matches_of(call.user_id) if to_move(m, call.user_id)]
    if not waiting:
        raise RefusalError(NO_TURN)
    match = waiting[0]
    if sheet_planner_of(match.game) is not None:
        await show_sheet.run(call, match, "")
        return
    settings = await call.desk.matches.player_settings(call.user_id)
    view = await call.desk.matches.view(match.id, user_id=call.user_id)
    await call.answer.say(await board_of(call, view, settings, as_text=settings.text_board))


async def area_choices(call: Call, match_id: int | None, typed: str) -> Sequence[app_commands.Choice[str]]:
    """Parts of the board that is meant, by name or by squares; what is typed comes first if it is one itself."""
    found = [await visible_match(call, match_id)] if match_id is not None else await meant(call, show_board)
    areas = AREAS.get(found[0].game) if found else None
    if areas is None:
        return []
    choices = []
    needle = typed.strip().casefold()
    for part, title in areas.named:
        label = call.write.plain(T("{part}: {squares}", part=title, squares=part), OPTION_LIMIT)
        if needle in label.casefold():
            choices.append(app_commands.Choice(name=label, value=part))
    try:
        own = areas.read(typed)
    except RefusalError:
        return choices
    known = [choice for choice in choices if choice.value == own]
    return [*(known or [app_commands.Choice(name=own, value=own)]), *(c for c in choices if c.value != own)]
