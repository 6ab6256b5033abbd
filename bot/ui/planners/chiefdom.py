"""The planner of Chiefdom: a reading of the dice, then the drawing, moved over the sheet until it fits.

A drawing that is legal where it is held is the plan. So every window of a player shows the same one, it survives a
restart, and only has to be confirmed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

import discord

from bot.matches.model.views import MatchView
from bot.matches.play.planning import Plan
from bot.ui.components.custom_id import Action
from bot.ui.components.messages import Rows
from bot.ui.components.text import Writer
from bot.ui.planners.chiefdom_rows import (
    ANY,
    EMOJI,
    PASSING,
    PlannerContext,
    changed,
    icon_rows,
    job_choices,
    moving_row,
    reading_rows,
    turning_row,
    wild_of,
)
from bot.ui.planners.panel import CELL, Panel, path_select
from engines.chiefdom import planning
from engines.chiefdom.board_text import describe_changes, describe_people, describe_reading, drawing_on, listing
from engines.chiefdom.moves import PASS, Draw, decode, encode
from engines.chiefdom.observation import (
    ICON_NAMES,
    ICONS,
    JOB_NAMES,
    ChiefdomObservation,
    Gain,
    Ghost,
    Icon,
    Job,
    Reading,
)
from engines.chiefdom.planning import HeldShape
from engines.chiefdom.rules_pages import SCORING_PAGE
from engines.game import Player
from engines.text import TN, Seat, T, Text, excerpt, normalize_typed, players_listed

_HELD = re.compile(r"(?:([wensorfb])|j([0-9]{1,3})([LFB]))?>(.*)")
"""A button's action on the held shape, and that shape as :func:`engines.chiefdom.planning.to_text` writes it."""


class ChiefdomPlanner:
    """Controls of Chiefdom; all of them private, because sheets are."""

    def prompt(self, view: MatchView, player: Player) -> Text:  # noqa: ARG002 - the same for everybody
        return T("{player}, decide what to draw.", player=Seat(player))

    def controls(self, view: MatchView, write: Writer) -> Rows:
        if _seen(view).phase != "draw":
            return ()
        press = Action("sheet", view.match.id, view.ply)
        return ((press.button(write.plain(T("My sheet")), discord.ButtonStyle.primary, "📜"),),)

    def status(self, view: MatchView, *, can_press: bool) -> Sequence[Text]:
        seen = _seen(view)
        if seen.phase != "draw":
            return ()
        if len(seen.gone) == 1:
            return tuple(self.prompt(view, player) for player in seen.awaited)
        decided = [seat for seat, has_decided in enumerate(seen.decided) if has_decided and not seen.gone[seat]]
        awaited = _players(seen.awaited)
        deciding = T("⏳ Still deciding: {players}.", players=awaited)
        if can_press:
            deciding = T("⏳ Still deciding: {players}. Press “My sheet” to draw.", players=awaited)
        lines = (deciding,) if seen.awaited else ()
        return (*lines, *((T("✅ Decided: {players}.", players=_players(decided)),) if decided else ()))

    def visible_sheets(self, view: MatchView) -> Sequence[Player]:
        return tuple(seat for seat, sheet in enumerate(_seen(view).sheets) if sheet is not None)

    def only_sheet_of(self, view: MatchView, player: Player) -> MatchView:
        seen = _seen(view)
        sheets = tuple(sheet if seat == player else None for seat, sheet in enumerate(seen.sheets))
        return replace(view, observation=replace(seen, sheets=sheets))

    def idle_reason(self, view: MatchView, player: Player) -> Text | None:
        seen = _seen(view)
        if seen.phase != "draw" or seen.gone[player]:
            return self.exit_reason(view, player) if seen.phase == "draw" else None
        if seen.passed and not seen.may_decide:
            return T(
                "You cannot draw anything with these dice, so you pass. I will notify you when the next "
                "dice are rolled."
            )
        return None

    def panel(self, plan: Plan, path: str, write: Writer) -> Panel | None:
        seen = _seen(plan.base)
        if not seen.may_decide:
            return None
        context = PlannerContext(plan, seen, planning.sheet_of(seen), write)
        if path == PASSING or (not path and plan.moves == (PASSING,)):
            return _passing(context) if seen.may_pass else None
        if path == ANY:
            return _choosing(context, wild=True) if wild_of(seen) is not None else None
        found = _held(context, path) if path else _initial_shape(context) or _only(context) or _choosing(context)
        if isinstance(found, HeldShape):
            return _holding(context, found)
        return found

    def exit_reason(self, view: MatchView, player: Player) -> Text | None:
        if _seen(view).gone[player]:
            return T(
                "You have left this match. Your sheet stays as it is, and you can still follow the match with /board."
            )
        return None


CHIEFDOM_PLANNER = ChiefdomPlanner()


def _players(seats: Sequence[Player]) -> Text:
    return listing(T("{player}", player=Seat(seat)) for seat in seats)


def _seen(view: MatchView) -> ChiefdomObservation:
    if not isinstance(view.observation, ChiefdomObservation):
        raise TypeError(f"not an observation of Chiefdom: {view.observation!r}")
    return view.observation


# ------------------------------------------------------------------------------------------------------ where one is


def _initial_shape(context: PlannerContext) -> HeldShape | None:
    """Return the shape held when the window opens: the planned one, else the decided one."""
    if context.plan.moves:
        move = decode(context.sheet.board, context.plan.moves[0])
        return planning.shape_of_draw(context.sheet, move) if isinstance(move, Draw) else None
    ghost = context.seen.ghost
    if ghost is None:
        return None
    jobs = tuple((square, job) for square, job in ghost.jobs if job is not None)
    return planning.shape_of_draw(context.sheet, Draw(ghost.icon, ghost.squares, ghost.die, ghost.bonus, jobs))


def _held(context: PlannerContext, path: str) -> HeldShape | Panel | None:
    """Return the shape held at a path, or a panel about an invalid typed square; ``None``: no such path."""
    where, typed, square = path.partition(CELL)
    kind, _, key = where.partition(":")
    if kind == "read" and not typed:
        return _taken(context, key)
    found = _HELD.fullmatch(where)
    held = None if found is None else planning.from_text(context.sheet, found[4])
    if found is None or held is None or (held.icon, held.die) not in _options(context):
        return None
    if typed:
        target = context.sheet.board.square_of.get("".join(normalize_typed(square).split()))
        if target is None:
            unknown = T("There is no square “{square}” on the sheet. Type one such as c4.", square=excerpt(square))
            return _holding(context, held, note=unknown)
        return planning.moved_to(context.sheet, held, target)
    if found[2] is not None:
        return planning.with_job(held, int(found[2]), _JOBS[found[3]])
    return changed(context, held, found[1])


_JOBS: dict[str, Job] = {"L": "L", "F": "F", "B": "B"}


def _options(context: PlannerContext) -> set[tuple[Icon, int | None]]:
    return {
        (icon, die)
        for reading in context.seen.readings
        for icon, die, _ in planning.icon_choices(context.sheet, reading)
    }


def _taken(context: PlannerContext, key: str) -> HeldShape | None:
    """Return the drawing of a reading, or of an icon of a wild: at the position with the best score, or in the middle
    of the sheet if the player is to find one.
    """
    for reading in context.seen.readings:
        if reading.key == key and reading.icon != "wild":
            return _first_held(context, reading.icon, reading.die)
    icon = next((icon for icon in ICONS if icon == key), None)
    return None if icon is None or wild_of(context.seen) is None else _first_held(context, icon, None)


def _first_held(context: PlannerContext, icon: Icon, die: int | None) -> HeldShape | None:
    held = planning.central_shape(context.sheet, icon, die) if context.plan.teaching else None
    return held or planning.initial_shape(context.sheet, icon, die, context.seen.cards)


def _only(context: PlannerContext) -> HeldShape | Panel | None:
    """Return the held shape or panel if the dice have only one reading; ``None`` if there is a choice."""
    possible = [reading for reading in context.seen.readings if reading.reason is None]
    if len(possible) != 1 or context.seen.may_pass:
        return None
    (only,) = possible
    return _choosing(context, wild=True) if only.icon == "wild" else _taken(context, only.key)


# ------------------------------------------------------------------------------------------------------- the panels


def _choosing(context: PlannerContext, *, wild: bool = False) -> Panel:
    """Return the choice of a reading, or of the icon of a wild."""
    write, decided = context.write, context.seen.passed
    asked = [write(_until(context))] if decided else []
    if wild:
        asked += [
            write(T("You can draw any icon on one empty square. Choose the icon.")),
            *_whys(context, wild_of(context.seen)),
        ]
        rows = (*reading_rows(context, None, wild_chosen=True), *icon_rows(context))
    else:
        line = T("Choose how to read the dice: two are added, the third gives the shape (the small squares).")
        asked += [write(line), *_reasons(context)]
        rows = tuple(reading_rows(context, None))
    return Panel("\n".join(asked), rows, plans=(), is_decided=decided, rules_page=_rules_page(context))


def _rules_page(context: PlannerContext) -> int | None:
    """Return the page about scoring, which comes too early in a lesson."""
    return None if context.plan.teaching else SCORING_PAGE


def _passing(context: PlannerContext) -> Panel:
    """Return the panel of a pass, which ends the match if nobody else draws (C18)."""
    asked = T("You pass: you draw nothing this turn. Confirm, or use a bonus to draw after all.")
    end = T("⚠️ If nobody else draws this turn either, this ends the match.")
    if context.seen.gone.count(False) == 1:
        end = T("⚠️ This ends the match.")
    plans = (encode(context.sheet.board, PASS),)
    return Panel(
        "\n".join(map(context.write, (asked, end))),
        reading_rows(context, None, passing=True),
        plans=plans,
        rules_page=_rules_page(context),
    )


def _holding(context: PlannerContext, held: HeldShape, note: Text | None = None) -> Panel:
    """Return the panel of a held drawing: its gains or why it is illegal, and every way to change it."""
    write, sheet = context.write, context.sheet
    draw = planning.decision(sheet, held)
    is_decided = context.seen.ghost is not None and _is_ghost(context.seen, draw)
    shown = context.seen if is_decided else planning.with_preview(context.seen, held)
    if shown.ghost is None:
        raise LookupError("nothing is held")
    lines = [] if note is None else [f"⚠️ {write(note)}"]
    lines += _decision_lines(context, shown.ghost)
    if not is_decided:
        lines += [*_position_line(context, held), *_reasons(context)]
    rows = [*reading_rows(context, held), moving_row(context, held), turning_row(context, held)]
    jobs = tuple(job_choices(context, held))
    if jobs:
        rows.append((path_select(context.plan, "jobs", write.plain(_jobs_asked(context, held)), jobs),))
    plans = () if shown.ghost.reason is not None or is_decided else (encode(sheet.board, draw),)
    return Panel(
        "\n".join(lines),
        rows,
        shown=shown,
        examples=plans,
        plans=plans,
        is_decided=is_decided,
        rules_page=_rules_page(context),
    )


def _jobs_asked(context: PlannerContext, held: HeldShape) -> Text:
    """Return the placeholder of the job menu, which is cut at a phone's width: the first chosen job and the number of
    the others, or that jobs are still to be chosen. The options show all chosen ones.
    """
    names = context.sheet.board.names
    chosen = [
        T("{square} {job}", square=names[square], job=JOB_NAMES[job])
        for square, _, job in planning.job_selections(context.sheet, held)
        if job is not None
    ]
    if len(chosen) > 1:
        return T("Jobs: {job} and {count} more", job=chosen[0], count=len(chosen) - 1)
    return T("Jobs: {job}", job=chosen[0]) if chosen else T("Choose jobs …")


def _decision_lines(context: PlannerContext, ghost: Ghost) -> Iterator[str]:
    """Yield the plan, and its gains or problems; the story above tells the decision so far."""
    write, names = context.write, context.sheet.board.names
    if ghost.decided:
        yield write(_until(context))
        yield _gives(context, ghost)
        return
    if ghost.decision is not None:
        yield write(T("✅ Confirm to change your decision to this:"))
    what = drawing_on(ghost.icon, [names[square] for square in ghost.squares])
    line = T("{drawing}.", drawing=what)
    if ghost.asks and ghost.reason is not None:
        line = T("{drawing}: {asked}", drawing=what, asked=ghost.reason)
    elif ghost.reason is not None:
        line = T("{drawing}. ⚠️ Not possible here: {reason}", drawing=what, reason=ghost.reason)
    yield f"{EMOJI[ghost.icon]} {write(line)} {_gives(context, ghost)}".rstrip()


def _position_line(context: PlannerContext, held: HeldShape) -> Iterator[str]:
    """Yield the number of the drawing's position among its legal ones in the order of ⏭️, which lessons do not have."""
    if context.plan.teaching:
        return
    number = planning.placement_index(context.sheet, held, context.seen.cards)
    if number is None:
        return
    number, count = number + 1, len(planning.ranked_placements(context.sheet, held, context.seen.cards))
    if count == 1:
        line = T("This is the only position where it fits.")
    elif number < count:
        line = T("Position {number} of {count}, most points first: ⏭️ shows the next.", number=number, count=count)
    else:
        line = T(
            "Position {number} of {count}, most points first: ⏭️ goes back to the first.", number=number, count=count
        )
    yield f"-# {context.write(line)}"


def _until(context: PlannerContext) -> Text:
    """Return until when the player's decision can be changed."""
    others = [player for player in context.seen.awaited if player != context.seen.viewer]
    if not others:
        return T("✅ Decided.")
    return TN(
        "✅ You can change this until {players} has decided.",
        "✅ You can change this until {players} have decided.",
        len(others),
        players=players_listed(others),
    )


def _is_ghost(seen: ChiefdomObservation, draw: Draw) -> bool:
    """Return whether this drawing is the player's decision."""
    ghost = seen.ghost
    if ghost is None or (ghost.icon, ghost.squares, ghost.die, ghost.bonus) != (
        draw.icon,
        draw.squares,
        draw.die,
        draw.bonus,
    ):
        return False
    return all(pair in ghost.jobs for pair in draw.jobs)


def _gives(context: PlannerContext, ghost: Ghost) -> str:
    """Return the effects of a drawing on one line: gains, people without a job, the used bonus, points."""
    made = ghost.gain
    if made is None:
        return ""
    names = context.sheet.board.names
    sentences: list[Text] = []
    gains = tuple(_gains(made))
    if gains:
        sentences.append(T("This gives {gains}.", gains=listing(gains)))
    if made.logs < 0:
        sentences.append(TN("This costs {count} log.", "This costs {count} logs.", -made.logs))
    sentences += describe_people(context.sheet.board, made.jobs)
    if ghost.jobless:
        squares = " ".join(names[square] for square in ghost.jobless)
        sentences.append(
            TN(
                "No job on {squares}: no water, trees or house is beside it.",
                "No job on {squares}: no water, trees or house is beside them.",
                len(ghost.jobless),
                squares=squares,
            )
        )
    if ghost.bonus:
        sentences.append(_bonus_used(context.sheet.bonuses - 1))
    own = context.seen.own
    if not context.plan.teaching and own is not None:
        sentences.append(T("Points: {changes}.", changes=describe_changes(own.score, made)))
    return " ".join(context.write(text) for text in sentences)


def _gains(made: Gain) -> Iterator[Text]:
    if made.logs > 0:
        yield TN("{count} log", "{count} logs", made.logs)
    if made.fish:
        yield TN("{count} fish", "{count} fish", made.fish)


def _bonus_used(left: int) -> Text:
    if not left:
        return T("This uses your last bonus.")
    return TN("This uses a bonus; {count} is left.", "This uses a bonus; {count} are left.", left)


def _reasons(context: PlannerContext) -> Iterator[str]:
    """Yield why some readings of the dice are impossible."""
    for reading in context.seen.readings:
        if reading.reason is not None:
            line = T("{reading}: {reason}", reading=describe_reading(reading), reason=reading.reason)
            yield f"-# {context.write(line)}"


def _whys(context: PlannerContext, wild: Reading | None) -> Iterator[str]:
    """Yield why some icons of a wild are impossible."""
    for icon, _, reason in () if wild is None else planning.icon_choices(context.sheet, wild):
        if reason is not None:
            line = T("{reading}: {reason}", reading=ICON_NAMES[icon], reason=reason)
            yield f"-# {context.write(line)}"
