"""``/match action: replay step``: a match turn by turn, for players who find an animation too fast."""

from __future__ import annotations

from dataclasses import replace

from bot.errors import UserError
from bot.matches.history.replays import Replay
from bot.matches.model.match import Match
from bot.ui.boards.board_messages import private_board
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import ButtonSpec, OutgoingMessage, Row
from bot.ui.components.text import Writer
from bot.ui.history.animations import NOTHING_PLAYED
from bot.ui.history.log import NO_MATCH
from bot.ui.history.play_on import can_be_played_on, play_on_note, play_on_row
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.match_commands import has_started, match_command, playing, seated
from engines.text import T, Text

LAST = "last"
"""Used instead of a number: the newest turn at the time of the request."""


def step_detail(turn: int | None) -> str:
    """Encode a turn for :func:`show_step`; ``None`` is the newest."""
    return LAST if turn is None else str(turn)


@match_command("step", fits=has_started, prefers=(seated, playing), empty_message=NO_MATCH)
async def show_step(context: InteractionContext, match: Match, detail: str) -> None:
    """Show the position after one turn, with the turn's description, as far as the user may see it."""
    number, direction, _ = detail.partition(":")
    replay = await context.services.matches.replays.replay(match.id, context.user_id)
    if not replay.total:
        raise UserError(NOTHING_PLAYED)
    turn = min(int(number), replay.total) if number.isascii() and number.isdigit() else replay.total
    message = await _step(context, replay, turn)
    if direction and context.responder.is_press:
        await context.responder.update(message)
    else:
        await context.responder.reply(message)
    if turn == replay.total:
        await context.mark_seen(replay.match)


async def _step(context: InteractionContext, replay: Replay, turn: int) -> OutgoingMessage:
    settings = await context.services.matches.player_settings.get(context.user_id)
    write = context.write.about(replay.match)
    (view,), (narrated,) = await replay.views((turn,)), await replay.views_to_narrate((turn,))
    view = replace(view, sentences=narrated.sentences, breaks=narrated.breaks)
    picture = None if settings.text_board else await context.services.board_renderer.render(view, write, settings)
    heading, controls, note = write(_heading(replay, turn)), [_navigation_row(replay, turn, write)], None
    if can_be_played_on(context, replay, turn):
        controls += play_on_row(replay.match, view.ply, write)
        note = await play_on_note(context, replay.match)
    return private_board(view, write, picture, opening=heading, footnote=note, view_controls=controls)


def _heading(replay: Replay, turn: int) -> Text:
    if not turn:
        return T("Before the first turn:")
    if turn <= replay.match.given_turns:
        return T("Turn {number} of {total}, given from another match:", number=turn, total=replay.total)
    return T("Turn {number} of {total}:", number=turn, total=replay.total)


def _navigation_row(replay: Replay, turn: int, write: Writer) -> Row:
    """Return four buttons: first, back, next, newest. All four are always there, so that none changes its place."""
    match_id, last = replay.match.id, replay.total

    def button(to: str, direction: str, label: str, emoji: str, *, disabled: bool) -> ButtonSpec:
        return Action("step", match_id, detail=f"{to}:{direction}").button(label, emoji=emoji, disabled=disabled)

    return (
        button("0", "first", write.plain(T("First")), "⏮️", disabled=turn == 0),
        button(str(max(turn - 1, 0)), "back", write.plain(T("Back")), "◀️", disabled=turn == 0),
        button(str(turn + 1), "next", write.plain(T("Next")), "▶️", disabled=turn == last),
        button(LAST, "newest", write.plain(T("Last")), "⏭️", disabled=turn == last),
    )


def step_button(match: Match, turn: int, write: Writer) -> ButtonSpec:
    """Return the button that opens the position after a turn."""
    return Action("step", match.id, detail=step_detail(turn)).button(write.plain(T("Turn by turn")), emoji="👣")
