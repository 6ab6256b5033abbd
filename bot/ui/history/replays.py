"""``/match action: replay``, and “Since you last looked” under every board."""

from __future__ import annotations

from dataclasses import replace

from bot.errors import UserError
from bot.matches.history.replays import Replay
from bot.matches.model.match import Match
from bot.matches.model.views import MatchView
from bot.ui.boards.board_messages import match_title, more_row, private_board
from bot.ui.boards.board_renderer import PUBLIC_SETTINGS
from bot.ui.boards.computers import given_note
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import Attachment, OutgoingMessage, Row, Rows
from bot.ui.components.text import Writer
from bot.ui.history.animations import DEFAULT_WIDTH, AnimatedTurns, AnimationOptions, make_animation
from bot.ui.history.log import NO_MATCH
from bot.ui.history.replay_steps import step_button
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.match_commands import has_started, match_command, playing, seated, to_move
from bot.ui.interactions.permissions import may_share, require_may_share, visible_match
from bot.ui.interactions.registry import handles
from engines.text import TN, T, Text

MAX_TURNS_WITHOUT_ANIMATION = 3
"""Up to this number of turns one picture is enough; more are animated."""
MAX_TURNS_AS_TEXT = 8
"""Maximum turns described for players who want boards as text."""
SPECTATOR_TURNS = 5
"""Turns shown to spectators, because it is unknown what they have seen."""


@match_command("replay", fits=has_started, prefers=(seated, playing), empty_message=NO_MATCH)
async def show_replay(context: InteractionContext, match: Match, detail: str) -> None:
    """Show an animation of the match, or of its last turns, to the user only."""
    options = AnimationOptions.parse(detail)
    await context.responder.show_thinking()
    settings = replace(await context.services.matches.player_settings.get(context.user_id), size=options.size)
    write = context.write.about(match)
    animation = await make_animation(
        context,
        lambda: context.services.matches.replays.replay(match.id, context.user_id, options.last),
        settings,
        write,
    )
    step_by_step = step_button(match, animation.first, write)
    row = (*_share_row(context, animation.view, options, write), step_by_step, *more_row(animation.view, write))
    await context.responder.reply(_replay_message(animation, row, write))


@handles("showfilm")
async def share_replay(context: InteractionContext, action: Action) -> None:
    """Post the replay to the channel, with what is public only."""
    match, options = await visible_match(context, action.match_id), AnimationOptions.parse(action.detail)
    require_may_share(context, match)
    # The button is removed first: a second press would post the replay twice.
    await context.responder.remove_components()
    write, settings = context.services.public_writer(match), replace(PUBLIC_SETTINGS, size=options.size)
    animation = await make_animation(
        context, lambda: context.services.matches.replays.replay(match.id, None, options.last), settings, write
    )
    row = (step_button(match, animation.first, write), *more_row(animation.view, write))
    message = _replay_message(animation, row, write)
    await context.responder.reply_publicly(message, late=message)


@match_command("since", fits=has_started, prefers=(seated, playing, to_move), empty_message=NO_MATCH)
async def show_since(context: InteractionContext, match: Match, _detail: str) -> None:
    """Show what has happened since the player last looked: described, or animated if there are many turns."""
    matches = context.services.matches
    settings, write = await matches.player_settings.get(context.user_id), context.write.about(match)
    replay = await matches.replays.replay_since(match.id, context.user_id, SPECTATOR_TURNS)
    view = await matches.history.view(match.id, user_id=context.user_id)
    turns = replay.total - replay.first
    picture: Attachment | None = None
    warning: Text | None = None
    if turns > MAX_TURNS_WITHOUT_ANIMATION and not settings.text_board:
        await context.responder.show_thinking()
        try:
            picture = (
                await make_animation(context, lambda: _loaded(replay), replace(settings, size=DEFAULT_WIDTH), write)
            ).attachment
        except UserError as error:
            warning = T("⚠️ {reason}", reason=error.reason)
    described = min(max(turns, 1), MAX_TURNS_AS_TEXT, replay.total)  # without news, the last turn that is over
    view = await _with_described_turns(view, replay, described if picture is None else 1)
    if picture is not None:
        heading = _animation_heading(replay)
    elif view.sentences:
        heading = _heading(replay, min(turns, MAX_TURNS_AS_TEXT))
    else:  # at the beginning, or after a turn was taken back
        heading = T("Nothing has happened since you last looked.")
    if picture is None and not settings.text_board:
        picture = await context.services.board_renderer.render(view, write, settings)
    heading_text = "\n".join(write(text) for text in (warning, heading) if text is not None)
    controls: Rows = () if turns else (_last_turns_row(view, write),)
    if turns > MAX_TURNS_WITHOUT_ANIMATION:
        controls = ((step_button(match, replay.first + 1, write),),)
    await context.responder.reply(private_board(view, write, picture, opening=heading_text, view_controls=controls))
    await context.mark_seen(view.match)


async def _loaded(replay: Replay) -> Replay:
    return replay


async def _with_described_turns(view: MatchView, replay: Replay, turns: int) -> MatchView:
    """Add descriptions of the last turns to the newest position, one paragraph each."""
    if not turns:
        return view
    views = await replay.views_to_narrate(range(replay.total - turns + 1, replay.total + 1))
    sentences: list[Text] = []
    breaks: list[int] = []
    for turn in views:
        start = len(sentences)
        breaks += [at for at in (start, *(start + at for at in turn.breaks)) if at]
        sentences += turn.sentences
    breaks = [at for at in breaks if at < len(sentences)]
    return replace(view, sentences=tuple(sentences), breaks=tuple(breaks), rolled=views[-1].rolled)


def _heading(replay: Replay, described: int) -> Text:
    """Return the heading of the described turns."""
    turns = replay.total - replay.first
    if not turns:
        return T("Nothing has happened since you last looked. The last turn:")
    if replay.viewer is None:
        return TN("The last turn:", "The last {count} turns:", described)
    if described < turns:
        return T("{count} turns since you last looked. The last {description}:", count=turns, description=described)
    return TN("One turn since you last looked:", "{count} turns since you last looked:", turns)


def _animation_heading(replay: Replay) -> Text:
    turns = replay.total - replay.first
    if replay.viewer is None:
        return T("The picture shows the last {count} turns. The newest:", count=turns)
    return T("{count} turns since you last looked. The picture shows them all. The newest:", count=turns)


def _replay_message(animation: AnimatedTurns, row: Row, write: Writer) -> OutgoingMessage:
    match = animation.view.match
    given = given_note(match)
    footer = match_title(match) if given is None else f"{match_title(match)} · {write(given)}"
    content = f"🎞️ {write(animation.caption)}\n-# {footer}"
    return OutgoingMessage(content, (row,), files=(animation.attachment,))


def _share_row(context: InteractionContext, view: MatchView, options: AnimationOptions, write: Writer) -> Row:
    """Return the button that shares a replay, if the user may post it in this channel."""
    if not may_share(context, view.match):
        return ()
    action = Action("showfilm", view.match.id, view.ply, options.detail)
    return (action.button(write.plain(T("Show everyone")), emoji="📣"),)


def _last_turns_row(view: MatchView, write: Writer) -> Row:
    action = Action("replay", view.match.id, view.ply, AnimationOptions(SPECTATOR_TURNS).detail)
    return (action.button(write.plain(T("The last turns")), emoji="🎞️"),)
