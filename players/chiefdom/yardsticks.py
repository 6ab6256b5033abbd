"""A weaker player of Chiefdom to hold the computer player against."""

from __future__ import annotations

from random import Random

from engines.chiefdom.evaluation import Evaluator
from engines.chiefdom.moves import encode
from engines.chiefdom.observation import ChiefdomObservation
from engines.chiefdom.scoring import running_total
from engines.game import Player
from engines.text import T
from players.chiefdom.masks import BOARD
from players.chiefdom.player import own_sheet, possible_drawings
from players.decision import Decision
from players.reason import neutral
from players.yardstick import Yardstick


def _greedy(observation: ChiefdomObservation, player: Player, random: Random) -> Decision:
    """Make the drawing with the highest score at once; never pass. The value is the score after the drawing."""
    sheet, dice = own_sheet(observation, player)
    evaluator = Evaluator(sheet, observation.cards)
    draws = possible_drawings(sheet, dice)
    random.shuffle(draws)
    best = max(draws, key=lambda draw: evaluator.evaluate(draw).points)
    score = running_total(sheet, observation.cards) + evaluator.evaluate(best).points
    return Decision((encode(BOARD, best),), float(score), neutral(T("It brings the most points at once.")), len(draws))


YARDSTICKS = {"greedy": Yardstick(_greedy)}
"""``greedy`` counts the points after its drawing."""
