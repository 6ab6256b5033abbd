"""Shows boards: the current one, the most urgent one, or an enlarged part."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from discord import app_commands

from bot.errors import UserError
from bot.matches.model.match import Match
from bot.matches.model.settings import PlayerSettings
from bot.matches.model.views import MatchView
from bot.ui.boards.board_messages import match_title, private_board
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import OutgoingMessage, Rows, SelectOptionSpec
from bot.ui.components.text import OPTION_LIMIT, Writer
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.match_commands import has_started, match_command, match_command_of, playing, seated, to_move
from bot.ui.interactions.match_picker import candidates
from bot.ui.interactions.permissions import visible_match
from bot.ui.interactions.registry import handles
from bot.ui.interactions.services import Services
from bot.ui.planners import AREAS, sheet_planner_of
from bot.ui.planners.areas import Areas
from bot.ui.play.sheets import sheets_menu, show_sheet
from engines.text import T, Text, normalize_typed

AREA_LIMIT = 20
"""Maximum characters of a typed part of a board."""
_SHORTEST = 3
"""Up to this many characters, a part of a name is too ambiguous."""


@match_command(
    "board",
    fits=has_started,
    prefers=(seated, playing, to_move),
    empty_message=T("There is no match here. /matches lists yours, /play opens a table."),
)
async def show_board(context: InteractionContext, match: Match, detail: str) -> None:
    """Show the board privately, as the user prefers; see :func:`board_detail` for what overrides that."""
    form, _, typed = detail.partition(":")
    settings = await context.services.matches.player_settings.get(context.user_id)
    area = area_of(match, typed, context.write) if typed.strip() else None
    if area is not None and form == "text":
        raise UserError(T("A text board always shows everything. Leave out the area, or ask for a picture."))
    as_text = form == "text" or (settings.text_board and form != "picture" and area is None)
    view = await context.services.matches.history.view(match.id, user_id=context.user_id)
    await context.responder.reply(await _followed_board(context, view, settings, as_text=as_text, area=area))
    await context.mark_seen(view.match)


def board_detail(form: str, area: str) -> str:
    """Encode how a board is shown: ``text``, ``picture`` or by the settings, and which part of it."""
    return f"{form}:{area}" if area else form


def area_of(match: Match, typed: str, write: Writer) -> str:
    """Return the part of a match's board that was typed, as squares or as a name.

    Raises:
        UserError: there is no such part.
    """
    areas = AREAS.get(match.game)
    if areas is None:
        raise UserError(
            T("The board of {match} is always shown whole. Please leave out the area.", match=match_title(match))
        )
    return _named(areas, typed, write) or areas.read(typed)


def _named(areas: Areas, typed: str, write: Writer) -> str | None:
    """Return the part with the typed name, or the only one whose name contains it; ``None`` for anything else."""
    needle = normalize_typed(typed).strip()
    names = {part: normalize_typed(write.plain(title)) for part, title in areas.named}
    whole = [part for part, name in names.items() if name == needle]
    within = whole or [part for part, name in names.items() if len(needle) > _SHORTEST and needle in name]
    return within[0] if len(within) == 1 else None


async def show_instead(context: InteractionContext, match_id: int) -> None:
    """Show the newest board in the place of an outdated private one, and above it why."""
    match = await visible_match(context, match_id)
    settings = await context.services.matches.player_settings.get(context.user_id)
    view = await context.services.matches.history.view(match.id, user_id=context.user_id)
    warning = T("⚠️ The match has moved on. This is the newest board.")
    await context.responder.update(
        await _followed_board(context, view, settings, as_text=settings.text_board, opening=warning)
    )
    await context.mark_seen(view.match)


@handles("area")
async def enlarge(context: InteractionContext, action: Action) -> None:
    """Show the chosen part of the board, or the whole, in a private board."""
    match = await visible_match(context, action.match_id)
    area = None if context.choice == WHOLE else area_of(match, context.choice, context.write)
    settings = await context.services.matches.player_settings.get(context.user_id)
    view = await context.services.matches.history.view(match.id, user_id=context.user_id)
    message = await _followed_board(context, view, settings, as_text=False, area=area)
    await context.responder.show(message)


WHOLE = "*"
"""The whole board, in the menu of its parts."""


async def _followed_board(
    context: InteractionContext,
    view: MatchView,
    settings: PlayerSettings,
    *,
    as_text: bool,
    area: str | None = None,
    opening: Text | None = None,
) -> OutgoingMessage:
    """Return a private board as the answer, with an ``opening`` above it; it is updated when the match moves on."""
    context.follow(view.match, partial(newest_board, as_text=as_text, area=area))
    above = "" if opening is None else context.write(opening)
    return await _board(context.services, context.write, view, settings, as_text=as_text, area=area, above=above)


async def newest_board(
    services: Services, match_id: int, user_id: int, write: Writer, *, as_text: bool, area: str | None = None
) -> OutgoingMessage:
    """Return the newest board as a message."""
    settings = await services.matches.player_settings.get(user_id)
    view = await services.matches.history.view(match_id, user_id=user_id)
    return await _board(services, write, view, settings, as_text=as_text, area=area)


async def _board(
    services: Services,
    write: Writer,
    view: MatchView,
    settings: PlayerSettings,
    *,
    as_text: bool,
    area: str | None,
    above: str = "",
) -> OutgoingMessage:
    write = write.about(view.match)
    squares = None if area is None else AREAS[view.match.game].squares(area, view)
    focus = None if squares is None else f"area:{squares}"
    picture = None if as_text else await services.board_renderer.render(view, write, settings, focus)
    aside = None if squares is None else T("Enlarged: {area}", area=squares)
    looking = () if picture is None else _parts(view, area, write)
    controls = (*looking, *sheets_menu(view, write))
    return private_board(view, write, picture, opening=above, footnote=aside, view_controls=controls)


def _parts(view: MatchView, shown: str | None, write: Writer) -> Rows:
    """Return the menu of parts under the picture of a large board."""
    areas = AREAS.get(view.match.game)
    if areas is None:
        return ()
    choices = [
        SelectOptionSpec(part, write.plain(title), None if part in areas.moving else part, chosen=part == shown)
        for part, title in areas.named
    ]
    whole = () if shown is None else (SelectOptionSpec(WHOLE, write.plain(T("The whole board"))),)
    menu = Action("area", view.match.id, view.ply).select(write.plain(T("Enlarge a part …")), (*whole, *choices))
    return ((menu,),)


async def show_next(context: InteractionContext, after: int | None = None) -> None:
    """Show the board that is most urgent for the user: by the nearest deadline, then by the longest wait.

    ``after``: the number of a match; the next match in that order is shown instead, after the last the first. If no
    turn is waiting, the user's pending requests are shown.
    """
    waiting = [
        m for m in await context.services.matches.history.matches_of(context.user_id) if to_move(m, context.user_id)
    ]
    if not waiting:
        await _show_asked(context)
        return
    places = {match.id: place for place, match in enumerate(waiting)}
    place = 0 if after is None else (places.get(after, -1) + 1) % len(waiting)
    match = waiting[place]
    if sheet_planner_of(match.game) is not None:
        await show_sheet.run(context, match, "")
    else:
        settings = await context.services.matches.player_settings.get(context.user_id)
        view = await context.services.matches.history.view(match.id, user_id=context.user_id)
        await context.responder.reply(await _followed_board(context, view, settings, as_text=settings.text_board))
        await context.mark_seen(view.match)
    if len(waiting) > 1:
        await context.responder.follow_up(_where_among(match, place + 1, len(waiting), context.write))


def _where_among(match: Match, number: int, count: int, write: Writer) -> OutgoingMessage:
    """Return which of how many waiting matches is shown, and the button to the next; after the last comes the first."""
    action = Action("next", match.id)
    if number < count:
        said = T("Match {number} of {count} where it is your turn.", number=number, count=count)
        return OutgoingMessage(write(said), ((action.button(write.plain(T("Next match")), emoji="⏭️"),),))
    said = T("Match {number} of {count}, the last one where it is your turn.", number=number, count=count)
    return OutgoingMessage(write(said), ((action.button(write.plain(T("Back to the first")), emoji="⏮️"),),))


@handles("next")
async def show_following(context: InteractionContext, action: Action) -> None:
    """Show the next match where it is the user's turn."""
    await show_next(context, action.match_id)


async def _show_asked(context: InteractionContext) -> None:
    """Show the user's first pending request."""
    for asked in await context.services.matches.inbox.requests_to(context.user_id):
        await match_command_of("expired" if asked.late else "more").run(context, asked.match, "")
        return
    await context.reply(T("✅ Nothing to do: it is not your turn in any match. /play opens a new table."))


async def area_choices(
    context: InteractionContext, match_id: int | None, typed: str
) -> Sequence[app_commands.Choice[str]]:
    """Suggest parts of the board, by name or as squares; typed text comes first if it is a part itself."""
    found = [await visible_match(context, match_id)] if match_id is not None else await candidates(context, show_board)
    areas = AREAS.get(found[0].game) if found else None
    if areas is None:
        return []
    choices = []
    needle = normalize_typed(typed).strip()
    for part, title in areas.named:
        named = T("{part}: {squares}", part=title, squares=part)
        label = context.write.plain(title if part in areas.moving else named, OPTION_LIMIT)
        if needle in normalize_typed(label):
            choices.append(app_commands.Choice(name=label, value=part))
    try:
        own = areas.read(typed)
    except UserError:
        return choices
    known = [choice for choice in choices if choice.value == own]
    return [*(known or [app_commands.Choice(name=own, value=own)]), *(c for c in choices if c.value != own)]
