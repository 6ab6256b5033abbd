"""The number of presses that a turn of Chiefdom takes, from “My sheet” to “Confirm”."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import median
from typing import Any

from engines.chiefdom.completion import ranked
from engines.chiefdom.game import CHIEFDOM
from engines.chiefdom.moves import Draw, encode
from engines.chiefdom.state import State
from engines.game import CHANCE
from tests.bot.ui.planners.chiefdom_panels import controls, ghost, labelled, panel_of
from tests.engines.chiefdom.sheets import BOARD, position, sheet

LIKED = 3
"""The player wants one of this many drawings with the most points."""


def turns(seed: int) -> Iterator[tuple[State, Draw]]:
    """Yield the positions of a solo match, each with the drawing that its player wants."""
    rng = Random(seed)
    state = CHIEFDOM.initial_state(1, {"cards": ("off", "on")[seed % 2]})
    while players := CHIEFDOM.players_to_move(state):
        if players[0] == CHANCE:
            state = CHIEFDOM.apply(state, CHANCE, CHIEFDOM.sample_chance(state, rng))
            continue
        assert state.dice is not None
        best = [offer.draw for offer in ranked(state.sheets[0], state.dice, state.cards) if not offer.draw.bonus]
        wanted: Any = best[rng.randrange(min(LIKED, len(best)))] if best else CHIEFDOM.legal_moves(state, 0)[-1]
        if best:
            yield state, wanted
        state = CHIEFDOM.apply(state, 0, wanted)


def presses(state: State, wanted: Draw) -> int:
    """Return the presses of a turn: the reading if there is a choice, next positions, jobs."""
    panel, count = panel_of(state), 1
    if panel.shown is None:
        places = dict(controls(panel))
        shaped = [place for place in places if place.startswith("read:") and leads_to(state, place, wanted)]
        if not shaped and "any" in places:
            panel, count = panel_of(state, "any"), count + 1
            shaped = [f"read:{wanted.icon}"]
        panel, count = panel_of(state, shaped[0]), count + 1
    while lies(panel) != wanted.squares:
        panel, count = panel_of(state, labelled(panel, "Next place")), count + 1
    for square, job in wanted.jobs:
        places = {place: label for place, label in controls(panel) if place.startswith(f"j{square}{job}>")}
        (place,) = places
        panel, count = panel_of(state, place), count + 1
    assert panel.plans == (encode(BOARD, wanted),)
    return count + 1


def leads_to(state: State, place: str, wanted: Draw) -> bool:
    held = ghost(panel_of(state, place))
    return bool((held.icon, held.die) == (wanted.icon, wanted.die))


def lies(panel: Any) -> tuple[int, ...]:
    squares: tuple[int, ...] = ghost(panel).squares
    return squares


def test_median_turn_takes_at_most_four_presses() -> None:
    """In matches whose player makes one of the three drawings with the most points."""
    counts = [presses(state, wanted) for seed in range(4) for state, wanted in turns(seed)]
    assert len(counts) > 80
    assert median(counts) <= 4
    assert sorted(counts)[len(counts) * 9 // 10] <= 6


def test_turn_takes_three_presses_and_one_more_for_the_next_position() -> None:
    """“My sheet”, the reading, “Next place” for the second position, “Confirm”."""
    state = position(sheet("c4W d3L d22 e2t f62 f7~ g7F h7="), dice=(2, 3, 4))
    assert state.dice is not None
    best = [offer.draw for offer in ranked(state.sheets[0], state.dice, ())]
    assert presses(state, best[0]) == 3
    second = next(draw for draw in best[1:] if (draw.icon, draw.die) == (best[0].icon, best[0].die))
    assert presses(state, second) == 4


def test_turn_with_one_reading_takes_two_presses() -> None:
    state = position(sheet(), dice=(1, 2, 6))
    assert state.dice is not None
    assert presses(state, ranked(state.sheets[0], state.dice, ())[0].draw) == 2
