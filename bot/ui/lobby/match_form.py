"""The form for a match: players, the game's options, pace and rating, as many as a form holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from bot.errors import UserError
from bot.matches.model.match import Match, seats_named
from bot.matches.model.results import is_rated
from bot.matches.model.time_control import TermsRequest, parse_time_control
from bot.ui.components.custom_id import Action
from bot.ui.components.forms import MODAL_FIELDS, CheckboxFieldSpec, ChoiceFieldSpec, FieldSpec, ModalSpec
from bot.ui.components.messages import SelectOptionSpec
from bot.ui.components.text import Writer
from bot.ui.interactions.context import NO_CHOICE
from bot.ui.interactions.table_request import TableRequest
from bot.ui.lobby.table_message import choice_title
from bot.ui.lobby.time_control import pace_options
from engines.game import GameInfo, OptionChoice
from engines.text import TN, T, Text

PLAYERS, LEVEL, PACE, RATED, OPTION = "players", "level", "pace", "rated", "option:"
"""Custom ids of the fields; those of the game's options begin with the last one."""

YES, NO, HINTS = "yes", "no", "hints"
"""Values of the field *Rated*: the last one is a match that is not rated, with hints."""

USUAL = "usual"
"""Value of the channel's default pace."""


@dataclass(frozen=True, slots=True)
class FormValues:
    """The values of a form; ``None`` for fields that it does not have."""

    players: int | None
    options: Mapping[str, str]
    pace: str | None
    rated: bool | None
    allows_hints: bool | None = None
    level: str | None = None
    """The level of all computer players, unchecked."""

    @property
    def terms(self) -> TermsRequest:
        """The requested time control."""
        return TermsRequest(self.pace)


def new_match_form(action: Action, info: GameInfo, request: TableRequest, write: Writer, *, solo: bool) -> ModalSpec:
    """Return the form for a new match, filled with what has been chosen already.

    Args:
        action: the action of the form.
        info: the game.
        request: the choices so far.
        write: writes in the user's language.
        solo: whether nobody can join, as in direct messages.
    """
    usual = SelectOptionSpec(USUAL, write.plain(T("The usual pace here")), chosen=not request.pace)
    known = pace_options(parse_time_control(request.pace) if request.pace else None, write)
    paces = (usual, *(replace(line, chosen=line.value == request.pace) for line in known))
    named = 1 + (request.opponent_id is not None)
    players = request.players or max(info.usual_players, named)
    fields = _fields(info, request.options, lambda choice: choice.title, write)
    if not solo:
        fields = [
            *_players_field(info, named, players, write),
            *fields,
            *_pace_field(info, paces, write),
            *_rated_field(info, request.rated, write),
        ]
    title = T("New match: {game}", game=info.title)
    return ModalSpec(action.custom_id, write.plain(title), tuple(fields[:MODAL_FIELDS]))


def versus_form(
    action: Action,
    info: GameInfo,
    options: Mapping[str, str],
    levels: tuple[SelectOptionSpec, ...],
    title_of: Callable[[OptionChoice], Text],
    write: Writer,
) -> ModalSpec:
    """Return the form for a match against computer players: their level, and the game's options.

    Args:
        action: the action of the form.
        info: the game.
        options: the options chosen so far.
        levels: the levels to choose from; none if each computer player has one already.
        title_of: the label of a choice, which says who has the seat that it is about.
        write: writes in the user's language.
    """
    level = (ChoiceFieldSpec(LEVEL, write.plain(T("Level")), levels),) if levels else ()
    fields = (*level, *_fields(info, options, title_of, write))
    title = T("{game} against the computer", game=info.title)
    return ModalSpec(action.custom_id, write.plain(title), fields[:MODAL_FIELDS])


def table_form(match: Match, info: GameInfo, write: Writer) -> ModalSpec:
    """Return the form for an open table, filled with what has been chosen."""
    in_server, seated = match.channel.guild_id is not None, seats_named(match)
    fields = [
        *(_players_field(info, seated, match.num_seats, write) if in_server else ()),
        *_fields(info, match.options, lambda choice: choice_title(choice, match), write),
        *(_rated_or_hints_field(info, match, write) if in_server else ()),
        *_pace_field(info, pace_options(match.time_control, write), write),  # a button of the table has it, too
    ]
    title = T("Options of {game}", game=info.title)
    return ModalSpec(Action("optionsformed", match.id).custom_id, write.plain(title), tuple(fields[:MODAL_FIELDS]))


def read_form(info: GameInfo, form: Mapping[str, str]) -> FormValues:
    """Return the values of a form.

    Raises:
        UserError: a value is not one of the choices, which only a modified client sends.
    """
    options = {spec.name: form[OPTION + spec.name] for spec in info.options if OPTION + spec.name in form}
    for spec in info.options:
        if options.get(spec.name, spec.default) not in {choice.value for choice in spec.choices}:
            raise UserError(NO_CHOICE)
    players = form.get(PLAYERS)
    if players is not None and players not in map(str, range(info.min_players, info.max_players + 1)):
        raise UserError(NO_CHOICE)
    pace, rated = form.get(PACE), form.get(RATED)
    return FormValues(
        None if players is None else int(players),
        options,
        None if pace in (None, USUAL) else pace,
        None if rated is None else rated == YES,
        None if rated is None else rated == HINTS,
        form.get(LEVEL),
    )


def _players_field(info: GameInfo, least: int, chosen: int, write: Writer) -> list[FieldSpec]:
    """The number of seats, if there is a choice."""
    numbers = range(max(info.min_players, least), info.max_players + 1)
    if len(numbers) < 2:
        return []
    choices = tuple(
        SelectOptionSpec(str(n), write.plain(TN("{count} player", "{count} players", n)), chosen=n == chosen)
        for n in numbers
    )
    hint = write.plain(T("The match starts when this many have joined."))
    return [ChoiceFieldSpec(PLAYERS, write.plain(T("Players")), choices, hint)]


def _fields(
    info: GameInfo, options: Mapping[str, str], title: Callable[[OptionChoice], Text], write: Writer
) -> list[FieldSpec]:
    """The game's options."""
    return [
        ChoiceFieldSpec(
            OPTION + spec.name,
            write.plain(spec.title),
            tuple(
                SelectOptionSpec(
                    choice.value,
                    write.plain(title(choice)),
                    chosen=choice.value == options.get(spec.name, spec.default),
                )
                for choice in spec.choices
            ),
            write.plain(spec.explanation),
        )
        for spec in info.options
    ]


def _pace_field(info: GameInfo, choices: tuple[SelectOptionSpec, ...], write: Writer) -> list[FieldSpec]:
    return [ChoiceFieldSpec(PACE, write.plain(T("Pace")), choices)] if info.max_players > 1 else []


def _rated_field(info: GameInfo, rated: bool, write: Writer) -> list[FieldSpec]:  # noqa: FBT001
    if info.max_players == 1:
        return []
    hint = write.plain(T("The result changes the players’ ratings on this server. See /leaderboard."))
    return [CheckboxFieldSpec(RATED, write.plain(T("Rated")), hint, rated)]


def _rated_or_hints_field(info: GameInfo, match: Match, write: Writer) -> list[FieldSpec]:
    """Whether an open table is rated, or allows hints. With computer players nothing is rated."""
    if info.max_players == 1:
        return []
    chosen = YES if is_rated(match) else HINTS if match.allows_hints else NO
    lines = (
        (YES, T("Yes"), T("The result changes the players’ ratings on this server. See /leaderboard.")),
        (NO, T("No"), T("Nobody’s rating changes.")),
        (HINTS, T("No, and with hints"), T("Every player may ask what the strongest computer player would do.")),
    )
    choices = tuple(
        SelectOptionSpec(value, write.plain(title), write.plain(what), chosen=value == chosen)
        for value, title, what in lines
        if value != YES or not match.has_computers
    )
    return [ChoiceFieldSpec(RATED, write.plain(T("Rated")), choices)]
