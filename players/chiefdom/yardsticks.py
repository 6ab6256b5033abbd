"""A weaker player of Chiefdom to hold the computer player against. It ignores the level."""

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


class Greedy:
    """Makes the drawing with the highest score at once; never passes."""

    version = 1

    def decide(
        self,
        observation: ChiefdomObservation,
        player: Player,
        level: int,  # noqa: ARG002 - it has no levels
        seed: int,
        *,
        nodes: int | None = None,  # noqa: ARG002 - it always counts every drawing
    ) -> Decision:
        """Decide; see :class:`players.decision.ComputerPlayer`. The value is the score after the drawing."""
        sheet, dice = own_sheet(observation, player)
        evaluator = Evaluator(sheet, observation.cards)
        draws = possible_drawings(sheet, dice)
        Random(seed).shuffle(draws)
        best = max(draws, key=lambda draw: evaluator.evaluate(draw).points)
        score = running_total(sheet, observation.cards) + evaluator.evaluate(best).points
        return Decision((encode(BOARD, best),), float(score), T("It brings the most points at once."), len(draws))


YARDSTICKS = {"greedy": Greedy()}
"""``greedy`` counts the points after its drawing."""
