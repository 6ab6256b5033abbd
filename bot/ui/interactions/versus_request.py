"""What is chosen for a match against the computer before it begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from bot.errors import UserError
from bot.matches.model.match import ComputerOptions
from bot.ui.components.custom_id import Action
from bot.ui.interactions.context import NO_CHOICE
from bot.ui.interactions.table_request import TableRequest, game_info
from engines.game import GameInfo, HasRoles, OptionSpec
from engines.registry import GAMES
from players import LEVELS

TAKE_TIME, RESIGN = "t", "r"
"""The options of computer players in the details of actions."""


@dataclass(frozen=True, slots=True)
class VersusRequest:
    """What is chosen for a match against the computer besides the level."""

    info: GameInfo
    opponents: int
    """How many computer players."""
    role: str
    """The value of the game's option about seats, such as who has which role; empty for the default."""
    computer_options: ComputerOptions = field(default_factory=ComputerOptions)
    """Whether the computer players take their time and resign."""
    levels: tuple[int, ...] = ()
    """The level of each computer player, in the order of seats; empty while it is not chosen."""

    @classmethod
    def usual(cls, info: GameInfo) -> Self:
        """Return the request for a match of the usual number of players.

        In games with roles the first opponent has the special one, which may have to wait long for its first turn.
        """
        option = role_option(info) if isinstance(GAMES[info.slug], HasRoles) else None
        roles = () if option is None else (choice.value for choice in option.choices if choice.seat == 1)
        return cls(info, info.usual_players - 1, next(iter(roles), ""))

    @classmethod
    def read(cls, detail: str) -> Self:
        """Return the request in the detail of an action. One level alone is that of all computer players.

        Raises:
            UserError: there is no such game, or not for so many players, or there is no such level.
        """
        slug, opponents, role, flags, levels = (*detail.split(";"), "", "", "", "")[:5]
        info = game_info(slug)
        option = role_option(info)
        roles = {""} if option is None else {"", *(choice.value for choice in option.choices)}
        if opponents not in map(str, numbers_of_opponents(info)) or role not in roles:
            raise UserError(NO_CHOICE)
        chosen = tuple(read_level(level) for level in levels)
        if len(chosen) == 1:
            chosen *= int(opponents)
        if len(chosen) not in (0, int(opponents)):
            raise UserError(NO_CHOICE)
        return cls(info, int(opponents), role, ComputerOptions(TAKE_TIME in flags, RESIGN in flags), chosen)

    @property
    def options(self) -> dict[str, str]:
        """The game's options, as far as they are not the default of matches between people.

        Nothing is kept secret, so that the computer players can show what they do and say why.
        """
        chosen = {spec.name: choice.value for spec in self.info.options for choice in spec.choices if choice.is_open}
        option = role_option(self.info)
        return {**chosen, option.name: self.role} if option is not None and self.role else chosen

    def with_level(self, level: int) -> Self:
        """Return the request with one level for all computer players."""
        return replace(self, levels=(level,) * self.opponents)

    def action(self, name: str, seat: int = 0) -> Action:
        """Return an action that keeps the request. ``seat``: which computer player it is about, from 0."""
        levels = "".join(map(str, self.levels))
        detail = f"{self.info.slug};{self.opponents};{self.role};{flags_of(self.computer_options)};{levels}"
        return Action(name, ply=seat, detail=detail)

    def table(self, options: Mapping[str, str]) -> TableRequest:
        """Return what is chosen for the match, with these options of the game.

        Raises:
            UserError: no level is chosen.
        """
        if not self.levels:
            raise UserError(NO_CHOICE)
        return TableRequest(options=options, computers=self.levels, computer_options=self.computer_options)


def can_be_played_against_the_computer(info: GameInfo) -> bool:
    """Return whether a game is for more than one player."""
    return info.max_players > 1


def numbers_of_opponents(info: GameInfo) -> range:
    """Return how many opponents one person can have."""
    return range(info.usual_players - 1, info.max_players)


def role_option(info: GameInfo) -> OptionSpec | None:
    """Return the option that gives a role to a seat, if the game has one."""
    return next((spec for spec in info.options if any(choice.seat is not None for choice in spec.choices)), None)


def read_level(text: str) -> int:
    """Return a level that was chosen.

    Raises:
        UserError: there is no such level.
    """
    if text not in map(str, LEVELS):
        raise UserError(NO_CHOICE)
    return int(text)


def flags_of(options: ComputerOptions) -> str:
    """Return the options of computer players as they are kept in the details of actions."""
    return f"{TAKE_TIME if options.take_time else ''}{RESIGN if options.resign else ''}"
