"""Observations of Chiefdom: the part of a position that a viewer may see (C3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engines.bitsets import members_of
from engines.chiefdom import drawing, result, rules, scoring
from engines.chiefdom.dice import options_of, readings
from engines.chiefdom.effects import effects
from engines.chiefdom.moves import Draw, Move, Pass
from engines.chiefdom.observation import EMPTY, ChiefdomObservation, Ghost, Job, Reading, Score, ShownSheet
from engines.chiefdom.sheet import Sheet
from engines.chiefdom.state import State
from engines.game import Player, Step

Steps = Sequence[Step[State, Move]]


def observe(state: State, viewer: Player | None, last_turn: Steps = ()) -> ChiefdomObservation:
    """The viewer's own sheet and decision, and what is public: others' sheets only when they are open or at the end.

    Of the last turn, only changes of visible sheets are shown; the others' decisions in a running turn never are.
    """
    over = state.phase == "over"
    visible = [over or _may_see(state, viewer, seat) for seat in range(len(state.sheets))]
    acting = viewer is not None and rules.may_decide(state, viewer)
    decision = None if viewer is None else state.decisions[viewer]
    return ChiefdomObservation(
        viewer=viewer,
        edition=state.board.edition,
        phase=state.phase,
        turn=state.turn,
        dice=state.dice,
        readings=_readings(state, viewer if acting else None),
        cards=state.cards,
        open_sheets=state.open_sheets,
        decided=tuple(decided is not None for decided in state.decisions),
        gone=state.gone,
        sheets=_sheets(state, last_turn, visible, over=over),
        ghost=_ghost(state, viewer, decision) if viewer is not None and isinstance(decision, Draw) else None,
        passed=isinstance(decision, Pass),
        may_decide=acting,
        may_pass=viewer is not None and acting and rules.may_pass(state, viewer),
        outcome=result.outcome(state),
    )


def observe_ended(state: State, viewer: Player | None, last_turn: Steps) -> ChiefdomObservation:
    """The observation of a match that was ended in this position: nobody decides, and all sheets are shown (C3) with
    their current scores.
    """
    seen = observe(state, viewer, last_turn)
    return replace(
        seen,
        phase="over",
        sheets=_sheets(state, last_turn, [True] * len(state.sheets), over=True),
        readings=tuple(replace(reading, reason=None) for reading in seen.readings),
        decided=(False,) * len(seen.decided),
        ghost=None,
        passed=False,
        may_decide=False,
        may_pass=False,
    )


def _may_see(state: State, viewer: Player | None, seat: Player) -> bool:
    return state.open_sheets or viewer == seat


def _sheets(state: State, last_turn: Steps, visible: Sequence[bool], *, over: bool) -> tuple[ShownSheet | None, ...]:
    """The visible sheets with their final scores, or with running scores, without the cards that would reveal others'
    secrets (C3).
    """
    before = last_turn[0].before.sheets if last_turn else state.sheets
    final = result.final_scores(state) if over else None
    return tuple(
        _sheet(sheet, before[seat], scoring.score(sheet, state.cards) if final is None else final[seat])
        if visible[seat]
        else None
        for seat, sheet in enumerate(state.sheets)
    )


def _sheet(sheet: Sheet, before: Sheet, score: Score) -> ShownSheet:
    return ShownSheet(
        squares=sheet.squares,
        bonuses_used=sheet.bonuses_used,
        houses=sheet.houses,
        people=sheet.people,
        logs=sheet.logs,
        logs_cut=sheet.logs_cut,
        fish=sheet.fish,
        score=score,
        drawn=tuple(members_of(before.empty & ~sheet.empty)),
    )


def _readings(state: State, decider: Player | None) -> tuple[Reading, ...]:
    """The readings of the roll; for a player who decides, with the reason why one is impossible."""
    if state.dice is None:
        return ()
    if decider is None:
        return readings(state.dice)
    sheet = state.sheets[decider]
    return tuple(with_reason(sheet, reading) for reading in readings(state.dice))


def with_reason(sheet: Sheet, reading: Reading) -> Reading:
    """The reading with the reason why it is impossible, if it is.

    If a wild cannot be used at all, the reason is that of the first icon: a full sheet.
    """
    reasons = [drawing.why_nothing(sheet, icon, die) for icon, die in options_of(reading)]
    return reading if None in reasons else replace(reading, reason=reasons[0])


def _ghost(state: State, viewer: Player, draw: Draw) -> Ghost:
    """The ghost of a decision on the sheet."""
    sheet = state.sheets[viewer]
    after = drawing.drawn(sheet, draw)
    return Ghost(
        icon=draw.icon,
        squares=draw.squares,
        jobs=jobs_after(after, draw.squares) if draw.icon == "person" else (),
        left_out=None,
        die=draw.die,
        bonus=draw.bonus,
        decided=True,
        reason=None,
        gain=effects(sheet, draw, state.cards),
    )


_JOBS: dict[str, Job] = {"L": "L", "F": "F", "B": "B"}


def jobs_after(after: Sheet, squares: Sequence[int]) -> tuple[tuple[int, Job | None], ...]:
    """The jobs of the people on these squares, ``None`` for jobless."""
    return tuple((square, _JOBS.get(after.squares[square])) for square in squares if after.squares[square] != EMPTY)
