"""The positions that the rules of Awéthi show."""

from __future__ import annotations

from engines.awethi import moves, observe, rules, state_text, turns
from engines.awethi.observation import AwethiObservation
from engines.game import Step

BOARD = (
    "meadow heads HHHHW d21cf22cf21cd22we22we21b/u20cu21cv22cu22wv20wv21b/t5ct4cu5cu4wv4wv5b/d4cd5ce4cd6we6we5b "
    "a25a25a25a25/y25y25y25y25/y1y1y1y1/a1a1a1a1 m13m13m13m13 000/000/000/000 asleep 1 herd 1 1 - ---- - -"
)
STEPS = "meadow heads HW f21cl18wh20b a25a25a25a25 m13 210 asleep 4 herd 1 1 - ---- - -"
BLOCKED = "meadow heads HW c17cj18cf18wb22wh22b j19e19a25a25 m13 100 asleep 9 herd 1 1 - ---- - -"
DICE = "meadow heads HW d19ce22cf20ch21we18wg20b d23e25c22a25 m13 000 asleep 3 choose 1 1 1224 ---- - -"
WATER = "meadow heads HW d19ce21cf20cj21we18wj23b g24e25c22a25 m13 000 asleep 3 each 1 1 1134 ---- - -"
CATCH = (
    "meadow heads HHW f18cd19cd20cj20wd17wc15b/t5ct4cu5cu4wv4wv5b f19e18g18a25/i20k20k21y1 m13m13 000/000 "
    "asleep 12 herd 1 1 - ---- - -"
)
FOREST = "meadow heads HW d19ce21cf12cg15we18wd15b h12g11e12a25 m13 000 asleep 7 each 1 1 1234 ---- - -"
HUNT = "meadow heads HW d19ce21cg14ci12we18wd15b h10g11e12a25 k14 000 loose 8 hunt 1 1 - ---- W4 -"
FEAR = "meadow heads HW d19ce21cg14ch18we18wd15b i15g15e12a25 k14 000 loose 8 hunt 1 1 - ---- W4 -"
END = "meadow heads HHW f18cd19cj20wd17w/- f19e18g18a25/t5t4u5y1 h8k7 101/120 loose 31 eaten - 1 - ---- - -"


def seen(line: str) -> AwethiObservation:
    """The observation of a position."""
    return observe.observe(state_text.load(line), None)


def after(line: str, *texts: str) -> AwethiObservation:
    """The observation after some moves, of chance or of the player to move."""
    state = state_text.load(line)
    last_turn = []
    for text in texts:
        (player,), move = rules.players_to_move(state), moves.decode(text)
        last_turn.append(Step(state, player, move))
        state = turns.apply(state, player, move)
    return observe.observe(state, None, tuple(last_turn))
