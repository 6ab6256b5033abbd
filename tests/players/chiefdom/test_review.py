"""Reviews of Chiefdom."""

from __future__ import annotations

from engines.chiefdom import rules
from engines.chiefdom.game import CHIEFDOM
from players.chiefdom.review import judge
from tests.players.chiefdom.positions import waiting


def test_pass_is_never_praised() -> None:
    """If nobody draws, it ends the match, which no player's own sheet shows."""
    judged = 0
    for seed in range(20):
        for state, player in list(waiting(seed, 2))[-6:]:
            if rules.may_pass(state, player):
                found = judge(CHIEFDOM.observe(state, player), player, ("pass",), deep=False)
                assert found is None or found.lead < 0
                judged += 1
    assert judged > 5
