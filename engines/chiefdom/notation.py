"""Reading typed decisions. Printing is canonical: the machine text of :mod:`engines.chiefdom.moves`."""

from __future__ import annotations

from collections.abc import Iterator

from engines.chiefdom import grammar, rules
from engines.chiefdom.dice import options
from engines.chiefdom.drawing import at, drawings, is_legal, job_choices
from engines.chiefdom.grammar import Typed
from engines.chiefdom.moves import PASS, Decision, Draw, encode
from engines.chiefdom.observation import ICON_NAMES, Icon, Job
from engines.chiefdom.sheet import Sheet
from engines.chiefdom.state import State
from engines.errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError
from engines.game import Player
from engines.text import T, excerpt

EXAMPLE = "water c4 d4 d5 (3)"
"""The example for positions in which nothing can be drawn."""


def parse(state: State, player: Player, text: str) -> Decision:
    """The decision that a text means.

    Raises:
        InvalidMoveError: it is not in the notation.
        IllegalMoveError: it is not possible now.
        AmbiguousMoveError: several decisions fit.
    """
    if grammar.meaning(text) == "pass":
        if rules.is_legal_move(state, player, PASS):
            return PASS
        raise rules.why_not(state, player, PASS).error()
    typed = grammar.read(text)
    icon = None if typed is None else next((head for head in sorted(typed.heads) if head != "pass"), None)
    if typed is None or icon is None or not typed.whole:
        raise InvalidMoveError(
            T(
                "“{text}” is not a decision. Type what you draw, its squares and the placement die, such as {example}.",
                text=excerpt(text),
                example=_example(state, player),
            )
        )
    squares = _squares(state, player, typed, text)
    if not rules.may_decide(state, player):
        raise rules.why_not(state, player, Draw("water", squares)).error()
    found = list(fitting(state, player, icon, squares, typed))
    if len(found) == 1:
        return found[0]
    if found:
        ways = [encode(state.board, draw) for draw in found]
        raise AmbiguousMoveError(
            T(
                "“{text}” can be drawn in several ways. Type the one you mean, such as {one} or {other}.",
                text=excerpt(text),
                one=ways[0],
                other=ways[1],
            ),
            ways,
        )
    raise _illegal(state, player, icon, squares, typed)


def _example(state: State, player: Player) -> str:
    """An example of the notation: if possible, a legal drawing."""
    possible = () if state.dice is None else drawings(state.sheets[player], state.dice)
    return next((encode(state.board, draw) for draw in possible), EXAMPLE)


def _squares(state: State, player: Player, typed: Typed, text: str) -> tuple[int, ...]:
    """The squares of the sheet that were named."""
    board = state.board
    for name in typed.squares:
        if name not in board.square_of:
            raise InvalidMoveError(T("“{square}” is not a square of the sheet.", square=name))
    if not typed.squares:
        raise InvalidMoveError(
            T(
                "“{text}” names no square. Type, for example, {example}.",
                text=excerpt(text),
                example=_example(state, player),
            )
        )
    return tuple(sorted(board.square_of[name] for name in typed.squares))


def fitting(state: State, player: Player, icon: Icon, squares: tuple[int, ...], typed: Typed) -> Iterator[Draw]:
    """The legal drawings of an icon on exactly these squares that fit the typed text.

    If no die was typed, a drawing that needs no die is preferred: its notation has none.
    """
    found = list(_fitting(state, player, icon, squares, typed))
    bare = [draw for draw in found if draw.die is None]
    yield from bare or found


def _fitting(state: State, player: Player, icon: Icon, squares: tuple[int, ...], typed: Typed) -> Iterator[Draw]:
    sheet, dice = state.sheets[player], state.dice
    if dice is None or not _jobs_fit(sheet, icon, squares, typed):
        return
    for offered, die in options(dice):
        if offered != icon or (typed.die is not None and typed.die != die):
            continue
        for bonus in (False, True):
            if (typed.bonus and not bonus) or (bonus and typed.die is not None and not typed.bonus):
                continue
            for jobs in job_choices(sheet, icon, squares):
                chosen = {state.board.names[square]: job for square, job in jobs}
                if any(chosen.get(name, job) != job for name, job in typed.jobs.items()):
                    continue
                draw = Draw(icon, squares, die, bonus, jobs)
                if is_legal(sheet, dice, draw):
                    yield draw


def _jobs_fit(sheet: Sheet, icon: Icon, squares: tuple[int, ...], typed: Typed) -> bool:
    """Whether each typed job is possible for the person there; naming the only possible job is allowed."""
    named = _named_jobs(sheet, typed)
    return all(icon == "person" and job in sheet.jobs_at(square) for square, job in named.items() if square in squares)


def _named_jobs(sheet: Sheet, typed: Typed) -> dict[int, Job]:
    return {sheet.board.square_of[name]: job for name, job in typed.jobs.items()}


def _illegal(state: State, player: Player, icon: Icon, squares: tuple[int, ...], typed: Typed) -> IllegalMoveError:
    """Say why none of the possible readings is legal."""
    sheet, dice = state.sheets[player], state.dice
    dies = [die for offered, die in options(dice) if offered == icon] if dice is not None else []
    meant = [die for die in dies if typed.die in (None, die)]
    if not dies:
        return IllegalMoveError(T("These dice do not allow {icon}.", icon=ICON_NAMES[icon]))
    if not meant:
        return IllegalMoveError(
            T("With these dice, the placement die for {icon} is not {die}.", icon=ICON_NAMES[icon], die=typed.die or 0)
        )
    die = next((die for die in meant if len(state.board.edition.shape(die)) == len(squares) + typed.bonus), meant[0])
    jobs = next(job_choices(sheet, icon, squares))
    draw = Draw(icon, squares, die, typed.bonus, jobs)
    if is_legal(sheet, dice or (1, 1, 1), draw):  # but not with the typed jobs
        wrong = sorted(square for square, job in _named_jobs(sheet, typed).items() if job not in sheet.jobs_at(square))
        return at(sheet, T("A person can only have a job that a square beside them gives."), wrong).error()
    return rules.why_not(state, player, draw).error()
