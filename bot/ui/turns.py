"""Taking a turn and looking at boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from discord import app_commands

from bot.errors import RefusalError
from bot.matches.errors import NotSeatedError
from bot.matches.models import Match, MatchView, Played, PlayerSettings
from bot.ui.boards import private_board
from bot.ui.call import Call
from bot.ui.finding import begun, errand, meant, playing, seated, to_move, visible_match
from bot.ui.items import Action, handles
from bot.ui.messages import Outgoing
from bot.ui.plan_window import sheet_message
from bot.ui.planners import sheet_planner_of
from bot.ui.planning import confirm, in_turn, show_plan
from bot.ui.text import OPTION_LIMIT
from engines.text import T

NO_TURN = T("Nothing waits for you: it is not your turn in any match. /play opens a new table.")


PLANNED = T("That is not a whole turn yet, so it is planned and not played. Go on here, or type on with /move.")
TO_CONFIRM = T("That completes your plan. It is not played yet: look at it, then confirm.")


@handles("move")
async def pressed_move(call: Call, action: Action) -> None:
    """A button or select that carries out a move."""
    move = call.values[0] if call.values else action.detail
    async with in_turn(call, action.match_id):
        played = await call.desk.matches.play(action.match_id, call.user_id, action.ply, [move])
    await confirm(call, played)


@errand("typed", fits=playing, prefers=(to_move,), nothing=NO_TURN)
async def type_move(call: Call, match: Match, detail: str) -> None:
    """Moves in the game's notation: a whole turn is played, the beginning of one is planned."""
    async with in_turn(call, match.id):
        made = await call.desk.matches.play_text(match.id, call.user_id, detail)
    if isinstance(made, Played):
        await confirm(call, made)
    else:
        await show_plan(call, made, note=TO_CONFIRM if made.complete else PLANNED)


# ---------------------------------------------------------------------------------------------------------- boards


@errand(
    "board",
    fits=begun,
    prefers=(seated, playing, to_move),
    nothing=T("There is no match here. /matches lists yours, /play opens a table."),
)
async def show_board(call: Call, match: Match, detail: str) -> None:
    """The board for the asker alone, drawn as the asker likes it; ``text`` or ``picture`` overrides that."""
    settings = await call.desk.matches.player_settings(call.user_id)
    as_text = detail == "text" or (settings.text_board and detail != "picture")
    view = await call.desk.matches.view(match.id, user_id=call.user_id)
    await call.answer.say(await board_of(call, view, settings, as_text=as_text))


async def board_of(call: Call, view: MatchView, settings: PlayerSettings, *, as_text: bool) -> Outgoing:
    """A private board as message."""
    write = call.write.about(view.match)
    picture = None if as_text else await call.desk.studio.draw(view, write, settings)
    return private_board(view, write, picture)


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
    """The board that has waited longest for the asker."""
    waiting = [m for m in await call.desk.matches.matches_of(call.user_id) if to_move(m, call.user_id)]
    if not waiting:
        raise RefusalError(NO_TURN)
    match = min(waiting, key=lambda m: m.moved_at or m.created_at)
    if sheet_planner_of(match.game) is not None:
        await show_sheet.run(call, match, "")
        return
    settings = await call.desk.matches.player_settings(call.user_id)
    view = await call.desk.matches.view(match.id, user_id=call.user_id)
    await call.answer.say(await board_of(call, view, settings, as_text=settings.text_board))


async def move_choices(call: Call, match_id: int | None, typed: str) -> Sequence[app_commands.Choice[str]]:
    """Legal moves that begin like what is typed, in the match that is meant."""
    if match_id is None:
        found = await meant(call, type_move)
        if len(found) > 1:
            hint = call.write.plain(T("Choose the match first, with the option “match”."), OPTION_LIMIT)
            return [app_commands.Choice(name=hint, value=typed or "?")]
        match_id = found[0].id if found else None
    if match_id is None:
        return []
    write = call.write.about(await visible_match(call, match_id))
    return [
        app_commands.Choice(
            name=completion.text
            if completion.hint is None
            else write.plain(T("{move}: {hint}", move=completion.text, hint=completion.hint), OPTION_LIMIT),
            value=completion.text,
        )
        for completion in await call.desk.matches.complete(match_id, call.user_id, typed)
    ]
