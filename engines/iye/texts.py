"""Sentences about moves, cycles and positions of İYE."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engines.game import Outcome, Player, ScoreRow, ScoreTable, unconfirmed
from engines.iye.board import EMPTY, NAMES, SIZE
from engines.iye.moves import Begin, Deal, First, Move, Spend, encode
from engines.iye.observation import POINTS, TILE_NAMES, TYPES, Counts, CycleResult, IyeObservation
from engines.iye.rules import apply, finished_cycle, mover
from engines.iye.rules import points as points_of
from engines.iye.state import State
from engines.text import TN, Seat, T, Text, listed

# ---------------------------------------------------------------------------------------------------------- moves


def describe_move(state: State, player: Player, move: Move) -> tuple[Text, ...]:
    """Sentences about a move, and about the end of the cycle if the move ends it."""
    if isinstance(move, First):
        return (T("{player} is drawn to begin.", player=Seat(move.player)),)
    after = apply(state, player, move)
    if isinstance(move, Deal):
        return _describe_deal(after)
    if isinstance(move, Begin):
        if move.who == "me":
            return (T("{player} chooses to begin cycle {number}.", player=Seat(player), number=after.cycle),)
        return (
            T(
                "{player} lets {opponent} begin cycle {number}.",
                player=Seat(player),
                opponent=Seat(1 - player),
                number=after.cycle,
            ),
        )
    sentence = (
        _describe_spend(state, player, move)
        if isinstance(move, Spend)
        else T(
            "{player} moves the drum to {square}. The {tile} there goes to {opponent}.",
            player=Seat(player),
            square=NAMES[move.target],
            tile=TILE_NAMES[state.board[move.target]],
            opponent=Seat(1 - player),
        )
    )
    result = finished_cycle(after)
    return (sentence,) if result is None else (sentence, describe_cycle(result))


def phrase_move(state: State, player: Player, move: Move) -> Text:
    """The move in a few words."""
    match move:
        case First(starter):
            return T("{player} is drawn to begin", player=Seat(starter))
        case Deal():
            return T("The tiles of cycle {number} are laid out", number=apply(state, player, move).cycle)
        case Begin("me"):
            return T("{player} begins cycle {number}", player=Seat(player), number=state.cycle)
        case Begin():
            return T("{player} lets {opponent} begin", player=Seat(player), opponent=Seat(1 - player))
        case Spend(spent):
            return T(
                "{move} (spends one {spent}), the {tile} goes to {player}",
                move=encode(move),
                spent=TILE_NAMES[spent],
                tile=TILE_NAMES[state.board[move.target]],
                player=Seat(1 - player),
            )
        case _:
            return T(
                "{move}, the {tile} goes to {player}",
                move=encode(move),
                tile=TILE_NAMES[state.board[move.target]],
                player=Seat(1 - player),
            )


def _describe_spend(state: State, player: Player, move: Spend) -> Text:
    return T(
        "{player} spends one {spent}: the drum goes to {square}. The {tile} there goes to {opponent}.",
        player=Seat(player),
        spent=TILE_NAMES[move.tile],
        square=NAMES[move.target],
        tile=TILE_NAMES[state.board[move.target]],
        opponent=Seat(1 - player),
    )


def _describe_deal(after: State) -> tuple[Text, ...]:
    dealt = T("The tiles of cycle {number} are laid out.", number=after.cycle)
    if after.phase == "choose":
        return dealt, T("{player} sees them and chooses who begins.", player=Seat(mover(after)))
    if after.cycle > 1:  # after a tie (I15)
        return dealt, T("{player} begins again.", player=Seat(mover(after)))
    return dealt, T("{player} begins.", player=Seat(mover(after)))


def describe_cycle(result: CycleResult) -> Text:
    """The end of a cycle, in one sentence or two."""
    number = result.number
    if not result.scored and result.winner is not None:  # I13
        return T(
            "{loser} cannot move: cycle {number} is over at once, and {winner}, who moved last, wins it.",
            loser=Seat(1 - result.winner),
            number=number,
            winner=Seat(result.winner),
        )
    totals = [sum(counts) for counts in result.points]
    if result.winner is None:
        return T(
            "One tile is left: cycle {number} is over. Both have {points}: a tie that counts for nobody.",
            number=number,
            points=_points(totals[0]),
        )
    return T(
        "One tile is left: cycle {number} is over. {winner} wins it with {points} to {others}.",
        number=number,
        winner=Seat(result.winner),
        points=_points(totals[result.winner]),
        others=totals[1 - result.winner],
    )


def _points(number: int) -> Text:
    return TN("{count} point", "{count} points", number)


# --------------------------------------------------------------------------------------------------------- results


def score_table(result: CycleResult) -> ScoreTable:
    """Tiles of each type with their points (I12); without points for a cycle that was not scored."""
    title = (
        T("Cycle {number}", number=result.number)
        if result.scored
        else T("Cycle {number}, not scored", number=result.number)
    )
    rows = tuple(
        ScoreRow(
            T("{tile} ({points})", tile=TILE_NAMES[letter], points=POINTS[index]),
            (_cell(result, 0, index), _cell(result, 1, index)),
        )
        for index, letter in enumerate(TYPES)
    )
    if not result.scored:
        return ScoreTable(title, rows)
    first, second = (sum(counts) for counts in result.points)
    return ScoreTable(title, rows, ScoreRow(T("Points"), (first, second)))


def _cell(result: CycleResult, seat: int, index: int) -> int | Text:
    tiles, gained = result.hands[seat][index], result.points[seat][index]
    return T("{tiles} → {points}", tiles=tiles, points=gained) if gained else tiles


def outcome(state: State) -> Outcome | None:
    """The result of a finished match (I14)."""
    if state.phase != "over":
        return None
    if state.resigned is not None:
        loser = state.resigned
        return Outcome(
            "resignation",
            T("{loser} resigns. {winner} wins.", loser=Seat(loser), winner=Seat(1 - loser)),
            ((1 - loser,), (loser,)),
        )
    result = finished_cycle(state)
    winner = 0 if state.wins[0] == state.wins_needed else 1
    return Outcome(
        "wins",
        T(
            "{winner} is the next shaman: the match is won by {wins} to {losses}.",
            winner=Seat(winner),
            wins=_cycles(state.wins[winner]),
            losses=state.wins[1 - winner],
        ),
        ((winner,), (1 - winner,)),
        None if result is None else score_table(result),
    )


def cycles_won(state: State) -> ScoreTable:
    """The number of cycles each player has won so far (I14)."""
    return ScoreTable(T("Score"), (ScoreRow(T("Cycles won"), state.wins),))


def _cycles(number: int) -> Text:
    return TN("{count} cycle", "{count} cycles", number)


# -------------------------------------------------------------------------------------------------------- positions


def describe_position(seen: IyeObservation) -> tuple[Text, ...]:
    """Describe the position: who acts, the board, both players' tiles, the cycles won."""
    board = _describe_board(seen) if seen.board else (T("No tiles have been laid out yet."),)
    ended = () if seen.ended is None else (_describe_last_board(seen.ended),)
    return (*_describe_turn(seen), *board, *ended, *_tiles(seen), _describe_wins(seen))


def _describe_turn(seen: IyeObservation) -> tuple[Text, ...]:
    waiting = (unconfirmed(seen.to_move),) if seen.planned and seen.to_move is not None else ()
    if seen.outcome is not None:
        return (seen.outcome.summary, *waiting)
    finished = () if seen.last_cycle is None else (describe_cycle(seen.last_cycle),)
    if seen.to_move is None or waiting:
        return (*finished, *waiting)
    if seen.phase == "choose":
        return (
            *finished,
            T("{player} chooses who begins cycle {number}.", player=Seat(seen.to_move), number=seen.cycle),
        )
    return (*finished, T("{player} is to move.", player=Seat(seen.to_move)))


def _describe_board(seen: IyeObservation) -> tuple[Text, ...]:
    rows = []
    for rank in range(SIZE - 1, -1, -1):
        a, b, c, d, e = (_SQUARES[letter] for letter in seen.board[rank * SIZE : rank * SIZE + SIZE])
        rows.append(T("Rank {rank}: {a}, {b}, {c}, {d}, {e}.", rank=rank + 1, a=a, b=b, c=c, d=d, e=e))
    return (*rows, T("The drum is on {square}.", square=NAMES[seen.drum]), *_targets(seen))


def _targets(seen: IyeObservation) -> tuple[Text, ...]:
    """The squares that are marked."""
    squares = " ".join(NAMES[square] for square in sorted(_reached(seen)))
    if not squares:
        return ()
    if seen.natural:
        return (T("It can go to {squares}.", squares=squares),)
    return (T("By spending a tile it can go to {squares}.", squares=squares),)


_SQUARES = {**TILE_NAMES, EMPTY: T("empty")}
"""The name of a square's content, by its letter."""


def _describe_last_board(result: CycleResult) -> Text:
    """The last board of a cycle: the drum, and the tiles that were left."""
    left = [
        T("{tile} {square}", tile=TILE_NAMES[letter], square=NAMES[square])
        for square, letter in enumerate(result.board)
        if letter != EMPTY
    ]
    return T(
        "Cycle {number} ended with the drum on {square}; left on the board: {tiles}.",
        number=result.number,
        square=NAMES[result.drum],
        tiles=listed(left),
    )


def _tiles(seen: IyeObservation) -> Iterator[Text]:
    """Both players' tiles: those of the cycle that has just ended, or this one's with the points they are worth now."""
    if seen.ended is not None:
        for seat, hand in enumerate(seen.ended.hands):
            if (held := _listing(hand)) is not None:
                yield T("{player} had {held}.", player=Seat(seat), held=held)
    elif seen.board:
        yield from (_holdings(seat, seen) for seat in (0, 1))
        first, second = map(sum, points_of(seen.hands))
        if seen.last_cycle is None and first + second:
            yield T(
                "Points now: {first} {first_points}, {second} {second_points}.",
                first=Seat(0),
                first_points=first,
                second=Seat(1),
                second_points=second,
            )


def _holdings(seat: Player, seen: IyeObservation) -> Text:
    held, spent = _listing(seen.hands[seat]), _listing(seen.spent[seat])
    if spent is None:
        if held is None:
            return T("{player} has no tiles.", player=Seat(seat))
        return T("{player} has {held}.", player=Seat(seat), held=held)
    if held is None:
        return T("{player} has no tiles left; spent: {spent}.", player=Seat(seat), spent=spent)
    return T("{player} has {held}; spent: {spent}.", player=Seat(seat), held=held, spent=spent)


def _listing(counts: Counts) -> Text | None:
    """Such as “2 Sun, 1 Owl”; ``None`` for nothing."""
    held = [
        T("{number} {tile}", number=number, tile=TILE_NAMES[letter])
        for letter, number in zip(TYPES, counts, strict=True)
        if number
    ]
    return listed(held) if held else None


def _describe_wins(seen: IyeObservation) -> Text:
    return T(
        "Cycles won: {first} has {first_wins}, {second} has {second_wins}; needed to win: {needed}.",
        first=Seat(0),
        first_wins=seen.wins[0],
        second=Seat(1),
        second_wins=seen.wins[1],
        needed=seen.wins_needed,
    )


def text_board(seen: IyeObservation) -> str:
    """The board in fixed width, 23 columns: the drum in brackets, ``+`` after a tile that it reaches."""
    rows = []
    for rank in range(SIZE - 1, -1, -1):
        cells = (_text_square(seen, rank * SIZE + file) for file in range(SIZE))
        rows.append(f"{rank + 1}  " + " ".join(cells).rstrip())
    return "\n".join((*rows, "    a   b   c   d   e"))


def _text_square(seen: IyeObservation, square: int) -> str:
    letter = seen.board[square] if seen.board else EMPTY
    shown = " " if letter == EMPTY and square == seen.drum else letter
    if square == seen.drum:
        return f"[{shown}]"
    return f" {shown}+" if square in _reached(seen) else f" {shown} "


def _reached(seen: IyeObservation) -> Collection[int]:
    """The squares the drum reaches naturally; if there are none, those reached by spending a tile."""
    return seen.natural or {square for _, squares in seen.spend for square in squares}


def legend(seen: IyeObservation) -> tuple[Text, ...]:
    """The meaning of the signs of :func:`text_board`, and each player's tiles."""
    tiles = [
        T("{letter} {tile} {points}", letter=letter, tile=TILE_NAMES[letter], points=points)
        for letter, points in zip(TYPES, POINTS, strict=True)
    ]
    signs = [listed(tiles[:3]), listed(tiles[3:])]
    if seen.natural:
        signs.append(T("[ ] drum, + reached without a tile"))
    elif seen.spend:
        signs.append(T("[ ] drum, + reached with a tile"))
    else:
        signs.append(T("[ ] drum"))
    return (*signs, *(line for seat in (0, 1) for line in _pile(seat, seen)))


def _pile(seat: Player, seen: IyeObservation) -> Iterator[Text]:
    held, spent = _letters(seen.hands[seat]), _letters(seen.spent[seat])
    yield T("{player}: {tiles}", player=Seat(seat), tiles=held) if held else T("{player}: no tiles", player=Seat(seat))
    if spent:
        yield T("  spent: {tiles}", tiles=spent)


def _letters(counts: Counts) -> str:
    """Such as ``S2 O1``; empty for nothing."""
    return " ".join(f"{letter}{number}" for letter, number in zip(TYPES, counts, strict=True) if number)
