"""Taking a turn and looking at boards."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from discord import app_commands

from bot.errors import RefusalError
from bot.matches.errors import AlreadyPlayedError, NotSeatedError, NotYourTurnError
from bot.matches.models import Match, MatchView, Played, PlayerSettings
from bot.ui.boards import is_newest, match_title, private_board
from bot.ui.call import SENDING_ERRORS, Call
from bot.ui.finding import begun, errand, meant, playing, seated, to_move, visible_match
from bot.ui.items import Action, handles
from bot.ui.messages import Outgoing
from bot.ui.planners import planner_of
from bot.ui.text import OPTION_LIMIT
from engines.text import T, Text

log = logging.getLogger(__name__)

NO_TURN = T("Nothing waits for you: it is not your turn in any match. /play opens a new table.")


@handles("move")
async def pressed_move(call: Call, action: Action) -> None:
    """A button or select that carries out a move."""
    move = call.values[0] if call.values else action.detail
    played = await call.desk.matches.play(action.match_id, call.user_id, action.ply, [move])
    await _confirm(call, played)


async def _confirm(call: Call, played: Played) -> None:
    """Confirm a turn: on a public board by taking its buttons off, elsewhere in a sentence.

    The turn is taken: nothing from here on may look like a refusal. Buttons that stay are taken off once the next board
    is posted.
    """
    try:
        if not call.answer.is_press:
            await call.answer.say(Outgoing(call.write(said(played))))
        elif call.answer.on_private:
            await call.answer.update(Outgoing(call.write(said(played))))
        else:
            await call.answer.remove_controls()
            if (message := call.interaction.message) is not None:
                call.desk.outbox.buttons_are_off(played.view.match.id, message.id)
    except SENDING_ERRORS:
        log.warning("a turn was taken but could not be confirmed", exc_info=True)


@errand("typed", fits=playing, prefers=(to_move,), nothing=NO_TURN)
async def type_move(call: Call, match: Match, detail: str) -> None:
    """A move in the game's notation."""
    await _confirm(call, await call.desk.matches.play_text(match.id, call.user_id, detail))


def said(played: Played) -> Text:
    """Confirms a turn to whoever took it."""
    notation = ", ".join(played.notation)
    match = played.view.match
    return T("You played {moves} in {match}.", moves=notation, match=match_title(match))


@handles("plan")
async def pressed_plan(call: Call, action: Action) -> None:
    """A control that leads further in a planner."""
    view = await call.desk.matches.view(action.match_id, user_id=call.user_id)
    _check_turn(view, action.ply)
    planner = planner_of(view.match.game)
    panel = planner.panel(view, action.detail, call.values, call.write.about(view.match))
    if panel is None:
        raise AlreadyPlayedError(T("That is not possible any more. Use the newest board."))
    if call.answer.on_private:
        await call.answer.update(panel)
    else:
        await call.answer.say(panel)


def _check_turn(view: MatchView, ply: int) -> None:
    """Refuse what the service would refuse when the plan is carried out, before anything is planned."""
    if view.viewer is None:
        raise NotSeatedError(T("You do not play in this match."))
    if not is_newest(view) or view.ply != ply:
        raise AlreadyPlayedError(T("That board is not the newest any more: the match has gone on."))
    if view.viewer not in view.to_move:
        raise NotYourTurnError(T("It is not your turn."))


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


async def show_next(call: Call) -> None:
    """The board that has waited longest for the asker."""
    waiting = [m for m in await call.desk.matches.matches_of(call.user_id) if to_move(m, call.user_id)]
    if not waiting:
        raise RefusalError(NO_TURN)
    match = min(waiting, key=lambda m: m.moved_at or m.created_at)
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
