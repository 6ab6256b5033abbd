"""The menu of a match: all actions besides moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.errors import UserError
from bot.matches.model.match import Match, MatchStatus, Offer, OfferKind, may_use_hints
from bot.matches.model.rng import shown_digits
from bot.matches.model.views import timed_out_players
from bot.matches.reviews.service import may_be_reviewed
from bot.ui.boards.board_messages import board_button, ended_by_move, match_title, resume_button, way_row
from bot.ui.boards.clocks import clock_lines, seat_times
from bot.ui.boards.computers import HINT, review_button, share_button, why_button
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import OutgoingMessage, Row, SelectOptionSpec, SelectSpec
from bot.ui.components.panels import panel, player_lines
from bot.ui.components.text import Writer
from bot.ui.interactions.context import NO_CHOICE, InteractionContext
from bot.ui.interactions.match_commands import (
    has_started,
    is_table,
    match_command,
    match_command_of,
    open_or_running,
    playing,
    seated,
)
from bot.ui.interactions.match_picker import state_of
from bot.ui.interactions.permissions import visible_match
from bot.ui.interactions.registry import handles
from bot.ui.match.offers import answer_row, offer_line
from bot.ui.match.spectators import watch_button
from bot.ui.match.substitution import takeover_button
from bot.ui.planners import why_out
from bot.ui.planners.panel import in_rows
from engines.registry import GAMES
from engines.text import T, Text

NO_PANEL = T("There is no match here. /matches lists yours, /play opens a table.")


def _has_panel(match: Match, user_id: int) -> bool:
    return has_started(match, user_id) or is_table(match, user_id)


def match_panel(
    match: Match,
    viewer: int | None,
    offers: Sequence[Offer],
    write: Writer,
    *,
    plays: bool,
    free: Sequence[int],
    watching: bool,
    why: Row,
) -> OutgoingMessage:
    """Everything beside the board: what is offered, history, giving up, the proof of fair luck.

    ``plays``: whether the viewer is still in the match, and can propose something. Users without a seat can take one of
    the ``free`` seats; they and those who have left can start or stop watching. ``why``: the button for the reasons of
    computer players in the last turn, if there are any.
    """
    paragraphs = [f"### {match_title(match)}", _state_lines(match, write), "\n".join(player_lines(match, write))]
    paragraphs += (offer_line(offer, write) for offer in offers)
    is_running = match.status is MatchStatus.RUNNING
    has_left = viewer is None or match.seat_at(viewer).withdrawn
    asked = [offer.kind for offer in offers if viewer in offer.needed]
    rows: list[Row] = [answer_row(kind, match, write, named=len(asked) > 1) for kind in asked]
    rows.append(_look_row(match, viewer, write))
    if viewer is None and free:
        rows += in_rows([takeover_button(match, player, write) for player in free])
    if is_running and (watching or (has_left and match.channel.guild_id is not None)):
        rows.append((watch_button(match, write, watching=watching),))
    if plays:
        rows.append((*_urgent_row(match, viewer, offers, write), *way_row(match, write)))
        rows.append((_change_menu(match, offers, write),))
    elif is_running and viewer is not None:
        rows.append(way_row(match, write))
    elif match.status in {MatchStatus.FINISHED, MatchStatus.ABORTED}:
        since = Action("since", match.id, match.ply).button(write.plain(T("Since you last looked")), emoji="⏪")
        rows.append((board_button(match, write), *why, since))
        if viewer is not None:
            rematch = Action("rematch", match.id).button(write.plain(T("Rematch")), emoji="🔁")
            review = review_button(match, write) if may_be_reviewed(match) else ()
            way = way_row(match, write) if match.unreachable_since is None else ()  # else it is the button above
            rows.append((rematch, *review, *share_button(match, write), *way))
    paragraphs.append(_luck(match, write))
    return panel(paragraphs, rows)


def _state_lines(match: Match, write: Writer) -> str:
    state = state_of(match)
    lines = [write(state) if match.status is not MatchStatus.RUNNING else write(T("Now: {state}.", state=state))]
    if match.started_at is not None:
        has_started = write(T("Started"))
        lines.append(f"-# {has_started} <t:{match.started_at}:R>")
    if match.paused_at is not None:
        lines += clock_lines(match, (), write)
    return "\n".join((*lines, *seat_times(match, write)))


def _look_row(match: Match, viewer: int | None, write: Writer) -> Row:
    def press(name: str, text: Text, emoji: str) -> Any:
        return Action(name, match.id).button(write.plain(text), emoji=emoji)

    ended = match.status in {MatchStatus.FINISHED, MatchStatus.ABORTED}
    return (
        press("history", T("History"), "📜"),
        press("replay", T("Replay"), "🎞️"),
        Action("rules", detail=match.game).button(write.plain(T("Rules")), emoji="📖"),
        press("export", T("Export"), "💾"),
        *(
            (press("hint", T("Hint"), HINT),)
            if viewer in match.to_move and match.paused_at is None and may_use_hints(match)
            else ()
        ),
        *((press("verify", T("Verify luck"), "🎲"),) if ended else ()),
    )


def _urgent_row(match: Match, viewer: int | None, offers: Sequence[Offer], write: Writer) -> Row:
    """Return buttons for what holds the match up: a pause, and a player whose time has run out."""
    late = timed_out_players(match)
    row = []
    if match.paused_at is not None and all(offer.kind is not OfferKind.RESUME for offer in offers):
        row.append(resume_button(match, write))
    if late and viewer not in late:
        row.append(Action("expired", match.id).button(write.plain(T("Time has run out …")), emoji="⌛"))
    return tuple(row)


def _change_menu(match: Match, offers: Sequence[Offer], write: Writer) -> SelectSpec:
    """Return the menu of what a player can propose or give up; what is proposed already is left out."""
    closed = {offer.kind for offer in offers}
    if GAMES[match.game].info.is_simultaneous:
        closed.add(OfferKind.UNDO)
    if match.paused_at is not None:
        closed.add(OfferKind.PAUSE)
    if match.channel.guild_id is None:
        closed.add(OfferKind.MOVE)
    if len(match.seats) == 1:
        closed.add(OfferKind.DRAW)
    others = {} if match.is_alone else _IF_OTHERS_AGREE
    ends = {"abort": T("End the match")} if match.is_alone else {}
    lines = tuple(
        SelectOptionSpec(name, write.plain(ends.get(name, title)), write.plain(others.get(name, purpose)), emoji)
        for name, kind, title, purpose, emoji in _CHANGES
        if kind not in closed
    )
    return Action("change", match.id).select(write.plain(T("Propose or resign …")), lines)


_CHANGES = (
    ("takeback", OfferKind.UNDO, T("Take back"), T("Take back your last turn"), "↩️"),
    ("pause", OfferKind.PAUSE, T("Pause"), T("Stop the match until you resume it"), "⏸️"),
    ("moveto", OfferKind.MOVE, T("Play elsewhere"), T("Move the match to another channel"), "📍"),
    ("draw", OfferKind.DRAW, T("Offer a draw"), T("End the match in a draw, if the others agree"), "🤝"),
    ("abort", OfferKind.ABORT, T("Propose to abort"), T("End it without a result; I ask you to confirm"), "🛑"),
    ("replace", None, T("Hand over my seat"), T("To another person, or to a computer player"), "🪑"),
    ("resign", None, T("Resign"), T("Lose the match; I ask you to confirm"), "🏳️"),
)
"""The commands in the menu, the offers that they make, and how they are shown."""

_IF_OTHERS_AGREE = {
    "takeback": T("Take back your last turn, if the others agree"),
    "pause": T("Stop the match for a while, if the others agree"),
    "abort": T("End it without a result, if the others agree"),
}
"""How these are shown to a person who is not alone. Computer players agree to them; they decide on a draw."""


@handles("change")
async def on_change_chosen(context: InteractionContext, action: Action) -> None:
    """Run the command that was chosen in the menu."""
    if context.choice not in {name for name, *_ in _CHANGES}:
        raise UserError(NO_CHOICE)
    await match_command_of(context.choice).run(context, await visible_match(context, action.match_id), "")


def _luck(match: Match, write: Writer) -> str:
    """Return how the luck can be checked: the commitment while the match is running, its secret keys afterwards."""
    if match.commitment is None:
        return ""
    if match.key is None:
        luck = T(
            "Luck: the SHA-256 of the secret key begins with {digits}. The key is shown here after the match.",
            digits=shown_digits(match.commitment),
        )
    elif match.earlier:
        luck = T(
            "Luck: the secret keys were {earlier}, then {key} after the bot was restored. *Verify luck* checks"
            " everything.",
            earlier=", ".join(one.key or "" for one in match.earlier),
            key=match.key,
        )
    else:
        luck = T("Luck: the secret key was {key}. *Verify luck* checks everything.", key=match.key)
    return f"-# {write(luck)}"


@match_command("more", fits=_has_panel, prefers=(seated, open_or_running), empty_message=NO_PANEL)
async def show_panel(context: InteractionContext, match: Match, _detail: str) -> None:
    """Show the menu of the match; of an open table, the table itself."""
    if is_table(match, context.user_id):
        await match_command_of("table").run(context, match, "")
        return
    seat = match.seat_of(context.user_id)
    viewer = None if seat is None else seat.player
    offers, free = (
        await context.services.matches.offers.open_in(match.id),
        await context.services.matches.substitution.free_seats(match.id, context.user_id),
    )
    spectator = await context.services.matches.spectators.board_message(match.id, context.user_id)
    watching = spectator is not None and not spectator.dm_blocked
    write = context.write.about(match)
    message = match_panel(
        match,
        viewer,
        offers,
        write,
        plays=await _plays(context, match),
        free=free,
        watching=watching,
        why=await _why(context, match, write),
    )
    await context.responder.show(message)


async def _plays(context: InteractionContext, match: Match) -> bool:
    """Return whether the user plays in the running match, and the rules have not put them out of it."""
    if not playing(match, context.user_id):
        return False
    view = await context.services.matches.history.view(match.id, user_id=context.user_id)
    return view.viewer is not None and why_out(view, view.viewer) is None


async def _why(context: InteractionContext, match: Match, write: Writer) -> Row:
    """Return the button for what computer players thought in the turn that ended a match."""
    if match.status is not MatchStatus.FINISHED or not match.has_computers:
        return ()
    view = await context.services.matches.history.view(match.id)
    return why_button(view, write) if ended_by_move(view) else ()
