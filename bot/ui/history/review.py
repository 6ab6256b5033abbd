"""*Review*: the decisions of an ended match that cost or won a player most, with what was better and why.

A decision that cost something is first a question: what was better is told when the reader asks for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import discord

from bot.computer.decider import DecisionFailedError, DecisionTimeoutError, NotNow, NotNowError
from bot.errors import UserError
from bot.load.admission import waiting_outside
from bot.matches.model.match import Match
from bot.matches.reviews.service import SHOWN, require_review
from bot.matches.reviews.stored_moments import Moment
from bot.ui.boards.board_messages import board_button, match_title, private_board
from bot.ui.boards.board_renderer import PUBLIC_SETTINGS, cells_named
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import ButtonSpec, OutgoingMessage, Row, Rows
from bot.ui.components.text import Writer
from bot.ui.history.play_on import can_be_played_on, play_on_note, play_on_row
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.match_commands import has_ended, match_command, seated
from bot.ui.interactions.permissions import may_share, require_may_share, visible_match
from bot.ui.interactions.registry import handles
from engines.game import Player
from engines.text import TN, Seat, T, Text

NO_REVIEW = {
    NotNow.OFF: T("Reviews come from the computer players, which are switched off here."),
    NotNow.OVER_BUDGET: T("The computer players have calculated a lot for you. Please ask again in a minute."),
    NotNow.UNAVAILABLE: T("The computer players are restarting. Please ask again in a minute."),
}
"""Why there is no review at the moment."""

BETTER = "better"
"""After the number of a moment: what was better is told as well."""

FEW_DECISIONS = 4
"""With fewer decisions, a player without moments reads how few there were."""


@match_command(
    "review", fits=has_ended, prefers=(seated,), empty_message=T("There is no ended match here. /matches lists yours.")
)
async def show_review(context: InteractionContext, match: Match, detail: str) -> None:
    """Show one of the player's own moments; ``detail``: its number, from 0, and :data:`BETTER` after a colon."""
    require_review(match)
    seat = match.seat_of(context.user_id)
    if seat is None:
        raise UserError(T("A review is for those who played. *Turn by turn* shows the match to everybody."))
    shown, _, asked = detail.partition(":")
    number = int(shown) if shown.isascii() and shown.isdecimal() else None
    if number is None:
        await context.responder.show_thinking()
    else:
        await context.responder.acknowledge()
    found = await _moments(context, match)
    write = context.write.about(match)
    if found is None:
        message = _notice(
            match, T("The review of {match} is not ready yet.", match=match_title(match)), write, again=True
        )
    else:
        own = [moment for moment in found if moment.player == seat.player]
        won = await _has_won(context, match, seat.player)
        if own:
            told = asked == BETTER
            message = await _page(context, match, own, min(number or 0, len(own) - 1), won=won, told=told)
        else:
            decided = await context.services.matches.reviews.count_decisions(match.id, seat.player)
            message = _notice(match, _without_moments(match, decided, won=won), write, again=False)
    if number is None:
        await context.responder.reply(message)
    else:
        await context.responder.update(message)


@handles("sharemoment")
async def share_moment(context: InteractionContext, action: Action) -> None:
    """Post a moment of the player's own to the channel; what was better is hidden there until a reader taps it."""
    match = await visible_match(context, action.match_id)
    seat = match.seat_of(context.user_id)
    require_may_share(context, match)
    found = await _moments(context, match) or ()
    own = [moment for moment in found if seat is not None and moment.player == seat.player]
    number = next((number for number, moment in enumerate(own) if moment.ply == action.ply), None)
    if number is None or seat is None:
        raise UserError(T("Only the player whose moment it is can share it."))
    won, told_before = await _has_won(context, match, seat.player), action.detail == BETTER
    # The button is removed first: a second press would post the moment twice.
    await context.responder.update(await _page(context, match, own, number, won=won, told=told_before, is_shared=True))
    moment, write = own[number], context.services.public_writer(match)
    heading = write(T("🔍 From {player}’s review of {match}:", player=Seat(seat.player), match=match_title(match)))
    told = _with_hidden_answer(moment, write) if moment.lead < 0 else _told(moment, write)
    message = await _board(context, match, moment, (heading, *_quoted(told)), moment.played, None, write)
    await context.responder.reply_publicly(message, late=message)


async def _moments(context: InteractionContext, match: Match) -> Sequence[Moment] | None:
    """Return the moments of all players; ``None`` if they are not found yet.

    Raises:
        UserError: there are none at the moment.
    """
    try:
        with waiting_outside(for_a_decision=True):  # the review is made in a task of its own
            return await context.services.matches.reviews.moments(match.id)
    except NotNowError as error:
        raise UserError(NO_REVIEW[error.reason]) from error
    except DecisionTimeoutError as error:
        raise UserError(
            T("There was no time to review this match: the bot is busy. Please press Review again in a few minutes.")
        ) from error
    except DecisionFailedError as error:
        raise UserError(T("This match could not be reviewed. Please tell the person who runs the bot.")) from error


async def _has_won(context: InteractionContext, match: Match, player: Player) -> bool:
    """Return whether the match has losers, and the player is not among them."""
    outcome = (await context.services.matches.history.view(match.id, user_id=context.user_id)).outcome
    if outcome is None or outcome.termination == "agreement":
        return False
    return player in outcome.winners and len(outcome.winners) < len(match.seats)


def _without_moments(match: Match, decided: int, *, won: bool) -> Text:
    """Return why a player has no moments; ``decided``: how many decisions the player made."""
    title = match_title(match)
    if not decided:
        return T("You made no decision of your own in {match}, so there is nothing to review.", match=title)
    if decided < FEW_DECISIONS:
        return TN(
            "You made only one decision of your own in {match}. A review needs a few more.",
            "You made only {count} decisions of your own in {match}. A review needs a few more.",
            decided,
            match=title,
        )
    if won:
        return T("You won {match}, and none of your decisions cost you much. Well played!", match=title)
    return T("Nothing stood out in {match}: no single decision of yours cost or won you much.", match=title)


def _heading(own: Sequence[Moment], number: int, *, won: bool) -> Text:
    """Return the heading of a moment, which says whether it was a good one; ``number``: from 0."""
    if won and len(own) < SHOWN and all(moment.lead > 0 for moment in own):
        return TN(
            "🔍 You won, and none of your decisions cost you much. Your best one:",
            "🔍 You won, and none of your decisions cost you much. Good decision {number} of {count}:",
            len(own),
            number=number + 1,
        )
    if own[number].lead > 0:
        return TN(
            "🔍 One decision stood out: a good one",
            "🔍 Decision {number} of the {count} that stood out: a good one",
            len(own),
            number=number + 1,
        )
    return TN(
        "🔍 One decision stood out: there was a better one",
        "🔍 Decision {number} of the {count} that stood out: there was a better one",
        len(own),
        number=number + 1,
    )


def _notice(match: Match, said: Text, write: Writer, *, again: bool) -> OutgoingMessage:
    press = Action("review", match.id, detail="0").button(write.plain(T("Look again")), emoji="🔍")
    return OutgoingMessage(write(said), ((press if again else board_button(match, write),),))


async def _page(
    context: InteractionContext,
    match: Match,
    own: Sequence[Moment],
    number: int,
    *,
    won: bool,
    told: bool,
    is_shared: bool = False,
) -> OutgoingMessage:
    """Return one of the player's own moments, with buttons for the others.

    A decision that cost something is a question until it is ``told`` what was better. ``is_shared``: whether it has
    just been posted for everybody.
    """
    moment, write = own[number], context.write.about(match)
    is_question = moment.lead < 0 and not told
    lines = _question(moment, write) if is_question else _told(moment, write)
    marked = moment.other if moment.lead < 0 and told else moment.played
    replay = await context.services.matches.replays.replay(match.id, context.user_id)
    row: Row = (
        *_others(match, number, len(own), write),
        *((_tell_button(match, number, write),) if is_question else ()),
        *((_share_button(match, moment, write, told=told),) if may_share(context, match) and not is_shared else ()),
    )
    rows: Rows = (row,) if row else ()
    note = None
    if can_be_played_on(context, replay, 0):
        rows = (*rows, *play_on_row(match, moment.ply, write))
        note = await play_on_note(context, match)
    heading = write(_heading(own, number, won=won))
    return await _board(context, match, moment, (heading, *lines), marked, note, write, rows)


def _tell_button(match: Match, number: int, write: Writer) -> ButtonSpec:
    """Return the button that tells what was better in a moment."""
    tell = Action("review", match.id, detail=f"{number}:{BETTER}")
    return tell.button(write.plain(T("Show what was better")), discord.ButtonStyle.primary, "🔍")


def _share_button(match: Match, moment: Moment, write: Writer, *, told: bool) -> ButtonSpec:
    """Return the button that posts a moment; ``told``: whether its player has read what was better."""
    share = Action("sharemoment", match.id, moment.ply, BETTER if told else "")
    return share.button(write.plain(T("Show everyone")), emoji="📣")


def _others(match: Match, number: int, total: int, write: Writer) -> Row:
    """Return the buttons for the moments before and after; both are always there, so that none changes its place."""
    if total < 2:
        return ()

    back = Action("review", match.id, detail=str(max(number - 1, 0)))
    forth = Action("review", match.id, detail=str(number + 1))
    return (
        back.button(write.plain(T("Back")), emoji="◀️", disabled=number == 0),
        forth.button(write.plain(T("Next")), emoji="▶️", disabled=number == total - 1),
    )


async def _board(
    context: InteractionContext,
    match: Match,
    moment: Moment,
    lines: Sequence[str],
    marked: Text,
    note: Text | None,
    write: Writer,
    rows: Rows | None = None,
) -> OutgoingMessage:
    """Return the position before a moment, as its player knew it, with what is told of it.

    The cells that the moves ``marked`` name are marked. ``rows``: for the player alone; ``None`` for everybody.
    """
    services = context.services
    settings = PUBLIC_SETTINGS if rows is None else await services.matches.player_settings.get(context.user_id)
    player: Player = moment.player
    view = await services.matches.history.view(match.id, user_id=match.seat_at(player).user_id, ply=moment.ply)
    view = replace(view, sentences=(), breaks=(), decisions=(), scores=None, to_move=())
    picture, cells = None, cells_named(marked)
    if not settings.text_board:
        picture = await services.board_renderer.render(view, write, settings, marked=cells)
    if picture is not None and cells:
        legend = T("Marked: what was played.") if marked == moment.played else T("Marked: what was better.")
        note = legend if note is None else T("{legend} {more}", legend=legend, more=note)
    return private_board(view, write, picture, opening="\n".join(lines), footnote=note, view_controls=rows or ())


def _question(moment: Moment, write: Writer) -> tuple[str, ...]:
    """Return the lines that ask for the better move."""
    return write(T("**Played:** {played}.", played=moment.played)), write(T("What would have been better?"))


def _with_hidden_answer(moment: Moment, write: Writer) -> tuple[str, ...]:
    """Return the lines about a decision that cost something, for everybody: what was better can be tapped."""
    better = T(
        "**Better:** ||{other}. {reason} {difference}||",
        other=moment.other,
        reason=moment.reason,
        difference=moment.difference,
    )
    return *_question(moment, write), write(better)


def _told(moment: Moment, write: Writer) -> tuple[str, ...]:
    """Return the lines about a moment, said to its player."""
    if moment.lead < 0:
        said = (
            T("**Played:** {played}.", played=moment.played),
            T("**Better:** {other}. {reason}", other=moment.other, reason=moment.reason),
        )
    else:
        said = (
            T("**Well played:** {played}. {reason}", played=moment.played, reason=moment.reason),
            T("**Next best:** {other}.", other=moment.other),
        )
    return *map(write, said), f"-# {write(moment.difference)}"


def _quoted(lines: Sequence[str]) -> tuple[str, ...]:
    """Return lines as a quotation."""
    return tuple(f"> {line.removeprefix('-# ')}" for line in lines)
