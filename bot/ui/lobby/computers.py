"""Matches against the computer: the panel that begins one, and the computer players at an open table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

import discord

from bot.errors import UserError
from bot.matches.lobby.computer_seats import FIRST_LEVEL
from bot.matches.model.match import ComputerOptions, Match, MatchStatus
from bot.ui.boards.board_messages import match_title
from bot.ui.boards.computers import level_options, next_levels
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import ButtonSpec, ComponentSpec, OutgoingMessage, Row, SelectOptionSpec
from bot.ui.components.panels import panel
from bot.ui.components.text import Writer
from bot.ui.interactions.context import NO_CHOICE, InteractionContext
from bot.ui.interactions.permissions import require_computer_players, visible_match
from bot.ui.interactions.registry import handles
from bot.ui.lobby.match_form import read_form, versus_form
from bot.ui.lobby.table_request import TableRequest, game_info
from bot.ui.lobby.tables import open_table
from engines.game import GameInfo, OptionSpec
from engines.registry import GAMES
from engines.text import TN, T, Text
from players import LEVELS
from players.levels import advice_for, lines_of, name_of

TAKE_TIME, RESIGN = "t", "r"
"""The options of computer players in the details of actions."""

REMOVE = "remove"
"""The choice that takes a seat away from a computer player."""


@dataclass(frozen=True, slots=True)
class VersusRequest:
    """What is chosen for a match against the computer besides the level."""

    info: GameInfo
    opponents: int
    """How many computer players."""
    role: str
    """The value of the game's option about who has which role; empty for the default, or if the game has none."""
    computer_options: ComputerOptions = field(default_factory=ComputerOptions)
    """Whether the computer players take their time and resign."""

    @classmethod
    def usual(cls, info: GameInfo) -> Self:
        """Return the request for a match with as few players as the game needs, but at least one opponent."""
        return cls(info, max(info.min_players, 2) - 1, "")

    @classmethod
    def read(cls, detail: str) -> Self:
        """Return the request in the detail of an action.

        Raises:
            UserError: there is no such game, or not for so many players.
        """
        slug, opponents, role, flags = (*detail.split(";"), "", "", "")[:4]
        info = game_info(slug)
        option = role_option(info)
        roles = {""} if option is None else {"", *(choice.value for choice in option.choices)}
        if opponents not in map(str, numbers_of_opponents(info)) or role not in roles:
            raise UserError(NO_CHOICE)
        return cls(info, int(opponents), role, ComputerOptions(TAKE_TIME in flags, RESIGN in flags))

    @property
    def options(self) -> dict[str, str]:
        """The game's options, as far as they are chosen."""
        option = role_option(self.info)
        return {option.name: self.role} if option is not None and self.role else {}

    def action(self, name: str, level: int | None = None) -> Action:
        """Return an action that keeps the request."""
        detail = f"{self.info.slug};{self.opponents};{self.role};{_flags(self.computer_options)}"
        return Action(name, detail=detail if level is None else f"{detail};{level}")


def can_be_played_against_the_computer(info: GameInfo) -> bool:
    """Return whether a game is for more than one player."""
    return info.max_players > 1


def numbers_of_opponents(info: GameInfo) -> range:
    """Return how many opponents one person can have."""
    return range(max(info.min_players, 2) - 1, info.max_players)


def role_option(info: GameInfo) -> OptionSpec | None:
    """Return the option that gives a role to a seat, if the game has one."""
    return next((spec for spec in info.options if any(choice.seat is not None for choice in spec.choices)), None)


def versus_button(info: GameInfo, write: Writer) -> ButtonSpec:
    """Return the button that shows the levels of a game."""
    action = VersusRequest.usual(info).action("versus")
    return action.button(write.plain(T("Against the computer")), emoji="🤖")


def first_match_button(info: GameInfo, write: Writer) -> ButtonSpec:
    """Return the button that begins a match at the level for beginners at once."""
    label = write.plain(T("{game} against the computer", game=info.title))
    return VersusRequest.usual(info).action("versusbegin", FIRST_LEVEL).button(label, emoji="🤖")


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
    await _show_levels(context, replace(request, opponents=int(context.choice)))


@handles("versusrole")
async def on_role_chosen(context: InteractionContext, action: Action) -> None:
    """Choose who has which role."""
    request = VersusRequest.read(action.detail)
    chosen = replace(request, role=context.choice)
    await _show_levels(context, VersusRequest.read(chosen.action("versus").detail))


@handles("versusbegin")
async def on_level_chosen(context: InteractionContext, action: Action) -> None:
    """Begin a match against computer players of a level, with the usual options."""
    detail, _, level = action.detail.rpartition(";")
    request = VersusRequest.read(detail)
    levels = _levels(level, request.opponents)
    table = TableRequest(options=request.options, computers=levels, computer_options=request.computer_options)
    await open_table(context, request.info, (), table)


@handles("versusform")
async def on_form_wanted(context: InteractionContext, action: Action) -> None:
    """Open the form with the game's options; it must be the first response."""
    request = VersusRequest.read(action.detail)
    levels = level_options(request.info, await _usual_level(context, request), context.write)
    form = versus_form(request.action("versusformed"), request.info, request.options, levels, context.write)
    await context.responder.open_modal(form)


@handles("versusformed")
async def on_form_filled(context: InteractionContext, action: Action) -> None:
    """Begin a match with the values of the form."""
    request = VersusRequest.read(action.detail)
    filled = read_form(request.info, context.form)
    levels = _levels(filled.level or "", request.opponents)
    table = TableRequest(options=filled.options, computers=levels, computer_options=request.computer_options)
    await open_table(context, request.info, (), table)


def _levels(level: str, opponents: int) -> tuple[int, ...]:
    if level not in map(str, LEVELS):
        raise UserError(NO_CHOICE)
    return (int(level),) * opponents


@handles("harder")
async def on_next_level(context: InteractionContext, action: Action) -> None:
    """Begin another match with the same options, one level higher."""
    match = await visible_match(context, action.match_id)
    levels = next_levels(match)
    if match.seat_of(context.user_id) is None or levels is None or match.status is not MatchStatus.FINISHED:
        raise UserError(T("Only the player of this match can go on to the next level. /play begins a match."))
    request = TableRequest(options=match.options, computers=levels, computer_options=match.computer_options)
    await open_table(context, game_info(match.game), (), request)


async def _show_levels(context: InteractionContext, request: VersusRequest) -> None:
    require_computer_players(context)
    info, write = request.info, context.write
    usual, hint = await _usual_level(context, request), advice_for(info.slug, request.role)
    lines = [
        f"**{level} · {write(name_of(level))}**\n-# {write(line)}"
        for level, line in sorted(lines_of(info.slug).items())
    ]
    levels = [
        request.action("versusbegin", level).button(
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

    switches = _option_row(with_options, request.computer_options, write)
    others = (*((choose,) if info.options else ()), back)
    paragraphs = [f"## {title}", "\n".join(lines), "" if hint is None else write(hint), question]
    rows: list[Sequence[ComponentSpec]] = [
        levels,
        *_number_row(request, write),
        *_role_row(request, write),
        switches,
        others,
    ]
    await context.responder.update(panel(paragraphs, [tuple(row) for row in rows]))


async def _usual_level(context: InteractionContext, request: VersusRequest) -> int:
    """Return the level to offer first: the last one that was played, and a low one for a role that needs advice."""
    slug = request.info.slug
    last = await context.services.matches.computer_seats.usual_level(context.user_id, slug)
    return last if advice_for(slug, request.role) is None else min(last, FIRST_LEVEL)


def _flags(options: ComputerOptions) -> str:
    return f"{TAKE_TIME if options.take_time else ''}{RESIGN if options.resign else ''}"


def _option_row(action: Callable[[ComputerOptions], Action], chosen: ComputerOptions, write: Writer) -> Row:
    """Return the buttons that switch the options of computer players; ``action`` makes the chosen ones effective."""

    def switch(changed: ComputerOptions, label: Text, *, is_on: bool) -> ButtonSpec:
        style = discord.ButtonStyle.success if is_on else discord.ButtonStyle.secondary
        return action(changed).button(write.plain(label), style, "✅" if is_on else "⬜")

    return (
        switch(replace(chosen, take_time=not chosen.take_time), T("Takes time, like a person"), is_on=chosen.take_time),
        switch(replace(chosen, resign=not chosen.resign), T("Resigns when hopeless"), is_on=chosen.resign),
    )


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


def _role_row(request: VersusRequest, write: Writer) -> Sequence[Row]:
    option = role_option(request.info)
    if option is None:
        return ()
    shown = [choice for choice in option.choices if choice.seat is None or choice.seat <= request.opponents]
    choices = tuple(
        SelectOptionSpec(
            choice.value,
            write.plain(T("You") if choice.seat == 0 else choice.title),
            chosen=choice.value == (request.role or option.default),
        )
        for choice in shown
    )
    return ((request.action("versusrole").select(write.plain(option.title), choices),),)


# ------------------------------------------------------------------------------------------------------ an open table


@handles("computers")
async def on_computers_wanted(context: InteractionContext, action: Action) -> None:
    """Show the opener of a table its computer players, and a menu for one more."""
    require_computer_players(context)
    match = await visible_match(context, action.match_id)
    await context.responder.show(_seats_panel(match, context.write.about(match)))


@handles("addcomputer")
async def on_computer_added(context: InteractionContext, action: Action) -> None:
    """Give a seat to a computer player of the chosen level."""
    await visible_match(context, action.match_id)
    seats = context.services.matches.computer_seats
    changed = await seats.add_computer(action.match_id, context.user_id, _levels(context.choice, 1)[0])
    await context.responder.update(_seats_panel(changed, context.write.about(changed)))


@handles("setcomputer")
async def on_computer_changed(context: InteractionContext, action: Action) -> None:
    """Change the level of a computer player, or take its seat away."""
    await visible_match(context, action.match_id)
    level = None if context.choice == REMOVE else _levels(context.choice, 1)[0]
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
    about = write(T("A match with computer players is not rated. It starts when you press Start now."))
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
    if len(match.seats) + len(match.invited) < info.max_players:
        add = Action("addcomputer", match.id)
        rows.append((add.select(write.plain(T("Add a computer player")), level_options(info, 0, write)),))
    if match.has_computers:
        rows.append(
            _option_row(
                lambda options: Action("computeroptions", match.id, detail=_flags(options)),
                match.computer_options,
                write,
            )
        )
    return panel([f"### {title}", about], rows)
