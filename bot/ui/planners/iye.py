"""The planner of İYE: squares as buttons, tiles to spend and their squares in menus, the starting player as two
buttons.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import discord

from bot.matches.model.views import MatchView
from bot.matches.play.planning import Plan
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import ButtonSpec, ComponentSpec, Rows, SelectOptionSpec
from bot.ui.components.text import Writer
from bot.ui.planners.panel import Panel, in_rows
from engines.game import Player
from engines.iye.observation import TILE_NAMES, TYPES, IyeObservation
from engines.text import TN, Seat, T, Text

EMOJI = {"S": "☀️", "H": "🐎", "T": "🌳", "W": "💧", "O": "🦉"}
"""The emoji of each type, beside its name."""

FILES = "abcde"


def square_name(square: int) -> str:
    """Return a square's name, ``a1`` to ``e5``."""
    return f"{FILES[square % 5]}{square // 5 + 1}"


class IyePlanner:
    """Controls of İYE; every move is a whole turn and is played at once, so nothing is planned."""

    def prompt(self, view: MatchView, player: Player) -> Text:
        seen = _seen(view)
        if seen.phase == "choose":
            return T("{player}, who should begin cycle {number}?", player=Seat(player), number=seen.cycle)
        mine, other = Seat(player), Seat(1 - player)
        if not seen.natural:
            return T(
                "{player}, it is your turn: you can move the drum only by spending a tile. {opponent} "
                "gets the tile it lands on.",
                player=mine,
                opponent=other,
            )
        if seen.spend:
            return T(
                "{player}, it is your turn: move the drum, or spend a tile to move it further. {opponent}"
                " gets the tile it lands on.",
                player=mine,
                opponent=other,
            )
        return T(
            "{player}, it is your turn: move the drum. {opponent} gets the tile it lands on.",
            player=mine,
            opponent=other,
        )

    def controls(self, view: MatchView, write: Writer) -> Rows:
        seen = _seen(view)
        if seen.to_move is None:
            return ()
        if seen.phase == "choose":
            return (_starters(view, seen.to_move, write),)
        presses = [_natural(view, seen, target, write) for target in seen.natural]
        rows: list[Sequence[ComponentSpec]] = list(in_rows(presses))
        if seen.spend:
            letters = tuple(letter for letter, _targets in seen.spend)
            rows.append((_spend_menu(view, seen, letters, write.plain(T("Spend a tile …")), write),))
        return rows

    def panel(self, plan: Plan, path: str, write: Writer) -> Panel | None:
        """Return the panel of a path, the letter of a tile to spend; the empty path has all controls of the board."""
        view, letter = plan.view, path
        seen = _seen(view)
        if not path and not plan.moves and seen.to_move is not None:
            offered = self.controls(view, write)
            asked = write(self.prompt(view, seen.to_move))
            examples = tuple(_examples(seen))
            return Panel(asked, offered, examples=examples, at_once=True)
        targets = dict(seen.spend).get(letter)
        if targets is None or plan.moves:
            return None
        useful = [target for target in targets if target not in seen.natural]
        redundant = [target for target in targets if target in seen.natural]
        choices = tuple(_target(seen, letter, target, write) for target in (*useful, *redundant))
        tile = TILE_NAMES[letter]
        rows: list[Sequence[ComponentSpec]] = [
            (Action("move", view.match.id, view.ply).select(write.plain(T("Choose a square …")), choices),)
        ]
        others = tuple(other for other, _targets in seen.spend if other != letter)
        if others:
            rows.append((_spend_menu(view, seen, others, write.plain(T("Spend another tile instead …")), write),))
        back = Action("plan", view.match.id, view.ply)
        rows.append((back.button(write.plain(T("Back")), emoji="◀️"),))
        opponent = Seat(1 - (seen.to_move or 0))
        if not useful:
            text = T(
                "Spend one {tile}? The drum can reach all these squares without it. {opponent} gets the "
                "tile it lands on.",
                tile=tile,
                opponent=opponent,
            )
        else:
            text = T(
                "Spend one {tile}: where should the drum go? {opponent} gets the tile it lands on.",
                tile=tile,
                opponent=opponent,
            )
        shown = replace(seen, natural=(), spend=((letter, targets),))
        examples = tuple(f"{letter}{square_name(target)}" for target in targets[-2:])
        return Panel(f"{EMOJI[letter]} {write(text)}", rows, shown=shown, examples=examples, at_once=True)

    def exit_reason(self, view: MatchView, player: Player) -> Text | None:  # noqa: ARG002 - nobody is out before the end
        return None


IYE_PLANNER = IyePlanner()


def _seen(view: MatchView) -> IyeObservation:
    if not isinstance(view.observation, IyeObservation):
        raise TypeError(f"not an observation of İYE: {view.observation!r}")
    return view.observation


def _examples(seen: IyeObservation) -> Iterator[str]:
    """Yield examples of typed moves: the drum by itself, and with a spent tile."""
    if seen.natural:
        yield square_name(seen.natural[0])
    for letter, targets in seen.spend[-1:]:
        yield f"{letter}{square_name(targets[-1])}"


def _natural(view: MatchView, seen: IyeObservation, target: int, write: Writer) -> ButtonSpec:
    letter = seen.board[target]
    # Who presses it gives the tile away.
    label = write.plain(T("{square}: give {tile}", square=square_name(target), tile=TILE_NAMES[letter]))
    action = Action("move", view.match.id, view.ply, square_name(target))
    return action.button(label, discord.ButtonStyle.primary, EMOJI[letter])


def _starters(view: MatchView, chooser: Player, write: Writer) -> Sequence[ButtonSpec]:
    me = Action("move", view.match.id, view.ply, "start:me")
    opponent = Action("move", view.match.id, view.ply, "start:opponent")
    return (
        me.button(write.plain(T("{player} begins", player=Seat(chooser))), discord.ButtonStyle.primary),
        opponent.button(write.plain(T("{player} begins", player=Seat(1 - chooser))), discord.ButtonStyle.primary),
    )


def _spend_menu(
    view: MatchView, seen: IyeObservation, letters: Sequence[str], placeholder: str, write: Writer
) -> ComponentSpec:
    held = seen.hands[seen.to_move or 0]
    targets = dict(seen.spend)
    choices = []
    for letter in letters:
        number = held[TYPES.index(letter)]
        label = write.plain(T("{tile} × {number}", tile=TILE_NAMES[letter], number=number))
        reach = write.plain(TN("reaches {count} square", "reaches {count} squares", len(targets[letter])))
        choices.append(SelectOptionSpec(letter, label, reach, EMOJI[letter]))
    return Action("plan", view.match.id, view.ply, "spend").select(placeholder, tuple(choices))


def _target(seen: IyeObservation, letter: str, target: int, write: Writer) -> SelectOptionSpec:
    given = seen.board[target]
    opponent = Seat(1 - (seen.to_move or 0))
    label = write.plain(
        T(
            "{square}: the {tile} goes to {player}",
            square=square_name(target),
            tile=TILE_NAMES[given],
            player=opponent,
        )
    )
    redundant = target in seen.natural
    note = write.plain(T("The drum can get there without spending.")) if redundant else None
    return SelectOptionSpec(letter + square_name(target), label, note, EMOJI[given])
