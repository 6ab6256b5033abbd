"""Observations of Awéthi: a position and the moves that led to it, as a viewer sees them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache

from engines.awethi import rules, scoring
from engines.awethi.boards import BOARDS, FOREST, HERDING_POINTS, LAIR, SHELTERS
from engines.awethi.herd import Catcher, caught, herd_moves
from engines.awethi.moves import EACH, HOME, STAY, SUM, HerdRoll, Hunt, Move, Prowl, Walk, encode, hunt, walk
from engines.awethi.observation import (
    CORNERS,
    KINDS,
    AwethiObservation,
    DieChoice,
    HuntEnd,
    Hunter,
    Kind,
    Manner,
    ShownAiwe,
    ShownAiweMove,
    ShownAwethi,
    ShownHerder,
    ShownHerdTurn,
    ShownHunt,
    ShownWairgk,
    ShownWalk,
    Terrain,
    WalkChoice,
    WalkEnd,
    Walker,
)
from engines.awethi.squares import SIDE, distance
from engines.awethi.state import State
from engines.awethi.turns import apply
from engines.awethi.walks import awethi_room, shortest_walk, wairgk_ends, wairgk_room
from engines.bitsets import members_of
from engines.game import Player, Step

Steps = Sequence[Step[State, Move]]


def observe(state: State, viewer: Player | None, last_turn: Steps = ()) -> AwethiObservation:
    """Observe the position; nothing in it is secret."""
    known = state.wairgka_seat is not None
    waiting = rules.players_to_move(state)
    aiwe = tuple(_aiwe(state))
    return AwethiObservation(
        viewer=viewer,
        board=state.board,
        terrain=terrain(state.board),
        scoring=state.scoring,
        phase=state.phase,
        turn=rules.turn_seat(state),
        to_move=waiting[0] if waiting and waiting[0] >= 0 else None,
        round=state.round,
        starter=None if state.starter is None else state.seat_of(state.starter),
        herd_turn_of=None if state.turn is None else state.seat_of(state.turn),
        unleashed=state.unleashed,
        herders=tuple(_herder(state, number) for number in range(len(state.herders))) if known else (),
        wairgka_player=state.wairgka_seat,
        wairgka_left=known and state.wairgka_seat in state.left,
        aiwe=aiwe,
        awethi=tuple(_awethi(state)) if known else (),
        wairgka=tuple(ShownWairgk(square, number + 1) for number, square in enumerate(state.wairgka)),
        dice=tuple(_dice(state)),
        average=None if state.dice is None else rules.average(state),
        ways=(encode(EACH), encode(SUM)) if state.phase == "choose" else (),
        walkers=tuple(_walkers(state, viewer)),
        prowl=None if state.prowl is None else (state.prowl[0] + 1, state.prowl[1]),
        hunters=tuple(_hunters(state, aiwe)) if state.phase == "hunt" else (),
        herd_turns=tuple(herd_turn(step.before, step.move) for step in last_turn if isinstance(step.move, HerdRoll)),
        walks=tuple(_walk(step, step.move) for step in last_turn if isinstance(step.move, Walk)),
        hunts=tuple(_hunts(last_turn)),
        outcome=scoring.outcome(state),
        example=tuple(_example(state, viewer)) if viewer is not None else (),
    )


@cache
def terrain(board: str) -> tuple[Terrain, ...]:
    """The terrain of each square of a board."""
    found: list[Terrain] = ["land" for _ in range(SIDE * SIDE)]
    marks: tuple[tuple[Terrain, list[int]], ...] = (
        ("herding", [square for point in HERDING_POINTS for square in point]),
        ("forest", members_of(FOREST)),
        ("water", members_of(BOARDS[board].water)),
        ("lair", [LAIR]),
        ("shelter", list(SHELTERS)),
    )
    for name, squares in marks:
        for square in squares:
            found[square] = name
    return tuple(found)


# ------------------------------------------------------------------------------------------------------------ pieces


def _herder(state: State, number: int) -> ShownHerder:
    herder, player = state.herders[number], state.seat_of(number)
    dealt = state.round > 0
    return ShownHerder(
        player=player,
        corner=CORNERS[herder.corner],
        shelter=herder.shelter,
        sheltered=herder.sheltered,
        eaten=scoring.eaten(herder) if dealt else (0, 0, 0),
        grazing=scoring.grazing(herder),
        heads=scoring.heads(herder),
        points=scoring.points(herder),
        account=scoring.account(herder) if dealt else "grazing",
        left=player in state.left,
    )


def _aiwe(state: State) -> Iterator[ShownAiwe]:
    held = caught(state.aiwe, state.awethi)
    found = [
        (square, KINDS[kind], number)
        for number, herder in enumerate(state.herders)
        for kind, mask in enumerate(herder.herd)
        for square in members_of(mask)
    ]
    for square, kind, number in sorted(found):
        yield ShownAiwe(square, kind, state.seat_of(number), caught=bool(held >> square & 1))


def _awethi(state: State) -> Iterator[ShownAwethi]:
    for number, herder in enumerate(state.herders):
        for awethi, square in enumerate(herder.awethi):
            yield ShownAwethi(square, awethi + 1, state.seat_of(number), sheltered=square == herder.shelter)


# ------------------------------------------------------------------------------------------------- what can be done


def _dice(state: State) -> Iterator[DieChoice]:
    """The dice, each with the awéthi that used it."""
    users = [(used, number + 1) for number, used in enumerate(state.walked) if used] if state.phase == "each" else []
    for value in state.dice or ():
        user = next((user for user in users if user[0] == value), None)
        if user is not None:
            users.remove(user)
        yield DieChoice(value, None if user is None else user[1])


def _walkers(state: State, viewer: Player | None) -> Iterator[Walker]:
    """The awéthi still to move; while the herder chooses how, with both possibilities, for that herder alone."""
    if state.phase == "choose":
        if viewer != rules.turn_seat(state):
            return
        states = [replace(state, phase=way.way) for way in (EACH, SUM)]
    elif state.phase in ("each", "sum"):
        states = [state]
    else:
        return
    herder = rules.herder_to_move(state)
    for awethi, used in enumerate(state.walked):
        if not used:
            catcher = Catcher(state, herder, awethi)
            choices = [_choice(one, awethi, way, catcher) for one in states for way in rules.walk_ends(one, awethi)]
            yield Walker(awethi + 1, state.herders[herder].awethi[awethi], tuple(choices))


def _choice(state: State, awethi: int, way: tuple[int, int], catcher: Catcher) -> WalkChoice:
    number, mask = way
    ends = members_of(mask) or rules.fallback_ends(state, awethi)
    die = rules.die_named(state, number)
    walks = tuple(_walk_end(state, awethi, die, end, catcher) for end in ends)
    return WalkChoice(number, walks, average=state.phase == "sum")


def _walk_end(state: State, awethi: int, die: int, end: int, catcher: Catcher) -> WalkEnd:
    square = landing(state, awethi, end)
    catches, frees = catcher.ends_on(square)
    return WalkEnd(
        encode(walk(awethi, die, end)),
        square,
        manner(end),
        tuple(members_of(catches)),
        tuple(members_of(frees)),
        unleashes=not state.unleashed and bool(FOREST >> square & 1),
    )


def _example(state: State, viewer: Player) -> Iterator[str]:
    """An example of how the viewer could complete their turn: a die each, every awéthi towards the herd."""
    while rules.players_to_move(state) == (viewer,):
        move = _likely(state, viewer)
        yield encode(move)
        state = apply(state, viewer, move)


def _likely(state: State, player: Player) -> Move:
    if state.phase == "choose":
        return EACH
    if state.phase == "hunt":
        return rules.legal_moves(state, player)[0]
    herder = state.herders[rules.herder_to_move(state)]
    awethi = state.walked.index(0)
    number, mask = rules.walk_ends(state, awethi)[-1]
    ends = members_of(mask) or rules.fallback_ends(state, awethi)
    herd = members_of(herder.grazing) or [herder.shelter]
    end = min(ends, key=lambda end: min(distance(end, square) for square in herd))
    return walk(awethi, rules.die_named(state, number), end)


def _hunters(state: State, aiwe: Sequence[ShownAiwe]) -> Iterator[Hunter]:
    prey = {each.square: each for each in aiwe}
    for wairgk, square in enumerate(state.wairgka):
        ends = members_of(wairgk_ends(state, wairgk))
        if ends:
            yield Hunter(
                wairgk + 1,
                square,
                tuple(HuntEnd(encode(hunt(wairgk, end)), end, prey.get(end)) for end in ends),
            )


# --------------------------------------------------------------------------------------------- what has been done


@lru_cache(maxsize=16)  # it is shown and described
def herd_turn(state: State, move: HerdRoll) -> ShownHerdTurn:
    """The herd turn of the current herder with this roll."""
    number = rules.herder_to_move(state)
    herder = state.herders[number]
    held = caught(herder.grazing, state.awethi)
    walked = [
        ShownAiweMove(KINDS[kind], start, end, caught=False)
        for kind, start, end in herd_moves(state, herder, move.direction)
    ]
    stayed = [
        ShownAiweMove(KINDS[kind], square, square, caught=True)
        for kind, mask in enumerate(herder.herd)
        for square in members_of(mask & held)
    ]
    return ShownHerdTurn(state.seat_of(number), move.direction + 1, (*walked, *stayed))


def _walk(step: Step[State, Move], move: Walk) -> ShownWalk:
    state = step.before
    return ShownWalk(
        step.player,
        move.awethi + 1,
        move.die or rules.average(state),
        state.herders[rules.herder_to_move(state)].awethi[move.awethi],
        landing(state, move.awethi, move.end),
        manner(move.end),
        _way_of(state, move),
    )


def _way_of(state: State, move: Walk) -> tuple[int, ...]:
    """A shortest way of an awéthi's walk."""
    number = rules.herder_to_move(state)
    start, end = state.herders[number].awethi[move.awethi], landing(state, move.awethi, move.end)
    if manner(move.end) != "walk":
        return tuple(dict.fromkeys((start, end)))
    return shortest_walk(start, end, awethi_room(state, number, move.awethi), move.die or rules.average(state))


def landing(state: State, awethi: int, end: int) -> int:
    """The square on which an awéthi's move ends."""
    herder = state.herders[rules.herder_to_move(state)]
    return {STAY: herder.awethi[awethi], HOME: herder.shelter}.get(end, end)


def manner(end: int) -> Manner:
    """The manner in which an awéthi's move ends."""
    return "stay" if end == STAY else "home" if end == HOME else "walk"


def prey_of(state: State, end: int) -> tuple[Player, Kind] | None:
    """The owner and the kind of the aiwe on a square."""
    for number, herder in enumerate(state.herders):
        for kind, mask in enumerate(herder.herd):
            if mask >> end & 1:
                return state.seat_of(number), KINDS[kind]
    return None


def _hunts(last_turn: Steps) -> Iterator[ShownHunt]:
    """The wairgk turns: a roll and the move that followed; one whose move is still open, or was impossible."""
    for index, step in enumerate(last_turn):
        following = last_turn[index + 1].move if index + 1 < len(last_turn) else None
        if isinstance(step.move, Prowl) and not isinstance(following, Hunt):
            passed = apply(step.before, step.player, step.move).phase != "hunt"
            yield ShownHunt(step.move.direction + 1, step.move.steps, None, None, None, None, (), passed)
        elif isinstance(step.move, Hunt) and step.before.prowl is not None:
            direction, steps = step.before.prowl
            start, end = step.before.wairgka[step.move.wairgk], step.move.end
            room = wairgk_room(step.before, step.move.wairgk)
            yield ShownHunt(
                direction + 1,
                steps,
                step.move.wairgk + 1,
                start,
                end,
                prey_of(step.before, end),
                shortest_walk(start, end, room, steps),
                passed=False,
            )
