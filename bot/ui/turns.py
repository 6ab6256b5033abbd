"""Taking a turn by a single control, or by typing."""

from __future__ import annotations

from collections.abc import Sequence

from discord import app_commands

from bot.matches.models import Match, Played
from bot.ui.call import Call
from bot.ui.finding import errand, meant, playing, to_move, visible_match
from bot.ui.items import Action, handles
from bot.ui.planning import confirm, in_turn, show_plan
from bot.ui.text import OPTION_LIMIT, fit
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


async def move_choices(call: Call, match_id: int | None, typed: str) -> Sequence[app_commands.Choice[str]]:
    """Legal moves that begin like what is typed, in the match that is meant."""
    if match_id is None:
        found = await meant(call, type_move)
        if len(found) > 1:
            hint = call.write.plain(T("Choose the match first, with the option “match”."), OPTION_LIMIT)
            return [app_commands.Choice(name=hint, value=fit(typed, OPTION_LIMIT) or "?")]
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
