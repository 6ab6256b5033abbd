"""Who sits at a table: how many seats there are, who can be invited, and how seats are numbered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.matches.errors import TableError
from bot.matches.model.match import (
    NAME_LENGTH,
    Computer,
    Match,
    Person,
    SeatHolder,
    computer_id,
    computer_name,
    seated_at,
)
from bot.matches.store import seats as seat_store
from bot.storage.database import Transaction
from engines.game import GameInfo, Player
from engines.text import TN, Seat, T, Text
from players import LEVELS


def check_invitations(info: GameInfo, opener: Person, invited: Sequence[Person]) -> None:
    """Raise if someone cannot be invited.

    Raises:
        TableError: the message says why.
    """
    if opener.is_bot or any(guest.is_bot for guest in invited):
        raise TableError(T("Bots cannot play. Invite people, or invite nobody so that anyone can join."))
    ids = [guest.user_id for guest in invited]
    if opener.user_id in ids:
        raise TableError(T("You cannot invite yourself: you already have a seat."))
    if len(set(ids)) != len(ids):
        raise TableError(T("You have invited the same person twice."))
    if 1 + len(ids) > info.max_players:
        raise too_many(info)


def check_guests(match: Match, guests: Sequence[Person]) -> None:
    """Raise if someone cannot be invited to an open table.

    Raises:
        TableError: the message says why.
    """
    if any(guest.is_bot for guest in guests):
        raise TableError(T("Bots cannot play. Invite people, or invite nobody so that anyone can join."))
    for guest in guests:
        if match.seat_of(guest.user_id) is not None:
            raise TableError(T("{player} already has a seat at this table.", player=guest.name))
        if guest.user_id in match.invited:
            raise TableError(T("{player} is already invited to this table.", player=guest.name))
    if len({guest.user_id for guest in guests}) != len(guests):
        raise TableError(T("You have invited the same person twice."))


def number_of_seats(info: GameInfo, players: int | None, named: int) -> int:
    """Return how many seats a table has, of which ``named`` are taken or reserved.

    Raises:
        TableError: the game is not for so many, or more are named.
    """
    if players is None:
        return max(info.min_players, named) if named > 1 else info.max_players
    if not info.min_players <= players <= info.max_players:
        if info.min_players == info.max_players:
            raise TableError(
                TN("{game} is for one player.", "{game} is for {count} players.", info.max_players, game=info.title)
            )
        raise TableError(
            T(
                "{game} is for {least} to {most} players.",
                game=info.title,
                least=info.min_players,
                most=info.max_players,
            )
        )
    if players < named:
        raise TableError(
            TN(
                "One person sits at this table or is invited, so it needs a seat.",
                "{count} people sit at this table or are invited, so it needs {count} seats.",
                named,
            )
        )
    return players


def too_many(info: GameInfo) -> TableError:
    """Return the error for more people than the game is for."""
    return TableError(
        TN(
            "{game} is for one player only.",
            "{game} is for at most {count} players.",
            info.max_players,
            game=info.title,
        )
    )


def seat_for(player: int, person: Person, alias: str | None = None) -> SeatHolder:
    """Return the seat of a person, under the name ``alias`` if it is given."""
    return SeatHolder(player, person.user_id, person.name[:NAME_LENGTH], alias=alias_of(alias))


def computer_seat(player: Player, level: int) -> SeatHolder:
    """Return the seat of a computer player."""
    return SeatHolder(player, computer_id(player), computer_name(level), computer=Computer(level, version=0))


def check_levels(levels: Sequence[int]) -> None:
    """Raise if there is no computer player of one of these levels.

    Raises:
        TableError: the message says which levels there are.
    """
    if any(level not in LEVELS for level in levels):
        raise TableError(T("Computer players have the levels {first} to {last}.", first=LEVELS[0], last=LEVELS[-1]))


def alias_of(name: str | None) -> str | None:
    """Return a typed name as it is stored; ``None``: the person's own."""
    return (name or "").strip()[:NAME_LENGTH] or None


def options_without_seat(info: GameInfo, match: Match, gone: Player) -> Mapping[str, str]:
    """Return the options after a player has left; options that name a seat follow its player."""
    options = dict(match.options)
    for spec in info.options:
        named = {choice.seat: choice.value for choice in spec.choices if choice.seat is not None}
        seat = next((seat for seat, value in named.items() if value == options.get(spec.name)), None)
        if seat is not None and gone <= seat < len(match.seats):
            options[spec.name] = spec.default if seat == gone else named[seat - 1]
    return options


def reseat(tx: Transaction, match: Match, seats: Sequence[SeatHolder], waiting: Sequence[tuple[int, str]]) -> Match:
    """Store players and invited users; seats are numbered in the order of joining."""
    numbered = tuple(seated_at(player, seat) for player, seat in enumerate(seats))
    seat_store.seat_people(tx, match.id, numbered, waiting)
    return replace(match, seats=numbered, invited=tuple(user_id for user_id, _ in waiting))


def can_start_early(info: GameInfo, match: Match) -> bool:
    """Whether the newest player was the last that the match needs, though seats are free."""
    return len(match.seats) == max(info.min_players, 2) and not match.is_full


def start_possible(match: Match) -> Text:
    """Return the notice to the opener of a table that can start early."""
    return TN(
        "{player} has joined. Press Start now at the table, or wait for one more player.",
        "{player} has joined. Press Start now at the table, or wait for {count} more players.",
        match.num_seats - len(match.seats),
        player=Seat(match.seats[-1].player),
    )


def invitations_withdrawn(count: int) -> Text:
    """Return the notice that open invitations were withdrawn at the start."""
    return TN(
        "One invited player had not answered, so the match starts without them. The invitation was withdrawn.",
        "{count} invited players had not answered, so the match starts without them. The invitations were withdrawn.",
        count,
    )


def changed_options(info: GameInfo, options: Mapping[str, str], changes: Mapping[str, str]) -> Mapping[str, str]:
    """Return the options with changes.

    Raises:
        TableError: there is no such option or choice.
    """
    known = {spec.name: {choice.value for choice in spec.choices} for spec in info.options}
    if any(value not in known.get(option, ()) for option, value in changes.items()):
        raise TableError(T("That is not one of the choices. Please choose from the list."))
    return {**options, **changes}
