"""How many presses a turn of Chiefdom takes: what the bot receives, from “My sheet” to “Confirm”."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from typing import Any

from engines.chiefdom.completion import ranked
from engines.chiefdom.game import CHIEFDOM
from engines.chiefdom.moves import Draw, encode
from engines.chiefdom.state import State
from engines.game import CHANCE
from tests.bot.ui.planners.chiefdom_panels import controls, ghost, labelled, panel_of
from tests.engines.chiefdom.sheets import BOARD, position, sheet
from tests.fakes import Luck

LIKED = 3
"""A player wants one of so many drawings that score most at once."""


def turns(seed: int) -> Iterator[tuple[State, Draw]]:
    """The turns of a solo match with what its player wants to draw in each."""
    luck = Luck(seed)
    state = CHIEFDOM.initial_state(1, {"cards": ("off", "on")[seed % 2]})
    while players := CHIEFDOM.players_to_move(state):
        if players[0] == CHANCE:
            state = CHIEFDOM.apply(state, CHANCE, CHIEFDOM.sample_chance(state, luck))
            continue
        assert state.dice is not None
        best = [offer.draw for offer in ranked(state.sheets[0], state.dice, state.cards) if not offer.draw.bonus]
        wanted: Any = best[luck.randbelow(min(LIKED, len(best)))] if best else CHIEFDOM.legal_moves(state, 0)[-1]
        if best:
            yield state, wanted
        state = CHIEFDOM.apply(state, 0, wanted)


def presses(state: State, wanted: Draw) -> int:
    """From “My sheet” to “Confirm”: the reading where there is a choice, places by points, jobs."""
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


def test_a_typical_turn_takes_four_presses_at_most() -> None:
    """Of matches in which a player draws one of the three drawings that score most."""
    counts = [presses(state, wanted) for seed in range(4) for state, wanted in turns(seed)]
    assert len(counts) > 80
    assert median(counts) <= 4
    assert sorted(counts)[len(counts) * 9 // 10] <= 6


def test_a_turn_in_the_middle_of_a_match() -> None:
    """My sheet, three trees, the next place, Confirm."""
    state = position(sheet("c4W d3L d22 e2t f62 f7~ g7F h7="), dice=(2, 3, 4))
    assert state.dice is not None
    best = [offer.draw for offer in ranked(state.sheets[0], state.dice, ())]
    assert presses(state, best[0]) == 3
    second = next(draw for draw in best[1:] if (draw.icon, draw.die) == (best[0].icon, best[0].die))
    assert presses(state, second) == 4


def test_where_the_dice_can_be_read_in_one_way_two_presses_do() -> None:
    state = position(sheet(), dice=(1, 2, 6))
    assert state.dice is not None
    assert presses(state, ranked(state.sheets[0], state.dice, ())[0].draw) == 2
