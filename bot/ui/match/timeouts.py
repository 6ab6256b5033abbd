"""The vote after a timeout: the request, and how players decide."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.errors import UserError
from bot.matches.model.match import Match, Person
from bot.matches.model.time_control import Timeout, TimeoutAction, TimeoutState
from bot.matches.model.views import timed_out_players
from bot.matches.seats.replacement import USUAL_LEVEL
from bot.matches.timeouts.policy import default_action
from bot.matches.timeouts.texts import consequence
from bot.ui.boards.board_messages import match_title
from bot.ui.boards.computers import level_options
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import ButtonSpec, OutgoingMessage, Row
from bot.ui.components.panels import panel
from bot.ui.components.text import Writer, moment
from bot.ui.interactions.context import NO_CHOICE, InteractionContext
from bot.ui.interactions.match_commands import match_command, playing
from bot.ui.interactions.permissions import require_computer_players, visible_match
from bot.ui.interactions.registry import handles
from bot.ui.interactions.users import chosen_user, person_of_id, user_select_row
from engines.game import Player
from engines.registry import GAMES
from engines.text import T, Text, players_listed
from players import LEVELS

ASK = "ask"
"""Used instead of a choice: ask whom to offer the seat to."""


def _has_timeout(match: Match, user_id: int) -> bool:
    return playing(match, user_id) and bool(timed_out_players(match))


@match_command("expired", fits=_has_timeout, empty_message=T("Nobody has run out of time in your matches here."))
async def decide(context: InteractionContext, match: Match, detail: str) -> None:
    """Vote on what happens after a timeout; without a choice, show the vote."""
    write = context.write.about(match)
    choice, _, rest = detail.partition(":")
    if choice == "":
        await _show(context, match)
    elif choice == ASK:
        await context.services.matches.votes.require_vote(match.id, context.user_id)
        anybody = Action("expired", match.id, detail=TimeoutAction.OFFER).button(write.plain(T("Anyone")), emoji="🪑")
        asked = write(T("Who should be offered the seat?"))
        await context.responder.reply(OutgoingMessage(asked, (user_select_row("expiredto", match, write), (anybody,))))
    elif choice == TimeoutAction.COMPUTER:
        await _vote_for_computer(context, match, rest)
    else:
        await _vote(context, match, _choice(choice), await person_of_id(context, match, rest))


@handles("expiredto")
async def chosen(context: InteractionContext, action: Action) -> None:
    """Vote to offer the seat to the chosen user."""
    await _vote(context, await visible_match(context, action.match_id), TimeoutAction.OFFER, chosen_user(context))


@handles("expiredlevel")
async def on_level_chosen(context: InteractionContext, action: Action) -> None:
    """Vote for a computer player of the chosen level."""
    await _vote_for_computer(context, await visible_match(context, action.match_id), context.choice)


async def _vote_for_computer(context: InteractionContext, match: Match, level: str) -> None:
    """Vote for a computer player of a level; by default the usual one."""
    require_computer_players(context)
    if level and level not in map(str, LEVELS):
        raise UserError(NO_CHOICE)
    await _vote(context, match, TimeoutAction.COMPUTER, level=int(level) if level else None)


async def _vote(
    context: InteractionContext,
    match: Match,
    choice: TimeoutAction,
    to: Person | None = None,
    level: int | None = None,
) -> None:
    vote_status = await context.services.matches.timeouts.vote(match.id, context.user_id, choice, to, level)
    if vote_status is None and choice is TimeoutAction.COMPUTER:  # the level is that of most votes
        await context.reply_done(T("Decided: a computer player takes over."), match)
    elif vote_status is None:
        await context.reply_done(T("Decided: {choice}.", choice=title_of(choice)), match)
    else:
        said = T(
            "Your vote: {choice}. It takes effect if more than half of the players who vote choose it.",
            choice=title_of(choice, level),
        )
        await context.reply_done(said, match)


async def _show(context: InteractionContext, match: Match) -> None:
    """Show the state of the vote, with the buttons to vote."""
    found, write = await context.services.matches.votes.open_timeout(match.id), context.write.about(match)
    if found is None:
        raise UserError(T("Nobody has run out of time in this match, so there is nothing to decide."))
    timeout, _ = found
    title = T("{match}: what should happen?", match=match_title(match))
    late = write(T("⏳ {players} ran out of time.", players=players_listed(timeout.seats)))
    lines = "\n".join((late, *vote_status(match, timeout, write)))
    await context.responder.reply(panel([f"### {write(title)}", lines], choice_rows(match, write)))


def _choice(detail: str) -> TimeoutAction:
    try:
        return TimeoutAction(detail)
    except ValueError:
        raise UserError(T("There is no such choice.")) from None


def title_of(choice: TimeoutAction, level: int | None = None) -> Text:
    """Return the label of a choice; ``level``: that of a computer player."""
    match choice:
        case TimeoutAction.WAIT:
            return T("Keep waiting")
        case TimeoutAction.EXTEND:
            return T("Give more time")
        case TimeoutAction.OFFER:
            return T("Offer the seat")
        case TimeoutAction.PLAY_ON:
            return T("Continue by the rules of the game")
        case TimeoutAction.END:
            return T("End the match")
        case TimeoutAction.COMPUTER:
            return T("Computer player (level {level})", level=level or USUAL_LEVEL)


def vote_request(match: Match, timeout: Timeout, voters: Sequence[Player], write: Writer) -> OutgoingMessage:
    """Return the message after a timeout: who votes, until when, and the default."""
    seats = timeout.seats
    asked = [*seats, *voters]
    users = tuple(seat.user_id for seat in match.seats if seat.player in asked)
    lines = [write.mentioning(T("⏳ {players} ran out of time.", players=players_listed(seats)), asked)]
    if timeout.stage is TimeoutState.NO_VOTERS:
        on_their_own = T(
            "Make a move to play on. If nobody does, the match ends without a result {moment}.",
            moment=moment(timeout.until),
        )
        lines.append(write(on_their_own))
        return OutgoingMessage("\n".join([*lines, f"-# {match_title(match)}"]), mentions=users)
    request = T(
        "{voters}, what should happen? Until you have decided, {players} can still move.",
        voters=players_listed(voters),
        players=players_listed(seats),
    )
    lines.append(write.mentioning(request, asked))
    lines += vote_status(match, timeout, write)
    lines.append(f"-# {match_title(match)}")
    return OutgoingMessage("\n".join(lines), choice_rows(match, write), mentions=users)


def vote_status(match: Match, timeout: Timeout, write: Writer) -> list[str]:
    """Return the votes so far, and what happens if nobody votes."""
    votes = [
        f"- {write.bold(player)}: {write(title_of(vote.choice, vote.level))}"
        for player, vote in sorted(timeout.votes.items())
    ]
    return [*votes, _else(match, timeout, write)] if timeout.stage is TimeoutState.ASKED else votes


def _else(match: Match, timeout: Timeout, write: Writer) -> str:
    what = consequence(default_action(match, timeout), timeout.seats, auto_move=GAMES[match.game].info.has_auto_move)
    return write(T("If nobody decides by {moment}: {what}", moment=moment(timeout.until), what=what))


def choice_rows(match: Match, write: Writer) -> tuple[Row, Row]:
    """Return a button for each choice, and a menu with the levels of a computer player."""

    def press(choice: TimeoutAction, detail: str, style: discord.ButtonStyle, emoji: str) -> ButtonSpec:
        return Action("expired", match.id, detail=detail).button(write.plain(title_of(choice)), style, emoji)

    grey, red = discord.ButtonStyle.secondary, discord.ButtonStyle.danger
    others = (
        press(TimeoutAction.WAIT, "wait", grey, "⏳"),
        press(TimeoutAction.EXTEND, "extend", grey, "⏱️"),
        press(TimeoutAction.OFFER, "ask", grey, "🪑"),
        press(TimeoutAction.PLAY_ON, "conduct", grey, "▶️"),
        press(TimeoutAction.END, "end", red, "🏁"),
    )
    levels = level_options(GAMES[match.game].info, 0, write)
    return others, (Action("expiredlevel", match.id).select(write.plain(T("Computer player …")), levels),)
