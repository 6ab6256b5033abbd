"""Matches against the computer: the panel that begins one, and the computer players at an open table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import discord

from bot.errors import UserError
from bot.matches.lobby.computer_seats import FIRST_LEVEL, require_opener_of_computers
from bot.matches.model.match import ComputerOptions, Match, MatchStatus, seats_named
from bot.ui.boards.board_messages import match_title
from bot.ui.boards.computers import level_options, next_levels
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import ButtonSpec, OutgoingMessage, Row, SelectOptionSpec
from bot.ui.components.panels import panel
from bot.ui.components.text import Writer
from bot.ui.interactions.context import NO_CHOICE, InteractionContext
from bot.ui.interactions.permissions import require_computer_players, visible_match
from bot.ui.interactions.registry import handles
from bot.ui.interactions.table_request import TableRequest, game_info
from bot.ui.interactions.versus_request import (
    RESIGN,
    TAKE_TIME,
    VersusRequest,
    flags_of,
    numbers_of_opponents,
    read_level,
    role_option,
)
from bot.ui.lobby.match_form import read_form, versus_form
from bot.ui.lobby.tables import open_table
from engines.game import GameInfo, OptionChoice
from engines.registry import GAMES
from engines.text import TN, T, Text
from players import LEVELS
from players.levels import advice_for, lines_of, name_of

REMOVE = "remove"
"""The choice that takes a seat away from a computer player."""


def versus_button(info: GameInfo, write: Writer) -> ButtonSpec:
    """Return the button that shows the levels of a game."""
    action = VersusRequest.usual(info).action("versus")
    return action.button(write.plain(T("Against the computer")), emoji="🤖")


def first_match_button(info: GameInfo, write: Writer) -> ButtonSpec:
    """Return the button that begins a match at the level for beginners at once."""
    label = write.plain(T("{game} against the computer", game=info.title))
    return VersusRequest.usual(info).with_level(FIRST_LEVEL).action("versusbegin").button(label, emoji="🤖")


# ------------------------------------------------------------------------------------------------------- a new match


@handles("versus")
async def on_versus(context: InteractionContext, action: Action) -> None:
    """Show the levels of a game."""
    await _show_levels(context, VersusRequest.read(action.detail))


@handles("versusnumber")
async def on_number_chosen(context: InteractionContext, action: Action) -> None:
    """Choose the number of computer players."""
    request = VersusRequest.read(action.detail)
    if context.choice not in map(str, numbers_of_opponents(request.info)):
        raise UserError(NO_CHOICE)
    await _show_levels(context, replace(request, opponents=int(context.choice), levels=()))


@handles("versusrole")
async def on_role_chosen(context: InteractionContext, action: Action) -> None:
    """Choose who has which role."""
    request = VersusRequest.read(action.detail)
    chosen = replace(request, role=context.choice)
    await _show_levels(context, VersusRequest.read(chosen.action("versus").detail))


@handles("versusbegin")
async def on_level_chosen(context: InteractionContext, action: Action) -> None:
    """Begin a match against computer players of a level, with the usual options."""
    request = VersusRequest.read(action.detail)
    await open_table(context, request.info, (), request.table(request.options))


@handles("versuslevels")
async def on_different_levels_wanted(context: InteractionContext, action: Action) -> None:
    """Show a menu with the levels for each computer player."""
    await _show_menus(context, VersusRequest.read(action.detail))


@handles("versuslevel")
async def on_level_of_one_chosen(context: InteractionContext, action: Action) -> None:
    """Choose the level of one computer player."""
    request, level = VersusRequest.read(action.detail), read_level(context.choice)
    if action.ply >= len(request.levels):
        raise UserError(NO_CHOICE)
    levels = (*request.levels[: action.ply], level, *request.levels[action.ply + 1 :])
    await _show_menus(context, replace(request, levels=levels))


@handles("versusform")
async def on_form_wanted(context: InteractionContext, action: Action) -> None:
    """Open the form with the game's options; it must be the first response."""
    request = VersusRequest.read(action.detail)
    usual = 0 if request.levels else await _usual_level(context, request)
    levels = () if request.levels else level_options(request.info, usual, context.write)
    form = versus_form(
        request.action("versusformed"),
        request.info,
        request.options,
        levels,
        lambda choice: _holder(choice, request.opponents),
        context.write,
    )
    await context.responder.open_modal(form)


@handles("versusformed")
async def on_form_filled(context: InteractionContext, action: Action) -> None:
    """Begin a match with the values of the form."""
    request = VersusRequest.read(action.detail)
    filled = read_form(request.info, context.form)
    if filled.level is not None:
        request = request.with_level(read_level(filled.level))
    await open_table(context, request.info, (), request.table(filled.options))


@handles("harder")
async def on_next_level(context: InteractionContext, action: Action) -> None:
    """Begin another match with the same options and seats, to which options may give roles, one level higher."""
    match = await visible_match(context, action.match_id)
    levels, seat = next_levels(match), match.seat_of(context.user_id)
    if seat is None or levels is None or match.status is not MatchStatus.FINISHED:
        raise UserError(T("Only the player of this match can go on to the next level. /play begins a match."))
    request = TableRequest(
        options=match.options, computers=levels, seat=seat.player, computer_options=match.computer_options
    )
    await open_table(context, game_info(match.game), (), request)


async def _show_levels(context: InteractionContext, request: VersusRequest) -> None:
    await context.responder.update(await levels_panel(context, request))


async def levels_panel(context: InteractionContext, request: VersusRequest) -> OutgoingMessage:
    """Return the levels of a game, each with a button that begins a match.

    Raises:
        UserError: computer players are switched off.
    """
    require_computer_players(context)
    info, write = request.info, context.write
    usual, hint = await _usual_level(context, request), advice_for(info.slug, request.role)
    lines = [
        f"**{level} · {write(name_of(level))}**\n-# {write(line)}"
        for level, line in sorted(lines_of(info.slug).items())
    ]
    levels = [
        request.with_level(level)
        .action("versusbegin")
        .button(
            f"{level} · {write.plain(name_of(level))}",
            discord.ButtonStyle.success if level == usual else discord.ButtonStyle.secondary,
        )
        for level in LEVELS
    ]
    title = write(T("{game} against the computer", game=info.title))
    question = write(T("Which level? The match starts at once, is not rated, and has no clock."))
    choose = request.action("versusform").button(write.plain(T("Choose options …")), emoji="⚙️")
    back = TableRequest().action("game", info.slug).button(write.plain(T("Back")), emoji="◀️")

    def with_options(options: ComputerOptions) -> Action:
        return replace(request, computer_options=options).action("versus")

    switches = _option_row(with_options, request.computer_options, info, write)
    different = request.with_level(usual).action("versuslevels").button(write.plain(T("Different levels …")), emoji="🎚️")
    others = (*((different,) if request.opponents > 1 else ()), *((choose,) if info.options else ()), back)
    paragraphs = [f"## {title}", "\n".join(lines), "" if hint is None else write(hint), question]
    rows = (tuple(levels), *_number_row(request, write), *_role_row(request, write), switches, others)
    return panel(paragraphs, rows)


async def _show_menus(context: InteractionContext, request: VersusRequest) -> None:
    """Show the level of each computer player, to be changed one by one, and what begins the match."""
    require_computer_players(context)
    info, write = request.info, context.write
    title = write(T("{game} against the computer", game=info.title))
    asked = write(T("Choose a level for each computer player. You are player 1."))
    menus: list[Row] = [
        (
            request.action("versuslevel", seat).select(
                write.plain(T("Level of player {number}", number=seat + 2)), level_options(info, level, write)
            ),
        )
        for seat, level in enumerate(request.levels)
    ]
    begin = request.action("versusbegin").button(write.plain(T("Start now")), discord.ButtonStyle.success, "▶️")
    choose = request.action("versusform").button(write.plain(T("Choose options …")), emoji="⚙️")
    back = replace(request, levels=()).action("versus").button(write.plain(T("Back")), emoji="◀️")
    buttons = (begin, *((choose,) if info.options else ()), back)
    await context.responder.update(panel([f"## {title}", asked], [*menus, buttons]))


async def _usual_level(context: InteractionContext, request: VersusRequest) -> int:
    """Return the level to offer first: the last one that was played, and the lowest for a role that needs advice."""
    slug = request.info.slug
    if advice_for(slug, request.role) is not None:
        return min(LEVELS)
    return await context.services.matches.computer_seats.usual_level(context.user_id, slug)


def _option_row(
    action: Callable[[ComputerOptions], Action], chosen: ComputerOptions, info: GameInfo, write: Writer
) -> Row:
    """Return the buttons that switch the options of computer players; ``action`` makes the chosen ones effective."""

    def switch(changed: ComputerOptions, label: Text, *, is_on: bool) -> ButtonSpec:
        style = discord.ButtonStyle.success if is_on else discord.ButtonStyle.secondary
        return action(changed).button(write.plain(label), style, "✅" if is_on else "⬜")

    slowly = replace(chosen, take_time=not chosen.take_time)
    pace = switch(slowly, T("Takes time, like a person"), is_on=chosen.take_time)
    if info.plays_for_points:
        return (pace,)
    giving_up = replace(chosen, resign=not chosen.resign)
    return (pace, switch(giving_up, T("Resigns when hopeless"), is_on=chosen.resign))


def _number_row(request: VersusRequest, write: Writer) -> Sequence[Row]:
    numbers = numbers_of_opponents(request.info)
    if len(numbers) < 2:
        return ()
    choices = tuple(
        SelectOptionSpec(
            str(number),
            write.plain(TN("{count} computer player", "{count} computer players", number)),
            chosen=number == request.opponents,
        )
        for number in numbers
    )
    return ((request.action("versusnumber").select(write.plain(T("How many opponents?")), choices),),)


def _role_row(request: VersusRequest, write: Writer) -> Sequence[Row | str]:
    """Return the menu of who has a role, below the name of the role; nothing in games without one."""
    option = role_option(request.info)
    if option is None:
        return ()
    shown = [choice for choice in option.choices if choice.seat is None or choice.seat <= request.opponents]
    choices = tuple(
        SelectOptionSpec(
            choice.value,
            write.plain(_holder(choice, request.opponents)),
            chosen=choice.value == (request.role or option.default),
        )
        for choice in shown
    )
    asked = write(T("{title}:", title=option.title))
    return asked, (request.action("versusrole").select(write.plain(option.title), choices),)


def _holder(choice: OptionChoice, opponents: int) -> Text:
    """Return who has a role by a choice, in a match of one person who has the first seat."""
    if choice.seat == 0:
        return T("You")
    if choice.seat == 1 and opponents == 1:
        return T("The computer player")
    return choice.title


# ------------------------------------------------------------------------------------------------------ an open table


@handles("computers")
async def on_computers_wanted(context: InteractionContext, action: Action) -> None:
    """Show the opener of a table its computer players, and a menu for one more."""
    require_computer_players(context)
    match = await visible_match(context, action.match_id)
    require_opener_of_computers(match, context.user_id)
    await context.responder.show(_seats_panel(match, context.write.about(match)))


@handles("addcomputer")
async def on_computer_added(context: InteractionContext, action: Action) -> None:
    """Give a seat to a computer player of the chosen level."""
    await visible_match(context, action.match_id)
    seats = context.services.matches.computer_seats
    changed = await seats.add_computer(action.match_id, context.user_id, read_level(context.choice))
    await context.responder.update(_seats_panel(changed, context.write.about(changed)))


@handles("setcomputer")
async def on_computer_changed(context: InteractionContext, action: Action) -> None:
    """Change the level of a computer player, or take its seat away."""
    await visible_match(context, action.match_id)
    level = None if context.choice == REMOVE else read_level(context.choice)
    seats = context.services.matches.computer_seats
    changed = await seats.set_computer(action.match_id, context.user_id, action.ply, level)
    await context.responder.update(_seats_panel(changed, context.write.about(changed)))


@handles("computeroptions")
async def on_options_switched(context: InteractionContext, action: Action) -> None:
    """Switch the options of the computer players at a table."""
    await visible_match(context, action.match_id)
    options = ComputerOptions(TAKE_TIME in action.detail, RESIGN in action.detail)
    seats = context.services.matches.computer_seats
    changed = await seats.set_options(action.match_id, context.user_id, options)
    await context.responder.update(_seats_panel(changed, context.write.about(changed)))


def _seats_panel(match: Match, write: Writer) -> OutgoingMessage:
    info = GAMES[match.game].info
    title = write(T("Computer players in {match}", match=match_title(match)))
    if match.is_full:
        about = write(T("A match with computer players is not rated. It starts when you press Start now."))
    else:
        about = write(
            T(
                "A match with computer players is not rated. It starts when a person takes the last seat, or when you "
                "press Start now."
            )
        )
    remove = SelectOptionSpec(REMOVE, write.plain(T("Remove this computer player")))
    rows: list[Row] = [
        (
            Action("setcomputer", match.id, seat.player).select(
                write.plain(T("Level of player {number}", number=seat.player + 1)),
                (*level_options(info, seat.computer.level, write), remove),
            ),
        )
        for seat in match.seats
        if seat.computer is not None
    ]
    if seats_named(match) < info.max_players:
        add = Action("addcomputer", match.id)
        rows.append((add.select(write.plain(T("Add a computer player")), level_options(info, 0, write)),))
    if match.has_computers:
        rows.append(
            _option_row(
                lambda options: Action("computeroptions", match.id, detail=flags_of(options)),
                match.computer_options,
                info,
                write,
            )
        )
    return panel([f"### {title}", about], rows)
