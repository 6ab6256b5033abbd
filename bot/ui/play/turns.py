"""Turns taken with one component or by typing."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from discord import app_commands

from bot.matches.model.match import Match
from bot.matches.model.views import PlayedTurn
from bot.matches.play.typed_moves import Reading
from bot.ui.boards.board_messages import match_title
from bot.ui.components.custom_id import Action
from bot.ui.components.text import OPTION_LIMIT
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.match_commands import match_command, playing, to_move
from bot.ui.interactions.match_picker import candidates
from bot.ui.interactions.permissions import visible_match
from bot.ui.interactions.registry import handles
from bot.ui.play.board_view import show_instead
from bot.ui.play.confirmations import confirm
from bot.ui.play.planner import OUTDATED, in_turn, show_plan
from bot.ui.play.windows import in_window
from engines.game import Completion
from engines.text import T

NO_TURN = T("It is not your turn in any match. /play opens a new table.")

PLANNED = T(
    "That is not a whole turn yet, so it is planned but not played. Continue here, or type the rest with /move."
)
COMPARED = 5
"""Maximum number of matches that a typed move is tried in, the most urgent ones."""

TO_CONFIRM = T("Your turn is planned but not played yet. Check it, then confirm.")


@handles("move")
async def pressed_move(context: InteractionContext, action: Action) -> None:
    """Play the move of a button or select. If that is no longer possible, a private board is replaced by the newest."""
    move = context.values[0] if context.values else action.detail
    try:
        async with in_turn(context, action.match_id):
            played = await context.services.matches.turns.play(action.match_id, context.user_id, action.ply, [move])
    except OUTDATED:
        if not in_window(context) or context.responder.is_detached:
            raise  # told in a new message: a public board stays, and so does the confirmation of the first press
        await show_instead(context, action.match_id)
    else:
        await confirm(context, played)


@match_command("typed", fits=playing, prefers=(to_move,), empty_message=NO_TURN)
async def type_move(context: InteractionContext, match: Match, detail: str) -> None:
    """Play a typed turn; the beginning of a turn is planned."""
    async with in_turn(context, match.id):
        made = await context.services.matches.typed_moves.play_text(match.id, context.user_id, detail)
    if isinstance(made, PlayedTurn):
        await confirm(context, made)
    else:
        await show_plan(context, made, note=TO_CONFIRM if made.complete else PLANNED)


async def fitting(context: InteractionContext, found: Sequence[Match], text: str) -> Sequence[Match]:
    """Return the matches in which a typed text is a legal move or, if there are none, a move in the game's notation."""
    readings = [
        await context.services.matches.typed_moves.reads(match.id, context.user_id, text) for match in found[:COMPARED]
    ]
    best = max(readings)
    if best is Reading.NONE:
        return found
    return [match for match, reading in zip(found, readings, strict=False) if reading is best]


async def move_choices(
    context: InteractionContext, match_id: int | None, typed: str
) -> Sequence[app_commands.Choice[str]]:
    """Suggest legal moves that match the typed text, in the match that is meant or in each of several."""
    if match_id is not None:
        return await _choices_in(context, await visible_match(context, match_id), typed)
    found = await candidates(context, type_move)
    if len(found) == 1:
        return await _choices_in(context, found[0], typed)
    several = [await _choices_in(context, match, typed, match_title(match)) for match in found[:COMPARED]]
    # One of each match in turn, so that none of them fills the list; a text that fits two is asked about.
    return [choice for choices in zip_longest(*several) for choice in choices if choice is not None]


async def _choices_in(
    context: InteractionContext, match: Match, typed: str, title: str = ""
) -> Sequence[app_commands.Choice[str]]:
    """Return legal moves of one match that match the typed text, with the match's ``title`` before each."""
    write = context.write.about(match)
    if match.paused_at is not None and playing(match, context.user_id):
        said = T("⏸️ Paused: press Resume or use /match action: resume")
        shown = T("{match} · {move}", match=title, move=said) if title else said
        # Discord shows nothing but choices; if this one is sent, the reply says what comes next.
        return [app_commands.Choice(name=write.plain(shown, OPTION_LIMIT), value=typed.strip()[:OPTION_LIMIT] or "…")]

    def label(completion: Completion) -> str:
        shown = T("{move}", move=completion.text)
        if completion.hint is not None:
            shown = T("{move}: {hint}", move=completion.text, hint=completion.hint)
        if title:
            shown = T("{match} · {move}", match=title, move=shown)
        return write.plain(shown, OPTION_LIMIT)

    offered = await context.services.matches.typed_moves.complete(match.id, context.user_id, typed, label=label)
    return [app_commands.Choice(name=label(completion), value=completion.text) for completion in offered]
