"""The choices for a table before it is opened."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

import discord

from bot.errors import UserError
from bot.matches.model.match import ComputerOptions
from bot.matches.model.time_control import TermsRequest, parse_time_control, preset_name, short
from bot.ui.components.custom_id import Action
from bot.ui.interactions.context import NO_CHOICE, InteractionContext
from bot.ui.interactions.users import member_of
from engines.game import GameInfo
from engines.registry import GAMES
from engines.text import T

_CODE = re.compile(
    r"(?P<game>[a-z0-9_]*);(?P<opponent>(?:[0-9]{15,19})?);(?P<players>[0-9]{0,3});(?P<friendly>f?);(?P<pace>.*)"
)


@dataclass(frozen=True, slots=True)
class TableRequest:
    """The choices for a table; the others have their defaults."""

    opponent_id: int | None = None
    players: int | None = None
    pace: str = ""
    """As :func:`bot.matches.model.time_control.parse_time_control` reads it."""
    rated: bool = True
    options: Mapping[str, str] = field(default_factory=dict)
    """The game's options. They are not kept in custom ids."""
    computers: tuple[int, ...] = ()
    """The level of each computer player. They are not kept in custom ids."""
    seat: int = 0
    """Of who opens the table, from 0: at most the number of computer players. Not kept in custom ids either."""
    computer_options: ComputerOptions = field(default_factory=ComputerOptions)
    """Whether they take their time and resign. Not kept in custom ids either."""

    @classmethod
    def make(cls, opponent_id: int | None, players: int | None, pace: str, *, rated: bool) -> Self:
        """Make a request from what was typed.

        Raises:
            TimeControlError: the pace cannot be read.
        """
        if pace := pace.strip():
            time_control = parse_time_control(pace)
            pace = "none" if time_control is None else preset_name(time_control) or short(time_control)
        return cls(opponent_id, players, pace, rated)

    @property
    def terms(self) -> TermsRequest:
        """The requested time control."""
        return TermsRequest(self.pace or None)

    def action(self, name: str, game: str = "") -> Action:
        """Return an action that keeps the request, for a game."""
        opponent, players = (("" if number is None else number) for number in (self.opponent_id, self.players))
        return Action(name, detail=f"{game};{opponent};{players};{'' if self.rated else 'f'};{self.pace}")


def read_request(action: Action) -> tuple[GameInfo | None, TableRequest]:
    """Return the game and the request in an action; the game is ``None`` if none has been chosen.

    Raises:
        UserError: there is no such game, or the action is not one of :meth:`TableRequest.action`.
    """
    found = _CODE.fullmatch(action.detail)
    if found is None:
        raise UserError(NO_CHOICE)
    opponent_id, players = (int(found[name]) if found[name] else None for name in ("opponent", "players"))
    request = TableRequest.make(opponent_id, players, found["pace"], rated=not found["friendly"])
    return (game_info(found["game"]) if found["game"] else None), request


def game_info(slug: str) -> GameInfo:
    """Return a game by its slug.

    Raises:
        UserError: there is none.
    """
    if slug not in GAMES:
        raise UserError(T("I no longer have that game."))
    return GAMES[slug].info


async def opponents_of(context: InteractionContext, request: TableRequest) -> list[discord.Member]:
    """Return the named opponent as a list; Discord is asked, because the opponent may have left the server.

    Raises:
        UserError: they have.
    """
    if request.opponent_id is None:
        return []
    guild = context.interaction.guild
    member = None if guild is None else await member_of(guild, request.opponent_id)
    if member is None:
        raise UserError(T("The person you named is not on this server. Please use /play again."))
    return [member]
