"""Shows sheets: the player's own with its planner, and other players' if they are visible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from discord import app_commands

from bot.errors import UserError
from bot.matches.errors import NotSeatedError
from bot.matches.model.match import Match, MatchStatus
from bot.matches.model.settings import PlayerSettings
from bot.matches.model.views import MatchView
from bot.ui.boards.board_messages import match_title, private_board
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import OutgoingMessage, Rows, SelectOptionSpec
from bot.ui.components.text import OPTION_LIMIT, Writer
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.match_commands import has_started, match_command, playing, seated, to_move
from bot.ui.interactions.match_picker import candidates
from bot.ui.interactions.permissions import visible_match
from bot.ui.interactions.registry import handles
from bot.ui.planners import SheetPlanner, sheet_planner_of
from bot.ui.play.planner_view import own_board
from bot.ui.play.windows import newest_plan
from engines.game import Player
from engines.text import Seat, T, excerpt, normalize_typed

WHOSE_LIMIT = 80
"""Maximum characters of a typed player's name."""
EVERYBODY = "*"
"""All players' sheets."""
ALL = T("Everybody")

NO_SHEET = T("You have no sheet in any match here. /matches lists your matches.")
PRIVATE = T("The other players’ sheets are private until the match ends. /sheet without a player shows yours.")


def _has_sheet(match: Match, user_id: int) -> bool:
    return has_started(match, user_id) and sheet_planner_of(match.game) is not None


@match_command("sheet", fits=_has_sheet, prefers=(seated, playing, to_move), empty_message=NO_SHEET)
async def show_sheet(context: InteractionContext, match: Match, detail: str) -> None:
    """Show the user's own sheet with its planner, or another player's; see :func:`sheet_detail`. Spectators see the
    public sheets.
    """
    form, _, typed = detail.partition(":")
    planner = _planner_of(match)
    view = await context.services.matches.history.view(match.id, user_id=context.user_id)
    if not planner.visible_sheets(view):
        raise NotSeatedError(T("You have no sheet in this match. The players’ sheets are private until it ends."))
    whose = whose_of(context.write.about(match), view, typed) if typed.strip() else view.viewer
    settings = await context.services.matches.player_settings.get(context.user_id)
    if form:
        settings = replace(settings, text_board=form == "text")
    if whose is not None and whose == view.viewer and match.status is MatchStatus.RUNNING:
        message = await own_board(context.services, match.id, context.user_id, context.write, settings)
        context.follow(match, newest_plan)
    else:
        message = await _sheets_of(context, view, settings, whose if typed.strip() else None)
    await context.responder.show(message)
    await context.mark_seen(view.match)


def sheet_detail(form: str, whose: str) -> str:
    """Encode how sheets are shown: ``text``, ``picture`` or by the settings, and whose."""
    return f"{form}:{whose}" if whose else form


def whose_of(write: Writer, view: MatchView, typed: str) -> Player | None:
    """Return the seat meant by a number or a name; ``None`` for all sheets.

    Raises:
        UserError: no player has that name, or the sheet is private.
    """
    wanted = normalize_typed(typed).strip()
    players = sorted(seat.player for seat in view.match.seats)
    # A number comes first: the list stands for numbers, and a player may be named “2”.
    named = [player for player in players if wanted == str(player + 1)]
    named = named or [player for player in players if wanted == normalize_typed(write.name(Seat(player)))]
    named = named or [player for player in players if wanted == normalize_typed(write.own_name(player))]
    whole = wanted in (EVERYBODY, normalize_typed(write.plain(ALL)))
    if not named and not whole:
        raise UserError(
            T(
                "Nobody named “{name}” plays in {match}. Choose from the list, or type a number from 1 to {last}.",
                name=excerpt(typed),
                match=match_title(view.match),
                last=len(players),
            )
        )
    if len(named) > 1:
        raise UserError(
            T(
                "Several players are named “{name}”. Choose from the list, or type a number from 1 to {last}.",
                name=excerpt(typed),
                last=len(players),
            )
        )
    visible = _planner_of(view.match).visible_sheets(view)
    if not set(players if whole else named[:1]) <= set(visible):
        raise UserError(PRIVATE)
    return None if whole else named[0]


@handles("sheets")
async def show_chosen_sheet(context: InteractionContext, action: Action) -> None:
    """Show the sheet chosen from the menu."""
    match = await visible_match(context, action.match_id)
    view = await context.services.matches.history.view(match.id, user_id=context.user_id)
    settings = await context.services.matches.player_settings.get(context.user_id)
    whose = whose_of(context.write.about(match), view, context.choice)
    await context.responder.show(await _sheets_of(context, view, settings, whose))


async def _sheets_of(
    context: InteractionContext, view: MatchView, settings: PlayerSettings, whose: Player | None
) -> OutgoingMessage:
    """Return one sheet as a message, or all visible ones."""
    write = context.write.about(view.match)
    shown = view
    if whose is not None:  # without the news of the reader's own turn, and without everybody's table
        shown = replace(_planner_of(view.match).only_sheet_of(view, whose), sentences=(), breaks=(), scores=None)
    focus = "sheets" if whose is None else f"seat:{whose}"
    picture = (
        None if settings.text_board else await context.services.board_renderer.render(shown, write, settings, focus)
    )
    aside = None if whose is None else T("The sheet of {player}", player=Seat(whose))
    return private_board(shown, write, picture, footnote=aside, view_controls=sheets_menu(view, write, whose))


def sheets_menu(view: MatchView, write: Writer, whose: Player | None = None) -> Rows:
    """Return the menu of visible sheets, if there are several; the sheet of ``whose`` is shown already."""
    planner = sheet_planner_of(view.match.game)
    visible = () if planner is None else planner.visible_sheets(view)
    if len(visible) < 2:
        return ()
    choices = [
        SelectOptionSpec(str(player + 1), write.name(Seat(player)), chosen=player == whose) for player in visible
    ]
    whole = () if whose is None else (SelectOptionSpec(EVERYBODY, write.plain(ALL)),)
    menu = Action("sheets", view.match.id, view.ply).select(write.plain(T("Show a sheet …")), (*whole, *choices))
    return ((menu,),)


async def sheet_choices(
    context: InteractionContext, match_id: int | None, typed: str
) -> Sequence[app_commands.Choice[str]]:
    """Suggest the players whose sheets are visible in the match, by name."""
    found = [await visible_match(context, match_id)] if match_id is not None else await candidates(context, show_sheet)
    if not found or not _has_sheet(found[0], context.user_id):
        return []
    if len(found) > 1:
        hint = context.write.plain(T("Choose the match first, with the option “match”."), OPTION_LIMIT)
        return [app_commands.Choice(name=hint, value=typed or "?")]
    view = await context.services.matches.history.view(found[0].id, user_id=context.user_id)
    needle = normalize_typed(typed).strip()
    return [
        app_commands.Choice(name=label[:OPTION_LIMIT], value=value)
        for value, label in _offered(view, context.write.about(found[0]))
        if needle in normalize_typed(label) or needle == value
    ]


def _offered(view: MatchView, write: Writer) -> Iterator[tuple[str, str]]:
    visible = _planner_of(view.match).visible_sheets(view)
    if len(visible) > 1:
        yield EVERYBODY, write.plain(ALL)
    for player in visible:
        yield str(player + 1), write.name(Seat(player))


def _planner_of(match: Match) -> SheetPlanner:
    """Return the sheet planner of a match.

    Raises:
        UserError: its game has no sheets.
    """
    planner = sheet_planner_of(match.game)
    if planner is None:
        raise UserError(T("{match} has no sheets. /board shows its board.", match=match_title(match)))
    return planner
