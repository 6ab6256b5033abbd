"""An exact search for moves of Totem that fell a certain totem."""

from __future__ import annotations

from engines.game import Player
from engines.totem import elimination
from engines.totem.board import BOARD, NEAR
from engines.totem.moves import MOST_POINTS, Run, run
from engines.totem.runs import Search
from engines.totem.state import State
from players.totem.plans import Budget
from players.totem.worth import points_to_fill

_DISTANCE = BOARD.distance
_WITHIN = BOARD.within
_RINGS = tuple(
    tuple(discs[radius] & ~(discs[radius - 1] if radius else 0) for radius in range(len(discs))) for discs in _WITHIN
)
"""The mask of the cells at each distance from a cell."""


class FellingSearch:
    """Looks for runs with which a seat fells another seat's totem, with limited points.

    Runs that cannot lead to the totem with the points that are left, even if nothing is in their way, are left out
    (:func:`players.totem.worth.points_to_fill`); no others are.

    Args:
        state: the position. Whose turn it is does not matter; runs already made in this move do.
        player: the seat that runs.
        owner: the seat whose totem it wants to fell.
        budget: the positions that may be evaluated.
    """

    def __init__(self, state: State, player: Player, owner: Player, budget: Budget) -> None:
        totem = state.totems[owner]
        if totem is None:
            raise ValueError("the totem is gone already")
        self._state = state
        self._player = player
        self._target = totem
        self._budget = budget
        self._visited = dict(state.visited) if state.turn == player else {}
        self._failed: dict[tuple[object, ...], int] = {}
        self.is_complete = True
        """Whether the budget has sufficed so far."""
        own = state.own(player)
        unfinished = own & ~(state.finished if state.turn == player else 0)
        self.bound = points_to_fill(own, unfinished, totem)
        """No felling takes fewer points."""

    def runs(self, points: int) -> tuple[Run, ...] | None:
        """Runs that fell the totem with exactly so many points in the pool; ``None`` if there are none.

        Also ``None`` if the budget did not suffice to find them: then :attr:`is_complete` is false.
        """
        if points < self.bound:
            return None
        state = self._state
        finished = state.finished if state.turn == self._player else 0
        position = State("run", self._player, state.totems, state.pieces, state.reserves, finished=finished)
        return self._from(position, points)

    def fewest(self, most: int = MOST_POINTS) -> tuple[int, tuple[Run, ...]] | None:
        """The least points with which the totem can be felled, and the runs; ``None`` if ``most`` do not suffice."""
        for points in range(self.bound, most + 1):
            if found := self.runs(points):
                return points, found
            if not self.is_complete:
                return None
        return None

    def _from(self, state: State, points: int) -> tuple[Run, ...] | None:
        player, target = self._player, self._target
        own = state.own(player)
        key = (own, state.totems, state.finished, state.pieces)
        if self._failed.get(key, -1) >= points:
            return None
        unfinished = own & ~state.finished
        search = Search(own, state.occupied, unfinished, self._visited, points)
        enemies = state.occupied & ~own
        found: list[tuple[int, int, int, int]] = []
        for _distance, origin, nearest, least, least_nearer in self._useful(own, unfinished, points):
            for stop, costs in search.of(origin).stops().items():
                cost = costs[0]  # with more steps the run leads to the same position with fewer points
                to_target = _DISTANCE[target][stop]
                if to_target == 1:
                    return (run(origin, stop, cost),)
                least_points = cost + (least_nearer if to_target < nearest else least)
                if least_points <= points:
                    found.append((least_points, cost, origin, stop))
        found.sort()
        for _, cost, origin, stop in found:
            victims: tuple[int | None, ...] = (None,)
            if NEAR[stop] & enemies:
                victims = elimination.choices(state, player, stop) or victims
            for victim in victims:
                if not self._budget.take():
                    self.is_complete = False
                    return None
                later = self._from(_after(state, player, Run(origin, stop, cost, victim)), points - cost)
                if later:
                    return (Run(origin, stop, cost, victim), *later)
                if not self.is_complete:
                    return None
        self._failed[key] = points
        return None

    def _useful(self, own: int, unfinished: int, points: int) -> list[tuple[int, int, int, int, int]]:
        """The pieces of which some run could be part of a felling, nearest first.

        A piece comes at most one cell nearer to the totem than the nearest other one, since it stops next to another.

        Returns:
            For each piece its distance, its cell, the distance of the nearest other piece, and the least points needed
            after a run that stops no nearer than that one, or nearer.
        """
        target = self._target
        useful = []
        left = unfinished
        while left:
            bit = left & -left
            left ^= bit
            origin = bit.bit_length() - 1
            distance = _DISTANCE[target][origin]
            rest, still = own ^ bit, unfinished ^ bit
            if not rest:
                continue  # a totem alone cannot move (T23)
            nearest = 1
            while not rest & _WITHIN[target][nearest]:
                nearest += 1
            least = points_to_fill(rest, still, target)
            nearer = max(1, nearest - 1)
            least_nearer = 0
            if nearer > 1:
                least_nearer = points_to_fill(rest | _RINGS[target][nearer], still, target)
            if least < points or max(1, abs(distance - nearer)) + least_nearer <= points:
                useful.append((distance, origin, nearest, least, least_nearer))
        useful.sort()
        return useful


def _after(state: State, player: Player, move: Run) -> State:
    """What is on the board after a run (T17 to T21); the rest of the position does not matter here."""
    totems, pieces = list(state.totems), list(state.pieces)
    for loss in elimination.losses(state, player, move.stop, move.victim):
        if loss.cause == "totem":
            totems[loss.owner] = None
        else:
            pieces[loss.owner] &= ~(1 << loss.cell)
    if totems[player] == move.origin:
        totems[player] = move.stop
    else:
        pieces[player] ^= 1 << move.origin | 1 << move.stop
    return State(
        phase="run",
        turn=player,
        totems=tuple(totems),
        pieces=tuple(pieces),
        reserves=state.reserves,
        finished=state.finished | 1 << move.stop,
    )
