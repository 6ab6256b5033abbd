"""Alpha-beta search of a cycle with a transposition table, within a number of nodes.

A node is a position after a move. A search that would exceed its nodes stops with :class:`OutOfNodesError`.
"""

from __future__ import annotations

from engines.iye.board import SQUARES
from players.iye.cycle import EXPECTED, NATURAL_MASKS, ONES, SHIFTS, SPEND_MASKS, WIN, Cycle, can_move, verdict

_EXACT, _LOWER, _UPPER = 0, 1, 2
_ENTRIES = 100_000
"""Entries of the transposition table: about 25 MB."""


_NATURAL = 60
"""How much earlier a move is searched for each natural answer that it leaves the opponent less."""


class OutOfNodesError(Exception):
    """The search has used its nodes."""


class Search:
    """The searches of one decision: they share the table and count their nodes together."""

    def __init__(self, cycle: Cycle, limit: int) -> None:
        self.cycle = cycle
        self.limit = limit
        self.nodes = 0
        self._bits = tuple(1 << square for square in range(SQUARES))
        self._types = cycle.types
        self._kinds = tuple(
            sum(1 << square for square in range(SQUARES) if cycle.types[square] == kind) for kind in range(5)
        )
        self._table: dict[int, tuple[int, int, int, int]] = {}

    def value(self, move: int, depth: int, alpha: int = -WIN, beta: int = WIN) -> int:
        """What a move of :attr:`cycle` is worth to its player, looking ``depth`` moves ahead, this one included.

        With a window the value is a bound if it is outside. A depth of at least the tiles left is exact.

        Raises:
            OutOfNodesError: it would take more nodes than are left.
        """
        after = self.cycle.after(move)
        self._count(1)
        ended = after.ended()
        if ended is not None:
            return -ended
        estimate = after.estimate()
        if depth <= 1:
            return -estimate
        return -self._negamax(
            after.board, after.drum, after.mine, after.yours, estimate, depth - 1, -beta, -alpha, after.tie
        )

    def forget(self) -> None:
        """Empty the table, so that what deeper searches found does not reach less deep ones."""
        self._table.clear()

    def best(self, moves: list[int], depth: int) -> tuple[int, int]:
        """The best of some moves, the first of equal ones, and its value.

        Raises:
            OutOfNodesError: it would take more nodes than are left.
        """
        best, alpha = moves[0], -WIN - 1
        for move in moves:
            value = self.value(move, depth, max(alpha, -WIN), WIN)
            if value > alpha:
                best, alpha = move, value
                if value >= WIN:
                    break
        return best, alpha

    def _count(self, nodes: int) -> None:
        self.nodes += nodes
        if self.nodes > self.limit:
            self.nodes -= nodes
            raise OutOfNodesError

    def _negamax(  # noqa: C901, PLR0912, PLR0913, PLR0915, PLR0917 - the inner loop; calls would cost half of the speed
        self, board: int, drum: int, mine: int, yours: int, estimate: int, depth: int, alpha: int, beta: int, tie: int
    ) -> int:
        """The value for the player to move, who has a move, at a depth of at least 1."""
        key = board << 45 | drum << 40 | mine << 20 | yours
        entry = self._table.get(key)
        first = -1
        if entry is not None:
            known_depth, bound, value, first = entry
            if (known_depth >= depth or (value >= WIN and bound != _UPPER) or (value <= -WIN and bound != _LOWER)) and (
                bound == _EXACT or (bound == _LOWER and value >= beta) or (bound == _UPPER and value <= alpha)
            ):
                return value

        natural = NATURAL_MASKS[drum] & board
        # For each way to move: its code, the squares it reaches, the hand it leaves, the change of the estimate.
        groups = [(0, natural, mine, 0)]
        others = board & ~natural
        if mine:
            reach = SPEND_MASKS[drum]
            for kind in range(5):
                shift = SHIFTS[kind]
                number = mine >> shift & 15
                if number:
                    targets = reach[kind] & others
                    if targets:
                        row = EXPECTED[kind]
                        index = (board & self._kinds[kind]).bit_count() << 8 | number << 4 | yours >> shift & 15
                        groups.append((kind + 1 << 5, targets, mine - ONES[kind], row[index - 16] - row[index]))
        # A tile spent changes the expectation of its type (above), then the tile given that of its own (below).
        bits, kinds, types = self._bits, self._kinds, self._types
        found: list[tuple[int, int, int]] = []
        for code, targets, hand, change in groups:
            for kind in range(5):
                chosen = targets & kinds[kind]
                if chosen:
                    shift = SHIFTS[kind]
                    index = (board & kinds[kind]).bit_count() << 8 | (hand >> shift & 15) << 4 | yours >> shift & 15
                    row = EXPECTED[kind]
                    worth = estimate + change + row[index - 255] - row[index]  # one less on the board, one more yours
                    while chosen:
                        low = chosen & -chosen
                        chosen ^= low
                        target = low.bit_length() - 1
                        found.append((worth, code | target, hand))
        self._count(len(found))

        left = board.bit_count() - 1
        best, best_move, start = -WIN - 1, -1, alpha
        if depth == 1 or left == 1:
            for worth, move, hand in found:
                if worth <= best and left > 1 and NATURAL_MASKS[move & 31] & board:
                    continue
                target = move & 31
                received = yours + ONES[types[target]]
                if left == 1:
                    worth = verdict(hand, received, tie)  # noqa: PLW2901
                elif not can_move(board ^ bits[target], target, received):
                    worth = WIN  # noqa: PLW2901
                if worth > best:
                    best, best_move = worth, move
                    if best >= beta:
                        break
        else:
            found.sort(key=lambda item: _NATURAL * (NATURAL_MASKS[item[1] & 31] & board).bit_count() - item[0])
            if first >= 0:
                for place, item in enumerate(found):
                    if item[1] == first:
                        found.insert(0, found.pop(place))
                        break
            for worth, move, hand in found:
                target = move & 31
                received = yours + ONES[types[target]]
                remaining = board ^ bits[target]
                if not NATURAL_MASKS[target] & remaining and not can_move(remaining, target, received):
                    value = WIN
                else:
                    value = -self._negamax(remaining, target, received, hand, -worth, depth - 1, -beta, -alpha, -tie)
                if value > best:
                    best, best_move = value, move
                    alpha = max(alpha, value)
                    if value >= beta:
                        break
        if len(self._table) < _ENTRIES or entry is not None:
            bound = _LOWER if best >= beta else _EXACT if best > start else _UPPER
            self._table[key] = (depth if depth < left else 99, bound, best, best_move)
        return best
