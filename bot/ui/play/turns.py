"""Taking a turn by a single control, or by typing."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from discord import app_commands

from bot.matches.model.match import Match
from bot.matches.model.views import Played
from bot.matches.play.typed_moves import Reading
from bot.ui.boards.board_messages import match_title
from bot.ui.components.custom_id import Action, handles
from bot.ui.components.text import OPTION_LIMIT
from bot.ui.interactions.context import Call
from bot.ui.interactions.match_commands import errand, meant, playing, to_move, visible_match
from bot.ui.play.planner import confirm, in_turn, show_plan
from engines.game import Completion
from engines.text import T

NO_TURN = T("Nothing waits for you: it is not your turn in any match. /play opens a new table.")

PLANNED = T("That is not a whole turn yet, so it is planned and not played. Go on here, or type on with /move.")
COMPARED = 5
"""Of several matches that could be meant, so many of the most urgent are looked at for what a typed text fits."""

TO_CONFIRM = T("That completes your plan. It is not played yet: look at it, then confirm.")


@handles("move")
async def pressed_move(call: Call, action: Action) -> None:
    """A button or select that carries out a move."""
    move = call.values[0] if call.values else action.detail
    async with in_turn(call, action.match_id):
        played = await call.desk.matches.turns.play(action.match_id, call.user_id, action.ply, [move])
    await confirm(call, played)


@errand("typed", fits=playing, prefers=(to_move,), nothing=NO_TURN)
async def type_move(call: Call, match: Match, detail: str) -> None:
    """Moves in the game's notation: a whole turn is played, the beginning of one is planned."""
    async with in_turn(call, match.id):
        made = await call.desk.matches.typed_moves.play_text(match.id, call.user_id, detail)
    if isinstance(made, Played):
        await confirm(call, made)
    else:
        await show_plan(call, made, note=TO_CONFIRM if made.complete else PLANNED)


async def fitting(call: Call, found: Sequence[Match], text: str) -> Sequence[Match]:
    """Those of several matches in which a typed text is a move: a legal one, else one in the game's notation."""
    readings = [await call.desk.matches.typed_moves.reads(match.id, call.user_id, text) for match in found[:COMPARED]]
    best = max(readings)
    if best is Reading.NONE:
        return found
    return [match for match, reading in zip(found, readings, strict=False) if reading is best]


async def move_choices(call: Call, match_id: int | None, typed: str) -> Sequence[app_commands.Choice[str]]:
    """Legal moves that fit what is typed, in the match that is meant, or in each of several."""
    if match_id is not None:
        return await _choices_in(call, await visible_match(call, match_id), typed)
    found = await meant(call, type_move)
    if len(found) == 1:
        return await _choices_in(call, found[0], typed)
    several = [await _choices_in(call, match, typed, match_title(match)) for match in found[:COMPARED]]
    # One of each match in turn, so that none of them fills the list; a text that fits two is asked about.
    return [choice for choices in zip_longest(*several) for choice in choices if choice is not None]


async def _choices_in(call: Call, match: Match, typed: str, title: str = "") -> Sequence[app_commands.Choice[str]]:
    """Legal moves in one match that fit what is typed, with the match's ``title`` before each."""
    write = call.write.about(match)
    if match.paused_at is not None and playing(match, call.user_id):
        said = T("⏸️ Paused: press Go on or type /match resume")
        shown = T("{match} · {move}", match=title, move=said) if title else said
        # Discord shows nothing but choices; sending this one is answered with how the match goes on.
        return [app_commands.Choice(name=write.plain(shown, OPTION_LIMIT), value=typed.strip()[:OPTION_LIMIT] or "…")]

    def label(completion: Completion) -> str:
        shown = T("{move}", move=completion.text)
        if completion.hint is not None:
            shown = T("{move}: {hint}", move=completion.text, hint=completion.hint)
        if title:
            shown = T("{match} · {move}", match=title, move=shown)
        return write.plain(shown, OPTION_LIMIT)

    offered = await call.desk.matches.typed_moves.complete(match.id, call.user_id, typed, label=label)
    return [app_commands.Choice(name=label(completion), value=completion.text) for completion in offered]
